#include "knowledge/knowledge_base/manifest.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/jsonw.h"
#include "knowledge/knowledge_base/exports.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME      "manifest.json"
#define SHOWN     "the manifest of the backup"
#define MAX_BYTES ((size_t)512 << 20)
#define VERSION   2
#define PLAIN     1 /* without exports, so that older programs read it */

/* `,"sha256":"<64 digits>"}` and a line end close it; the digits are of what
 * comes before. */
#define END_BEGIN ",\"sha256\":\""
#define END_CLOSE "\"}\n"
#define END_BYTES (sizeof(END_BEGIN) + sizeof(END_CLOSE) + HASH_HEX_BYTES - 3)

static void hash_text(struct str text, char hex[HASH_HEX_BYTES])
{
    uint8_t digest[HASH_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, text.p, text.n);
    hash_finish(&h, digest);
    hash_hex(digest, hex);
}

static enum err hash_file(const char *folder, struct manifest_file *f,
                          struct arena *a, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct stat st;
    int fd = -1;
    const char *path = fs_join(folder, f->path.p, a, e);
    enum err rc = path ? fs_open_read(path, "a copied file", &fd, e) : e->code;

    if (!rc)
        rc = hash_fd(fd, "a copied file", digest, e);
    if (!rc && fstat(fd, &st) != 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "a copied file is gone");
    fs_close(&fd);
    if (rc)
        return rc;
    hash_hex(digest, hex);
    f->bytes = (uint64_t)st.st_size;
    return str_dup(str_from(hex), a, &f->sha256, e);
}

static bool has_exports(const struct manifest *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (exports_is_path(m->files[i].path))
            return true;
    return false;
}

static void write_text(const struct manifest *m, struct buf *out)
{
    struct jsonw w;

    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_member_u64(&w, "quarry_backup", has_exports(m) ? VERSION : PLAIN);
    jsonw_member_str(&w, "base", m->base);
    jsonw_member_str(&w, "created_at", m->created_at);
    jsonw_member_str(&w, "quarry", STR(QUARRY_VERSION));
    jsonw_member_u64(&w, "documents", (uint64_t)m->holds.documents);
    jsonw_member_u64(&w, "originals", m->holds.originals);
    jsonw_member_u64(&w, "bytes", m->holds.bytes);
    jsonw_key(&w, "files");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < m->n; i++) {
        jsonw_begin_object(&w);
        jsonw_member_str(&w, "path", m->files[i].path);
        jsonw_member_u64(&w, "bytes", m->files[i].bytes);
        jsonw_member_str(&w, "sha256", m->files[i].sha256);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    jsonw_end_object(&w);
}

/* The brace that closes the object makes room for its own checksum. */
static enum err write_file(const char *folder, const struct manifest *m,
                           struct arena *a, struct error *e)
{
    const char *path = fs_join(folder, NAME, a, e);
    char hex[HASH_HEX_BYTES];
    struct str text;
    struct buf b;
    enum err rc;

    if (!path)
        return e->code;
    buf_init(&b, MAX_BYTES);
    write_text(m, &b);
    rc = buf_finish(&b, &text, e);
    if (!rc) {
        text.n--;
        hash_text(text, hex);
        rc = str_printf(a, &text, e, "%.*s" END_BEGIN "%s" END_CLOSE,
                        STR_FMT(text), hex);
    }
    if (!rc)
        rc = fs_write_atomic(path, SHOWN, text, true, e);
    buf_release(&b);
    return rc;
}

enum err manifest_write(const char *folder, struct manifest *m, struct arena *a,
                        struct error *e)
{
    struct str *list;
    enum err rc = fs_list_tree(folder, "the backup", a, &list, &m->n, e);

    m->files = rc ? NULL : arena_alloc_array(a, m->n, sizeof(*m->files), e);
    if (!m->files)
        return e->code;
    for (size_t i = 0; i < m->n && !rc; i++) {
        const char *path = str_cstr(list[i], a, e);

        m->files[i].path = str_from(path);
        rc = path ? hash_file(folder, &m->files[i], a, e) : e->code;
    }
    return rc ? rc : write_file(folder, m, a, e);
}

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the manifest of the backup is damaged; use another "
                     "backup");
}

