/*
 * sqlite_file.c - opening a database that may be hostile.
 *
 * A schema is a program: views, triggers, generated columns, indexes on expressions,
 * virtual tables whose modules read it. What is switched off:
 *
 *     files             the file system has one, read-only (sqlite_vfs.c)
 *     extensions        cannot be loaded
 *     virtual tables    no module is there
 *     triggers          off; and nothing is written, so none would run
 *     functions         an authorizer refuses every function that is not called by a
 *                       statement of ours, and ours call two (is_ours()). Generated
 *                       columns are compiled with the schema, which asks no
 *                       authorizer: trusted_schema=off leaves them those functions
 *                       of the library that have no effect
 *     recursion         refused, so that no view goes on for ever
 *     damaged schema    defensive, cell_size_check
 *     memory            a bound on all that the library holds
 *     time              a flag is looked at every few thousand steps
 *
 * source   SQLite, "Defense Against The Dark Arts" (security.html)
 */
#include "engine/sqlite_file/sqlite_internal.h"

#include "base/mem.h"
#include "base/read_at.h"
#include "base/utf8.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMORY_BYTES     ((sqlite3_int64)384 << 20)
#define READ_VERSION_AT  19 /* of the header, "file format read version" */
#define READ_VERSION_LOG 2
#define SCHEMA_FORMAT_AT 47 /* its last byte, "schema format number" */
#define SCHEMA_FORMAT    4
#define STEPS            4096 /* between looks at the flag */

static const char magic[] = "SQLite format 3"; /* with its NUL */

bool sqlite_file_fits(struct str head)
{
    return str_starts(head, (struct str){magic, sizeof(magic)});
}

enum err sqlite_fail(int status, struct error *e)
{
    switch (status & 0xff) {
    case SQLITE_INTERRUPT:
        return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
    case SQLITE_NOMEM:
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot read the database");
    case SQLITE_TOOBIG:
        return error_set(e, ERR_LIMIT, "a row of more than %zu MiB",
                         2 * SQLITE_FILE_VALUE_BYTES >> 20);
    case SQLITE_ERROR:
    case SQLITE_AUTH:
        return error_set(e, ERR_VALIDATION_FAILED,
                         "its definition cannot be run");
    default:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the SQLite database is damaged");
    }
}

/* Functions that statements of ours call: rows of sqlite_rows.c. */
static bool is_ours(const char *function, const char *of_view)
{
    return !of_view && function &&
           (strcmp(function, "typeof") == 0 || strcmp(function, "length") == 0);
}

static int authorize(void *ctx, int what, const char *first, const char *second,
                     const char *database, const char *of_view)
{
    struct sqlite_file *f = ctx;

    (void)database;
    switch (what) {
    case SQLITE_SELECT:
    case SQLITE_READ: return SQLITE_OK;
    case SQLITE_FUNCTION:
        if (is_ours(second, of_view))
            return SQLITE_OK;
        f->refused = "it calls a function";
        return SQLITE_DENY;
    case SQLITE_PRAGMA:
        return !of_view && (strcmp(first, "foreign_key_list") == 0 ||
                            strcmp(first, "table_info") == 0)
                   ? SQLITE_OK
                   : SQLITE_DENY;
    case SQLITE_RECURSIVE: f->refused = "it is recursive"; return SQLITE_DENY;
    default: return SQLITE_DENY;
    }
}

static int look_at_flag(void *ctx)
{
    const struct sqlite_file *f = ctx;

    return f->stop && atomic_load(f->stop);
}

/* Rows are read in the order in which they lie, so that no order of texts is needed
 * that a program had of its own. */
static void make_collation(void *ctx, sqlite3 *handle, int encoding,
                           const char *name);

static int compare_bytes(void *ctx, int n, const void *a, int m, const void *b)
{
    const int common = memcmp(a, b, (size_t)(n < m ? n : m));

    (void)ctx;
    return common ? common : n - m;
}

static void make_collation(void *ctx, sqlite3 *handle, int encoding,
                           const char *name)
{
    (void)ctx;
    (void)sqlite3_create_collation(handle, name, encoding, NULL, compare_bytes);
}

static void set_limits(sqlite3 *handle)
{
    static const struct {
        int what, most;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, 2 * (int)SQLITE_FILE_VALUE_BYTES},
        {SQLITE_LIMIT_SQL_LENGTH, (int)SQLITE_SQL_BYTES},
        {SQLITE_LIMIT_EXPR_DEPTH, 200},
        {SQLITE_LIMIT_COMPOUND_SELECT, 50},
        {SQLITE_LIMIT_VDBE_OP, 250000},
        {SQLITE_LIMIT_FUNCTION_ARG, 20},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };

    for (size_t i = 0; i < COUNT_OF(limits); i++)
        (void)sqlite3_limit(handle, limits[i].what, limits[i].most);
}

