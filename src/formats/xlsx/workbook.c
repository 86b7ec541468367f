#include "formats/xlsx/workbook.h"

#include <string.h>

#define MAX_RANGE_BYTES ((size_t)4096) /* of a defined name */

struct reading {
    struct arena *a;
    struct workbook *w;
    const struct part_relations *rels;
    struct buf found; /* of struct workbook_sheet */
    unsigned depth;
    bool in_sheets;
    bool is_workbook;

    bool in_names, in_name;
    struct str name;   /* of the range that is read */
    struct buf range;  /* its text */
    struct buf ranges; /* of struct workbook_name */
};

static enum workbook_state state_of(const char *text)
{
    if (text && strcmp(text, "hidden") == 0)
        return WORKBOOK_HIDDEN;
    if (text && strcmp(text, "veryHidden") == 0)
        return WORKBOOK_VERY_HIDDEN;
    return WORKBOOK_VISIBLE;
}

enum workbook_state workbook_state_of(unsigned number)
{
    static const enum workbook_state states[] = {
        WORKBOOK_VISIBLE, WORKBOOK_HIDDEN, WORKBOOK_VERY_HIDDEN};

    return number < COUNT_OF(states) ? states[number] : WORKBOOK_VISIBLE;
}

void workbook_set_part(struct workbook_sheet *s,
                       const struct part_relation *rel)
{
    if (!rel)
        return;
    s->part = rel->target;
    if (str_is(rel->type, "chartsheet"))
        s->kind = WORKBOOK_CHART;
    else if (!str_is(rel->type, "worksheet"))
        s->kind = WORKBOOK_OTHER;
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
    workbook_set_part(&s, rel);
    if (str_dup(str_from(name), r->a, &s.name, e) != OK)
        return e->code;
    buf_put(&r->found, &s, sizeof(s));
    return OK;
}

/* "'My sheet'!" without what quotes it; false: it is no name of a sheet. */
static bool unquote(struct str text, char *to, struct str *out)
{
    size_t n = 0;

    if (text.n < 2 || text.p[0] != '\'') {
        *out = text;
        return text.n > 0;
    }
    if (text.p[text.n - 1] != '\'')
        return false;
    for (size_t i = 1; i + 1 < text.n; i++) {
        to[n++] = text.p[i];
        if (text.p[i] == '\'' && text.p[i + 1] == '\'')
            i++;
    }
    *out = (struct str){to, n};
    return n > 0;
}

/* "$A$1:$C$9" without the dollar signs. */
static struct str without_dollars(struct str text, char *to)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] != '$')
            to[n++] = text.p[i];
    return (struct str){to, n};
}

/* Keep a name of one range of one sheet; others say nothing of tables. */
static enum err put_name(struct reading *r, struct error *e)
{
    struct workbook_name named = {.name = r->name};
    char cells[MAX_RANGE_BYTES];
    char sheet[MAX_RANGE_BYTES];
    struct str text = buf_str(&r->range);
    const char *mark = text.n ? memrchr(text.p, '!', text.n) : NULL;
    size_t at = mark ? (size_t)(mark - text.p) : text.n;
    struct str found;

    if (!mark || r->ranges.n / sizeof(named) == WORKBOOK_MAX_NAMES ||
        !unquote(str_slice(text, 0, at), sheet, &found) ||
        !ref_parse_range(
            without_dollars(str_slice(text, at + 1, text.n), cells),
            &named.range))
        return OK;
    if (str_dup(found, r->a, &named.sheet, e) != OK)
        return e->code;
    buf_put(&r->ranges, &named, sizeof(named));
    return OK;
}

static enum err on_name(struct reading *r, const struct xml_element *el,
                        struct error *e)
{
    const char *name = xml_attr(el, "name");

    buf_reset(&r->range);
    r->in_name =
        name && strncmp(name, "_xl", 3) != 0 && !xml_attr_true(el, "hidden");
    return r->in_name ? str_dup(str_from(name), r->a, &r->name, e) : OK;
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    if (r->in_name && r->range.n + text.n <= MAX_RANGE_BYTES)
        buf_put_str(&r->range, text);
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
        r->in_sheets = r->is_workbook && strcmp(el->name, "sheets") == 0;
        r->in_names = strcmp(el->name, "definedNames") == 0;
        if (strcmp(el->name, "workbookPr") == 0)
            r->w->date1904 = xml_attr_true(el, "date1904");
    }
    if (r->depth == 3 && r->in_sheets && strcmp(el->name, "sheet") == 0)
        return on_sheet(r, el, e);
    if (r->depth == 3 && r->in_names && strcmp(el->name, "definedName") == 0)
        return on_name(r, el, e);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;
    enum err rc = OK;

    if (r->depth-- == 3 && r->in_name)
        rc = put_name(r, e);
    r->in_name = r->in_name && r->depth >= 3;
    return rc;
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
                         "the package contains no workbook");
    return OK;
}

/* A copy of what was found. */
static enum err keep_list(struct str found, struct arena *a, void **list,
                          struct error *e)
{
    *list = arena_alloc(a, found.n, e);
    if (!*list)
        return e->code;
    if (found.n)
        memcpy(*list, found.p, found.n);
    return OK;
}

enum err workbook_keep(struct workbook *w, const struct buf *sheets,
                       const struct buf *names, struct arena *a,
                       struct error *e)
{
    struct str found;
    void *list;

    if (buf_finish(sheets, &found, e) != OK)
        return error_set(e, ERR_LIMIT, "the workbook has more than %u sheets",
                         WORKBOOK_MAX_SHEETS);
    if (found.n == 0)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the workbook lists no sheets");
    if (keep_list(found, a, &list, e) != OK)
        return e->code;
    w->sheets = list;
    w->n = found.n / sizeof(*w->sheets);
    if (keep_list(buf_str(names), a, &list, e) != OK)
        return e->code;
    w->names = list;
    w->names_n = names->n / sizeof(*w->names);
    return OK;
}

enum err workbook_read(struct unzip *u, struct arena *a, struct workbook *w,
                       struct error *e)
{
    struct part_relations rels;
    struct reading r = {.a = a, .w = w, .rels = &rels};
    struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = &r};
    const struct part_relation *rel;
    struct str part;
    enum err rc = find_workbook(u, a, &part, e);

    *w = (struct workbook){0};
    if (!rc)
        rc = part_relations_read(u, part, a, &rels, e);
    if (rc)
        return rc;
    buf_init(&r.found, WORKBOOK_MAX_SHEETS * sizeof(struct workbook_sheet));
    buf_init(&r.range, MAX_RANGE_BYTES);
    buf_init(&r.ranges, WORKBOOK_MAX_NAMES * sizeof(struct workbook_name));
    rc = part_read(u, part, &h, NULL, e);
    if (!rc)
        rc = workbook_keep(w, &r.found, &r.ranges, a, e);
    buf_release(&r.found);
    buf_release(&r.range);
    buf_release(&r.ranges);
    rel = part_relation_of_type(&rels, STR("styles"));
    if (rel && unzip_has(u, rel->target))
        w->styles = rel->target;
    rel = part_relation_of_type(&rels, STR("sharedStrings"));
    if (rel && unzip_has(u, rel->target))
        w->strings = rel->target;
    return rc;
}
