#include "tables/target.h"

#include "base/fs_sync.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)
#define TRIES        1000

static enum err write_error(const char *verb, const struct target *t,
                            struct error *e)
{
    return fs_error(ERR_FILE_WRITE_FAILED, verb, t->shown, errno, e);
}

static enum err violation(const struct target *t, const char *why,
                          struct error *e)
{
    return error_set(e, ERR_SANDBOX_VIOLATION,
                     "'%s' %s; give a path inside the draft folder", t->shown,
                     why);
}

/* One folder down, made when missing, never through a link. */
static enum err enter(struct target *t, const char *name, struct error *e)
{
    int next;

    if (mkdirat(t->folder, name, 0700) == 0)
        t->made++;
    else if (errno != EEXIST)
        return write_error("make a folder of", t, e);
    next = openat(t->folder, name, FOLDER_FLAGS | O_NOFOLLOW);
    if (next < 0 && (errno == ELOOP || errno == ENOTDIR))
        return violation(t, "passes a link or a file", e);
    if (next < 0)
        return write_error("open a folder of", t, e);
    (void)close(t->folder);
    t->folder = next;
    return OK;
}

/* Before any folder is made: does the text stay below where it starts? */
static enum err check_parts(const struct target *t, struct str path,
                            struct error *e)
{
    if (str_starts(path, STR("/")))
        return violation(t, "is absolute", e);
    for (;;) {
        size_t slash = str_find_char(path, '/');
        struct str part = str_slice(path, 0, slash);

        if (part.n == 0 || str_eq(part, STR("..")) || str_eq(part, STR(".")))
            return violation(t, "has an empty part, '.' or '..'", e);
        if (slash == path.n)
            return OK;
        path = str_slice(path, slash + 1, path.n);
    }
}

/* Walk the folders of a relative path below the draft folder. */
static enum err enter_draft(const char *draft, struct str path, struct arena *a,
                            struct target *t, struct error *e)
{
    enum err rc = check_parts(t, path, e);

    if (!rc)
        rc = fs_mkdirs(draft, "the draft folder", e);
    if (rc)
        return rc;
    t->folder = open(draft, FOLDER_FLAGS);
    if (t->folder < 0)
        return write_error("open the draft folder for", t, e);
    while (!rc) {
        size_t slash = str_find_char(path, '/');
        char *name = str_cstr(str_slice(path, 0, slash), a, e);

        if (!name)
            return e->code;
        t->name = name;
        if (slash == path.n)
            break;
        rc = enter(t, name, e);
        path = str_slice(path, slash + 1, path.n);
    }
    return rc;
}

/* The user's own word: any folder that is there. */
static enum err enter_anywhere(struct str path, struct arena *a,
                               struct target *t, struct error *e)
{
    const char *slash = strrchr(t->shown, '/');
    size_t n = slash ? (size_t)(slash - t->shown) + 1 : 0;
    char *folder = n ? str_cstr(str_slice(path, 0, n), a, e) : NULL;

    if (n && !folder)
        return e->code;
    t->name = t->shown + n;
    t->folder = open(n ? folder : ".", FOLDER_FLAGS);
    return t->folder < 0 ? write_error("open the folder of", t, e) : OK;
}

static enum err check_name(const struct target *t, struct error *e)
{
    struct stat st;

    if (t->name[0] == '\0')
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' names a folder; name a file", t->shown);
    if (fstatat(t->folder, t->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? OK : write_error("write", t, e);
    if (!t->overwrite)
        return error_set(e, ERR_CONFLICT, "'%s' exists; choose another name",
                         t->shown);
    if (!S_ISREG(st.st_mode))
        return error_set(e, ERR_CONFLICT, "'%s' exists and is not a file",
                         t->shown);
    return OK;
}

/* A process that died may have left a file of the same name. */
static enum err open_temporary(struct target *t, struct error *e)
{
    static atomic_uint serial;

    for (int i = 0; t->fd < 0 && i < TRIES; i++) {
        (void)snprintf(t->temporary, sizeof(t->temporary), ".quarry-%ld-%u.tmp",
                       (long)getpid(), atomic_fetch_add(&serial, 1));
        t->fd =
            openat(t->folder, t->temporary,
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (t->fd < 0 && errno != EEXIST)
            break;
    }
    return t->fd < 0 ? write_error("write", t, e) : OK;
}

enum err target_open(const char *draft, struct str path, bool overwrite,
                     struct arena *a, struct target *t, struct error *e)
{
    enum err rc;

    *t = TARGET_NONE;
    t->overwrite = overwrite;
    t->draft = draft;
    if (path.n == 0 || memchr(path.p, '\0', path.n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the target path is empty or holds a NUL byte");
    t->shown = str_cstr(path, a, e);
    if (!t->shown)
        return e->code;
    rc = draft ? enter_draft(draft, path, a, t, e)
               : enter_anywhere(path, a, t, e);
    if (!rc)
        rc = check_name(t, e);
    return rc ? rc : open_temporary(t, e);
}

/* Give the file its name; 0 or an errno. */
static int publish(struct target *t)
{
    unsigned flags = t->overwrite ? 0 : RENAME_NOREPLACE;

    if (renameat2(t->folder, t->temporary, t->folder, t->name, flags) == 0)
        return 0;
    if (errno != EINVAL || t->overwrite)
        return errno;
    /* some file systems (NFS) know no flags; a link does not replace either */
    if (linkat(t->folder, t->temporary, t->folder, t->name, 0) != 0)
        return errno;
    (void)unlinkat(t->folder, t->temporary, 0);
    return 0;
}

/* With those of the folders below the draft folder, and its own: whoever made
 * them, another export perhaps, may not have come so far. */
static enum err sync_names(const struct target *t, struct error *e)
{
    const unsigned above = t->draft ? fs_folders_of(str_from(t->shown)) + 1 : 0;

    return fs_sync_folders(t->folder, above, t->shown, e);
}

enum err target_commit(struct target *t, struct error *e)
{
    if (fsync(t->fd) != 0)
        return write_error("write", t, e);
    errno = publish(t);
    if (errno == EEXIST)
        return error_set(e, ERR_CONFLICT, "'%s' was created meanwhile",
                         t->shown);
    if (errno)
        return write_error("name", t, e);
    t->temporary[0] = '\0';
    t->made = 0;
    return sync_names(t, e);
}

/* The deepest folder of `path` below the draft, when it is empty. */
static void remove_folder(const struct target *t, const char *path)
{
    const char *slash = strrchr(path, '/');
    char above[PATH_MAX] = ".";
    struct error ignored;
    int fd = -1;

    if (slash)
        (void)snprintf(above, sizeof(above), "%.*s", (int)(slash - path), path);
    if (fs_open_below(t->draft, above, FOLDER_FLAGS, FS_BELOW_NO_LINKS, &fd,
                      &ignored))
        return;
    (void)unlinkat(fd, slash ? slash + 1 : path, AT_REMOVEDIR);
    fs_close(&fd);
}

static void remove_made(struct target *t)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof(path), "%s", t->shown) >= (int)sizeof(path))
        return;
    for (; t->made; t->made--) {
        *strrchr(path, '/') = '\0';
        remove_folder(t, path);
    }
}

void target_close(struct target *t)
{
    if (t->fd >= 0 && t->temporary[0])
        (void)unlinkat(t->folder, t->temporary, 0);
    if (t->made)
        remove_made(t);
    fs_close(&t->fd);
    fs_close(&t->folder);
}
