/* make_text.c - passages of Markdown, HTML and plain text. */
#include "search/chunks/chunk.h"
#include "search/documents/passage.h"
#include "search/index/make.h"
#include "tables/name.h"

#include <stdio.h>

#define ARENA_BYTES      ((size_t)4 << 30)
#define MAX_LINKS        16 /* of a passage */
#define MAX_LINK_BYTES   400
#define MAX_ANCHORS      32 /* the same */
#define MAX_ANCHOR_BYTES 100
#define LINK_BYTES       ((size_t)1 << 20)

/* The front matter: its tags, and each short field under its own name. */
static void add_fields(const struct json *sections, struct make_filters *f)
{
    const struct json *list = json_find(sections, "fields");

    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        struct str key = json_text(json_find(j, "key"));
        const struct json *values = json_find(j, "list");

        if (!make_begin_field(f, &key))
            continue;
        make_add_filter(f, key, json_text(json_find(j, "text")));
        for (const struct json *v = values ? values->first : NULL; v;
             v = v->next)
            make_add_filter(f, key, json_text(v));
    }
}

/* What holds for all chunks of a document. */
struct text_making {
    struct making *m;
    const struct json *link;   /* the first that a later chunk can have */
    const struct json *anchor; /* the same */
    struct str stem;           /* of the file's name */
    uint64_t base;             /* of the bytes of links */
    struct str language;       /* empty: it does not tell */
    struct outline outline;
    struct make_filters filters;
    struct str tags;
};

/* Where a link is in the text; false: it does not say. */
static bool link_at(const struct text_making *x, const struct json *link,
                    uint64_t *begin)
{
    const struct json *range = json_find(link, "range");
    const struct json *from =
        range && range->count == 4 ? range->first->next->next : NULL;
    struct error ignored;

    if (!from || json_read_u64(from, "link", SIZE_MAX, begin, &ignored) ||
        *begin < x->base)
        return false;
    *begin -= x->base;
    return true;
}

static const struct json *first_of(const struct json *sections,
                                   const char *name)
{
    const struct json *list = json_find(sections, name);

    return list ? list->first : NULL;
}

/* The targets of the links in a chunk, a line each, and as filters. */
static enum err find_links(struct text_making *x, const struct chunk *c,
                           struct make_filters *f, struct arena *a,
                           struct str *out, struct error *e)
{
    enum err rc = OK;
    uint64_t at = 0;
    size_t n = 0;

    *out = (struct str){0};
    while (x->link && (!link_at(x, x->link, &at) || at < c->begin))
        x->link = x->link->next;
    for (const struct json *l = x->link; l && !rc && n < MAX_LINKS;
         l = l->next) {
        struct str target = json_text(json_find(l, "target"));

        if (!link_at(x, l, &at) || at >= c->end)
            break;
        if (target.n == 0 || target.n > MAX_LINK_BYTES)
            continue;
        make_add_filter(f, STR("link"), target);
        rc = str_printf(a, out, e, "%.*s%s%.*s", STR_FMT(*out),
                        out->n ? "\n" : "", STR_FMT(target));
        n++;
    }
    return rc;
}

/* Ids that generators count out say nothing: idm140, a4f01. */
static bool says_something(struct str id)
{
    size_t letters = 0;
    size_t digits = 0;

    for (size_t i = 0; i < id.n; i++) {
        bool is_digit = id.p[i] >= '0' && id.p[i] <= '9';

        digits += is_digit;
        letters += !is_digit && id.p[i] != '-' && id.p[i] != '_';
    }
    return id.n <= MAX_ANCHOR_BYTES && letters > 2 && letters > digits;
}

static enum err add_anchor(struct str id, struct arena *a, struct str *out,
                           struct error *e)
{
    if (!says_something(id))
        return OK;
    return str_printf(a, out, e, "%.*s%s%.*s", STR_FMT(*out),
                      out->n ? "\n" : "", STR_FMT(id));
}

