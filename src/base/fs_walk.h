/* fs_walk.h - the files of a folder, and what was skipped. */
#ifndef BASE_FS_WALK_H
#define BASE_FS_WALK_H

#include "base/fs.h"

enum fs_skip_reason {
    FS_NOT_SKIPPED,     /* a file */
    FS_SKIPPED_LINK,    /* a symbolic link, which is not followed */
    FS_SKIPPED_HIDDEN,  /* its name begins with a dot */
    FS_SKIPPED_SPECIAL, /* no file and no folder */
    FS_SKIPPED_CLOSED   /* a folder that cannot be listed, or what is in it */
};

struct fs_skipped {
    struct str path; /* from the folder */
    enum fs_skip_reason why;
};

struct fs_tree {
    struct str *files; /* files[n], paths from the folder by their bytes */
    size_t n;
    struct fs_skipped *skipped; /* skipped[n_skipped], likewise */
    size_t n_skipped;
};

/*
 * fs_walk_tree - fs_list_tree() that says what it skipped. A folder below
 * the first that cannot be listed, or whose files may not be looked at, is
 * skipped, too.
 *
 * out      out    in `a`
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED  the folder itself
 *          ERR_LIMIT                            as fs_list_tree()
 */
MUST_CHECK enum err fs_walk_tree(const char *path, const char *shown,
                                 struct arena *a, struct fs_tree *out,
                                 struct error *e);

#endif
