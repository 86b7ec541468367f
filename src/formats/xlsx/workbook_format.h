/*
 * workbook_format.h - what each kind of workbook file gives, so that xlsx.h finds its
 * tables: which files are its own, their sheets, and the rows of one.
 *
 * Cells go onto the tape of a sheet by sheet_fill.h; number formats, dates and all
 * that is found in a sheet are the same for every kind.
 */
#ifndef FORMATS_XLSX_WORKBOOK_FORMAT_H
#define FORMATS_XLSX_WORKBOOK_FORMAT_H

#include "formats/xlsx/declared_table.h"
#include "formats/xlsx/sheet.h"
#include "formats/xlsx/workbook.h"

/* A file that is open. */
struct workbook_file {
    int fd;
    struct unzip *package; /* NULL: it is no zip package */
    struct part_tick tick; /* to be called between pieces */
    struct arena a;        /* of what follows */
    struct workbook w;
    struct styles styles;
    struct strings strings;
    void *state; /* of the format */
};

struct workbook_format {
    const char *name; /* "xlsx" */

    /* Is the file of this kind, by its first bytes or its parts? NULL: it is
       xlsx_format, which is every package that is nothing else. */
    bool (*fits)(const struct workbook_file *f);

    /* The workbook and its styles; close() comes, whatever it returns. */
    enum err (*open)(struct workbook_file *f, struct error *e);

    /* All cells of a worksheet, from 0; sheets are mostly read in order. */
    enum err (*read_sheet)(struct workbook_file *f, size_t i, struct sheet *s,
                           struct error *e);

    /* The tables that the workbook declares in it; NULL: none. */
    enum err (*read_objects)(struct workbook_file *f, size_t i, struct arena *a,
                             struct declared_tables *out, struct error *e);

    /* Give f->state back; NULL: there is none. */
    void (*close)(struct workbook_file *f);
};

extern const struct workbook_format xlsx_format;

#endif
