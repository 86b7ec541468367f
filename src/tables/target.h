/*
 * target.h - the target of an export, written to a temporary file and renamed
 * into place.
 *
 * The file appears whole or not at all. Below a draft folder no component may
 * be "..", absolute or a symbolic link; each is opened from the one before, so
 * nothing can be swapped in between.
 */
#ifndef TABLES_TARGET_H
#define TABLES_TARGET_H

#include "base/fs.h"

struct target {
    int folder;        /* descriptor of the folder it lands in */
    int fd;            /* the temporary file, open for writing */
    const char *name;  /* its final name in the folder */
    const char *shown; /* as the user wrote it */
    char temporary[48];
    bool overwrite;
    const char *draft; /* NULL: anywhere */
    unsigned made;     /* folders of `shown`, the deepest, made for it */
};
#define TARGET_NONE ((struct target){.folder = -1, .fd = -1})

/*
 * target_open - check the path and open a temporary file beside it.
 *
 * in       draft      the folder it must stay below, made when missing;
 *                     NULL: anywhere
 *          path       as the user wrote it
 *          overwrite  an existing file is replaced, otherwise ERR_CONFLICT
 * out      t          close with target_close() in every case
 * errors   ERR_SANDBOX_VIOLATION, ERR_CONFLICT, ERR_VALIDATION_FAILED,
 *          ERR_NOT_FOUND, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err target_open(const char *draft, struct str path,
                                bool overwrite, struct arena *a,
                                struct target *t, struct error *e);

/* Make what was written durable and give it its name. */
MUST_CHECK enum err target_commit(struct target *t, struct error *e);

/* Remove what was not committed, with folders made for it, and close; TARGET_NONE is allowed. */
void target_close(struct target *t);

#endif
