/*
 * heading.c - which lines are headings, and of which level.
 *
 * The document's own table of contents names some: a line, or some that follow
 * each other, on the page that it names, with its words. Others are set in
 * larger type than most of the text; the sizes that occur, from the largest
 * on, are their levels, below those of the table of contents. A line in bold of the
 * size of the text that stands alone is one of the last level, unless much of
 * the text is bold.
 */
#include "base/str_table.h"
#include "formats/pdf/document.h"

#include <math.h>
#include <string.h>

#define LARGER      1.12F /* than the text */
#define SMALLER     0.95F
#define SIZES       400 /* steps of half a point */
#define MAX_BYTES   240 /* of a line of a heading */
#define BOLD_BYTES  100
#define BOLD_SHARE  5 /* bold may be one in so many bytes of the text */
#define MAX_LINES   3 /* of a heading */
#define MAX_LEVEL   6
#define BY_SIZE     4 /* levels that sizes are told apart by */
#define MIN_FOUND   3 /* entries of a table of contents that is believed */
#define KEY_BYTES   512
#define TITLE_PAGES 3

static size_t step_of(float size)
{
    const float step = roundf(size * 2);

    return step >= SIZES - 1 ? SIZES - 1 : (size_t)step;
}

static bool has_letters(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];

        n += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
    }
    return n >= 2;
}

static bool is_text(const struct pdf_line *l)
{
    return !l->is_repeated && l->text.n > 0;
}

/* ---- by the table of contents ---- */

/* Letters and figures, small: what is compared. */
static size_t key_of(struct str s, char key[KEY_BYTES])
{
    size_t n = 0;

    for (size_t i = 0; i < s.n && n < KEY_BYTES; i++) {
        const char c = s.p[i];

        if (c >= 'A' && c <= 'Z')
            key[n++] = (char)(c + 'a' - 'A');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80))
            key[n++] = c;
    }
    return n;
}

/* A number that comes before the title on the page alone. */
static struct str without_number(struct str key)
{
    size_t n = 0;

    while (n < key.n && key.p[n] >= '0' && key.p[n] <= '9')
        n++;
    return str_slice(key, n, key.n);
}

/* Put the key of line `i` after `key`, which is in `text`; false: it is no text, or
 * more than a title has. */
static bool add_line(const struct pdf_page *p, size_t i, char text[KEY_BYTES],
                     struct str *key)
{
    char more[KEY_BYTES];
    const size_t bytes = key_of(p->line[i].text, more);

    if (key->n + bytes > KEY_BYTES || !is_text(&p->line[i]))
        return false;
    memcpy(text + key->n, more, bytes);
    key->n += bytes;
    return true;
}

/* What a table of contents gave: its deepest level, 0 where it is not used, and
 * the smallest type of each. */
struct given {
    unsigned deepest;
    float size[MAX_LEVEL + 1];
};

/*
 * Entries by the page that they name and the key of their title; those that share
 * both are a list in their order. Each line is looked up once, so that many entries
 * and a page of many lines cost their sum.
 */
struct contents {
    struct str_table first; /* of page and key: number of an entry from 1 */
    uint32_t *next;         /* next[entry]: number of the next one, 0 if none */
    uint32_t *last; /* last[entry] of the list that it is the first of */
    bool *has;      /* has[page]: does an entry name it? */
    size_t found;
};

#define PLACE_BYTES (sizeof(uint32_t) + KEY_BYTES)

/* What an entry is found by. */
static struct str place_of(uint32_t page, struct str key, char to[PLACE_BYTES])
{
    memcpy(to, &page, sizeof(page));
    memcpy(to + sizeof(page), str_bytes(key), key.n);
    return (struct str){to, sizeof(page) + key.n};
}

static enum err add_entry(struct contents *c, const struct pdf_document *d,
                          uint32_t i, struct arena *scratch, struct error *e)
{
    const struct pdf_outline_entry *entry = &d->outline[i];
    char text[KEY_BYTES], place[PLACE_BYTES];
    const struct str key = {text, key_of(entry->title, text)};
    struct str name;
    uint64_t *first;

    if (entry->page >= d->n_pages || key.n == 0)
        return OK;
    c->has[entry->page] = true;
    if (str_dup(place_of(entry->page, key, place), scratch, &name, e) != OK ||
        str_table_put(&c->first, name, &first, e) != OK)
        return e->code;
    if (*first)
        c->next[c->last[*first - 1]] = i + 1;
    else
        *first = (uint64_t)i + 1;
    c->last[*first - 1] = i;
    return OK;
}

