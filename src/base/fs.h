/*
 * fs.h - file operations in the error idiom.
 *
 * `path` is what the system is asked for; `shown` is the name as the user
 * wrote it, and the only one that a message holds: no path of the machine
 * leaves the program. Unless said otherwise a missing file is ERR_NOT_FOUND,
 * and other failures are ERR_FILE_READ_FAILED or ERR_FILE_WRITE_FAILED with
 * the system's reason in words.
 */
#ifndef BASE_FS_H
#define BASE_FS_H

#include "base/arena.h"
#include "base/fs_lock.h"
#include "base/str.h"

#include <dirent.h>

struct stat;

/* "cannot <verb> '<shown>': <errnum in words>"; ENOENT is ERR_NOT_FOUND. */
enum err fs_error(enum err code, const char *verb, const char *shown,
                  int errnum, struct error *e);

/* ERR_FILE_WRITE_FAILED, and what to do where the home is read-only. */
enum err fs_read_only(const char *shown, struct error *e);

/* "folder/name" in `a`; NULL when over budget, with *e filled. */
MUST_CHECK char *fs_join(const char *folder, const char *name, struct arena *a,
                         struct error *e);

/* Make a folder and those above it, mode 0700; existing ones are kept. Where
 * none can be it is ERR_FILE_WRITE_FAILED, whatever the reason. The names of
 * those above are on the disk then, its own is after fs_sync_name() (fs_sync.h). */
MUST_CHECK enum err fs_mkdirs(const char *path, const char *shown,
                              struct error *e);

/* Is there anything of this name? A disk that cannot say so is an error. */
MUST_CHECK enum err fs_exists(const char *path, const char *shown, bool *is,
                              struct error *e);

/* The size in bytes; a folder or a device is ERR_FILE_READ_FAILED. */
MUST_CHECK enum err fs_size(const char *path, const char *shown,
                            uint64_t *bytes, struct error *e);

/* Open a regular file for reading, close-on-exec; the caller closes *fd. */
MUST_CHECK enum err fs_open_read(const char *path, const char *shown, int *fd,
                                 struct error *e);

/* Does an open file still have the same size and modification time? False also
 * when that cannot be determined. */
bool fs_is_unchanged(int fd, const struct stat *before);

/* Close and set *fd to -1; -1 is allowed. */
void fs_close(int *fd);

/*
 * fs_read_file - a whole regular file.
 *
 * out      out    lives in `a`, NUL-terminated
 * errors   ERR_LIMIT             over max_bytes, or `a` is full
 *          ERR_FILE_READ_FAILED  also when it changes while it is read
 */
MUST_CHECK enum err fs_read_file(const char *path, const char *shown,
                                 size_t max_bytes, struct arena *a,
                                 struct str *out, struct error *e);

/*
 * fs_write_atomic - the file has the old or the new content, never a part.
 *
 * in       sync   true: it is on the disk before this returns OK
 * errors   ERR_FILE_WRITE_FAILED; the old file is then as it was, or the new
 *          one when only the fsync of the folder failed; nothing is left
 *          beside it
 *
 * Mode 0600. A symbolic link at `path` is replaced, not followed.
 */
MUST_CHECK enum err fs_write_atomic(const char *path, const char *shown,
                                    struct str bytes, bool sync,
                                    struct error *e);

/* A new file that is read and written, of mode 0600, and has lost its name `path`. */
MUST_CHECK enum err fs_open_unnamed(const char *path, const char *shown,
                                    int *fd, struct error *e);

/* Write all bytes where an open file is; ERR_FILE_WRITE_FAILED. */
MUST_CHECK enum err fs_append(int fd, const char *shown, struct str bytes,
                              struct error *e);

/*
 * fs_publish - give a written file its name: sync it, rename it, sync the
 * folder. After OK it is on the disk, after an error `path` is as it was or,
 * when only the folder's sync failed, new.
 *
 * in       fd     open on `temporary`, which lies in the folder of `path`
 * errors   ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err fs_publish(int fd, const char *temporary, const char *path,
                               const char *shown, struct error *e);

#define FS_TREE_MAX_DEPTH   64
#define FS_TREE_MAX_ENTRIES 1000000

/*
 * fs_remove_tree - a file, or a folder with all in it.
 *
 * Symbolic links are removed, not followed; nothing there is OK. Neither the
 * depth of folders nor their modes protect what is in them.
 *
 * errors   ERR_LIMIT  more entries than FS_TREE_MAX_ENTRIES; a part is then
 *                     gone
 */
MUST_CHECK enum err fs_remove_tree(const char *path, const char *shown,
                                   struct error *e);

/*
 * fs_list_tree - the regular files of a folder and of those inside it.
 *
 * Names that begin with a dot and symbolic links are skipped.
 *
 * out      list   list[n], paths from the folder, in the order of their bytes;
 *                 in `a`
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED
 *          ERR_LIMIT  deeper than FS_TREE_MAX_DEPTH, or more entries than
 *                     FS_TREE_MAX_ENTRIES
 */
MUST_CHECK enum err fs_list_tree(const char *path, const char *shown,
                                 struct arena *a, struct str **list, size_t *n,
                                 struct error *e);

/* The next name in an open folder but "." and "..", until the next call; NULL:
 * the end. */
MUST_CHECK enum err fs_next_name(DIR *d, const char *shown, const char **name,
                                 struct error *e);

enum fs_below {
    FS_BELOW_LINKS,   /* symbolic links may be followed inside the root */
    FS_BELOW_NO_LINKS /* any symbolic link is a violation */
};

/*
 * fs_open_below - open a path that must stay below a folder.
 *
 * The kernel checks while it resolves, so nobody can swap a folder for a link
 * between check and use.
 *
 * in       root      a folder, trusted
 *          relative  from outside; messages show it
 *          flags     open(2); O_CLOEXEC is added, a new file has mode 0600
 * out      fd        the caller closes it
 * errors   ERR_SANDBOX_VIOLATION  `relative` is absolute, leaves the root, or
 *                                 passes a link that is not allowed
 *          ERR_NOT_FOUND, ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 * source   openat2(2), RESOLVE_BENEATH
 */
MUST_CHECK enum err fs_open_below(const char *root, const char *relative,
                                  int flags, enum fs_below links, int *fd,
                                  struct error *e);

/* The folder of the running program; NULL on error. */
MUST_CHECK char *fs_program_dir(struct arena *a, struct error *e);

/*
 * fs_home_default - where bases and the cache live.
 *
 * $QUARRY_HOME, else $XDG_DATA_HOME/quarry, else $HOME/.local/share/quarry.
 *
 * out      shown  the name of it for messages, which is not a path
 * errors   ERR_VALIDATION_FAILED  none of them is set
 * returns  NULL on error, with *e filled
 */
MUST_CHECK char *fs_home_default(const char **shown, struct arena *a,
                                 struct error *e);

#endif
