/*
 * access_check.c - resolves what a call names, and checks access to it.
 *
 * A call that is bound to a part of a base's tree reaches JSON below one
 * pointer. What it says is put after that pointer; what answers say of the
 * tree is cut by it. Names of documents may stand for their keys, so pointers
 * are compared as mount_find() has them, not as they were written.
 */
#include "server/tools/access_check.h"

#include "search/documents/uri.h"
#include "store/catalog/document.h"
#include "store/catalog/registry.h"
#include "store/json_document/mount.h"

static enum err no_base(struct error *e)
{
    return error_set(e, ERR_NOT_FOUND, "there is no such base here");
}

enum err access_base(const struct tool_context *s, struct str named,
                     enum right right, struct str *base, struct error *e)
{
    const struct scope *scope = &s->grant->bases;

    *base = named;
    if (s->context) {
        if (named.n > 0 && !str_eq(named, s->context->base))
            return no_base(e);
        *base = s->context->base;
    } else if (named.n == 0 && !scope->all && scope->n == 1) {
        *base = scope->names[0];
    } else if (named.n == 0) {
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'base' is missing; list_sources names those that "
                         "there are");
    }
    return grant_check_base(s->grant, *base, right, e);
}

bool access_is_partial(const struct tool_context *s)
{
    return s->context && s->context->pointer.n > 0;
}

/* What the call is bound to, as it is in the tree. */
static enum err find_part(const struct tool_context *s, const struct base *b,
                          struct arena *a, struct mounted *part,
                          struct error *e)
{
    struct pointer bound;
    enum err rc = pointer_parse(s->context->pointer, a, &bound, e);

    return rc ? rc : mount_find(b, &bound, 0, a, part, e);
}

/* ---- pointers of evidence ---- */

/* Is what the URI names of this document below the pointer that the call is
 * bound to? */
static enum err check_part(const struct tool_context *s, const struct base *b,
                           const struct uri *u, const struct document *d,
                           struct arena *a, struct error *e)
{
    struct mounted part = {.document = 0};
    struct pointer inner;
    enum err rc = find_part(s, b, a, &part, e);

    if (!rc)
        rc = pointer_parse(u->part == URI_JSON ? u->json : STR(""), a, &inner,
                           e);
    if (rc)
        return rc;
    if (d->mount.p && part.document == d->id &&
        pointer_is_prefix(&part.inner, &inner))
        return OK;
    rc = d->mount.p ? pointer_parse(d->mount, a, &inner, e) : OK;
    if (rc || (d->mount.p && part.document == 0 &&
               pointer_is_prefix(&part.pointer, &inner)))
        return rc;
    return error_set(e, ERR_NOT_FOUND,
                     "that is outside of what this tool is bound to");
}

static enum err check_present(const struct uri *u, const struct document *d,
                              struct error *e)
{
    if (!d->mount.p || (u->part != URI_JSON && u->part != URI_WHOLE))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "that pointer names nothing of the JSON tree; "
                         "fetch_evidence reads it");
    if (u->version && u->version != d->version)
        return error_set(e, ERR_CONFLICT,
                         "'%.*s' was changed since version %lld, which the "
                         "pointer names; search again, or leave out the "
                         "version",
                         STR_FMT(d->name), (long long)u->version);
    return OK;
}

/* The URI of an evidence as a pointer into the tree. */
static enum err place_of_uri(const struct tool_context *s, const struct base *b,
                             struct str text, struct arena *a,
                             struct str *pointer, struct error *e)
{
    struct document d;
    struct uri u;
    enum err rc = uri_parse(text, a, &u, e);

    if (!rc && !str_is(u.base, b->name))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "the pointer names base '%.*s', not '%s'",
                       STR_FMT(u.base), b->name);
    if (!rc)
        rc = document_find(b, u.document, a, &d, e);
    if (!rc && access_is_partial(s))
        rc = check_part(s, b, &u, &d, a, e);
    if (!rc)
        rc = check_present(&u, &d, e);
    return rc ? rc
              : str_printf(a, pointer, e, "%.*s%.*s", STR_FMT(d.mount),
                           STR_FMT(u.json));
}

static bool is_uri(struct str named)
{
    return str_starts(named, STR("quarry://"));
}

/* `b` is open where a URI is named. */
static enum err find_pointer(const struct tool_context *s, const struct base *b,
                             struct str named, struct arena *a,
                             struct str *pointer, struct error *e)
{
    struct pointer ignored;
    enum err rc;

    if (is_uri(named))
        return place_of_uri(s, b, named, a, pointer, e);
    rc = pointer_parse(named, a, &ignored, e);
    *pointer = named;
    if (rc || !access_is_partial(s))
        return rc;
    return str_printf(a, pointer, e, "%.*s%.*s", STR_FMT(s->context->pointer),
                      STR_FMT(named));
}

enum err access_pointer(const struct tool_context *s, struct str base,
                        struct str named, struct arena *a, struct str *pointer,
                        struct error *e)
{
    struct base b = BASE_NONE;
    enum err rc =
        is_uri(named) ? base_open(tables_home(s->tables), base, a, &b, e) : OK;

