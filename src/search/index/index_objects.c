#include "search/index/index_objects.h"

#include "base/buf.h"
#include "base/hash.h"
#include "store/catalog/base_objects.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOWN        "the index of the base"
#define SETTING      "index_objects"
#define OLD          " old"
#define LIST         "objects"
#define NEW          "objects.new"
#define MANIFEST     "manifest"
#define DIGITS       (HASH_HEX_BYTES - 1)
#define FILES_MAX    4096
#define LIST_MAX     ((size_t)1 << 20)
#define MANIFEST_MAX ((size_t)1 << 30)
#define ARENA_BYTES  ((size_t)2 << 30)

static enum err sum_of(struct str bytes, struct arena *a, struct str *out,
                       struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, bytes.p, bytes.n);
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    return str_dup(str_from(hex), a, out, e);
}

static bool is_sum(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!memchr("0123456789abcdef", s.p[i], 16))
            return false;
    return s.n == DIGITS;
}

/* ---- the setting ---- */

struct named {
    struct str sha256; /* of the list; empty: none */
    bool is_old;
};

static enum err read_setting(const struct base *b, struct arena *a,
                             struct named *out, struct error *e)
{
    const struct str id = str_from(b->id);
    struct str value;
    enum err rc = base_get_setting(b, SETTING, a, &value, e);

    *out = (struct named){0};
    if (rc || !str_starts(value, id) || value.n < id.n + 1 + DIGITS)
        return rc;
    out->sha256 = str_slice(value, id.n + 1, id.n + 1 + DIGITS);
    out->is_old = value.n > id.n + 1 + DIGITS;
    if (!is_sum(out->sha256))
        *out = (struct named){0};
    return OK;
}

/* Who has lost the lock would name an index that is older than the states. */
static enum err write_setting(const struct base *b, struct str sha256,
                              const struct lease *held, struct arena *a,
                              struct error *e)
{
    struct str value;
    enum err rc = str_printf(a, &value, e, "%s %.*s", b->id, STR_FMT(sha256));

    if (!rc)
        rc = db_begin_write(b->db, e);
    if (rc)
        return rc;
    rc = lease_fence(held, b->db, e);
    if (!rc)
        rc = base_set_setting(b, SETTING, value, e);
    return db_end(b->db, rc, e);
}

enum err index_objects_outdate(const struct base *b, struct error *e)
{
    struct arena a;
    struct str value = {0};
    enum err rc;

    arena_init(&a, (size_t)16 * 1024);
    rc = base_get_setting(b, SETTING, &a, &value, e);
    if (!rc && value.n > 0 && !str_ends(value, STR(OLD))) {
        rc = str_printf(&a, &value, e, "%.*s" OLD, STR_FMT(value));
        if (!rc)
            rc = base_set_setting(b, SETTING, value, e);
    }
    arena_release(&a);
    return rc;
}

enum err index_objects_forget(const struct base *b, struct error *e)
{
    return db_run(b->db, "UPDATE setting SET value = '' WHERE name = ?1",
                  DB_ARGS(db_text(STR(SETTING))), e);
}

/* ---- the list ---- */

static const char *in_folder(const struct base *b, const char *file,
                             struct arena *a, struct error *e)
{
    const char *folder = fs_join(b->folder, "index", a, e);

    return folder ? fs_join(folder, file, a, e) : NULL;
}

static bool is_file_name(struct str s)
{
    if (str_is(s, MANIFEST))
        return true;
    for (size_t i = 0; i < s.n && i < 16; i++)
        if (!memchr("0123456789abcdef", s.p[i], 16))
            return false;
    return s.n == 20 && (str_ends(s, STR(".seg")) || str_ends(s, STR(".vec")));
}

/* It is what its SHA-256 says, and yet every line is looked at. */
static enum err parse(const struct base *b, struct str text, struct arena *a,
                      struct index_object **list, size_t *n, struct error *e)
{
    *n = 0;
    *list = arena_alloc_array(a, FILES_MAX, sizeof(**list), e);
    if (!*list)
        return e->code;
    while (text.n > 0) {
        const struct str line = str_slice(text, 0, str_find_char(text, '\n'));
        struct index_object *o = &(*list)[*n];

        text = str_slice(text, line.n + 1, text.n);
        o->sha256 = str_slice(line, 0, DIGITS);
        o->file = str_slice(line, DIGITS + 1, line.n);
        if (++*n == FILES_MAX || !is_sum(o->sha256) || !is_file_name(o->file))
            return error_set(e, ERR_FILE_READ_FAILED,
                             "the list of an index of %s is damaged", b->shown);
    }
    return OK;
}

