/*
 * region.h - detects the tables of a sheet, which may hold titles, notes,
 * headers of several rows, and several tables.
 */
#ifndef FORMATS_XLSX_REGION_H
#define FORMATS_XLSX_REGION_H

#include "formats/xlsx/declared_table.h"
#include "formats/xlsx/head.h"

#define REGION_MAX_TABLES   256u  /* of a sheet */
#define REGION_MAX_LEFT_OUT 1000u /* that are listed */

/* What is in no table. */
enum region_what {
    REGION_NOTE,     /* words that stand alone */
    REGION_HEADING,  /* words between the rows of a table */
    REGION_PAIRS,    /* labels with values beside them: a form, a letterhead */
    REGION_TOTAL,    /* sums of the rows above */
    REGION_REPEATED, /* the header of a table once more */
    REGION_OTHER,
    REGION_WHATS
};

struct region_left_out {
    struct ref_range range;
    uint64_t cells;
    enum region_what what;
    struct str text; /* what it says, cut; empty: a header once more */
    size_t table;    /* the one that it stands at, from 1; 0: the whole sheet */
};

/* Rows [from, to) of sheet.rows. */
struct region_run {
    size_t from, to;
};

struct region {
    struct region_run *runs; /* the data, runs[runs_n] */
    size_t runs_n;
    uint64_t rows;          /* of data */
    uint64_t blank_rows;    /* between the first and the last of them */
    uint64_t cells;         /* about: for which table is the main one */
    struct ref_range range; /* header and rows */
    struct ref_range title; /* row 0: there is none */
    struct str title_text;  /* its first cell */
    struct str title_whole; /* all of its texts, a line each, cut */
    uint32_t header_rows;
    bool header_assumed; /* nothing speaks for it, and nothing against it */
    uint32_t first_column;
    size_t columns;
    struct str *header; /* header[columns], joined over its rows; NULL: none */
    struct str name;    /* that the workbook gives it; empty: none */
};

/* What else is known of the sheet. */
struct region_hints {
    enum head_mode header;
    struct declared_tables objects;
    const struct ref_range *named; /* named[named_n]: ranges with names */
    size_t named_n;
};

struct region_list {
    struct region *tables; /* the main one first, the others as they stand */
    size_t n;              /* 0: the sheet is empty */
    struct region_left_out *left_out;
    size_t left_out_n; /* those listed */
    uint64_t left_out_total;
};

/*
 * region_find - all tables of a sheet; region.c describes the method.
 *
 * in       strings  of the workbook
 * out      out      lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err region_find(const struct sheet *s,
                                const struct strings *strings,
                                const struct region_hints *hints,
                                struct arena *a, struct region_list *out,
                                struct error *e);

#endif