    if (!rc)
        rc = find_pointer(s, &b, named, a, pointer, e);
    base_close(&b);
    return rc;
}

/* The URI of a place in the part: "/<key>" and what follows it are relative to
 * the part. */
static enum err uri_of_place(const struct tool_context *s, const struct base *b,
                             const struct json *evidence, struct arena *a,
                             struct str *exact, struct error *e)
{
    const struct str key = json_text(json_find(evidence, "document_key"));
    struct uri u = {.base = s->context->base, .part = URI_JSON};
    struct mounted m = {.document = 0};
    struct pointer all;
    struct document d;
    struct buf place;
    uint64_t version = 0;
    enum err rc = OK;

    if (json_find(evidence, "document_version"))
        rc = json_read_u64(json_find(evidence, "document_version"),
                           "document_version", INT64_MAX, &version, e);
    u.version = (int64_t)version;
    buf_init(&place, 4 * POINTER_MAX_BYTES);
    buf_put_str(&place, s->context->pointer);
    buf_put_str(&place, json_text(json_find(evidence, "json_path")));
    if (key.n)
        pointer_write_token(key, &place);
    buf_put_str(&place, json_text(json_find(evidence, "relative_pointer")));
    if (!rc)
        rc = buf_dup(&place, a, exact, e);
    if (!rc)
        rc = pointer_parse(*exact, a, &all, e);
    if (!rc)
        rc = mount_find(b, &all, 0, a, &m, e);
    if (!rc && !m.document)
        rc =
            error_set(e, ERR_NOT_FOUND, "there is no document at that pointer");
    if (!rc)
        rc = document_get(b, m.document, a, &d, e);
    if (!rc)
        rc = pointer_text(&m.inner, a, &u.json, e);
    buf_reset(&place);
    if (!rc) {
        u.document = d.key;
        uri_write(&u, &place);
        rc = buf_dup(&place, a, exact, e);
    }
    buf_release(&place);
    return rc;
}

/* ---- parts ---- */

enum err access_part(const struct tool_context *s, struct arena *a,
                     struct pointer *part, struct error *e)
{
    struct base b = BASE_NONE;
    struct mounted m = {.document = 0};
    enum err rc;

    *part = (struct pointer){0};
    if (!access_is_partial(s))
        return OK;
    rc = base_open(tables_home(s->tables), s->context->base, a, &b, e);
    if (!rc)
        rc = find_part(s, &b, a, &m, e);
    base_close(&b);
    *part = m.pointer;
    return rc;
}

enum err access_shown(const struct tool_context *s, const struct base *b,
                      struct str pointer, struct arena *a, struct str *shown,
                      struct error *e)
{
    struct mounted part;
    struct pointer all;
    enum err rc;

    *shown = pointer;
    if (!access_is_partial(s))
        return OK;
    rc = pointer_parse(pointer, a, &all, e);
    if (!rc)
        rc = find_part(s, b, a, &part, e);
    if (rc)
        return rc;
    BUG_ON(all.n < part.pointer.n);
    all = (struct pointer){all.token + part.pointer.n, all.n - part.pointer.n};
    return pointer_text(&all, a, shown, e);
}

/* ---- tables ---- */

/* The document that a pointer into the tree is in, and the pointer in it. */
static enum err find_document(const struct tool_context *s, struct str named,
                              struct arena *a, struct mounted *m,
                              struct str *key, struct error *e)
{
    struct base b = BASE_NONE;
    struct document d;
    struct pointer p;
    struct str text;
    enum err rc = base_open(tables_home(s->tables), s->context->base, a, &b, e);

    if (!rc)
        rc = find_pointer(s, &b, named, a, &text, e);
    if (!rc)
        rc = pointer_parse(text, a, &p, e);
    if (!rc)
        rc = mount_find(&b, &p, 0, a, m, e);
    if (!rc && m->document == 0)
        rc =
            error_set(e, ERR_NOT_FOUND, "there is no document at that pointer");
    if (!rc)
        rc = document_get(&b, m->document, a, &d, e);
    if (!rc)
        *key = d.key;
    base_close(&b);
    return rc;
}

/* BASE/KEY#/pointer of a pointer into the tree. */
static enum err source_of_pointer(const struct tool_context *s,
                                  struct str named, struct arena *a,
                                  struct str *path, struct error *e)
{
    struct mounted m = {.document = 0};
    struct str key = {0};
    struct buf out;
    enum err rc = find_document(s, str_is(named, ACCESS_ALL) ? STR("") : named,
                                a, &m, &key, e);

    if (rc)
        return rc;
    buf_init(&out, 8 * POINTER_MAX_BYTES);
    buf_printf(&out, "%.*s/%.*s", STR_FMT(s->context->base), STR_FMT(key));
    if (m.inner.n > 0)
        buf_put_char(&out, '#');
    pointer_write_fragment(&m.inner, &out);
    rc = buf_dup(&out, a, path, e);
    buf_release(&out);
    return rc;
}

