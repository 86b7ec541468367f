#include "sheets/workbook.h"

#include "base/buf.h"

#include <string.h>

struct reading {
    struct arena *a;
    struct workbook *w;
    const struct part_relations *rels;
    struct buf found; /* of struct workbook_sheet */
    unsigned depth;
    bool in_sheets;
    bool is_workbook;
};

static enum workbook_state state_of(const char *text)
{
    if (text && strcmp(text, "hidden") == 0)
        return WORKBOOK_HIDDEN;
    if (text && strcmp(text, "veryHidden") == 0)
        return WORKBOOK_VERY_HIDDEN;
    return WORKBOOK_VISIBLE;
}

static enum err on_sheet(struct reading *r, const struct xml_element *el,
                         struct error *e)
{
    const char *name = xml_attr(el, "name");
    const char *id = xml_attr_rel(el, "id");
    const struct part_relation *rel =
        id ? part_relation_find(r->rels, str_from(id)) : NULL;
    struct workbook_sheet s = {.state = state_of(xml_attr(el, "state"))};

    if (!name)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a sheet of the workbook has no name");
    if (rel)
        s.part = rel->target;
    if (rel && str_is(rel->type, "chartsheet"))
        s.kind = WORKBOOK_CHART;
    else if (rel && !str_is(rel->type, "worksheet"))
        s.kind = WORKBOOK_OTHER;
    if (str_dup(str_from(name), r->a, &s.name, e) != OK)
        return e->code;
    buf_put(&r->found, &s, sizeof(s));
    return OK;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;

    r->depth++;
    if (r->depth == 1)
        r->is_workbook = strcmp(el->name, "workbook") == 0;
    if (r->depth == 2) {
        r->in_sheets = strcmp(el->name, "sheets") == 0;
        if (strcmp(el->name, "workbookPr") == 0)
            r->w->date1904 = xml_attr_true(el, "date1904");
    }
    if (r->depth == 3 && r->in_sheets && strcmp(el->name, "sheet") == 0)
        return on_sheet(r, el, e);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    r->depth--;
    return OK;
}

static enum err find_workbook(struct unzip *u, struct arena *a,
                              struct str *part, struct error *e)
{
    struct part_relations rels;
    const struct part_relation *rel;
    enum err rc = part_relations_read(u, STR(""), a, &rels, e);

    if (rc)
        return rc;
    rel = part_relation_of_type(&rels, STR("officeDocument"));
    *part =
        rel && unzip_has(u, rel->target) ? rel->target : STR("xl/workbook.xml");
    if (!unzip_has(u, *part))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the package holds no workbook");
    return OK;
}

static enum err keep_sheets(struct reading *r, struct error *e)
{
    struct workbook *w = r->w;
    struct str found;

    if (buf_finish(&r->found, &found, e) != OK)
        return error_set(e, ERR_LIMIT, "the workbook has more than %u sheets",
                         WORKBOOK_MAX_SHEETS);
    w->n = found.n / sizeof(*w->sheets);
    if (!r->is_workbook || w->n == 0)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the workbook lists no sheets");
    w->sheets = arena_alloc(r->a, found.n, e);
    if (!w->sheets)
        return e->code;
    memcpy(w->sheets, found.p, found.n);
    return OK;
}

enum err workbook_read(struct unzip *u, struct arena *a, struct workbook *w,
                       struct error *e)
{
    struct part_relations rels;
    struct reading r = {.a = a, .w = w, .rels = &rels};
    struct xml_handler h = {.start = on_start, .end = on_end, .ctx = &r};
    const struct part_relation *rel;
    struct str part;
    enum err rc = find_workbook(u, a, &part, e);

    *w = (struct workbook){0};
    if (!rc)
        rc = part_relations_read(u, part, a, &rels, e);
    if (rc)
        return rc;
    buf_init(&r.found, WORKBOOK_MAX_SHEETS * sizeof(struct workbook_sheet));
    rc = part_read(u, part, &h, NULL, e);
    if (!rc)
        rc = keep_sheets(&r, e);
    buf_release(&r.found);
    rel = part_relation_of_type(&rels, STR("styles"));
    if (rel && unzip_has(u, rel->target))
        w->styles = rel->target;
    rel = part_relation_of_type(&rels, STR("sharedStrings"));
    if (rel && unzip_has(u, rel->target))
        w->strings = rel->target;
    return rc;
}
