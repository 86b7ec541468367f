/*
 * pdf_table.h - a table of a PDF: its cells, where it is, and how it was found.
 */
#ifndef FORMATS_PDF_PDF_TABLE_H
#define FORMATS_PDF_PDF_TABLE_H

#include "base/jsonw.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a document; more are not read, and `left_out` counts them. */
#define PDF_MAX_TABLES 4000

/* Of one table; what has more is none. */
#define PDF_TABLE_MAX_ROWS    5000u
#define PDF_TABLE_MAX_COLUMNS 200u
#define PDF_TABLE_MAX_BOXES   200000u /* rows times columns */

/* What a file of tables begins with, so that what reads tables knows it. */
#define PDF_TABLES_MARK "%quarry-pdf-tables\n"

enum pdf_table_how { PDF_TABLE_RULED, PDF_TABLE_ALIGNED };

struct pdf_cell {
    uint32_t row, column, last_row, last_column; /* from 0 */
    struct str text;
    float x0, x1, y0, y1; /* of its words; y grows downwards */
};

struct pdf_table {
    uint32_t page;   /* from 1 */
    uint32_t number; /* on its page, from 1 */
    enum pdf_table_how how;
    float confidence; /* that it is one, and read right: docs/documents.md */
    float ocr;        /* how sure OCR is of the page; 0: it has text */
    size_t rows, columns;
    struct pdf_cell *cell; /* cell[n], those with text, row by row */
    size_t n;
    float x0, x1, y0, y1; /* of its words, as those of cells */
    const float *edge;  /* edge[columns + 1]: where its columns begin and end */
    struct str caption; /* the lines near above it, cut; may be empty */
    bool continues;     /* the table before it, which is of the page before */
    uint32_t repeated;  /* its first rows, which say that one's header again */
};

struct pdf_tables {
    struct pdf_table *table; /* table[n] */
    size_t n, left_out;
};

/* Those that continue another one are part of that. */
size_t pdf_tables_count(const struct pdf_tables *t);

/*
 * pdf_tables_write - all tables as one object:
 *
 *     {"tables":[{"page","table","how":"rulings" or "alignment","confidence",
 *                 "columns","ocr","cells":[[row,column,last_row,last_column,text,
 *                                     [x0,y0,x1,y1]]],"caption",
 *                 "continues":true,"repeated"}],"left_out"}
 *
 * Rows and columns count from 0; boxes are in points, as the page is read. The last two
 * are there where a table continues the one before it.
 */
void pdf_tables_write(const struct pdf_tables *t, struct jsonw *w);

#endif
