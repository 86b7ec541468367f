/*
 * bucket_owner.h - the one home that a prefix of a bucket belongs to.
 *
 * What two homes put under one prefix, each would take for garbage of its own. So the home
 * has a file blobs.id, made when it first puts something, and the bucket an object
 * "owner" with the same text.
 */
#ifndef STORE_CATALOG_BUCKET_OWNER_H
#define STORE_CATALOG_BUCKET_OWNER_H

#include "base/err.h"

struct object_store;

/*
 * bucket_own - is the bucket this home's? The first one that asks becomes its owner.
 *
 * It is asked once a process.
 *
 * in       home  its folder
 * errors   ERR_CONFLICT  it is another one's
 *          else as object_put()
 */
MUST_CHECK enum err bucket_own(const struct object_store *s, const char *home,
                               struct error *e);

#endif
