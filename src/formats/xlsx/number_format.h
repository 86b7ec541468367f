/*
 * number_format.h - interprets number formats: whether a number is a date, a
 * time, a percentage or an amount.
 */
#ifndef FORMATS_XLSX_NUMBER_FORMAT_H
#define FORMATS_XLSX_NUMBER_FORMAT_H

#include "base/str.h"

enum format_class {
    FORMAT_NUMBER,
    FORMAT_PERCENT,
    FORMAT_CURRENCY,
    FORMAT_DATE,
    FORMAT_DATETIME,
    FORMAT_TIME,
    FORMAT_DURATION /* [h]:mm: hours that do not start again at 24 */
};

/*
 * format_classify - by the format's code, of which the first section counts.
 *
 * cost     O(code.n)
 * source   ECMA-376 part 1, 18.8.31
 */
enum format_class format_classify(struct str code);

/* The sign or word of the currency that amounts are in, of the code; empty: none. */
struct str format_money(struct str code);

/*
 * format_builtin - the code of a format that no workbook writes out, empty
 * when there is none. Ids 27 to 36 and 50 to 58 are dates in East Asian
 * editions and unused elsewhere; 67 to 81 are Thai.
 *
 * source   ECMA-376 part 1, 18.8.30
 */
struct str format_builtin(uint32_t id);

#endif
