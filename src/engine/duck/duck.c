/*
 * duck.c - opening, configuring and locking DuckDB.
 *
 * The header is from another release than the library (docs/dependencies.md),
 * so duck_open() refuses any library but the one that was checked.
 *
 * The lock. `enable_external_access=false` alone leaves an attached file and
 * its .wal within reach of read_blob(), COPY and ATTACH. Also switching off
 * the local file system closes that: a file that is attached already is read
 * through its open handle, every new opening is refused. It also ends
 * spilling, so with a temp_dir that part is left out and the sandbox is the
 * isolation layer. `lock_configuration` comes last; `threads` alone may still
 * change (allowed_configs), because what runs on one thread is repeatable and
 * what runs on two is fast, and that is decided query by query.
 */
#include "engine/duck/duck_internal.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SQL_BUDGET_BYTES (256u << 20) /* trees of the longest SQL allowed */

static enum err check_version(struct error *e)
{
    const char *have = duckdb_library_version();
    if (*have == 'v')
        have++;
    if (strcmp(have, DUCKDB_PINNED_VERSION) != 0)
        return error_set(e, ERR_INTERNAL,
                         "libduckdb is %s but %s is needed; run make deps",
                         have, DUCKDB_PINNED_VERSION);
    return OK;
}

static void set_config(duckdb_config c, const char *name, const char *value,
                       bool *failed)
{
    *failed |= duckdb_set_config(c, name, value) == DuckDBError;
}

/* One thread at first: a sandbox is entered by a process's only thread. */
static bool fill_config(duckdb_config c, const struct duck_options *o)
{
    char text[64];
    bool failed = false;
    set_config(c, "threads", "1", &failed);
    if (o->memory_bytes) {
        (void)snprintf(text, sizeof(text), "%" PRIu64 "B", o->memory_bytes);
        set_config(c, "memory_limit", text, &failed);
    }
    set_config(c, "temp_directory", o->temp_dir ? o->temp_dir : "", &failed);
    set_config(c, "preserve_insertion_order", "true", &failed);
    set_config(c, "autoload_known_extensions", "false", &failed);
    set_config(c, "autoinstall_known_extensions", "false", &failed);
    set_config(c, "allow_community_extensions", "false", &failed);
    set_config(c, "allow_unsigned_extensions", "false", &failed);
    return !failed;
}

static enum err open_database(struct duck *d, const struct duck_options *o,
                              struct error *e)
{
    duckdb_config c = NULL;
    char *message = NULL;
    bool ok = duckdb_create_config(&c) == DuckDBSuccess && fill_config(c, o) &&
              duckdb_open_ext(NULL, &d->db, c, &message) == DuckDBSuccess &&
              duckdb_connect(d->db, &d->con) == DuckDBSuccess;
    duckdb_destroy_config(&c);
    duckdb_free(message);
    if (!ok)
        return error_set(e, ERR_INTERNAL, "the table engine does not start");
    return OK;
}

static enum err set_up_connection(struct duck *d, struct error *e)
{
    return duck_exec(d, "SET errors_as_json=true; SET TimeZone='UTC'", e);
}

static enum err prepare_connection(struct duck *d, struct error *e)
{
    enum err rc = set_up_connection(d, e);
    if (rc == OK &&
        duckdb_prepare(d->con, "SELECT json_serialize_sql(?::VARCHAR)",
                       &d->serialize) == DuckDBError)
        rc = duck_fail(duckdb_prepare_error(d->serialize), NULL, e);
    return rc ? rc : duck_rows_register(d, e);
}

enum err duck_open(const struct duck_options *o, struct duck **out,
                   struct error *e)
{
    struct arena a;
    enum err rc = check_version(e);
    if (rc != OK)
        return rc;
    arena_init(&a, sizeof(struct duck) + 1024);
    struct duck *d = arena_alloc(&a, sizeof(*d), e);
    if (!d)
        return e->code;
    d->arena = a;
    d->max_threads = o->threads ? o->threads : 1;
    d->threads = 1;
    rc = open_database(d, o, e);
    if (rc == OK)
        rc = prepare_connection(d, e);
    if (rc == OK)
        *out = d;
    else
        duck_close(d);
    return rc;
}

enum err duck_open_beside(struct duck *d, struct duck **out, struct error *e)
{
    struct arena a;
    enum err rc = OK;
    arena_init(&a, sizeof(struct duck) + 1024);
    struct duck *beside = arena_alloc(&a, sizeof(*beside), e);
    if (!beside)
        return e->code;
    beside->arena = a;
    beside->max_threads = 1;
    beside->threads = 1;
    if (duckdb_connect(d->db, &beside->con) == DuckDBError)
        rc = error_set(e, ERR_INTERNAL, "the table engine does not connect");
    if (rc == OK)
        rc = set_up_connection(beside, e);
    if (rc == OK)
        *out = beside;
    else
        duck_close(beside);
    return rc;
}

void duck_close(struct duck *d)
{
    if (!d)
        return;
    struct arena a = d->arena;
    duck_forget(d);
    duckdb_destroy_prepare(&d->serialize);
    duckdb_disconnect(&d->con);
    duckdb_close(&d->db);
    arena_release(&a);
}

