/*
 * ingest_blanks.h - rows of a table that may be meant as something else, by which of
 * their cells are empty, or by a last row that is the mean of the others.
 */
#ifndef ENGINE_INGEST_INGEST_BLANKS_H
#define ENGINE_INGEST_INGEST_BLANKS_H

#include "base/jsonw.h"

struct ingest;

struct ingest_blanks {
    uint64_t left; /* rows that leave the name of their group out */
    uint64_t none; /* rows without any value */
    uint64_t lone; /* rows of the first column alone, where others are full */
    uint64_t
        mean; /* the last row, from 1: the mean of the others; 0: it is not */
};

/*
 * ingest_blanks_find - look at the table that was made.
 *
 * out      in->blanks
 * errors   ERR_LIMIT, ERR_TIMEOUT as duck_query()
 * cost     two passes; nothing of tables of over 200 columns or 200,000 rows
 */
MUST_CHECK enum err ingest_blanks_find(struct ingest *in, struct error *e);

/* Members of "fidelity": "left_blank_column" and "left_blank_rows", "rows_without_value",
 * "rows_of_one_cell", "average_row"; each only where there are such rows. */
void ingest_blanks_write(const struct ingest *in, struct jsonw *w);

#endif
