/* kill_at.h - what kill_at.c, kill_cut.c, kill_look.c and kill_undo.c share. */
#ifndef DURABILITY_KILL_AT_H
#define DURABILITY_KILL_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The ways in which a call can fail, but EIO, as all can. */
enum {
    KILL_CHANGES = 1, /* it changes the disk */
    KILL_ROOM = 2,    /* it needs room on it */
    KILL_OPENS = 4,   /* it takes a descriptor */
    KILL_WAITS = 8,   /* a signal may end it */
    KILL_PART = 16,   /* it may do a part of what was asked */
    KILL_MAPS = 32,   /* it gives memory that the disk is after */
    KILL_ANY = 64
};

/* What stands for an errno: half of it is done; a mapping without its file,
 * so that who touches it gets a signal. */
#define KILL_SHORT  (-2)
#define KILL_SIGBUS (-3)

/* The libc function that ours replaces. */
#define REAL(type, name, ...)         \
    static type (*real)(__VA_ARGS__); \
    if (!real)                        \
    *(void **)&real = dlsym(RTLD_NEXT, name)

/*
 * A call begins, on an open file or, `path` not being NULL, on a name; 0, or
 * what it fails with. Holds a lock until kill_leave() or kill_refuse().
 */
int kill_enter(const char *name, unsigned can, int fd, const char *path);
void kill_leave(void);
int kill_refuse(int errnum); /* -1 */

/* Calls that only look at the disk are counted, too. */
extern bool kill_counts_looks;

/* Is this on the disk? */
bool kill_counts_fd(int fd);
bool kill_counts_path(const char *path);

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

/* Stops this process, does kill_undo_all() and kills it; it comes from another
 * process, so that the caller waits for it. */
void kill_cut(void);

#endif