/* The first entry of this page and key that no line has yet; 0: none. */
static uint64_t *entry_of(const struct contents *c, uint32_t page,
                          struct str key)
{
    char place[PLACE_BYTES];
    uint64_t *first =
        key.n ? str_table_find(&c->first, place_of(page, key, place)) : NULL;

    return first && *first ? first : NULL;
}

/* The entry whose title stands in lines from `i` on, of the longest that do; *n is
 * how many lines. NULL: none. */
static uint64_t *entry_at(const struct contents *c, const struct pdf_page *p,
                          uint32_t page, size_t i, size_t *n)
{
    char text[KEY_BYTES];
    struct str key = {text, 0};
    uint64_t *found = NULL;

    for (size_t lines = 1; lines <= MAX_LINES && i + lines <= p->n; lines++) {
        uint64_t *entry;

        if (p->line[i + lines - 1].level ||
            !add_line(p, i + lines - 1, text, &key))
            break;
        entry = entry_of(c, page, key);
        if (!entry)
            entry = entry_of(c, page, without_number(key));
        if (!entry)
            continue;
        found = entry;
        *n = lines;
    }
    return found;
}

static void find_on_page(struct contents *c, struct pdf_document *d,
                         uint32_t page)
{
    struct pdf_page *p = &d->page[page];

    for (size_t i = 0; i < p->n; i++) {
        size_t n = 0;
        uint64_t *entry = entry_at(c, p, page, i, &n);

        if (!entry)
            continue;
        for (size_t k = 0; k < n; k++)
            p->line[i + k].level = d->outline[*entry - 1].level;
        *entry = c->next[*entry - 1];
        c->found++;
        i += n - 1;
    }
}

static enum err find_contents(struct pdf_document *d, struct arena *scratch,
                              struct contents *c, struct error *e)
{
    enum err rc = OK;

    *c = (struct contents){0};
    str_table_init(&c->first, scratch);
    c->next = arena_alloc_array(scratch, d->n_outline, sizeof(*c->next), e);
    c->last =
        c->next ? arena_alloc_array(scratch, d->n_outline, sizeof(*c->last), e)
                : NULL;
    c->has = c->last
                 ? arena_alloc_array(scratch, d->n_pages, sizeof(*c->has), e)
                 : NULL;
    if (!c->has)
        return e->code;
    for (uint32_t i = 0; i < d->n_outline && !rc; i++)
        rc = add_entry(c, d, i, scratch, e);
    for (uint32_t i = 0; i < d->n_pages && !rc; i++)
        if (c->has[i])
            find_on_page(c, d, i);
    return rc;
}

static void forget_levels(struct pdf_document *d)
{
    for (size_t p = 0; p < d->n_pages; p++)
        for (size_t i = 0; i < d->page[p].n; i++)
            d->page[p].line[i].level = 0;
}

static enum err by_outline(struct pdf_document *d, struct arena *scratch,
                           struct given *out, struct error *e)
{
    struct contents c;
    enum err rc = find_contents(d, scratch, &c, e);

    *out = (struct given){0};
    if (rc)
        return rc;
    if (c.found < MIN_FOUND) {
        forget_levels(d);
        return OK;
    }
    for (size_t p = 0; p < d->n_pages; p++) {
        for (size_t i = 0; i < d->page[p].n; i++) {
            const struct pdf_line *l = &d->page[p].line[i];
            float *size = &out->size[l->level];

            if (l->level && (*size <= 0 || l->size < *size))
                *size = l->size;
            if (l->level > out->deepest)
                out->deepest = l->level;
        }
    }
    return OK;
}

/* ---- by type ---- */

struct sizes {
    size_t bytes[SIZES];
    size_t bold, all;
    float text;           /* of most of the text */
    uint8_t level[SIZES]; /* of larger lines, from 1 */
    uint8_t levels;
};

static bool is_larger(const struct sizes *s, const struct pdf_line *l)
{
    return l->size >= LARGER * s->text && l->cells == 1 &&
           l->text.n <= MAX_BYTES && has_letters(l->text);
}

static void count_sizes(const struct pdf_document *d, struct sizes *s)
{
    size_t most = 0;

    for (size_t p = 0; p < d->n_pages; p++) {
        for (size_t i = 0; i < d->page[p].n; i++) {
            const struct pdf_line *l = &d->page[p].line[i];

            if (!is_text(l))
                continue;
            s->bytes[step_of(l->size)] += l->text.n;
            s->all += l->text.n;
            s->bold += l->is_bold ? l->text.n : 0;
        }
    }
    for (size_t i = 1; i < SIZES; i++)
        if (s->bytes[i] > s->bytes[most])
            most = i;
    s->text = (float)most / 2;
}

