/*
 * union_schema.c - the merged profile of tables that are queried as one.
 *
 * Rows and values add up. How many values differ is exact where the profiles
 * have them all; else files whose values do not meet add up, and of others the
 * file with the most is taken.
 */
#include "answer/table_union.h"

#include <stdlib.h>
#include <string.h>

#define PROFILE_BYTES ((size_t)256 << 20)

static uint64_t count_of(const struct json *column, const char *member)
{
    const struct json *j = json_find(column, member);
    struct error ignored;
    uint64_t n = 0;

    if (!j || json_read_u64(j, member, UINT64_MAX / 2, &n, &ignored))
        return 0;
    return n;
}

/* ---- values ---- */

struct values {
    struct str *list; /* list[n], sorted, each once */
    size_t n;
    bool complete; /* all that occur */
    bool recalled; /* all that the question may mean */
};

static int compare_texts(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static const struct json *profile_values(const struct json *column)
{
    const struct json *d = json_find(column, "dictionary");

    return json_is_true(json_find(d, "complete")) ? json_find(d, "values")
                                                  : NULL;
}

static size_t count_values(const struct union_column *c, size_t member)
{
    const struct json *all = profile_values(c->of[member]);

    return all ? all->count : c->known[member]->n_values;
}

static void take_values(const struct union_column *c, size_t member,
                        struct values *v)
{
    const struct json *all = profile_values(c->of[member]);
    const struct schema_column *known = c->known[member];

    if (all) {
        for (const struct json *j = all->first; j; j = j->next)
            v->list[v->n++] = json_text(j);
        return;
    }
    if (known->empty)
        return;
    v->complete = false;
    v->recalled &= known->complete || known->recalled;
    for (size_t i = 0; i < known->n_values; i++)
        v->list[v->n++] = known->values[i];
}

static enum err merge_values(const struct table_union *u,
                             const struct union_column *c, struct arena *a,
                             struct values *v, struct error *e)
{
    size_t room = 1;
    size_t kept = 0;

    *v = (struct values){.complete = true, .recalled = true};
    for (size_t i = 0; i < u->n; i++)
        room += c->of[i] ? count_values(c, i) : 0;
    v->list = arena_alloc_array(a, room, sizeof(*v->list), e);
    if (!v->list)
        return e->code;
    for (size_t i = 0; i < u->n; i++) {
        if (c->of[i])
            take_values(c, i, v);
    }
    qsort(v->list, v->n, sizeof(*v->list), compare_texts);
    for (size_t i = 0; i < v->n; i++) {
        if (kept == 0 || !str_eq(v->list[kept - 1], v->list[i]))
            v->list[kept++] = v->list[i];
    }
    v->n = kept;
    return OK;
}

/* ---- a column ---- */

/* As numbers, or as dates and texts are ordered. */
static bool is_before(const struct json *x, const struct json *y)
{
    if (x->type == JSON_NUMBER && y->type == JSON_NUMBER)
        return json_double(x) < json_double(y);
    return str_cmp(x->text, y->text) < 0;
}

static const struct json *extreme(const struct table_union *u,
                                  const struct union_column *c, bool max)
{
    const struct json *best = NULL;

    for (size_t i = 0; i < u->n; i++) {
        const struct json *j =
            c->of[i] ? json_find(c->of[i], max ? "max" : "min") : NULL;

        if (!j || (j->type != JSON_NUMBER && j->type != JSON_STRING))
            continue;
        if (!best || (max ? is_before(best, j) : is_before(j, best)))
            best = j;
    }
    return best;
}

/* Do the files follow each other: order_id 1 to 100, then 101 to 180? */
static bool follow(const struct table_union *u, const struct union_column *c)
{
    const struct json *last = NULL;

    for (size_t i = 0; i < u->n; i++) {
        const struct json *min = c->of[i] ? json_find(c->of[i], "min") : NULL;
        const struct json *max = c->of[i] ? json_find(c->of[i], "max") : NULL;

        if (!min || !max || min->type == JSON_NULL)
            continue;
        if (last && !is_before(last, min))
            return false;
        last = max;
    }
    return true;
}

static uint64_t distinct_of(const struct table_union *u,
                            const struct union_column *c)
{
    uint64_t sum = 0;
    uint64_t most = 0;

    for (size_t i = 0; i < u->n; i++) {
        uint64_t n = c->of[i] ? count_of(c->of[i], "distinct_estimate") : 0;

        sum += n;
        most = n > most ? n : most;
    }
    return follow(u, c) ? sum : most;
}

static const struct json *first_samples(const struct table_union *u,
                                        const struct union_column *c)
{
    for (size_t i = 0; i < u->n; i++) {
        const struct json *j =
            c->of[i] ? json_find(c->of[i], "sample_values") : NULL;

        if (j && j->first)
            return j;
    }
    return NULL;
}

static void put_texts(const struct str *texts, size_t n, struct jsonw *w)
{
    jsonw_key(w, "dictionary");
    jsonw_begin_object(w);
    jsonw_member_bool(w, "complete", true); /* so that they are read */
    jsonw_key(w, "values");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++) {
        if (texts[i].n)
            jsonw_str(w, texts[i]);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static void put_extreme(const struct json *j, const char *key, struct jsonw *w)
{
    if (!j)
        return;
    jsonw_key(w, key);
    json_write(j, w);
}

static void put_column(const struct table_union *u,
                       const struct union_column *c, const struct values *v,
                       struct jsonw *w)
{
    const struct json *samples = first_samples(u, c);
    uint64_t filled = 0;

    for (size_t i = 0; i < u->n; i++)
        filled += c->of[i] ? count_of(c->of[i], "non_null_count") : 0;
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", c->name);
    jsonw_member_str(w, "inferred_type", c->type);
    jsonw_member_u64(w, "non_null_count", filled);
    jsonw_member_u64(w, "distinct_estimate",
                     v && v->complete ? v->n : distinct_of(u, c));
    if (!c->differs) {
        put_extreme(extreme(u, c, false), "min", w);
        put_extreme(extreme(u, c, true), "max", w);
    }
    put_extreme(samples, "sample_values", w);
    if (v)
        put_texts(v->list, v->n, w);
    jsonw_end_object(w);
}

/* ---- the columns from names ---- */

static void put_named(const struct table_union *u, struct str name,
                      const struct str *texts, const char *type,
                      struct jsonw *w)
{
    struct str min = texts[0];
    struct str max = texts[0];
    uint64_t rows = 0;
    size_t distinct = 0;

    for (size_t i = 0; i < u->n; i++) {
        size_t k = 0;

        rows += u->members[i].rows;
        while (!str_eq(texts[k], texts[i]))
            k++;
        distinct += k == i;
        min = str_cmp(texts[i], min) < 0 ? texts[i] : min;
        max = str_cmp(texts[i], max) > 0 ? texts[i] : max;
    }
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", name);
    jsonw_member_cstr(w, "inferred_type", type);
    jsonw_member_u64(w, "non_null_count", rows);
    jsonw_member_u64(w, "distinct_estimate", distinct);
    if (strcmp(type, "integer") == 0) {
        jsonw_member_raw(w, "min", min);
        jsonw_member_raw(w, "max", max);
    } else {
        jsonw_member_str(w, "min", min);
        jsonw_member_str(w, "max", max);
    }
    if (strcmp(type, "string") == 0)
        put_texts(texts == u->names ? u->marks : texts, u->n, w);
    jsonw_end_object(w);
}

/* ---- the table ---- */

static bool has_values(const struct union_column *c)
{
    return str_is(c->type, "string") && !c->differs;
}

/* What a file's map tells of a column. */
struct written {
    struct str name;
    const struct json *json;
};

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const struct written *)a)->name,
                   ((const struct written *)b)->name);
}

