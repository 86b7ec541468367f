#include "engine/ingest/ingest_parquet.h"

#include "base/fs.h"
#include "engine/duck/value.h"
#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_totals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define SQL_MAX_BYTES ((size_t)8 << 20)
#define COPY_BYTES    ((size_t)256 * 1024)

/* A column as the engine tells it. */
struct parquet_column {
    struct str sql_type;
    const char *type_name;
};

struct parquet {
    struct ingest in;
    const char *copy; /* path of the copy; NULL if there is none */
    struct parquet_column *columns;
};

bool ingest_parquet_fits(struct str head)
{
    return str_starts(head, STR("PAR1")) || str_starts(head, STR("PARE"));
}

/* All of the source into an open file. */
static enum err copy_bytes(const struct ingest *in, int to, struct error *e)
{
    char *block = arena_alloc(in->a, COPY_BYTES, e);
    uint64_t offset = 0;
    size_t n = 1;
    enum err rc = block ? OK : e->code;

    while (!rc && n) {
        rc = ingest_source_peek(in->request->fd, offset, block, COPY_BYTES, &n,
                                e);
        for (size_t done = 0; !rc && done < n;) {
            ssize_t put = write(to, block + done, n - done);

            if (put < 0 && errno != EINTR)
                rc = fs_error(ERR_FILE_WRITE_FAILED, "write", "a working copy",
                              errno, e);
            done += put > 0 ? (size_t)put : 0;
        }
        offset += n;
    }
    return rc;
}

static enum err make_copy(struct parquet *p, struct error *e)
{
    struct str path;
    int fd;
    enum err rc = str_printf(p->in.a, &path, e, "%.*s.parquet",
                             STR_FMT(p->in.request->database));

    if (rc)
        return rc;
    fd = open(path.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", "a working copy", errno,
                        e);
    p->copy = path.p;
    rc = copy_bytes(&p->in, fd, e);
    (void)close(fd);
    return rc;
}

static void put_source(struct buf *sql, const struct parquet *p)
{
    buf_puts(sql, " FROM read_parquet(");
    duck_quote_text(sql, str_from(p->copy));
    buf_puts(sql, ")");
}

/* The engine's message on an unreadable file does not help a user, who does not
 * know its copy. */
static enum err unreadable(enum err rc, struct error *e)
{
    if (rc == ERR_LIMIT || rc == ERR_TIMEOUT || rc == OK)
        return rc;
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the Parquet file is damaged, encrypted, or of a kind "
                     "that the engine does not read");
}

static enum err take_names(struct parquet *p, const struct duck_column *columns,
                           size_t n, struct error *e)
{
    struct ingest *in = &p->in;
    struct str *raw = arena_alloc_array(in->a, n + 1, sizeof(*raw), e);
    enum err rc = raw ? OK : e->code;

    in->columns = n;
    in->names = arena_alloc_array(in->a, n + 1, sizeof(*in->names), e);
    if (!in->names)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++)
        rc = str_dup(columns[i].name, in->a, &raw[i], e);
    return rc ? rc : column_names_make(raw, n, in->a, in->names, e);
}

/* The file's columns, before any of its rows is read. */
static enum err read_columns(struct parquet *p, struct error *e)
{
    const struct duck_column *columns;
    struct duck_result *r = NULL;
    struct str text;
    struct buf sql;
    size_t n = 0;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "SELECT *");
    put_source(&sql, p);
    buf_puts(&sql, " LIMIT 0");
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = unreadable(duck_query(p->in.duck, text, &r, e), e);
    if (!rc) {
        columns = duck_result_columns(r, &n);
        rc = take_names(p, columns, n, e);
    }
    duck_result_close(r);
    buf_release(&sql);
    return rc;
}

static enum err create_table(struct parquet *p, struct error *e)
{
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "CREATE TABLE " INGEST_CATALOG ".main." INGEST_TABLE
                   " AS SELECT ");
    for (size_t i = 0; i < p->in.columns; i++) {
        buf_puts(&sql, i ? "," : "");
        duck_quote(&sql, p->in.names[i].original);
        buf_puts(&sql, " AS ");
        duck_quote(&sql, p->in.names[i].name);
    }
    put_source(&sql, p);
    rc = unreadable(duck_exec_buf(p->in.duck, &sql, e), e);
    return rc;
}

