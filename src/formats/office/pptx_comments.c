#include "formats/office/pptx_comments.h"

#include <string.h>

#define MAX_AUTHORS  20000u
#define MAX_COMMENTS 20000u /* of a slide */

enum element {
    COMMENT_OTHER,
    COMMENT_AUTHOR,
    COMMENT_COMMENT,
    COMMENT_REPLY, /* in a comment, before what that says */
    COMMENT_BODY,
    COMMENT_PARAGRAPH,
    COMMENT_TEXT,
    COMMENT_PLAIN /* a body that is text, before 2021 */
};

static const struct {
    const char *name;
    enum element element;
} names[] = {{"cmAuthor", COMMENT_AUTHOR}, {"author", COMMENT_AUTHOR},
             {"cm", COMMENT_COMMENT},      {"reply", COMMENT_REPLY},
             {"txBody", COMMENT_BODY},     {"p", COMMENT_PARAGRAPH},
             {"t", COMMENT_TEXT},          {"text", COMMENT_PLAIN}};

struct pptx_comment {
    struct str author;
    size_t begin, end; /* of `text` */
};

void pptx_comments_init(struct pptx_comments *c, struct office *o)
{
    *c = (struct pptx_comments){.o = o};
    buf_init(&c->names, MAX_AUTHORS * sizeof(struct str));
    buf_init(&c->list, MAX_COMMENTS * sizeof(struct pptx_comment));
    buf_init(&c->text, SECTIONS_MAX_BYTES);
    str_table_init(&c->by_id, o->a);
}

void pptx_comments_release(struct pptx_comments *c)
{
    buf_release(&c->names);
    buf_release(&c->list);
    buf_release(&c->text);
}

static enum element element_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].element;
    return COMMENT_OTHER;
}

/* ---- reading ---- */

static enum err add_author(struct pptx_comments *c,
                           const struct xml_element *el, struct error *e)
{
    const char *id = xml_attr(el, "id");
    const char *said = xml_attr(el, "name");
    struct str key;
    struct str name;
    uint64_t *number = NULL;

    if (!id || !said)
        return OK;
    if (str_dup(str_from(id), c->o->a, &key, e) != OK ||
        str_dup(str_from(said), c->o->a, &name, e) != OK ||
        str_table_put(&c->by_id, key, &number, e) != OK)
        return e->code;
    if (*number)
        return OK;
    buf_put(&c->names, &name, sizeof(name));
    *number = c->names.n / sizeof(name);
    return c->names.overflow
               ? error_set(e, ERR_LIMIT, "too many people commented on it")
               : OK;
}

/* Its number; the author's name is empty if nobody is known by that. */
static size_t add_comment(struct pptx_comments *c, const struct xml_element *el)
{
    const char *id = xml_attr(el, "authorId");
    const uint64_t *number =
        id ? str_table_find(&c->by_id, str_from(id)) : NULL;
    struct pptx_comment comment = {0};

    if (number)
        memcpy(&comment.author,
               c->names.p + (*number - 1) * sizeof(comment.author),
               sizeof(comment.author));
    buf_put(&c->list, &comment, sizeof(comment));
    return c->list.n / sizeof(comment);
}

/* The reply that is open, else the comment; NULL: there is none. */
static struct pptx_comment *open_comment(struct pptx_comments *c)
{
    const size_t number = c->reply ? c->reply : c->comment;

    return number ? (struct pptx_comment *)(void *)c->list.p + (number - 1)
                  : NULL;
}

static void begin_body(struct pptx_comments *c)
{
    struct pptx_comment *comment = open_comment(c);

    if (comment)
        comment->begin = comment->end = c->text.n;
}

static void end_body(struct pptx_comments *c)
{
    struct pptx_comment *comment = open_comment(c);

    if (comment)
        comment->end = c->text.n;
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct pptx_comments *c = ctx;
    const enum element element = element_of(el->name);

    if (c->list.overflow || c->text.overflow)
        return error_set(e, ERR_LIMIT, "too many comments on a slide");
    if (!open_elements_begin(&c->open, element, false))
        return OK;
    switch (element) {
    case COMMENT_AUTHOR: return add_author(c, el, e);
    case COMMENT_COMMENT:
        c->comment = add_comment(c, el);
        c->reply = 0;
        break;
    case COMMENT_REPLY: c->reply = add_comment(c, el); break;
    case COMMENT_BODY: begin_body(c); break;
    case COMMENT_PARAGRAPH: buf_put_char(&c->text, ' '); break;
    case COMMENT_TEXT: c->in_text = true; break;
    case COMMENT_PLAIN:
        begin_body(c);
        c->in_text = true;
        break;
    default: break;
    }
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct pptx_comments *c = ctx;
    int element;

    (void)e;
    if (!open_elements_end(&c->open, &element))
        return OK;
    switch ((enum element)element) {
    case COMMENT_COMMENT: c->comment = 0; break;
    case COMMENT_REPLY: c->reply = 0; break;
    case COMMENT_BODY: end_body(c); break;
    case COMMENT_TEXT: c->in_text = false; break;
    case COMMENT_PLAIN:
        end_body(c);
        c->in_text = false;
        break;
    default: break;
    }
    return OK;
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct pptx_comments *c = ctx;

    (void)e; /* on_start() asks whether it is too much */
    if (c->in_text)
        buf_put_str(&c->text, text);
    return OK;
}

/* The parts of two types, of which a presentation has one or the other. */
static enum err read_parts(struct pptx_comments *c,
                           const struct part_relations *rels,
                           const char *const type[2], struct error *e)
{
    const struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = c};
    enum err rc = OK;

    for (size_t i = 0; i < 2 && type[i] && !rc; i++) {
        const struct part_relation *r =
            part_relation_of_type(rels, str_from(type[i]));

        c->comment = c->reply = 0;
        c->in_text = false;
        c->open = (struct open_elements){0};
        if (r && unzip_has(c->o->u, r->target))
            rc = part_read_all(c->o->u, r->target, &h, c->o->tick, e);
    }
    return rc;
}

enum err pptx_comments_authors(struct pptx_comments *c,
                               const struct part_relations *rels,
                               struct error *e)
{
    return read_parts(c, rels,
                      (const char *const[2]){"authors", "commentAuthors"}, e);
}

/* ---- writing ---- */

enum err pptx_comments_put(struct pptx_comments *c,
                           const struct part_relations *rels, struct error *e)
{
    struct pptx_comment comment;
    enum err rc;

    buf_reset(&c->list);
    buf_reset(&c->text);
    rc = read_parts(c, rels, (const char *const[2]){"comments"}, e);
    if (!rc && (c->list.overflow || c->text.overflow))
        rc = error_set(e, ERR_LIMIT, "too many comments on a slide");
    for (size_t i = 0; !rc && i + sizeof(comment) <= c->list.n;
         i += sizeof(comment)) {
        memcpy(&comment, c->list.p + i, sizeof(comment));
        block_writer_comment(
            &c->o->writer, comment.author,
            str_slice(buf_str(&c->text), comment.begin, comment.end));
    }
    return rc;
}
