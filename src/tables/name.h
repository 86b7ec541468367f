/* name.h - the parts of a file name, as the user wrote its path. */
#ifndef TABLES_NAME_H
#define TABLES_NAME_H

#include "base/str.h"

/* "my orders.csv" of "in/my orders.csv.gz": without folder, and without what
 * gzip or zstd appends to a name; borrows `path`. */
struct str name_of_path(struct str path);

/* "my orders" of "in/my orders.csv.gz": what SQL calls its table; borrows
 * `path`. */
struct str name_of_table(struct str path);

/* ".csv" of "my orders.csv"; empty where there is none, and a dot at the front
 * begins none; borrows `name`. */
struct str name_suffix(struct str name);

#endif
