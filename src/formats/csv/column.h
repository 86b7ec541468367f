/*
 * column.h - decides the type of a column from all of its cells.
 *
 * Evidence is gathered cell by cell and narrows what the column can be; what
 * is left at the end is its type, and a column that is left with nothing is
 * text. Its rows come in their order; other columns may be other threads'.
 */
#ifndef FORMATS_CSV_COLUMN_H
#define FORMATS_CSV_COLUMN_H

#include "formats/csv/cell.h"
#include "formats/csv/csv.h"

/* What was seen of a column, from column_begin() on. */
#define COLUMN_MARK_BYTES 24

/* The one word that all cells of text in a column have: "absent" among results. */
struct column_mark {
    char word[COLUMN_MARK_BYTES]; /* word[n]; n = 0: there is none */
    uint8_t n;
};

struct column_evidence {
    uint64_t values, last_row; /* cells that are not empty; the last of them */
    uint64_t fits[CELL_FAMILIES];
    uint64_t first_row[CELL_FAMILIES]; /* of that family; 0: none */

    /* numbers */
    uint64_t specials;                  /* nan, inf */
    uint64_t special_row, exponent_row; /* the first; 0: none */
    uint64_t no_double_row;             /* number_shape.no_double */
    uint64_t convention_lost[2];        /* row that ruled it out; 0: none */
    struct number_digits digits[2];     /* most, by convention - 1 */
    bool grouped[2];                    /* by convention - 1 */
    bool marked;                        /* with point or comma */
    uint64_t unmarked;                  /* numbers that have neither */
    bool exponent;
    bool over_i64;
    uint8_t conventions; /* bits left, of enum number_convention */

    /* what numbers wear */
    uint64_t dressed, percents, units, spaced;
    char unit[NUMBER_UNIT_BYTES];        /* the first currency */
    uint64_t unit_lost;                  /* first row with another */
    uint64_t first_percent, first_plain; /* rows with and without */
    uint8_t least_spaced, most_spaced;   /* digits of a spaced number */

    /* booleans */
    uint32_t pairs; /* bits left */
    bool truths[2]; /* false and true were seen */

    /* dates */
    uint8_t orders; /* bits left, of enum date_order */
    char separator;
    uint64_t order_lost[3];  /* row that ruled DATE_YMD, _DMY, _MDY out */
    uint64_t separator_lost; /* first row with another separator */
    bool short_year, month_name;
    uint8_t least[2], most[2]; /* numbers at either end of 01-10-24 */
    uint64_t dashed;           /* cells that are written so */
    uint64_t plain_dates;      /* 20240305, up to the first other number */

    struct column_mark mark;
    bool mark_lost;  /* there are other words, or longer ones, or with digits */
    uint64_t months; /* 2024-05 and the like, up to the first text that is no
                        month */
};

enum column_kind {
    COLUMN_TEXT,
    COLUMN_BOOLEAN,
    COLUMN_BIGINT,
    COLUMN_HUGEINT,
    COLUMN_DECIMAL,
    COLUMN_DOUBLE,
    COLUMN_DATE,
    COLUMN_TIME,
    COLUMN_TIMESTAMP,
    COLUMN_TIMESTAMPTZ
};

/* What was decided. */
struct column_type {
    enum column_kind kind;
    uint8_t width, scale;              /* COLUMN_DECIMAL: 18 or 38 digits */
    enum number_convention convention; /* of numbers */
    bool grouped;                      /* with thousands separators */
    bool convention_ambiguous;         /* the cells alone do not tell */
    uint64_t odd_row; /* COLUMN_DOUBLE: the row with nan, inf or exponent that
                         made it one */
    enum date_order order; /* of dates and timestamps */
    char separator;
    bool order_ambiguous;
    bool short_year, month_name;
    bool dressed;                 /* number_undress() first */
    bool percent;                 /* the value is a hundredth of the digits */
    bool spaced;                  /* spaces or apostrophes part thousands */
    char unit[NUMBER_UNIT_BYTES]; /* currency; empty: none */
    uint64_t null_words;          /* cells with a word for null, or the mark */
    struct column_mark mark;      /* that is null here */
    struct str total_label;   /* in all rows that are sums (ingest_totals.h):
                                     the mark, or a text; empty: there is none */
    bool total_alone;         /* no other row has it, and these are certain */
    const char *kept_as_text; /* why, after "row N "; NULL: nothing to say */
    uint64_t kept_row;        /* N; 0: the reason stands alone */
};

