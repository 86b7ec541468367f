/*
 * catalog_names.c - a name in SQL is a view of the engine and an entry of the
 * gate's list; both follow when another table is selected.
 *
 * Which names there are depends on the files alone and not on what is
 * selected, so that a sheet does not change its name when another is looked
 * at. What a name stands for may change, and with it the hash.
 */
#include "engine/query/catalog_names.h"

#include "base/hash.h"

#include <string.h>

#define SQL_MAX_BYTES ((size_t)64 * 1024)
#define LAST_BIT      63u /* of a verdict's tables; it also stands for more */

/* Names being made. */
struct naming {
    struct catalog *c;
    struct catalog_name *names;
    size_t count;
    struct arena *a;
};

/* Sums over what is not whole or decimal depend on the order of additions; so
 * may those inside nested types, whose parts are not looked at. */
static bool may_be_float(enum duck_kind kind)
{
    return !duck_is_integer(kind) && kind != DUCK_BOOLEAN &&
           kind != DUCK_DECIMAL && kind != DUCK_INTERVAL;
}

static enum err fill_whole(const struct catalog_table *t, struct arena *a,
                           struct gate_table *out, struct error *e)
{
    struct gate_column *columns =
        arena_alloc_array(a, t->column_count, sizeof(*columns), e);

    if (!columns)
        return e->code;
    for (size_t i = 0; i < t->column_count; i++)
        columns[i] = (struct gate_column){t->columns[i].name,
                                          may_be_float(t->columns[i].kind)};
    *out = (struct gate_table){t->name, columns, t->column_count};
    return OK;
}

static enum err fill_wholes(struct catalog *c, struct arena *a, struct error *e)
{
    struct gate_table *whole =
        arena_alloc_array(a, c->count, sizeof(*whole), e);
    enum err rc = OK;

    if (!whole)
        return e->code;
    for (size_t i = 0; i < c->count && !rc; i++)
        rc = fill_whole(&c->tables[i], a, &whole[i], e);
    c->whole = whole;
    return rc;
}

static bool is_taken(const struct naming *n, struct str name)
{
    for (size_t i = 0; i < n->count; i++)
        if (str_eq_nocase(n->c->named[i].name, name))
            return true;
    return false;
}

/* The name, or with the first number that makes it another. */
static enum err put_name(struct naming *n, struct str name,
                         struct catalog_name of, struct error *e)
{
    struct str free = name;
    enum err rc = OK;

    for (unsigned i = 2; !rc && is_taken(n, free); i++)
        rc = str_printf(n->a, &free, e, "%.*s_%u", STR_FMT(name), i);
    if (rc)
        return rc;
    n->names[n->count] = of;
    n->c->named[n->count++].name = free;
    return OK;
}

static enum err put_file_names(struct naming *n,
                               const struct catalog_source *sources,
                               struct error *e)
{
    const struct catalog *c = n->c;
    enum err rc = put_name(n, STR("data"),
                           (struct catalog_name){.file = &c->files[0]}, e);

    for (size_t i = 0; i < c->n_files && c->n_files > 1 && !rc; i++)
        if (i > 0 || !str_eq_nocase(sources[i].name, STR("data")))
            rc = put_name(n, sources[i].name,
                          (struct catalog_name){.file = &c->files[i]}, e);
    return rc;
}

/* A table called data is the selected one unless somebody selects another. */
static bool has_own_name(const struct catalog_table *t)
{
    return !str_eq_nocase(t->name, STR("data"));
}

static enum err put_own_names(struct naming *n, struct error *e)
{
    const struct catalog *c = n->c;
    size_t seen = 0; /* tables of a file that comes twice are named once */
    enum err rc = OK;

    for (size_t i = 0; i < c->n_files; i++) {
        const struct catalog_file *f = &c->files[i];

        for (size_t k = f->first; k < f->first + f->count && !rc; k++) {
            if (k < seen || !has_own_name(&c->tables[k]))
                continue;
            rc = put_name(n, c->tables[k].name,
                          (struct catalog_name){.table = k}, e);
        }
        if (seen < f->first + f->count)
            seen = f->first + f->count;
    }
    return rc;
}

static enum err make_names(struct catalog *c,
                           const struct catalog_source *sources,
                           struct arena *a, struct error *e)
{
    struct naming n = {.c = c, .a = a};
    size_t room = 1 + c->n_files + c->count;
    enum err rc;

    n.names = arena_alloc_array(a, room, sizeof(*n.names), e);
    c->named = arena_alloc_array(a, room, sizeof(*c->named), e);
    if (!n.names || !c->named)
        return e->code;
    rc = put_file_names(&n, sources, e);
    if (!rc)
        rc = put_own_names(&n, e);
    c->names = n.names;
    c->gate = (struct gate_catalog){.tables = c->named, .count = n.count};
    return rc;
}

static size_t table_of(const struct catalog_name *name)
{
    return name->file ? name->file->selected : name->table;
}

