/*
 * block_writer.h - the text of a document whose source is no text, put together block
 * by block: its reader (Word, slides, books, mail) says what comes next, and the
 * document's sections are made of it.
 *
 * A paragraph is a block, and so are a list and a table. What is put while a
 * cell of a table is open goes to that cell; a table inside a cell comes behind the
 * table that the cell is of. An error is kept and given by block_writer_finish().
 */
#ifndef FORMATS_MARKUP_BLOCK_WRITER_H
#define FORMATS_MARKUP_BLOCK_WRITER_H

#include "base/buf.h"
#include "formats/markup/block_document.h"
#include "formats/markup/block_grid.h"
#include "formats/markup/review_marks.h"

#define BLOCK_WRITER_MAX_COLUMNS \
    1000u /* of a table; the cells behind are left out */

struct block_writer_cell {
    size_t begin, end;       /* of `cells` */
    size_t above, above_end; /* of `text`: this column in the row before */
    bool is_merged;          /* with the cell above */
    bool is_more;            /* of the cell before, which spans it */
};

struct block_writer_note {
    bool is_comment;
    struct str author; /* of a comment; empty: unknown */
    struct str text;
};

struct block_writer {
    struct arena *a;
    struct buf text;
    struct buf blocks; /* of struct text_block */
    struct buf pages;  /* of struct sections_page */
    uint32_t line;     /* that comes next, from 1 */
    unsigned tables;   /* open ones, one inside the other */
    bool in_cell;
    struct buf cells; /* texts of the row that is open */
    struct block_writer_cell *cell;
    size_t n_cells;
    size_t row;             /* rows put of the table */
    struct block_grid grid; /* the tables as cells */
    struct block_writer
        *inner;     /* of tables in its cells (block_inner.h), or NULL */
    unsigned depth; /* of tables around its own */
    bool is_inner_open;
    struct buf words; /* of a table for layout, for the cell that it is in */
    struct {
        size_t text, blocks;
        uint32_t line;
    } before;         /* the table that is open */
    struct buf notes; /* of struct block_writer_note, until the table ends */
    uint32_t n_notes;
    struct review_marks review; /* changes are counted by the reader */
    struct str title;           /* that the document says itself, or empty */
    const struct section_field *field; /* field[n_fields], that it says, too */
    uint32_t n_fields;
};

/* `a` has what block_writer_finish() hands over. */
void block_writer_init(struct block_writer *f, struct arena *a);

/* Free what it holds; in every case. */
void block_writer_release(struct block_writer *f);

/*
 * block_writer_check - may more be put? What is put after that is left out, at no cost;
 * readers ask at every element, so that nothing more of the document is read.
 *
 * errors   ERR_LIMIT  a row or the text is too large, or memory
 */
MUST_CHECK enum err block_writer_check(const struct block_writer *f,
                                       struct error *e);

/*
 * block_writer_put - a paragraph, an item of a list or a heading.
 *
 * in       kind   SECTIONS_PARAGRAPH; SECTIONS_LIST of an item: those that
 *                 follow each other are one list
 *          level  of a heading, from 1; 0 if it is not one
 *          text   its lines end in LF; white space is folded, empty lines and
 *                 characters that no text has are left out
 */
void block_writer_put(struct block_writer *f, enum sections_block_kind kind,
                      unsigned level, struct str text);

/* A note that the block before refers to; in a table it comes behind it. */
void block_writer_note(struct block_writer *f, struct str text);

/* A comment, as a note that says that it is one, and whose. */
void block_writer_comment(struct block_writer *f, struct str author,
                          struct str text);

/* The next page, or slide. */
void block_writer_page(struct block_writer *f);

/* A table. */
void block_writer_begin_table(struct block_writer *f);
/* A row of the table that is open. */
void block_writer_begin_row(struct block_writer *f);

/* A cell of the row that is open. */
void block_writer_begin_cell(struct block_writer *f);

/* The cell that is open is one with the cell above: it has that one's text. */
void block_writer_merge_cell(struct block_writer *f, bool is_merged);

/* The cell that is open is part of the one left of it, which spans it. */
void block_writer_cover_cell(struct block_writer *f);

/* `columns` is how many it takes, at least one. */
void block_writer_end_cell(struct block_writer *f, uint32_t columns);

/* The cell that was ended last is there `times` times, beside each other. */
void block_writer_repeat_cell(struct block_writer *f, uint32_t times);

/* Put the row, unless it is dropped or empty. */
void block_writer_end_row(struct block_writer *f, bool is_dropped);
/* The end of the table; notes of it follow. */
void block_writer_end_table(struct block_writer *f);

/* A table that another document has as cells. What is put before it is its title if it
 * has one. */
void block_writer_put_table(struct block_writer *f,
                            const struct block_tables *of,
                            const struct block_table *t);

/*
 * block_writer_finish - the sections of all that was put.
 *
 * errors   ERR_LIMIT  as sections_from_blocks(), or memory
 */
MUST_CHECK enum err block_writer_finish(struct block_writer *f,
                                        enum sections_format format,
                                        struct sections *out, struct error *e);

#endif
