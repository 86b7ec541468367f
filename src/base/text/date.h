/*
 * date.h - parses dates and times, and finds out their field order.
 *
 * "03/04/2024" alone is two dates; date_scan() says under which orders a cell
 * is one, and a column decides (formats/csv/column.h).
 */
#ifndef BASE_TEXT_DATE_H
#define BASE_TEXT_DATE_H

#include "base/str.h"

/* The separator of 2024年3月5日. */
#define DATE_HAN 'H'

/* None between year, month and day: 20240305. A number, until a whole column
 * is written so (formats/csv/column.h). */
#define DATE_PLAIN 'P'

#define DATE_NAME_BYTES 16

enum date_order { DATE_YMD = 1, DATE_DMY = 2, DATE_MDY = 4 };

/* What a cell looks like. */
struct date_shape {
    uint8_t orders;  /* bits of enum date_order; 0: no date in it */
    char separator;  /* - / or . ; DATE_HAN; NUL without date */
    bool time;       /* a time of day is in it */
    bool zone;       /* and Z or an offset */
    bool short_year; /* of two digits: 69 to 99 are 19.., the others 20.. */
    bool month_name; /* the month is a word */
    uint8_t ends[2]; /* of 01-10-24: the numbers of which one is the year */
};

/* The value of a cell. */
struct date_value {
    int32_t days;   /* since 1970-01-01, proleptic Gregorian */
    int64_t micros; /* of the day; with a zone, moved to UTC (may leave it) */
};

/*
 * date_scan - the shape of a cell.
 *
 * Dates: year of four digits 0001 to 9999 first or last, or of two digits last
 * (03/04/24, 03.04.24) or at either end (03-04-24), day and month of one or two,
 * one separator; or the month as a word, whole or
 * of three letters, in English, Spanish, French, German, Portuguese or Italian;
 * or 2024年3月5日 (号), spaces or none between, a time at once after it or not.
 * Times: HH:MM, HH:MM:SS, a fraction of one to six digits, AM, PM, a. m. or p. m.
 * after it, 上午 or 下午 before it. Both: a space or T between. Zones, only after both: Z, UTC, +HH, +HHMM, +HH:MM. Days
 * that no calendar has are no dates, in any order.
 *
 * in       s      trimmed
 * returns  is it a date, a time or both
 */
bool date_scan(struct str s, struct date_shape *shape);

/*
 * date_read - the value under an order; what is absent is 0.
 *
 * returns  false when date_scan() would not accept it under `order`; the order
 *          does not matter for a time alone
 */
bool date_read(struct str s, enum date_order order, struct date_value *value);

/* The day of eight digits, 20240305, of the years 1900 to 2099; false for any
 * other text. */
bool date_read_plain(struct str s, struct date_value *value);

/* "Y-M-D", "D/M/Y", "Y年M月D日", "YYYYMMDD": how people name it; lives in `name`. */
void date_format_name(enum date_order order, char separator,
                      char name[DATE_NAME_BYTES]);

#endif
