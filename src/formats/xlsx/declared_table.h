/*
 * declared_table.h - tables that a workbook itself declares (`xl/tables`), whose ranges
 * need no detection.
 */
#ifndef FORMATS_XLSX_DECLARED_TABLE_H
#define FORMATS_XLSX_DECLARED_TABLE_H

#include "formats/package/part.h"
#include "formats/xlsx/ref.h"

#define DECLARED_TABLES_MAX \
    256u /* of a sheet; others are found as if unnamed */

struct declared_table {
    struct ref_range range; /* with header and totals */
    struct str name;
    uint32_t header_rows, totals_rows;
};

struct declared_tables {
    struct declared_table *list; /* list[n]; none overlaps one before it */
    size_t n;
};

/* Does a declared table overlap the range? */
bool declared_tables_overlap(const struct declared_tables *out,
                             const struct ref_range *r);

/* Reads the package part of one declared table. A result whose range begins at row 0
 * means that the part declares none. */
struct declared_table_reader {
    enum err (*read)(void *ctx, struct str part, struct arena *a,
                     struct declared_table *o, struct error *e);
    void *ctx;
};

/* The part as XML; its ctx is the struct unzip. */
MUST_CHECK enum err declared_table_read(void *ctx, struct str part,
                                        struct arena *a,
                                        struct declared_table *o,
                                        struct error *e);

/*
 * declared_tables_read - the tables of a sheet.
 *
 * in       part  of the sheet
 * out      out   lives in `a`; a table without a range is left out
 * errors   ERR_FILE_READ_FAILED  a part that is damaged; ERR_LIMIT
 */
MUST_CHECK enum err declared_tables_read(
    struct unzip *u, struct str part,
    const struct declared_table_reader *reader, struct arena *a,
    struct declared_tables *out, struct error *e);

#endif