/* The copy in the folder, if it is the one that is meant. */
static bool read_copy(const char *path, struct str sha256, struct arena *a,
                      struct str *out)
{
    struct error ignored;
    struct str is;

    return fs_read_file(path, SHOWN, LIST_MAX, a, out, &ignored) == OK &&
           sum_of(*out, a, &is, &ignored) == OK && str_eq(is, sha256);
}

static enum err bring_list(const struct base *b, struct str sha256,
                           const char *path, struct arena *a, struct str *out,
                           struct error *e)
{
    const char *folder = fs_join(b->folder, "index", a, e);
    struct error why;
    enum err rc = folder ? fs_mkdirs(folder, SHOWN, e) : e->code;

    if (rc)
        return rc;
    rc = base_object_get(b, sha256, path, &why);
    if (rc == ERR_NOT_FOUND) {
        *out = (struct str){0};
        return OK;
    }
    if (rc)
        *e = why;
    return rc ? rc : fs_read_file(path, SHOWN, LIST_MAX, a, out, e);
}

static enum err load(const struct base *b, const struct named *named,
                     struct arena *a, struct index_object **list, size_t *n,
                     struct error *e)
{
    const char *path = in_folder(b, LIST, a, e);
    struct str text = {0};
    enum err rc = path ? OK : e->code;

    *n = 0;
    if (rc || named->sha256.n == 0)
        return rc;
    if (!read_copy(path, named->sha256, a, &text))
        rc = bring_list(b, named->sha256, path, a, &text, e);
    return rc ? rc : parse(b, text, a, list, n, e);
}

enum err index_objects_list(const struct base *b, struct arena *a,
                            struct index_object **list, size_t *n,
                            struct str *of_list, struct error *e)
{
    struct named named;
    enum err rc = read_setting(b, a, &named, e);

    *n = 0;
    if (of_list)
        *of_list = named.sha256;
    return rc ? rc : load(b, &named, a, list, n, e);
}

static const struct index_object *find(const struct index_object *list,
                                       size_t n, struct str file)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(list[i].file, file))
            return &list[i];
    return NULL;
}

/* ---- there ---- */

/* One push. */
struct pushing {
    const struct base *b;
    const struct lease *held;
    struct arena *a;
    struct index_object *old; /* old[n_old], which are there */
    size_t n_old;
    struct buf list;
    size_t put;
};

static void add_line(struct pushing *p, struct str sha256, struct str file)
{
    buf_printf(&p->list, "%.*s %.*s\n", STR_FMT(sha256), STR_FMT(file));
}

static enum err hash_path(const char *path, struct arena *a, struct str *out,
                          struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    int fd = -1;
    enum err rc = fs_open_read(path, SHOWN, &fd, e);

    if (!rc)
        rc = hash_fd(fd, SHOWN, digest, e);
    fs_close(&fd);
    if (rc)
        return rc;
    hash_hex(digest, hex);
    return str_dup(str_from(hex), a, out, e);
}

static enum err put_file(struct pushing *p, struct str file, struct error *e)
{
    const struct index_object *there = find(p->old, p->n_old, file);
    const char *name = str_cstr(file, p->a, e);
    const char *path = name ? in_folder(p->b, name, p->a, e) : NULL;
    struct str sha256 = {0};
    enum err rc = OK;

    if (!path)
        return e->code;
    if (there && !str_is(file, MANIFEST)) { /* which alone changes */
        add_line(p, there->sha256, file);
        return OK;
    }
    rc = hash_path(path, p->a, &sha256, e);
    if (!rc && !(there && str_eq(there->sha256, sha256))) {
        rc = base_object_put(p->b, sha256, path, e);
        p->put++;
    }
    if (!rc)
        add_line(p, sha256, file);
    return rc;
}

/* The list there, then its name in the base, then the copy in the folder: one that dies in
 * between leaves objects that nothing names, or gets the copy from there. */
static enum err name_list(struct pushing *p, const struct named *was,
                          struct error *e)
{
    const struct str text = {p->list.p, p->list.n};
    const char *fresh = in_folder(p->b, NEW, p->a, e);
    const char *path = fresh ? in_folder(p->b, LIST, p->a, e) : NULL;
    struct str sha256 = {0};
    enum err rc = path ? sum_of(text, p->a, &sha256, e) : e->code;

