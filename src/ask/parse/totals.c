/* totals.c - rows that are totals of the others: cells that say so in a column of texts. */
#include "ask/parse/totals.h"

#include "base/buf.h"
#include "base/text/simplified.h"

#include <string.h>

#define LABEL_BYTES \
    128 /* of a name of such rows, as the keys of a column hold it */

#define SIMPLIFIED_MAX 4096 /* values; larger columns name rows, not totals */

/* What the lexicon has names of such rows for. */
static const char *const kinds[] = {"total-row", "grand-total-row",
                                    "subtotal-row"};

/* " total " as it stands in the keys of a column. */
static enum err key_of(struct str label, struct arena *a, struct str *out,
                       struct error *e)
{
    struct words w;
    struct buf b;
    enum err rc;

    if (words_cut(label, WORDS_TEXT, a, &w, e))
        return e->code;
    buf_init(&b, LABEL_BYTES);
    buf_puts(&b, " ");
    for (size_t i = 0; i < w.n; i++) {
        buf_put_str(&b, w.word[i].stem);
        buf_put_char(&b, ' ');
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* Is the key at a place all of its value, or with more words its begin or its end? */
static bool is_label(struct str keys, size_t at, size_t n, bool with_more)
{
    const bool begins = at > 0 && keys.p[at - 1] == '\n';
    const bool ends = at + n >= keys.n || keys.p[at + n] == '\n';

    return with_more ? begins || ends : begins && ends;
}

/* The keys of a column in simplified Chinese, each where it was: both forms of a
 * character have three bytes. */
static enum err simplify(const struct schema_column *c, struct arena *a,
                         struct str *keys, struct error *e)
{
    char *p;

    *keys = c->keys;
    if (c->n_values > SIMPLIFIED_MAX)
        return OK;
    p = arena_alloc_array(a, c->keys.n + 1, 1, e);
    if (!p)
        return e->code;
    if (c->keys.n)
        memcpy(p, c->keys.p, c->keys.n);
    for (size_t i = 0; i + 3 <= c->keys.n; i++) {
        char buf[3];

        if ((p[i] & 0xF0) != 0xE0)
            continue;
        memcpy(p + i, text_simplified((struct str){p + i, 3}, buf).p, 3);
        i += 2;
    }
    keys->p = p;
    return OK;
}

/* The values of a column that are a key, or with more words begin or end with it: "Total
 * April" is one where numbers add up, and "Total Corn Flakes" none where they do not. */
static void add_values(const struct schema_column *c, struct str keys,
                       struct str key, bool with_more, struct total_rows *out)
{
    size_t from = 0;

    while (out->n < TOTALS_MAX) {
        const struct str rest = str_slice(keys, from, keys.n);
        const size_t at = from + str_find(rest, key);
        struct str value;

        if (at >= keys.n)
            return;
        from = at + key.n - 1;
        if (!is_label(keys, at, key.n, with_more))
            continue;
        value = c->values[schema_value_at(c, at)];
        for (size_t i = 0; i < out->n; i++)
            if (str_eq(out->value[i], value))
                value.n = 0;
        if (value.n)
            out->value[out->n++] = value;
    }
}

static enum err keys_of(const struct lex *x, struct arena *a, struct str *keys,
                        size_t *n, struct error *e)
{
    for (uint16_t id = 0; id < lex_concepts(x); id++) {
        const struct lex_concept c = lex_concept(x, id);

        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            for (unsigned l = 0; l < LEX_LANGUAGES; l++)
                if (str_is(str_from(c.name), kinds[k]) && c.label[l][0] &&
                    key_of(str_from(c.label[l]), a, &keys[(*n)++], e))
                    return e->code;
    }
    return OK;
}

enum err totals_find(const struct schema_table *t, const struct lex *x,
                     struct arena *a, struct total_rows *out, struct error *e)
{
    struct str keys[COUNT_OF(kinds) * LEX_LANGUAGES];
    size_t n = 0;

    *out = (struct total_rows){.n = 0};
    if (keys_of(x, a, keys, &n, e))
        return e->code;
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].total_text.n) {
            out->column = (uint16_t)i;
            out->value[out->n++] = t->columns[i].total_text;
            return OK;
        }
    for (size_t i = 0; i < t->n_columns && out->n == 0; i++) {
        const struct schema_column *c = &t->columns[i];
        struct str text;

        out->column = (uint16_t)i;
        if (c->total_label.n) {
            out->value[out->n++] = c->total_label;
            out->is_null = c->view != VIEW_WHOLE_DAY;
            return OK;
        }
        if (c->kind != COLUMN_TEXT || !c->keys.n || !schema_may_total(t, c))
            continue;
        if (simplify(c, a, &text, e))
            return e->code;
        for (size_t k = 0; k < n; k++)
            add_values(c, text, keys[k], t->total_rows > 0, out);
        if (c->complete && out->n == c->n_values)
            out->n = 0; /* nothing else is there: it is not a label of rows */
    }
    return OK;
}
