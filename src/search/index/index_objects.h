/*
 * index_objects.h - the index of a base in a bucket: its files as objects, and a list
 * that says which file each object is, an object, too.
 *
 * The base's setting "index_objects" names the list: "<id of the base> <SHA-256>", and
 * then " old" from the transaction on that makes states of documents newer than it. The
 * list is text, "<SHA-256> <file>" a line, the manifest first; a copy is beside the files.
 * A folder without a manifest gets it from there, unless the list is old, and each
 * segment when it is opened. The id is part of the setting because a copy of the
 * database is another base, which has objects of its own.
 *
 * All of it only where the home names a bucket.
 */
#ifndef SEARCH_INDEX_INDEX_OBJECTS_H
#define SEARCH_INDEX_INDEX_OBJECTS_H

#include "search/segments/segments.h"
#include "store/catalog/base.h"
#include "store/catalog/lease.h"

/* The states of documents get newer than what is in the bucket, within a transaction. */
MUST_CHECK enum err index_objects_outdate(const struct base *b,
                                          struct error *e);

/* The index is thrown away: nothing is got from the bucket until it is there again. */
MUST_CHECK enum err index_objects_forget(const struct base *b, struct error *e);

/*
 * index_objects_push - put what of the index is not there yet.
 *
 * The setting is written in a transaction of its own.
 *
 * in       held  the index's lock
 * out      put  objects; NULL: not wanted
 * errors   as base_object_put()
 */
MUST_CHECK enum err index_objects_push(const struct base *b, struct segments *x,
                                       const struct lease *held, size_t *put,
                                       struct error *e);

/*
 * index_objects_bring - the manifest, where the folder of the index has none and the
 * bucket does.
 *
 * errors   as base_object_get(), but ERR_NOT_FOUND: then there is none
 */
MUST_CHECK enum err index_objects_bring(const struct base *b, struct error *e);

/* What segments_open_from() takes; borrows the base. */
struct segments_source index_objects_source(const struct base *b);

/* An object that the index needs. */
struct index_object {
    struct str file;   /* "manifest", or a segment's */
    struct str sha256; /* in digits */
};

/*
 * index_objects_list - what the setting names, old or not: list[n] in `a`, the manifest
 * first; n is 0 where it names nothing.
 *
 * out      of_list  the SHA-256 of the list itself; empty: there is none. NULL: not wanted
 * errors   as base_object_get(), but ERR_NOT_FOUND: nothing can be got from there then
 */
MUST_CHECK enum err index_objects_list(const struct base *b, struct arena *a,
                                       struct index_object **list, size_t *n,
                                       struct str *of_list, struct error *e);

#endif
