/*
 * html_grid.h - the tables of a page as cells, as html_clean() comes by them. Private to
 * the module.
 *
 * Cells are put where the standard puts them: in the first place of their row that no
 * cell from above goes on in. One that spans rows is in each of them. A row without
 * text of its own is none.
 *
 * The header is what the page says: the rows of <thead>, and those before the others of
 * which every cell with text is a <th>, or bold. A row of one cell above them is a title.
 */
#ifndef FORMATS_MARKUP_HTML_GRID_H
#define FORMATS_MARKUP_HTML_GRID_H

#include "formats/markup/block_grid.h"
#include "formats/markup/html_tree.h"

/* A cell that goes on in the next rows. */
struct html_span {
    uint32_t rows; /* 0: there is none */
    struct block_table_cell cell;
};

/* Of the row that is open. */
struct html_grid_row {
    bool in_head;
    uint32_t column; /* after the last cell */
    uint32_t starts; /* after the last column that one of its own begins in */
    uint32_t n, filled,
        headers; /* cells: its own with text, those that are <th> */
    bool starts_with_header;
    bool is_cut; /* it has more columns than there may be */
    struct block_table_cell cell[BLOCK_TABLE_MAX_COLUMNS];
};

struct html_grid {
    struct block_grid tables;
    struct html_span span[BLOCK_TABLE_MAX_COLUMNS];
    struct html_grid_row row;
    uint32_t named;  /* rows of the header that are no title */
    uint32_t headed; /* rows that begin with a header */
    uint32_t lines;  /* rows of one cell */
    bool is_head,
        is_header; /* in <thead>; all rows until now are of the header */
};

/* No table yet. */
void html_grid_init(struct html_grid *g);

/* Free what it holds; in every case. */
void html_grid_release(struct html_grid *g);

/* A table that begins at this byte of the page, after this clean text. */
void html_grid_begin(struct html_grid *g, struct str before, size_t source);

/* <thead>, <tbody> or <tfoot> begins or ends: cells do not go on from one to another. */
void html_grid_group(struct html_grid *g, bool is_head);

/* A row of the table that is open. */
void html_grid_begin_row(struct html_grid *g);

/* The next cell, the bytes of the clean text that it has, and whether it is a header. */
void html_grid_cell(struct html_grid *g, const struct html_node *node,
                    struct block_table_cell c, bool is_header);

/* The row is kept if it has text. */
void html_grid_end_row(struct html_grid *g);

/* The table is kept if it has two rows and two columns with text; the others are for
 * layout. */
void html_grid_end(struct html_grid *g);

#endif