/* Whole numbers, decimals and doubles. */
static inline bool column_is_number(const struct column_type *t)
{
    return t->kind == COLUMN_BIGINT || t->kind == COLUMN_HUGEINT ||
           t->kind == COLUMN_DECIMAL || t->kind == COLUMN_DOUBLE;
}

/* Evidence of no cell. */
void column_begin(struct column_evidence *ev);

/*
 * column_add - look at one cell of each of `rows` rows.
 *
 * in       cells      cells[0], cells[stride], ... cells[(rows - 1) * stride]
 *          first_row  number of the first, from 1, for reasons
 * cost     20 ns a number, 5 ns a text cell
 */
void column_add(struct column_evidence *ev, const struct csv_cell *cells,
                size_t stride, size_t rows, uint64_t first_row);

/*
 * columns_decide - the types of a table's columns.
 *
 * Where a column's own cells do not tell, the file does:
 * - numbers ("1.234" only): the convention of the columns that do tell, if
 *   they agree; else the comma as decimal mark when the delimiter is ';',
 *   which is the list separator where that is the habit; else the point
 * - dates (no day over 12): the order of the columns that do tell, if they
 *   agree; else day first
 * and both are reported as ambiguous.
 *
 * Whole numbers of which each is a day as 20240305 are dates, of three on: of
 * numbers of eight digits that are not dates one in a thousand looks so.
 *
 * in       ev         ev[n]
 *          delimiter  of the file; NUL when it has none
 * out      types      types[n]
 */
void columns_decide(const struct column_evidence *ev, size_t n, char delimiter,
                    struct column_type *types);

/*
 * column_decide_number - the type of column `at` of ev[n], of numbers whose decimal mark
 * is known to be the point, as in JSON and in workbooks.
 */
void column_decide_number(const struct column_evidence *ev, size_t n, size_t at,
                          struct column_type *t);

/*
 * column_decide_text - the type of a column whose every cell says that it is text, as
 * in JSON and in databases: dates and times in ISO 8601, or text.
 */
void column_decide_text(const struct column_evidence *ev,
                        struct column_type *t);

/* What the values of a column are where each says its own kind. */
struct column_kinds {
    const char *const *words;  /* words[n]: "is a number"; NULL: no value */
    const uint64_t *count;     /* count[n] */
    const uint64_t *first_row; /* first_row[n] */
    size_t n;
};

/* Why such a column is text: the first of the rarest kind, where there are
 * several. */
void column_explain_kinds(const struct column_kinds *k, struct column_type *t);

/*
 * column_explain_written - why a column is text whose every cell says that it
 * is text: most of them look like something else.
 *
 * in       iso_is_read  dates in ISO 8601 are read as such all the same
 *          t            as columns_decide() left it
 */
void column_explain_written(const struct column_evidence *ev, bool iso_is_read,
                            struct column_type *t);

/*
 * column_read_int - the value of a cell as the integer that holds it: 0 or 1,
 * a number times 10 to the scale, days, microseconds.
 *
 * in       t   any kind but COLUMN_TEXT and COLUMN_DOUBLE
 *          s   trimmed, not empty, not null (column_is_null())
 * returns  false when no cell that made this type reads so
 */
bool column_read_int(const struct column_type *t, struct str s, number_wide *v);

/* As column_read_int(), for COLUMN_DOUBLE. */
bool column_read_double(const struct column_type *t, struct str s, double *v);

/* Is this cell null in a column that is not text? `s` is trimmed. */
bool column_is_null(const struct column_type *t, struct str s);

#endif