static int configure(struct sqlite_file *f)
{
    static const struct {
        int what, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
    };
    int status = SQLITE_OK;

    (void)sqlite3_extended_result_codes(f->handle, 1);
    set_limits(f->handle);
    for (size_t i = 0; i < COUNT_OF(settings) && status == SQLITE_OK; i++)
        status = sqlite3_db_config(f->handle, settings[i].what,
                                   settings[i].value, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_drop_modules(f->handle, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(f->handle,
                              "PRAGMA temp_store=MEMORY;"
                              "PRAGMA mmap_size=0;"
                              "PRAGMA cell_size_check=ON",
                              NULL, NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_collation_needed(f->handle, NULL, make_collation);
    if (status == SQLITE_OK)
        status = sqlite3_set_authorizer(f->handle, authorize, f);
    sqlite3_progress_handler(f->handle, STEPS, look_at_flag, f);
    return status;
}

int sqlite_connect(struct sqlite_file *f)
{
    const int how =
        f->source.in.room ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    const char *vfs;
    int status = sqlite3_initialize();

    if (status != SQLITE_OK)
        return status;
    (void)sqlite3_hard_heap_limit64(MEMORY_BYTES);
    vfs = sqlite_vfs_begin(&f->source);
    if (!vfs)
        return SQLITE_NOMEM;
    status = sqlite3_open_v2(f->source.name, &f->handle,
                             how | SQLITE_OPEN_NOMUTEX, vfs);
    return status == SQLITE_OK ? configure(f) : status;
}

enum err sqlite_check_version(int fd, struct error *e)
{
    unsigned char head[SCHEMA_FORMAT_AT + 1] = {0};

    if (read_at(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
        (head[READ_VERSION_AT] > READ_VERSION_LOG ||
         head[SCHEMA_FORMAT_AT] > SCHEMA_FORMAT))
        return error_set(
            e, ERR_FILE_READ_FAILED,
            "the database is of a newer version of SQLite than " SQLITE_VERSION
            "; save it as CSV with the program that made it");
    return OK;
}

enum err sqlite_file_open(int fd, const atomic_bool *stop,
                          struct sqlite_file **out, struct error *e)
{
    struct sqlite_file *f;
    struct stat st;
    int status;
    enum err rc = OK;

    *out = NULL;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read the database");
    if (sqlite_check_version(fd, e))
        return e->code;
    f = mem_new(sizeof(*f), e);
    if (!f)
        return e->code;
    f->stop = stop;
    f->source =
        (struct sqlite_source){.fd = fd, .in = {.bytes = (uint64_t)st.st_size}};
    status = sqlite_connect(f);
    if (status != SQLITE_OK)
        rc = sqlite_fail(status, e);
    if (rc)
        sqlite_file_close(f);
    else
        *out = f;
    return rc;
}

void sqlite_file_close(struct sqlite_file *f)
{
    if (!f)
        return;
    (void)sqlite3_close(f->handle);
    mem_free(f);
}

uint64_t sqlite_file_bytes_read(const struct sqlite_file *f)
{
    return f->source.bytes_read;
}

bool sqlite_file_has_log(const struct sqlite_file *f)
{
    char version = 0;

    return pread(f->source.fd, &version, 1, READ_VERSION_AT) == 1 &&
           version == READ_VERSION_LOG;
}

uint64_t sqlite_file_bytes(const struct sqlite_file *f)
{
    return f->source.in.bytes;
}

enum err sqlite_prepare(struct sqlite_file *f, struct buf *sql,
                        sqlite3_stmt **stmt, struct error *e)
{
    struct str text;
    enum err rc = buf_finish(sql, &text, e);
    int status;

    *stmt = NULL;
    f->refused = NULL;
    if (!rc) {
        status = sqlite3_prepare_v2(f->handle, text.p, (int)text.n, stmt, NULL);
        if (status != SQLITE_OK)
            rc = sqlite_fail(status, e);
    }
    if (rc == ERR_VALIDATION_FAILED && f->refused)
        rc = error_set(e, ERR_VALIDATION_FAILED, "%s", f->refused);
    buf_release(sql);
    return rc;
}

struct str sqlite_text(sqlite3_stmt *stmt, int column)
{
    const unsigned char *p = sqlite3_column_text(stmt, column);
    const int n = sqlite3_column_bytes(stmt, column);

    return p ? (struct str){(const char *)p, (size_t)n} : STR("");
}

enum err sqlite_text_repair(struct str raw, struct arena *a, struct str *out,
                            bool *repaired, struct error *e)
{
    static const char unknown[] = "\xEF\xBF\xBD"; /* U+FFFD */
    char *to;
    size_t n = 0;

    *out = raw;
    if (utf8_valid_prefix(raw) == raw.n && str_find_char(raw, '\0') == raw.n)
        return OK;
    to = arena_alloc(a, raw.n * 3 + 1, e);
    if (!to)
        return e->code;
    for (size_t i = 0; i < raw.n;) {
        const size_t length = utf8_length(str_slice(raw, i, raw.n));

        if (length == 0) {
            memcpy(to + n, unknown, 3);
            n += 3;
        } else if (raw.p[i] != '\0') {
            memcpy(to + n, raw.p + i, length);
            n += length;
        }
        i += length ? length : 1;
    }
    if (repaired)
        *repaired = true;
    *out = (struct str){to, n};
    return OK;
}
