#include "ask/parse/cell_lists.h"

#include "base/hash.h"

#define VALUES 64
#define PARTS  256
#define HELD   1024 /* values that are looked at for one in others */

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

static bool is_cell(const struct parts *p, struct str part)
{
    const struct str text = str_trim(part);
    const uint64_t hash = hash_bytes(text.p, text.n);
    size_t i = 0;

    while (i < p->n && p->hash[i] != hash)
        i++;
    return i < p->n;
}

/* Are all parts of a cell cells as well? One without separators is parted by spaces. */
static bool is_of_cells(const struct parts *cells, struct str cell)
{
    size_t width;
    bool spaced = first_part(cell, &width).n == cell.n;

    while (cell.n) {
        struct str part = first_part(cell, &width);

        if (spaced) {
            part.n = str_find(cell, STR(" "));
            width = 1;
        }
        if (!is_cell(cells, part))
            return false;
        if (part.n == cell.n)
            return true;
        cell = str_slice(cell, part.n + width, cell.n);
    }
    return true;
}

/* Cells such as "bug outage" or "VIP, trade", beside each of their parts: all that have
 * a space are such. */
static bool has_cells_of_cells(const struct schema_column *c)
{
    struct parts cells = {.n = 0};
    size_t lists = 0;
    bool has_comma = false;

    for (size_t i = 0; i < c->n_values && i < VALUES; i++)
        add_part(&cells, c->values[i], false);
    for (size_t i = 0; i < c->n_values && i < VALUES; i++) {
        size_t width;

        if (str_find(c->values[i], STR(" ")) >= c->values[i].n)
            continue;
        if (!is_of_cells(&cells, c->values[i]))
            return false;
        lists++;
        has_comma |= first_part(c->values[i], &width).n < c->values[i].n;
    }
    return lists > 1 || has_comma;
}

bool cell_lists_in(const struct schema_column *c)
{
    struct parts p = {.n = 0};

    if (c->kind != COLUMN_TEXT)
        return false;
    for (size_t i = 0; i < c->n_values && i < VALUES; i++)
        add_cell(&p, c->values[i]);
    return (p.all >= 4 && p.known * 2 >= p.all) || has_cells_of_cells(c);
}

bool cell_lists_hold(const struct schema_column *c, struct str value)
{
    for (size_t i = 0; i < c->n_values && i < HELD; i++)
        if (c->values[i].n > value.n && value.n &&
            str_find(c->values[i], value) < c->values[i].n)
            return true;
    return false;
}
