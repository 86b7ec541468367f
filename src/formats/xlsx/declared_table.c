#include "formats/xlsx/declared_table.h"

#include <string.h>

struct reading {
    struct arena *a;
    struct declared_table *o;
    unsigned depth;
};

static uint32_t count_of(const struct xml_element *el, const char *name,
                         uint32_t usual)
{
    const char *text = xml_attr(el, name);
    struct error ignored;
    uint64_t n;

    if (!text || str_parse_u64(str_from(text), REF_MAX_ROWS, &n, &ignored))
        return usual;
    return (uint32_t)n;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;
    const char *range = xml_attr(el, "ref");
    const char *name = xml_attr(el, "displayName");

    if (r->depth++ > 0 || strcmp(el->name, "table") != 0)
        return OK;
    if (!range || !ref_parse_range(str_from(range), &r->o->range))
        return OK;
    if (!name)
        name = xml_attr(el, "name");
    r->o->header_rows = count_of(el, "headerRowCount", 1);
    r->o->totals_rows = count_of(el, "totalsRowCount", 0);
    return str_dup(str_from(name ? name : ""), r->a, &r->o->name, e);
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    r->depth--;
    return OK;
}

bool declared_tables_overlap(const struct declared_tables *out,
                             const struct ref_range *r)
{
    for (size_t i = 0; i < out->n; i++) {
        const struct ref_range *o = &out->list[i].range;

        if (r->first.row <= o->last.row && o->first.row <= r->last.row &&
            r->first.column <= o->last.column &&
            o->first.column <= r->last.column)
            return true;
    }
    return false;
}

enum err declared_table_read(void *ctx, struct str part, struct arena *a,
                             struct declared_table *o, struct error *e)
{
    struct reading r = {.a = a, .o = o};
    const struct xml_handler h = {.start = on_start, .end = on_end, .ctx = &r};

    return part_read(ctx, part, &h, NULL, e);
}

enum err declared_tables_read(struct unzip *u, struct str part,
                              const struct declared_table_reader *reader,
                              struct arena *a, struct declared_tables *out,
                              struct error *e)
{
    struct part_relations rels;
    enum err rc = part_relations_read(u, part, a, &rels, e);

    *out = (struct declared_tables){0};
    if (!rc)
        out->list =
            arena_alloc_array(a, DECLARED_TABLES_MAX, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    for (size_t i = 0; !rc && i < rels.n && out->n < DECLARED_TABLES_MAX; i++) {
        struct declared_table *o = &out->list[out->n];

        *o = (struct declared_table){0};
        if (!str_is(rels.list[i].type, "table") ||
            !unzip_has(u, rels.list[i].target))
            continue;
        rc = reader->read(reader->ctx, rels.list[i].target, a, o, e);
        if (!rc && o->range.first.row &&
            !declared_tables_overlap(out, &o->range))
            out->n++;
    }
    return rc;
}
