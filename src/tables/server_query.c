#include "tables/server_query.h"

#include "base/jsonw.h"
#include "tables/postgres_client.h"
#include "tables/postgres_sql.h"

#define REQUEST_BYTES ((size_t)16 << 20)
#define SQL_BYTES     ((size_t)4 << 20)
#define THE_TABLE     "data" /* what SQL calls the one that is named */

static bool is_sample(const struct json *table)
{
    return json_find(json_find(table, "fidelity"), "sampled_of") != NULL;
}

static struct str name_of(const struct json *table)
{
    const struct str original = json_text(json_find(table, "original_name"));

    return original.n ? original : json_text(json_find(table, "name"));
}

/* The tables of the file; of a table that is named that one. */
static const struct json *tables_of(const struct json *map)
{
    const struct json *list = json_find(map, "tables");

    return list && list->type == JSON_ARRAY && list->first ? list->first : map;
}

static bool is_named(const struct entry *en, const struct json *table,
                     struct str sql)
{
    const struct str name = json_text(json_find(table, "name"));

    return postgres_sql_names(sql, name) ||
           (str_eq(name, en->sheet) && postgres_sql_names(sql, STR(THE_TABLE)));
}

static bool names_sample(const struct entry *en, const struct json *map,
                         struct str sql)
{
    for (const struct json *j = tables_of(map); j; j = j->next) {
        if (is_sample(j) && is_named(en, j, sql))
            return true;
        if (j == map)
            return false;
    }
    return false;
}

static void write_table(struct jsonw *w, struct str sql, struct str name)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "sql", sql);
    jsonw_member_str(w, "name", name);
    jsonw_end_object(w);
}

/* What the query names, each with its name there. */
static void write_tables(const struct entry *en, const struct json *map,
                         struct str sql, struct jsonw *w)
{
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    for (const struct json *j = tables_of(map); j; j = j->next) {
        const struct str name = json_text(json_find(j, "name"));

        if (postgres_sql_names(sql, name))
            write_table(w, name, name_of(j));
        if (str_eq(name, en->sheet) && postgres_sql_names(sql, STR(THE_TABLE)))
            write_table(w, STR(THE_TABLE), name_of(j));
        if (j == map)
            break;
    }
    jsonw_end_array(w);
}

static enum err encode(const struct entry *en, const struct json *map,
                       const struct table_window *window, struct buf *b,
                       struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    rc = postgres_sql_write(window->sql, &sql, e);
    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "query");
    jsonw_member_str(&w, "sql", buf_str(&sql));
    jsonw_member_bool(&w, "in_order", postgres_sql_numbers(window->sql));
    jsonw_member_bool(&w, "is_behind", postgres_sql_is_behind(window->sql));
    write_tables(en, map, window->sql, &w);
    jsonw_member_u64(&w, "rows",
                     window->rows ? window->rows : TABLE_WINDOW_ROWS);
    jsonw_member_u64(&w, "offset", window->offset);
    jsonw_member_u64(&w, "max_bytes",
                     window->max_bytes ? window->max_bytes
                                       : TABLE_RESPONSE_BYTES);
    jsonw_end_object(&w);
    if (!rc && sql.overflow)
        rc = error_set(e, ERR_LIMIT, "the query is too long");
    buf_release(&sql);
    return rc ? rc : buf_finish(b, out, e);
}

/* All of it: that of an entry may be of one table. */
static enum err read_map(const struct entry *en, struct arena *a,
                         struct json **map, struct error *e)
{
    struct str text;
    enum err rc = fs_read_file(en->files.map, "a map of the cache",
                               MAP_MAX_BYTES, a, &text, e);

    return rc ? rc : json_parse(text, &json_default_limits, a, map, e);
}

enum err server_query_try(struct tables *t, const struct server_query *q,
                          struct arena *a, struct str *json, struct error *e)
{
    const struct entries *en = q->entries;
    const struct str sql = q->window->sql;
    struct worker_request r = {.fd = -1};
    struct json *map = NULL;
    struct buf request;
    enum err rc;

    *json = (struct str){0};
    for (size_t i = 0; i < en->n; i++) {
        if (!en->list[i].is_of_server)
            continue;
        if (read_map(&en->list[i], a, &map, e))
            return e->code;
        if (!names_sample(&en->list[i], map, sql))
            continue;
        if (en->n > 1)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a table of which the copy has a sample is asked "
                             "without other files");
        r.wait = source_wait(t, q->source, TABLE_QUERY_MS);
        buf_init(&request, REQUEST_BYTES);
        rc = encode(&en->list[i], map, q->window, &request, &r.payload, e);
        if (!rc)
            rc = postgres_client_call(t, q->source, &r, a, json, e);
        buf_release(&request);
        return rc;
    }
    return OK;
}

enum err server_query_check(const struct entries *en, struct str sql,
                            struct arena *a, struct error *e)
{
    for (size_t i = 0; i < en->n; i++) {
        const struct entry *entry = &en->list[i];
        struct json *map = NULL;
        const struct json *table;

        if (!entry->is_of_server)
            continue;
        if (read_map(entry, a, &map, e))
            return e->code;
        table = tables_of(map);
        while (sql.n == 0 && entry->sheet.n > 0 && table->next &&
               !str_eq(json_text(json_find(table, "name")), entry->sheet))
            table = table->next;
        if (sql.n > 0 ? names_sample(entry, map, sql) : is_sample(table))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "of this table only a sample was copied, which is "
                             "not exported; ask for its figures, or export "
                             "with the server's own tools");
    }
    return OK;
}
