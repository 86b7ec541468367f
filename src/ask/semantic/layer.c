#include "ask/semantic/layer.h"

#include "ask/link/recall.h"
#include "ask/spec/formula.h"

#include <string.h>

/* A table while the layer is applied to it. */
struct applying {
    struct schema_table *t;
    struct semantic_terms *terms;
    struct arena *a;
    size_t room; /* of columns */
};

struct semantic_range semantic_range_read(const struct json *j)
{
    const struct json *min = json_find(j, "min");
    const struct json *max = json_find(j, "max");

    return (struct semantic_range){.has_min = min != NULL,
                                   .has_max = max != NULL,
                                   .min = json_double(min),
                                   .max = json_double(max)};
}

bool semantic_is_of(const struct json *note, const struct schema_table *t)
{
    struct str name = json_text(json_find(note, "table_name"));
    struct str own = str_after_last(t->name, '/');

    return name.n == 0 || str_eq_nocase(name, t->name) ||
           str_eq_nocase(name, own) ||
           (own.n > name.n && own.p[name.n] == '.' &&
            str_eq_nocase(str_slice(own, 0, name.n), name));
}

const struct semantic_term *semantic_find_term(const struct semantic_terms *t,
                                               struct str column)
{
    for (size_t i = 0; t && i < t->n; i++) {
        if (str_eq(t->list[i].column, column))
            return &t->list[i];
    }
    return NULL;
}

/* The term of a column, which is made when there is none. */
static struct semantic_term *term_of(struct applying *x, struct str column)
{
    struct semantic_terms *t = x->terms;

    for (size_t i = 0; i < t->n; i++) {
        if (str_eq(t->list[i].column, column))
            return &t->list[i];
    }
    t->list[t->n].column = column;
    return &t->list[t->n++];
}

static enum err add_alias(struct applying *x, struct schema_column *c,
                          struct str text, enum words_mode mode,
                          struct str value, struct error *e)
{
    struct column_alias *list =
        arena_alloc_array(x->a, c->n_aliases + 1, sizeof(*list), e);

    if (!list)
        return e->code;
    if (c->n_aliases)
        memcpy(list, c->aliases, c->n_aliases * sizeof(*list));
    list[c->n_aliases].value = value;
    if (words_cut(text, mode, x->a, &list[c->n_aliases].words, e))
        return e->code;
    c->aliases = list;
    c->n_aliases++;
    return OK;
}

static enum err add_aliases(struct applying *x, struct schema_column *c,
                            const struct json *texts, struct str value,
                            struct error *e)
{
    enum err rc = OK;

    for (const struct json *j = texts ? texts->first : NULL; j && !rc;
         j = j->next)
        rc = add_alias(x, c, j->text, WORDS_TEXT, value, e);
    return rc;
}

static enum err apply_note(struct applying *x, const struct json *note,
                           struct error *e)
{
    struct schema_column *c =
        schema_find_column(x->t, json_text(json_find(note, "column_name")));
    const struct json *values = json_find(note, "value_synonyms");
    const struct json *range = json_find(note, "typical_range");
    struct semantic_term *term;
    enum err rc;

    if (!c || !semantic_is_of(note, x->t))
        return OK;
    term = term_of(x, c->name);
    if (range)
        term->range = semantic_range_read(range);
    term->part_of = json_text(json_find(note, "part_of"));
    rc = add_aliases(x, c, json_find(note, "synonyms"), (struct str){0}, e);
    for (const struct json *v = values ? values->first : NULL; v && !rc;
         v = v->next) {
        struct str found;

        rc = schema_find_value(c, v->key, x->a, &found, e);
        if (!rc && str_eq(found, v->key) && found.n)
            rc = add_aliases(x, c, v, v->key, e);
    }
    return rc;
}

/* ---- metrics ---- */

/* The first column that a metric prefers; or the one that is called as it is. */
static struct schema_column *preferred(const struct applying *x,
                                       const struct json *metric)
{
    const struct json *names = json_find(metric, "preferred_columns");

    for (const struct json *n = names ? names->first : NULL; n; n = n->next) {
        struct schema_column *c = schema_find_column(x->t, n->text);

        if (c)
            return c;
    }
    return schema_find_column(x->t,
                              json_text(json_find(metric, "metric_name")));
}

/* Does the formula read, and has the table numbers for it? */
static bool is_computable(const struct schema_table *t, struct str formula,
                          struct formula *f)
{
    struct error ignored;

    if (formula.n == 0 || formula_parse(formula, f, &ignored))
        return false;
    for (size_t i = 0; i < f->n; i++) {
        const struct schema_column *c;

        if (f->node[i].op != FORMULA_COLUMN)
            continue;
        c = schema_find_column(t, f->node[i].text);
        if (!c || c->kind != COLUMN_NUMBER || c->formula.n)
            return false;
    }
    return true;
}

