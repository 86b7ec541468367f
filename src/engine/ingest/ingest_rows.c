/* ingest_rows.c - the rows of a text, window by window, damaged ones too. */
#include "engine/ingest/ingest_internal.h"

#define MANY_REJECTED 1000u

static void open_reader(struct ingest *in, struct csv_reader *r)
{
    in->repairer.torn = 0;
    csv_open(r, ingest_source_text(&in->source), &in->layout.dialect);
    r->more = !in->source.end;
    r->columns = ingest_stride(in);
    r->header = in->header;
    r->tolerant = true;
}

/* What is before the table, and a header that was repaired, or is there twice. */
static enum err set_titles_aside(struct ingest *in, struct csv_reader *r,
                                 struct error *e)
{
    const struct csv_layout *l = &in->layout;
    uint64_t row_lines = 0;
    enum err rc = OK;

    in->blank_before = 0;
    in->lines_before = 0;
    while (!rc && r->pos < l->start) {
        struct aside_line line = {.line = in->lines_before + 1,
                                  .action = ASIDE_TITLE,
                                  .reason = "it is before the table",
                                  .is_caption = true};
        struct str text;

        if (!csv_take_line(r, &text))
            return ingest_changed(e);
        in->lines_before = csv_lines(&r->counts);
        if (str_trim(text).n == 0) {
            in->blank_before++;
            continue;
        }
        if (l->comment.n && str_starts(text, l->comment)) {
            line.action = ASIDE_COMMENT;
            line.reason = "a comment";
        }
        in->aside.lines++;
        rc = ingest_aside_add(&in->aside, &line, text, e);
    }
    if (!rc && l->header_reason) {
        struct aside_line line = {.line = in->lines_before + 1,
                                  .action = ASIDE_REPAIRED,
                                  .reason = l->header_reason};

        rc = ingest_aside_add(&in->aside, &line,
                              str_trim(str_slice(r->text, l->start, l->rows)),
                              e);
    }
    while (!rc && r->pos < l->rows) {
        bool again = r->pos >= l->again && r->pos < l->again_end;
        struct aside_line line = {.line = in->lines_before + ++row_lines,
                                  .action = ASIDE_TITLE,
                                  .reason = "it says the header again"};
        struct str text;

        if (!csv_take_line(r, &text))
            return ingest_changed(e);
        if (!again || str_trim(text).n == 0)
            continue;
        in->aside.lines++;
        rc = ingest_aside_add(&in->aside, &line, text, e);
    }
    in->lines_before = csv_lines(&r->counts);
    in->header_lines = row_lines;
    return rc;
}

enum err ingest_rows_open(struct ingest_rows *rows, struct ingest *in,
                          struct error *e)
{
    enum err rc = ingest_source_rewind(&in->source, e);

    *rows = (struct ingest_rows){.in = in, .row = 1};
    open_reader(in, &rows->reader);
    if (rc)
        return rc;
    if (in->layout.rows > rows->reader.text.n)
        return ingest_changed(e);
    in->rejected_last = 0;
    rc = set_titles_aside(in, &rows->reader, e);
    open_reader(in, &rows->reader);
    csv_seek(&rows->reader, in->layout.rows);
    return rc;
}

bool ingest_rows_mark(const struct ingest_rows *rows, struct ingest_mark *m)
{
    *m = (struct ingest_mark){.row = rows->row,
                              .pos = rows->reader.pos,
                              .damaged = rows->reader.damaged,
                              .counts = rows->reader.counts};
    return ingest_source_window(&rows->in->source, &m->window);
}

enum err ingest_rows_return(struct ingest_rows *rows, struct ingest *in,
                            const struct ingest_mark *m, struct error *e)
{
    enum err rc = ingest_source_return(&in->source, &m->window, e);

    if (rc)
        return rc;
    *rows = (struct ingest_rows){.in = in, .row = m->row};
    open_reader(in, &rows->reader);
    if (m->pos > rows->reader.text.n)
        return ingest_changed(e);
    csv_seek(&rows->reader, m->pos);
    rows->reader.counts = m->counts;
    rows->reader.damaged = m->damaged;
    return OK;
}

