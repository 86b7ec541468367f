#include "store/json_document/data.h"
#include "store/json_document/versions.h"

#include <string.h>

enum err data_version(const struct base *b, int64_t *version, struct error *e)
{
    *version = 0;
    return db_get_int(b->db, "SELECT max(version) FROM tree_version",
                      DB_NO_ARGS, version, e);
}

enum err data_bytes(const struct base *b, int64_t document, int64_t *bytes,
                    struct error *e)
{
    *bytes = 0;
    return db_get_int(b->db,
                      "SELECT sum(length(text) + 1) FROM run WHERE"
                      " document = ?1 AND generation = (SELECT max(generation)"
                      " FROM document_version WHERE document = ?1)",
                      DB_ARGS(db_int(document)), bytes, e);
}

/* An object that nobody wrote: the mounts below a pointer, level by level. */
struct above {
    const struct base *b;
    struct mounts mounts;
    int64_t at;
    struct arena *a;
    struct buf *out;
};

/* The members of depth `depth` of list[from..to), which agree before it. */
static enum err write_above(const struct above *x, size_t from, size_t to,
                            size_t depth, struct error *e);

static enum err write_member(const struct above *x, size_t from, size_t to,
                             const struct pointer *p, size_t depth,
                             struct error *e)
{
    struct jsonw key;

    jsonw_init(&key, x->out);
    jsonw_str(&key, p->token[depth]);
    buf_put_char(x->out, ':');
    if (depth + 1 < p->n)
        return write_above(x, from, to, depth + 1, e);
    return versions_read(x->b, x->mounts.list[from].document,
                         &(struct pointer){NULL, 0}, x->at, x->out, e);
}

static enum err write_above(const struct above *x, size_t from, size_t to,
                            size_t depth, struct error *e)
{
    enum err rc = OK;

    buf_put_char(x->out, '{');
    for (size_t i = from; i < to && !rc;) {
        size_t end = i + 1;
        struct pointer p, q;

        rc = pointer_parse(x->mounts.list[i].pointer, x->a, &p, e);
        for (; end < to && !rc; end++) {
            rc = pointer_parse(x->mounts.list[end].pointer, x->a, &q, e);
            if (!rc && !str_eq(p.token[depth], q.token[depth]))
                break;
        }
        if (i > from)
            buf_put_char(x->out, ',');
        if (!rc)
            rc = write_member(x, i, end, &p, depth, e);
        i = end;
    }
    buf_put_char(x->out, '}');
    return rc;
}

static enum err get_above(const struct base *b, const struct mounted *m,
                          int64_t at, struct arena *a, struct buf *out,
                          struct error *e)
{
    struct above x = {.b = b, .at = at, .a = a, .out = out};
    enum err rc = mount_list(b, &m->pointer, at, a, &x.mounts, e);

    return rc ? rc : write_above(&x, 0, x.mounts.n, m->pointer.n, e);
}

/* 0 becomes the last one. */
static enum err check_version(const struct base *b, int64_t *version,
                              struct error *e)
{
    int64_t last;
    enum err rc = data_version(b, &last, e);

    if (!rc && (*version < 0 || *version > last))
        return error_set(e, ERR_NOT_FOUND,
                         "%s has no version %lld; the last is %lld", b->shown,
                         (long long)*version, (long long)last);
    if (!rc && *version == 0)
        *version = last;
    return rc;
}

/* In one read transaction, so that place and value are consistent. */
static enum err get(const struct base *b, struct str pointer, struct arena *a,
                    struct data_value *out, struct buf *text, struct error *e)
{
    struct mounted m;
    struct pointer p;
    enum err rc = pointer_parse(pointer, a, &p, e);

    if (!rc)
        rc = check_version(b, &out->version, e);
    if (!rc)
        rc = mount_find(b, &p, out->version, a, &m, e);
    if (rc)
        return rc;
    out->document = m.document;
    rc = pointer_text(&m.pointer, a, &out->pointer, e);
    if (rc)
        return rc;
    if (m.document)
        return versions_read(b, m.document, &m.inner, out->version, text, e);
    if (m.is_above)
        return get_above(b, &m, out->version, a, text, e);
    return error_set(
        e, ERR_NOT_FOUND,
        "%s has no document at that pointer: the first token must be a "
        "document's key or name, as list_sources and 'quarry status %s' list "
        "them",
        b->shown, b->name);
}

enum err data_read(const struct base *b, const struct data_place *place,
                   struct arena *a, struct buf *text, struct data_value *out,
                   struct error *e)
{
    struct str whole;
    enum err rc = db_begin_read(b->db, e);

    *out = (struct data_value){.version = place->as_of};
    if (!rc)
        rc = db_end(b->db, get(b, place->pointer, a, out, text, e), e);
    return rc ? rc : buf_finish(text, &whole, e);
}

enum err data_get(const struct base *b, struct str pointer, int64_t as_of,
                  struct arena *a, struct data_value *out, struct error *e)
{
    struct buf text;
    enum err rc;

    buf_init(&text, DATA_MAX_BYTES);
    rc = data_read(b, &(struct data_place){pointer, as_of}, a, &text, out, e);
    if (!rc)
        rc = str_dup(buf_str(&text), a, &out->text, e);
    buf_release(&text);
    return rc;
}

enum err data_get_document(const struct base *b, int64_t document,
                           const struct pointer *pointer, int64_t version,
                           struct buf *out, struct error *e)
{
    struct document_version v = {0};
    struct arena a;
    enum err rc = OK;

    arena_init(&a, (size_t)64 * 1024);
    if (version)
        rc = document_get_version(b, document, version, &a, &v, e);
    if (!rc && version && !v.tree_version)
        rc = error_set(e, ERR_NOT_FOUND, "that version has no JSON");
    arena_release(&a);
    return rc ? rc
              : versions_read(b, document, pointer, v.tree_version, out, e);
}