enum err access_source(const struct tool_context *s, struct str named,
                       struct arena *a, struct str *path, struct error *e)
{
    struct str base = base_of_path(named);

    *path = named;
    if (s->folder)
        return OK;
    if (!s->context)
        return grant_check_base(s->grant, base, RIGHT_READ, e);
    base = s->context->base;
    if (grant_check_base(s->grant, base, RIGHT_READ, e))
        return e->code;
    if (access_is_partial(s))
        return source_of_pointer(s, named, a, path, e);
    if (str_eq(named, base) ||
        (str_starts(named, base) && named.p[base.n] == '/'))
        return OK;
    return str_printf(a, path, e, "%.*s/%.*s", STR_FMT(base), STR_FMT(named));
}

/* ---- bases ---- */

static bool is_there(const struct base_entry *list, size_t n, struct str name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(list[i].name, name))
            return true;
    return false;
}

/* Of those that there are, those that are reached. */
static enum err pick(const struct tool_context *s,
                     const struct base_entry *list, size_t n, struct arena *a,
                     struct scope *out, struct error *e)
{
    struct str *names = arena_alloc_array(a, n, sizeof(*names), e);

    if (!names)
        return e->code;
    for (size_t i = 0; i < n; i++)
        if (scope_has(&s->grant->bases, list[i].name))
            names[out->n++] = list[i].name;
    out->names = names;
    return OK;
}

enum err access_bases(const struct tool_context *s, struct arena *a,
                      struct scope *out, struct error *e)
{
    struct registry r = REGISTRY_NONE;
    struct base_entry *list = NULL;
    size_t n = 0;
    enum err rc = grant_check_right(s->grant, RIGHT_READ, e);

    *out = (struct scope){0};
    if (!rc)
        rc = registry_open(tables_home(s->tables), a, &r, e);
    if (!rc)
        rc = registry_list(&r, a, &list, &n, e);
    registry_close(&r);
    if (rc || !s->context)
        return rc ? rc : pick(s, list, n, a, out, e);
    out->n = is_there(list, n, s->context->base);
    out->names = &s->context->base;
    return grant_check_base(s->grant, s->context->base, RIGHT_READ, e);
}

/* ---- evidence ---- */

enum err access_uri(const struct tool_context *s, struct str given,
                    struct arena *a, struct reached *out, struct error *e)
{
    const struct json *evidence = NULL;
    struct base b = BASE_NONE;
    struct document d;
    struct uri u = {0};
    enum err rc = OK;

    out->uri = given;
    if (access_is_partial(s))
        rc = uri_read_pointer(given, a, &evidence, e);
    if (json_find(evidence, "uri"))
        evidence = NULL; /* it is what counts, and no place */
    if (!rc && !evidence)
        rc = uri_read(given, a, &u, e);
    if (!rc)
        rc = access_base(
            s, evidence ? json_text(json_find(evidence, "table_id")) : u.base,
            RIGHT_READ, &out->base, e);
    if (rc || !access_is_partial(s))
        return rc;
    rc = base_open(tables_home(s->tables), out->base, a, &b, e);
    if (!rc && evidence)
        rc = uri_of_place(s, &b, evidence, a, &out->uri, e);
    if (!rc && evidence)
        rc = uri_parse(out->uri, a, &u, e);
    if (!rc)
        rc = document_find(&b, u.document, a, &d, e);
    if (!rc)
        rc = check_part(s, &b, &u, &d, a, e);
    base_close(&b);
    return rc;
}

/* Of what is in the part its place; other names stay. */
static enum err place_of_name(const struct base *b, const struct pointer *part,
                              struct arena *a, struct str *name,
                              struct error *e)
{
    struct mounted m = {.document = 0};
    struct str place;
    struct pointer p;
    struct buf text;
    enum err rc;

    buf_init(&text, 2 * POINTER_MAX_BYTES);
    pointer_write(part, &text);
    pointer_write_token(*name, &text);
    rc = buf_dup(&text, a, &place, e);
    buf_release(&text);
    if (!rc)
        rc = pointer_parse(place, a, &p, e);
    if (!rc)
        rc = mount_find(b, &p, 0, a, &m, e);
    if (!rc && m.document && m.inner.n == 0)
        *name = place;
    return rc;
}

enum err access_scope(const struct tool_context *s, struct access_scope *x,
                      struct arena *a, struct error *e)
{
    const bool is_partial = access_is_partial(s);
    struct base b = BASE_NONE;
    struct mounted part = {.document = 0};
    enum err rc = is_partial || is_uri(x->json_path)
                      ? base_open(tables_home(s->tables), x->base, a, &b, e)
                      : OK;

    if (!rc)
        rc = find_pointer(s, &b, x->json_path, a, &x->json_path, e);
    if (!rc && is_partial)
        rc = find_part(s, &b, a, &part, e);
    for (size_t i = 0; i < x->n && is_partial && !rc; i++)
        rc = place_of_name(&b, &part.pointer, a, &x->documents[i], e);
    x->part = part.pointer;
    base_close(&b);
    return rc;
}
