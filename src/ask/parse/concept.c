#include "ask/parse/concept.h"

#include <string.h>

#define BROADER 4 /* concepts that one is a kind of */
#define STEPS   3 /* from one to what is broader */

#define STATES_OF \
    8 /* of one value that are kept, when its column's category is known */

#define VALUE_BYTES ((size_t)16 * 1024 * 1024) /* for the words of one */
#define ROOM_BYTES  ((size_t)256 * 1024 * 1024)

static enum lex_column_type type_of(const struct schema_column *c)
{
    switch (c->kind) {
    case COLUMN_NUMBER: return LEX_COLUMN_NUMBER;
    case COLUMN_ID: return LEX_COLUMN_NUMBER;
    case COLUMN_DATE: return LEX_COLUMN_DATE;
    case COLUMN_BOOL: return LEX_COLUMN_BOOL;
    case COLUMN_TEXT:
    case COLUMN_OTHER: break;
    }
    return LEX_COLUMN_TEXT;
}

static enum err of_columns(const struct schema_table *t, struct arena *a,
                           struct table_concepts *out, struct error *e)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];
        struct lex_text name;

        if (lex_text_make(&c->words, a, &name, e))
            return e->code;
        lex_column_of(out->lex, &name, type_of(c), &out->column[i]);
    }
    return OK;
}

static void add_row(struct table_concepts *out, uint16_t concept_id)
{
    for (size_t i = 0; i < out->n_rows; i++)
        if (out->row[i] == concept_id)
            return;
    if (out->n_rows < CONCEPTS_OF_ROW)
        out->row[out->n_rows++] = concept_id;
}

static void rows_of_senses(struct table_concepts *out, struct lex_senses s)
{
    for (size_t i = 0; i < s.n; i++) {
        const enum lex_kind kind =
            lex_concept(out->lex, s.sense[i].concept_id).kind;

        if (s.sense[i].role == LEX_NOUN && kind <= LEX_EVENT)
            add_row(out, s.sense[i].concept_id);
    }
}

/* What the words of the table's name say that a row is. */
static enum err of_rows(const struct schema_table *t, struct arena *a,
                        struct table_concepts *out, struct error *e)
{
    struct lex_text name;

    if (lex_text_make(&t->words, a, &name, e))
        return e->code;
    for (size_t n = t->words.n < 3 ? t->words.n : 3; n > 0; n--)
        for (size_t at = 0; at + n <= t->words.n; at++) {
            rows_of_senses(out, lex_find(out->lex, &name, at, n));
            for (unsigned l = 0; l < LEX_LANGUAGES; l++)
                rows_of_senses(out, lex_find_stems(out->lex, &name, at, n,
                                                   (enum lex_language)l));
        }
    return OK;
}

/* Things that a value says: "Film" of a column type. */
static void add_things(const struct lex *x, const struct lex_text *text,
                       struct lex_names *out)
{
    const struct lex_senses s = lex_find(x, text, 0, text->words->n);

    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role == LEX_NOUN)
            lex_names_add(out, &s.sense[i]);
}

/* The states that one value says, as it is written; else the things. */
static enum err names_of_value(const struct lex *x, struct str value,
                               struct arena *a, struct lex_names *out,
                               struct error *e)
{
    struct words w;
    struct lex_text text;
    struct str fold[LEX_MAX_WORDS]; /* no stems are needed */

    out->n = 0;
    if (words_cut(value, WORDS_TEXT, a, &w, e))
        return e->code;
    if (w.n == 0 || w.n > LEX_MAX_WORDS)
        return OK;
    for (size_t i = 0; i < w.n; i++)
        if (lex_fold(&w.word[i], a, &fold[i], e))
            return e->code;
    text = (struct lex_text){.words = &w, .stem[LEX_ZH] = fold};
    lex_names_of(x, &text, 0, w.n, out);
    if (out->n == 0)
        add_things(x, &text, out);
    return OK;
}

