/* compile_sql.h - the steps of spec_compile(). Private to compile*.c. */
#ifndef ASK_SPEC_COMPILE_SQL_H
#define ASK_SPEC_COMPILE_SQL_H

#include "ask/spec/compile.h"
#include "base/buf.h"

#define COMPILE_MAX_BYTES ((size_t)1 << 20)

/* A column's name, quoted. */
void compile_name(struct buf *b, struct str s);

/* A value, quoted or checked to be a number. */
void compile_literal(struct buf *b, enum literal kind, struct str s);

/* What of a column counts, as an expression. */
void compile_view(struct buf *b, struct str column, enum spec_view view);

/* One condition. */
void compile_filter(struct buf *b, const struct query_spec *s,
                    const struct spec_filter *f);

/* The conditions of one side, of 0 those that hold for all rows, after `lead`
 * and joined by AND; false when there are none. */
bool compile_side(struct buf *b, const struct query_spec *s, unsigned side,
                  const char *lead);

/* An aggregate, and the name of its column in the result. */
void compile_measure(struct buf *b, const struct spec_measure *m);
void compile_measure_name(struct buf *b, const struct spec_measure *m);

/* What rows are grouped by, and the name of its column in the result. */
void compile_group(struct buf *b, const struct spec_group *g);
void compile_group_name(struct buf *b, const struct spec_group *g);

/* SELECT groups, measures FROM ... GROUP BY ...; no order yet. */
void compile_grouped(struct buf *b, const struct query_spec *s);

/* Are the numbers, joins and formulas of a spec what they should be? */
MUST_CHECK enum err compile_check(const struct query_spec *s, struct error *e);

/* SELECT of a spec with `change`. */
void compile_change(struct buf *b, const struct query_spec *s);

/* Has the spec what `change` and `running` need? */
MUST_CHECK enum err compile_check_change(const struct query_spec *s,
                                         struct error *e);

/* Of a spec with `placed` the columns "rank" and "groups", and after the groups what leaves
 * out the one without a name. */
void compile_place_columns(struct buf *b, const struct query_spec *s);
void compile_placed(struct buf *b, const struct query_spec *s);

/* Is the place that of groups whose cells the part has conditions on? */
MUST_CHECK enum err compile_check_placed(const struct query_spec *s,
                                         struct error *e);

/* The table that the rows come from, with what its joins bring; with the number
 * of each of its rows as the column `row`, unless that is empty. */
void compile_table(struct buf *b, const struct query_spec *s, struct str row);

/* Does each join hang on a table before it, and nothing ask for places? */
MUST_CHECK enum err compile_check_joins(const struct query_spec *s,
                                        struct error *e);

/* As compile_check_joins(), with the columns that it derives. */
void compile_source(struct buf *b, const struct query_spec *s);

/* As compile_source(), whose first column is the number of the row in the table. */
void compile_numbered_source(struct buf *b, const struct query_spec *s,
                             struct str row);

/* A formula that was checked, as an expression. */
void compile_formula(struct buf *b, struct str formula);

/* Does each formula read, and occur where it may? */
MUST_CHECK enum err compile_check_formulas(const struct query_spec *s,
                                           struct error *e);

/*
 * The rows of a spec with a step, with sides or in the order of the file, as
 * "WITH ... ", after which they are the table "picked" and their place in the
 * file is the column `row`.
 */
void compile_picked(struct buf *b, const struct query_spec *s, struct str row);

/* Does a spec need compile_picked()? */
bool compile_is_picked(const struct query_spec *s);

/* SELECT of a spec with `compare`. */
void compile_compared(struct buf *b, const struct query_spec *s,
                      struct str row);

/* SELECT of the longest run of picked rows. */
void compile_run(struct buf *b, struct str row);

/* A name that no column has. */
struct str compile_row_name(const struct compile_columns *columns);

#endif
