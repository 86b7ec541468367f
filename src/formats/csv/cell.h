/* cell.h - classifies how one cell is written, whatever format it is from. */
#ifndef FORMATS_CSV_CELL_H
#define FORMATS_CSV_CELL_H

#include "base/text/boolean.h"
#include "base/text/date.h"
#include "base/text/number.h"
#include "base/text/number_affix.h"

/* Each cell that is not empty belongs to exactly one family. */
enum cell_family {
    CELL_TEXT,
    CELL_CODE, /* digits that must keep a leading zero */
    CELL_BOOLEAN,
    CELL_NUMBER,
    CELL_DATE,
    CELL_TIME,
    CELL_TIMESTAMP,
    CELL_TIMESTAMPTZ,
    CELL_NULL_WORD, /* null among values of another family, else text */
    CELL_FAMILIES
};

struct cell_shape {
    enum cell_family family;
    bool dressed; /* CELL_NUMBER: `dress` says with what */
    struct number_affix dress;
    union {
        struct number_shape number; /* CELL_NUMBER */
        struct date_shape date;     /* CELL_DATE, CELL_TIMESTAMP* */
        struct boolean_word word;   /* CELL_BOOLEAN */
    };
};

/* Without spaces and tabs at both ends, as typed values are read. */
static inline struct str cell_trim(struct str s)
{
    while (s.n && (s.p[0] == ' ' || s.p[0] == '\t')) {
        s.p++;
        s.n--;
    }
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
        s.n--;
    return s;
}

/*
 * cell_look - the family and shape of a cell.
 *
 * in       s   trimmed, not empty
 * cost     one look at the first byte for most text; else O(s.n)
 */
void cell_look(struct str s, struct cell_shape *shape);

#endif
