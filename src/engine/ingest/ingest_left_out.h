/* ingest_left_out.h - what of a database is not read, and why. */
#ifndef ENGINE_INGEST_INGEST_LEFT_OUT_H
#define ENGINE_INGEST_INGEST_LEFT_OUT_H

#include "base/jsonw.h"

#define INGEST_DATABASE_TABLES 500u /* more of one file are not read */
#define LEFT_OUT_LISTED        50u

struct ingest_left_out {
    struct {
        struct str name, reason;
        bool is_view;
    } list[LEFT_OUT_LISTED]; /* the first */
    size_t n;
    uint64_t total;
};

/* One more; `reason` may go. */
MUST_CHECK enum err ingest_leave_out(struct ingest_left_out *l, struct str name,
                                     bool is_view, const char *reason,
                                     struct arena *a, struct error *e);

/* The members "left_out" and "tables_left_out" of a map. */
void ingest_write_left_out(const struct ingest_left_out *l, struct jsonw *w);

#endif
