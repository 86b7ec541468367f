#include "knowledge/knowledge_base/base_sections.h"

#include "knowledge/knowledge_base/bases_internal.h"
#include "search/documents/passage.h"

#define ARENA_BYTES ((size_t)2 << 30)

/* Lines of RANGE, [first_line, last_line, begin, end]. */
static void put_lines(const struct json *range, struct jsonw *w)
{
    jsonw_key(w, "lines");
    jsonw_begin_array(w);
    for (const struct json *n = range ? range->first : NULL;
         n && n != range->first->next->next; n = n->next)
        json_write(n, w);
    jsonw_end_array(w);
}

static void put_section(const struct json *s, struct jsonw *w)
{
    const struct json *range = json_find(s, "range");

    jsonw_begin_object(w);
    json_write_member(s, "level", "level", w);
    jsonw_member_str(w, "title", json_text(json_find(s, "title")));
    jsonw_member_text(w, "id", json_text(json_find(s, "id")));
    put_lines(range && range->count == 4 ? range : NULL, w);
    jsonw_end_object(w);
}

static void put_sections(const struct document *d, const struct passage_text *t,
                         struct jsonw *w)
{
    const struct json *list = json_find(t->sections, "sections");

    jsonw_member_str(w, "key", d->key);
    jsonw_member_i64(w, "version", d->version);
    jsonw_member_text(w, "title", json_text(json_find(t->sections, "title")));
    json_write_member(t->sections, "lines", "lines", w);
    jsonw_key(w, "sections");
    jsonw_begin_array(w);
    for (const struct json *s = list ? list->first : NULL; s; s = s->next)
        put_section(s, w);
    jsonw_end_array(w);
}

enum err bases_sections(struct bases *b, struct str name, struct str reference,
                        struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct document_version v;
    struct passage_text t;
    struct document_parser parser;
    struct document d;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    document_parser_init(&parser, tables_pool(b->tables), &base, &a);
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", name);
    rc = base_open_in(&b->registry, name, &a, &base, e);
    if (!rc)
        rc = document_find(&base, reference, &a, &d, e);
    if (!rc)
        rc = document_get_version(&base, d.id, 0, &a, &v, e);
    if (!rc)
        rc = passage_open(&parser, &d, &(struct text_of){v.sha256, v.reader},
                          &a, &t, e);
    if (!rc)
        put_sections(&d, &t, w);
    jsonw_end_object(w);
    document_parser_close(&parser);
    base_close(&base);
    arena_release(&a);
    return rc;
}
