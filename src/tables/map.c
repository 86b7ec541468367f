#include "tables/map.h"

#include "base/json.h"
#include "base/text/distance.h"
#include "base/text/fold.h"
#include "tables/notes.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#define MAP_MAX_BYTES  ((size_t)64 * 1024 * 1024)
#define TREE_MAX_BYTES ((size_t)1024 * 1024 * 1024)

#define SHOWN_BYTES     60u /* of a name in a message */
#define SHOWN_NAMES     5u
#define NEAREST_LOOK_AT 2000u

/* What a map says of the table and not of the file. */
static const char *const table_keys[] = {
    "has_header", "row_count", "column_count", "columns",
    "chunks",     "fidelity",  "caution"};

static struct str name_of(const struct json *table)
{
    return json_text(json_find(table, "name"));
}

/* The table whose member `key` is this name, exactly before in another case. */
static const struct json *find_by(const struct json *tables, const char *key,
                                  struct str name)
{
    const struct json *found = NULL;

    for (const struct json *t = tables->first; t; t = t->next) {
        struct str own = json_text(json_find(t, key));

        if (own.p && str_eq(own, name))
            return t;
        if (!found && own.p && str_eq_nocase(own, name))
            found = t;
    }
    return found;
}

/* As "Sheet1!B3:F9": how a program of spreadsheets writes it, with
 * apostrophes and dollar signs, is the same. */
static struct str plain_range(struct str name, char *to)
{
    size_t n = 0;

    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] != '$' && name.p[i] != '\'')
            to[n++] = name.p[i];
    return (struct str){to, n};
}

static const struct json *find_by_range(const struct json *tables,
                                        struct str name, struct arena *scratch)
{
    struct error ignored;
    char *asked = arena_alloc(scratch, name.n + 1, &ignored);

    if (!asked || str_find_char(name, '!') == name.n)
        return NULL;
    name = plain_range(name, asked);
    for (const struct json *t = tables->first; t; t = t->next) {
        struct str own = json_text(json_find(t, "range"));
        char *plain = arena_alloc(scratch, own.n + 1, &ignored);

        if (plain && own.n && str_eq_nocase(plain_range(own, plain), name))
            return t;
    }
    return NULL;
}

/* The table of this name, or whose sheet has it: SQL's name of a sheet is
 * without the blanks at its ends, and another where two would be the same. Else
 * by its range, the name that the workbook gives it, or its title. */
static const struct json *find_table(const struct json *tables, struct str name,
                                     struct arena *scratch)
{
    static const char *const keys[] = {"original_name", "defined_name",
                                       "title"};
    const struct json *by_name = find_by(tables, "name", name);
    const struct json *found = NULL;

    if (by_name && str_eq(name_of(by_name), name))
        return by_name;
    for (size_t i = 0; i < COUNT_OF(keys) && !found; i++) {
        if (i == 1 && by_name)
            return by_name;
        found = find_by(tables, keys[i], name);
        if (!found && i == 0)
            found = find_by_range(tables, name, scratch);
    }
    return found ? found : by_name;
}

static const struct json *usual_table(const struct json *tables)
{
    const struct json *data = find_by(tables, "name", STR("data"));

    return data ? data : tables->first;
}

static size_t index_of(const struct json *tables, const struct json *table)
{
    size_t i = 0;

    for (const struct json *t = tables->first; t != table; t = t->next)
        i++;
    return i;
}

/* What the table says of itself, or NULL: the file says it. */
static const struct json *find_own(const struct json *table, struct str key)
{
    for (size_t i = 0; i < COUNT_OF(table_keys); i++)
        if (str_is(key, table_keys[i]))
            return json_find(table, table_keys[i]);
    return NULL;
}

static void put_name(struct jsonw *w, const struct json *table)
{
    jsonw_member_str(w, "table", name_of(table));
}

static void put_notes(struct jsonw *w, const struct json *table)
{
    struct table_notes notes;

    table_notes_make(table, &notes);
    table_notes_write(&notes, w);
}

static void put_member(struct jsonw *w, const struct json *j)
{
    jsonw_key_str(w, j->key);
    json_write(j, w);
}

