/*
 * ingest_cells.c - a table that comes as cells.
 *
 *     cells of a table -> lines of cells, tabs between them -> a delimited text
 *
 * so that header, types, totals and everything else is decided where it is for
 * every other text. A cell that spans rows is in each of them. One that spans
 * columns is in each of them in the header, where it belongs to the names of all,
 * unless it is a title over the whole table; below it is in the first, or a
 * heading over some rows would be a value of every column.
 */
#include "engine/ingest/ingest_cells.h"

#include "base/utf8.h"
#include "engine/ingest/ingest_blanks.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_totals.h"
#include "formats/csv/cell.h"

#include <stdio.h>
#include <unistd.h>

#define TEXT_BYTES ((size_t)64 << 20)
#define MAX_HEADER 4u /* rows that may be of it */
#define NAME_BYTES 64u
#define MAX_TITLE  300u

enum err ingest_cells_new(uint64_t rows, uint64_t columns, struct arena *a,
                          struct ingest_cells *c, struct error *e)
{
    *c = (struct ingest_cells){.rows = rows, .columns = columns};
    BUG_ON(rows * columns > INGEST_CELLS_MAX_BOXES);
    c->text = arena_alloc_array(a, rows * columns, sizeof(*c->text), e);
    c->is_more =
        c->text ? arena_alloc_array(a, rows * columns, sizeof(bool), e) : NULL;
    return c->is_more ? OK : e->code;
}

bool ingest_cells_put(struct ingest_cells *c, const uint64_t at[4],
                      struct str text)
{
    if (at[0] > at[2] || at[1] > at[3] || at[2] >= c->rows ||
        at[3] >= c->columns)
        return false;
    for (uint64_t row = at[0]; row <= at[2]; row++)
        for (uint64_t column = at[1]; column <= at[3]; column++) {
            c->text[row * c->columns + column] = text;
            c->is_more[row * c->columns + column] = column > at[1];
        }
    return true;
}

/* Do most of the cells right of the first have a value that is no word? */
static bool is_of_values(const struct ingest_cells *c, uint64_t row)
{
    size_t filled = 0;
    size_t values = 0;

    for (uint64_t i = 1; i < c->columns; i++) {
        const uint64_t at = row * c->columns + i;
        struct cell_shape shape;

        if (c->text[at].n == 0 || c->is_more[at])
            continue;
        cell_look(c->text[at], &shape);
        filled++;
        values += shape.family != CELL_TEXT;
    }
    return filled > 0 && 2 * values >= filled;
}

/* Rows that may be of the header: those before the first with values. */
static uint64_t header_rows(const struct ingest_cells *c)
{
    uint64_t n = 0;

    while (n < c->rows && n < MAX_HEADER && !is_of_values(c, n))
        n++;
    return n;
}

/* Leading rows of one cell: the title, which names no column. */
static uint64_t title_rows(const struct ingest_cells *c)
{
    uint64_t row;

    BUG_ON(!c->is_more); /* ingest_cells_new() made it */
    for (row = 0; row < c->rows && c->columns > 1; row++)
        for (uint64_t i = 1; i < c->columns; i++)
            if (!c->is_more[row * c->columns + i])
                return row;
    return row;
}

/* White space is one blank, so that nothing divides a cell. One that begins with an
 * apostrophe is quoted, or those would be taken for the quotes of the text. */
static void put_text(struct buf *out, struct str text)
{
    const bool is_quoted =
        str_starts(text, STR("'")) || str_find_char(text, '"') < text.n;

    if (is_quoted)
        buf_put_char(out, '"');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '"')
            buf_put_char(out, '"');
        buf_put_char(out, (unsigned char)text.p[i] < ' ' ? ' ' : text.p[i]);
    }
    if (is_quoted)
        buf_put_char(out, '"');
}

/* Is it what the header says above? */
static bool is_repeated(const struct ingest_cells *c, uint64_t row,
                        uint64_t column)
{
    return row > 0 && str_eq(c->text[row * c->columns + column],
                             c->text[(row - 1) * c->columns + column]);
}

/* The header that the document says, in one line: the names of its rows, one below the
 * other. Titles are above it. */
