/*
 * sentence_names.h - columns, rows and figures as people name and write them. Private
 * to sentence*.c and figure_sources.c.
 */
#ifndef ANSWER_SENTENCE_SENTENCE_NAMES_H
#define ANSWER_SENTENCE_SENTENCE_NAMES_H

#include "answer/sentence/sentence.h"
#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"
#include "base/buf.h"

/* What is put into words. */
struct phrasing {
    const struct query_spec *spec;
    const struct schema_table *table; /* that is asked; NULL: it is not known */
    const struct json *map; /* how its file was read; NULL: the same */
    enum language language;
    struct str question; /* empty: it is not known */
    enum number_marks marks;
    struct str row; /* what one is called, and several; empty: row, rows */
    struct str rows;
};

/*
 * phrasing_init - with what the table's name calls its rows ("orders.csv").
 *
 * in       x    spec, table, map and language
 * out      x    row, rows and marks
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err phrasing_init(struct phrasing *x, struct arena *a,
                                  struct error *e);

/* The column of exactly this name; NULL: the table is not known, or has none. */
const struct schema_column *phrasing_column(const struct phrasing *x,
                                            struct str name);

/* "order date" of order_date; without a unit that is beside figures. */
void sentence_name(struct buf *b, struct str column);

/* As sentence_name() for several: "order dates". */
void sentence_names(struct buf *b, struct str column, enum language language);

/* Does a name say several already: "sales"? */
bool sentence_is_several(struct str name, enum language language);

/* Is a column of codes by its name: "order id"? */
bool sentence_is_code(struct str column);

/* What a column of codes tells apart, one or several: "orders" of order_id; false:
 * it is no such column, and nothing was put. */
bool sentence_things(struct buf *b, struct str column, enum language language,
                     bool many);

/* Does the column name things, so that 60 different values are "60 customers"? Of
 * other columns they are "60 different values". */
bool sentence_names_things(const struct phrasing *x, struct str column);

/* Is it a column of dates? */
bool sentence_is_date(const struct phrasing *x, struct str column);

/* "2,062 orders" needs one or several: "order", "orders", "row", "rows". */
void sentence_rows_called(struct buf *b, const struct phrasing *x, uint64_t n);

/* How numbers are written in a language, and in the file that they are of. */
enum number_marks sentence_marks(enum language language,
                                 const struct json *map);

/* 8678443.85 as people write it: 8,678,443.85. More than two decimals are rounded. */
void sentence_number(struct buf *b, struct str cell, enum number_marks marks);

/* 0.117 as 11.7, without the sign. */
void sentence_percent(struct buf *b, struct str cell, enum number_marks marks);

/* The unit of what is measured, "€", or nothing. */
void sentence_unit(struct buf *b, const struct phrasing *x,
                   const struct spec_measure *m);

/* How the figures of a measure are written. */
struct figure_form {
    struct str before; /* of a unit; '~' is a space */
    struct str behind;
    bool is_plain;   /* a year or a code: as it is, */
    bool is_rounded; /* or, of an average, without most decimals */
    bool is_percent; /* 11.7 % of 0.117 */
};

/* How those of one measure are, found once for all its cells. */
struct figure_form sentence_form(const struct phrasing *x,
                                 const struct spec_measure *m);

/* A figure that is written so. */
void sentence_formed(struct buf *b, const struct phrasing *x,
                     const struct figure_form *form, struct str cell);

/* A number with the unit of what is measured; years and codes as they are. */
void sentence_figure(struct buf *b, const struct phrasing *x,
                     const struct spec_measure *m, struct str cell);

#endif
