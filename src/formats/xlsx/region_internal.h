/* region_internal.h - tables while they are detected. Private to region*.c. */
#ifndef FORMATS_XLSX_REGION_INTERNAL_H
#define FORMATS_XLSX_REGION_INTERNAL_H

#include "formats/xlsx/region.h"

#define REGION_MAX_PIECES 65536u
#define REGION_LOOK_BACK  200u  /* pieces, for a title */
#define REGION_TEXT_BYTES 2000u /* of a title or a note */
#define REGION_TITLE_GAP  3u    /* empty rows between a title and its table */

enum region_class {
    REGION_CLASS_TEXT,
    REGION_CLASS_NUMBER,
    REGION_CLASS_BOOLEAN,
    REGION_CLASS_DATE,
    REGION_CLASS_TIME,
    REGION_CLASSES
};

struct making_run {
    struct making_run *next;
    size_t from, to;
};

/* A table to which rows may still come. */
struct making {
    struct grid_area block; /* the first group: title, header, rows */
    size_t end;             /* after its last row, in sheet.rows */
    struct head head;       /* the first rows of the block */
    struct head_parts parts;
    bool words_only; /* the block is nothing but a few rows of words */
    struct making_run *runs, *last_run;
    uint64_t rows;
    uint64_t cells;
    uint32_t (*seen)[REGION_CLASSES]; /* seen[width]: of rows looked at */
    uint64_t filled, looked_at;       /* cells of how many rows */
    double *sums; /* sums[2 * width]: of numbers, and how many words; NULL: not
                     known */
    struct making_run *summed; /* the last run that is in them */
    struct ref_range title;
    struct str title_text;
    struct str title_whole;
    struct grid_area title_area; /* no rows: there is none */
    struct grid_area total; /* a row that may be one, if no other follows */
    const struct declared_table *object;
    bool gone; /* it was none */
};

/* A group that is no table, until it is known for what it is. */
struct piece {
    struct grid_area area;
    uint64_t cells;
    uint32_t widest;
    enum region_what what;
    bool used; /* as a title, or as a table in the end */
};

struct finding {
    struct grid grid;
    const struct region_hints *hints;
    enum head_mode header;
    struct arena *a;      /* of the result */
    struct arena scratch; /* gone at the end */
    struct arena temp;    /* of one look at rows */
    struct arena window;  /* of a look at a few of them meanwhile */
    struct region_list *out;
    uint32_t first, last;  /* columns of the part that is looked at */
    struct making *tables; /* tables[n] in the order they were found */
    size_t n;
    struct buf pieces; /* of struct piece */
    uint64_t pieces_lost;
};

/* Keep a group for the end. */
void region_put_piece(struct finding *f, const struct grid_group *g,
                      enum region_what what);

/* Rows [from, to) of the group's columns, counted. */
MUST_CHECK enum err region_put_rows(struct finding *f,
                                    const struct grid_area *area,
                                    enum region_what what, struct error *e);

/* Append rows to the table; their kinds are in h->kinds from row `skip` on. */
MUST_CHECK enum err region_append(struct finding *f, struct making *t,
                                  const struct grid_area *rows,
                                  const struct head *h, size_t skip,
                                  struct error *e);

/* The first HEAD_ROWS rows of an area, in f->temp. */
MUST_CHECK enum err region_look(struct finding *f, const struct grid_area *area,
                                struct head *h, struct error *e);

/* The same in another arena. */
MUST_CHECK enum err region_look_in(struct finding *f,
                                   const struct grid_area *area,
                                   struct arena *a, struct head *h,
                                   struct error *e);

/*
 * region_continue - are these the next rows of a table above?
 *
 * out      taken  they are, or were recorded as its total: nothing left to do
 */
MUST_CHECK enum err region_continue(struct finding *f,
                                    const struct grid_group *g, bool *taken,
                                    struct error *e);

/*
 * region_continue_repeated - is the first of these rows the header of the table directly
 * above once more, as pages that are printed one below the other have it?
 *
 * out      taken  it is: the rows under it are the table's
 */
MUST_CHECK enum err region_continue_repeated(struct finding *f,
                                             const struct grid_group *g,
                                             bool *taken, struct error *e);

/* Where in the area, after its first row, another table begins; area->to:
 * nowhere. */
MUST_CHECK enum err region_find_split(struct finding *f,
                                      const struct grid_area *area, size_t *at,
                                      struct error *e);

/* The nearest table above with any of these columns; NULL: it has not all. */
struct making *region_above(struct finding *f, const struct grid_area *g);

/* Append rows whatever their kinds are. */
MUST_CHECK enum err region_add_rows(struct finding *f, struct making *t,
                                    const struct grid_area *rows,
                                    struct error *e);

/* Of the first rows, what is needed as long as the table. */
MUST_CHECK enum err region_keep_head(struct finding *f, struct making *t,
                                     const struct grid_area *more,
                                     struct error *e);

/* The parts of an area, those that are one table joined; in f->scratch. */
MUST_CHECK enum err region_find_parts(struct finding *f,
                                      const struct grid_area *area,
                                      struct grid_part **parts, size_t *n,
                                      struct error *e);

/* Blocks below each other, as tables or pieces. */
MUST_CHECK enum err region_put_block(struct finding *f,
                                     const struct grid_area *area,
                                     struct error *e);

/* Tables that the workbook names; their cells are empty for the others. */
MUST_CHECK enum err region_take_objects(struct finding *f, struct error *e);

/* Title and header of a table whose rows are known as far as area->to. */
MUST_CHECK enum err region_part(struct finding *f, struct making *t,
                                const struct grid_area *more, struct error *e);

/* What was found becomes the result. */
MUST_CHECK enum err region_finish(struct finding *f, struct error *e);

/* REGION_CLASSES for what has none, as an error. */
enum region_class region_class_of(uint8_t kind);

/*
 * region_is_total - is row i what rows add up to: those `above` it, or with
 * them all of the table?
 *
 * in       t      NULL: only those; else its columns contain theirs
 */
MUST_CHECK enum err region_is_total(struct finding *f, struct making *t,
                                    const struct grid_area *above, size_t i,
                                    bool *total, struct error *e);

/* Columns. */
static inline uint64_t region_width(const struct making *t)
{
    return (uint64_t)(t->block.last - t->block.first) + 1;
}

/* What the cells of the rows say, a line each, or those of a row on one line as label and
 * value; up to REGION_TEXT_BYTES, cut with an ellipsis; in f->a. */
MUST_CHECK enum err region_texts(struct finding *f,
                                 const struct grid_area *area, bool are_pairs,
                                 struct str *text, struct error *e);

/* The number of the table of the result, from 1, that cells in none of them belong to;
 * 0: to the sheet as a whole, above all of its tables. */
size_t region_owner(const struct region_list *list,
                    const struct ref_range *cells);

#endif