/* Of the columns of a file, out[i] is of u->columns[i]; NULL: it tells nothing of it. */
static enum err read_written(const struct table_union *u, size_t file,
                             struct arena *a, const struct json **out,
                             struct error *e)
{
    const struct json *list =
        json_find(json_find(u->members[file].map, "fidelity"), "columns");
    struct written *all =
        arena_alloc_array(a, list ? list->count : 0, sizeof(*all), e);
    size_t n = 0;

    if (!all)
        return e->code;
    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        all[n++] = (struct written){json_text(json_find(j, "name")), j};
    qsort(all, n, sizeof(*all), by_name);
    for (size_t i = 0; i < u->n_columns; i++) {
        const struct json *of = u->columns[i].of[file];
        const struct written key = {.name = json_text(json_find(of, "name"))};
        const struct written *found =
            of ? bsearch(&key, all, n, sizeof(*all), by_name) : NULL;

        out[i] = found ? found->json : NULL;
    }
    return OK;
}

/* Do all files write the numbers of a column per cent that have some? */
static bool is_percent(const struct table_union *u,
                       const struct union_column *c)
{
    bool some = false;

    for (size_t i = 0; i < u->n; i++) {
        if (!c->of[i] || c->known[i]->empty)
            continue;
        if (!c->known[i]->percent)
            return false;
        some = true;
    }
    return some;
}