static bool anchor_line(const struct json *anchor, uint64_t *line)
{
    struct error ignored;

    return !json_read_u64(json_find(anchor, "line"), "line", UINT32_MAX, line,
                          &ignored);
}

/* What leads to a chunk: ids that the document gives in its lines, and the name
 * of the file without its suffix. */
static enum err find_anchors(struct text_making *x, const struct chunk *c,
                             struct arena *a, struct str *out, struct error *e)
{
    uint64_t line = 0;
    size_t n = 0;
    enum err rc;

    *out = (struct str){0};
    rc = add_anchor(x->stem, a, out, e);
    for (size_t i = 0; i < c->n_parts && !rc; i++) {
        if (c->part[i].is_id_written)
            rc = add_anchor(c->part[i].heading_id, a, out, e);
    }
    while (x->anchor &&
           (!anchor_line(x->anchor, &line) || line < c->first_line))
        x->anchor = x->anchor->next;
    for (const struct json *j = x->anchor; j && !rc && n < MAX_ANCHORS;
         j = j->next, n++) {
        if (!anchor_line(j, &line) || line > c->last_line)
            break;
        rc = add_anchor(json_text(json_find(j, "id")), a, out, e);
    }
    return rc;
}

_Static_assert(CHUNK_MAX_PARTS <= PASSAGE_MAX_PARTS &&
                   CHUNK_MAX_HEADINGS <= PASSAGE_MAX_HEADINGS,
               "a passage has room for what a chunk has");

/* A line of the text, counted on its page where it has one. */
static uint64_t line_on_page(uint64_t line, uint64_t page_line)
{
    return page_line ? line - page_line + 1 : line;
}

/* What the document calls a page, unless that is its number. */
static struct str label_of(const struct outline *o, uint64_t page)
{
    const bool is_known = page > 0 && page <= o->n_pages;
    char number[24];

    (void)snprintf(number, sizeof(number), "%llu", (unsigned long long)page);
    return is_known && !str_is(o->pages[page - 1].label, number)
               ? o->pages[page - 1].label
               : (struct str){0};
}

/* How sure OCR is of bytes [begin, end) of the text, in percent: of the page that it
 * is least sure of. 0: no page of it needed OCR. */
static uint64_t ocr_of(const struct outline *o, size_t begin, size_t end)
{
    size_t page = outline_page_at(o, begin);
    double least = 0;

    for (; page > 0 && page <= o->n_pages && o->pages[page - 1].begin < end;
         page++) {
        const double sure = o->pages[page - 1].ocr;

        if (sure > 0 && sure <= 1 && (least == 0 || sure < least))
            least = sure;
    }
    return (uint64_t)(least * 100 + 0.5);
}

/* The parts of a passage; its own headings are the first's. */
static void put_parts(const struct outline *o, const struct chunk *c,
                      struct passage_part *part, struct passage *p)
{
    for (size_t i = 0; i < c->n_parts; i++) {
        const struct chunk_part *from = &c->part[i];
        struct passage_part *to = &part[i];

        *to = (struct passage_part){
            .at = (size_t)(from->text.p - c->text.p),
            .first_line = line_on_page(from->first_line, from->page_line),
            .last_line = line_on_page(from->last_line, from->page_line),
            .page = from->page_line ? from->page : 0,
            .page_label = label_of(o, from->page),
            .n_headings = from->n_headings,
            .heading_id = from->heading_id};
        for (size_t k = 0; k < from->n_headings; k++)
            to->heading[k] = from->heading[k];
    }
    p->part = part;
    p->n_parts = c->n_parts > 1 ? c->n_parts : 0;
    if (c->n_parts == 0)
        return;
    p->heading_id = part[0].heading_id;
    p->n_headings = part[0].n_headings;
    for (size_t k = 0; k < p->n_headings; k++)
        p->heading[k] = part[0].heading[k];
}

