#include "tables/base_tables.h"

#include "store/catalog/document.h"
#include "store/catalog/table_documents.h"
#include "tables/source_base.h"
#include "tables/source_tree.h"

static enum err fill(const struct base *b, size_t max, struct arena *a,
                     struct base_tables *out, struct error *e)
{
    struct table_documents d;
    enum err rc = table_documents_list(b, max, a, &d, e);

    if (rc)
        return rc;
    out->total = d.total;
    out->documents = d.documents;
    out->pages = d.pages;
    out->leaves_pages_out = d.leaves_pages_out;
    out->paths = arena_alloc_array(a, d.n, sizeof(*out->paths), e);
    if (!out->paths)
        return e->code;
    for (; out->n < d.n && !rc; out->n++)
        rc = str_printf(a, &out->paths[out->n], e, "%s/%.*s", b->name,
                        STR_FMT(d.references[out->n]));
    return rc;
}

/* A file goes before a base of its name, where files are reached at all. */
static bool may_be_base(const struct tables *t, const char *path)
{
    return t->o.only_bases || source_is_missing(path);
}

enum err base_tables_list(struct tables *t, struct str name, size_t max,
                          struct arena *a, struct base_tables *out,
                          struct error *e)
{
    const char *path = str_cstr(name, a, e);
    struct base b = BASE_NONE;
    enum err rc = path ? OK : e->code;

    *out = (struct base_tables){0};
    if (!rc && may_be_base(t, path))
        rc = source_base_find(t, name, a, &b, &out->is_base, e);
    if (!rc && out->is_base)
        rc = fill(&b, max, a, out, e);
    base_close(&b);
    return rc;
}

enum err base_tables_of_pages(struct tables *t, const struct base_documents *of,
                              struct arena *a, struct base_tables *out,
                              struct error *e)
{
    struct base b = BASE_NONE;
    size_t tables = 0;
    enum err rc;

    *out = (struct base_tables){0};
    out->paths = arena_alloc_array(a, of->n, sizeof(*out->paths), e);
    rc = out->paths ? source_base_find(t, of->base, a, &b, &out->is_base, e)
                    : e->code;
    for (size_t i = 0; i < of->n && out->is_base && !rc; i++) {
        struct str page;
        size_t has;

        rc = table_documents_of_page(&b, of->keys[i], a, &page, &has, e);
        if (rc || page.n == 0 || tables + has > TABLE_DOCUMENTS_PAGE_TABLES)
            continue;
        tables += has;
        rc = str_printf(a, &out->paths[out->n++], e, "%s/%.*s", b.name,
                        STR_FMT(page));
    }
    out->total = out->n;
    base_close(&b);
    return rc;
}

/* BASE/DOC#, to which the pointer comes as in a URI. */
static enum err put_list(struct str path, struct str pointer, struct arena *a,
                         struct str *out, struct error *e)
{
    struct pointer p;
    struct buf b;
    enum err rc = pointer_parse(pointer, a, &p, e);

    buf_init(&b, path.n + 8 * POINTER_MAX_BYTES);
    buf_put_str(&b, path);
    buf_put_char(&b, '#');
    if (!rc)
        pointer_write_fragment(&p, &b);
    if (!rc)
        rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

enum err base_tables_of_json(struct tables *t, struct str path, struct arena *a,
                             struct base_tables *out, struct error *e)
{
    const struct table_source s = {.path = path};
    struct records r = {0};
    struct source src;
    enum err rc = source_open(t, &s, a, &src, e);

    *out = (struct base_tables){.is_base = true};
    if (!rc && src.in_tree)
        rc = source_tree_lists(&src, a, &r, e);
    if (!rc) {
        out->paths =
            arena_alloc_array(a, RECORDS_LISTED, sizeof(*out->paths), e);
        rc = out->paths ? OK : e->code;
    }
    for (; !rc && out->n < r.n && out->n < RECORDS_LISTED; out->n++)
        rc = put_list(path, r.pointer[out->n], a, &out->paths[out->n], e);
    out->total = r.n;
    source_close(&src);
    return rc;
}

static bool is_page(const struct document *d)
{
    return !str_is(d->source_type, "table") && !str_is(d->source_type, "data");
}

enum err base_tables_find_page(struct tables *t, struct str path,
                               struct arena *a, struct str *base,
                               struct str *document, struct error *e)
{
    const size_t slash = str_find_char(path, '/');
    const char *file = str_cstr(path, a, e);
    struct base b = BASE_NONE;
    struct document d;
    struct error ignored;
    bool found = false;
    enum err rc = file ? OK : e->code;

    *base = *document = (struct str){0};
    if (!rc && slash > 0 && slash < path.n && may_be_base(t, file))
        rc = source_base_find(t, str_slice(path, 0, slash), a, &b, &found, e);
    if (!rc && found &&
        document_find(&b, str_slice(path, slash + 1, path.n), a, &d,
                      &ignored) == OK &&
        is_page(&d)) {
        *base = str_slice(path, 0, slash);
        *document = str_slice(path, slash + 1, path.n);
    }
    base_close(&b);
    return rc;
}
