/*
 * fs_sync.h - syncs the names of new folders: what is synced inside a folder is
 * lost in a power cut if the folder's own name was not synced.
 */
#ifndef BASE_FS_SYNC_H
#define BASE_FS_SYNC_H

#include "base/err.h"
#include "base/str.h"

/* The folder that a path is in, synced: the name is on the disk. */
MUST_CHECK enum err fs_sync_name(const char *path, const char *shown,
                                 struct error *e);

/*
 * fs_sync_names - the folder that a path is in, synced, and `above` of the
 * folders that this one is in. Also where they were there already: a process that made
 * them may not have synced their names yet.
 */
MUST_CHECK enum err fs_sync_names(const char *path, unsigned above,
                                  const char *shown, struct error *e);

/* As fs_sync_names(), for a folder that is open. */
MUST_CHECK enum err fs_sync_folders(int folder, unsigned above,
                                    const char *shown, struct error *e);

/* How many folders a relative path passes. */
unsigned fs_folders_of(struct str path);

/* Of an open file, and of the folder that a path is in: 0, or an errno. */
MUST_CHECK int fs_sync_fd(int fd);
MUST_CHECK int fs_sync_path(const char *path);

#endif
