/* md_grid.h - the tables of Markdown as cells, line by line of the clean text. Private to
 * the module. */
#ifndef FORMATS_MARKUP_MD_GRID_H
#define FORMATS_MARKUP_MD_GRID_H

#include "formats/markup/block_grid.h"

/* The header of a table, a row of the text: "| a | b |". */
void md_grid_begin(struct block_grid *g, struct str text, struct str row);

/* A row below the line of dashes. What has more cells than the header loses them. */
void md_grid_row(struct block_grid *g, struct str text, struct str row);

/* The end of the table. */
void md_grid_end(struct block_grid *g);

#endif
