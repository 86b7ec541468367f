/*
 * block_table.h - the tables of a document that is put together block by block, as
 * cells: what its text has as rows of `| a | b |` can be queried by them.
 */
#ifndef FORMATS_MARKUP_BLOCK_TABLE_H
#define FORMATS_MARKUP_BLOCK_TABLE_H

#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

/* Of a document; more are counted, and so are those that have more. */
#define BLOCK_TABLES_MAX        4000u
#define BLOCK_TABLE_MAX_ROWS    5000u
#define BLOCK_TABLE_MAX_COLUMNS 200u
#define BLOCK_TABLE_MAX_BOXES   200000u /* rows times columns */

/* From 0. One that spans rows is in each of them. */
struct block_table_cell {
    uint32_t row, column, last_column;
    uint32_t begin, end; /* of block_tables.text; a bar in it is `\|` */
};

/* What a document that names no rows as the header says of it. */
enum block_table_header {
    BLOCK_HEADER_UNSAID,
    BLOCK_HEADER_UNMARKED, /* others of its kind are marked */
    BLOCK_HEADER_NONE
};

struct block_table {
    uint32_t page;           /* from 1; 0: the document has none */
    uint32_t number;         /* on its page, else in the document; from 1 */
    uint32_t rows, columns;  /* at least two of both */
    uint32_t first, n_cells; /* of block_tables.cell */
    uint32_t caption,
        caption_end; /* of the text: the line before it; empty: none */
    uint32_t title,
        title_end;       /* that the document gives it, of the text, too */
    uint32_t begin, end; /* of its rows in the text of a page; end 0: unknown */
    uint32_t header_rows; /* that the document says are its header, or 0 */
    enum block_table_header header; /* if it says none */
    size_t source;                  /* of a page: where it begins */
};

struct block_tables {
    struct str text;                 /* of the document, borrowed */
    const struct block_table *table; /* table[n] */
    const struct block_table_cell *cell;
    uint32_t n, left_out;
};

#endif
