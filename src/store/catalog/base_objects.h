/*
 * base_objects.h - what a base has in a bucket: objects that are named
 * "<id of the base>/<SHA-256>" and never change.
 *
 * Only where the home names a bucket (b->blobs).
 */
#ifndef STORE_CATALOG_BASE_OBJECTS_H
#define STORE_CATALOG_BASE_OBJECTS_H

#include "store/catalog/base.h"
#include "store/objects/object_store.h"

#include <dirent.h>

/*
 * base_object_put - all of a file; what is there is replaced by the same.
 *
 * in       sha256  of the file, in digits
 *          path    of the file
 * errors   as object_put(), fs_open_read()
 */
MUST_CHECK enum err base_object_put(const struct base *b, struct str sha256,
                                    const char *path, struct error *e);

/* Is it there? out: when it was put. Errors as object_list(). */
MUST_CHECK enum err base_object_find(const struct base *b, struct str sha256,
                                     bool *is, struct object_seen *out,
                                     struct error *e);

/* As base_object_put(), unless it is there with as many bytes. */
MUST_CHECK enum err base_object_ensure(const struct base *b, struct str sha256,
                                       const char *path, bool *put,
                                       struct error *e);

/* Note that a file that the bucket has, too, is used: those that are not go first from a
 * folder that is kept small. */
void base_object_used(const struct base *b, int fd);

/*
 * base_object_get - an object as a file.
 *
 * in       path  it has that name when all of it is there and is what its name says
 * errors   ERR_FILE_READ_FAILED  the bucket has something else under that name
 *          else as object_get(), ERR_FILE_WRITE_FAILED
 * threads  any number, processes too, may get one file at once
 */
MUST_CHECK enum err base_object_get(const struct base *b, struct str sha256,
                                    const char *path, struct error *e);

/* Is a file of the folder of originals one that base_object_get() may be writing? */
bool base_object_is_coming(DIR *folder, const char *name);

#endif
