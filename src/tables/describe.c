/*
 * describe.c - the answers that are parts of what the cache already holds:
 * map, description, statistics, profile. None of them needs a worker once the
 * entry and its profile exist.
 */
#include "base/jsonw.h"
#include "tables/identity.h"
#include "tables/map.h"
#include "tables/map_history.h"
#include "tables/notes.h"

/* The answer of a call, besides what rows of a query may take. */
#define ANSWER_MAX_BYTES ((size_t)64 * 1024 * 1024)

enum err table_get_map(struct tables *t, const struct table_source *s,
                       struct arena *a, struct str *json, struct error *e)
{
    const struct wire_wait wait = source_wait(t, s, DEFAULT_INGEST_MS);
    struct entry en;
    enum err rc = entry_open(t, s, &wait, a, &en, e);

    if (!rc)
        rc = identity_describe(s, en.name, en.map, a, &en.map, e);
    if (!rc)
        rc = table_notes_add(en.map, a, &en.map, e);
    if (!rc)
        rc = remember_map(t, &en, a, json, e);
    return rc || !s->chunk_rows || s->chunk_rows == TABLE_CHUNK_ROWS
               ? rc
               : map_cut(*json, s->chunk_rows, a, json, e);
}

#define NAME_SHOWN 80u /* bytes of a name in a message */

/* Both parts of a source, parsed. */
struct parts {
    struct json *map;
    struct json *profile;
};

/* What was stored is ours but could be damaged: look before following. */
static enum err check_parts(const struct parts *p, struct error *e)
{
    const struct json *a = json_find(p->map, "columns");
    const struct json *b = json_find(p->profile, "columns");

    if (a && b && a->type == JSON_ARRAY && b->type == JSON_ARRAY &&
        a->count == b->count)
        return OK;
    return error_set(e, ERR_INTERNAL,
                     "the cache holds a damaged description; run 'quarry "
                     "cache gc --all'");
}

static enum err read_parts(struct tables *t, const struct table_source *s,
                           struct arena *a, struct parts *p, struct error *e)
{
    struct str map;
    struct str profile;
    enum err rc = call_profile(t, s, a, &map, &profile, e);

    if (!rc)
        rc = json_parse(map, &json_default_limits, a, &p->map, e);
    if (!rc)
        rc = json_parse(profile, &json_default_limits, a, &p->profile, e);
    return rc ? rc : check_parts(p, e);
}

static void copy_members(struct jsonw *w, const struct json *from,
                         const char *const keys[])
{
    for (; *keys; keys++)
        json_write_member(from, *keys, *keys, w);
}

/* What reading did to the table, as call_add_notes() has it. */
static void write_notes(struct jsonw *w, const struct json *map)
{
    struct table_notes notes;
    struct buf text;

    table_notes_make(map, &notes);
    if (notes.n == 0)
        return;
    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < notes.n; i++) {
        buf_init(&text, ANSWER_MAX_BYTES);
        table_note_say(&notes.list[i], TABLE_NOTE_EN, &text);
        jsonw_str(w, buf_str(&text));
        buf_release(&text);
    }
    jsonw_end_array(w);
    table_notes_write(&notes, w);
}

static void write_description(struct jsonw *w, const struct parts *p)
{
    static const char *const keys[] = {"name",
                                       "index",
                                       "inferred_type",
                                       "nullable",
                                       "non_null_count",
                                       "distinct_estimate",
                                       "sample_values",
                                       "min",
                                       "max",
                                       NULL};
    const struct json *map_column = json_find(p->map, "columns")->first;
    const struct json *read =
        json_find(json_find(p->map, "fidelity"), "columns");

    read = read ? read->first : NULL;
    jsonw_begin_object(w);
    json_write_member(p->map, "row_count", "row_count", w);
    json_write_member(p->map, "column_count", "column_count", w);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (const struct json *c = json_find(p->profile, "columns")->first;
         c && map_column; c = c->next, map_column = map_column->next) {
        jsonw_begin_object(w);
        copy_members(w, c, keys);
        json_write_member(
            map_column,
            json_find(map_column, "original_name") ? "original_name" : "name",
            "original_name", w);
        json_write_member(c, "not_finite_count", "not_finite_count", w);
        json_write_member(read, "kept_as_text_because", "kept_as_text_because",
                          w);
        jsonw_end_object(w);
        read = read ? read->next : NULL;
    }
    jsonw_end_array(w);
    jsonw_key(w, "caution");
    table_notes_write_caution(p->map, w);
    write_notes(w, p->map);
    jsonw_end_object(w);
}

