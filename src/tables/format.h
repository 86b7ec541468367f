/*
 * format.h - the formats that tables are read from, and their file suffixes;
 * the only list in this program.
 *
 * What a file is the worker says, by its bytes (engine/ingest/ingest_format.c).
 * A name says which reader to use, and what should be in the file.
 */
#ifndef TABLES_FORMAT_H
#define TABLES_FORMAT_H

#include "base/str.h"

/*
 * format_of_suffix - what a file of a name should hold.
 *
 * in       suffix  ".csv", in any case
 * returns  the map's word for it; NULL if it is not the suffix of a table
 */
const char *format_of_suffix(struct str suffix);

/* As format_of_suffix() for a file's path, "in/orders.csv.gz": whatever it is compressed with. */
const char *format_of_path(struct str path);

/* Is it text with a delimiter between cells: "csv", "tsv", "psv"? The first is
 * also what a name promises that leaves the delimiter open. */
bool format_is_delimited(struct str format);

/* Is it a workbook, whose tables are in cells of sheets? */
bool format_is_workbook(struct str format);

/* A text that only its name tells from a table of one column. */
bool format_is_by_name(struct str format);

/* A document whose text is searched, too: its tables are some of what it says. */
bool format_has_text(struct str format);

/* Is a file asked where its folder is? Pages, books and mails are not: most of them have
 * no table. */
bool format_is_of_folder(struct str path);

/* Is it a database, a file of tables that another program made? */
bool format_is_database(struct str format);

#define FORMAT_HEAD_BYTES 16u

/* A database by its first FORMAT_HEAD_BYTES, whatever it is called; NULL: it is
 * none. */
const char *format_of_head(struct str head);

/* "a workbook": a map's word for a format, as people call it. */
const char *format_shown(struct str format);

#endif
