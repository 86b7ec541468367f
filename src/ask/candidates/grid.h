/*
 * grid.h - a small table as candidates see it: each distinct value of a column
 * once, split into words, and parsed as a number and as a day where it is one.
 *
 * It holds all rows of the table in the order of the file, so what is computed
 * on it is exact. A table that is too large for that has no grid.
 */
#ifndef ASK_CANDIDATES_GRID_H
#define ASK_CANDIDATES_GRID_H

#include "ask/candidates/lexemes.h"
#include "ask/candidates/rows.h"
#include "base/json.h"

#define GRID_MAX_COLUMNS 256
#define GRID_MAX_CELLS   ((size_t)1 << 18)
#define GRID_NULL        UINT32_MAX

/* What most of a column's values are. */
enum grid_kind {
    GRID_TEXT,
    GRID_NUMBER,
    GRID_MIXED, /* texts that hold a number: "3rd", "12 km" */
    GRID_DATE,  /* days, months with a year, years */
};

struct grid_value {
    struct str text; /* as the table tools print it */
    uint32_t *word;  /* word[n_words], lexemes */
    uint32_t n_words;
    uint32_t rows; /* that have it */
    double
        number;  /* the first in it; a time of day or length in seconds; NAN */
    int32_t day; /* year * 10000 + month * 100 + day, each 0 when it is not
                      said; 0: no date */
};

struct grid_column {
    struct str name;
    struct str type; /* as table_read_rows names it: "integer", "string" */
    uint32_t *word;  /* word[n_words], lexemes of the name */
    uint32_t n_words;
    enum grid_kind kind;
    uint32_t *cell; /* cell[n_rows]: index in `value`, or GRID_NULL */
    struct grid_value *value;
    uint32_t n_values;
    double numbers; /* share of the cells with a number in them */
    double years;   /* share of the cells that say a year */
    int order;      /* 1: what it is ordered by never falls in the file, -1:
                       it never rises, 0: neither */
};

struct grid {
    struct lexemes *words;
    struct grid_column *column; /* column[n_columns] */
    uint32_t n_columns;
    uint32_t n_rows;
};

/*
 * grid_read - a table from what table_read_rows answers.
 *
 * in       rows   {"columns": [...], "column_types": [...], "rows": [[...],
 *                 ...]}, all rows; without types all are texts
 * out      out    lives in `a`; texts borrow `rows`; grid_release() it
 * errors   ERR_LIMIT              more rows, columns or cells than a grid holds
 *          ERR_VALIDATION_FAILED  no such answer
 */
MUST_CHECK enum err grid_read(const struct json *rows, struct arena *a,
                              struct grid *out, struct error *e);

/* Free what is not in the arena; a grid that was not read is allowed. */
void grid_release(struct grid *g);

/* The value of a cell; NULL where it is null. */
const struct grid_value *grid_at(const struct grid *g, uint32_t column,
                                 uint32_t row);

/*
 * What a column is ordered by: days of dates, else numbers; NAN where a cell
 * has none.
 */
double grid_key(const struct grid *g, uint32_t column, uint32_t row);

/* Can a column be ordered so? */
bool grid_has_order(const struct grid_column *c);

/* The year that a day of a grid_value says; 0: none. */
int32_t grid_year(int32_t day);

/*
 * grid_read_day - the day, month or year that words say, such as those of
 * "October 16, 2004", "16 Oct", "2004-10-16", "in 2004".
 *
 * in       words, ids   as lexemes_cut() gave them
 * returns  as grid_value.day
 */
int32_t grid_read_day(const struct lexemes *l, const struct words *words,
                      const uint32_t *ids);

#endif