/* Rows of a file that are sums of others. */
static uint64_t total_rows_of(const struct table_union *u, size_t i)
{
    const struct json *fidelity = json_find(u->members[i].map, "fidelity");

    return fidelity ? count_of(fidelity, "total_rows_count") : 0;
}

/* What the rows of totals of all files have in a column; empty: not the same. */
static struct str label_of(const struct table_union *u,
                           const struct json *const *of)
{
    struct str all = {0};

    for (size_t i = 0; i < u->n; i++) {
        const struct json *j = of[i * u->n_columns];
        const struct str label =
            j ? json_text(json_find(j, "total_label")) : STR("");

        if (total_rows_of(u, i) == 0)
            continue;
        if (label.n == 0 || (all.n && !str_eq(label, all)))
            return STR("");
        all = label;
    }
    return all;
}

/* How files write a column: the word that it has where there is no value and how often,
 * its currency, that all of them write it per cent, and what their rows of totals have
 * there; of[i * u->n_columns] is what file i tells. */
static void put_written(const struct table_union *u,
                        const struct union_column *c,
                        const struct json *const *of, struct jsonw *w)
{
    struct str mark = {0};
    struct str currency = {0};
    const struct str label = label_of(u, of);
    uint64_t n = 0;
    uint64_t cells = 0;

    for (size_t i = 0; i < u->n; i++) {
        const struct json *j = of[i * u->n_columns];

        if (!j)
            continue;
        n += count_of(j, "null_words");
        cells += count_of(j, "currency_cells");
        if (json_find(j, "null_mark"))
            mark = json_text(json_find(j, "null_mark"));
        if (json_find(j, "currency"))
            currency = json_text(json_find(j, "currency"));
    }
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", c->name);
    if (mark.n) {
        jsonw_member_u64(w, "null_words", n);
        jsonw_member_str(w, "null_mark", mark);
    }
    if (label.n)
        jsonw_member_str(w, "total_label", label);
    if (currency.n)
        jsonw_member_str(w, "currency", currency);
    if (cells)
        jsonw_member_u64(w, "currency_cells", cells);
    if (is_percent(u, c))
        jsonw_member_bool(w, "percent", true);
    jsonw_end_object(w);
}

