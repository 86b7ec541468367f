/*
 * base_resources.c - what bases hold, listed and read by URIs.
 *
 * A page is its text, JSON its value, a table its rows: a client that attaches one wants
 * to read it. fetch_evidence tells more, as whether it has changed since.
 */
#include "server/tools/base_resources.h"

#include "knowledge/knowledge_base/bases.h"
#include "search/documents/uri.h"
#include "server/tool_registry/tool_spec.h"
#include "server/tools/access_check.h"
#include "server/tools/base_sources.h"
#include "server/tools/draft_resources.h"
#include "server/tools/reply.h"

#define SCHEME    "quarry://"
#define URI_BYTES ((size_t)64 * 1024)
/* Sent once, as a text in which quotation marks are escaped: twice this is less
 * than what a client accepts as a line (call_state.h). */
#define ANSWER_BYTES ((size_t)4 << 20)

static const struct resource_template templates[] = {
    {SCHEME "{base}", "base", "A base",
     "The documents of a base with their kinds, versions, states and rows; as "
     "list_sources answers.",
     "application/json"},
    {SCHEME "{base}/{document}", "document", "A document",
     "A page as its text, JSON as its value, of a table the first rows. With "
     "@VERSION after its key, as it was.",
     "text/plain"},
    {SCHEME "{base}/{document}#lines={first}-{last}", "lines",
     "Lines of a page", "Evidence: lines of a page, counted from 1.",
     "text/plain"},
    {SCHEME "{base}/{document}#page={page}", "page", "A page of a PDF",
     "Evidence: the text of a page, counted from 1. Lines of it: "
     "#page=4&lines=1-9.",
     "text/plain"},
    {SCHEME "{base}/{document}#heading={id}", "section", "A section of a page",
     "Evidence: what stands under a heading.", "text/plain"},
    {SCHEME "{base}/{document}#json={+pointer}", "value", "A value of JSON",
     "Evidence: what a JSON Pointer names in a document.", "application/json"},
    {SCHEME "{base}/{document}#rows={first}-{last}", "rows", "Rows of a table",
     "Evidence: rows by position, counted from 1; as table_read_rows answers. "
     "Of a sheet: #sheet=NAME&rows=1-100.",
     "application/json"},
};

/* A grant of some tools alone gives no more of a base than those would. */
static bool may(const struct tool_context *s, const struct tool_spec *tool)
{
    return scope_has(&s->grant->tools, str_from(tool->name));
}

static enum err none(struct error *e)
{
    return error_set(e, ERR_NOT_FOUND, "no such resource");
}

/* ---- the list ---- */

/* A page of the list that is being filled. */
struct filling {
    struct resource_page *page;
    struct arena *a;
    uint64_t at; /* resources before this one */
};

/* Does one more fit on the page? Earlier ones are counted. */
static bool takes(struct filling *f)
{
    const bool before = f->at++ < f->page->offset;

    if (before)
        return false;
    if (f->page->n < RESOURCE_PAGE)
        return true;
    f->page->more = true;
    return false;
}

static enum err put(struct filling *f, const struct uri *u,
                    const struct resource *r, struct error *e)
{
    struct resource *to = &f->page->list[f->page->n++];
    struct buf uri;
    enum err rc;

    buf_init(&uri, URI_BYTES);
    if (u->document.n > 0)
        uri_write(u, &uri);
    else
        buf_printf(&uri, SCHEME "%.*s", STR_FMT(u->base));
    *to = *r;
    rc = buf_dup(&uri, f->a, &to->uri, e);
    buf_release(&uri);
    return rc;
}

static enum err put_base(struct filling *f, struct str base, struct error *e)
{
    const struct uri u = {.base = base};
    const struct resource r = {.name = base,
                               .title = base,
                               .description = STR("What the base holds"),
                               .mime_type = STR("application/json")};

    return takes(f) ? put(f, &u, &r, e) : OK;
}

static enum err put_document(void *ctx, const struct base_source *s,
                             struct error *e)
{
    struct filling *f = ctx;
    const struct uri u = {.base = s->base, .document = s->key};
    const bool is_page = !str_is(s->kind, "table") && !str_is(s->kind, "data");
    const struct resource r = {.name = s->path,
                               .title = s->name,
                               .mime_type = is_page ? STR("text/plain")
                                                    : STR("application/json")};

    return takes(f) ? put(f, &u, &r, e) : OK;
}

static enum err list(void *context, struct resource_page *page, struct arena *a,
                     struct error *e)
{
    struct base_source_visitor v = {.served = context, .a = a};
    struct filling f = {.page = page, .a = a};
    struct scope bases = {0};
    enum err rc;

    if (!may(context, &spec_list_sources))
        return OK;
    rc = access_bases(context, a, &bases, e);
    if (rc)
        return rc;
    if (resource_page_begin(page, a, e))
        return e->code;
    v.visit = put_document;
    v.ctx = &f;
    for (size_t i = 0; i < bases.n && !rc; i++)
        rc = put_base(&f, bases.names[i], e);
    return rc ? rc : base_sources_visit(&v, &bases, e);
}

