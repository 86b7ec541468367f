#include "tables/base_tables.h"

#include "catalog/table_documents.h"
#include "tables/source_base.h"

static enum err fill(const struct base *b, size_t max, struct arena *a,
                     struct base_tables *out, struct error *e)
{
    struct table_documents d;
    enum err rc = table_documents_list(b, max, a, &d, e);

    if (rc)
        return rc;
    out->total = d.total;
    out->documents = d.documents;
    out->paths = arena_alloc_array(a, d.n, sizeof(*out->paths), e);
    if (!out->paths)
        return e->code;
    for (; out->n < d.n && !rc; out->n++)
        rc = str_printf(a, &out->paths[out->n], e, "%s/%.*s", b->name,
                        STR_FMT(d.references[out->n]));
    return rc;
}

enum err base_tables_list(struct tables *t, struct str name, size_t max,
                          struct arena *a, struct base_tables *out,
                          struct error *e)
{
    const char *path = str_cstr(name, a, e);
    struct base b = BASE_NONE;
    enum err rc = path ? OK : e->code;

    *out = (struct base_tables){0};
    if (!rc && source_is_missing(path))
        rc = source_base_find(t, name, a, &b, &out->is_base, e);
    if (!rc && out->is_base)
        rc = fill(&b, max, a, out, e);
    base_close(&b);
    return rc;
}
