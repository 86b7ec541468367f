/*
 * package_kind.h - what a file is that may be an Office package: a zip package or its
 * kind, an encrypted one, or something else under the name of one.
 */
#ifndef FORMATS_PACKAGE_PACKAGE_KIND_H
#define FORMATS_PACKAGE_PACKAGE_KIND_H

#include "formats/package/unzip.h"

#define PACKAGE_HEAD_BYTES 8u

/*
 * package_is_binary - by a file's first PACKAGE_HEAD_BYTES: is it a package or
 * a binary office file, which belongs to xlsx_open() rather than to a reader
 * of text?
 */
bool package_is_binary(struct str head);

/* Is it a zip package, by its first bytes? */
bool package_is_zip(int fd);

/* Is it a workbook of before Office 2007, .xls, in a compound file? */
bool package_is_xls(int fd);

/* Is it a package that a password encrypts, whatever it holds? */
bool package_is_encrypted(int fd);

/* Does the package say itself that it is of this kind, "opendocument.text"? */
bool package_is_of_type(struct unzip *u, const char *kind);

/*
 * package_check - refuse what is not a zip package, by its name.
 *
 * errors   ERR_FILE_READ_FAILED  encrypted, .xls, PDF, text, ...; says what to
 *                                do
 */
MUST_CHECK enum err package_check(int fd, struct error *e);

/* The same for packages that are not of workbooks: .docx, any zip. */
MUST_CHECK enum err package_check_workbook(struct unzip *u, struct error *e);

#endif
