/*
 * sqlite_list.c - the tables and views of a database.
 *
 * They are read from the schema's own table, which runs nothing. A table without a
 * root page is a virtual one. Tables whose names begin with that of a virtual table
 * and an underscore are where its module keeps what it has, in a form of its own.
 */
#include "engine/sqlite_file/sqlite_internal.h"

#include <string.h>

#define OBJECTS_MAX ((size_t)10000)

#define GROUPS 4

#define OF_TABLES \
    " FROM sqlite_schema WHERE type IN ('table', 'view') AND name IS NOT NULL"

/* An object as the schema has it. */
struct entry {
    struct sqlite_object object;
    bool is_virtual;
    unsigned group; /* the order of groups is that of the list */
};

struct listing {
    struct sqlite_file *file;
    struct arena *a;
    struct entry *entries; /* entries[n] */
    size_t n, room;
};

static enum err count_entries(struct listing *l, struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    struct buf sql;
    size_t n = 0;
    int status;
    enum err rc;

    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_puts(&sql, "SELECT 1" OF_TABLES);
    rc = sqlite_prepare(l->file, &sql, &stmt, e);
    while (!rc && (status = sqlite3_step(stmt)) != SQLITE_DONE) {
        if (status != SQLITE_ROW)
            rc = sqlite_fail(status, e);
        else if (++n > OBJECTS_MAX)
            rc = error_set(e, ERR_LIMIT, "more than %zu tables and views",
                           OBJECTS_MAX);
    }
    (void)sqlite3_finalize(stmt);
    l->room = n;
    return rc;
}

static bool begins_with(struct str name, struct str head)
{
    return str_eq_nocase(str_slice(name, 0, head.n), head);
}

static enum err add_entry(struct listing *l, sqlite3_stmt *stmt,
                          struct error *e)
{
    struct entry *entry = &l->entries[l->n];
    const struct str name = sqlite_text(stmt, 1);
    enum err rc;

    if (l->n == l->room || begins_with(name, STR("sqlite_")))
        return OK;
    rc = str_dup(name, l->a, &entry->object.raw, e);
    if (!rc)
        rc = sqlite_text_repair(entry->object.raw, l->a, &entry->object.name,
                                NULL, e);
    entry->object.is_view = str_is(sqlite_text(stmt, 0), "view");
    entry->is_virtual =
        !entry->object.is_view && sqlite3_column_int64(stmt, 2) == 0;
    l->n++;
    return rc;
}

static enum err read_entries(struct listing *l, struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    struct buf sql;
    int status;
    enum err rc;

    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_puts(&sql, "SELECT type, name, rootpage" OF_TABLES);
    rc = sqlite_prepare(l->file, &sql, &stmt, e);
    while (!rc && (status = sqlite3_step(stmt)) != SQLITE_DONE)
        rc = status == SQLITE_ROW ? add_entry(l, stmt, e)
                                  : sqlite_fail(status, e);
    (void)sqlite3_finalize(stmt);
    return rc;
}

/* Is it "docs_content" beside the virtual table "docs"? */
static bool is_shadow(const struct listing *l, const struct entry *entry)
{
    const struct str name = entry->object.raw;

    for (size_t i = 0; i < l->n; i++) {
        const struct str of = l->entries[i].object.raw;

        if (l->entries[i].is_virtual && name.n > of.n + 1 &&
            name.p[of.n] == '_' && begins_with(name, of))
            return true;
    }
    return false;
}

static void leave_out(struct listing *l)
{
    bool has_virtual = false;

    for (size_t i = 0; i < l->n; i++) {
        has_virtual |= l->entries[i].is_virtual;
        if (l->entries[i].is_virtual)
            l->entries[i].object.left_out = "it is a virtual table";
    }
    for (size_t i = 0; has_virtual && i < l->n; i++)
        if (!l->entries[i].object.left_out && !l->entries[i].object.is_view &&
            is_shadow(l, &l->entries[i]))
            l->entries[i].object.left_out = "it is a part of a virtual table";
}

/* Has the table a row? What goes wrong shows when its rows are read. */
static enum err look_whether_empty(struct listing *l, struct entry *entry,
                                   struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    struct buf sql;
    struct error why;
    enum err rc;

    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_puts(&sql, "SELECT 1 FROM ");
    buf_put_quoted(&sql, '\"', entry->object.raw);
    buf_puts(&sql, " NOT INDEXED");
    rc = sqlite_prepare(l->file, &sql, &stmt, &why);
    if (!rc) {
        const int status = sqlite3_step(stmt);

        entry->object.is_empty = status == SQLITE_DONE;
        if (status != SQLITE_ROW && status != SQLITE_DONE)
            rc = sqlite_fail(status, &why);
    }
    (void)sqlite3_finalize(stmt);
    if (rc == ERR_TIMEOUT || rc == ERR_LIMIT)
        return (*e = why).code;
    return OK;
}

static enum err group_entries(struct listing *l, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < l->n && !rc; i++) {
        struct entry *entry = &l->entries[i];

        if (!entry->object.is_view && !entry->object.left_out)
            rc = look_whether_empty(l, entry, e);
        entry->group = entry->object.left_out  ? 3
                       : entry->object.is_view ? 2
                                               : entry->object.is_empty;
    }
    return rc;
}

enum err sqlite_file_list(struct sqlite_file *f, struct arena *a,
                          struct sqlite_objects *out, struct error *e)
{
    struct listing l = {.file = f, .a = a};
    enum err rc = count_entries(&l, e);

    *out = (struct sqlite_objects){0};
    if (rc)
        return rc;
    l.entries = arena_alloc_array(a, l.room + 1, sizeof(*l.entries), e);
    out->list = arena_alloc_array(a, l.room + 1, sizeof(*out->list), e);
    if (!l.entries || !out->list)
        return e->code;
    rc = read_entries(&l, e);
    if (rc)
        return rc;
    leave_out(&l);
    rc = group_entries(&l, e);
    for (unsigned group = 0; !rc && group < GROUPS; group++)
        for (size_t i = 0; i < l.n; i++)
            if (l.entries[i].group == group)
                out->list[out->n++] = l.entries[i].object;
    return rc;
}