/* Rows of all files that are sums of others, where their maps have them. */
static void put_totals(const struct table_union *u,
                       const struct json *const *written, struct jsonw *w)
{
    uint64_t totals = 0;

    for (size_t i = 0; i < u->n; i++)
        totals += total_rows_of(u, i);
    jsonw_key(w, "map");
    jsonw_begin_object(w);
    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "total_rows_count", totals);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < u->n_columns; i++)
        put_written(u, &u->columns[i], written + i, w);
    jsonw_end_array(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static enum err write_columns(const struct table_union *u,
                              const struct values *values, struct arena *a,
                              struct str *text, struct error *e)
{
    const struct json **written = arena_alloc_array(
        a, u->n * u->n_columns, sizeof(const struct json *), e);
    uint64_t rows = 0;
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (!written)
        return e->code;
    for (size_t i = 0; i < u->n; i++) {
        if (read_written(u, i, a, written + i * u->n_columns, e))
            return e->code;
        rows += u->members[i].rows;
    }
    buf_init(&b, PROFILE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_u64(&w, "row_count", rows);
    put_totals(u, written, &w);
    jsonw_key(&w, "columns");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < u->n_columns; i++)
        put_column(u, &u->columns[i],
                   has_values(&u->columns[i]) ? &values[i] : NULL, &w);
    put_named(u, u->file_column, u->names, "string", &w);
    if (u->periods)
        put_named(u, u->period_column, u->periods,
                  u->period_is_date   ? "date"
                  : u->period_is_year ? "integer"
                                      : "string",
                  &w);
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    rc = buf_dup(&b, a, text, e);
    buf_release(&b);
    return rc;
}

/* What asking looks at of a map: whose it is. */
static enum err make_source(const struct table_union *u, struct arena *a,
                            struct answer_source *out, struct error *e)
{
    const struct answer_source *first = &u->members[0];
    struct json *map = arena_alloc(a, sizeof(*map), e);
    struct json *source = arena_alloc(a, sizeof(*source), e);
    const struct json *had = json_find(first->map, "source");

    if (!map || !source)
        return e->code;
    *map = (struct json){.type = JSON_OBJECT};
    if (had) {
        *source = *had;
        source->next = NULL;
        map->first = source;
        map->count = 1;
    }
    *out = (struct answer_source){
        .from = first->from, .file = u->name, .map = map, .united = u};
    for (size_t i = 0; i < u->n; i++)
        out->rows += u->members[i].rows;
    return OK;
}

/* The files are found by their marks, and called by their names. */
static void name_files(const struct table_union *u, struct schema_column *c)
{
    size_t n = 0;

    for (size_t i = 0; i < u->n && n < c->n_values; i++) {
        if (u->marks[i].n)
            c->values[n++] = u->names[i];
    }
    c->complete = c->recalled = false;
}

/* A column goes by each name that a file gave it. */
static enum err name_columns(const struct table_union *u,
                             struct schema_table *t, struct arena *a,
                             struct error *e)
{
    for (size_t i = 0; i < u->n_columns; i++) {
        const struct union_column *c = &u->columns[i];
        struct column_alias *also =
            arena_alloc_array(a, UNION_CALLED, sizeof(*also), e);
        size_t n = 0;

        if (!also)
            return e->code;
        for (size_t k = 0; k < c->n_called; k++)
            if (!str_eq(c->called[k]->name, c->name))
                also[n++].words = c->called[k]->words;
        t->columns[i].aliases = also;
        t->columns[i].n_aliases = n;
    }
    return OK;
}

enum err union_schema(const struct table_union *u, struct ask_schema *s,
                      struct arena *a, struct answer_source *source,
                      struct error *e)
{
    struct values *values =
        arena_alloc_array(a, u->n_columns + 1, sizeof(*values), e);
    struct json *full = NULL;
    struct schema_table *t;
    struct str text = {0};

    if (!values)
        return e->code;
    for (size_t i = 0; i < u->n_columns; i++) {
        if (has_values(&u->columns[i]) &&
            merge_values(u, &u->columns[i], a, &values[i], e))
            return e->code;
    }
    if (write_columns(u, values, a, &text, e) ||
        json_parse(text, &json_default_limits, a, &full, e) ||
        make_source(u, a, source, e) ||
        schema_add(s, u->name, STR("data"), full, a, e))
        return e->code;
    source->full = full;
    t = &s->tables[s->n_tables - 1];
    name_files(u, &t->columns[u->n_columns]);
    if (name_columns(u, t, a, e))
        return e->code;
    for (size_t i = 0; i < u->n_columns; i++) {
        if (!has_values(&u->columns[i]) || values[i].complete)
            continue;
        t->columns[i].complete = false;
        t->columns[i].recalled = values[i].recalled;
    }
    return OK;
}