static void put_header(const struct ingest_cells *c, uint64_t title,
                       struct buf *out)
{
    struct buf name;

    buf_init(&name, TEXT_BYTES);
    for (uint64_t i = 0; i < c->columns; i++) {
        buf_reset(&name);
        for (uint64_t row = title; row < c->header_rows; row++) {
            const struct str text = c->text[row * c->columns + i];

            if (text.n == 0 || (row > title && is_repeated(c, row, i)))
                continue;
            buf_puts(&name, name.n ? " " : "");
            buf_put_str(&name, text);
        }
        if (i > 0)
            buf_put_char(out, '\t');
        put_text(out, buf_str(&name));
    }
    buf_put_char(out, '\n');
    out->overflow |= name.overflow;
    buf_release(&name);
}

/* After the header that the document says; where it says that there is none, after the
 * title. */
static uint64_t first_row(const struct ingest_cells *c)
{
    return c->header_rows == 0 && c->header == CSV_HEADER_NO ? title_rows(c)
                                                             : c->header_rows;
}

static void put_lines(const struct ingest_cells *c, struct buf *out)
{
    const bool is_said = c->header_rows > 0;
    const uint64_t header = is_said ? c->header_rows : header_rows(c);
    const uint64_t title = title_rows(c);

    BUG_ON(!c->is_more);
    if (is_said)
        put_header(c, title, out);
    for (uint64_t row = first_row(c); row < c->rows; row++) {
        for (uint64_t i = 0; i < c->columns; i++) {
            const uint64_t at = row * c->columns + i;

            if (i > 0)
                buf_put_char(out, '\t');
            if (!c->is_more[at] || (title <= row && row < header))
                put_text(out, c->text[at]);
        }
        buf_put_char(out, '\n');
    }
}

static enum err write_all(int fd, struct str text, struct error *e)
{
    while (text.n > 0) {
        const ssize_t n = write(fd, text.p, text.n);

        if (n <= 0)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "cannot write a working file");
        text = str_slice(text, (size_t)n, text.n);
    }
    return OK;
}

/* ---- a table ---- */

/* "page_57_table_2", or in a pointer "page=57&table=2"; of a document without pages
 * the second half. */
static void put_place(const struct ingest_place *p, char join, char equals,
                      char out[NAME_BYTES])
{
    char page[NAME_BYTES / 2] = "";

    if (p->page)
        (void)snprintf(page, sizeof(page), "page%c%llu%c", equals,
                       (unsigned long long)p->page, join);
    (void)snprintf(out, NAME_BYTES, "%stable%c%llu", page, equals,
                   (unsigned long long)p->table);
}

static struct str cut(struct str title)
{
    const struct str s = str_slice(title, 0, MAX_TITLE);

    return str_slice(s, 0, utf8_valid_prefix(s));
}

static enum err keep_report(struct ingest_document *d, struct error *e)
{
    const struct ingest *in = &d->in;
    char range[NAME_BYTES];
    struct jsonw w;
    struct buf out;
    enum err rc;

    put_place(in->place, '&', '=', range);
    buf_init(&out, INGEST_REPORT_BYTES);
    jsonw_init(&w, &out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "name", in->table);
    jsonw_member_u64(&w, "index", d->tables);
    jsonw_member_u64(&w, "row_count", in->rows);
    jsonw_member_u64(&w, "column_count", in->columns);
    jsonw_member_bool(&w, "hidden", false);
    jsonw_member_bool(&w, "has_header", in->layout.header_rows > 0);
    jsonw_member_cstr(&w, "range", range);
    if (d->title.n > 0)
        jsonw_member_str(&w, "title", cut(d->title));
    ingest_write_columns(in, &w);
    ingest_write_chunks(in->rows, &w);
    ingest_write_fidelity(in, &w);
    jsonw_member_null(&w,
                      "caution"); /* tables/notes.h says what fidelity has */
    jsonw_end_object(&w);
    rc = ingest_keep_report(&out, d->a, &d->reports[d->tables], e);
    d->tables += !rc;
    return rc;
}

