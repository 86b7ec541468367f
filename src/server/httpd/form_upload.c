#include "server/httpd/form_upload.h"

#include "base/fs.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define SHOWN       "an uploaded file" /* its own name is the client's */
#define CHECK_BYTES (UINT64_C(16) << 20)
#define SPARE_BYTES (UINT64_C(64) << 20) /* that others find on the disk */
#define MODE        0600

/* ---- the disk ---- */

static enum err check_room(int folder, uint64_t bytes, struct error *e)
{
    struct statvfs disk;

    if (fstatvfs(folder, &disk)) /* then the writing will tell */
        return OK;
    if ((uint64_t)disk.f_bavail * disk.f_frsize >= bytes + SPARE_BYTES)
        return OK;
    return error_set(e, ERR_LIMIT,
                     "the disk of the server has no room for this upload");
}

/* Where the file system knows no files without a name, one that has lost it. */
static int open_unlinked(int folder)
{
    char name[40];
    uint64_t random;
    int fd;

    if (getrandom(&random, sizeof(random), 0) != sizeof(random))
        return -1;
    (void)snprintf(name, sizeof(name), ".upload-%016llx",
                   (unsigned long long)random);
    fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, MODE);
    if (fd >= 0)
        (void)unlinkat(folder, name, 0);
    return fd;
}

static int open_nameless(int folder)
{
    int fd = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, MODE);

    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
        fd = open_unlinked(folder);
    return fd;
}

/* ---- the parts ---- */

static enum err begin_file(struct upload *u, const struct multipart_part *part,
                           struct error *e)
{
    struct httpd_file *f = &u->file[u->files];

    if (u->files == HTTPD_MAX_FILES)
        return error_set(e, ERR_LIMIT, "an upload has at most %d files",
                         HTTPD_MAX_FILES);
    if (str_dup(part->name, u->a, &f->field, e) ||
        str_dup(part->file, u->a, &f->name, e) ||
        str_dup(part->type, u->a, &f->content_type, e))
        return e->code;
    f->fd = open_nameless(u->folder);
    if (f->fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    u->files++;
    return OK;
}

static enum err begin(void *ctx, const struct multipart_part *part,
                      struct error *e)
{
    struct upload *u = ctx;

    u->in_file = part->is_file;
    if (u->in_file)
        return begin_file(u, part, e);
    if (u->values == HTTPD_MAX_VALUES)
        return error_set(e, ERR_LIMIT, "a form has at most %d fields",
                         HTTPD_MAX_VALUES);
    return str_dup(part->name, u->a, &u->value[u->values++].name, e);
}

static enum err put(void *ctx, struct str bytes, struct error *e)
{
    struct upload *u = ctx;

    if (!u->in_file) {
        buf_put_str(&u->text, bytes);
        return u->text.overflow
                   ? error_set(e, ERR_LIMIT,
                               "a field of a form has at most %zu bytes",
                               u->text.max_bytes)
                   : OK;
    }
    u->unchecked += bytes.n;
    if (u->unchecked >= CHECK_BYTES) {
        u->unchecked = 0;
        if (check_room(u->folder, 0, e))
            return e->code;
    }
    u->file[u->files - 1].bytes += bytes.n;
    return fs_append(u->file[u->files - 1].fd, SHOWN, bytes, e);
}

static enum err end(void *ctx, struct error *e)
{
    struct upload *u = ctx;

    if (u->in_file)
        return OK;
    if (buf_dup(&u->text, u->a, &u->value[u->values - 1].text, e))
        return e->code;
    buf_reset(&u->text);
    return OK;
}

/* ---- from outside ---- */

enum err upload_new(int folder, struct str type, uint64_t declared,
                    struct arena *a, struct upload **out, struct error *e)
{
    const struct multipart_sink sink = {NULL, begin, put, end};
    struct upload *u = mem_new(sizeof(*u), e);

    *out = NULL;
    if (!u)
        return e->code;
    u->a = a;
    u->folder = folder;
    buf_init(&u->text, HTTPD_VALUE_BYTES);
    if (multipart_init(&u->form, type, &sink, e) ||
        check_room(folder, declared, e)) {
        upload_free(u);
        return e->code;
    }
    u->form.sink.ctx = u;
    *out = u;
    return OK;
}

void upload_free(struct upload *u)
{
    if (!u)
        return;
    for (size_t i = 0; i < u->files; i++)
        fs_close(&u->file[i].fd);
    multipart_release(&u->form);
    buf_release(&u->text);
    mem_free(u);
}

enum err upload_feed(struct upload *u, struct str bytes, struct error *e)
{
    return multipart_feed(&u->form, bytes, e);
}

enum err upload_finish(struct upload *u, struct error *e)
{
    if (multipart_finish(&u->form, e))
        return e->code;
    for (size_t i = 0; i < u->files; i++)
        if (lseek(u->file[i].fd, 0, SEEK_SET) < 0)
            return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    u->is_whole = true;
    return OK;
}
