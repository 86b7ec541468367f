/*
 * foreign.h - identifies files that look like a workbook and are something
 * else.
 */
#ifndef FORMATS_XLSX_FOREIGN_H
#define FORMATS_XLSX_FOREIGN_H

#include "formats/xlsx/unzip.h"

#define FOREIGN_HEAD_BYTES 8u

/*
 * foreign_is_binary - by a file's first FOREIGN_HEAD_BYTES: is it a package or
 * a binary office file, which belongs to xlsx_open() rather than to a reader
 * of text?
 */
bool foreign_is_binary(struct str head);

/* Is it a zip package, by its first bytes? */
bool foreign_is_package(int fd);

/* Is it a workbook of before Office 2007, .xls, in a compound file? */
bool foreign_is_xls(int fd);

/* Is it a package that a password encrypts, whatever it holds? */
bool foreign_is_encrypted(int fd);

/* Does the package say itself that it is of this kind, "opendocument.text"? */
bool foreign_is_of_type(struct unzip *u, const char *kind);

/*
 * foreign_check - refuse what is not a zip package, by its name.
 *
 * errors   ERR_FILE_READ_FAILED  encrypted, .xls, PDF, text, ...; says what to
 *                                do
 */
MUST_CHECK enum err foreign_check(int fd, struct error *e);

/* The same for packages that are not of workbooks: .docx, any zip. */
MUST_CHECK enum err foreign_check_package(struct unzip *u, struct error *e);

#endif
