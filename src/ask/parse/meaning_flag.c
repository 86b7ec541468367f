#include "ask/parse/meaning_flag.h"

#define MOST_VALUES 12 /* of a column that has a value for none of the others */
#define MOST_OTHERS 2  /* beside yes and no: "partly", "?" */

static void put(struct str *values, uint8_t *n, struct str value)
{
    for (size_t i = 0; i < *n; i++)
        if (str_eq(values[i], value))
            return;
    if (*n < FLAG_VALUES)
        values[(*n)++] = value;
}

/* A value as it is looked up; no words: it is none that could be. */
struct value_text {
    struct words words;
    struct lex_text text;
};

static enum err cut(const struct meanings *m, struct str value,
                    struct value_text *out, struct error *e)
{
    *out = (struct value_text){0};
    if (words_cut(value, WORDS_TEXT, m->a, &out->words, e))
        return e->code;
    if (out->words.n > LEX_MAX_WORDS)
        out->words.n = 0;
    return lex_text_make(&out->words, m->a, &out->text, e);
}

/* A value that is a word for yes or for no. Codes are of many states: a list of those
 * that a value may say (lex_names.h) is too short for Y. */
static void by_word(const struct meanings *m, struct str value,
                    const struct value_text *v, struct flag_values *out)
{
    const struct lex *x = m->concepts->lex;
    const struct lex_senses s = v->words.n
                                    ? lex_find(x, &v->text, 0, v->words.n)
                                    : (struct lex_senses){0};

    for (size_t i = 0; i < s.n; i++) {
        if (s.sense[i].role != LEX_WORD && s.sense[i].role != LEX_CODE)
            continue;
        if (lex_concept_is(x, s.sense[i].concept_id, "no"))
            put(out->no, &out->n_no, value);
        else if (lex_concept_is(x, s.sense[i].concept_id, "yes"))
            put(out->yes, &out->n_yes, value);
    }
}

/* How many words of a value are a negation that it begins with. */
static size_t negation_at(const struct meanings *m, const struct value_text *v)
{
    const struct lex *x = m->concepts->lex;

    for (size_t n = v->words.n; n-- > 1;) {
        const struct lex_senses s = lex_find(x, &v->text, 0, n);

        for (size_t i = 0; i < s.n; i++)
            if (s.sense[i].role == LEX_OPERATION_WORD &&
                (lex_concept_is(x, s.sense[i].concept_id, "op-not") ||
                 lex_concept_is(x, s.sense[i].concept_id, "op-empty")))
                return n;
    }
    return 0;
}

/* Does a text end with the stems that another has from a word on? */
static bool ends_as(const struct words *text, const struct words *other,
                    size_t from)
{
    const size_t n = other->n - from;

    if (n == 0 || n > text->n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!str_eq(text->word[text->n - n + i].stem,
                    other->word[from + i].stem))
            return false;
    return true;
}

/* "Not paid" beside "Paid", or of a column Paid. */
static void by_negation(const struct meanings *m, const struct schema_column *c,
                        const struct value_text *v, struct flag_values *out)
{
    for (size_t i = 0; i < 2 && !out->n_no; i++) {
        const struct words *w = &v[i].words;
        const size_t from = negation_at(m, &v[i]);

        if (!from || (!ends_as(&v[1 - i].words, w, from) &&
                      !ends_as(&c->words, w, from)))
            continue;
        put(out->no, &out->n_no, c->values[i]);
        put(out->yes, &out->n_yes, c->values[1 - i]);
    }
}

/* Is it a word, and no letter that may be the code of anything? */
static bool is_word(struct str value)
{
    return value.n > 2;
}

/* Does no value of another kind say that yes and no mean something else? */
static bool is_flag(const struct schema_column *c, const struct flag_values *f)
{
    if (f->n_yes && f->n_no)
        return c->n_values <= (size_t)f->n_yes + f->n_no + MOST_OTHERS;
    return f->n_no && (is_word(f->no[0]) || c->n_values == f->n_no ||
                       (f->no[0].n == 2 && c->n_values == 2));
}

static enum err find(const struct meanings *m, const struct schema_column *c,
                     struct flag_values *out, struct error *e)
{
    struct value_text v[MOST_VALUES];

    *out = (struct flag_values){0};
    if (c->kind != COLUMN_TEXT || !c->complete || !c->n_values ||
        c->n_values > MOST_VALUES || c->n_periods)
        return OK;
    for (size_t i = 0; i < c->n_values; i++) {
        if (cut(m, c->values[i], &v[i], e))
            return e->code;
        by_word(m, c->values[i], &v[i], out);
    }
    if (!out->n_no && c->n_values == 2) {
        out->n_yes = 0;
        by_negation(m, c, v, out);
    }
    if (!is_flag(c, out))
        out->n_no = out->n_yes = 0;
    out->pure = out->n_yes && c->n_values == (size_t)out->n_yes + out->n_no;
    return OK;
}

enum err meanings_flags(struct meanings *m, struct error *e)
{
    m->flag =
        arena_alloc_array(m->a, m->table->n_columns + 1, sizeof(*m->flag), e);
    if (!m->flag)
        return e->code;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        if (find(m, &m->table->columns[i], &m->flag[i], e))
            return e->code;
        if (m->flag[i].pure)
            m->nature[i] = NATURE_FLAG;
    }
    return OK;
}

bool meanings_says_no(const struct meanings *m, uint16_t column,
                      struct str value)
{
    const struct flag_values *f = &m->flag[column];

    for (size_t i = 0; i < f->n_no; i++)
        if (str_eq(f->no[i], value))
            return true;
    return false;
}
