/*
 * What makes a cell dangerous, and how changes are reported.
 *
 * A spreadsheet that opens a CSV file takes a cell that begins with = + - or @
 * for a formula, which can start programs or send data away ("CSV injection",
 * OWASP). Three ways around a naive test of the first byte are closed here:
 * blanks before the sign (Excel drops them and runs the rest), full-width
 * signs (East Asian versions take them for the plain ones), and a leading tab
 * or line break, which is dropped when the cell is read again. The rule looks
 * at what the cell holds and not at how it is quoted in the file: quoting is
 * gone before a spreadsheet looks. A text that begins with a quotation mark
 * is therefore safe: what the spreadsheet sees first is that mark.
 *
 * Text "-5" in a column of strings is changed too; the number -5 is not. One
 * apostrophe is put before, never one more when one is there already, so a
 * reader cannot tell our apostrophe from the user's: the count in the warning
 * is what tells.
 */
#include "engine/export/export_cell.h"

#include <stdio.h>

static const struct str blanks[] = {
    {" ", 1},
    {"\xc2\xa0", 2},     /* U+00A0 no-break space */
    {"\xef\xbb\xbf", 3}, /* U+FEFF byte-order mark */
};

static const struct str signs[] = {
    {"=", 1},
    {"+", 1},
    {"-", 1},
    {"@", 1},
    {"\t", 1},
    {"\r", 1},
    {"\n", 1},
    {"\xef\xbc\x9d", 3}, /* U+FF1D full-width = */
    {"\xef\xbc\x8b", 3}, /* U+FF0B full-width + */
    {"\xef\xbc\x8d", 3}, /* U+FF0D full-width - */
    {"\xef\xbc\xa0", 3}, /* U+FF20 full-width @ */
};

/* Bytes of the first entry of a list that `text` begins with; 0: none. */
static size_t starts_with_any(struct str text, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_starts(text, list[i]))
            return list[i].n;
    return 0;
}

bool export_would_run(struct str text)
{
    size_t n_blanks = sizeof(blanks) / sizeof(blanks[0]);
    size_t n_signs = sizeof(signs) / sizeof(signs[0]);
    size_t skip;

    while ((skip = starts_with_any(text, blanks, n_blanks)) > 0)
        text = str_slice(text, skip, text.n);
    return starts_with_any(text, signs, n_signs) > 0;
}

/* What follows the number. */
struct sentence {
    const char *one;
    const char *many;
};

static const struct sentence sentences[EXPORT_CHANGE_COUNT] = {
    [EXPORT_NEUTRALISED] =
        {"cell that a spreadsheet would run was prefixed with an apostrophe",
         "cells that a spreadsheet would run were prefixed with an apostrophe"},
    [EXPORT_EMPTY_LINES] =
        {"null of the only column is an empty line, which some programs skip",
         "nulls of the only column are empty lines, which some programs skip"},
    [EXPORT_EMPTY_TEXTS] = {"empty text became an empty cell, as a null does",
                            "empty texts became empty cells, as nulls do"},
    [EXPORT_LONG_NUMBERS] =
        {"number of more than 15 digits was written as text",
         "numbers of more than 15 digits were written as text"},
    [EXPORT_FLOAT_DIGITS] = {"number was rounded to 16 significant digits",
                             "numbers were rounded to 16 significant digits"},
    [EXPORT_NO_NUMBERS] =
        {"cell that is infinite or not a number was written as text",
         "cells that are infinite or not a number were written as text"},
    [EXPORT_FLOATS_OUTSIDE] =
        {"number that a workbook cannot hold (nearer to zero than 2.23e-308 or "
         "from 1e308) was written as text",
         "numbers that a workbook cannot hold (nearer to zero than 2.23e-308 "
         "or from 1e308) were written as text"},
    [EXPORT_DATES_OUTSIDE] =
        {"date or time that a workbook cannot hold (before 1900-03-01 or after "
         "9999-12-31) was written as text",
         "dates or times that a workbook cannot hold (before 1900-03-01 or "
         "after 9999-12-31) were written as text"},
    [EXPORT_TIME_DIGITS] = {"time was cut to milliseconds",
                            "times were cut to milliseconds"},
    [EXPORT_ZONES] =
        {"moment with a time zone was written as its time in UTC",
         "moments with a time zone were written as their times in UTC"},
    [EXPORT_EMPTY_ROWS] =
        {"row of nulls is an empty row, at which many programs take a table "
         "to end",
         "rows of nulls are empty rows, at which many programs take a table "
         "to end"},
};

static void write_sentence(uint64_t count, const struct sentence *s,
                           struct jsonw *w)
{
    char line[200];

    (void)snprintf(line, sizeof(line), "%llu %s", (unsigned long long)count,
                   count == 1 ? s->one : s->many);
    jsonw_cstr(w, line);
}

void export_changes_write(const struct export_changes *c, struct jsonw *w)
{
    jsonw_begin_array(w);
    for (int i = 0; i < EXPORT_CHANGE_COUNT; i++)
        if (c->count[i] > 0)
            write_sentence(c->count[i], &sentences[i], w);
    jsonw_end_array(w);
}
