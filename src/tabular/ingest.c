/*
 * Reading a delimited file in two passes.
 *
 *     bytes -> decode -> dialect -> names
 *     pass 1: every cell is evidence -> types
 *     pass 2: every cell is read by its column's type -> table
 *
 * Two passes, because a type that was chosen from a sample is wrong in row
 * five million; both go through one window (ingest_source.c), so that a file
 * may be larger than memory. A small file is decoded once and stays there.
 *
 * Of the time for 112 MB of orders the engine's compression takes three
 * quarters, the two passes one; all of it is near what the engine's own
 * CREATE TABLE AS FROM read_csv() into a file takes with two threads. Tried
 * and dropped: handing chunks to the engine from a second thread (it swallows
 * 200,000 rows, then works for long: a queue of one chunk hides nothing), and
 * less compression (15 to 25 % faster, the file 2.4 to 3.4 times as large).
 */
#include "tabular/ingest_encoding.h"
#include "tabular/ingest_internal.h"

#include <string.h>

#define BATCH_CELLS         ((size_t)64 * 1024)
#define ESCAPE_SAMPLE_BYTES ((size_t)64 * 1024)

static enum err check_stop(const struct ingest *in, struct error *e)
{
    if (in->request->stop && atomic_load(in->request->stop))
        return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
    return OK;
}

static void report(const struct ingest *in, bool second)
{
    const struct ingest_progress *p = &in->request->progress;
    uint64_t done = in->source.decoder.offset;
    uint64_t total = in->source.size;

    if (done > total)
        done = total; /* it grows while it is read */
    if (p->report)
        p->report(p->ctx, done + (second ? total : 0), total * 2);
}

static void open_reader(const struct ingest *in, struct csv_reader *r)
{
    csv_open(r, ingest_source_text(&in->source), &in->dialect);
    r->more = !in->source.end;
    r->columns = in->columns;
}

/* Move the window on, because the reader is starved. */
static enum err feed(struct ingest *in, struct csv_reader *r, struct error *e)
{
    enum err rc;

    if (r->text.n - r->pos >= CSV_MAX_RECORD_BYTES) {
        rc = csv_refuse_record(r, e);
        ingest_source_place(&in->source, false, e);
        return rc;
    }
    rc = ingest_source_move(&in->source, r->pos, e);
    if (!rc)
        csv_continue(r, ingest_source_text(&in->source), !in->source.end);
    return rc;
}

/* The next record, wherever it ends; as csv_read_record(). */
static enum err next_record(struct ingest *in, struct csv_reader *r,
                            struct csv_cell *cells, size_t *n, struct error *e)
{
    for (;;) {
        enum err rc = csv_read_record(r, cells, cells ? in->columns : 0, n, e);

        if (rc)
            ingest_source_place(&in->source, false, e);
        if (!rc && r->starved)
            rc = feed(in, r, e);
        else
            return rc;
        if (rc)
            return rc;
    }
}

/* The next rows, none at the end of the text only. */
static enum err next_rows(struct ingest *in, struct csv_reader *r, size_t *n,
                          struct error *e)
{
    enum err rc;

    do {
        rc = csv_read_rows(r, in->cells, in->batch_rows, n, e);
        if (rc)
            ingest_source_place(&in->source, false, e);
        else if (*n == 0 && r->starved)
            rc = feed(in, r, e);
        else
            break;
    } while (!rc);
    return rc;
}

/* Names out of the first record's cells. */
static enum err name_columns(struct ingest *in, const struct csv_cell *cells,
                             struct error *e)
{
    struct str *raw = arena_alloc_array(in->a, in->columns, sizeof(*raw), e);
    struct buf scratch;
    enum err rc = raw ? OK : e->code;

    buf_init(&scratch, CSV_MAX_CELL_BYTES);
    for (size_t i = 0; !rc && i < in->columns; i++)
        rc = str_dup(csv_cell_text(&cells[i], &scratch), in->a, &raw[i], e);
    if (!rc && scratch.overflow)
        rc = error_set(e, ERR_LIMIT, "no memory for the names of columns");
    buf_release(&scratch);
    return rc ? rc : column_names_make(raw, in->columns, in->a, in->names, e);
}

static enum err read_header(struct ingest *in, struct error *e)
{
    struct csv_reader r;
    struct csv_cell *cells;
    size_t n = 0;
    enum err rc;

