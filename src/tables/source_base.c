/*
 * source_base.c - from BASE/DOC#/pointer to bytes that can be read as a table.
 *
 * A document that is a file is read from its original, whose hash the catalog
 * knows. One whose JSON stands in the base's tree is read from the tree as it
 * is now, edits included: its entry is named by the document's fingerprint and,
 * with the options, the pointer, so that an edited document is another entry,
 * and one that was not edited is found again without reading the tree. Those of
 * older versions go when a new one is made, so that a document that is edited
 * and asked all day has few.
 *
 * A connection belongs to one thread, so each call opens the base and closes
 * it: measured, a warm query takes 1.4 ms for 0.4 ms of the same file ad hoc,
 * which is not worth a pool of connections.
 */
#include "tables/source_base.h"

#include "base/jsonw.h"
#include "catalog/originals.h"
#include "data/data.h"
#include "tables/name.h"
#include "tables/records.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SUGGEST_DEPTH 3 /* of members looked at for what would do */
#define TELL_BYTES    ((size_t)16 * 1024)

#define OLDER_LOOKED_AT 500 /* versions of a document */
#define YOUNG_S         60  /* longer than from finding a table to opening it */

bool base_path_parse(struct str path, struct base_path *out)
{
    size_t slash = str_find_char(path, '/');
    struct str rest = str_slice(path, slash + 1, path.n);
    size_t hash = str_find(rest, STR("#/"));

    *out = (struct base_path){.base = str_slice(path, 0, slash)};
    if (slash == path.n || rest.n == 0 || !base_is_name(out->base))
        return false;
    if (hash == rest.n && str_ends(rest, STR("#")))
        hash = rest.n - 1;
    out->document = str_slice(rest, 0, hash);
    if (hash < rest.n)
        out->fragment = str_slice(rest, hash + 1, rest.n);
    return out->document.n > 0;
}

/* No base was ever made in this home; opening the database would make it. */
static bool has_no_bases(struct tables *t, struct arena *a)
{
    struct error ignored;
    const char *path = fs_join(t->home.path, "quarry.db", a, &ignored);

    return !path || access(path, F_OK) != 0;
}

/* "report.csv@3" to its parts; false when it has no version. */
static bool take_version(struct str *reference, int64_t *version)
{
    struct error ignored;
    uint64_t number;
    size_t at = reference->n;

    while (at > 0 && reference->p[at - 1] != '@')
        at--;
    if (at < 2 || str_parse_u64(str_slice(*reference, at, reference->n),
                                INT64_MAX, &number, &ignored))
        return false;
    *version = (int64_t)number;
    reference->n = at - 1;
    return number > 0;
}

/* What is read: the document as it was in an older version. */
static enum err go_back(struct source *src, int64_t version, struct arena *a,
                        struct error *e)
{
    struct document *d = &src->document;
    struct document_version v;
    enum err rc = document_get_version(&src->base, d->id, version, a, &v, e);

    if (rc) {
        error_wrap(e, "'%s'", src->shown);
        return rc;
    }
    src->is_old = v.version != d->version;
    src->in_tree = v.tree_version != 0;
    d->version = v.version;
    d->sha256 = v.sha256;
    d->fingerprint = v.fingerprint;
    d->bytes = v.bytes;
    return OK;
}

/* By its name or key; what looks like a version or a pointer behind it may be
 * a part of the name. */
static enum err find_document(struct source *src, struct base_path *p,
                              struct arena *a, struct error *e)
{
    struct str whole = {
        p->document.p, p->document.n + (p->fragment.p ? p->fragment.n + 1 : 0)};
    struct document *d = &src->document;
    struct error second;
    int64_t version = 0;
    enum err rc = document_find(&src->base, p->document, a, d, e);