    if (rc || (!was->is_old && str_eq(sha256, was->sha256)))
        return rc;
    rc = fs_write_atomic(fresh, SHOWN, text, false, e);
    if (!rc)
        rc = base_object_put(p->b, sha256, fresh, e);
    if (!rc)
        rc = write_setting(p->b, sha256, p->held, p->a, e);
    if (!rc && rename(fresh, path) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    p->put += !rc;
    return rc;
}

static enum err put_all(struct pushing *p, struct segments *x, struct error *e)
{
    const struct segments_snapshot *s = NULL;
    struct named was;
    struct str *file = NULL;
    size_t n = 0;
    enum err rc = read_setting(p->b, p->a, &was, e);

    if (!rc)
        rc = load(p->b, &was, p->a, &p->old, &p->n_old, e);
    if (!rc)
        rc = segments_acquire(x, &s, e);
    if (!rc)
        rc = segments_files(s, p->a, &file, &n, e);
    if (!rc)
        rc = put_file(p, STR(MANIFEST), e);
    for (size_t i = 0; i < n && !rc; i++)
        rc = put_file(p, file[i], e);
    segments_release(x, s);
    if (!rc && p->list.overflow)
        rc = error_set(e, ERR_LIMIT, "an index has too many segments");
    return rc ? rc : name_list(p, &was, e);
}

enum err index_objects_push(const struct base *b, struct segments *x,
                            const struct lease *held, size_t *put,
                            struct error *e)
{
    struct arena a;
    struct pushing p = {.b = b, .held = held, .a = &a};
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    buf_init(&p.list, LIST_MAX);
    rc = put_all(&p, x, e);
    buf_release(&p.list);
    arena_release(&a);
    if (put)
        *put = p.put;
    return rc;
}

/* ---- and back ---- */

/* Two may bring it at once, and others may begin a new index meanwhile. */
static enum err bring_manifest(const struct base *b, struct str sha256,
                               struct arena *a, struct error *e)
{
    const char *path = in_folder(b, MANIFEST, a, e);
    const char *guard = path ? in_folder(b, "change.lock", a, e) : NULL;
    struct fs_lock lock = FS_LOCK_NONE;
    struct error why;
    enum err rc = guard ? fs_lock_open(guard, SHOWN, SEGMENTS_LOCK_MS, &lock, e)
                        : e->code;

    if (!rc && path && access(path, F_OK) != 0) {
        rc = base_object_get(b, sha256, path, &why);
        if (rc == ERR_NOT_FOUND)
            rc = OK;
        else if (rc)
            *e = why;
    }
    fs_lock_close(&lock);
    return rc;
}

static enum err bring(const struct base *b, struct arena *a, struct error *e)
{
    struct index_object *list = NULL;
    struct named named;
    size_t n = 0;
    enum err rc = read_setting(b, a, &named, e);

    if (rc || named.is_old)
        return rc;
    rc = load(b, &named, a, &list, &n, e);
    return rc || n == 0 ? rc : bring_manifest(b, list[0].sha256, a, e);
}

enum err index_objects_bring(const struct base *b, struct error *e)
{
    struct arena a;
    const char *manifest;
    enum err rc;

    if (!b->blobs)
        return OK;
    arena_init(&a, ARENA_BYTES);
    manifest = in_folder(b, MANIFEST, &a, e);
    rc = manifest ? OK : e->code;
    if (manifest && access(manifest, F_OK) != 0)
        rc = bring(b, &a, e);
    arena_release(&a);
    return rc;
}

static enum err bring_file(const struct base *b, struct str file,
                           const char *path, struct error *e)
{
    const struct index_object *o;
    struct index_object *list = NULL;
    struct error why;
    struct arena a;
    size_t n = 0;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = index_objects_list(b, &a, &list, &n, NULL, e);
    o = rc ? NULL : find(list, n, file);
    if (o) {
        rc = base_object_get(b, o->sha256, path, &why);
        if (rc == ERR_NOT_FOUND)
            rc = OK; /* who opens it says that it is missing */
        else if (rc)
            *e = why;
    }
    arena_release(&a);
    return rc;
}

static enum err bring_segment(const void *ctx, const char *file,
                              const char *path, struct error *e)
{
    const struct timespec used[2] = {{.tv_nsec = UTIME_NOW},
                                     {.tv_nsec = UTIME_OMIT}};

    if (utimensat(AT_FDCWD, path, used, 0) == 0 || errno != ENOENT)
        return OK;
    return bring_file(ctx, str_from(file), path, e);
}

struct segments_source index_objects_source(const struct base *b)
{
    return (struct segments_source){b, b->blobs ? bring_segment : NULL};
}
