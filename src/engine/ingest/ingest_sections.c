#include "engine/ingest/ingest_sections.h"

#include "engine/ingest/ingest_cells.h"
#include "formats/markup/block_grid.h"

#define TABLE_BYTES ((size_t)256 << 20) /* while it is read */

static enum err read_cells(const struct sections *s,
                           const struct block_table *t, struct arena *a,
                           struct ingest_cells *c, struct error *e)
{
    static const enum csv_header headers[] = {
        [BLOCK_HEADER_UNSAID] = CSV_HEADER_AUTO,
        [BLOCK_HEADER_UNMARKED] = CSV_HEADER_SHOWN,
        [BLOCK_HEADER_NONE] = CSV_HEADER_NO};
    const struct block_table_cell *cell = s->tables.cell + t->first;
    enum err rc = ingest_cells_new(t->rows, t->columns, a, c, e);

    c->header_rows = t->header_rows;
    c->header = headers[t->header];
    for (uint32_t i = 0; i < t->n_cells && !rc; i++) {
        const uint64_t at[] = {cell[i].row, cell[i].column, cell[i].row,
                               cell[i].last_column};
        struct str text;

        rc = block_tables_cell(&s->tables, &cell[i], a, &text, e);
        BUG_ON(!rc && !ingest_cells_put(c, at, text));
    }
    return rc;
}

static enum err load_table(struct ingest_document *d, const struct sections *s,
                           const struct block_table *t, struct arena *a,
                           struct error *e)
{
    const struct ingest_place place = {.page = t->page,
                                       .table = t->number,
                                       .tracked_changes = s->review.insertions +
                                                          s->review.deletions};
    struct ingest_cells cells;
    enum err rc = read_cells(s, t, a, &cells, e);

    d->caption = str_slice(s->tables.text, t->caption, t->caption_end);
    d->title = str_slice(s->tables.text, t->title, t->title_end);
    return rc ? rc : ingest_cells_load(d, &cells, &place, a, e);
}

static enum err load_tables(struct ingest_document *d, const struct sections *s,
                            struct error *e)
{
    struct arena a;
    enum err rc = ingest_file_begin(&d->in, e);

    arena_init(&a, TABLE_BYTES);
    for (uint32_t i = 0; i < s->tables.n && !rc; i++) {
        rc = ingest_check_stop(&d->in, e);
        if (!rc)
            rc = load_table(d, s, &s->tables.table[i], &a, e);
        arena_reset(&a);
    }
    arena_release(&a);
    return ingest_document_end(d, "the document", rc, e);
}

enum err ingest_sections(struct duck *duck, const struct ingest_request *r,
                         const struct sections *s, struct arena *a,
                         struct jsonw *w, struct error *e)
{
    struct ingest_document d = {
        .request = r,
        .a = a,
        .in = {.duck = duck, .request = r, .a = a},
        .left_out = s->tables.left_out,
        .reports = arena_alloc_array(a, s->tables.n + 1,
                                     sizeof(const struct json *), e)};
    enum err rc = d.reports ? load_tables(&d, s, e) : e->code;

    if (rc)
        return rc;
    ingest_document_write(&d, sections_format_name(s->format), w);
    return OK;
}
