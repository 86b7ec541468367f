/*
 * Numbering (ECMA-376 part 1, 17.9): an abstract form has the labels of nine
 * levels, lists refer to one, and paragraphs to a list. Lists of one form go on
 * counting, unless a list says where it begins. An item begins the deeper levels
 * anew.
 */
#include "formats/office/docx_numbering.h"

#include "base/utf8.h"
#include "formats/office/docx_styles.h"

#include <string.h>

#define NO_LEVEL DOCX_LIST_LEVELS

struct reading {
    struct office *o;
    struct buf forms, lists;
    struct docx_list_form form;
    struct docx_list list;
    bool is_form, is_list;
    uint32_t level;
};

/* `text` as far as it fits, to the end of a character. */
static void copy_text(char *to, size_t room, struct str text)
{
    text.n = utf8_valid_prefix(str_slice(text, 0, room - 1));
    memcpy(to, str_bytes(text), text.n);
    to[text.n] = '\0';
}

static char kind_of(const char *name)
{
    static const struct {
        const char *name;
        char kind;
    } kinds[] = {{"bullet", '-'},      {"none", ' '},
                 {"lowerLetter", 'a'}, {"upperLetter", 'A'},
                 {"lowerRoman", 'i'},  {"upperRoman", 'I'}};

    for (size_t i = 0; name && i < COUNT_OF(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].kind;
    return '1';
}

static void close_open(struct reading *r)
{
    if (r->is_form)
        buf_put(&r->forms, &r->form, sizeof(r->form));
    if (r->is_list)
        buf_put(&r->lists, &r->list, sizeof(r->list));
    r->is_form = r->is_list = false;
    r->level = NO_LEVEL;
}

static void read_level(struct reading *r, const struct xml_element *el)
{
    struct docx_list_level *l =
        r->level < NO_LEVEL ? &r->form.level[r->level] : NULL;
    const char *value = xml_attr_any(el, "val");

    if (!l || !r->is_form)
        return;
    if (strcmp(el->name, "start") == 0)
        l->start = docx_number(el, "val", 1);
    else if (strcmp(el->name, "numFmt") == 0)
        l->kind = kind_of(value);
    else if (strcmp(el->name, "lvlText") == 0)
        copy_text(l->form, sizeof(l->form), str_from(value));
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    if (strcmp(el->name, "abstractNum") == 0) {
        close_open(r);
        r->is_form = true;
        r->form = (struct docx_list_form){
            .id = docx_number(el, "abstractNumId", UINT32_MAX)};
        for (size_t i = 0; i < DOCX_LIST_LEVELS; i++)
            r->form.level[i] = (struct docx_list_level){.kind = '-'};
    } else if (strcmp(el->name, "num") == 0) {
        close_open(r);
        r->is_list = true;
        r->list = (struct docx_list){.id = docx_number(el, "numId", 0),
                                     .form = UINT32_MAX};
    } else if (strcmp(el->name, "lvl") == 0 ||
               strcmp(el->name, "lvlOverride") == 0) {
        r->level = docx_number(el, "ilvl", NO_LEVEL);
    } else if (strcmp(el->name, "abstractNumId") == 0) {
        r->list.form = docx_number(el, "val", UINT32_MAX);
    } else if (strcmp(el->name, "startOverride") == 0) {
        if (r->is_list && r->level < NO_LEVEL)
            r->list.restart[r->level] = docx_number(el, "val", 0) + 1;
    } else {
        read_level(r, el);
    }
    return OK;
}

/* The bytes of an id as a key. */
static struct str key_of(const uint32_t *id)
{
    return (struct str){(const char *)id, sizeof(*id)};
}

/* The first of an id counts. */
static enum err add_id(struct str_table *t, const uint32_t *id, size_t i,
                       struct error *e)
{
    uint64_t *number;
    enum err rc = str_table_put(t, key_of(id), &number, e);

    if (!rc && *number == 0)
        *number = i + 1;
    return rc;
}

static enum err keep(struct reading *r, struct docx_numbering *out,
                     struct error *e)
{
    struct arena *a = r->o->a;
    struct str forms, lists;
    enum err rc = buf_dup(&r->forms, a, &forms, e);

    if (!rc)
        rc = buf_dup(&r->lists, a, &lists, e);
    if (rc)
        return rc;
    out->form = (struct docx_list_form *)(uintptr_t)forms.p;
    out->list = (struct docx_list *)(uintptr_t)lists.p;
    out->n_forms = forms.n / sizeof(*out->form);
    out->n_lists = lists.n / sizeof(*out->list);
    for (size_t i = 0; i < out->n_forms && !rc; i++)
        rc = add_id(&out->form_of, &out->form[i].id, i, e);
    for (size_t i = 0; i < out->n_lists && !rc; i++)
        rc = add_id(&out->list_of, &out->list[i].id, i, e);
    return rc;
}

enum err docx_numbering_read(struct office *o, struct str part,
                             struct docx_numbering *out, struct error *e)
{
    struct reading r = {.o = o, .level = NO_LEVEL};
    const struct xml_handler h = {.start = on_start, .ctx = &r};
    enum err rc;

    *out = (struct docx_numbering){0};
    str_table_init(&out->form_of, o->a);
    str_table_init(&out->list_of, o->a);
    if (part.n == 0 || !unzip_has(o->u, part))
        return OK;
    buf_init(&r.forms, DOCX_MAX_LISTS * sizeof(r.form));
    buf_init(&r.lists, DOCX_MAX_LISTS * sizeof(r.list));
    rc = part_read_all(o->u, part, &h, o->tick, e);
    close_open(&r);
    if (!rc)
        rc = keep(&r, out, e);
    buf_release(&r.forms);
    buf_release(&r.lists);
    return rc;
}

static void put_roman(struct buf *out, uint32_t n, bool is_upper)
{
    static const struct {
        uint32_t value;
        const char *upper, *lower;
    } signs[] = {{1000, "M", "m"},  {900, "CM", "cm"}, {500, "D", "d"},
                 {400, "CD", "cd"}, {100, "C", "c"},   {90, "XC", "xc"},
                 {50, "L", "l"},    {40, "XL", "xl"},  {10, "X", "x"},
                 {9, "IX", "ix"},   {5, "V", "v"},     {4, "IV", "iv"},
                 {1, "I", "i"}};

    for (size_t i = 0; i < COUNT_OF(signs) && n < 4000; i++)
        for (; n >= signs[i].value; n -= signs[i].value)
            buf_puts(out, is_upper ? signs[i].upper : signs[i].lower);
}

static void put_count(struct buf *out, const struct docx_list_level *l)
{
    const uint32_t n = l->count;

    if (l->kind == 'i' || l->kind == 'I')
        put_roman(out, n, l->kind == 'I');
    else if ((l->kind == 'a' || l->kind == 'A') && n > 0 && n <= 26 * 8)
        for (uint32_t i = 0; i <= (n - 1) / 26; i++) /* z, aa, bb, ... */
            buf_put_char(out, (char)(l->kind + (char)((n - 1) % 26)));
    else
        buf_printf(out, "%u", n);
}

static void put_label(const struct docx_list_form *f, uint32_t level,
                      struct buf *out)
{
    const char *p = f->level[level].form;

    for (; *p; p++) {
        if (p[0] == '%' && p[1] >= '1' && p[1] <= '9') {
            put_count(out, &f->level[p[1] - '1']);
            p++;
        } else {
            buf_put_char(out, *p);
        }
    }
}

static struct docx_list *find_list(const struct docx_numbering *n, uint32_t id)
{
    const uint64_t *number = str_table_find(&n->list_of, key_of(&id));

    return number ? &n->list[*number - 1] : NULL;
}

static struct docx_list_form *find_form(const struct docx_numbering *n,
                                        uint32_t id)
{
    const uint64_t *number = str_table_find(&n->form_of, key_of(&id));

    return number ? &n->form[*number - 1] : NULL;
}

static void count(struct docx_list *list, struct docx_list_form *f,
                  uint32_t level)
{
    struct docx_list_level *l = &f->level[level];

    if (list->restart[level]) {
        l->count = list->restart[level] - 1;
        list->restart[level] = 0;
    } else {
        l->count = l->is_counted ? l->count + 1 : l->start;
    }
    l->is_counted = true;
    for (uint32_t i = 0; i < DOCX_LIST_LEVELS; i++) {
        struct docx_list_level *other = &f->level[i];

        if (i > level)
            other->is_counted = false;
        else if (i < level && !other->is_counted) {
            other->count = other->start;
            other->is_counted = true;
        }
    }
}

void docx_numbering_next(struct docx_numbering *n, uint32_t list,
                         uint32_t level, char label[DOCX_LABEL_BYTES])
{
    struct docx_list *l = find_list(n, list);
    struct docx_list_form *f = l ? find_form(n, l->form) : NULL;
    struct buf out;

    level = level < DOCX_LIST_LEVELS ? level : DOCX_LIST_LEVELS - 1;
    if (f)
        count(l, f, level);
    copy_text(label, DOCX_LABEL_BYTES,
              f && f->level[level].kind == ' ' ? STR("") : STR("-"));
    if (!f || f->level[level].kind == ' ' || f->level[level].kind == '-')
        return;
    buf_init(&out, 512);
    put_label(f, level, &out);
    copy_text(label, DOCX_LABEL_BYTES, buf_str(&out));
    buf_release(&out);
}
