/*
 * sqlite_vfs.h - a file system for SQLite that has one database, in a file that is
 * open already. Private to the module.
 */
#ifndef ENGINE_SQLITE_FILE_SQLITE_VFS_H
#define ENGINE_SQLITE_FILE_SQLITE_VFS_H

#include "engine/sqlite_file/sqlite_complete.h"
#include "store/sqlite/libsqlite3.h"

/* The file, for as long as a connection is open on it. */
struct sqlite_source {
    int fd;
    struct sqlite_bundle
        in;              /* what is in it now; room 0: the database alone, which
                                 is only read, and nobody changes it */
    uint64_t bytes_read; /* since it was opened */
    char name[32];       /* what the library calls it */
    bool is_done[SQLITE_LOGS]; /* the library is done with the log */
    bool wants_other;          /* it asked for a file that is none of these */
};

/*
 * sqlite_vfs_begin - make `source` the file that a connection may open by its
 * name; there is one at a time in a process.
 *
 * returns  the name of the file system; NULL: the library has no memory
 */
const char *sqlite_vfs_begin(struct sqlite_source *source);

#endif
