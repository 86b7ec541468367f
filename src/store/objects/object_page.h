/* object_page.h - reads a page of names, as a bucket sends it. */
#ifndef STORE_OBJECTS_OBJECT_PAGE_H
#define STORE_OBJECTS_OBJECT_PAGE_H

#include "base/arena.h"
#include "base/str.h"

struct object_seen {
    struct str name; /* without the prefix */
    uint64_t bytes;
    int64_t at_ms; /* when it was last put, by the bucket's clock */
};

struct object_page {
    struct object_seen *list; /* list[n], in the order of names */
    size_t n;
    bool more; /* behind the last one */
};

/*
 * object_page_read - the ListBucketResult of ListObjectsV2.
 *
 * in       xml     untrusted
 *          prefix  of all names
 * out      out     lives in `a`, and borrows `xml` nowhere
 * errors   ERR_FILE_READ_FAILED  it is none, or has a name that is not of [A-Za-z0-9._/-]
 *                                or not behind the one before
 */
MUST_CHECK enum err object_page_read(struct str xml, struct str prefix,
                                     struct arena *a, struct object_page *out,
                                     struct error *e);

#endif
