/*
 * postgres_known.h - the last copy of a server's database, which is that of now as long as
 * the mark of the session is the same. A file in HOME/cache for each address; derived, so
 * a damaged one means that all is copied again.
 */
#ifndef TABLES_POSTGRES_KNOWN_H
#define TABLES_POSTGRES_KNOWN_H

#include "base/json.h"
#include "store/home/home.h"
#include "tables/postgres_url.h"

struct postgres_known {
    struct str mark;           /* empty: none is known */
    struct str sha256;         /* of the copy, 64 digits */
    const struct json *copied; /* {"tables","left_out","rows","copied_at"} */
    uint64_t age_s;            /* since it was kept */
};

/* The mark of a copy of what changes by itself, which no session has. */
#define POSTGRES_KNOWN_NEVER "-"

/* Which copy: of an address, with what may have been left out for lack of time. */
struct postgres_known_key {
    const struct home *home;
    const struct postgres_url *url;
    uint64_t timeout_ms;
};

/* What is known, in `a`. */
void postgres_known_recall(const struct postgres_known_key *k, struct arena *a,
                           struct postgres_known *out);

/* Keep it; a failure means that it is copied again. */
void postgres_known_keep(const struct postgres_known_key *k,
                         const struct postgres_known *known);

#endif
