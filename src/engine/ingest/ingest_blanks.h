/*
 * ingest_blanks.h - a first column that names a group once, where the rows of the group
 * below leave it empty, as reports print it.
 */
#ifndef ENGINE_INGEST_INGEST_BLANKS_H
#define ENGINE_INGEST_INGEST_BLANKS_H

#include "engine/ingest/ingest_internal.h"

/*
 * ingest_blanks_find - look at the table that was made.
 *
 * out      in->left_blank  rows without a name of their group; 0: it is no such table
 * errors   ERR_LIMIT, ERR_TIMEOUT as duck_query()
 * cost     one pass over the first columns
 */
MUST_CHECK enum err ingest_blanks_find(struct ingest *in, struct error *e);

/* Members of "fidelity": "left_blank_column" and "left_blank_rows", or none. */
void ingest_blanks_write(const struct ingest *in, struct jsonw *w);

#endif
