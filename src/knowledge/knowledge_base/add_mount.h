/*
 * add_mount.h - decides where in the base's JSON tree an added file is mounted.
 *
 * A file that is added without a mount is at its key. One with a mount is
 * found again by its place, whatever it is called.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADD_MOUNT_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADD_MOUNT_H

#include "store/catalog/base.h"

struct bases;

/* Where in the base's tree the JSON of what is added is to be: at the key
 * below the path, whose objects are made as they are needed. */
struct bases_mount {
    bool has_path; /* one was given, */
    bool has_key;  /* else the name of the file is the key */
    struct str json_path;
    struct str key;
    bool replace; /* what is there already */
};

#define MOUNT_MAX_KEY 255 /* bytes */

/*
 * bases_mount_place - the place of a file, a JSON Pointer; without a mount it is
 * empty, and the file is at its document's key.
 *
 * errors   ERR_VALIDATION_FAILED  the path is no JSON Pointer, or the key cannot
 *                                 be one; the message names the field
 */
MUST_CHECK enum err bases_mount_place(const struct bases_mount *m,
                                      struct str name, struct arena *a,
                                      struct str *place, struct error *e);

/* May it be put there, as things are? The errors of bases_add() for it. */
MUST_CHECK enum err bases_check_mount(struct bases *b, struct str base,
                                      const struct bases_mount *m,
                                      struct str name, struct error *e);

/*
 * add_mount_check - may a document be put at this place?
 *
 * out      source  of the document that is there, in `a`; empty: none does
 * errors   ERR_VALIDATION_FAILED  the path is inside of a document
 *          ERR_CONFLICT           the key is there, and is not to be replaced;
 *                                 or documents stand below it
 */
MUST_CHECK enum err add_mount_check(const struct base *b, struct str place,
                                    bool replace, struct arena *a,
                                    struct str *source, struct error *e);

#endif
