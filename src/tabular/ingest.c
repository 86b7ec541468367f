/*
 * Reading a delimited file in two passes.
 *
 *     bytes -> decode -> dialect -> names
 *     pass 1: every cell is evidence -> types
 *     pass 2: every cell is read by its column's type -> table
 */
#include "tabular/ingest_internal.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define BATCH_CELLS ((size_t)64 * 1024)

static enum err read_all(struct ingest *in, struct str *bytes, struct error *e)
{
    struct stat st;
    size_t size;
    char *p;

    if (fstat(in->request->fd, &st) != 0 || !S_ISREG(st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED, "no file to read");
    size = (size_t)st.st_size;
    p = arena_alloc(in->a, size, e);
    if (!p)
        return e->code;
    for (size_t at = 0; at < size;) {
        ssize_t n = pread(in->request->fd, p + at, size - at, (off_t)at);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "the file cannot be read");
        at += (size_t)n;
    }
    *bytes = (struct str){p, size};
    return OK;
}

/* Give an error of the CSV reader its place in the file. */
static enum err place(const struct ingest *in, struct error *e)
{
    if (e->code == ERR_FILE_READ_FAILED || e->code == ERR_LIMIT)
        e->pos = decode_place(&in->decoded, e->pos.offset);
    return e->code;
}

static void open_reader(const struct ingest *in, struct csv_reader *r)
{
    csv_open(r, in->decoded.text, &in->dialect);
    r->columns = in->columns;
}

static enum err read_header(struct ingest *in, struct error *e)
{
    struct csv_reader r;
    struct csv_cell *cells;
    struct str *raw;
    struct buf scratch;
    enum err rc;
    size_t n = 0;

    csv_open(&r, in->decoded.text, &in->dialect);
    rc = csv_read_record(&r, NULL, 0, &in->columns, e);
    if (rc)
        return place(in, e);
    if (in->columns == 0)
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "the file is empty: no header and no row");
    in->names = arena_alloc_array(in->a, in->columns, sizeof(*in->names), e);
    cells = arena_alloc_array(in->a, in->columns, sizeof(*cells), e);
    raw = arena_alloc_array(in->a, in->columns, sizeof(*raw), e);
    if (!in->names || !cells || !raw)
        return e->code;
    if (!in->dialect.header)
        return column_names_make(NULL, in->columns, in->a, in->names, e);
    buf_init(&scratch, CSV_MAX_CELL_BYTES);
    csv_open(&r, in->decoded.text, &in->dialect);
    rc = csv_read_record(&r, cells, in->columns, &n, e);
    for (size_t i = 0; !rc && i < in->columns; i++)
        rc = str_dup(csv_cell_text(&cells[i], &scratch), in->a, &raw[i], e);
    buf_release(&scratch);
    return rc ? rc : column_names_make(raw, in->columns, in->a, in->names, e);
}

static enum err check_stop(const struct ingest *in, struct error *e)
{
    if (in->request->stop && atomic_load(in->request->stop))
        return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
    return OK;
}

static void report(const struct ingest *in, size_t done, bool second)
{
    const struct ingest_progress *p = &in->request->progress;
    size_t total = in->decoded.text.n;

    if (p->report)
        p->report(p->ctx, done + (second ? total : 0), total * 2);
}

/* Every row once: as evidence, or with an appender into the table. */
static enum err pass(struct ingest *in, struct duck_append *ap, struct error *e)
{
    struct csv_reader r;
    uint64_t row = 1;
    size_t n = 0;
    enum err rc = OK;

    open_reader(in, &r);
    if (in->dialect.header)
        rc = csv_read_record(&r, NULL, 0, &n, e);
    while (!rc) {
        rc = csv_read_rows(&r, in->cells, in->batch_rows, &n, e);
        if (rc)
            return place(in, e);
        if (n == 0)
            break;
        for (size_t i = 0; !ap && i < in->columns; i++)
            column_add(&in->seen[i], in->cells + i, in->columns, n, row);
        if (ap)
            rc = ingest_append_rows(in, ap, in->cells, n, e);
        row += n;
        report(in, r.pos, ap != NULL);
        if (!rc)
            rc = check_stop(in, e);
    }
    in->rows = row - 1;
    in->counts = r.counts;
    return rc;
}

static enum err decide(struct ingest *in, struct error *e)
{
    enum err rc;

    in->batch_rows = BATCH_CELLS / in->columns;
    if (in->batch_rows > DUCK_CHUNK_ROWS)
        in->batch_rows = DUCK_CHUNK_ROWS;
    if (in->batch_rows == 0)
        in->batch_rows = 1;
    in->seen = arena_alloc_array(in->a, in->columns, sizeof(*in->seen), e);
    in->types = arena_alloc_array(in->a, in->columns, sizeof(*in->types), e);
    in->cells = arena_alloc_array(in->a, in->batch_rows * in->columns,
                                  sizeof(*in->cells), e);
    if (!in->seen || !in->types || !in->cells)
        return e->code;
    for (size_t i = 0; i < in->columns; i++)
        column_begin(&in->seen[i]);
    rc = pass(in, NULL, e);
    if (!rc)
        columns_decide(in->seen, in->columns, in->dialect.delimiter, in->types);
    return rc;
}

static enum err fill(struct ingest *in, struct error *e)
{
    struct duck_append *ap = NULL;
    enum err rc = ingest_create_table(in, &ap, e);

    if (rc)
        return rc;
    rc = pass(in, ap, e);
    if (!rc)
        return duck_append_close(ap, e);
    duck_append_abort(ap);
    return rc;
}

static enum err make_database(struct ingest *in, struct error *e)
{
    const char *path = str_cstr(in->request->database, in->a, e);
    struct error ignored;
    enum err rc =
        path ? duck_attach(in->duck, path, INGEST_CATALOG, false, e) : e->code;

    if (rc)
        return rc;
    rc = fill(in, e);
    if (!rc)
        rc = duck_exec(in->duck, "CHECKPOINT " INGEST_CATALOG, e);
    if (!rc)
        return duck_exec(in->duck, "DETACH " INGEST_CATALOG, e);
    (void)!duck_exec(in->duck, "DETACH " INGEST_CATALOG, &ignored);
    return rc;
}

enum err ingest_run(struct duck *d, const struct ingest_request *r,
                    struct arena *a, struct jsonw *w, struct error *e)
{
    struct csv_dialect_options o = {.delimiter = r->delimiter};
    struct ingest in = {.duck = d, .request = r, .a = a};
    struct str bytes;
    enum err rc = OK;

    if (r->delimiter && !csv_is_delimiter(r->delimiter))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the delimiter cannot be a letter, digit or quote");
    rc = read_all(&in, &bytes, e);
    if (!rc)
        rc = decode_open(bytes, r->encoding, -1, &in.decoded, e);
    if (rc)
        goto out;
    csv_dialect_find(in.decoded.text, &o, &in.dialect);
    rc = read_header(&in, e);
    if (!rc)
        rc = decide(&in, e);
    if (!rc)
        rc = make_database(&in, e);
    if (!rc)
        ingest_write_map(&in, w);
out:
    decode_close(&in.decoded);
    return rc;
}