/* Each as it is, with its notes; or this one alone. */
static void put_tables(struct jsonw *w, const struct json *tables,
                       const struct json *alone)
{
    jsonw_begin_array(w);
    for (const struct json *t = tables->first; t; t = t->next) {
        if (alone && t != alone)
            continue;
        jsonw_begin_object(w);
        for (const struct json *j = t->first; j; j = j->next)
            if (!str_is(j->key, "table_notes"))
                put_member(w, j);
        put_notes(w, t);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* The map with this table at its top, or none, members in their order, each
 * table with the notes on how it was read after its caution; alone: no other. */
static void put_map(struct jsonw *w, const struct json *map,
                    const struct json *table, bool alone)
{
    jsonw_begin_object(w);
    for (const struct json *j = map->first; j; j = j->next) {
        const struct json *own = table ? find_own(table, j->key) : NULL;

        if (str_is(j->key, "table") || str_is(j->key, "table_notes"))
            continue;
        if (table && str_is(j->key, "source"))
            put_name(w, table);
        jsonw_key_str(w, j->key);
        if (str_is(j->key, "tables"))
            put_tables(w, j, alone ? table : NULL);
        else
            json_write(own ? own : j, w);
        if (str_is(j->key, "caution"))
            put_notes(w, table ? table : map);
    }
    if (table && !json_find(map, "source"))
        put_name(w, table);
    jsonw_end_object(w);
}

static enum err write_map(const struct json *map, const struct json *table,
                          bool alone, struct arena *a, struct str *out,
                          struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, MAP_MAX_BYTES);
    jsonw_init(&w, &b);
    put_map(&w, map, table, alone);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

static bool has_notes(const struct json *map)
{
    struct table_notes notes;

    table_notes_make(map, &notes);
    return notes.n > 0;
}

enum err map_complete(struct str map, struct arena *a, struct str *out,
                      struct error *e)
{
    const struct json *tables;
    struct json *root = NULL;
    struct arena tree;
    enum err rc;

    *out = map;
    arena_init(&tree, TREE_MAX_BYTES);
    rc = json_parse(map, &json_default_limits, &tree, &root, e);
    tables = rc ? NULL : json_find(root, "tables");
    if (tables && tables->first)
        rc = write_map(root, usual_table(tables), false, a, out, e);
    else if (!rc && has_notes(root))
        rc = write_map(root, NULL, false, a, out, e);
    arena_release(&tree);
    return rc;
}

/* The table whose name is nearest to what was asked for, or NULL. */
static const struct json *find_nearest(const struct json *tables,
                                       struct str asked, struct arena *scratch)
{
    const struct json *best = NULL;
    struct error ignored;
    size_t left = NEAREST_LOOK_AT;
    unsigned near;

    if (text_fold(asked, scratch, &asked, &ignored))
        return NULL;
    near = text_near_limit(asked);
    for (const struct json *t = tables->first; t && left--; t = t->next) {
        struct str name;
        unsigned d;

        if (text_fold(name_of(t), scratch, &name, &ignored))
            return NULL;
        d = text_nearness(asked, name, near);
        if (d < near) {
            near = d;
            best = t;
        }
    }
    return best;
}

static void list_tables(const struct json *tables, struct buf *text)
{
    size_t shown = 0;

    buf_puts(text, tables->count == 1 ? "the table is" : "the tables are");
    for (const struct json *t = tables->first; t && shown < SHOWN_NAMES;
         t = t->next)
        buf_printf(text, "%s '%.*s'", shown++ ? "," : "",
                   STR_FMT(str_slice(name_of(t), 0, SHOWN_BYTES)));
    if (tables->count > shown)
        buf_printf(text, " and %zu more", tables->count - shown);
}

static enum err no_table(const struct json *tables, struct str asked,
                         struct arena *scratch, struct error *e)
{
    const struct json *near =
        tables ? find_nearest(tables, asked, scratch) : NULL;
    struct buf text;

    buf_init(&text, sizeof(e->msg));
    if (!tables || !tables->first)
        buf_puts(&text, "this file has one, 'data'");
    else if (near)
        buf_printf(&text, "the nearest is '%.*s'",
                   STR_FMT(str_slice(name_of(near), 0, SHOWN_BYTES)));
    else
        list_tables(tables, &text);
    (void)error_set(e, ERR_NOT_FOUND, "there is no table '%.*s'; %.*s",
                    STR_FMT(str_slice(asked, 0, SHOWN_BYTES)),
                    STR_FMT(buf_str(&text)));
    buf_release(&text);
    return e->code;
}

/* Which table is wanted, and how. */
struct map_select_how {
    struct str sheet;
    bool alone;
    struct arena *scratch;
};

/* `tables` is not empty. */
static enum err choose(const struct json *map, const struct json *table,
                       bool alone, struct arena *a, struct map_choice *out,
                       struct error *e)
{
    const struct json *tables = json_find(map, "tables");

    if (str_dup(name_of(table), a, &out->name, e) != OK)
        return e->code;
    if (table != usual_table(tables))
        out->number = index_of(tables, table) + 1;
    return out->number || alone ? write_map(map, table, alone, a, &out->map, e)
                                : OK;
}

static enum err select_in(struct str map, const struct json *root,
                          const struct map_select_how *how, struct arena *a,
                          struct map_choice *out, struct error *e)
{
    const struct json *tables = json_find(root, "tables");
    const struct json *table =
        tables ? find_table(tables, how->sheet, how->scratch) : NULL;

    *out = (struct map_choice){.map = map, .name = how->sheet};
    if (table)
        return choose(root, table, how->alone, a, out, e);
    if ((tables && tables->first) || !str_eq_nocase(how->sheet, STR("data")))
        return no_table(tables, how->sheet, how->scratch, e);
    return OK;
}

enum err map_select(const struct map_stored *map, struct str sheet, bool alone,
                    struct arena *a, struct map_choice *out, struct error *e)
{
    struct arena scratch;
    const struct map_select_how how = {sheet, alone, &scratch};
    struct json *root = NULL;
    enum err rc = OK;

    arena_init(&scratch, TREE_MAX_BYTES);
    if (!map->tree)
        rc = json_parse(map->text, &json_default_limits, &scratch, &root, e);
    if (!rc)
        rc =
            select_in(map->text, map->tree ? map->tree : root, &how, a, out, e);
    arena_release(&scratch);
    return rc;
}

/* ---- chunks of another size ---- */

#define MAX_CHUNKS UINT64_C(100000) /* of a table, in an answer */

static void put_chunks(struct jsonw *w, uint64_t rows, uint64_t size)
{
    char range[48];

    jsonw_begin_array(w);
    for (uint64_t from = 0, i = 0; from < rows; from += size, i++) {
        uint64_t to = rows - from < size ? rows : from + size;

        (void)snprintf(range, sizeof(range), "%" PRIu64 "-%" PRIu64, from + 1,
                       to);
        jsonw_begin_object(w);
        jsonw_member_u64(w, "index", i);
        jsonw_member_cstr(w, "rows", range);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* A map, or one table of it. */
static enum err put_cut(struct jsonw *w, const struct json *map, uint64_t size,
                        struct error *e)
{
    uint64_t rows = 0;
    enum err rc = json_read_u64(json_find(map, "row_count"), "row_count",
                                UINT64_MAX, &rows, e);

    if (!rc && rows / size > MAX_CHUNKS)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "%" PRIu64 " rows are over %" PRIu64
                       " chunks of %" PRIu64 "; take larger ones",
                       rows, MAX_CHUNKS, size);
    jsonw_begin_object(w);
    for (const struct json *j = map->first; j && !rc; j = j->next) {
        jsonw_key_str(w, j->key);
        if (str_is(j->key, "chunks")) {
            put_chunks(w, rows, size);
        } else if (str_is(j->key, "tables")) {
            jsonw_begin_array(w);
            for (const struct json *t = j->first; t && !rc; t = t->next)
                rc = put_cut(w, t, size, e);
            jsonw_end_array(w);
        } else {
            json_write(j, w);
        }
    }
    jsonw_end_object(w);
    return rc;
}

enum err map_cut(struct str map, uint64_t size, struct arena *a,
                 struct str *out, struct error *e)
{
    struct json *root = NULL;
    struct arena tree;
    struct jsonw w;
    struct buf b;
    enum err rc;

    arena_init(&tree, TREE_MAX_BYTES);
    buf_init(&b, MAP_MAX_BYTES);
    jsonw_init(&w, &b);
    rc = json_parse(map, &json_default_limits, &tree, &root, e);
    if (!rc)
        rc = put_cut(&w, root, size, e);
    if (!rc)
        rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    arena_release(&tree);
    return rc;
}
