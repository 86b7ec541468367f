/*
 * ingest_workbook.c - a workbook as tables.
 *
 *     for each table of each worksheet: types by the kinds of its cells
 *                         -> rows -> table of its name -> its report
 *
 * The reader has counted the kinds of every column when it opens a sheet, so
 * only columns of numbers are looked at before they are read: as integers,
 * decimals or doubles. A report is made while its sheet is open, kept as JSON,
 * and put into the map at the end.
 */
#include "engine/ingest/ingest_workbook.h"
#include "engine/ingest/ingest_blanks.h"

#include "base/json.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_sheet.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/sheet_names.h"
#include "formats/ods/ods.h"
#include "formats/xls/xls.h"
#include "formats/xlsb/xlsb.h"
#include "formats/xlsx/xlsx.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SPILL_MAX_BYTES (UINT64_C(8) << 30)
#define MAX_OTHERS      4000u /* other than the main one of a sheet */
#define TABLE_BYTES     ((size_t)256 << 20) /* while it is read */

struct book {
    const struct ingest_request *request;
    struct arena *a;
    struct ingest in; /* of the table that is read now */
    struct xlsx *xlsx;
    struct sheet_names names; /* in SQL */
    const struct json **reports;
    size_t tables;
};

/* Between pieces of XML: how far, and whether to stop. */
static enum err tick(void *ctx, uint64_t done, uint64_t total, struct error *e)
{
    const struct book *b = ctx;
    const struct ingest_progress *p = &b->request->progress;

    if (p->report)
        p->report(p->ctx, done, total);
    if (b->request->stop && atomic_load(b->request->stop))
        return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
    return OK;
}

static enum err name_tables(struct book *b, struct error *e)
{
    const struct workbook *wb = xlsx_workbook(b->xlsx);

    b->reports = arena_alloc_array(b->a, wb->n + MAX_OTHERS + 1,
                                   sizeof(const struct json *), e);
    return b->reports ? sheet_names_init(&b->names, wb, MAX_OTHERS, b->a, e)
                      : e->code;
}

/* What the map says of a table, kept beyond its sheet. */
static enum err keep_report(struct book *b, size_t sheet, struct error *e)
{
    struct jsonw w;
    struct buf out;
    enum err rc;

    buf_init(&out, INGEST_REPORT_BYTES);
    jsonw_init(&w, &out);
    sheet_write_report(&b->in, b->xlsx, sheet, b->tables, &w);
    rc = ingest_keep_report(&out, b->a, &b->reports[b->tables], e);
    b->tables += !rc;
    return rc;
}

/* A table of the open sheet into the open file. */
static enum err load_table(struct book *b, size_t sheet, size_t i,
                           struct error *e)
{
    struct str name;
    enum err rc = i > 0 ? xlsx_table_open(b->xlsx, i, e) : OK;

    if (!rc)
        rc = sheet_names_next(&b->names, b->xlsx, sheet, i == 0, &name, e);
    if (rc)
        return rc;
    b->in.table = str_cstr(name, b->a, e);
    if (!b->in.table)
        return e->code;
    rc = sheet_decide(&b->in, b->xlsx, e);
    if (!rc)
        rc = ingest_create_table(&b->in, e);
    if (!rc)
        rc = ingest_append_begin(&b->in, e);
    if (!rc)
        rc = ingest_append_end(&b->in, sheet_append(&b->in, b->xlsx, e), e);
    if (!rc)
        rc = ingest_totals_find(&b->in, e);
    if (!rc)
        rc = ingest_blanks_find(&b->in, e);
    if (!rc)
        rc = ingest_number_table(&b->in, b->tables, e);
    return rc ? rc : keep_report(b, sheet, e);
}

/* All tables of a worksheet; an empty one has none. */
static enum err load_sheet(struct book *b, size_t sheet, struct error *e)
{
    enum err rc = xlsx_sheet_open(b->xlsx, sheet, e);
    struct arena a;

    arena_init(&a, TABLE_BYTES);
    b->in.a = &a;
    for (size_t i = 0; !rc && i < xlsx_tables(b->xlsx); i++) {
        rc = load_table(b, sheet, i, e);
        arena_reset(&a);
    }
    arena_release(&a);
    b->in.a = b->a;
    return rc;
}

static enum err load_sheets(struct book *b, struct error *e)
{
    const struct workbook *wb = xlsx_workbook(b->xlsx);
    enum err rc = name_tables(b, e);

    for (size_t i = 0; i < wb->n && !rc; i++) {
        if (wb->sheets[i].kind == WORKBOOK_WORKSHEET)
            rc = load_sheet(b, i, e);
    }
    if (!rc && b->tables == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the workbook has no table: all of its sheets are "
                       "empty");
    return rc;
}

static void write_map(const struct book *b, struct jsonw *w)
{
    ingest_write_tables(xlsx_format_name(b->xlsx), b->reports, b->tables, w);
    ingest_write_first(b->reports[0], w);
}

enum err ingest_workbook(struct duck *d, const struct ingest_request *r,
                         struct arena *a, struct jsonw *w, struct error *e)
{
    struct book b = {
        .request = r, .a = a, .in = {.duck = d, .request = r, .a = a}};
    static const struct workbook_format *const others[] = {
        &ods_format, &xls_format, &xlsb_format, NULL};
    struct error ignored; /* without a file, cells have memory alone */
    struct xlsx_options o = {.spill_fd =
                                 ingest_scratch_open(r, "cells", a, &ignored),
                             .spill_max = SPILL_MAX_BYTES,
                             .tick = {tick, &b},
                             .others = others};
    enum err rc = xlsx_open(r->fd, &o, &b.xlsx, e);

    if (!rc)
        rc = ingest_file_begin(&b.in, e);
    if (!rc)
        rc = ingest_file_end(&b.in, load_sheets(&b, e), e);
    if (!rc)
        write_map(&b, w);
    xlsx_close(b.xlsx);
    if (o.spill_fd >= 0)
        (void)close(o.spill_fd);
    return rc;
}