    open_reader(in, &r);
    rc = next_record(in, &r, NULL, &n, e);
    if (rc)
        return rc;
    if (n == 0)
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "the file is empty: it has no header and no rows");
    if (n > INGEST_MAX_COLUMNS)
        return error_at(e, ERR_LIMIT, (struct srcpos){1, 1, 0},
                        "a table of %zu columns; at most %zu are read", n,
                        INGEST_MAX_COLUMNS);
    in->columns = n;
    in->names = arena_alloc_array(in->a, n, sizeof(*in->names), e);
    cells = arena_alloc_array(in->a, n, sizeof(*cells), e);
    if (!in->names || !cells)
        return e->code;
    if (!in->dialect.header)
        return column_names_make(NULL, n, in->a, in->names, e);
    rc = ingest_source_rewind(&in->source, e);
    if (rc)
        return rc;
    open_reader(in, &r);
    rc = next_record(in, &r, cells, &n, e);
    if (!rc && n != in->columns)
        return ingest_changed(e);
    return rc ? rc : name_columns(in, cells, e);
}

/* Every row once: as evidence, or into the table. */
static enum err pass(struct ingest *in, bool append, struct error *e)
{
    struct csv_reader r;
    uint64_t row = 1;
    size_t n = 0;
    enum err rc = ingest_source_rewind(&in->source, e);

    open_reader(in, &r);
    if (!rc && in->dialect.header)
        rc = next_record(in, &r, NULL, &n, e);
    while (!rc) {
        rc = next_rows(in, &r, &n, e);
        if (rc || n == 0)
            break;
        for (size_t i = 0; !append && i < in->columns; i++)
            column_add(&in->seen[i], in->cells + i, in->columns, n, row);
        if (append)
            rc = ingest_append_rows(in, n, e);
        row += n;
        report(in, append);
        if (!rc)
            rc = check_stop(in, e);
    }
    if (!rc && append && memcmp(&in->counts, &r.counts, sizeof(r.counts)) != 0)
        return ingest_changed(e);
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
    rc = pass(in, false, e);
    if (!rc)
        columns_decide(in->seen, in->columns, in->dialect.delimiter, in->types);
    return rc;
}

static enum err make_database(struct ingest *in, struct error *e)
{
    enum err rc = ingest_file_begin(in, e);

    if (!rc)
        rc = ingest_create_table(in, e);
    if (!rc)
        rc = ingest_append_end(in, pass(in, true, e), e);
    return ingest_file_end(in, rc, e);
}

/* Everything that is known of the file before its table is made. */
static enum err understand(struct ingest *in, struct str encoding,
                           struct error *e)
{
    struct csv_dialect_options o = {.delimiter = in->request->delimiter};
    enum err rc;

    ingest_source_close(&in->source);
    rc = ingest_source_open(&in->source, in->request->fd, encoding, in->a, e);
    if (rc)
        return rc;
    csv_dialect_find(ingest_source_text(&in->source), &o, &in->dialect);
    rc = read_header(in, e);
    return rc ? rc : decide(in, e);
}

/* The next best encodings, until every byte of the file decodes in one. */
static enum err understand_guessed(struct ingest *in, uint64_t offset,
                                   struct error *e)
{
    struct error first = *e;
    struct guesses g;
    enum err rc = ingest_guess(in->request->fd, offset, in->a, &g, e);

    if (rc)
        return rc;
    for (size_t i = 0; i < g.n; i++) {
        rc = understand(in, str_from(g.of[i].name), e);
        in->source.begin.report.confidence = g.of[i].confidence;
        if (!in->source.undecodable)
            return rc;
    }
    *e = first;
    return e->code;
}

/* Is it ASCII that escapes switch to another alphabet? */
static bool is_escaped(const struct ingest *in)
{
    const struct encoding_report *report = &in->source.begin.report;
    struct str text = ingest_source_text(&in->source);

    return in->request->encoding.n == 0 && !report->has_bom &&
           report->encoding == ENCODING_UTF_8 &&
           encoding_has_escapes(str_slice(text, 0, ESCAPE_SAMPLE_BYTES));
}

static enum err read_source(struct ingest *in, struct error *e)
{
    enum err rc = understand(in, in->request->encoding, e);
    uint64_t offset = in->source.decoder.offset;
    struct error ignored;

    if (rc && in->source.undecodable && in->request->encoding.n == 0 &&
        !in->source.begin.report.has_bom)
        return understand_guessed(in, offset, e);
    if (!rc && is_escaped(in) && understand_guessed(in, offset, &ignored))
        return understand(in, in->request->encoding, e);
    return rc;
}

enum err ingest_delimited(struct duck *d, const struct ingest_request *r,
                          struct arena *a, struct jsonw *w, struct error *e)
{
    struct ingest in = {.duck = d, .request = r, .a = a, .table = INGEST_TABLE};
    enum err rc;

    if (r->delimiter && !csv_is_delimiter(r->delimiter))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the delimiter cannot be a letter, digit or quote");
    rc = read_source(&in, e);
    if (!rc)
        rc = make_database(&in, e);
    if (!rc)
        ingest_write_map(&in, w);
    ingest_source_close(&in.source);
    return rc;
}