/* ---- one of them ---- */

static enum err read_base(const struct tool_context *s, struct str name,
                          struct arena *a, struct resource_content *out,
                          struct error *e)
{
    struct bases *bases = NULL;
    struct reply r;
    struct str base;
    enum err rc = access_base(s, name, RIGHT_READ, &base, e);

    if (!rc)
        rc = bases_new(s->tables, &bases, e);
    reply_init(&r, ANSWER_BYTES);
    if (!rc)
        rc = bases_status(bases, base, NULL, &r.w, e);
    bases_free(bases);
    out->mime_type = STR("application/json");
    return reply_finish(&r, rc, a, &out->text, e);
}

/* Text, value or table of what was fetched. */
static enum err take_content(struct str fetched, struct arena *a,
                             struct resource_content *out, struct error *e)
{
    const struct json *item;
    const struct json *value;
    struct json *root;
    struct reply r;
    enum err rc = json_parse(fetched, &json_answer_limits, a, &root, e);

    if (rc)
        return rc;
    item = json_find(root, "items")->first;
    value = json_find(item, "text");
    if (value) {
        *out = (struct resource_content){.mime_type = STR("text/plain"),
                                         .text = value->text};
        return OK;
    }
    value = json_find(item, "value");
    reply_init(&r, ANSWER_BYTES);
    json_write(value ? value : json_find(item, "table"), &r.w);
    out->mime_type = STR("application/json");
    return reply_finish(&r, OK, a, &out->text, e);
}

static enum err read_document(const struct tool_context *s, struct str uri,
                              struct arena *a, struct resource_content *out,
                              struct error *e)
{
    struct bases_pointers p = {.given = &uri, .n = 1};
    struct bases *bases = NULL;
    struct str fetched;
    struct reached found;
    struct reply r;
    enum err rc = access_uri(s, uri, a, &found, e);

    if (!rc)
        rc = bases_new(s->tables, &bases, e);
    reply_init(&r, ANSWER_BYTES);
    if (!rc)
        rc = bases_fetch(bases, found.base, &p, &r.w, e);
    bases_free(bases);
    rc = reply_finish(&r, rc, a, &fetched, e);
    return rc ? rc : take_content(fetched, a, out, e);
}

static enum err read(void *context, struct str uri, const atomic_bool *cancel,
                     struct arena *a, struct resource_content *out,
                     struct error *e)
{
    const struct str rest = str_slice(uri, sizeof(SCHEME) - 1, uri.n);

    (void)cancel;
    if (!str_starts(uri, STR(SCHEME)) || rest.n == 0)
        return none(e);
    if (str_find_char(rest, '/') == rest.n)
        return may(context, &spec_list_sources)
                   ? read_base(context, rest, a, out, e)
                   : none(e);
    return may(context, &spec_fetch_evidence)
               ? read_document(context, uri, a, out, e)
               : none(e);
}

/* ---- names ---- */

struct adding {
    struct str typed;
    bool with_base; /* BASE/DOCUMENT, else the document alone */
    struct resource_names *names;
    struct arena *a;
};

static enum err add_document(void *ctx, const struct base_source *s,
                             struct error *e)
{
    const struct adding *x = ctx;

    return resource_name_add(x->names, x->with_base ? s->path : s->key,
                             x->typed, x->a, e);
}

/* Of all that are reached, or of the one that is chosen already. */
static enum err add_documents(void *context, const struct resource_typing *t,
                              struct scope *bases, struct adding *x,
                              struct error *e)
{
    const struct base_source_visitor v = {context, x->a, add_document, x};
    const struct scope one = {.names = &t->base, .n = 1};

    if (t->base.n == 0 || x->with_base)
        return base_sources_visit(&v, bases, e);
    return scope_has(bases, t->base) ? base_sources_visit(&v, &one, e) : OK;
}

static enum err complete(void *context, const struct resource_typing *t,
                         struct arena *a, struct resource_names *names,
                         struct error *e)
{
    struct adding x = {t->typed, str_is(t->argument, "path"), names, a};
    const bool of_bases = str_is(t->argument, "base");
    struct scope bases = {0};
    enum err rc = OK;

    if (!may(context, &spec_list_sources) ||
        (!of_bases && !x.with_base && !str_is(t->argument, "document")))
        return OK;
    rc = access_bases(context, a, &bases, e);
    for (size_t i = 0; of_bases && i < bases.n && !rc; i++)
        rc = resource_name_add(names, bases.names[i], t->typed, a, e);
    return rc || of_bases ? rc : add_documents(context, t, &bases, &x, e);
}

const struct resource_set base_resources = {
    .templates = templates,
    .n_templates = COUNT_OF(templates),
    .list = list,
    .read = read,
    .complete = complete,
    .next = &draft_resources,
};
