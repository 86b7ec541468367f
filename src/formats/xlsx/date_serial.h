/*
 * date_serial.h - converts serial dates, counted in days from 1900 or 1904, to dates
 * and times.
 */
#ifndef FORMATS_XLSX_DATE_SERIAL_H
#define FORMATS_XLSX_DATE_SERIAL_H

#include "formats/xlsx/number_format.h"

#define SERIAL_BYTES 48u

enum serial_kind {
    SERIAL_DATE,
    SERIAL_DATETIME,
    SERIAL_TIME,
    SERIAL_DURATION,
    SERIAL_PHANTOM, /* 29 February 1900, which never was */
    SERIAL_NUMBER   /* no date: before the first day or after the year 9999 */
};

struct serial {
    enum serial_kind kind;
    bool day_zero; /* a date is wanted and there is only a time, or nothing */
    char text[SERIAL_BYTES];
    size_t n;
};

/*
 * serial_read - a number under a format of dates or times.
 *
 * Nothing of the value is dropped because the format does not show it: a date
 * that has a time of day becomes both, and so does a time of day that counts
 * days. Rounded to milliseconds, as precisely as programs show them.
 *
 * in       class  FORMAT_DATE, _DATETIME, _TIME or _DURATION
 * out      s      "2024-03-01", "2024-03-01 10:30:00", "10:30:00.250",
 *                 "36:30:00", "-00:30:00"; empty for SERIAL_NUMBER
 * source   ECMA-376 part 1, 18.17.4: day 1 is 1 January 1900 and the year
 *          1900 is taken for a leap year, or day 0 is 1 January 1904
 */
void serial_read(double days, enum format_class format, bool date1904,
                 struct serial *s);

#endif
