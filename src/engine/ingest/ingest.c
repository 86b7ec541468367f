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
 * Both passes use several threads: cells are looked at while the next are read
 * (ingest_look.c), and rows are converted and appended in parts
 * (ingest_parts.c). What is decided and the order of rows never depend on that.
 * Of the time of one thread for 378 MB of orders pass 1 takes a quarter, pass 2
 * three, most of it the engine's compression. Tried and dropped: handing chunks
 * to the engine from a second thread (it swallows 200,000 rows, then works for
 * long: a queue of one chunk hides nothing), and less compression (15 to 25 %
 * faster, the file 2.4 to 3.4 times as large).
 */
#include "engine/ingest/ingest_aligned.h"
#include "engine/ingest/ingest_blanks.h"
#include "engine/ingest/ingest_encoding.h"
#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"
#include "formats/csv/csv_dialect.h"

#include <string.h>

#define ESCAPE_SAMPLE_BYTES ((size_t)64 * 1024)
#define NAMES_MAX_BYTES     ((size_t)2 << 20) /* a map has them twice */
#define NAMES_COMPARED      1000u             /* of a header, with each other */
#define MAX_FOOTERS         20u
#define REJECTED_SHARE      4u /* one row of four may be rejected */

enum err ingest_check_stop(const struct ingest *in, struct error *e)
{
    if (in->request->stop && atomic_load(in->request->stop))
        return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
    return OK;
}

/* By the header; what was written there stays the original name. */
static enum err name_columns(struct ingest *in, struct error *e)
{
    bool header = in->layout.header_rows > 0;
    size_t bytes = 0;
    enum err rc = column_names_make(header ? in->short_names : NULL,
                                    in->columns, in->a, in->names, e);

    for (size_t i = 0; !rc && header && i < in->columns; i++) {
        struct column_name *name = &in->names[i];

        bytes += in->whole_names[i].n;
        name->original = in->whole_names[i];
        name->renamed = !str_eq(name->name, name->original);
    }
    if (!rc && bytes > NAMES_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the names in the header have %zu bytes, and at most "
                         "%zu are read; if the first line is data, read it "
                         "with header 'no'",
                         bytes, NAMES_MAX_BYTES);
    return rc;
}

/* The window holds a whole line at least, for the layout to be seen. */
static enum err see_a_line(struct ingest *in, struct error *e)
{
    for (;;) {
        struct str text = ingest_source_text(&in->source);
        enum err rc;

        if (in->source.end || str_find_char(text, '\n') < text.n ||
            str_find_char(text, '\r') < text.n)
            return OK;
        if (text.n >= CSV_MAX_RECORD_BYTES)
            return error_at(e, ERR_LIMIT, (struct srcpos){1, 1, 0},
                            "a line of more than %zu MiB",
                            CSV_MAX_RECORD_BYTES >> 20);
        rc = ingest_source_move(&in->source, 0, e);
        if (rc)
            return rc;
    }
}

/* The window holds the end of a long quoted cell, so that the layout is not
   found by the lines inside it. */
static enum err see_quotes_close(struct ingest *in, struct csv_open_quote *q,
                                 struct error *e)
{
    struct str text = ingest_source_text(&in->source);
    enum err rc = OK;

    *q = (struct csv_open_quote){0};
    if (!in->source.end)
        rc = csv_dialect_find_open(text, in->request->delimiter, in->a, q, e);
    while (!rc && q->open && !in->source.end && text.n < CSV_MAX_RECORD_BYTES) {
        rc = ingest_source_move(&in->source, 0, e);
        text = ingest_source_text(&in->source);
        q->open = csv_dialect_is_open(text, q);
    }
    return rc;
}

/* Rows of another width than the first record, which a quote follows that no
   window closes, are the inside of a cell; if they are cut by another
   delimiter, then where the first record is no row of that table. */
static bool is_inside(const struct csv_layout *l,
                      const struct csv_open_quote *q)
{
    char delimiter = l->dialect.delimiter;

    return q->open && l->usual != q->width &&
           (l->start > 0 || !delimiter || delimiter == q->dialect.delimiter);
}

static enum err refuse_open(struct ingest *in, const struct csv_open_quote *q,
                            struct error *e)
{
    struct csv_reader r;
    size_t n;
    enum err rc = OK;

    csv_open(&r, ingest_source_text(&in->source), &q->dialect);
    csv_seek(&r, q->at);
    if (in->source.end)
        rc = csv_read_record(&r, NULL, 0, &n, e);
    if (!rc)
        rc = csv_refuse_record(&r, e);
    ingest_source_place(&in->source, false, e);
    return rc;
}

