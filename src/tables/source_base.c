/*
 * source_base.c - from BASE/DOC#/pointer to bytes that can be read as a table.
 *
 * A document that is a file is read from its original, whose hash the catalog
 * knows; JSON of the base's tree is source_tree.c's.
 *
 * A connection belongs to one thread, so each call opens the base and closes it;
 * where many calls come it stays open between them (store/database/db_pool.h): a
 * map took 1.2 ms of the processor without that, and takes 0.12.
 */
#include "tables/source_base.h"

#include "base/jsonw.h"
#include "store/catalog/originals.h"
#include "tables/name.h"
#include "tables/source_tree.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define TELL_BYTES ((size_t)16 * 1024)

/* The parts of "handbook/data.json@3#/items"; they borrow the path. */
struct base_path {
    struct str base;
    struct str document; /* with its version, if it has one */
    struct str fragment; /* after '#'; p == NULL if there is none */
};

/* True when the path has that form. */
static bool parse_path(struct str path, struct base_path *out)
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

/* No base was ever made in this home, as is known without a store; opening the database
 * would make it. */
static bool has_no_bases(struct tables *t, struct arena *a)
{
    struct error ignored;
    const char *path = fs_join(t->home.path, "quarry.db", a, &ignored);

    return !path || (!t->home.store && access(path, F_OK) != 0);
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

/* By its name or key; what looks like a version or a pointer after it may be
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

/* The last token that is not an index, or else the document's name. */
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

enum err source_base_open(struct tables *t, const struct base *open,
                          struct arena *a, struct source *src, bool *found,
                          struct error *e)
{
    struct base_path p;
    enum err rc = OK;

    *found = false;
    if (!parse_path(str_from(src->shown), &p))
        return OK;
    *found = src->is_lent = open != NULL;
    if (open)
        src->base = *open;
    else
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
    if (parse_path(shown, &p))
        (void)error_set(e, before.code, "%s; nor is there a base '%.*s'",
                        before.msg, STR_FMT(p.base));
    else if (source_base_find(t, shown, a, &b, &found, &ignored) == OK && found)
        (void)error_set(e, before.code,
                        "%s; '%s' is a base: name a document of it, "
                        "%s/DOCUMENT",
                        before.msg, src->shown, src->shown);
    base_close(&b);
}

enum err source_provide(struct source *src, const char *folder, struct arena *a,
                        struct error *e)
{
    enum err rc;

    if (src->fd >= 0)
        return OK;
    if (src->server.n) /* another process has removed the copy */
        return error_set(e, ERR_CONFLICT,
                         "the copy of the database is gone; try again");
    rc = src->in_tree
             ? source_tree_write(src, folder, a, e)
             : originals_open(&src->base, str_from(src->sha256), &src->fd, e);
    if (!rc && fstat(src->fd, &src->st) != 0)
        rc = fs_error(ERR_FILE_READ_FAILED, "read", src->shown, errno, e);
    return rc;
}

enum err source_base_describe(const struct source *src, struct str map,
                              struct arena *a, struct str *out, struct error *e)
{
    const struct document *d = &src->document;
    struct str text;
    struct jsonw w;
    struct buf b;
    enum err rc;

    *out = map;
    if (!str_ends(map, STR("}}"))) /* as ours end */
        return OK;
    buf_init(&b, TELL_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "base", src->base.name);
    jsonw_member_str(&w, "document", d->key);
    jsonw_member_u64(&w, "version", (uint64_t)d->version);
    jsonw_end_object(&w);
    rc = buf_finish(&b, &text, e);
    if (!rc) /* its brace closes the source */
        rc = str_printf(a, out, e, "%.*s,%.*s}", (int)map.n - 2, map.p,
                        (int)text.n - 1, text.p + 1);
    buf_release(&b);
    return rc;
}
