/*
 * ingest_pdf.c - the tables of a PDF.
 *
 *     cells of a table -> lines of cells, tabs between them -> a delimited text
 *
 * so that header, types, totals and everything else is decided where it is for
 * every other text. A cell that spans rows is in each of them. One that spans
 * columns is in each of them in the header, where it belongs to the names of all,
 * unless it is a title over the whole table; below it is in the first, or a
 * heading over some rows would be a value of every column.
 */
#include "engine/ingest/ingest_pdf.h"
#include "engine/ingest/ingest_blanks.h"

#include "base/json.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"
#include "formats/csv/cell.h"

#include <stdio.h>
#include <unistd.h>

/* As formats/pdf/pdf_table.h has them, whose module the worker is not linked with. */
#define MARK        "%quarry-pdf-tables\n"
#define MAX_ROWS    5000u
#define MAX_COLUMNS 200u
#define MAX_BOXES   200000u

#define FILE_BYTES  ((size_t)256 << 20)
#define TABLE_BYTES ((size_t)256 << 20) /* while it is read */
#define TEXT_BYTES  ((size_t)64 << 20)
#define MAX_HEADER  4u /* rows that may be of it */
#define NAME_BYTES  64u

struct document {
    const struct ingest_request *request;
    struct arena *a;
    struct ingest in; /* of the table that is read now */
    const struct json **reports;
    size_t tables;
    uint64_t left_out;
    uint64_t page, table; /* the last that was read */
    struct str caption;   /* of the table that is read now */
};

/* The cells of one table. */
struct cells {
    uint64_t rows, columns;
    struct str *text; /* text[rows * columns] */
    bool *is_more;    /* it is that of the cell left of it */
};

bool ingest_pdf_fits(struct str head)
{
    return str_starts(head, STR(MARK));
}

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the tables that were found in the PDF are damaged");
}

/* ---- cells ---- */

/* [row, column, last_row, last_column, text, box]: false if it is no such. */
static bool put_cell(const struct json *j, struct cells *c)
{
    uint64_t n[4];
    const struct json *v = j->type == JSON_ARRAY ? j->first : NULL;
    struct error ignored;

    for (size_t i = 0; i < COUNT_OF(n); i++, v = v->next)
        if (!v || json_read_u64(v, "place", MAX_BOXES, &n[i], &ignored))
            return false;
    if (!v || v->type != JSON_STRING || n[0] > n[2] || n[1] > n[3] ||
        n[2] >= c->rows || n[3] >= c->columns)
        return false;
    for (uint64_t row = n[0]; row <= n[2]; row++)
        for (uint64_t column = n[1]; column <= n[3]; column++) {
            c->text[row * c->columns + column] = v->text;
            c->is_more[row * c->columns + column] = column > n[1];
        }
    return true;
}

static enum err read_cells(const struct json *table, struct arena *a,
                           struct cells *c, struct error *e)
{
    const struct json *cells = json_find(table, "cells");
    enum err rc = OK;

    *c = (struct cells){.rows = json_u64(json_find(table, "rows"), MAX_ROWS),
                        .columns =
                            json_u64(json_find(table, "columns"), MAX_COLUMNS)};
    if (!cells || cells->type != JSON_ARRAY || c->rows == 0 ||
        c->columns == 0 || c->rows * c->columns > MAX_BOXES)
        return damaged(e);
    c->text = arena_alloc_array(a, c->rows * c->columns, sizeof(*c->text), e);
    c->is_more =
        c->text ? arena_alloc_array(a, c->rows * c->columns, sizeof(bool), e)
                : NULL;
    if (!c->is_more)
        return e->code;
    for (const struct json *j = cells->first; j && !rc; j = j->next)
        if (!put_cell(j, c))
            rc = damaged(e);
    return rc;
}

/* Do most of the cells right of the first have a value that is no word? */
static bool is_of_values(const struct cells *c, uint64_t row)
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
static uint64_t header_rows(const struct cells *c)
{
    uint64_t n = 0;

    while (n < c->rows && n < MAX_HEADER && !is_of_values(c, n))
        n++;
    return n;
}

/* Leading rows of one cell: the title, which names no column. */
static uint64_t title_rows(const struct cells *c)
{
    uint64_t row;

    BUG_ON(!c->is_more); /* read_cells() made it */
    for (row = 0; row < c->rows && c->columns > 1; row++)
        for (uint64_t i = 1; i < c->columns; i++)
            if (!c->is_more[row * c->columns + i])
                return row;
    return row;
}