/* The words of each value are not kept: a view of joined tables has thousands. */
static enum err read_values(const struct lex *x, const struct schema_column *c,
                            struct lex_names *names, struct error *e)
{
    struct arena scratch;
    enum err rc = OK;

    arena_init(&scratch, VALUE_BYTES);
    for (size_t k = 0; k < c->n_values && !rc; k++) {
        rc = names_of_value(x, c->values[k], &scratch, &names[k], e);
        arena_reset(&scratch);
    }
    arena_release(&scratch);
    return rc;
}

/* States that the values of a column say. */
static enum err of_values(const struct schema_table *t, size_t i,
                          struct arena *a, struct table_concepts *out,
                          struct error *e)
{
    const struct schema_column *c = &t->columns[i];
    struct lex_names *names;

    if (c->kind != COLUMN_TEXT || c->n_values > CONCEPT_VALUES)
        return OK;
    names = arena_alloc_array(a, c->n_values + 1, sizeof(*names), e);
    if (!names || read_values(out->lex, c, names, e))
        return e->code;
    lex_names_agree(out->lex, &out->column[i], names, c->n_values);
    for (size_t k = 0; k < c->n_values; k++)
        for (size_t n = 0; n < names[k].n && n < STATES_OF; n++)
            out->value[out->n_values++] = (struct value_concept){
                names[k].state[n], (uint16_t)i, &c->values[k]};
    return OK;
}

/* What all values say; there is room for more than most do. */
static enum err of_all_values(const struct schema_table *t, struct arena *a,
                              struct table_concepts *out, struct error *e)
{
    struct value_concept *found;
    struct arena scratch;
    size_t room = 0;
    enum err rc = OK;

    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].n_values <= CONCEPT_VALUES)
            room += STATES_OF * t->columns[i].n_values;
    arena_init(&scratch, ROOM_BYTES);
    out->value = arena_alloc_array(&scratch, room + 1, sizeof(*out->value), e);
    if (!out->value)
        rc = e->code;
    for (size_t i = 0; i < t->n_columns && !rc; i++)
        rc = of_values(t, i, &scratch, out, e);
    found =
        rc ? NULL : arena_alloc_array(a, out->n_values + 1, sizeof(*found), e);
    if (found && out->value)
        memcpy(found, out->value, out->n_values * sizeof(*found));
    out->value = found;
    arena_release(&scratch);
    return found ? OK : e->code;
}

enum err concepts_of(const struct schema_table *t, struct arena *a,
                     struct table_concepts *out, struct error *e)
{
    *out = (struct table_concepts){.lex = lex_shared()};
    out->column =
        arena_alloc_array(a, t->n_columns + 1, sizeof(*out->column), e);
    if (!out->column || of_columns(t, a, out, e) || of_rows(t, a, out, e))
        return e->code;
    return of_all_values(t, a, out, e);
}

double concepts_strength(const struct table_concepts *c, size_t column,
                         uint16_t concept_id)
{
    const struct lex_column *of = &c->column[column];

    for (size_t i = 0; i < of->n; i++)
        if (of->found[i].concept_id == concept_id)
            return of->found[i].strength;
    return 0;
}

/* Is a concept, or what it is a kind of, another one? */
static bool is_within(const struct lex *x, uint16_t id, uint16_t broad,
                      unsigned steps)
{
    uint16_t broader[BROADER];
    size_t n;

    if (id == broad)
        return true;
    n = steps ? lex_related(x, id, LEX_BROADER, broader, BROADER) : 0;
    for (size_t i = 0; i < n; i++)
        if (is_within(x, broader[i], broad, steps - 1))
            return true;
    return false;
}

double concepts_strength_within(const struct table_concepts *c, size_t column,
                                uint16_t concept_id)
{
    const struct lex_column *of = &c->column[column];

    for (size_t i = 0; i < of->n; i++) /* strongest first */
        if (is_within(c->lex, of->found[i].concept_id, concept_id, STEPS))
            return of->found[i].strength;
    return 0;
}
