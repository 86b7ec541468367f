/*
 * export_cell.h - one cell of an export, independent of the engine.
 *
 * The adapter in export.c fills cells from a DuckDB result; the writers of
 * CSV and XLSX know only these, so that they can be tested without a database.
 */
#ifndef ENGINE_EXPORT_EXPORT_CELL_H
#define ENGINE_EXPORT_EXPORT_CELL_H

#include "base/jsonw.h"

enum export_type {
    EXPORT_TEXT, /* strings, and all that has no better place: lists, blobs */
    EXPORT_INTEGER,
    EXPORT_DECIMAL,
    EXPORT_FLOAT,
    EXPORT_BOOLEAN,
    EXPORT_DATE,     /* ticks are days since 1970-01-01 */
    EXPORT_TIME,     /* ticks are microseconds since midnight */
    EXPORT_TIMESTAMP /* ticks are microseconds since 1970-01-01T00:00:00 */
};

struct export_column {
    struct str name;
    enum export_type type;
    bool has_zone; /* a timestamp that is a moment in UTC */
};

/*
 * `text` is always there and exact: ISO dates, every digit of a decimal,
 * true/false, the shortest form of a double. The others serve the writers
 * that have types of their own.
 */
struct export_cell {
    bool is_null;
    bool truth;      /* EXPORT_BOOLEAN */
    bool is_endless; /* a date or timestamp that is infinite */
    double number;   /* EXPORT_FLOAT */
    int64_t ticks;   /* dates and times, as said at the type */
    struct str text;
};

/* What was changed on the way; each is counted and said once in the answer. */
enum export_change {
    EXPORT_NEUTRALISED,
    EXPORT_EMPTY_LINES,
    EXPORT_EMPTY_TEXTS,
    EXPORT_LONG_NUMBERS,
    EXPORT_FLOAT_DIGITS,
    EXPORT_NO_NUMBERS,
    EXPORT_FLOATS_OUTSIDE,
    EXPORT_DATES_OUTSIDE,
    EXPORT_TIME_DIGITS,
    EXPORT_ZONES,
    EXPORT_EMPTY_ROWS,
    EXPORT_CHANGE_COUNT
};

struct export_changes {
    uint64_t count[EXPORT_CHANGE_COUNT];
};

/* Write the array of warnings: one sentence for each change that happened. */
void export_changes_write(const struct export_changes *c, struct jsonw *w);

/*
 * export_would_run - would a spreadsheet run this text as a formula?
 *
 * in       text   what the cell holds, before any quoting
 * returns  true when it begins with tab, carriage return or line feed, or
 *          when its first character that is not a blank (space, no-break space,
 *          byte-order mark) is one of = + - @ or their full-width forms
 */
bool export_would_run(struct str text);

#endif
