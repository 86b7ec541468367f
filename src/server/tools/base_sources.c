#include "server/tools/base_sources.h"

#include "knowledge/knowledge_base/bases.h"
#include "server/tools/access_check.h"
#include "server/tools/reply.h"

#define STATUS_BYTES ((size_t)256 << 20)

/* A walk under way. */
struct walk {
    const struct base_source_visitor *v;
    struct bases *bases;
    struct pointer part; /* what the call is bound to */
};

static enum err status_of(const struct walk *x, struct str base,
                          struct json **out, struct error *e)
{
    struct str text;
    struct reply r;
    enum err rc;

    reply_init(&r, STATUS_BYTES);
    rc = bases_status(x->bases, base, NULL, &r.w, e);
    rc = reply_finish(&r, rc, x->v->a, &text, e);
    return rc ? rc : json_parse(text, &json_answer_limits, x->v->a, out, e);
}

/* Its place in what the call is bound to; empty: it is not in there. */
static enum err path_in_part(const struct walk *x, const struct json *d,
                             struct str *path, struct error *e)
{
    const struct json *mount = json_find(d, "pointer");
    struct pointer at;
    enum err rc = OK;

    *path = (struct str){0};
    if (!mount)
        return OK;
    rc = pointer_parse(mount->text, x->v->a, &at, e);
    if (rc)
        return rc;
    if (pointer_is_prefix(&at, &x->part))
        *path = STR(ACCESS_ALL);
    else if (pointer_is_prefix(&x->part, &at)) {
        at = (struct pointer){at.token + x->part.n, at.n - x->part.n};
        rc = pointer_text(&at, x->v->a, path, e);
    }
    return rc;
}

static enum err visit(const struct walk *x, struct str base,
                      const struct json *d, struct error *e)
{
    struct base_source s = {.base = base,
                            .key = json_text(json_find(d, "key")),
                            .name = json_text(json_find(d, "name")),
                            .kind = json_text(json_find(d, "source_type")),
                            .status = d};
    enum err rc = access_is_partial(x->v->served)
                      ? path_in_part(x, d, &s.path, e)
                      : str_printf(x->v->a, &s.path, e, "%.*s/%.*s",
                                   STR_FMT(base), STR_FMT(s.key));

    if (rc || s.path.n == 0)
        return rc;
    return x->v->visit(x->v->ctx, &s, e);
}

static enum err visit_base(const struct walk *x, struct str base,
                           struct error *e)
{
    struct json *status = NULL;
    const struct json *documents;
    enum err rc = status_of(x, base, &status, e);

    documents = rc ? NULL : json_find(status, "documents");
    for (const struct json *d = documents ? documents->first : NULL; d && !rc;
         d = d->next)
        rc = visit(x, base, d, e);
    return rc;
}

enum err base_sources_visit(const struct base_source_visitor *v,
                            const struct scope *bases, struct error *e)
{
    struct walk x = {.v = v};
    enum err rc = bases_new(v->served->tables, &x.bases, e);

    if (!rc)
        rc = access_part(v->served, v->a, &x.part, e);
    for (size_t i = 0; i < bases->n && !rc; i++)
        rc = visit_base(&x, bases->names[i], e);
    bases_free(x.bases);
    return rc;
}