    src->in_tree = !rc && d->mount.p;
    if (rc == ERR_NOT_FOUND && take_version(&p->document, &version) &&
        document_find(&src->base, p->document, a, d, &second) == OK)
        return go_back(src, version, a, e);
    if (rc == ERR_NOT_FOUND && p->fragment.p &&
        document_find(&src->base, whole, a, d, &second) == OK) {
        p->fragment = (struct str){0};
        return OK;
    }
    return rc;
}

/* The last token that is no index, or else the document's name. */
static struct str table_name(const struct source *src)
{
    for (size_t i = src->pointer.n; i > 0; i--) {
        struct str token = src->pointer.token[i - 1];
        size_t index;

        if (token.n && !pointer_index(token, &index))
            return token;
    }
    return name_of_table(src->document.name);
}

static enum err identify(struct source *src, const struct base_path *p,
                         struct arena *a, struct error *e)
{
    const struct document *d = &src->document;
    struct str hash = src->in_tree ? d->fingerprint : d->sha256;
    enum err rc = OK;

    if (p->fragment.p && !src->in_tree)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s': a pointer is for JSON, and this document is "
                         "not",
                         src->shown);
    if (p->fragment.p)
        rc = pointer_parse_fragment(p->fragment, a, &src->pointer, e);
    if (rc)
        return rc;
    if (hash.n != HASH_HEX_BYTES - 1)
        return error_set(e, ERR_NOT_FOUND, "'%s' is kept without a file",
                         src->shown);
    memcpy(src->identity, hash.p, HASH_HEX_BYTES - 1);
    memcpy(src->sha256, src->identity, HASH_HEX_BYTES);
    if (d->sha256.n == HASH_HEX_BYTES - 1)
        memcpy(src->sha256, d->sha256.p, HASH_HEX_BYTES - 1);
    src->name = d->name;
    src->bytes = d->bytes;
    src->table = table_name(src);
    return OK;
}

enum err source_base_find(struct tables *t, struct str name, struct arena *a,
                          struct base *b, bool *found, struct error *e)
{
    struct error why;
    enum err rc;

    *b = BASE_NONE;
    *found = false;
    if (t->root || !base_is_name(name) || has_no_bases(t, a))
        return OK;
    rc = base_open(&t->home, name, a, b, &why);
    *found = rc != ERR_NOT_FOUND;
    if (rc == ERR_NOT_FOUND)
        return OK;
    if (rc)
        *e = why;
    return rc;
}

enum err source_base_open(struct tables *t, struct arena *a, struct source *src,
                          bool *found, struct error *e)
{
    struct base_path p;
    enum err rc;

    *found = false;
    if (!base_path_parse(str_from(src->shown), &p))
        return OK;
    rc = source_base_find(t, p.base, a, &src->base, found, e);
    if (rc || !*found)
        return rc;
    src->home = &src->base.derived;
    rc = find_document(src, &p, a, e);
    return rc ? rc : identify(src, &p, a, e);
}

void source_base_hint(struct tables *t, const struct source *src,
                      struct arena *a, struct error *e)
{
    struct str shown = str_from(src->shown);
    const struct error before = *e;
    struct base b = BASE_NONE;
    struct base_path p;
    struct error ignored;
    bool found = false;

    if (t->root || has_no_bases(t, a))
        return;
    if (base_path_parse(shown, &p))
        (void)error_set(e, before.code, "%s; nor is there a base '%.*s'",
                        before.msg, STR_FMT(p.base));
    else if (source_base_find(t, shown, a, &b, &found, &ignored) == OK && found)
        (void)error_set(e, before.code,
                        "%s; '%s' is a base: name a document of it, "
                        "%s/DOCUMENT",
                        before.msg, src->shown, src->shown);
    base_close(&b);
}

/* The pointer does not lead to a list of objects; say which would. */
static enum err no_list(const struct source *src, const struct records *r,
                        struct error *e)
{
    struct buf text;

