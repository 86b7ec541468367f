/*
 * Books (EPUB 2 and 3): pages of XHTML in the order of the spine, each read as a
 * web page is (formats/markup/html.h), so that what is navigation is left out.
 *
 * META-INF/container.xml names the package document, whose manifest gives each
 * page a name and whose spine has their order.
 */
#include "base/percent.h"
#include "base/str_table.h"
#include "formats/office/document.h"

#include <string.h>

#define MAX_ITEMS  20000u /* of the manifest, and of the spine */
#define PAGE_ARENA ((size_t)256 << 20)

struct item {
    struct str part;
    bool is_read; /* the spine may name it again */
};

struct epub {
    struct office *o;
    struct str package;       /* the part */
    struct buf items;         /* of struct item: the manifest */
    struct str_table item_of; /* id -> number in `items` from 1 */
    struct buf spine;         /* of struct str: ids */
    struct buf text;          /* of a page */
    size_t pages;             /* read */
    bool is_title;            /* the title is open */
    bool is_title_read;
};

/*
 * The part that a reference means. It is a URI, in which a blank is "%20"; books
 * that were made by hand have names as they are.
 */
static enum err resolve(struct epub *d, const char *reference, struct str *out,
                        struct error *e)
{
    const struct str all = str_from(reference);
    const struct str path = str_slice(all, 0, str_find_char(all, '#'));
    const struct str owner = d->package; /* which *out may be */
    struct str plain = {0};
    char *to;

    if (part_resolve(owner, path, d->o->a, out, e) != OK)
        return e->code;
    if (path.n == 0 || unzip_has(d->o->u, *out))
        return OK;
    to = arena_alloc(d->o->a, path.n, e);
    if (!to)
        return e->code;
    if (percent_decode(path, to, &plain.n) < path.n)
        return OK; /* it is not encoded, and there is no such part */
    plain.p = to;
    return part_resolve(owner, plain, d->o->a, out, e);
}

static enum err on_container(void *ctx, const struct xml_element *el,
                             struct error *e)
{
    struct epub *d = ctx;
    const char *path = xml_attr_any(el, "full-path");

    if (strcmp(el->name, "rootfile") != 0 || !path || d->package.n > 0)
        return OK;
    return resolve(d, path, &d->package, e);
}

static enum err check_count(const struct buf *list, struct error *e)
{
    return list->overflow
               ? error_set(e, ERR_LIMIT, "the book has more than %u pages",
                           MAX_ITEMS)
               : OK;
}

static enum err add_item(struct epub *d, const struct xml_element *el,
                         struct error *e)
{
    const char *id = xml_attr_any(el, "id");
    const char *href = xml_attr_any(el, "href");
    const char *type = xml_attr_any(el, "media-type");
    struct item i = {0};
    struct str key;
    uint64_t *number;

    if (!id || !href || !type || !strstr(type, "html"))
        return OK;
    if (str_dup(str_from(id), d->o->a, &key, e) != OK ||
        str_table_put(&d->item_of, key, &number, e) != OK ||
        resolve(d, href, &i.part, e) != OK)
        return e->code;
    if (*number)
        return OK;
    buf_put(&d->items, &i, sizeof(i));
    *number = d->items.n / sizeof(i);
    return check_count(&d->items, e);
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct epub *d = ctx;
    const char *ref = xml_attr_any(el, "idref");
    struct str id;

    if (strcmp(el->name, "item") == 0)
        return add_item(d, el, e);
    if (strcmp(el->name, "title") == 0 && !d->is_title_read)
        d->is_title = d->is_title_read = true;
    if (strcmp(el->name, "itemref") != 0 || !ref)
        return OK;
    if (str_dup(str_from(ref), d->o->a, &id, e) != OK)
        return e->code;
    buf_put(&d->spine, &id, sizeof(id));
    return check_count(&d->spine, e);
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct epub *d = ctx;

    (void)e;
    if (d->is_title)
        buf_put_str(&d->text, text);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct epub *d = ctx;

    (void)e;
    d->is_title = false;
    return OK;
}

/* Its unpacked bytes, in `d->text`. */
static enum err unpack(struct epub *d, struct str part, struct error *e)
{
    char piece[65536];
    size_t got = 1;
    enum err rc = unzip_start(d->o->u, part, e);

    buf_reset(&d->text);
    while (!rc && got > 0) {
        rc =
            part_read_piece(d->o->u, piece, sizeof(piece), &got, d->o->tick, e);
        buf_put(&d->text, piece, rc ? 0 : got);
        if (d->text.overflow)
            rc = error_set(e, ERR_LIMIT, "a page of more than %zu MiB",
                           SECTIONS_MAX_BYTES >> 20);
    }
    return rc;
}

static bool is_item(const struct sections *s, const struct section_block *b)
{
    return b->kind == SECTIONS_ITEM ||
           (b->parent != SECTIONS_NONE &&
            s->blocks[b->parent].kind == SECTIONS_ITEM);
}

