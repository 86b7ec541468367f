/*
 * Diagrams (ECMA-376 part 1, DrawingML Diagrams): points with text, and connections
 * that make a tree of them, of which the root is the point of type "doc".
 *
 * Points are kept in the order in which they were made, which is not that in which they
 * are shown; connections say at which place a point stands among those of its parent.
 * Each point has the parent that is said first and the root has none, so that what is
 * reached from the root is a tree whatever the file says. Points with text that are not
 * reached, such as labels of arrows, come behind.
 */
#include "formats/office/diagram.h"

#include "formats/package/open_elements.h"

#include <stdlib.h>
#include <string.h>

#define MAX_POINTS 65536u
#define NO_POINT   UINT32_MAX
#define MAX_INDENT 8u

enum element { OTHER, POINT, PARAGRAPH, RUN, TEXT, BREAK, CONNECTION };

static const struct {
    const char *name;
    enum element element;
} names[] = {{"pt", POINT}, {"p", PARAGRAPH}, {"r", RUN},         {"fld", RUN},
             {"t", TEXT},   {"br", BREAK},    {"cxn", CONNECTION}};

struct point {
    struct str text;
    uint32_t parent, child, last, next; /* of the tree; NO_POINT: none */
    bool is_shown;
};

struct connection {
    struct str from, to;
    uint32_t place, number; /* among those of `from`; in the file */
};

struct model {
    struct arena *a;
    struct buf points, connections; /* of struct point, struct connection */
    struct buf text;                /* of the point that is open */
    struct str_table by_id;         /* number of a point from 1 */
    uint32_t root;
    bool in_run, in_text;
    struct open_elements open;
};

static struct point *point_at(struct model *m, uint32_t i)
{
    return (struct point *)(void *)m->points.p + i;
}

/* ---- reading ---- */

static enum err begin_point(struct model *m, const struct xml_element *el,
                            struct error *e)
{
    const struct point p = {.parent = NO_POINT,
                            .child = NO_POINT,
                            .last = NO_POINT,
                            .next = NO_POINT};
    const char *id = xml_attr(el, "modelId"), *type = xml_attr(el, "type");
    const uint32_t number = (uint32_t)(m->points.n / sizeof(p));
    uint64_t *known = NULL;
    struct str key;
    enum err rc = OK;

    buf_put(&m->points, &p, sizeof(p));
    buf_reset(&m->text);
    if (type && strcmp(type, "doc") == 0 && m->root == NO_POINT)
        m->root = number;
    if (!id)
        return OK;
    rc = str_dup(str_from(id), m->a, &key, e);
    if (!rc)
        rc = str_table_put(&m->by_id, key, &known, e);
    if (!rc && *known == 0)
        *known = number + 1;
    return rc;
}

static enum err read_connection(struct model *m, const struct xml_element *el,
                                struct error *e)
{
    const char *type = xml_attr(el, "type"), *from = xml_attr(el, "srcId"),
               *to = xml_attr(el, "destId");
    struct connection c = {.place =
                               xml_attr_number(el, "srcOrd", UINT32_MAX - 1, 0),
                           .number = (uint32_t)(m->connections.n / sizeof(c))};
    enum err rc;

    if (!from || !to || (type && strcmp(type, "parOf") != 0))
        return OK;
    rc = str_dup(str_from(from), m->a, &c.from, e);
    if (!rc)
        rc = str_dup(str_from(to), m->a, &c.to, e);
    if (!rc)
        buf_put(&m->connections, &c, sizeof(c));
    return rc;
}

static enum element element_of(const struct xml_element *el)
{
    const bool is_of_diagram = str_ends(el->space, STR("/diagram"));
    enum element found = OTHER;

    for (size_t i = 0; i < COUNT_OF(names) && found == OTHER; i++)
        if (strcmp(names[i].name, el->name) == 0)
            found = names[i].element;
    return (found == POINT || found == CONNECTION) && !is_of_diagram ? OTHER
                                                                     : found;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct model *m = ctx;
    const enum element element = element_of(el);

    if (m->points.overflow || m->connections.overflow || m->text.overflow)
        return error_set(e, ERR_LIMIT, "a diagram says too much");
    (void)open_elements_begin(&m->open, element, false);
    switch (element) {
    case POINT: return begin_point(m, el, e);
    case CONNECTION: return read_connection(m, el, e);
    case RUN: m->in_run = true; break;
    case TEXT: m->in_text = m->in_run; break;
    case BREAK: buf_put_char(&m->text, ' '); break;
    default: break;
    }
    return OK;
}

static enum err end_point(struct model *m, struct error *e)
{
    const size_t n = m->points.n / sizeof(struct point);
    const struct str text = str_trim(buf_str(&m->text));

    return n == 0 || text.n == 0
               ? OK
               : str_dup(text, m->a, &point_at(m, (uint32_t)n - 1)->text, e);
}

static enum err on_end(void *ctx, struct error *e)
{
    struct model *m = ctx;
    int element;

    if (!open_elements_end(&m->open, &element))
        return OK;
    switch ((enum element)element) {
    case POINT: return end_point(m, e);
    case PARAGRAPH: buf_put_char(&m->text, ' '); break;
    case RUN: m->in_run = false; break;
    case TEXT: m->in_text = false; break;
    default: break;
    }
    return OK;
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct model *m = ctx;