    if (r->n == 0)
        return error_set(e, ERR_NOT_FOUND,
                         "'%s' is no list of objects, nor is there one in it",
                         src->shown);
    buf_init(&text, sizeof(e->msg));
    for (size_t i = 0; i < r->n && i < RECORDS_LISTED; i++)
        buf_printf(&text, "%s#%.*s", i ? ", " : "", STR_FMT(r->pointer[i]));
    if (r->n > RECORDS_LISTED)
        buf_printf(&text, " and %zu more", r->n - RECORDS_LISTED);
    (void)error_set(e, ERR_VALIDATION_FAILED,
                    "'%s' is no list of objects; name one of those in it: "
                    "%.*s",
                    src->shown, STR_FMT(buf_str(&text)));
    buf_release(&text);
    return e->code;
}

/* The list that a value is, or the only one that it has. */
static enum err choose_list(struct source *src, struct str value,
                            struct arena *a, struct str *list, struct error *e)
{
    struct records r;
    struct buf b;
    enum err rc;

    buf_init(&b, POINTER_MAX_BYTES * 2);
    pointer_write(&src->pointer, &b);
    *list = value;
    if (records_is_list(value)) {
        rc = str_dup(buf_str(&b), a, &src->found, e);
        goto out;
    }
    rc = records_find(value, 1, a, &r, e);
    if (!rc && r.n == 1) {
        *list = r.value;
        buf_put_str(&b, r.pointer[0]);
        rc = str_dup(buf_str(&b), a, &src->found, e);
        goto out;
    }
    if (!rc && r.n == 0)
        rc = records_find(value, SUGGEST_DEPTH, a, &r, e);
    for (size_t i = 0; i < r.n && i < RECORDS_LISTED && !rc; i++)
        rc = str_printf(a, &r.pointer[i], e, "%.*s%.*s", STR_FMT(buf_str(&b)),
                        STR_FMT(r.pointer[i]));
    if (!rc)
        rc = no_list(src, &r, e);
out:
    buf_release(&b);
    return rc;
}

/* The value as it is in the version that the entry is named by: another edit
 * may have come since. */
static enum err read_value(struct source *src, struct buf *out, struct error *e)
{
    const struct document *d = &src->document;
    enum err rc = db_begin_read(src->base.db, e);

    if (!rc)
        rc = db_end(src->base.db,
                    data_get_document(&src->base, d->id, &src->pointer,
                                      d->version, out, e),
                    e);
    if (rc == ERR_NOT_FOUND)
        error_wrap(e, "'%s'", src->shown);
    return rc;
}

static enum err write_all(int fd, struct str bytes, struct error *e)
{
    while (bytes.n) {
        ssize_t n = write(fd, bytes.p, bytes.n);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "cannot write a table's JSON: %s",
                             strerror(n < 0 ? errno : ENOSPC));
        bytes = str_slice(bytes, (size_t)n, bytes.n);
    }
    return OK;
}

/* A file that has no name any more when this returns. */
static enum err open_unnamed(const char *folder, struct arena *a, int *fd,
                             struct error *e)
{
    const char *path = fs_join(folder, "records.json", a, e);

    if (!path)
        return e->code;
    *fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (*fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", "records.json", errno,
                        e);
    (void)unlink(path);
    return OK;
}

static enum err write_tree(struct source *src, const char *folder,
                           struct arena *a, struct error *e)
{
    struct str list;
    struct buf value;
    enum err rc;

    buf_init(&value, DATA_MAX_BYTES);
    rc = read_value(src, &value, e);
    if (!rc)
        rc = buf_finish(&value, &list, e);
    if (!rc)
        rc = choose_list(src, list, a, &list, e);
    if (!rc && src->bytes < 0)
        src->bytes = (int64_t)list.n;
    if (!rc)
        rc = open_unnamed(folder, a, &src->fd, e);
    if (!rc)
        rc = write_all(src->fd, list, e);
    buf_release(&value);
    return rc;
}

