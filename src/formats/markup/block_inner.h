/*
 * block_inner.h - a table in a cell of a table. Private to the module.
 *
 * Its rows cannot be put before those of the table around it are: another writer gets
 * them, whose blocks and tables come behind that table. Both are tables of the document,
 * and the cell keeps what it says besides. A table of one row or column is for layout:
 * what it says is text of the cell.
 */
#ifndef FORMATS_MARKUP_BLOCK_INNER_H
#define FORMATS_MARKUP_BLOCK_INNER_H

#include "formats/markup/block_writer.h"

#define BLOCK_INNER_MAX_DEPTH 4u /* tables, one in the other; deeper is text */

/* The writer of a table that begins in the cell that is open; NULL: that is too deep,
 * or there is no memory. */
struct block_writer *block_inner_open(struct block_writer *f);

/* A table of a cell ended. If it is for layout its rows are taken away, and what they say
 * is put to `f->words`. */
void block_inner_end(struct block_writer *f);

/* Put what the tables in its cells have behind a table that ended. */
void block_inner_take(struct block_writer *f);

#endif
