/*
 * members.h - what a file consists of that holds other files: a mail with its
 * attachments, an mbox, an archive. Its reader hands them over one by one.
 */
#ifndef BASE_MEMBERS_H
#define BASE_MEMBERS_H

#include "base/str.h"

struct member {
    struct str id;      /* stays the same while the file changes elsewhere */
    struct str name;    /* for people: "2024-03-05 Delivery.eml/plan.pdf" */
    struct str refusal; /* why it has no bytes; empty: it has */
    bool is_left_out;   /* refused, but no failure: a link, a hidden file */
};

/* Gets them: begin, any number of writes, end; of one that is refused begin
 * alone. Where its bytes turn out to be damaged fail() is called in the place of
 * end(). Their errors are not those of a file that cannot be read: neither
 * ERR_FILE_READ_FAILED nor ERR_LIMIT. */
struct member_sink {
    enum err (*begin)(void *ctx, const struct member *m, struct error *e);
    enum err (*write)(void *ctx, struct str bytes, struct error *e);
    enum err (*end)(void *ctx, struct error *e);
    enum err (*fail)(void *ctx, struct str why, struct error *e);
    bool (*is_full)(void *ctx); /* the rest is asked for later */
    void *ctx;
};

#endif