enum err table_describe(struct tables *t, const struct table_source *s,
                        struct arena *a, struct str *json, struct error *e)
{
    struct parts p;
    struct jsonw w;
    struct buf b;
    enum err rc = read_parts(t, s, a, &p, e);

    if (rc)
        return rc;
    buf_init(&b, ANSWER_MAX_BYTES);
    jsonw_init(&w, &b);
    write_description(&w, &p);
    rc = buf_dup(&b, a, json, e);
    buf_release(&b);
    return rc;
}

static void write_column_stats(struct jsonw *w, const struct json *c)
{
    static const char *const numeric[] = {"min", "max",    "mean",
                                          "sum", "stddev", "median",
                                          "q1",  "q3",     "not_finite_count",
                                          NULL};
    static const char *const string[] = {"min_length", "max_length",
                                         "most_common", NULL};
    static const char *const boolean[] = {"true_count", "false_count", NULL};
    static const char *const ordered[] = {"min", "max", NULL};
    const struct json *type = json_find(c, "inferred_type");

    jsonw_begin_object(w);
    json_write_member(c, "name", "name", w);
    json_write_member(c, "inferred_type", "type", w);
    json_write_member(c, "non_null_count", "non_null_count", w);
    json_write_member(c, "distinct_estimate", "distinct_estimate", w);
    if (json_is(type, "string"))
        copy_members(w, c, string);
    else if (json_is(type, "boolean"))
        copy_members(w, c, boolean);
    else if (json_find(c, "mean"))
        copy_members(w, c, numeric);
    else
        copy_members(w, c, ordered);
    jsonw_end_object(w);
}

static const struct json *find_column(const struct json *columns,
                                      struct str name)
{
    for (const struct json *c = columns->first; c; c = c->next) {
        if (str_eq_nocase(json_text(json_find(c, "name")), name))
            return c;
    }
    return NULL;
}

static enum err write_stats(struct jsonw *w, const struct parts *p,
                            const struct table_columns *wanted, struct error *e)
{
    const struct json *columns = json_find(p->profile, "columns");

    jsonw_begin_object(w);
    json_write_member(p->map, "row_count", "row_count", w);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; wanted && i < wanted->n; i++) {
        const struct json *c = find_column(columns, wanted->names[i]);

        if (!c)
            return error_set(
                e, ERR_VALIDATION_FAILED,
                "there is no column '%.*s'; 'describe' lists them",
                STR_FMT(str_slice(wanted->names[i], 0, NAME_SHOWN)));
        write_column_stats(w, c);
    }
    for (const struct json *c = columns->first; c && (!wanted || !wanted->n);
         c = c->next)
        write_column_stats(w, c);
    jsonw_end_array(w);
    write_notes(w, p->map);
    jsonw_end_object(w);
    return OK;
}

enum err table_stats(struct tables *t, const struct table_source *s,
                     const struct table_columns *columns, struct arena *a,
                     struct str *json, struct error *e)
{
    struct parts p;
    struct jsonw w;
    struct buf b;
    enum err rc = read_parts(t, s, a, &p, e);

    if (rc)
        return rc;
    buf_init(&b, ANSWER_MAX_BYTES);
    jsonw_init(&w, &b);
    rc = write_stats(&w, &p, columns, e);
    if (!rc)
        rc = buf_dup(&b, a, json, e);
    buf_release(&b);
    return rc;
}

enum err table_get_profile(struct tables *t, const struct table_source *s,
                           struct arena *a, struct str *json, struct error *e)
{
    struct str map;
    struct str profile;
    struct jsonw w;
    struct buf b;
    enum err rc = call_profile(t, s, a, &map, &profile, e);

    if (rc)
        return rc;
    buf_init(&b, ANSWER_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_raw(&w, "map", map);
    jsonw_member_raw(&w, "profile", profile);
    jsonw_end_object(&w);
    rc = buf_dup(&b, a, json, e);
    buf_release(&b);
    return rc;
}
