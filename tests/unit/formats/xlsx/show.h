/* show.h - a sheet that was read, as text */
#ifndef FORMATS_XLSX_SHOW_H
#define FORMATS_XLSX_SHOW_H

#include "formats/xlsx/xlsx.h"

#define SHOW_BATCH 3u /* rows, so that a table needs several calls */

static inline void show_rows(struct xlsx *x, struct buf *out)
{
    const struct xlsx_report *r = xlsx_report(x);
    struct xlsx_cell *cells =
        calloc(SHOW_BATCH * r->columns + 1, sizeof(*cells));
    struct error e;
    size_t rows;

    do {
        if (xlsx_rows_next(x, cells, SHOW_BATCH, &rows, &e) != OK) {
            buf_puts(out, e.msg);
            break;
        }
        for (size_t i = 0; i < rows * r->columns; i++) {
            const struct xlsx_cell *c = &cells[i];

            buf_printf(out, "%s%c%.*s%s%s", i % r->columns ? "|" : "",
                       "-tnbDMTUE"[c->kind], (int)c -> n, c -> p ? c -> p : "",
                       c->flags &XLSX_PERCENT ? "%" : "",
                       c->flags &XLSX_CURRENCY ? "$" : "");
            buf_puts(out, i % r->columns + 1 == r->columns ? "\n" : "");
        }
    } while (rows);
    free(cells);
}

/* "[header|header]" and a line a row; or the message. `fd` is closed. */
static inline const char *show(int fd, const struct xlsx_options *o,
                               struct buf *out)
{
    struct xlsx *x = NULL;
    struct error e;

    buf_reset(out);
    if (xlsx_open(fd, o, &x, &e) != OK || xlsx_sheet_open(x, 0, &e) != OK) {
        buf_printf(out, "%s: %s", err_name(e.code), e.msg);
    } else {
        const struct xlsx_report *r = xlsx_report(x);

        for (size_t i = 0; r->header && i < r->columns; i++)
            buf_printf(out, "%s%.*s", i ? "|" : "[", STR_FMT(r->header[i]));
        buf_puts(out, r->header ? "]\n" : "");
        show_rows(x, out);
    }
    xlsx_close(x);
    (void)close(fd);
    return out->p ? out->p : "";
}

#endif
