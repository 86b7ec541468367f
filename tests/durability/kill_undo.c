/*
 * kill_undo.c - a power cut, played: changes that were never synced go away.
 *
 * Before a write the bytes that it replaces are kept, before a name goes or
 * changes a second name is given to what it named. Descriptors that look at a
 * file of the program stay open: closing one would drop the program's locks.
 */
#include "kill_at.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_CHANGES 200000
#define MAX_FILES   8192

enum what { GONE, BYTES, CREATED, FOLDER, RENAMED, UNLINKED };

struct change {
    enum what what;
    dev_t dev; /* of what must be synced: the file, or the folder */
    ino_t ino;
    int fd; /* BYTES */
    off_t offset;
    off_t size; /* of the file before */
    size_t n;   /* bytes kept */
    char *kept;
    char *path;   /* CREATED, FOLDER; RENAMED: the old name */
    char *to;     /* RENAMED: the new one */
    char *backup; /* RENAMED, UNLINKED: a second name; NULL: there was none */
};

static struct change changes[MAX_CHANGES];
static size_t n_changes;
static struct {
    dev_t dev;
    ino_t ino;
    int fd;
} files[MAX_FILES];
static size_t n_files;

static struct change *next(void)
{
    if (n_changes == MAX_CHANGES)
        abort();
    return &changes[n_changes++];
}

/* A descriptor of ours for reading and writing the file that `fd` has open. */
static int own_fd(int fd, const struct stat *st)
{
    char path[64];

    for (size_t i = 0; i < n_files; i++) {
        if (files[i].dev == st->st_dev && files[i].ino == st->st_ino)
            return files[i].fd;
    }
    if (n_files == MAX_FILES)
        abort();
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    files[n_files].dev = st->st_dev;
    files[n_files].ino = st->st_ino;
    files[n_files].fd =
        (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    return files[n_files++].fd;
}

void kill_undo_write(int fd, off_t offset, size_t n)
{
    struct stat st;
    struct change *c;

    if (fstat(fd, &st) != 0)
        return;
    c = next();
    *c = (struct change){.what = BYTES,
                         .dev = st.st_dev,
                         .ino = st.st_ino,
                         .fd = own_fd(fd, &st),
                         .offset = offset,
                         .size = st.st_size};
    if (offset >= st.st_size)
        return;
    c->n =
        (size_t)(st.st_size - offset) < n ? (size_t)(st.st_size - offset) : n;
    c->kept = malloc(c->n);
    if (!c->kept || pread(c->fd, c->kept, c->n, offset) != (ssize_t)c->n)
        abort();
}

void kill_undo_size(int fd)
{
    struct stat st;

    if (fstat(fd, &st) == 0)
        kill_undo_write(fd, 0, (size_t)st.st_size);
}

/* The path from the root, and the folder that must be synced for its name. */
static char *whole(int at, const char *path, struct stat *folder)
{
    char text[PATH_MAX];
    char base[PATH_MAX] = "";
    char link[64];
    char *slash;
    ssize_t n;

    if (path[0] != '/') {
        (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", at);
        n = readlink(at == AT_FDCWD ? "/proc/self/cwd" : link, base,
                     sizeof(base) - 2);
        if (n > 0)
            base[n] = '/';
    }
    if (snprintf(text, sizeof(text), "%s%s", base, path) >= (int)sizeof(text))
        abort();
    slash = strrchr(text, '/');
    *slash = '\0';
    if (stat(slash == text ? "/" : text, folder) != 0)
        *folder = (struct stat){0};
    *slash = '/';
    return strdup(text);
}

static struct change *name_change(enum what what, int at, const char *path)
{
    struct change *c = next();
    struct stat folder;
    char *text = whole(at, path, &folder);

    *c = (struct change){
        .what = what, .dev = folder.st_dev, .ino = folder.st_ino, .path = text};
    return c;
}

/* A name outside the program's folders, another each time: what was synced
 * leaves its second names. */
static void name_outside(char text[PATH_MAX])
{
    static size_t n;
    const char *folder = getenv("QUARRY_KILL_LOST");

    (void)snprintf(text, PATH_MAX, "%s/%d-%zu", folder ? folder : "/tmp",
                   (int)getpid(), n++);
}

/* A second name, outside the program's folders, for what a path names. */
static char *second_name(const char *path)
{
    char text[PATH_MAX];

    name_outside(text);
    if (syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, text, 0) != 0)
        return NULL;
    return strdup(text);
}

void kill_undo_create(int at, const char *path)
{
    (void)name_change(CREATED, at, path);
}

void kill_undo_folder(int at, const char *path)
{
    (void)name_change(FOLDER, at, path);
}

void kill_undo_rename(int from_at, const char *from, int to_at, const char *to)
{
    struct change *c = name_change(RENAMED, to_at, to);
    struct stat ignored;

    c->to = c->path;
    c->path = whole(from_at, from, &ignored);
    c->backup = second_name(c->to);
}

void kill_undo_unlink(int at, const char *path)
{
    struct change *c = name_change(UNLINKED, at, path);

    c->backup = second_name(c->path);
    if (!c->backup)
        c->what = GONE;
}

void kill_undo_synced(int fd)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return;
    for (size_t i = 0; i < n_changes; i++) {
        if (changes[i].dev == st.st_dev && changes[i].ino == st.st_ino)
            changes[i].what = GONE;
    }
    while (n_changes > 0 && changes[n_changes - 1].what == GONE)
        n_changes--;
}

void kill_undo_synced_all(void)
{
    n_changes = 0;
}

static void take_back(const struct change *c)
{
    char outside[PATH_MAX];

    if (c->what != BYTES && getenv("QUARRY_KILL_NAMES"))
        return;
    switch (c->what) {
    case GONE: break;
    case BYTES:
        (void)!syscall(SYS_ftruncate, c->fd, c->size);
        if (c->n > 0)
            (void)!syscall(SYS_pwrite64, c->fd, c->kept, c->n, c->offset);
        break;
    case CREATED: (void)syscall(SYS_unlink, c->path); break;
    case FOLDER: /* with all that was synced in it */
        name_outside(outside);
        (void)syscall(SYS_rename, c->path, outside);
        break;
    case RENAMED:
        (void)syscall(SYS_rename, c->to, c->path);
        if (c->backup)
            (void)syscall(SYS_rename, c->backup, c->to);
        break;
    case UNLINKED: (void)syscall(SYS_rename, c->backup, c->path); break;
    }
}

void kill_undo_all(void)
{
    while (n_changes > 0)
        take_back(&changes[--n_changes]);
}