/* Are most of the header's cells words, and no two of them the same? A row of a table
 * without a header that was taken for one is seldom so. */
static bool are_names(const struct ingest *in)
{
    size_t words = 0;
    size_t filled = 0;

    for (size_t i = 0; i < in->width && i < NAMES_COMPARED; i++) {
        const struct str name = in->whole_names[i];
        struct cell_shape shape;

        if (name.n == 0)
            continue;
        cell_look(name, &shape);
        words += shape.family == CELL_TEXT;
        filled++;
        for (size_t k = 0; k < i; k++)
            if (str_eq(name, in->whole_names[k]))
                return false;
    }
    return filled >= 2 && 2 * words >= filled;
}

/* The header's line, for pages of a report begin with it again. A header that was
 * only assumed may be a row. */
static enum err keep_header(struct ingest *in, struct str text, struct error *e)
{
    const struct csv_layout *l = &in->layout;
    const size_t rows = l->header_rows - l->again_rows;
    const size_t end = l->again_rows ? l->again : l->rows;
    struct str line = str_slice(text, l->start, end);

    while (line.n && (line.p[line.n - 1] == '\n' || line.p[line.n - 1] == '\r'))
        line.n--;
    in->header = (struct str){0};
    if (rows != 1 || l->header_assumed || !are_names(in))
        return OK;
    return str_dup(line, in->a, &in->header, e);
}

static enum err find_layout(struct ingest *in, struct error *e)
{
    struct csv_open_quote open;
    struct csv_layout_options o = {.delimiter = in->request->delimiter,
                                   .header = in->request->header};
    struct csv_layout *l = &in->layout;
    struct str text;
    enum err rc = see_a_line(in, e);

    if (!rc)
        rc = see_quotes_close(in, &open, e);
    if (rc)
        return rc;
    text = ingest_source_text(&in->source);
    rc = csv_layout_find(text, &o, in->a, l, e);
    if (rc)
        return rc;
    if (is_inside(l, &open))
        return refuse_open(in, &open, e);
    if (l->columns == 0)
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "the file is empty: it has no header and no rows");
    if (l->columns > INGEST_MAX_COLUMNS)
        return error_at(e, ERR_LIMIT, (struct srcpos){1, 1, 0},
                        "a table of %zu columns; at most %zu are read",
                        l->columns, INGEST_MAX_COLUMNS);
    in->width = l->columns;
    in->columns = l->columns;
    in->whole_names =
        arena_alloc_array(in->a, in->width, sizeof(struct str), e);
    in->short_names =
        arena_alloc_array(in->a, in->width, sizeof(struct str), e);
    if (!in->whole_names || !in->short_names)
        return e->code;
    in->repairer = (struct csv_repairer){
        .dialect = &l->dialect, .comment = l->comment, .profile = l->profile};
    rc = csv_repair_open(&in->repairer, in->a, e);
    if (!rc)
        rc = csv_layout_names(text, l, in->a, in->whole_names, in->short_names,
                              e);
    return rc ? rc : keep_header(in, text, e);
}

/* Columns at the end that no row fills and no header names: a delimiter too
   many in every row. */
static void drop_empty_columns(struct ingest *in)
{
    while (in->columns > 1 && in->rows &&
           in->columns > in->layout.header_cells &&
           in->seen[in->columns - 1].values == 0)
        in->columns--;
    in->columns_dropped = in->width - in->columns;
}

/* Lines without a row at the end are footers; many others are no table. */
static enum err judge(struct ingest *in, struct error *e)
{
    uint64_t *count = in->aside.count;

    if (in->rejected_last <= MAX_FOOTERS && in->rows && !in->hopeless) {
        count[ASIDE_REJECTED] -= in->rejected_last;
        count[ASIDE_FOOTER] += in->rejected_last;
    }
    if (count[ASIDE_REJECTED] * REJECTED_SHARE < in->rows + REJECTED_SHARE &&
        (in->rows || count[ASIDE_REJECTED] == 0))
        return OK;
    (void)error_at(
        e, ERR_FILE_READ_FAILED,
        (struct srcpos){.offset = in->first_rejected - in->source.text_offset},
        "%llu lines do not have the columns of the table; the first is: "
        "%s; name the delimiter with --delimiter",
        (unsigned long long)count[ASIDE_REJECTED],
        in->aside.shown[ASIDE_REJECTED][0].reason);
    ingest_source_place(&in->source, false, e);
    return e->code;
}

static enum err decide(struct ingest *in, struct error *e)
{
    enum err rc;

