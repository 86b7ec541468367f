#include "search/retrieve/parent.h"

#include "base/utf8.h"
#include "search/documents/passage.h"
#include "search/documents/uri.h"
#include "store/json_document/data.h"

#define VALUE_BYTES ((size_t)64 << 20)

static void cut(struct parent *out)
{
    out->is_cut = out->text.n > PARENT_MAX_BYTES;
    if (out->is_cut)
        out->text.n =
            utf8_valid_prefix(str_slice(out->text, 0, PARENT_MAX_BYTES));
}

static enum err find_section(struct document_parser *p,
                             const struct candidate *c, struct arena *a,
                             struct parent *out, struct error *e)
{
    const struct uri u = {.part = URI_HEADING,
                          .heading = c->passage.heading_id};
    struct document_version v;
    struct passage_text t;
    uint64_t first, last;
    enum err rc = document_get_version(p->base, c->document->id,
                                       c->passage.version, a, &v, e);

    if (!rc)
        rc = passage_open(p, c->document, &(struct text_of){v.sha256, v.reader},
                          a, &t, e);
    if (!rc)
        rc = passage_heading(&t, u.heading, &out->text, &first, &last, e);
    return rc ? rc : uri_fragment(&u, a, &out->fragment, e);
}

static enum err find_value(struct document_parser *p, const struct candidate *c,
                           struct arena *a, struct parent *out, struct error *e)
{
    const struct uri u = {.part = URI_JSON, .json = c->passage.pointer};
    struct pointer at;
    struct buf b;
    enum err rc = pointer_parse(u.json, a, &at, e);

    buf_init(&b, VALUE_BYTES);
    if (!rc)
        rc = data_get_document(p->base, c->document->id, &at,
                               c->passage.version, &b, e);
    if (!rc)
        rc = buf_dup(&b, a, &out->text, e);
    buf_release(&b);
    return rc ? rc : uri_fragment(&u, a, &out->fragment, e);
}

enum err parent_find(struct document_parser *p, const struct candidate *c,
                     struct arena *a, bool *found, struct parent *out,
                     struct error *e)
{
    enum err rc = OK;

    *out = (struct parent){0};
    *found = c->passage.is_json || c->passage.heading_id.n > 0;
    if (c->passage.is_json)
        rc = find_value(p, c, a, out, e);
    else if (*found)
        rc = find_section(p, c, a, out, e);
    if (!rc)
        cut(out);
    return rc;
}
