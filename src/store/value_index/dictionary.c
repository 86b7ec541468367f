#include "store/value_index/dictionary_read.h"

#define SHOWN "values"

/* The numbers of a column's parts must fit together, and in the file. */
static bool column_fits(const struct dictionary *d,
                        const struct dictionary_column *c)
{
    const uint64_t end = d->map.footer[DICTIONARY_DIRECTORY];
    const uint64_t *n = c->n;

    for (size_t i = 0; i < DICTIONARY_PARTS; i++) {
        uint64_t bytes = n[i] * dictionary_unit((enum dictionary_part)i);

        if (n[i] > UINT32_MAX || c->from[i] > end || bytes > end - c->from[i])
            return false;
    }
    return n[DICTIONARY_FIRST] > 0 &&
           n[DICTIONARY_TEXT_AT] == n[DICTIONARY_FIRST] + 1 &&
           n[DICTIONARY_WORD_AT] > 0 &&
           n[DICTIONARY_BACK] < n[DICTIONARY_WORD_AT];
}

static enum err read_column(struct dictionary *d, const unsigned char *p,
                            struct error *e)
{
    struct dictionary_column *c = &d->columns[d->n];

    c->map = &d->map;
    c->column = load64(p + (size_t)8 * DICTIONARY_COLUMN);
    c->complete = load64(p + (size_t)8 * DICTIONARY_COMPLETE) == 1;
    for (size_t i = 0; i < DICTIONARY_PARTS; i++) {
        c->n[i] = load64(p + 8 * (DICTIONARY_COUNTS + i));
        c->from[i] = load64(p + 8 * (DICTIONARY_PLACES + i));
    }
    if (!column_fits(d, c))
        return page_map_damaged(&d->map, e);
    d->n++;
    return OK;
}

enum err dictionary_open(struct dictionary *d, const char *path,
                         struct arena *a, struct error *e)
{
    const size_t each = (size_t)8 * DICTIONARY_FIELDS;
    const unsigned char *p;
    uint64_t n;

    *d = (struct dictionary){0};
    if (page_map_open(&d->map, path, SHOWN, DICTIONARY_KIND, e))
        return e->code;
    n = d->map.footer[DICTIONARY_COLUMNS];
    if (n > d->map.bytes / each)
        return page_map_damaged(&d->map, e);
    p = page_map_at(&d->map, d->map.footer[DICTIONARY_DIRECTORY], n * each, e);
    if (!p)
        return e->code;
    d->columns = arena_alloc_array(a, n + 1, sizeof(*d->columns), e);
    if (!d->columns)
        return e->code;
    for (uint64_t i = 0; i < n; i++) {
        if (read_column(d, p + i * each, e))
            return e->code;
    }
    return OK;
}

void dictionary_close(struct dictionary *d)
{
    page_map_close(&d->map);
    d->n = 0;
}

struct dictionary_column *dictionary_find(const struct dictionary *d,
                                          uint64_t column)
{
    for (size_t i = 0; i < d->n; i++) {
        if (d->columns[i].column == column)
            return &d->columns[i];
    }
    return NULL;
}

/* ---- numbers and texts ---- */

const unsigned char *dictionary_bytes(struct dictionary_column *c,
                                      enum dictionary_part part, uint64_t from,
                                      uint64_t n)
{
    const uint64_t end = c->n[part] * dictionary_unit(part);
    const unsigned char *p = NULL;
    struct error ignored;

    if (from <= end && n <= end - from)
        p = page_map_at(c->map, c->from[part] + from, n, &ignored);
    c->damaged |= p == NULL;
    return p;
}

struct str dictionary_text(struct dictionary_column *c, uint32_t value)
{
    struct str s = dictionary_piece(c, DICTIONARY_TEXT_AT, value);

    c->damaged |= s.n == 0 || s.n > DICTIONARY_MAX_TEXT_BYTES;
    if (c->damaged)
        s.n = 0;
    return s;
}

void dictionary_put_words(struct dictionary_column *c, uint32_t value,
                          struct buf *out)
{
    uint64_t at = dictionary_number(c, DICTIONARY_FIRST, value);
    uint32_t word;

    buf_put_char(out, ' ');
    for (;;) {
        word = dictionary_number(c, DICTIONARY_TOKENS, at++);
        if (word == DICTIONARY_END || c->damaged)
            return;
        buf_put_str(out, dictionary_word_text(c, word - 1));
        buf_put_char(out, ' ');
    }
}

/* ---- runs of words ---- */

uint32_t dictionary_word(struct dictionary_column *c, struct str stem)
{
    uint64_t low = 0;
    uint64_t high = c->n[DICTIONARY_WORD_AT] - 1;

    while (low < high) {
        uint64_t middle = (low + high) / 2;
        int order = str_cmp(dictionary_word_text(c, middle), stem);

        if (order == 0)
            return (uint32_t)middle + 1;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return DICTIONARY_END;
}

struct dictionary_range dictionary_all(const struct dictionary_column *c,
                                       enum dictionary_part order)
{
    return (struct dictionary_range){.order = order, .to = c->n[order]};
}

/* The first of the range whose next word is at least `word`. */
static uint64_t lower(struct dictionary_column *c, struct dictionary_range r,
                      uint64_t word)
{
    while (r.from < r.to) {
        uint64_t middle = (r.from + r.to) / 2;
        uint64_t at = dictionary_number(c, r.order, middle);

        if (dictionary_number(c, DICTIONARY_TOKENS, at + r.words) < word)
            r.from = middle + 1;
        else
            r.to = middle;
    }
    return r.from;
}

struct dictionary_range dictionary_narrow(struct dictionary_column *c,
                                          struct dictionary_range r,
                                          uint32_t word)
{
    struct dictionary_range out = r;

    out.from = lower(c, r, word);
    r.from = out.from;
    out.to = lower(c, r, (uint64_t)word + 1);
    out.words = r.words + 1;
    return out;
}

uint32_t dictionary_value(struct dictionary_column *c,
                          struct dictionary_range r, uint64_t i)
{
    uint32_t at;
    uint64_t low = 0;
    uint64_t high = c->n[DICTIONARY_FIRST];

    if (r.order == DICTIONARY_FIRST)
        return (uint32_t)(r.from + i);
    at = dictionary_number(c, r.order, r.from + i);
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;

        if (dictionary_number(c, DICTIONARY_FIRST, middle) <= at)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}