/* The table that a block of a page is, after those that were put; NULL: it is for
 * layout. */
static const struct block_table *table_of(const struct sections *s,
                                          const struct section_block *b,
                                          uint32_t *next)
{
    const struct block_table *t = s->tables.table;
    const size_t begin = b->range.begin - s->base;

    while (*next < s->tables.n && t[*next].source < begin)
        ++*next;
    return b->kind == SECTIONS_TABLE && *next < s->tables.n &&
                   t[*next].source == begin
               ? &t[*next]
               : NULL;
}

static enum err put_block(struct epub *d, const struct sections *s,
                          const struct section_block *b, uint32_t *next,
                          struct error *e)
{
    const struct block_table *table = table_of(s, b, next);
    struct str text = b->visible;

    if (text.n == 0)
        return OK;
    if (table) {
        block_writer_put(
            &d->o->writer, SECTIONS_PARAGRAPH, 0,
            str_slice(s->tables.text, table->title, table->title_end));
        block_writer_put_table(&d->o->writer, &s->tables, table);
        return OK;
    }
    if (!is_item(s, b)) {
        block_writer_put(&d->o->writer, SECTIONS_PARAGRAPH, 0, text);
        return OK;
    }
    if (str_printf(d->o->a, &text, e, "- %.*s", STR_FMT(text)) != OK)
        return e->code;
    block_writer_put(&d->o->writer, SECTIONS_LIST, 0, text);
    return OK;
}

static enum err read_page(struct epub *d, struct str part, struct error *e)
{
    const struct sections_options options = {
        .format = SECTIONS_HTML, .encoding = STR(""), .stop = d->o->stop};
    struct sections s;
    struct arena a;
    uint32_t table = 0;
    enum err rc = unpack(d, part, e);

    if (rc)
        return rc;
    arena_init(&a, PAGE_ARENA);
    rc = sections_parse(buf_str(&d->text), &options, &a, &s, e);
    for (uint32_t i = 0; !rc && i < s.n_sections; i++) {
        const struct section *x = &s.sections[i];

        rc = block_writer_check(&d->o->writer, e);
        block_writer_put(&d->o->writer, SECTIONS_PARAGRAPH, x->level, x->title);
        for (uint32_t k = x->first_block; !rc && k < x->end_block; k++)
            rc = put_block(d, &s, &s.blocks[k], &table, e);
    }
    arena_release(&a);
    return rc;
}

/* A page that the spine names, once. */
static enum err read_item(struct epub *d, struct str id, struct error *e)
{
    const uint64_t *number = str_table_find(&d->item_of, id);
    struct item *i =
        number ? (struct item *)(void *)d->items.p + (*number - 1) : NULL;

    if (!i || i->is_read || !unzip_has(d->o->u, i->part))
        return OK;
    i->is_read = true;
    d->pages++;
    return read_page(d, i->part, e);
}

static enum err read_package(struct epub *d, struct error *e)
{
    const struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = d};
    enum err rc = part_read_all(d->o->u, d->package, &h, d->o->tick, e);
    struct str id;

    if (!rc)
        rc = str_dup(str_trim(buf_str(&d->text)), d->o->a, &d->o->writer.title,
                     e);
    for (size_t i = 0; !rc && i + sizeof(id) <= d->spine.n; i += sizeof(id)) {
        memcpy(&id, d->spine.p + i, sizeof(id));
        rc = read_item(d, id, e);
    }
    if (!rc && d->pages == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "it is damaged: its package has none of the pages that "
                       "its table of pages names");
    return rc;
}

static enum err read_book(struct epub *d, struct error *e)
{
    const struct xml_handler h = {.start = on_container, .ctx = d};
    const struct str container = STR("META-INF/container.xml");
    enum err rc = OK;

    if (unzip_has(d->o->u, container))
        rc = part_read_all(d->o->u, container, &h, d->o->tick, e);
    if (!rc && (d->package.n == 0 || !unzip_has(d->o->u, d->package)))
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "it is a ZIP archive, but not a book");
    if (!rc && unzip_has(d->o->u, STR("META-INF/rights.xml")))
        rc =
            error_set(e, ERR_FILE_READ_FAILED, "its pages are encrypted (DRM)");
    return rc ? rc : read_package(d, e);
}

enum err epub_read(struct office *o, struct error *e)
{
    struct epub d = {.o = o};
    enum err rc;

    buf_init(&d.items, MAX_ITEMS * sizeof(struct item));
    buf_init(&d.spine, MAX_ITEMS * sizeof(struct str));
    str_table_init(&d.item_of, o->a);
    buf_init(&d.text, SECTIONS_MAX_BYTES + 1);
    rc = read_book(&d, e);
    buf_release(&d.items);
    buf_release(&d.spine);
    buf_release(&d.text);
    return rc;
}
