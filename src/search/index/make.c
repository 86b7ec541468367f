#include "search/index/make.h"

#include "base/utf8.h"

#define FRAGMENT_BYTES     ((size_t)32 << 20)
#define MAX_FIELDS         16  /* of a document that one can filter by */
#define FILTER_VALUE_BYTES 400 /* before it is folded */

enum err make_passages(struct making *m, struct error *e)
{
    const struct document *d = m->document;

    if (d->mount.p)
        return make_json(m, e);
    if (str_is(d->source_type, "table"))
        return make_table(m, e);
    return make_text(m, e);
}

/* The start of a text, at most `n` bytes, whole characters. */
static struct str cut(struct str s, size_t max)
{
    return s.n <= max
               ? s
               : str_slice(s, 0, utf8_valid_prefix(str_slice(s, 0, max)));
}

void make_add_filter(struct make_filters *f, struct str key, struct str value)
{
    if (value.n == 0 || f->n == MAKE_MAX_FILTERS)
        return;
    f->filter[f->n++] =
        (struct lexical_filter){key, cut(value, FILTER_VALUE_BYTES), false};
}

/* Names that filters of ours have. */
static bool is_reserved(struct str key)
{
    static const char *const names[] = {
        "file", "type",    "format",   "lang", "chapter", "section",
        "tag",  "heading", "document", "page", "link"};

    return STR_IN(key, names);
}

static bool is_tags(struct str key)
{
    return str_is(key, "tags") || str_is(key, "tag") ||
           str_is(key, "keywords") || str_is(key, "categories");
}

bool make_begin_field(struct make_filters *f, struct str *key)
{
    if (is_tags(*key)) {
        *key = STR("tag");
        return true;
    }
    if (f->fields == MAX_FIELDS || key->n == 0 || key->n > 64 ||
        is_reserved(*key) || str_find_char(*key, '\0') < key->n)
        return false;
    f->fields++;
    return true;
}

enum err make_join_tags(const struct make_filters *f, struct arena *a,
                        struct str *out, struct error *e)
{
    enum err rc = OK;

    *out = (struct str){0};
    for (size_t i = 0; i < f->n && !rc; i++) {
        if (str_is(f->filter[i].key, "tag"))
            rc = str_printf(a, out, e, "%.*s%s%.*s", STR_FMT(*out),
                            out->n ? "\n" : "", STR_FMT(f->filter[i].value));
    }
    return rc;
}

enum err make_splitter(const struct making *m, struct arena *a, struct str *out,
                       struct error *e)
{
    *out = m->document->splitter_config;
    if (out->n == 0 || str_is(*out, "{}"))
        return base_get_setting(m->base, "splitter_config", a, out, e);
    return OK;
}

void make_common_filters(const struct document *d, struct make_filters *f)
{
    f->n = 0;
    f->fields = 0;
    make_add_filter(f, STR("file"), d->name);
    make_add_filter(f, STR("type"), d->source_type);
    make_add_filter(f, STR("format"), d->format);
}

enum err make_put(struct making *m, const struct uri *at, struct passage *p,
                  const struct make_filters *f, struct error *e)
{
    const struct embed_filters filters = {f->filter, f->n};
    const struct embed_origin origin = {m->old, m->counts};
    struct arena a;
    enum err rc;

    if (m->cancel && atomic_load(m->cancel))
        return error_set(e, ERR_TIMEOUT,
                         "cancelled; what was indexed before is kept");
    p->document = m->document->key;
    p->version = m->document->version;
    p->index = m->made++;
    arena_init(&a, FRAGMENT_BYTES);
    rc = uri_fragment(at, &a, &p->fragment, e);
    if (!rc)
        rc = embed_queue_put(m->queue, p, &filters, &origin, e);
    arena_release(&a);
    return rc;
}