/* Every length is hashed before its text, so that no two schemas meet. */
static void hash_text(struct hash *h, struct str s)
{
    uint64_t n = s.n;

    hash_update(h, &n, sizeof(n));
    hash_update(h, s.p, s.n);
}

static void hash_table(struct hash *h, const struct catalog_table *t)
{
    uint64_t n = t->column_count;

    hash_update(h, &n, sizeof(n));
    for (size_t i = 0; i < t->column_count; i++) {
        const struct catalog_column *c = &t->columns[i];
        const uint8_t type[] = {(uint8_t)c->kind, c->width, c->scale};

        hash_text(h, c->name);
        hash_update(h, type, sizeof(type));
    }
}

static void hash_names(struct catalog *c)
{
    uint8_t digest[HASH_BYTES];
    struct hash h;

    hash_init(&h);
    for (size_t i = 0; i < c->gate.count; i++) {
        hash_text(&h, c->named[i].name);
        hash_table(&h, &c->tables[table_of(&c->names[i])]);
    }
    hash_finish(&h, digest);
    hash_hex(digest, c->hash);
    c->gate.hash = str_from(c->hash);
}

/* The view and the gate's entry of a name, as what is selected has it. */
static enum err bind_name(struct catalog *c, struct duck *d, size_t i,
                          struct error *e)
{
    size_t table = table_of(&c->names[i]);
    struct buf b;
    enum err rc;

    c->named[i].columns = c->whole[table].columns;
    c->named[i].column_count = c->whole[table].column_count;
    buf_init(&b, SQL_MAX_BYTES);
    buf_puts(&b, "CREATE OR REPLACE VIEW \"memory\".\"main\".");
    duck_quote(&b, c->named[i].name);
    buf_printf(&b, " AS FROM %.*s", STR_FMT(c->tables[table].source));
    rc = duck_exec_buf(d, &b, e);
    return rc == ERR_INTERNAL ? catalog_bad_file(e) : rc;
}

/* Index of a file's table; of the one called data, or the first, for "". */
static size_t find_table(const struct catalog *c, const struct catalog_file *f,
                         struct str name)
{
    struct str wanted = name.n ? name : STR("data");
    size_t found = name.n ? c->count : f->first;

    for (size_t i = f->first; i < f->first + f->count; i++) {
        if (str_eq(c->tables[i].name, wanted))
            return i;
        if (str_eq_nocase(c->tables[i].name, wanted))
            found = i;
    }
    return found;
}

static void point_at_data(struct catalog *c)
{
    c->data = &c->tables[c->files[0].selected];
}

enum err catalog_names_make(struct catalog *c, struct duck *d,
                            const struct catalog_source *sources,
                            struct arena *a, struct error *e)
{
    enum err rc = fill_wholes(c, a, e);

    for (size_t i = 0; i < c->n_files; i++)
        c->files[i].selected = find_table(c, &c->files[i], STR(""));
    if (!rc)
        rc = make_names(c, sources, a, e);
    for (size_t i = 0; i < c->gate.count && !rc; i++)
        rc = bind_name(c, d, i, e);
    if (rc)
        return rc;
    point_at_data(c);
    hash_names(c);
    return OK;
}

/* Make the names of a file stand for what it has selected now. */
static enum err bind_names_of(struct catalog *c, struct duck *d,
                              const struct catalog_file *f, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < c->gate.count && !rc; i++)
        if (c->names[i].file == f)
            rc = bind_name(c, d, i, e);
    return rc;
}

enum err catalog_select(struct catalog *c, struct duck *d,
                        const struct str *tables, size_t n, struct error *e)
{
    bool changed = c->stale;
    enum err rc = OK;

    for (size_t i = 0; i < c->n_files && !rc; i++) {
        struct catalog_file *f = &c->files[i];
        size_t wanted = find_table(c, f, i < n ? tables[i] : STR(""));

        if (wanted == c->count) {
            rc = catalog_bad_file(e);
        } else if (wanted != f->selected || c->stale) {
            changed = true;
            f->selected = wanted;
            rc = bind_names_of(c, d, f, e);
        }
    }
    c->stale = changed && rc != OK;
    if (changed) {
        duck_forget(d);
        point_at_data(c);
        hash_names(c);
    }
    return rc;
}

static bool is_named(uint64_t tables, size_t name)
{
    return tables >> (name < LAST_BIT ? name : LAST_BIT) & 1;
}

/* Was the table of this name counted under an earlier one? Only the names of
 * files, which come first, stand for what has another name too. */
static bool is_counted(const struct catalog *c, uint64_t tables, size_t name)
{
    size_t table = table_of(&c->names[name]);

    for (size_t i = 0; i < name && c->names[i].file; i++)
        if (is_named(tables, i) && table_of(&c->names[i]) == table)
            return true;
    return false;
}

uint64_t catalog_rows(const struct catalog *c, uint64_t tables)
{
    uint64_t rows = 0;

    for (size_t i = 0; i < c->gate.count; i++)
        if (is_named(tables, i) && !is_counted(c, tables, i))
            rows += c->tables[table_of(&c->names[i])].rows;
    return rows;
}
