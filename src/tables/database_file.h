/* database_file.h - is a file that is called a database one? */
#ifndef TABLES_DATABASE_FILE_H
#define TABLES_DATABASE_FILE_H

#include "base/err.h"
#include "base/str.h"

/*
 * database_file_check_name - refuse a file that is called a database and is none, nor
 * a text.
 *
 * errors   ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err database_file_check_name(int fd, struct str shown,
                                             struct error *e);

#endif