/* A column that the file has not; without a formula it is empty. */
static enum err add_column(struct applying *x, struct str name,
                           struct str formula, struct schema_column **out,
                           struct error *e)
{
    struct schema_table *t = x->t;
    struct schema_column *c;

    if (t->n_columns == x->room) {
        c = arena_alloc_array(x->a, x->room + 16, sizeof(*c), e);
        if (!c)
            return e->code;
        memcpy(c, t->columns, t->n_columns * sizeof(*c));
        t->columns = c;
        x->room += 16;
    }
    c = &t->columns[t->n_columns];
    *c = (struct schema_column){.name = name,
                                .kind = COLUMN_NUMBER,
                                .formula = formula,
                                .non_null = t->rows,
                                .distinct = t->rows};
    if (schema_name_column(c, x->a, e))
        return e->code;
    t->n_columns++;
    *out = c;
    return OK;
}

/* The column of a metric; NULL where the table has nothing for it. */
static enum err column_of(struct applying *x, const struct json *metric,
                          struct schema_column **out, struct error *e)
{
    struct str name = json_text(json_find(metric, "metric_name"));
    struct str formula = json_text(json_find(metric, "formula"));
    struct formula f;

    *out = preferred(x, metric);
    if (*out)
        return OK;
    if (is_computable(x->t, formula, &f))
        return add_column(x, name, formula, out, e);
    return json_is(json_find(metric, "data_status"), "empty")
               ? add_column(x, name, (struct str){0}, out, e)
               : OK;
}

/* "bank", "banco", "banca" of the names of columns of text. */
static struct str find_banks(const struct schema_table *t)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (size_t k = 0; c->kind == COLUMN_TEXT && k < c->words.n; k++) {
            struct str word = c->words.word[k].fold;

            if (str_starts(word, STR("banc")) || str_starts(word, STR("bank")))
                return c->name;
        }
    }
    return (struct str){0};
}

static struct str needs_of(const struct schema_table *t,
                           const struct json *metric)
{
    const struct json *list = json_find(metric, "requires");

    for (const struct json *n = list ? list->first : NULL; n; n = n->next) {
        const struct schema_column *c = schema_find_column(t, n->text);

        if (c)
            return c->name;
    }
    return json_is_true(json_find(metric, "requires_banks")) ? find_banks(t)
                                                             : (struct str){0};
}

/* A metric of which nothing is said is averaged, as a rate is not added up. */
static enum agg aggregation_of(const struct json *metric)
{
    static const enum agg known[] = {AGG_SUM, AGG_MEDIAN, AGG_MIN, AGG_MAX};
    const struct json *said = json_find(metric, "aggregation");

    for (size_t i = 0; said && i < COUNT_OF(known); i++)
        if (json_is(said, agg_name(known[i])))
            return known[i];
    return AGG_AVG;
}

static void describe(struct applying *x, const struct json *metric,
                     struct schema_column *c)
{
    struct semantic_term *term = term_of(x, c->name);
    const struct json *range = json_find(metric, "typical_range");
    const struct json *status = json_find(metric, "data_status");
    struct formula f;

    term->metric = json_text(json_find(metric, "metric_name"));
    term->needs = needs_of(x->t, metric);
    term->chart = json_text(json_find(metric, "typical_viz"));
    term->partial = json_is(status, "partial");
    c->empty |= json_is(status, "empty");
    c->aggregation = aggregation_of(metric);
    if (range)
        term->range = semantic_range_read(range);
    if (c->formula.n && is_computable(x->t, c->formula, &f)) {
        c->aggregated = f.aggregates;
        (void)formula_is_fraction(&f, &term->whole);
    }
}

static enum err apply_metric(struct applying *x, const struct json *metric,
                             struct error *e)
{
    struct schema_column *c;
    enum err rc = column_of(x, metric, &c, e);

    if (rc || !c)
        return rc;
    rc = add_alias(x, c, json_text(json_find(metric, "metric_name")),
                   WORDS_NAME, (struct str){0}, e);
    if (!rc)
        rc =
            add_aliases(x, c, json_find(metric, "aliases"), (struct str){0}, e);
    if (!rc)
        describe(x, metric, c);
    return rc;
}

enum err semantic_apply(const struct semantic_entries *entries,
                        struct schema_table *t, struct arena *a,
                        struct semantic_terms *out, struct error *e)
{
    struct applying x = {t, out, a, t->n_columns};
    enum err rc = OK;

    *out = (struct semantic_terms){.entries = entries};
    out->list = arena_alloc_array(a, entries->n, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    for (size_t i = 0; i < entries->n && !rc; i++) {
        const struct semantic_entry *entry = &entries->list[i];
        struct json *payload;

        if (entry->collection == SEMANTIC_EXAMPLES)
            continue;
        rc = json_parse(entry->payload, &json_default_limits, a, &payload, e);
        if (!rc)
            rc = entry->collection == SEMANTIC_SCHEMA
                     ? apply_note(&x, payload, e)
                     : apply_metric(&x, payload, e);
    }
    return rc;
}
