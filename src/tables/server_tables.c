#include "tables/server_tables.h"

#include "tables/postgres_sql.h"

#include <string.h>

#define THE_TABLE "data" /* what SQL calls the one that is named first */

struct finding {
    const struct entries *entries;
    struct str sql;
    struct json *map;  /* of the entry that is looked at */
    size_t mapped;     /* which that is */
    struct str *taken; /* taken[n_taken]: names of the catalog until now */
    size_t n_taken;
    struct server_tables *out;
    size_t room;
    struct arena *a;
};

struct str server_table_name(const struct server_table *t)
{
    const struct str original = json_text(json_find(t->table, "original_name"));

    return original.n ? original : json_text(json_find(t->table, "name"));
}

/* The tables of a map; where it is of one table that one. */
static const struct json *first_table(const struct json *map)
{
    const struct json *list = json_find(map, "tables");

    return list && list->type == JSON_ARRAY && list->first ? list->first : map;
}

/* The one that an entry is of. */
static const struct json *selected(const struct json *map, struct str sheet)
{
    const struct json *first = first_table(map);

    for (const struct json *j = first; sheet.n && j != map && j; j = j->next)
        if (str_eq(json_text(json_find(j, "name")), sheet))
            return j;
    return first;
}

/* All of it: that of an entry may be of one table. Entries of one copy share it. */
static enum err read_map(struct finding *x, size_t i, struct error *e)
{
    const struct entry *list = x->entries->list;
    struct str text;
    enum err rc;

    if (x->map && strcmp(list[i].files.name, list[x->mapped].files.name) == 0)
        return OK;
    x->mapped = i;
    rc = fs_read_file(list[i].files.map, "a map of the cache", MAP_MAX_BYTES,
                      x->a, &text, e);
    return rc ? rc : json_parse(text, &json_default_limits, x->a, &x->map, e);
}

/* ---- names ---- */

static bool is_taken(const struct finding *x, struct str name)
{
    for (size_t i = 0; i < x->n_taken; i++)
        if (str_eq_nocase(x->taken[i], name))
            return true;
    return false;
}

/* As the catalog does: with a number where the name is taken. */
static enum err take_name(struct finding *x, struct str own, struct str *out,
                          struct error *e)
{
    *out = own;
    for (unsigned k = 2; is_taken(x, *out); k++)
        if (str_printf(x->a, out, e, "%.*s_%u", STR_FMT(own), k))
            return e->code;
    x->taken[x->n_taken++] = *out;
    return OK;
}

/* A table, if the query names it. */
static void add(struct finding *x, struct str name, size_t entry,
                const struct json *table)
{
    struct server_tables *out = x->out;

    if (!postgres_sql_names(x->sql, name))
        return;
    out->list[out->n++] = (struct server_table){
        .sql = name,
        .entry = entry,
        .table = table,
        .is_sample =
            x->entries->list[entry].is_aged ||
            json_find(json_find(table, "fidelity"), "sampled_of") != NULL};
    out->has_sample |= out->list[out->n - 1].is_sample;
}

/* What an entry of its own is of. */
static enum err table_of(struct finding *x, size_t i, const struct json **out,
                         struct error *e)
{
    const struct entry *en = &x->entries->list[i];
    enum err rc = en->is_of_server ? read_map(x, i, e) : OK;

    *out = !rc && en->is_of_server ? selected(x->map, en->sheet) : NULL;
    return rc;
}

static enum err add_files(struct finding *x, struct error *e)
{
    const struct entries *en = x->entries;
    enum err rc = OK;

    for (size_t i = 0; i < en->n && !rc; i++) {
        const struct json *table;
        struct str name;

        rc = table_of(x, i, &table, e);
        if (!rc && i == 0 &&
            (rc = take_name(x, STR(THE_TABLE), &name, e)) == OK)
            add(x, name, i, table);
        if (rc || en->n == 1 ||
            (i == 0 && str_eq_nocase(en->list[i].table, STR(THE_TABLE))))
            continue;
        rc = take_name(x, en->list[i].table, &name, e);
        if (!rc)
            add(x, name, i, table);
    }
    return rc;
}

static bool is_named_before(const struct entries *en, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(en->list[k].files.name, en->list[i].files.name) == 0)
            return true;
    return false;
}

static enum err add_own(struct finding *x, size_t i, struct error *e)
{
    enum err rc = read_map(x, i, e);

    for (const struct json *j = rc ? NULL : first_table(x->map); j && !rc;
         j = j->next) {
        const struct str own = json_text(json_find(j, "name"));
        struct str name;

        if (str_eq_nocase(own, STR(THE_TABLE)))
            continue;
        rc = take_name(x, own, &name, e);
        if (!rc)
            add(x, name, i, j);
    }
    return rc;
}

/* ---- all of them ---- */

static bool has_server(const struct entries *en)
{
    for (size_t i = 0; i < en->n; i++)
        if (en->list[i].is_of_server)
            return true;
    return false;
}

static enum err make_room(struct finding *x, struct error *e)
{
    enum err rc = OK;

    x->room = 1 + x->entries->n;
    for (size_t i = 0; i < x->entries->n && !rc; i++) {
        const struct json *list;

        if (!x->entries->list[i].is_of_server || is_named_before(x->entries, i))
            continue;
        rc = read_map(x, i, e);
        list = rc ? NULL : json_find(x->map, "tables");
        x->room += 1 + (list ? list->count : 0);
    }
    x->taken =
        rc ? NULL : arena_alloc_array(x->a, x->room, sizeof(*x->taken), e);
    x->out->list =
        x->taken ? arena_alloc_array(x->a, x->room, sizeof(*x->out->list), e)
                 : NULL;
    return x->out->list ? OK : e->code;
}

enum err server_tables_find(const struct entries *en, struct str sql,
                            struct arena *a, struct server_tables *out,
                            struct error *e)
{
    struct finding x = {
        .entries = en, .sql = sql.n ? sql : STR(THE_TABLE), .out = out, .a = a};
    enum err rc;

    *out = (struct server_tables){0};
    if (!has_server(en))
        return OK;
    rc = make_room(&x, e);
    if (!rc)
        rc = add_files(&x, e);
    for (size_t i = 0; i < en->n && !rc; i++)
        if (en->list[i].is_of_server && !is_named_before(en, i))
            rc = add_own(&x, i, e);
    return rc;
}