/* Filters by the headings of all parts, each once. */
static void add_headings(const struct chunk *c, struct make_filters *f)
{
    for (size_t i = 0; i < c->n_parts; i++) {
        const struct chunk_part *x = &c->part[i];
        size_t shared = 0;

        while (i > 0 && shared < x->n_headings &&
               shared < c->part[i - 1].n_headings &&
               str_eq(x->heading[shared], c->part[i - 1].heading[shared]))
            shared++;
        if (x->n_headings > 0 && shared < x->n_headings)
            make_add_filter(f, STR("section"), x->heading[x->n_headings - 1]);
        for (size_t k = shared; k < x->n_headings; k++)
            make_add_filter(f, STR("heading"), x->heading[k]);
    }
}

static enum err put_chunk(struct text_making *x, const struct chunk *c,
                          struct error *e)
{
    const struct outline *o = &x->outline;
    const struct uri u = {.part = URI_LINES,
                          .page = c->page_line ? c->page : 0,
                          .first = line_on_page(c->first_line, c->page_line),
                          .last = line_on_page(c->last_line, c->page_line)};
    struct make_filters f = x->filters;
    struct passage_part part[CHUNK_MAX_PARTS];
    struct passage p = {.title = o->title,
                        .chapter = o->chapter,
                        .language = x->language,
                        .first_line = u.first,
                        .last_line = u.last,
                        .begin = c->begin,
                        .end = c->end,
                        .page = c->page,
                        .page_label = label_of(o, c->page),
                        .ocr_percent = ocr_of(o, c->begin, c->end),
                        .overlap = c->overlap_bytes,
                        .tags = x->tags,
                        .text = c->text};
    struct arena a;
    enum err rc;

    put_parts(o, c, part, &p);
    if (c->part[0].outer_level == 1 || (p.n_headings > 0 && p.chapter.n == 0))
        p.chapter = p.heading[0]; /* the document's title comes above others */
    make_add_filter(&f, STR("chapter"), p.chapter);
    add_headings(c, &f);
    arena_init(&a, LINK_BYTES);
    rc = find_links(x, c, &f, &a, &p.links, e);
    if (!rc)
        rc = find_anchors(x, c, &a, &p.anchors, e);
    if (!rc)
        rc = make_put(x->m, &u, &p, &f, e);
    arena_release(&a);
    return rc;
}

/* What cannot be was kept by a version before this one, which did nothing with
 * it. */
static enum err read_size(const struct making *m, struct arena *a,
                          struct chunk_size *out, struct error *e)
{
    struct error ignored;
    struct str text;
    enum err rc = make_splitter(m, a, &text, e);

    if (!rc && chunk_size_parse(text, a, out, &ignored))
        *out = chunk_size_default;
    return rc;
}

static struct str stem_of(struct str name)
{
    name = name_of_path(name);
    name.n -= name_suffix(name).n;
    return name;
}

enum err make_text(struct making *m, struct error *e)
{
    struct text_making x = {.m = m};
    struct passage_text t;
    struct chunk_size size;
    struct chunk_list list = {0};
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = passage_open(
        m->parser, m->document,
        &(struct text_of){m->document->sha256, m->document->reader}, &a, &t, e);
    if (!rc)
        rc = outline_read(t.sections, t.text, t.base, &a, &x.outline, e);
    if (!rc)
        rc = read_size(m, &a, &size, e);
    if (!rc)
        rc = chunk_text(&x.outline, &size, &a, &list, e);
    if (!rc) {
        make_common_filters(m->document, &x.filters);
        add_fields(t.sections, &x.filters);
        rc = make_join_tags(&x.filters, &a, &x.tags, e);
    }
    x.language = x.outline.language;
    x.base = rc ? 0 : t.base;
    x.link = rc ? NULL : first_of(t.sections, "links");
    x.anchor = rc ? NULL : first_of(t.sections, "anchors");
    x.stem = stem_of(m->document->name);
    if (!rc && x.language.n == 0)
        rc = embed_queue_language(m->queue, x.outline.text, &x.language, e);
    for (size_t i = 0; i < list.n && !rc; i++)
        rc = put_chunk(&x, &list.chunk[i], e);
    arena_release(&a);
    return rc;
}