    (void)e;
    if (m->in_text)
        buf_put_str(&m->text, text);
    return OK;
}

/* ---- the tree ---- */

static int in_order(const void *a, const void *b)
{
    const struct connection *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static void connect_points(struct model *m)
{
    const size_t n = m->connections.n / sizeof(struct connection);
    struct connection *c = (struct connection *)(void *)m->connections.p;

    if (n > 0)
        qsort(c, n, sizeof(*c), in_order);
    for (size_t i = 0; i < n; i++) {
        const uint64_t *from = str_table_find(&m->by_id, c[i].from);
        const uint64_t *to = str_table_find(&m->by_id, c[i].to);
        struct point *parent, *child;

        if (!from || !to || *from == *to || *to - 1 == m->root)
            continue;
        parent = point_at(m, (uint32_t)*from - 1);
        child = point_at(m, (uint32_t)*to - 1);
        if (child->parent != NO_POINT)
            continue;
        child->parent = (uint32_t)*from - 1;
        if (parent->child == NO_POINT)
            parent->child = (uint32_t)*to - 1;
        else
            point_at(m, parent->last)->next = (uint32_t)*to - 1;
        parent->last = (uint32_t)*to - 1;
    }
}

static enum err put_line(struct model *m, uint32_t number, unsigned level,
                         struct diagram *out, struct error *e)
{
    struct point *p = point_at(m, number);
    const unsigned indent = level > MAX_INDENT ? MAX_INDENT : level;

    p->is_shown = true;
    return p->text.n == 0
               ? OK
               : str_printf(m->a, &out->line[out->n++], e, "%*s- %.*s",
                            (int)(2 * indent), "", STR_FMT(p->text));
}

/* The points below the root, each before those below it. */
static enum err put_tree(struct model *m, struct diagram *out, struct error *e)
{
    uint32_t at = point_at(m, m->root)->child;
    unsigned level = 0;
    enum err rc = put_line(m, m->root, 0, out, e);

    while (!rc && at != NO_POINT) {
        rc = put_line(m, at, level, out, e);
        if (point_at(m, at)->child != NO_POINT) {
            at = point_at(m, at)->child;
            level++;
            continue;
        }
        while (point_at(m, at)->next == NO_POINT && level > 0) {
            at = point_at(m, at)->parent;
            level--;
        }
        at = point_at(m, at)->next;
    }
    return rc;
}

static enum err put_points(struct model *m, struct diagram *out,
                           struct error *e)
{
    const uint32_t n = (uint32_t)(m->points.n / sizeof(struct point));
    enum err rc = OK;

    if (n == 0)
        return OK;
    out->line = arena_alloc_array(m->a, n, sizeof(*out->line), e);
    if (!out->line)
        return e->code;
    connect_points(m);
    if (m->root != NO_POINT)
        rc = put_tree(m, out, e);
    for (uint32_t i = 0; i < n && !rc; i++)
        if (!point_at(m, i)->is_shown)
            rc = put_line(m, i, 0, out, e);
    return rc;
}

enum err diagram_read(struct office *o, struct str part, struct arena *a,
                      struct diagram *out, struct error *e)
{
    struct model m = {.a = a, .root = NO_POINT};
    const struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = &m};
    enum err rc;

    *out = (struct diagram){0};
    if (!unzip_has(o->u, part))
        return OK;
    buf_init(&m.points, MAX_POINTS * sizeof(struct point));
    buf_init(&m.connections, MAX_POINTS * sizeof(struct connection));
    buf_init(&m.text, SECTIONS_MAX_BYTES);
    str_table_init(&m.by_id, a);
    rc = part_read_all(o->u, part, &h, o->tick, e);
    if (!rc && (m.points.overflow || m.connections.overflow))
        rc = error_set(e, ERR_LIMIT, "a diagram says too much");
    if (!rc)
        rc = put_points(&m, out, e);
    buf_release(&m.points);
    buf_release(&m.connections);
    buf_release(&m.text);
    return rc;
}

enum err diagrams_read(struct office *o, const struct part_relations *rels,
                       struct diagrams *out, struct error *e)
{
    enum err rc = OK;

    *out = (struct diagrams){0};
    for (size_t i = 0; i < rels->n; i++)
        out->n += str_is(rels->list[i].type, "diagramData");
    if (out->n == 0)
        return OK;
    out->list = arena_alloc_array(o->a, out->n, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    out->n = 0;
    for (size_t i = 0; i < rels->n && !rc; i++) {
        const struct part_relation *r = &rels->list[i];
        struct named_diagram *d = &out->list[out->n];

        if (!str_is(r->type, "diagramData"))
            continue;
        d->id = r->id;
        out->n++;
        rc = diagram_read(o, r->target, o->a, &d->diagram, e);
    }
    return rc;
}

struct diagram diagrams_get(const struct diagrams *d,
                            const struct xml_element *el)
{
    const char *id = xml_attr_rel(el, "dm");

    for (size_t i = 0; id && i < d->n; i++)
        if (str_is(d->list[i].id, id))
            return d->list[i].diagram;
    return (struct diagram){0};
}
