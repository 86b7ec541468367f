/*
 * ingest_pdf.c - the tables of a PDF, as quarry-pdf wrote them. What it says is
 * checked, then their cells are read as those of other documents are
 * (ingest_cells.c).
 */
#include "engine/ingest/ingest_pdf.h"

#include "base/json.h"
#include "engine/ingest/ingest_cells.h"

#include <unistd.h>

/* As formats/pdf/pdf_table.h has them, whose module the worker is not linked with. */
#define MARK        "%quarry-pdf-tables\n"
#define MAX_ROWS    5000u
#define MAX_COLUMNS 200u

#define FILE_BYTES  ((size_t)256 << 20)
#define TABLE_BYTES ((size_t)256 << 20) /* while it is read */

struct document {
    struct ingest_document of;
    uint64_t page, table; /* the last that was read */
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
static bool put_cell(const struct json *j, struct ingest_cells *c)
{
    uint64_t at[4];
    const struct json *v = j->type == JSON_ARRAY ? j->first : NULL;
    struct error ignored;

    for (size_t i = 0; i < COUNT_OF(at); i++, v = v->next)
        if (!v ||
            json_read_u64(v, "place", INGEST_CELLS_MAX_BOXES, &at[i], &ignored))
            return false;
    return v && v->type == JSON_STRING && ingest_cells_put(c, at, v->text);
}

static enum err read_cells(const struct json *table, struct arena *a,
                           struct ingest_cells *c, struct error *e)
{
    const struct json *cells = json_find(table, "cells");
    const uint64_t rows = json_u64(json_find(table, "rows"), MAX_ROWS);
    const uint64_t columns = json_u64(json_find(table, "columns"), MAX_COLUMNS);
    enum err rc;

    if (!cells || cells->type != JSON_ARRAY || rows == 0 || columns == 0 ||
        rows * columns > INGEST_CELLS_MAX_BOXES)
        return damaged(e);
    rc = ingest_cells_new(rows, columns, a, c, e);
    for (const struct json *j = cells->first; j && !rc; j = j->next)
        if (!put_cell(j, c))
            rc = damaged(e);
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
    struct ingest_cells cells = {0};

    if (!is_next(d, &place))
        return damaged(e);
    if (read_cells(table, a, &cells, e))
        return e->code;
    d->of.caption = json_text(json_find(table, "caption"));
    return ingest_cells_load(&d->of, &cells, &place, a, e);
}

static enum err load_tables(struct document *d, const struct json *tables,
                            struct error *e)
{
    struct arena a;
    enum err rc = ingest_file_begin(&d->of.in, e);

    arena_init(&a, TABLE_BYTES);
    for (const struct json *t = tables->first; t && !rc; t = t->next) {
        rc = ingest_check_stop(&d->of.in, e);
        if (!rc)
            rc = load_table(d, t, &a, e);
        arena_reset(&a);
    }
    arena_release(&a);
    return ingest_document_end(&d->of, "the PDF", rc, e);
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

enum err ingest_pdf(struct duck *duck, const struct ingest_request *r,
                    struct arena *a, struct jsonw *w, struct error *e)
{
    struct document d = {.of = {.request = r,
                                .a = a,
                                .in = {.duck = duck, .request = r, .a = a}}};
    const struct json *tables;
    struct json *root = NULL;
    enum err rc = read_file(r->fd, a, &root, e);

    if (rc)
        return rc;
    tables = json_find(root, "tables");
    if (!tables || tables->type != JSON_ARRAY)
        return damaged(e);
    d.of.left_out = json_u64(json_find(root, "left_out"), UINT32_MAX);
    d.of.reports = arena_alloc_array(a, tables->count + 1, sizeof(void *), e);
    if (!d.of.reports)
        return e->code;
    rc = load_tables(&d, tables, e);
    if (!rc)
        ingest_document_write(&d.of, "pdf", w);
    return rc;
}
