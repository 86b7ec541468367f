/*
 * source_postgres.h - a database of a PostgreSQL server as a source: quarry-postgres
 * copies it into a file without name, which is read like any other.
 */
#ifndef TABLES_SOURCE_POSTGRES_H
#define TABLES_SOURCE_POSTGRES_H

#include "tables/source.h"

/*
 * source_postgres_open - connect, copy, identify the copy by its content.
 *
 * Where nothing was written since the last copy, nothing is copied (postgres_known.h).
 * in       src   its `address`; `base`, if it is one of a document of that
 *          anew  copy in any case, as what was made of the last copy is gone
 * out      src  fd, hashes, `server`: JSON that says what was read and when
 * errors   ERR_VALIDATION_FAILED  the address, or this caller may not connect
 *          ERR_FORBIDDEN          the role may write
 *          ERR_UNAUTHORIZED       it takes another password
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_FILE_READ_FAILED, ERR_TIMEOUT
 */
MUST_CHECK enum err source_postgres_open(struct tables *t,
                                         const struct table_source *s,
                                         bool anew, struct arena *a,
                                         struct source *src, struct error *e);

/* The map with what the server is, in its "source"; in `a`. */
MUST_CHECK enum err source_postgres_describe(const struct source *src,
                                             struct str map, struct arena *a,
                                             struct str *out, struct error *e);

#endif
