/* fs_walk.h - the files of a folder, and what was skipped. */
#ifndef BASE_FS_WALK_H
#define BASE_FS_WALK_H

#include "base/fs.h"

enum fs_passed_why {
    FS_FILE,    /* a file, which is not passed */
    FS_LINK,    /* a symbolic link, which is not followed */
    FS_HIDDEN,  /* its name begins with a dot */
    FS_SPECIAL, /* no file and no folder */
    FS_CLOSED   /* a folder that cannot be listed, or what is in such a one */
};

struct fs_passed {
    struct str path; /* from the folder */
    enum fs_passed_why why;
};

struct fs_tree {
    struct str *files; /* files[n], paths from the folder by their bytes */
    size_t n;
    struct fs_passed *passed; /* passed[n_passed], likewise */
    size_t n_passed;
};

/*
 * fs_walk_tree - fs_list_tree() that says what it skipped. A folder below
 * the first that cannot be listed, or whose files may not be looked at, is
 * passed, too.
 *
 * out      out    in `a`
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED  the folder itself
 *          ERR_LIMIT                            as fs_list_tree()
 */
MUST_CHECK enum err fs_walk_tree(const char *path, const char *shown,
                                 struct arena *a, struct fs_tree *out,
                                 struct error *e);

#endif
