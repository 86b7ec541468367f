/* kill_at.h - what kill_at.c and kill_undo.c share. */
#ifndef DURABILITY_KILL_AT_H
#define DURABILITY_KILL_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * What the disk would not have after a power cut: each change of a file's
 * bytes until that file is synced, each name made, changed or removed until
 * its folder is. Strict: a file system may keep more, and usually does.
 *
 * Called before the change; kill_undo_all() takes back, newest first, what was
 * never synced. One thread at a time.
 */
void kill_undo_write(int fd, off_t offset, size_t n);
void kill_undo_size(int fd);
void kill_undo_create(int at, const char *path);
void kill_undo_folder(int at, const char *path);
void kill_undo_rename(int from_at, const char *from, int to_at, const char *to);
void kill_undo_unlink(int at, const char *path);
void kill_undo_synced(int fd); /* file or folder */
void kill_undo_synced_all(void);
void kill_undo_all(void);

#endif