enum err source_provide(struct source *src, const char *folder, struct arena *a,
                        struct error *e)
{
    enum err rc;

    if (src->fd >= 0)
        return OK;
    rc = src->in_tree
             ? write_tree(src, folder, a, e)
             : originals_open(&src->base, str_from(src->sha256), &src->fd, e);
    if (!rc && fstat(src->fd, &src->st) != 0)
        rc = fs_error(ERR_FILE_READ_FAILED, "read", src->shown, errno, e);
    return rc;
}

enum err source_base_options(const struct source *src, struct str options,
                             struct arena *a, struct str *out, struct error *e)
{
    struct str text;
    struct buf b;
    enum err rc;

    *out = options;
    if (!src->in_tree)
        return OK;
    buf_init(&b, options.n + POINTER_MAX_BYTES * 2);
    buf_put_str(&b, options);
    buf_put_char(&b, '#');
    pointer_write(&src->pointer, &b);
    rc = buf_finish(&b, &text, e);
    if (!rc)
        rc = str_dup(text, a, out, e);
    buf_release(&b);
    return rc;
}

/* A table that somebody has found may be opened a moment later. */
static bool is_young(const char *path)
{
    struct stat st;

    return stat(path, &st) != 0 || time(NULL) - st.st_mtime < YOUNG_S;
}

/* Two documents of one content share an entry. */
static bool is_present(const struct base *b, struct str fingerprint)
{
    struct error ignored;
    int64_t one = 0;

    return db_get_int(b->db,
                      "SELECT 1 FROM document d JOIN document_version v"
                      " ON v.document = d.id AND v.version = d.version"
                      " WHERE v.source_fingerprint = ?1 AND d.removed = 0"
                      " LIMIT 1",
                      DB_ARGS(db_text(fingerprint)), &one, &ignored) ||
           one == 1;
}

void source_base_drop_older(const struct source *src, struct cache_key key,
                            struct arena *a)
{
    const struct document *d = &src->document;
    struct error ignored;
    struct db_rows r;
    enum err rc;

    if (!src->in_tree || src->is_old)
        return;
    rc = db_query(
        src->base.db,
        "SELECT source_fingerprint FROM document_version WHERE"
        " document = ?1 AND version < ?2"
        " ORDER BY version DESC LIMIT ?3",
        DB_ARGS(db_int(d->id), db_int(d->version), db_int(OLDER_LOOKED_AT)), &r,
        &ignored);
    while (!rc && db_next(&r)) {
        struct str fingerprint = db_column_text(&r, 0);
        struct cache_entry older;

        key.sha256 = str_cstr(fingerprint, a, &ignored);
        if (!key.sha256 ||
            cache_entry_init(src->home, &key, a, &older, &ignored))
            break;
        if (cache_entry_exists(&older) && !is_young(older.map) &&
            !is_present(&src->base, fingerprint))
            cache_entry_drop(&older);
    }
    (void)!db_finish(&r, rc, &ignored);
}

enum err source_base_tell(const struct source *src, struct str map,
                          struct arena *a, struct str *out, struct error *e)
{
    const struct document *d = &src->document;
    struct str told;
    struct jsonw w;
    struct buf b;
    enum err rc;

    *out = map;
    if (!str_ends(map, STR("}}"))) /* as ours end */
        return OK;
    buf_init(&b, TELL_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_key(&w, "base");
    jsonw_cstr(&w, src->base.name);
    jsonw_key(&w, "document");
    jsonw_str(&w, d->key);
    jsonw_key(&w, "version");
    jsonw_u64(&w, (uint64_t)d->version);
    jsonw_end_object(&w);
    rc = buf_finish(&b, &told, e);
    if (!rc) /* its brace closes the source */
        rc = str_printf(a, out, e, "%.*s,%.*s}", (int)map.n - 2, map.p,
                        (int)told.n - 1, told.p + 1);
    buf_release(&b);
    return rc;
}
