/* ingest_place.c - the pages of a table that goes on over several. */
#include "engine/ingest/ingest_tables.h"

/* The lines that the rows are on, a row at a time. */
static enum err read_rows(struct ingest *in, struct error *e)
{
    const struct ingest_place *p = in->place;
    struct ingest_rows rows;
    size_t part = 0;
    size_t n = 1;
    enum err rc = ingest_rows_open(&rows, in, e);

    while (!rc && n > 0) {
        const uint64_t row = rows.row;

        rc = ingest_rows_next(&rows, &n, e);
        for (;
             part < p->n_parts &&
             (n == 0 || p->part[part].line <=
                            in->lines_before + csv_lines(&rows.reader.counts));
             part++)
            p->part[part].first_row = row;
    }
    return rc || rows.row == in->rows + 1 ? rc : ingest_changed(e);
}

enum err ingest_place_rows(struct ingest *in, struct error *e)
{
    const struct ingest_aside aside =
        in->aside; /* of the rows as they were read */
    const size_t batch_rows = in->batch_rows;
    enum err rc;

    in->batch_rows = 1;
    ingest_aside_begin(&in->aside, NULL, NULL);
    rc = read_rows(in, e);
    in->batch_rows = batch_rows;
    in->aside = aside;
    return rc;
}
