/*
 * sqlite_vfs.h - a file system for SQLite that has one file, open already.
 * Private to the module.
 */
#ifndef ENGINE_SQLITE_FILE_SQLITE_VFS_H
#define ENGINE_SQLITE_FILE_SQLITE_VFS_H

#include "base/err.h"
#include "store/sqlite/libsqlite3.h"

/* The file, for as long as a connection is open on it. */
struct sqlite_source {
    int fd;
    uint64_t bytes;      /* when it was opened */
    uint64_t bytes_read; /* since then */
    char name[32];       /* what the library calls it */
};

/*
 * sqlite_vfs_begin - make `source` the file that a connection may open by its
 * name; there is one at a time in a process.
 *
 * returns  the name of the file system; NULL: the library has no memory
 */
const char *sqlite_vfs_begin(struct sqlite_source *source);

#endif