static void rank_sizes(const struct pdf_document *d, struct sizes *s)
{
    bool is_used[SIZES] = {false};

    for (size_t p = 0; p < d->n_pages; p++)
        for (size_t i = 0; i < d->page[p].n; i++)
            if (is_text(&d->page[p].line[i]) &&
                is_larger(s, &d->page[p].line[i]))
                is_used[step_of(d->page[p].line[i].size)] = true;
    for (size_t i = SIZES; i-- > 0;) {
        if (!is_used[i])
            continue;
        if (s->levels < BY_SIZE)
            s->levels++;
        s->level[i] = s->levels;
    }
}

static bool ends_sentence(struct str s)
{
    const char c = s.n ? s.p[s.n - 1] : ' ';

    return c == '.' || c == ',' || c == ';' || c == ':';
}

/* Does something occur apart from line `i`: other type, or white space? */
static bool is_apart(const struct pdf_page *p, size_t i, size_t other)
{
    const struct pdf_line *l = &p->line[i];
    const struct pdf_line *o = &p->line[other];
    const float between =
        other > i ? o->box.y0 - l->box.y1 : l->box.y0 - o->box.y1;

    return o->column != l->column || !o->is_bold || between > 0.5F * l->size;
}

static bool is_bold_heading(const struct sizes *s, const struct pdf_page *p,
                            size_t i)
{
    const struct pdf_line *l = &p->line[i];

    return l->is_bold && s->bold * BOLD_SHARE < s->all &&
           l->size >= SMALLER * s->text && l->cells == 1 &&
           l->text.n <= BOLD_BYTES && has_letters(l->text) &&
           !ends_sentence(l->text) && (i == 0 || is_apart(p, i, i - 1)) &&
           i + 1 < p->n && is_apart(p, i, i + 1) &&
           p->line[i + 1].column == l->column;
}

/* More than MAX_LINES in one type are text, however large. */
static bool is_long(const struct pdf_page *p, size_t i)
{
    size_t from = i;
    size_t to = i + 1;

    while (from > 0 && p->line[from - 1].size == p->line[i].size &&
           p->line[from - 1].column == p->line[i].column &&
           i - from <= MAX_LINES)
        from--;
    while (to < p->n && p->line[to].size == p->line[i].size &&
           p->line[to].column == p->line[i].column && to - i <= MAX_LINES)
        to++;
    return to - from > MAX_LINES;
}

/* In type as large as that of a level it is of that level. */
static unsigned level_of(const struct sizes *s, const struct given *given,
                         const struct pdf_line *l)
{
    for (unsigned k = 1; k <= given->deepest; k++)
        if (given->size[k] > 0 && l->size >= given->size[k])
            return k;
    return given->deepest + s->level[step_of(l->size)];
}

static void by_type(const struct sizes *s, struct pdf_page *p,
                    const struct given *given)
{
    for (size_t i = 0; i < p->n; i++) {
        struct pdf_line *l = &p->line[i];
        unsigned level = 0;

        if (!is_text(l) || l->level)
            continue;
        if (is_larger(s, l) && !is_long(p, i))
            level = level_of(s, given, l);
        else if (is_bold_heading(s, p, i))
            level = given->deepest + s->levels + 1U;
        l->level = (uint8_t)(level > MAX_LEVEL ? MAX_LEVEL : level);
    }
}

enum err pdf_find_headings(struct pdf_document *d, struct arena *scratch,
                           struct error *e)
{
    struct sizes *s = arena_alloc(scratch, sizeof(*s), e);
    struct given given;

    if (!s)
        return e->code;
    if (by_outline(d, scratch, &given, e) != OK)
        return e->code;
    count_sizes(d, s);
    rank_sizes(d, s);
    for (size_t i = 0; i < d->n_pages; i++)
        by_type(s, &d->page[i], &given);
    return OK;
}

/* ---- the title ---- */

/* Do lines from `i` on say it? */
static bool is_title_at(const struct pdf_page *p, size_t i, struct str title)
{
    char text[KEY_BYTES];
    struct str key = {text, 0};

    for (size_t n = 0; n < MAX_LINES && i + n < p->n && key.n <= title.n; n++) {
        if (!add_line(p, i + n, text, &key))
            return false;
        if (str_eq(key, title) || str_eq(without_number(key), title))
            return true;
    }
    return false;
}

void pdf_check_title(struct pdf_document *d)
{
    char text[KEY_BYTES];
    const struct str title = {text, key_of(d->title, text)};

    for (size_t p = 0; p < d->n_pages && p < TITLE_PAGES && title.n; p++)
        for (size_t i = 0; i < d->page[p].n; i++)
            if (is_title_at(&d->page[p], i, title))
                return;
    d->title = (struct str){0};
}
