#include "ask/parse/cell_lists.h"

#include "base/hash.h"

#define VALUES 64
#define PARTS  256

static const struct str separators[] = {
    {",", 1}, {";", 1}, {"|", 1}, {"/", 1}, {"、", 3}, {"，", 3}, {"；", 3}};

/* Parts of cells by their hash. */
struct parts {
    uint64_t hash[PARTS]; /* hash[n], each once */
    size_t n;
    size_t all;   /* parts of cells that have a separator */
    size_t known; /* of these: seen before, in another cell or the same */
};

static void add_part(struct parts *p, struct str part, bool of_list)
{
    const struct str text = str_trim(part);
    const uint64_t hash = hash_bytes(text.p, text.n);
    size_t i = 0;

    if (!text.n)
        return;
    while (i < p->n && p->hash[i] != hash)
        i++;
    p->all += of_list;
    p->known += of_list && i < p->n;
    if (i == p->n && p->n < PARTS)
        p->hash[p->n++] = hash;
}

/* Up to the next separator; SIZE_MAX in *width: there is none. */
static struct str first_part(struct str text, size_t *width)
{
    struct str part = text;

    *width = SIZE_MAX;
    for (size_t i = 0; i < COUNT_OF(separators); i++) {
        const size_t at = str_find(text, separators[i]);

        if (at < part.n) {
            part.n = at;
            *width = separators[i].n;
        }
    }
    return part;
}

static void add_cell(struct parts *p, struct str cell)
{
    size_t width;
    struct str part = first_part(cell, &width);
    const bool of_list = width != SIZE_MAX;

    add_part(p, part, of_list);
    while (width != SIZE_MAX) {
        cell = str_slice(cell, part.n + width, cell.n);
        part = first_part(cell, &width);
        add_part(p, part, of_list);
    }
}

bool cell_lists_in(const struct schema_column *c)
{
    struct parts p = {.n = 0};

    if (c->kind != COLUMN_TEXT)
        return false;
    for (size_t i = 0; i < c->n_values && i < VALUES; i++)
        add_cell(&p, c->values[i]);
    return p.all >= 4 && p.known * 2 >= p.all;
}
