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

/* What a page has of a table: all of it, or what goes on there. */
struct part {
    const struct json *table;
    uint64_t rows, columns;
    uint64_t repeated; /* rows that say the header again, and are dropped */
    uint64_t begin;    /* which row its first one is that is kept */
};

/* [row, column, last_row, last_column, text, box]: false if it is no such. */
static bool put_cell(const struct json *j, const struct part *p,
                     struct ingest_cells *c)
{
    uint64_t at[4];
    const struct json *v = j->type == JSON_ARRAY ? j->first : NULL;
    struct error ignored;

    for (size_t i = 0; i < COUNT_OF(at); i++, v = v->next)
        if (!v ||
            json_read_u64(v, "place", INGEST_CELLS_MAX_BOXES, &at[i], &ignored))
            return false;
    if (!v || v->type != JSON_STRING || at[0] > at[2] || at[2] >= p->rows)
        return false;
    if (at[2] < p->repeated)
        return true;
    at[0] = (at[0] < p->repeated ? 0 : at[0] - p->repeated) + p->begin;
    at[2] = at[2] - p->repeated + p->begin;
    return ingest_cells_put(c, at, v->text);
}

static bool read_size(const struct json *table, struct part *p)
{
    *p = (struct part){
        .table = table,
        .rows = json_u64(json_find(table, "rows"), MAX_ROWS),
        .columns = json_u64(json_find(table, "columns"), MAX_COLUMNS),
        .repeated = json_u64(json_find(table, "repeated"), MAX_ROWS)};
    return p->rows > 0 && p->columns > 0 && p->repeated < p->rows &&
           p->rows * p->columns <= INGEST_CELLS_MAX_BOXES;
}

static enum err put_part(const struct part *p, struct ingest_cells *c,
                         struct error *e)
{
    const struct json *cells = json_find(p->table, "cells");

    if (!cells || cells->type != JSON_ARRAY)
        return damaged(e);
    for (const struct json *j = cells->first; j; j = j->next)
        if (!put_cell(j, p, c))
            return damaged(e);
    return OK;
}

/* ---- tables ---- */

struct parts {
    struct part *part;              /* part[n] */
    struct ingest_page_part *place; /* place[n] */
    size_t n;
    uint64_t rows;             /* of all that is kept */
    struct ingest_place whole; /* as sure as the least sure part */
};

static bool continues(const struct json *table)
{
    const struct json *is = table ? json_find(table, "continues") : NULL;

    return is && is->type == JSON_TRUE;
}

/* One place after the other, so that each has a name of its own. */
static bool is_next(struct document *d, const struct ingest_place *p)
{
    const bool is =
        p->page > 0 && p->table > 0 &&
        (p->page > d->page || (p->page == d->page && p->table > d->table)) &&
        (str_is(p->found_by, "rulings") || str_is(p->found_by, "alignment")) &&
        p->ocr >= 0 && p->ocr <= 1;

    d->page = p->page;
    d->table = p->table;
    return is;
}

static struct ingest_place place_of(const struct json *table)
{
    return (struct ingest_place){
        .page = json_u64(json_find(table, "page"), UINT32_MAX),
        .table = json_u64(json_find(table, "table"), UINT32_MAX),
        .found_by = json_text(json_find(table, "how")),
        .confidence = json_double(json_find(table, "confidence")),
        .ocr =
            json_find(table, "ocr") ? json_double(json_find(table, "ocr")) : 0};
}

/* One part more, below those that were read. */
static bool add_part(struct document *d, const struct json *table,
                     struct parts *x)
{
    const struct ingest_place p = place_of(table);
    struct part *part = &x->part[x->n];

    if (!is_next(d, &p) || !read_size(table, part) ||
        part->columns != x->part[0].columns || (x->n == 0 && part->repeated))
        return false;
    part->begin = x->rows;
    x->rows += part->rows - part->repeated;
    x->place[x->n++] = (struct ingest_page_part){
        .page = p.page, .table = p.table, .line = part->begin + 1};
    if (x->n == 1)
        x->whole = p;
    else if (p.confidence < x->whole.confidence)
        x->whole.confidence = p.confidence;
    if (p.ocr > 0 && (x->whole.ocr <= 0 || p.ocr < x->whole.ocr))
        x->whole.ocr = p.ocr;
    return x->rows * part->columns <= INGEST_CELLS_MAX_BOXES;
}

/* The table, and the tables that continue it; `next` is the one behind them. */
static enum err read_parts(struct document *d, const struct json *table,
                           struct arena *a, struct parts *x,
                           const struct json **next, struct error *e)
{
    size_t n = 1;

    for (*next = table->next; continues(*next); *next = (*next)->next)
        n++;
    *x = (struct parts){.part = arena_alloc_array(a, n, sizeof(*x->part), e)};
    x->place = x->part ? arena_alloc_array(a, n, sizeof(*x->place), e) : NULL;
    if (!x->place)
        return e->code;
    for (const struct json *t = table; t != *next; t = t->next)
        if (!add_part(d, t, x))
            return damaged(e);
    if (n > 1) {
        x->whole.part = x->place;
        x->whole.n_parts = n;
    }
    return OK;
}

static enum err load_table(struct document *d, const struct json *table,
                           struct arena *a, const struct json **next,
                           struct error *e)
{
    struct ingest_cells cells = {0};
    struct parts x;
    enum err rc = read_parts(d, table, a, &x, next, e);

    if (!rc)
        rc = ingest_cells_new(x.rows, x.part[0].columns, a, &cells, e);
    for (size_t i = 0; !rc && i < x.n; i++)
        rc = put_part(&x.part[i], &cells, e);
    if (rc)
        return rc;
    d->of.caption = json_text(json_find(table, "caption"));
    return ingest_cells_load(&d->of, &cells, &x.whole, a, e);
}

static enum err load_tables(struct document *d, const struct json *tables,
                            struct error *e)
{
    const struct json *t = tables->first;
    struct arena a;
    enum err rc = ingest_file_begin(&d->of.in, e);

    arena_init(&a, TABLE_BYTES);
    while (t && !rc) {
        rc = ingest_check_stop(&d->of.in, e);
        if (!rc)
            rc = load_table(d, t, &a, &t, e);
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
