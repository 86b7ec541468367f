#include "store/table_cache/worker_output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#define SHOWN "what a worker left"

/* Files of ours have no holes; a file system that compresses may tell of fewer
 * blocks than a file has, but not of so few. */
#define HOLES_FROM ((uint64_t)64 << 20)
#define HOLES_PART 16

static enum err bad(struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the worker did not write the file that it should have");
}

static bool is_good(const struct worker_output *l, const struct stat *st)
{
    uint64_t bytes = (uint64_t)st->st_size;
    uint64_t stored = (uint64_t)st->st_blocks * 512;

    return S_ISREG(st->st_mode) && st->st_nlink <= 1 && bytes <= l->max_bytes &&
           (bytes < HOLES_FROM || stored >= bytes / HOLES_PART);
}

enum err worker_output_open(const struct worker_output *l, int *fd,
                            struct error *e)
{
    struct stat st;
    enum err rc =
        fs_open_below(l->folder, l->name, O_RDONLY | O_NONBLOCK | O_NOCTTY,
                      FS_BELOW_NO_LINKS, fd, e);

    if (rc == ERR_NOT_FOUND || rc == ERR_SANDBOX_VIOLATION)
        return bad(e);
    if (rc)
        return rc;
    if (fstat(*fd, &st) == 0 && is_good(l, &st))
        return OK;
    fs_close(fd);
    return bad(e);
}

enum err worker_output_read(const struct worker_output *l, struct arena *a,
                            struct str *out, struct error *e)
{
    char path[32];
    int fd = -1;
    enum err rc = worker_output_open(l, &fd, e);

    if (rc)
        return rc;
    /* the file that was looked at, whatever has its name by now */
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    rc = fs_read_file(path, SHOWN, l->max_bytes, a, out, e);
    fs_close(&fd);
    return rc;
}

enum err worker_output_take(const struct worker_output *l, const char *to,
                            bool *there, struct error *e)
{
    char from[PATH_MAX];
    struct error ignored;
    struct stat st;

    if (snprintf(from, sizeof(from), "%s/%s", l->folder, l->name) >=
        (int)sizeof(from))
        return bad(e);
    if (there)
        *there = true;
    if (rename(from, to) != 0) {
        if (there && errno == ENOENT) {
            *there = false;
            return OK;
        }
        return errno == ENOENT || errno == ENOTDIR
                   ? bad(e)
                   : fs_error(ERR_FILE_WRITE_FAILED, "keep", SHOWN, errno, e);
    }
    if (lstat(to, &st) == 0 && is_good(l, &st))
        return OK;
    (void)!fs_remove_tree(to, SHOWN, &ignored);
    return bad(e);
}