static bool is_hash(struct str s)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < s.n; i++) {
        if (!memchr(digits, s.p[i], sizeof(digits) - 1))
            return false;
    }
    return s.n == HASH_HEX_BYTES - 1;
}

/* base.db, an original by its hash, or an export. */
static bool is_path(const struct manifest_file *f)
{
    static const struct str folder = {"files/", 6};
    struct str name = str_slice(f->path, folder.n, f->path.n);

    return str_is(f->path, "base.db") ||
           (str_starts(f->path, folder) && str_eq(name, f->sha256)) ||
           exports_is_path(f->path);
}

static enum err read_files(const struct json *list, struct manifest *m,
                           struct arena *a, struct error *e)
{
    struct error why;

    if (!list || list->type != JSON_ARRAY)
        return damaged(e);
    m->files = arena_alloc_array(a, list->count, sizeof(*m->files), e);
    if (!m->files)
        return e->code;
    for (const struct json *j = list->first; j; j = j->next) {
        struct manifest_file *f = &m->files[m->n++];

        f->path = json_text(json_find(j, "path"));
        f->sha256 = json_text(json_find(j, "sha256"));
        if (!is_hash(f->sha256) || !is_path(f) ||
            json_read_u64(json_find(j, "bytes"), "bytes", INT64_MAX, &f->bytes,
                          &why))
            return damaged(e);
    }
    return m->n > 0 && str_is(m->files[0].path, "base.db") ? OK : damaged(e);
}

static enum err read_members(const struct json *root, struct manifest *m,
                             struct arena *a, struct error *e)
{
    struct error why;
    uint64_t version = 0;
    uint64_t documents = 0;

    if (json_read_u64(json_find(root, "quarry_backup"), "quarry_backup",
                      INT64_MAX, &version, &why))
        return damaged(e);
    if (version > VERSION)
        return error_set(e, ERR_CONFLICT,
                         "the backup was made by a newer Quarry; install that "
                         "one");
    m->base = json_text(json_find(root, "base"));
    m->created_at = json_text(json_find(root, "created_at"));
    if (json_read_u64(json_find(root, "documents"), "documents", INT64_MAX,
                      &documents, &why) ||
        json_read_u64(json_find(root, "originals"), "originals", INT64_MAX,
                      &m->holds.originals, &why) ||
        json_read_u64(json_find(root, "bytes"), "bytes", INT64_MAX,
                      &m->holds.bytes, &why))
        return damaged(e);
    m->holds.documents = (int64_t)documents;
    return read_files(json_find(root, "files"), m, a, e);
}

enum err manifest_read(const char *folder, struct arena *a, struct manifest *m,
                       struct error *e)
{
    char hex[HASH_HEX_BYTES];
    struct str text, body, kept;
    struct json *root;
    struct error why;
    int fd = -1;
    enum err rc =
        fs_open_below(folder, NAME, O_RDONLY, FS_BELOW_NO_LINKS, &fd, e);
    const char *path = rc ? NULL : fs_join(folder, NAME, a, e);

    fs_close(&fd);
    *m = (struct manifest){0};
    if (!path)
        return e->code;
    rc = fs_read_file(path, SHOWN, MAX_BYTES, a, &text, e);
    if (rc)
        return rc;
    body = str_slice(text, 0, text.n - END_BYTES);
    kept = str_slice(text, body.n + sizeof(END_BEGIN) - 1, text.n);
    hash_text(body, hex);
    if (text.n <= END_BYTES ||
        !str_starts(str_slice(text, body.n, text.n), STR(END_BEGIN)) ||
        !str_starts(kept, str_from(hex)) || !str_ends(text, STR(END_CLOSE)))
        return damaged(e);
    rc = json_parse(text, &json_default_limits, a, &root, &why);
    if (rc)
        return rc == ERR_LIMIT ? error_set(e, rc, "%s", why.msg) : damaged(e);
    return read_members(root, m, a, e);
}

bool manifest_exists(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool exists = fd >= 0 && faccessat(fd, NAME, R_OK, 0) == 0;

    fs_close(&fd);
    return exists;
}
