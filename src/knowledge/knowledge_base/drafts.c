#include "knowledge/knowledge_base/drafts.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/fs_sync.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/exports.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)256 << 20)
#define PATH_BYTES  4096
#define FD_PATH_MAX 64

/* One call about a base's folders. */
struct desk {
    struct base base;
    struct arena *a;
    const char *drafts;
    const char *published;
};

static enum err open_desk(struct bases *b, struct str name, struct arena *a,
                          struct desk *x, struct error *e)
{
    enum err rc;

    *x = (struct desk){.base = BASE_NONE, .a = a};
    rc = base_open_in(&b->registry, name, a, &x->base, e);
    if (rc)
        return rc;
    x->drafts = base_draft(&x->base, a, e);
    x->published =
        x->drafts ? fs_join(x->base.folder, EXPORTS_PUBLISHED, a, e) : NULL;
    return x->published ? OK : e->code;
}

/* ---- lists ---- */

/* A part of both lists under way. */
struct drafts_page {
    const struct list_page *page;
    struct str
        in; /* EXPORTS_DRAFT, EXPORTS_PUBLISHED: where it goes on; empty: both */
    struct str after; /* this path */
    uint64_t n;       /* that were found, with one too many */
    struct str last;  /* which is shown, in the arena */
    bool is_draft;    /* it is */
};

static enum err open_page(struct drafts_page *p, struct error *e)
{
    enum err rc = list_page_split(p->page, &p->in, &p->after, e);

    if (!rc && p->in.n && !str_is(p->in, EXPORTS_DRAFT) &&
        !str_is(p->in, EXPORTS_PUBLISHED))
        rc = error_set(
            e, ERR_VALIDATION_FAILED,
            "'cursor' must be the 'next_cursor' of this base's drafts");
    return rc;
}

/* Is one more shown? */
static bool take(struct drafts_page *p, struct str path, bool is_draft)
{
    if (list_page_is_over(p->page, ++p->n))
        return false;
    p->last = path;
    p->is_draft = is_draft;
    return true;
}

static enum err put_draft(const struct desk *x, struct str name,
                          struct jsonw *w, struct error *e)
{
    const char *path = fs_join(x->drafts, name.p, x->a, e);
    uint64_t bytes = 0;
    enum err rc = path ? fs_size(path, "a draft", &bytes, e) : e->code;

    jsonw_begin_object(w);
    jsonw_member_str(w, "path", name);
    jsonw_member_u64(w, "bytes", bytes);
    jsonw_end_object(w);
    return rc;
}

static enum err list_drafts(const struct desk *x, struct drafts_page *p,
                            struct jsonw *w, struct error *e)
{
    struct str *list = NULL;
    bool is_there = false;
    size_t n = 0;
    enum err rc = str_is(p->in, EXPORTS_PUBLISHED)
                      ? OK
                      : fs_exists(x->drafts, "the drafts", &is_there, e);

    if (!rc && is_there)
        rc = fs_list_tree(x->drafts, "the drafts", x->a, &list, &n, e);
    jsonw_key(w, "drafts");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n && !rc; i++) {
        if (str_is(p->in, EXPORTS_DRAFT) && str_cmp(list[i], p->after) <= 0)
            continue;
        if (!take(p, list[i], true))
            break;
        rc = put_draft(x, list[i], w, e);
    }
    jsonw_end_array(w);
    return rc;
}

static void put_publication(const struct db_rows *r, struct jsonw *w)
{
    jsonw_member_str(w, "path", db_column_text(r, 0));
    jsonw_member_i64(w, "bytes", db_column_int(r, 1));
    jsonw_member_str(w, "sha256", db_column_text(r, 2));
    jsonw_member_str(w, "published_by", db_column_text(r, 3));
    jsonw_member_str(w, "published_at", db_column_text(r, 4));
}

static enum err list_published(const struct desk *x, struct drafts_page *p,
                               struct jsonw *w, struct error *e)
{
    const struct str after =
        str_is(p->in, EXPORTS_PUBLISHED) ? p->after : STR("");
    struct db_rows r;
    enum err rc = db_query(x->base.db,
                           "SELECT path, bytes, sha256, author, at"
                           " FROM publication WHERE path > ?1 ORDER BY path",
                           DB_ARGS(db_text(after)), &r, e);