enum err duck_exec(struct duck *d, const char *sql, struct error *e)
{
    duckdb_result r = {0};
    enum err rc = duck_fault(e);
    if (rc == OK && duckdb_query(d->con, sql, &r) == DuckDBError)
        rc = duck_fail(duckdb_result_error(&r), NULL, e);
    duckdb_destroy_result(&r);
    return rc;
}

enum err duck_exec_buf(struct duck *d, struct buf *sql, struct error *e)
{
    struct str text;
    enum err rc = buf_finish(sql, &text, e);

    if (rc == OK)
        rc = duck_exec(d, text.p, e);
    buf_release(sql);
    return rc;
}

enum err duck_attach(struct duck *d, const char *path, const char *name,
                     bool read_only, struct error *e)
{
    struct buf sql;
    buf_init(&sql, 1u << 16);
    buf_puts(&sql, "ATTACH ");
    duck_quote_text(&sql, str_from(path));
    buf_puts(&sql, " AS ");
    duck_quote(&sql, str_from(name));
    if (read_only)
        buf_puts(&sql, " (READ_ONLY)");
    enum err rc = duck_exec_buf(d, &sql, e);
    if (rc == ERR_INTERNAL)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the table's cache file is missing or damaged");
    return rc;
}

enum err duck_lock(struct duck *d, struct error *e)
{
    duckdb_result r = {0};
    char *temp = NULL;
    if (duckdb_query(d->con, "SELECT current_setting('temp_directory')", &r) ==
        DuckDBSuccess)
        temp = duckdb_value_varchar(&r, 0, 0);
    bool spills = temp && *temp;
    duckdb_free(temp);
    duckdb_destroy_result(&r);
    enum err rc = duck_exec(d, "SET enable_external_access=false", e);
    if (rc == OK && !spills)
        rc = duck_exec(d, "SET disabled_filesystems='LocalFileSystem'", e);
    if (rc == OK)
        rc = duck_exec(d,
                       "SET allowed_configs=['threads'];"
                       "SET lock_configuration=true",
                       e);
    return rc;
}

enum err duck_confine(struct duck *d, struct str folder, struct error *e)
{
    struct buf sql;

    if (d->confined)
        return OK;
    d->confined = true;
    buf_init(&sql, 1u << 16);
    buf_puts(&sql, "SET allowed_directories=[");
    duck_quote_text(&sql, folder);
    buf_puts(&sql, "]; SET enable_external_access=false");
    return duck_exec_buf(d, &sql, e);
}

enum err duck_use_threads(struct duck *d, unsigned n, struct error *e)
{
    char sql[48];
    if (n > d->max_threads)
        n = d->max_threads;
    if (n == 0 || n == d->threads)
        return OK;
    (void)snprintf(sql, sizeof(sql), "SET threads=%u", n);
    enum err rc = duck_exec(d, sql, e);
    if (rc == OK)
        d->threads = n;
    return rc;
}

enum err duck_limit_memory(struct duck *d, uint64_t bytes, struct error *e)
{
    char sql[64];

    (void)snprintf(sql, sizeof(sql), "SET memory_limit='%" PRIu64 "B'", bytes);
    return duck_exec(d, sql, e);
}

void duck_interrupt(struct duck *d)
{
    duckdb_interrupt(d->con);
}

/* The single cell of `r`, a string of DuckDB's, copied into `a`. */
static enum err copy_cell(duckdb_result *r, struct arena *a, struct str *out,
                          struct error *e)
{
    char *text = duckdb_value_varchar(r, 0, 0);
    enum err rc = str_dup(str_from(text), a, out, e);
    duckdb_free(text);
    return rc;
}

static enum err check_tree(struct str sql, struct str json, struct error *e)
{
    struct duck_source src = {sql, 0};
    struct arena a;
    struct json *root = NULL;
    if (!str_starts(json, STR("{\"error\":true")))
        return OK;
    arena_init(&a, SQL_BUDGET_BYTES);
    enum err rc = json_parse(json, &json_default_limits, &a, &root, e);
    if (rc == OK)
        rc = duck_fail_fields(root, &src, e);
    arena_release(&a);
    if (rc == ERR_INTERNAL || rc == ERR_FILE_READ_FAILED) /* PIVOT 1 + 1 */
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "this form of SQL cannot be checked; write it another "
                       "way");
    return rc;
}

enum err duck_serialize(struct duck *d, struct str sql, struct arena *a,
                        struct str *json, struct error *e)
{
    duckdb_result r = {0};
    struct duck_source src = {sql, 0};
    enum err rc = duck_check_text(sql, e);
    if (rc != OK)
        return rc;
    if (duckdb_bind_varchar_length(d->serialize, 1, sql.p ? sql.p : "",
                                   sql.n) == DuckDBError ||
        duckdb_execute_prepared(d->serialize, &r) == DuckDBError)
        rc = duck_fail(duckdb_result_error(&r), &src, e);
    else
        rc = copy_cell(&r, a, json, e);
    duckdb_destroy_result(&r);
    if (rc == OK)
        rc = check_tree(sql, *json, e);
    return rc;
}

void duck_quote(struct buf *out, struct str name)
{
    buf_put_quoted(out, '"', name);
}

void duck_quote_text(struct buf *out, struct str text)
{
    buf_put_quoted(out, '\'', text);
}
