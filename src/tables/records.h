/*
 * records.h - finds lists of objects in a JSON text, which are read as tables.
 *
 * The text is valid, so only brackets and strings are looked at: no tree is
 * built, however large it is.
 */
#ifndef TABLES_RECORDS_H
#define TABLES_RECORDS_H

#include "base/buf.h"

#define RECORDS_LISTED 16

/* The lists of objects in an object. */
struct records {
    struct str value;                   /* of the first one; borrows the text */
    struct str pointer[RECORDS_LISTED]; /* of the first ones, JSON Pointers */
    size_t n;                           /* all there are */
};

/* Is it a list of objects, with at least one? */
bool records_is_list(struct str json);

/*
 * records_find - the members of an object that are lists of objects.
 *
 * in       json   valid JSON; what is not an object has none
 *          depth  of members to look at: 1 for its own, 2 for theirs, too
 * out      out    pointers live in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(bytes * depth)
 */
MUST_CHECK enum err records_find(struct str json, unsigned depth,
                                 struct arena *a, struct records *out,
                                 struct error *e);

#endif
