#include "formats/office/docx_notes.h"

#include <string.h>

#define NOTES_BYTES (20000 * sizeof(struct docx_note))

void docx_notes_init(struct docx_notes *n, struct office *o)
{
    *n = (struct docx_notes){.o = o};
    buf_init(&n->list, NOTES_BYTES);
    buf_init(&n->refers, SECTIONS_MAX_BYTES);
    buf_init(&n->text, SECTIONS_MAX_BYTES);
    for (size_t i = 0; i < COUNT_OF(n->by_id); i++)
        str_table_init(&n->by_id[i], o->a);
}

void docx_notes_release(struct docx_notes *n)
{
    buf_release(&n->list);
    buf_release(&n->refers);
    buf_release(&n->text);
}

bool docx_notes_overflow(const struct docx_notes *n)
{
    return n->list.overflow || n->refers.overflow || n->text.overflow;
}

/* Of an element of a note, or of one that refers to it: "footnote",
 * "footnoteReference". */
static enum docx_note_kind kind_of(const char *name)
{
    if (str_starts(str_from(name), STR("comment")))
        return DOCX_COMMENT;
    return str_starts(str_from(name), STR("endnote")) ? DOCX_ENDNOTE
                                                      : DOCX_FOOTNOTE;
}

/* ---- reading ---- */

static enum err dup_attr(const struct docx_notes *n,
                         const struct xml_element *el, const char *name,
                         struct str *out, struct error *e)
{
    const char *value = xml_attr_any(el, name);

    return value ? str_dup(str_from(value), n->o->a, out, e) : OK;
}

enum err docx_notes_begin(struct docx_notes *n, const struct xml_element *el,
                          struct error *e)
{
    enum err rc;

    n->open = (struct docx_note){.kind = kind_of(el->name)};
    n->is_open = true;
    buf_reset(&n->text);
    rc = dup_attr(n, el, "id", &n->open.id, e);
    if (!rc && n->open.kind == DOCX_COMMENT)
        rc = dup_attr(n, el, "author", &n->open.author, e);
    return rc;
}

void docx_notes_put(struct docx_notes *n, struct str text)
{
    buf_put_char(&n->text, ' ');
    buf_put_str(&n->text, text);
}

enum err docx_notes_end(struct docx_notes *n, struct error *e)
{
    uint64_t *number = NULL;
    enum err rc = buf_dup(&n->text, n->o->a, &n->open.text, e);

    n->is_open = false;
    if (!rc)
        rc = str_table_put(&n->by_id[n->open.kind], n->open.id, &number, e);
    if (rc || *number)
        return rc;
    buf_put(&n->list, &n->open, sizeof(n->open));
    if (n->list.overflow)
        return error_set(e, ERR_LIMIT, "it has too many notes");
    *number = n->list.n / sizeof(n->open);
    return OK;
}

/* ---- writing ---- */

enum err docx_notes_refer(struct docx_notes *n, const struct xml_element *el,
                          struct error *e)
{
    struct docx_note wanted = {.kind = kind_of(el->name)};

    if (dup_attr(n, el, "id", &wanted.id, e) != OK)
        return e->code;
    if (wanted.id.n > 0)
        buf_put(&n->refers, &wanted, sizeof(wanted));
    return OK;
}

static void write_note(struct docx_notes *n, const struct docx_note *wanted)
{
    const uint64_t *number =
        str_table_find(&n->by_id[wanted->kind], wanted->id);
    struct docx_note *found;

    if (!number)
        return;
    found = (struct docx_note *)(void *)n->list.p + (*number - 1);
    if (!found->is_put && found->kind == DOCX_COMMENT)
        block_writer_comment(&n->o->writer, found->author, found->text);
    else if (!found->is_put)
        block_writer_note(&n->o->writer, found->text);
    found->is_put = true;
}

void docx_notes_write(struct docx_notes *n)
{
    struct docx_note wanted;

    for (size_t i = 0; i + sizeof(wanted) <= n->refers.n; i += sizeof(wanted)) {
        memcpy(&wanted, n->refers.p + i, sizeof(wanted));
        write_note(n, &wanted);
    }
    buf_reset(&n->refers);
}
