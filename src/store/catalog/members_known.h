/*
 * members_known.h - what files that hold others, or are packed, had in them when
 * they were read, so that one of the same bytes need not be unpacked again.
 *
 * What is kept is a claim: bytes with this hash make these documents. It is
 * compared with the documents of the base before it is believed. So whatever
 * becomes of them (removed, failed, gone, another version, not yet committed when
 * the program died) the file is read again, and nobody who changes a document needs
 * to know of this.
 */
#ifndef STORE_CATALOG_MEMBERS_KNOWN_H
#define STORE_CATALOG_MEMBERS_KNOWN_H

#include "store/catalog/base.h"

/* Documents with the hashes of what was added, in any order. */
struct members_digest {
    int64_t documents;
    uint64_t sum; /* of a hash of each */
};

struct members_known {
    struct str
        source; /* of the file; those of documents in it follow after '/' */
    struct str sha256; /* of its bytes */
    struct str reader; /* whatever else decides on what is found in it */
    struct members_digest digest;
    struct members_known *next; /* for a caller's list */
};

/* One more document. */
void members_digest_add(struct members_digest *d, struct str source,
                        struct str sha256);

/* Instead of what was kept of its source. Inside a write transaction. */
MUST_CHECK enum err members_known_keep(const struct base *b,
                                       const struct members_known *k,
                                       struct error *e);

/*
 * members_known_find - are all documents of a file there, as they were read from
 * these bytes in this way?
 *
 * in       k     but its digest
 * out      is    false, too, where none was found, and while uploads wait, which may
 *                be of one of them
 *          n     documents
 * cost     O(documents)
 */
MUST_CHECK enum err members_known_find(const struct base *b,
                                       const struct members_known *k, bool *is,
                                       uint64_t *n, struct error *e);

#endif