    jsonw_key(w, "published");
    jsonw_begin_array(w);
    while (!rc && !list_page_is_over(p->page, p->n) && db_next(&r)) {
        struct str path;

        rc = str_dup(db_column_text(&r, 0), x->a, &path, e);
        if (rc || !take(p, path, false))
            break;
        jsonw_begin_object(w);
        put_publication(&r, w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    return db_finish(&r, rc, e);
}

enum err bases_drafts(struct bases *b, struct str name,
                      const struct list_page *page, struct jsonw *w,
                      struct error *e)
{
    static const struct list_page whole;
    struct drafts_page p = {.page = page ? page : &whole};
    struct arena a;
    struct desk x;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = open_desk(b, name, &a, &x, e);
    if (!rc)
        rc = open_page(&p, e);
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", name);
    if (!rc)
        rc = list_drafts(&x, &p, w, e);
    if (!rc)
        rc = list_published(&x, &p, w, e);
    list_page_put_next(p.page, list_page_is_over(p.page, p.n),
                       p.is_draft ? STR(EXPORTS_DRAFT) : STR(EXPORTS_PUBLISHED),
                       p.last, w);
    jsonw_end_object(w);
    base_close(&x.base);
    arena_release(&a);
    return rc;
}

/* ---- one file ---- */

/* ".." could lead a published name elsewhere, though the kernel would see it. */
static enum err check_path(struct str path, struct error *e)
{
    struct str left = path;
    bool is_bad = path.n == 0 || path.n > PATH_BYTES || path.p[0] == '/' ||
                  memchr(path.p, '\0', path.n);

    while (!is_bad && left.n > 0) {
        const size_t n = str_find_char(left, '/');
        const struct str part = str_slice(left, 0, n);

        is_bad = part.n == 0 || part.p[0] == '.';
        left = str_slice(left, n + 1, left.n);
    }
    return is_bad
               ? error_set(e, ERR_SANDBOX_VIOLATION,
                           "a path must stay below its folder and have no part "
                           "that begins with a dot")
               : OK;
}

static enum err missing(struct str path, struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "there is no draft '%.*s'; 'quarry draft list' lists "
                     "them",
                     STR_FMT(path));
}

static enum err open_file(const struct desk *x, const struct draft *d, int *fd,
                          struct stat *st, struct error *e)
{
    const char *path;
    const char *folder = d->is_published ? x->published : x->drafts;
    bool is_there = false;
    enum err rc = check_path(d->path, e);

    *fd = -1;
    if (rc)
        return rc;
    path = str_cstr(d->path, x->a, e);
    rc = path ? fs_exists(folder, "the drafts", &is_there, e) : e->code;
    if (!rc && !is_there)
        return missing(d->path, e);
    if (!rc)
        rc = fs_open_below(folder, path, O_RDONLY | O_NONBLOCK,
                           FS_BELOW_NO_LINKS, fd, e);
    if (rc == ERR_NOT_FOUND)
        return missing(d->path, e);
    if (!rc && (fstat(*fd, st) != 0 || !S_ISREG(st->st_mode)))
        rc = missing(d->path, e);
    if (rc)
        fs_close(fd);
    return rc;
}

static enum err read_all(int fd, uint64_t bytes, struct arena *a,
                         struct str *out, struct error *e)
{
    char *p;
    size_t n = 0;

    if (bytes > DRAFTS_MAX_SHOWN)
        return error_set(e, ERR_LIMIT,
                         "the file is too large to show: the limit is %llu MiB",
                         (unsigned long long)(DRAFTS_MAX_SHOWN >> 20));
    p = arena_alloc(a, (size_t)bytes, e);
    if (!p)
        return e->code;
    while (n < bytes) {
        ssize_t got = read(fd, p + n, (size_t)bytes - n);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "the draft changed while it was read");
        n += (size_t)got;
    }
    *out = (struct str){p, n};
    return OK;
}

enum err bases_draft_read(struct bases *b, const struct draft *d,
                          struct arena *a, struct str *out, struct error *e)
{
    struct stat st;
    struct desk x;
    int fd = -1;
    enum err rc = open_desk(b, d->base, a, &x, e);

    if (!rc)
        rc = open_file(&x, d, &fd, &st, e);
    if (!rc)
        rc = read_all(fd, (uint64_t)st.st_size, a, out, e);
    fs_close(&fd);
    base_close(&x.base);
    return rc;
}

/* ---- publishing ---- */

/* A draft on its way. */
struct publishing {
    struct desk desk;
    const struct draft *d;
    int fd;
    struct stat st;
    char sha256[HASH_HEX_BYTES];
    char at[CLOCK_ISO_BYTES];
    const char *to;
};

static enum err hash_it(struct publishing *p, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    enum err rc = hash_fd(p->fd, "the draft", digest, e);

    if (!rc)
        hash_hex(digest, p->sha256);
    return rc;
}

/* Is this path published already, and with other bytes? */
static enum err check_new(struct publishing *p, struct error *e)
{
    struct str before;
    enum err rc = db_get_text(
        p->desk.base.db, "SELECT sha256 FROM publication WHERE path = ?1",
        DB_ARGS(db_text(p->d->path)), p->desk.a, &before, e);