static enum err fill_table(struct ingest_document *d, struct error *e)
{
    struct ingest *in = &d->in;
    enum err rc = ingest_create_table(in, e);

    if (!rc)
        rc = ingest_number_table(in, d->tables, e);
    ingest_aside_begin(&in->aside, NULL,
                       NULL); /* those lines are in the page */
    if (!rc)
        rc = ingest_parts_fill(in, e);
    rc = ingest_aside_close(&in->aside, rc, e);
    if (!in->aside.unit.text[0])
        (void)caption_unit_find(d->caption, &in->aside.unit);
    in->aside.unit.line = 0; /* of no text that anybody has */
    if (!rc)
        rc = ingest_totals_find(in, e);
    if (!rc)
        rc = ingest_blanks_find(in, e);
    if (!rc && in->place->n_parts > 0)
        rc = ingest_place_rows(in, e);
    return rc ? rc : keep_report(d, e);
}

/* What the document says of the header goes before what the rows look like. */
static enum csv_header header_of(const struct ingest_cells *c,
                                 enum csv_header declared)
{
    if (declared != CSV_HEADER_AUTO)
        return declared;
    return c->header_rows > 0 ? CSV_HEADER_ONE : c->header;
}

static enum err load_text(struct ingest_document *d, struct str text,
                          const struct ingest_place *place,
                          enum csv_header header, struct arena *a,
                          struct error *e)
{
    struct ingest_request r = *d->request;
    char name[NAME_BYTES];
    struct error why;
    enum err rc = OK;

    put_place(place, '_', '_', name);
    r.fd = ingest_scratch_open(d->request, "table", a, e);
    if (r.fd < 0)
        return e->code;
    r.delimiter = '\t';
    r.header = header;
    r.encoding = STR("utf-8");
    r.progress = (struct ingest_progress){0};
    r.early = (struct ingest_early){0};
    r.threads = 1;
    d->in = (struct ingest){.duck = d->in.duck,
                            .request = &r,
                            .a = a,
                            .table = name,
                            .least_columns = 1,
                            .place = place};
    rc = write_all(r.fd, text, e);
    if (!rc && ingest_delimited_read(&d->in, &why)) {
        d->left_out += why.code == ERR_FILE_READ_FAILED;
        if (why.code != ERR_FILE_READ_FAILED)
            rc = (*e = why).code;
    } else if (!rc) {
        rc = fill_table(d, e);
    }
    ingest_source_close(&d->in.source);
    (void)close(r.fd);
    d->in = (struct ingest){.duck = d->in.duck,
                            .request = d->request,
                            .a = d->a}; /* `r` and `a` end before it */
    return rc;
}

enum err ingest_cells_load(struct ingest_document *d,
                           const struct ingest_cells *cells,
                           const struct ingest_place *place, struct arena *a,
                           struct error *e)
{
    struct buf text;
    enum err rc;

    if (first_row(cells) > 0 && title_rows(cells) > 0 && d->title.n == 0)
        d->title = d->caption = cells->text[0];
    buf_init(&text, TEXT_BYTES);
    put_lines(cells, &text);
    rc = text.overflow
             ? error_set(e, ERR_LIMIT, "a table of the document is too large")
             : load_text(d, buf_str(&text), place,
                         header_of(cells, d->request->header), a, e);
    buf_release(&text);
    return rc;
}

enum err ingest_document_end(struct ingest_document *d, const char *what,
                             enum err rc, struct error *e)
{
    if (!rc && d->tables == 0)
        rc =
            d->left_out
                ? error_set(e, ERR_FILE_READ_FAILED,
                            "%s has no table that can be queried (too large or "
                            "without columns: %llu)",
                            what, (unsigned long long)d->left_out)
                : error_set(e, ERR_FILE_READ_FAILED, "%s has no table", what);
    return ingest_file_end(&d->in, rc, e);
}

void ingest_document_write(const struct ingest_document *d, const char *format,
                           struct jsonw *w)
{
    ingest_write_tables(format, d->reports, d->tables, w);
    jsonw_member_u64(w, "tables_left_out", d->left_out);
    ingest_write_first(d->reports[0], w);
}
