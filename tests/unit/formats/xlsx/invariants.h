/* invariants.h - what every workbook that is accepted keeps, of whichever kind */
#ifndef FORMATS_XLSX_INVARIANTS_H
#define FORMATS_XLSX_INVARIANTS_H

#include "formats/xlsx/xlsx.h"

#include <unistd.h>

#define MAX_SHEETS 8u
#define MAX_WIDTH  64u
#define BATCH      3u

static inline uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * UINT64_C(1099511628211);
    return hash;
}

static inline uint64_t read_rows(struct xlsx *x)
{
    struct xlsx_cell cells[MAX_WIDTH * BATCH];
    const struct xlsx_report *r = xlsx_report(x);
    uint64_t hash = 1;
    uint64_t seen = 0;
    struct error e;
    size_t rows = 0;

    do {
        BUG_ON(xlsx_rows_next(x, cells, BATCH, &rows, &e) != OK);
        for (size_t i = 0; i < rows * r->columns; i++) {
            BUG_ON(cells[i].kind >= XLSX_KINDS);
            hash = mix(hash, cells[i].p, cells[i].n);
            hash = mix(hash, &cells[i].kind, 1);
        }
        seen += rows;
    } while (rows);
    BUG_ON(seen != r->rows);
    return hash;
}

static inline void read_table(struct xlsx *x)
{
    const struct xlsx_report *r = xlsx_report(x);
    uint64_t hash;

    if (r->columns == 0 || r->columns > MAX_WIDTH)
        return;
    hash = read_rows(x);
    xlsx_rows_rewind(x);
    BUG_ON(read_rows(x) != hash);
}

static inline void read_sheet(struct xlsx *x, size_t i)
{
    struct error e;

    if (xlsx_sheet_open(x, i, &e) != OK) {
        BUG_ON(e.msg[0] == '\0' || xlsx_report(x)->columns != 0);
        return;
    }
    for (size_t k = 0; k < xlsx_tables(x); k++) {
        BUG_ON(xlsx_table_open(x, k, &e) != OK);
        read_table(x);
    }
}

/* A file as a workbook: it is refused with a message, or every table of every
 * sheet is read twice with the same cells, in as many rows and columns as are
 * said. `fd` is closed. */
static inline void check_workbook(int fd,
                                  const struct workbook_format *const *others)
{
    const struct xlsx_options o = {.text_bytes = (size_t)16 << 20,
                                   .cell_bytes = (size_t)16 << 20,
                                   .spill_fd = -1,
                                   .others = others};
    struct xlsx *x = NULL;
    struct error e;

    if (xlsx_open(fd, &o, &x, &e) != OK)
        BUG_ON(e.msg[0] == '\0');
    for (size_t i = 0; x && i < xlsx_workbook(x)->n && i < MAX_SHEETS; i++)
        read_sheet(x, i);
    xlsx_close(x);
    (void)close(fd);
}

#endif