    in->batch_rows = ingest_batch_rows(in->width);
    in->seen = arena_alloc_array(in->a, in->width, sizeof(*in->seen), e);
    in->types = arena_alloc_array(in->a, in->width, sizeof(*in->types), e);
    in->names = arena_alloc_array(in->a, in->width, sizeof(*in->names), e);
    in->cells = arena_alloc_array(in->a, in->batch_rows * in->width,
                                  sizeof(*in->cells), e);
    if (!in->seen || !in->types || !in->cells || !in->names)
        return e->code;
    for (size_t i = 0; i < in->columns; i++)
        column_begin(&in->seen[i]);
    in->aside = (struct ingest_aside){0};
    in->marks = (struct ingest_marks){0};
    in->hopeless = false;
    rc = ingest_look(in, e);
    if (!rc)
        rc = judge(in, e);
    if (rc)
        return rc;
    drop_empty_columns(in);
    if (in->columns < in->least_columns)
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "no delimiter splits its lines into %zu columns",
                        in->least_columns);
    columns_decide(in->seen, in->columns, in->layout.dialect.delimiter,
                   in->types);
    return name_columns(in, e);
}

static bool has_aside(const struct ingest *in)
{
    for (size_t i = 0; i < ASIDE_ACTIONS; i++) {
        if (in->aside.count[i])
            return true;
    }
    return false;
}

static enum err make_database(struct ingest *in, struct error *e)
{
    bool aside = has_aside(in);
    enum err rc = ingest_file_begin(in, e);

    if (!rc)
        rc = ingest_create_table(in, e);
    if (!rc && aside)
        rc = duck_exec(in->duck,
                       "COMMENT ON TABLE " INGEST_CATALOG ".main." INGEST_TABLE
                       " IS '1'",
                       e);
    if (!rc && aside)
        rc = ingest_aside_create(in->duck, INGEST_CATALOG, e);
    if (!rc && aside)
        ingest_aside_begin(&in->aside, in->duck, INGEST_CATALOG);
    if (!rc)
        rc = ingest_parts_fill(in, e);
    rc = ingest_aside_close(&in->aside, rc, e);
    if (!rc && ingest_source_changed(&in->source))
        rc = ingest_changed(e);
    if (!rc)
        rc = ingest_totals_find(in, e);
    if (!rc)
        rc = ingest_blanks_find(in, e);
    return ingest_file_end(in, rc, e);
}

/* Everything that is known of the file before its table is made. */
static enum err understand(struct ingest *in, struct str encoding,
                           struct error *e)
{
    enum err rc;

    ingest_source_close(&in->source);
    rc = ingest_source_open(&in->source, in->request->fd,
                            in->request->window_bytes, encoding, in->a, e);
    if (!rc)
        rc = find_layout(in, e);
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
            return rc ? rc
                      : ingest_guess_doubt(in->request, &g, i, in->a,
                                           &in->guessed, e);
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

enum err ingest_delimited_read(struct ingest *in, struct error *e)
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

/* Columns that spaces align, where they are certain; else what `rc` says of the text. */
static enum err try_aligned(struct ingest *in, enum err rc, struct jsonw *w,
                            bool *aligned, struct error *e)
{
    struct error why = {0};
    enum err tried = ingest_aligned_read(in, w, aligned, &why);

    if (tried)
        *e = why;
    return tried || *aligned ? tried : rc;
}

enum err ingest_delimited(struct duck *d, const struct ingest_request *r,
                          size_t least_columns, struct arena *a,
                          struct jsonw *w, struct error *e)
{
    struct ingest in = {.duck = d,
                        .request = r,
                        .a = a,
                        .table = INGEST_TABLE,
                        .least_columns = least_columns};
    bool aligned = false;
    enum err rc;

    if (r->delimiter && !csv_is_delimiter(r->delimiter))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the delimiter cannot be a letter, digit or quote");
    rc = ingest_delimited_read(&in, e);
    if (r->aligned)
        in.guessed = r->aligned->guessed;
    if (!rc || rc == ERR_FILE_READ_FAILED)
        rc = try_aligned(&in, rc, w, &aligned, e);
    if (aligned) {
        ingest_source_close(&in.source);
        return rc;
    }
    /* an answer says what was set aside, and what is in doubt */
    if (!rc && r->early.sql.n && !has_aside(&in) && !ingest_has_doubts(&in))
        rc = ingest_early_make(&in, e);
    if (!rc)
        rc = make_database(&in, e);
    if (!rc)
        ingest_write_map(&in, w);
    ingest_source_close(&in.source);
    return rc;
}