/* White space is one blank, so that nothing divides a cell. */
static void put_text(struct buf *out, struct str text)
{
    const bool is_quoted = str_find_char(text, '"') < text.n;

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

static void put_lines(const struct cells *c, struct buf *out)
{
    const uint64_t header = header_rows(c);
    const uint64_t title = title_rows(c);

    BUG_ON(!c->is_more);
    for (uint64_t row = 0; row < c->rows; row++) {
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

static enum err keep_report(struct document *d, struct error *e)
{
    const struct ingest *in = &d->in;
    char range[NAME_BYTES];
    struct jsonw w;
    struct buf out;
    enum err rc;

    (void)snprintf(range, sizeof(range), "page=%llu&table=%llu",
                   (unsigned long long)in->place->page,
                   (unsigned long long)in->place->table);
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

static enum err fill_table(struct document *d, struct error *e)
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
    return rc ? rc : keep_report(d, e);
}

static enum err load_text(struct document *d, struct str text,
                          const struct ingest_place *place, struct arena *a,
                          struct error *e)
{
    struct ingest_request r = *d->request;
    char name[NAME_BYTES];
    struct error why;
    enum err rc = OK;

    (void)snprintf(name, sizeof(name), "page_%llu_table_%llu",
                   (unsigned long long)place->page,
                   (unsigned long long)place->table);
    r.fd = ingest_scratch_open(d->request, "table", a, e);
    if (r.fd < 0)
        return e->code;
    r.delimiter = '\t';
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
    return rc;
}

/* One place after the other, so that each has a name of its own. */
static bool is_next(struct document *d, const struct ingest_place *p)
{
    const bool is =
        p->page > 0 && p->table > 0 &&
        (p->page > d->page || (p->page == d->page && p->table > d->table)) &&
        (str_is(p->found_by, "rulings") || str_is(p->found_by, "alignment"));

    d->page = p->page;
    d->table = p->table;
    return is;
}

static enum err load_table(struct document *d, const struct json *table,
                           struct arena *a, struct error *e)
{
    const struct ingest_place place = {
        .page = json_u64(json_find(table, "page"), UINT32_MAX),
        .table = json_u64(json_find(table, "table"), UINT32_MAX),
        .found_by = json_text(json_find(table, "how")),
        .confidence = json_double(json_find(table, "confidence"))};
    struct cells cells = {0};
    struct buf text;
    enum err rc;

    if (!is_next(d, &place))
        return damaged(e);
    if (read_cells(table, a, &cells, e))
        return e->code;
    d->caption = json_text(json_find(table, "caption"));
    buf_init(&text, TEXT_BYTES);
    put_lines(&cells, &text);
    rc =
        text.overflow ? damaged(e) : load_text(d, buf_str(&text), &place, a, e);
    buf_release(&text);
    return rc;
}

static enum err load_tables(struct document *d, const struct json *tables,
                            struct error *e)
{
    struct arena a;
    enum err rc = ingest_file_begin(&d->in, e);

    arena_init(&a, TABLE_BYTES);
    for (const struct json *t = tables->first; t && !rc; t = t->next) {
        rc = ingest_check_stop(&d->in, e);
        if (!rc)
            rc = load_table(d, t, &a, e);
        arena_reset(&a);
        d->in = (struct ingest){
            .duck = d->in.duck, .request = d->request, .a = d->a};
    }
    arena_release(&a);
    if (!rc && d->tables == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "the PDF has no table");
    return ingest_file_end(&d->in, rc, e);
}

/* ---- the file ---- */

static enum err read_file(int fd, struct arena *a, struct json **out,
                          struct error *e)
{
    const off_t size = lseek(fd, 0, SEEK_END);
    struct str text = {0};
    char *bytes;
    enum err rc;

    if (size <= 0 || (uint64_t)size > FILE_BYTES)
        return error_set(e, ERR_LIMIT, "the tables of the PDF are too large");
    bytes = arena_alloc(a, (size_t)size, e);
    if (!bytes)
        return e->code;
    rc = ingest_source_peek(fd, 0, bytes, (size_t)size, &text.n, e);
    text.p = bytes;
    if (!rc && json_parse(str_slice(text, sizeof(MARK) - 1, text.n),
                          &json_answer_limits, a, out, e))
        rc = damaged(e);
    return rc;
}

static void write_map(const struct document *d, struct jsonw *w)
{
    ingest_write_tables("pdf", d->reports, d->tables, w);
    jsonw_member_u64(w, "tables_left_out", d->left_out);
    ingest_write_first(d->reports[0], w);
}

enum err ingest_pdf(struct duck *duck, const struct ingest_request *r,
                    struct arena *a, struct jsonw *w, struct error *e)
{
    struct document d = {
        .request = r, .a = a, .in = {.duck = duck, .request = r, .a = a}};
    const struct json *tables;
    struct json *root = NULL;
    enum err rc = read_file(r->fd, a, &root, e);

    if (rc)
        return rc;
    tables = json_find(root, "tables");
    if (!tables || tables->type != JSON_ARRAY)
        return damaged(e);
    d.left_out = json_u64(json_find(root, "left_out"), UINT32_MAX);
    d.reports = arena_alloc_array(a, tables->count + 1, sizeof(void *), e);
    if (!d.reports)
        return e->code;
    rc = load_tables(&d, tables, e);
    if (!rc)
        write_map(&d, w);
    return rc;
}