typedef enum err take_row(struct parquet *p, const struct duck_chunk *c,
                          size_t row, size_t index, struct error *e);

/* Each row of a query of our own. */
static enum err for_each(struct parquet *p, struct str sql, take_row *take,
                         struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    size_t index = 0;
    enum err rc = duck_query(p->in.duck, sql, &r, e);

    do {
        if (!rc)
            rc = duck_result_next(r, &c, e);
        for (size_t row = 0; !rc && row < c.rows; row++)
            rc = take(p, &c, row, index++, e);
    } while (!rc && c.rows);
    duck_result_close(r);
    return rc;
}

static enum err take_count(struct parquet *p, const struct duck_chunk *c,
                           size_t row, size_t index, struct error *e)
{
    (void)index;
    (void)e;
    p->in.rows = (uint64_t)duck_int(&c->vectors[0], row);
    return OK;
}

static enum err take_type(struct parquet *p, const struct duck_chunk *c,
                          size_t row, size_t index, struct error *e)
{
    if (index >= p->in.columns)
        return OK;
    return str_dup(duck_str(&c->vectors[1], row), p->in.a,
                   &p->columns[index].sql_type, e);
}

/* What the table came out as. */
static enum err describe(struct parquet *p, struct error *e)
{
    const struct duck_column *columns;
    struct duck_result *r = NULL;
    size_t n = 0;
    enum err rc;

    p->columns =
        arena_alloc_array(p->in.a, p->in.columns + 1, sizeof(*p->columns), e);
    if (!p->columns)
        return e->code;
    rc = for_each(
        p, STR("SELECT count(*) FROM " INGEST_CATALOG ".main." INGEST_TABLE),
        take_count, e);
    if (!rc)
        rc = for_each(p, STR("DESCRIBE " INGEST_CATALOG ".main." INGEST_TABLE),
                      take_type, e);
    if (!rc)
        rc = duck_query(
            p->in.duck,
            STR("FROM " INGEST_CATALOG ".main." INGEST_TABLE " LIMIT 0"), &r,
            e);
    if (rc)
        return rc;
    columns = duck_result_columns(r, &n);
    for (size_t i = 0; i < n && i < p->in.columns; i++)
        p->columns[i].type_name = value_type_name(columns[i].declared);
    duck_result_close(r);
    return OK;
}

static void write_columns(const struct parquet *p, struct jsonw *w)
{
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->in.columns; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", p->in.names[i].name);
        jsonw_member_u64(w, "index", i);
        jsonw_member_cstr(w, "inferred_type", p->columns[i].type_name);
        if (p->in.names[i].renamed)
            jsonw_member_str(w, "original_name", p->in.names[i].original);
        jsonw_member_str(w, "sql_type", p->columns[i].sql_type);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_map(const struct parquet *p, struct jsonw *w)
{
    ingest_write_head(&(struct ingest_head){.format = "parquet"}, w);
    jsonw_member_bool(w, "has_header", true);
    jsonw_member_u64(w, "row_count", p->in.rows);
    jsonw_member_u64(w, "column_count", p->in.columns);
    write_columns(p, w);
    ingest_write_chunks(p->in.rows, w);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    ingest_write_compression(p->in.request, w);
    ingest_write_renamed(&p->in, w);
    ingest_totals_write_unknown(w);
    jsonw_end_object(w);
    jsonw_member_null(w, "caution");
    jsonw_end_object(w);
}

enum err ingest_parquet(struct duck *d, const struct ingest_request *request,
                        struct arena *a, struct jsonw *w, struct error *e)
{
    struct parquet p = {
        .in = {.duck = d, .request = request, .a = a, .table = INGEST_TABLE}};
    enum err rc = make_copy(&p, e);

    if (!rc)
        rc = read_columns(&p, e);
    if (!rc)
        rc = ingest_file_begin(&p.in, e);
    if (!rc) {
        rc = create_table(&p, e);
        if (!rc)
            rc = describe(&p, e);
        rc = ingest_file_end(&p.in, rc, e);
    }
    if (!rc)
        write_map(&p, w);
    if (p.copy)
        (void)unlink(p.copy);
    return rc;
}
