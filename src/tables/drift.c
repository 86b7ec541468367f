#include "tables/drift.h"

#include "base/json.h"

#include <stdlib.h>

#define DRIFT_MAX_BYTES ((size_t)64 * 1024 * 1024)

/* How a text was cut, or a sheet is shown; of a map, or of a table in one. */
static const char *const reading[] = {"format",     "encoding_detected",
                                      "delimiter",  "quote_char",
                                      "has_header", "hidden"};
/* The same, in the report. */
static const char *const report[] = {"line_ending", "has_bom", "escape",
                                     "header_rows"};
/* How the cells of a column are written, in the report of each column. */
static const char *const formats[] = {"number_format", "date_format", "percent",
                                      "currency"};
static const char *const others[] = {"name",      "inferred_type", "sql_type",
                                     "row_count", "column_count",  "columns",
                                     "fidelity",  "tables"};

static bool is_compared(struct str key)
{
    return STR_IN(key, reading) || STR_IN(key, report) ||
           STR_IN(key, formats) || STR_IN(key, others);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as json_parse() lets it be */
static void summarize(const struct json *j, struct jsonw *w)
{
    if (j->type == JSON_OBJECT) {
        jsonw_begin_object(w);
        for (const struct json *m = j->first; m; m = m->next) {
            if (!is_compared(m->key))
                continue;
            jsonw_key_str(w, m->key);
            summarize(m, w);
        }
        jsonw_end_object(w);
    } else if (j->type == JSON_ARRAY) {
        jsonw_begin_array(w);
        for (const struct json *m = j->first; m; m = m->next)
            summarize(m, w);
        jsonw_end_array(w);
    } else {
        json_write(j, w);
    }
}

static bool has_tables(const struct json *map)
{
    const struct json *tables = json_find(map, "tables");

    return tables && tables->first;
}

enum err drift_summarize(struct str map, struct arena *a, struct str *out,
                         struct error *e)
{
    struct json *root;
    struct jsonw w;
    struct buf b;
    enum err rc = json_parse(map, &json_default_limits, a, &root, e);

    if (rc)
        return rc;
    buf_init(&b, DRIFT_MAX_BYTES);
    jsonw_init(&w, &b);
    if (!has_tables(root)) {
        summarize(root, &w);
    } else { /* what is at the top is said of a table, too, and may be of any */
        jsonw_begin_object(&w);
        jsonw_member_str(&w, "format", json_text(json_find(root, "format")));
        jsonw_key(&w, "tables");
        summarize(json_find(root, "tables"), &w);
        jsonw_end_object(&w);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* A column or a sheet, and that of the other side with its name. */
struct item {
    struct str name;
    size_t index;
    const struct json *object;
    const struct json *format; /* of a column: its part of the report */
    const struct item *same;   /* NULL if there is none */
    const struct item *renamed;
};

struct side {
    struct item *list;    /* list[n], as they come */
    struct item **sorted; /* by name */
    size_t n;
};

static int by_name(const void *a, const void *b)
{
    return str_cmp((*(struct item *const *)a)->name,
                   (*(struct item *const *)b)->name);
}

static enum err load_side(const struct json *objects,
                          const struct json *columns, struct arena *a,
                          struct side *s, struct error *e)
{
    const struct json *format = columns ? columns->first : NULL;

    *s = (struct side){0};
    s->list =
        arena_alloc_array(a, objects ? objects->count : 0, sizeof(*s->list), e);
    s->sorted = s->list ? arena_alloc_array(a, objects ? objects->count : 0,
                                            sizeof(struct item *), e)
                        : NULL;
    if (!s->sorted)
        return e->code;
    for (const struct json *o = objects ? objects->first : NULL; o;
         o = o->next) {
        s->list[s->n] = (struct item){
            json_text(json_find(o, "name")), s->n, o, format, NULL, NULL};
        s->sorted[s->n] = &s->list[s->n];
        s->n++;
        format = format ? format->next : NULL;
    }
    if (s->n)
        qsort(s->sorted, s->n, sizeof(struct item *), by_name);
    return OK;
}

/* Both sides are sorted: one walk finds each name in the other. */
static void match(struct side *before, struct side *now)
{
    size_t i = 0;
    size_t k = 0;

    while (i < before->n && k < now->n) {
        int order = str_cmp(before->sorted[i]->name, now->sorted[k]->name);

        if (order == 0) {
            before->sorted[i]->same = now->sorted[k];
            now->sorted[k]->same = before->sorted[i];
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static enum err load_pair(const struct json *before, const struct json *now,
                          const char *key, struct side side[2], struct arena *a,
                          struct error *e)
{
    const struct json *const tables[2] = {before, now};
    enum err rc = OK;

    for (size_t i = 0; i < 2 && !rc; i++)
        rc = load_side(json_find(tables[i], key),
                       json_find(json_find(tables[i], "fidelity"), key), a,
                       &side[i], e);
    if (!rc)
        match(&side[0], &side[1]);
    return rc;
}

/* Equal scalars; what is absent is null. */
static bool same_value(const struct json *a, const struct json *b)
{
    enum json_type left = a ? a->type : JSON_NULL;
    enum json_type right = b ? b->type : JSON_NULL;

    return left == right && (!a || !b || str_eq(a->text, b->text));
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as json_parse() lets it be */
static bool same_tree(const struct json *a, const struct json *b)
{
    const struct json *x = a->first;
    const struct json *y = b->first;

    if (!same_value(a, b) || !str_eq(a->key, b->key) || a->count != b->count)
        return false;
    for (; x && y; x = x->next, y = y->next) {
        if (!same_tree(x, y))
            return false;
    }
    return true;
}

static bool same_member(const struct json *a, const struct json *b,
                        const char *key)
{
    return same_value(json_find(a, key), json_find(b, key));
}

static bool same_type(const struct item *a, const struct item *b)
{
    return same_member(a->object, b->object, "inferred_type") &&
           same_member(a->object, b->object, "sql_type");
}

static bool same_format(const struct item *a, const struct item *b)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        if (!same_member(a->format, b->format, formats[i]))
            return false;
    }
    return true;
}

/* Columns with another name at their place, if all else is equal. */
static void find_renamed(struct side *before, struct side *now,
                         const struct json *tables[2])
{
    size_t kept = 0;

    if (before->n != now->n || !same_member(tables[0], tables[1], "has_header"))
        return;
    for (size_t i = 0; i < now->n; i++) {
        const struct item *b = &before->list[i];
        const struct item *n = &now->list[i];

        if (!same_type(b, n) ||
            (b->same ? b->same != n : n->same || !same_format(b, n)))
            return;
        kept += b->same != NULL;
    }
    if (now->n - kept > kept)
        return; /* another table, perhaps */
    for (size_t i = 0; i < now->n; i++) {
        if (before->list[i].same)
            continue;
        before->list[i].renamed = &now->list[i];
        now->list[i].renamed = &before->list[i];
    }
}

static void put_member(struct jsonw *w, const char *as,
                       const struct json *object, const char *key)
{
    jsonw_key(w, as);
    json_write(json_find(object, key), w);
}

static void put_name(struct jsonw *w, const struct item *i)
{
    jsonw_member_str(w, "name", i->name);
}

static void put_index(struct jsonw *w, const char *key, const struct item *i)
{
    jsonw_member_u64(w, key, i->index);
}

static void put_change(struct jsonw *w, const char *key,
                       const struct json *before, const struct json *now)
{
    jsonw_member_cstr(w, "field", key);
    put_member(w, "before", before, key);
    put_member(w, "after", now, key);
}

static void put_changes_of(struct jsonw *w, const char *const *keys, size_t n,
                           const struct json *before, const struct json *now)
{
    for (size_t i = 0; i < n; i++) {
        if (same_member(before, now, keys[i]))
            continue;
        jsonw_begin_object(w);
        put_change(w, keys[i], before, now);
        jsonw_end_object(w);
    }
}

static void put_changes(struct jsonw *w, const struct json *before,
                        const struct json *now)
{
    jsonw_key(w, "changes");
    jsonw_begin_array(w);
    put_changes_of(w, reading, COUNT_OF(reading), before, now);
    put_changes_of(w, report, COUNT_OF(report), json_find(before, "fidelity"),
                   json_find(now, "fidelity"));
    jsonw_end_array(w);
}

/* Columns that only this side has. */
static void put_lone_columns(struct jsonw *w, const char *key,
                             const struct side *s)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (const struct item *i = s->list; i < s->list + s->n; i++) {
        if (i->same || i->renamed)
            continue;
        jsonw_begin_object(w);
        put_name(w, i);
        put_index(w, "index", i);
        put_member(w, "inferred_type", i->object, "inferred_type");
        put_member(w, "sql_type", i->object, "sql_type");
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void put_renamed(struct jsonw *w, const struct side *before)
{
    jsonw_key(w, "columns_renamed");
    jsonw_begin_array(w);
    for (const struct item *i = before->list; i < before->list + before->n;
         i++) {
        if (!i->renamed)
            continue;
        jsonw_begin_object(w);
        put_index(w, "index", i);
        jsonw_member_str(w, "name_before", i->name);
        jsonw_member_str(w, "name_after", i->renamed->name);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void put_retyped(struct jsonw *w, const struct side *now)
{
    jsonw_key(w, "columns_retyped");
    jsonw_begin_array(w);
    for (const struct item *i = now->list; i < now->list + now->n; i++) {
        if (!i->same || same_type(i->same, i))
            continue;
        jsonw_begin_object(w);
        put_name(w, i);
        put_member(w, "type_before", i->same->object, "inferred_type");
        put_member(w, "type_after", i->object, "inferred_type");
        put_member(w, "sql_type_before", i->same->object, "sql_type");
        put_member(w, "sql_type_after", i->object, "sql_type");
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* Another form of the same type; with another type the form says nothing. */
static void put_reformatted(struct jsonw *w, const struct side *now)
{
    jsonw_key(w, "columns_reformatted");
    jsonw_begin_array(w);
    for (const struct item *i = now->list; i < now->list + now->n; i++) {
        if (!i->same ||
            !same_member(i->same->object, i->object, "inferred_type"))
            continue;
        for (size_t k = 0; k < COUNT_OF(formats); k++) {
            if (same_member(i->same->format, i->format, formats[k]))
                continue;
            jsonw_begin_object(w);
            put_name(w, i);
            put_change(w, formats[k], i->same->format, i->format);
            jsonw_end_object(w);
        }
    }
    jsonw_end_array(w);
}

/* Do those that stayed occur in another order? */
static bool is_reordered(const struct side *before)
{
    size_t last = 0;

    for (const struct item *i = before->list; i < before->list + before->n;
         i++) {
        if (!i->same)
            continue;
        if (i->same->index < last)
            return true;
        last = i->same->index;
    }
    return false;
}

static enum err put_table(struct jsonw *w, const struct json *before,
                          const struct json *now, struct arena *a,
                          struct error *e)
{
    const struct json *tables[2] = {before, now};
    struct side side[2];

    if (load_pair(before, now, "columns", side, a, e))
        return e->code;
    find_renamed(&side[0], &side[1], tables);
    put_changes(w, before, now);
    put_member(w, "row_count_before", before, "row_count");
    put_member(w, "row_count_after", now, "row_count");
    put_lone_columns(w, "columns_added", &side[1]);
    put_lone_columns(w, "columns_removed", &side[0]);
    put_renamed(w, &side[0]);
    put_retyped(w, &side[1]);
    put_reformatted(w, &side[1]);
    jsonw_member_bool(w, "columns_reordered", is_reordered(&side[0]));
    return OK;
}

/* Sheets that only this side has. */
static void put_lone_tables(struct jsonw *w, const char *key,
                            const struct side *s)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (const struct item *i = s->list; i < s->list + s->n; i++) {
        if (i->same)
            continue;
        jsonw_begin_object(w);
        put_name(w, i);
        put_member(w, "row_count", i->object, "row_count");
        put_member(w, "column_count", i->object, "column_count");
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static enum err put_tables(struct jsonw *w, const struct json *before,
                           const struct json *now, struct arena *a,
                           struct error *e)
{
    struct side side[2];
    enum err rc = load_pair(before, now, "tables", side, a, e);

    if (rc)
        return rc;
    put_changes(w, before, now);
    put_lone_tables(w, "tables_added", &side[1]);
    put_lone_tables(w, "tables_removed", &side[0]);
    jsonw_key(w, "tables_changed");
    jsonw_begin_array(w);
    for (const struct item *i = side[1].list;
         i < side[1].list + side[1].n && !rc; i++) {
        if (!i->same || same_tree(i->same->object, i->object))
            continue;
        jsonw_begin_object(w);
        put_name(w, i);
        rc = put_table(w, i->same->object, i->object, a, e);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    return rc;
}

enum err drift_compare(const struct drift_pair *p, struct arena *a,
                       struct str *out, struct error *e)
{
    struct json *before;
    struct json *now;
    struct jsonw w;
    struct buf b;
    enum err rc = json_parse(p->before, &json_default_limits, a, &before, e);

    if (!rc)
        rc = json_parse(p->now, &json_default_limits, a, &now, e);
    if (rc)
        return rc;
    buf_init(&b, DRIFT_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "sha256_before", p->sha256_before);
    rc = has_tables(before) || has_tables(now)
             ? put_tables(&w, before, now, a, e)
             : put_table(&w, before, now, a, e);
    jsonw_end_object(&w);
    if (!rc)
        rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}