/* Move the window on, because the reader is starved. */
static enum err feed(struct ingest_rows *rows, struct error *e)
{
    struct ingest_source *source = &rows->in->source;
    struct csv_reader *r = &rows->reader;
    enum err rc;

    if (r->text.n - r->pos >= CSV_MAX_RECORD_BYTES) {
        if (!r->damaged) {
            r->damaged = true; /* perhaps a quote is never closed */
            return OK;
        }
        r->tolerant = false;
        rc = csv_refuse_record(r, e);
        ingest_source_place(source, false, e);
        return rc;
    }
    if (rows->before_move)
        rows->before_move(rows->ctx);
    rc = ingest_source_move(source, r->pos, e);
    if (!rc)
        csv_continue(r, ingest_source_text(source), !source->end);
    return rc;
}

/* After the table's last row, which pass 1 has counted? */
static bool is_behind(const struct ingest_rows *rows)
{
    return rows->in->aside.duck && rows->row > rows->in->rows;
}

static enum aside_action action_of(const struct ingest_rows *rows,
                                   enum csv_outcome outcome)
{
    switch (outcome) {
    case CSV_PADDED: return ASIDE_PADDED;
    case CSV_REPAIRED: return ASIDE_REPAIRED;
    case CSV_COMMENT: return ASIDE_COMMENT;
    case CSV_HEADER: return ASIDE_TITLE;
    case CSV_LONE: return is_behind(rows) ? ASIDE_FOOTER : ASIDE_REJECTED;
    default: return ASIDE_REJECTED;
    }
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* The damaged record at the reader: a row, set aside, or not all there yet. */
static enum err take_damaged(struct ingest_rows *rows, size_t *n,
                             struct error *e)
{
    struct ingest *in = rows->in;
    struct csv_reader *r = &rows->reader;
    uint64_t lines = in->lines_before + csv_lines(&r->counts);
    uint64_t offset = in->source.text_offset + r->pos;
    struct aside_line line = {.line = lines + 1};
    struct csv_repair repair;

    *n = 0;
    csv_repair_next(&in->repairer, r, in->cells, &repair);
    if (repair.outcome == CSV_STARVED) {
        r->damaged = true;
        return feed(rows, e);
    }
    *n = repair.outcome == CSV_PADDED || repair.outcome == CSV_REPAIRED;
    line.action = action_of(rows, repair.outcome);
    line.reason = repair.reason;
    line.row = *n ? rows->row : 0;
    line.cells = repair.cells;
    if (line.action == ASIDE_PADDED && repair.cells >= in->columns)
        return OK; /* it lacks only columns that were dropped */
    if (line.action == ASIDE_REJECTED && in->aside.count[ASIDE_REJECTED] == 0)
        in->first_rejected = offset;
    if (*n == 0)
        in->aside.lines += in->lines_before + csv_lines(&r->counts) - lines +
                           !is_line_end(r->text.p[r->pos - 1]);
    in->rejected_last += repair.outcome == CSV_LONE;
    in->hopeless = in->aside.count[ASIDE_REJECTED] > MANY_REJECTED &&
                   in->aside.count[ASIDE_REJECTED] > rows->row;
    return ingest_aside_add(&in->aside, &line, repair.text, e);
}

enum err ingest_rows_next(struct ingest_rows *rows, size_t *n, struct error *e)
{
    struct ingest *in = rows->in;
    struct csv_reader *r = &rows->reader;
    enum err rc = OK;

    *n = 0;
    while (!rc && *n == 0 && !in->hopeless) {
        size_t from = r->pos;

        if (!r->damaged)
            rc = csv_read_rows(r, in->cells, in->batch_rows, n, e);
        in->batch_bytes = r->pos - from;
        if (rc)
            ingest_source_place(&in->source, false, e);
        if (rc || *n)
            break;
        if (r->damaged)
            rc = take_damaged(rows, n, e);
        else if (r->starved)
            rc = feed(rows, e);
        else
            break;
    }
    if (*n)
        in->rejected_last = 0;
    rows->row += *n;
    return rc;
}