    if (!rc && before.n && !str_is(before, p->sha256))
        rc = error_set(e, ERR_CONFLICT,
                       "'%.*s' was published before, with other content; "
                       "export it under another name",
                       STR_FMT(p->d->path));
    return rc;
}

/* What lies there without a record is left of a publishing that died. */
static enum err link_it(struct publishing *p, struct error *e)
{
    struct str folder =
        str_slice(str_from(p->to), 0,
                  strlen(p->to) - str_after_last(str_from(p->to), '/').n - 1);
    const char *path = str_cstr(folder, p->desk.a, e);
    char own[FD_PATH_MAX];
    enum err rc = path ? fs_mkdirs(path, "the published files", e) : e->code;

    if (rc)
        return rc;
    (void)snprintf(own, sizeof(own), "/proc/self/fd/%d", p->fd);
    if (unlink(p->to) != 0 && errno != ENOENT)
        return fs_error(ERR_FILE_WRITE_FAILED, "publish", "the draft", errno,
                        e);
    if (linkat(AT_FDCWD, own, AT_FDCWD, p->to, AT_SYMLINK_FOLLOW) != 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "publish", "the draft", errno,
                        e);
    if (fsync(p->fd) != 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "publish", "the draft", errno,
                        e);
    return fs_sync_names(p->to, fs_folders_of(p->d->path) + 1, "the draft", e);
}

static enum err record(struct publishing *p, struct error *e)
{
    enum err rc = check_new(p, e);

    if (!rc)
        rc = link_it(p, e);
    return rc ? rc
              : db_run(p->desk.base.db,
                       "INSERT INTO publication(path, bytes, sha256, author,"
                       " at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO"
                       " NOTHING",
                       DB_ARGS(db_text(p->d->path),
                               db_int((int64_t)p->st.st_size),
                               db_text(str_from(p->sha256)),
                               db_text(p->d->author), db_text(str_from(p->at))),
                       e);
}

/* One that is published or discarded does not come back. */
static enum err remove_draft(const struct desk *x, const struct draft *d,
                             struct error *e)
{
    struct str path;
    enum err rc =
        str_printf(x->a, &path, e, "%s/%.*s", x->drafts, STR_FMT(d->path));

    if (!rc && unlink(path.p) != 0 && errno != ENOENT)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "remove", "the draft", errno, e);
    return rc ? rc : fs_sync_name(path.p, "the draft", e);
}

static void write_published(const struct publishing *p, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "base", p->desk.base.name);
    jsonw_member_str(w, "path", p->d->path);
    jsonw_member_u64(w, "bytes", (uint64_t)p->st.st_size);
    jsonw_member_cstr(w, "sha256", p->sha256);
    jsonw_member_str(w, "published_by", p->d->author);
    jsonw_member_cstr(w, "published_at", p->at);
    jsonw_end_object(w);
}

enum err bases_draft_publish(struct bases *b, const struct draft *d,
                             struct jsonw *w, struct error *e)
{
    struct publishing p = {.d = d, .fd = -1};
    struct str to;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    clock_wall_iso(p.at);
    rc = open_desk(b, d->base, &a, &p.desk, e);
    if (!rc)
        rc = open_file(&p.desk, d, &p.fd, &p.st, e);
    if (!rc)
        rc = hash_it(&p, e);
    if (!rc)
        rc = str_printf(&a, &to, e, "%s/%.*s", p.desk.published,
                        STR_FMT(d->path));
    p.to = rc ? NULL : to.p;
    if (!rc)
        rc = db_begin_write(p.desk.base.db, e);
    if (!rc)
        rc = db_end(p.desk.base.db, record(&p, e), e);
    if (!rc)
        rc = remove_draft(&p.desk, d, e);
    if (!rc)
        write_published(&p, w);
    fs_close(&p.fd);
    base_close(&p.desk.base);
    arena_release(&a);
    return rc;
}

enum err bases_draft_discard(struct bases *b, const struct draft *d,
                             struct jsonw *w, struct error *e)
{
    struct stat st;
    struct arena a;
    struct desk x;
    int fd = -1;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = open_desk(b, d->base, &a, &x, e);
    if (!rc)
        rc = open_file(&x, d, &fd, &st, e);
    if (!rc)
        rc = remove_draft(&x, d, e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "base", d->base);
        jsonw_member_str(w, "path", d->path);
        jsonw_member_bool(w, "discarded", true);
        jsonw_end_object(w);
    }
    fs_close(&fd);
    base_close(&x.base);
    arena_release(&a);
    return rc;
}
