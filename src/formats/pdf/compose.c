/*
 * compose.c - lines to text: paragraphs, lists, tables, headings.
 *
 * A line of the page is a line of the text, so that a pointer to lines leads to
 * what one sees. Where a line ends within a word the rest of the word comes up
 * to it. A blank line stands between blocks; a paragraph that goes on in the
 * next column or on the next page is one.
 */
#include "base/text/fold.h"
#include "base/utf8.h"
#include "formats/pdf/document.h"
#include "formats/pdf/hyphenation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES    (SECTIONS_MAX_BYTES + 1)
#define SCRATCH_BYTES ((size_t)64 << 20)
#define LEADING       1.3F /* times the usual distance of lines, in a paragraph */
#define NO_LEADING    1.7F /* times the size, where there is no usual distance */
#define ROW           3.0F /* times the size, to the next row of a table */
#define OTHER_SIZE    1.1F /* times: another type */
#define INDENT        0.8F /* of the size, where a paragraph begins */
#define SHORT         0.2F /* of a column's width, that a last line lacks */
#define MAX_MARKER    4    /* bytes of "12." or "(a)" without its signs */

/* What is known of the column that is put together. */
struct column {
    float x0, x1;
    float distance; /* of lines, as most are; 0: not known */
};

/* Bytes of the text. */
struct place {
    size_t begin, end;
};

struct composing {
    const struct pdf_document *d;
    struct arena *a;
    struct buf text;
    uint32_t line; /* of the text, that is written next; from 1 */
    struct text_block *block;
    struct place *place; /* place[n_blocks], in the text */
    size_t n_blocks;
    struct sections_page *page;
    struct column column;
    const struct pdf_line *last; /* that was written */
    bool is_list, is_table;      /* the open block */
    bool is_row;                 /* the line that is put */
    struct seen_words words;     /* of the document */
};

/* ---- what begins a block ---- */

static int by_value(const void *p, const void *q)
{
    const float x = *(const float *)p;
    const float y = *(const float *)q;

    return x < y ? -1 : x > y;
}

/* The column that line `i` of a page begins. */
static enum err look_at_column(const struct pdf_page *p, size_t i,
                               struct arena *a, struct column *out,
                               struct error *e)
{
    const struct pdf_line *l = p->line;
    size_t end = i;
    size_t n = 0;
    float *distance;

    *out = (struct column){.x0 = l[i].box.x0, .x1 = l[i].box.x1};
    while (end < p->n && l[end].column == l[i].column) {
        out->x0 = fminf(out->x0, l[end].box.x0);
        out->x1 = fmaxf(out->x1, l[end].box.x1);
        end++;
    }
    distance = arena_alloc_array(a, end - i, sizeof(*distance), e);
    if (!distance)
        return e->code;
    for (size_t k = i + 1; k < end; k++)
        if (l[k].size == l[k - 1].size && l[k].box.y1 > l[k - 1].box.y1)
            distance[n++] = l[k].box.y1 - l[k - 1].box.y1;
    if (n > 2) {
        qsort(distance, n, sizeof(*distance), by_value);
        out->distance = distance[n / 2];
    }
    return OK;
}

static uint32_t first_character(struct str s, size_t *len)
{
    *len = utf8_length(s);
    return *len ? utf8_decode(s.p, *len) : 0;
}

/* A sign that comes before each item of a list, and a blank after it. */
static size_t bullet_length(struct str s)
{
    static const uint32_t signs[] = {
        0x2022, 0x2023, 0x2043, 0x204c, 0x204d, 0x2219, 0x25a0, 0x25a1, 0x25aa,
        0x25ab, 0x25b6, 0x25ba, 0x25c6, 0x25c7, 0x25cb, 0x25cf, 0x25d8, 0x25e6,
        0x2605, 0x2610, 0x2611, 0x2612, 0x2666, 0x2713, 0x2714, 0x2794, 0x27a2,
        0x27a4, 0xb7,   '*',    '-',    0x2013, 0x2014, 0xfffd};
    size_t len;
    const uint32_t cp = first_character(s, &len);
    bool is = cp >= 0xe000 && cp <= 0xf8ff;

    for (size_t i = 0; i < COUNT_OF(signs) && !is; i++)
        is = cp == signs[i];
    return is && len + 1 < s.n && s.p[len] == ' ' ? len : 0;
}

/* "1.", "12)", "(a)", "iv." and a blank. */
static bool is_numbered(struct str s)
{
    const size_t from = s.n > 0 && s.p[0] == '(';
    size_t n = from;

    while (
        n < s.n && n - from < MAX_MARKER &&
        ((s.p[n] >= '0' && s.p[n] <= '9') || (s.p[n] >= 'a' && s.p[n] <= 'z')))
        n++;
    if (n == from || n + 2 >= s.n || s.p[n + 1] != ' ')
        return false;
    if (s.p[n] == ')')
        return true;
    return s.p[n] == '.' && from == 0 &&
           (n == 1 || (s.p[0] >= '0' && s.p[0] <= '9'));
}

/* Are two lines rows of one table? */
static bool are_rows(const struct pdf_line *x, const struct pdf_line *y)
{
    return x->cells > 1 && y->cells > 1 && x->column == y->column &&
           fabsf(y->box.y1 - x->box.y1) <= ROW * fmaxf(x->size, y->size);
}

static bool is_row(const struct pdf_page *p, size_t i)
{
    return (i > 0 && are_rows(&p->line[i - 1], &p->line[i])) ||
           (i + 1 < p->n && are_rows(&p->line[i], &p->line[i + 1]));
}

static bool is_item(const struct pdf_line *l)
{
    return bullet_length(l->text) > 0 || is_numbered(l->text);
}

static bool ends_sentence(struct str s)
{
    static const char *const ends[] = {
        ".", "!", "?", ":", ";", "\u3002", "\uff01", "\uff1f", "\u2026"};

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(s, str_from(ends[i])))
            return true;
    return false;
}

static bool begins_small(struct str s)
{
    size_t len;
    const uint32_t cp = first_character(s, &len);

    return text_classify(cp) == TEXT_CLASS_LETTER && !text_is_upper(cp);
}

static bool is_other_type(const struct pdf_line *x, const struct pdf_line *y)
{
    return x->size > OTHER_SIZE * y->size || y->size > OTHER_SIZE * x->size;
}

/* Does a line go on with the last one of another column or page? */
static bool goes_over(const struct composing *c, const struct pdf_line *l)
{
    const struct pdf_line *last = c->last;

    return !c->is_table && !c->is_row && last->level == 0 &&
           !is_other_type(last, l) && !ends_sentence(last->text) &&
           (last->ends_in_hyphen || begins_small(l->text));
}

static bool is_far(const struct composing *c, const struct pdf_line *l)
{
    const float distance = l->box.y1 - c->last->box.y1;
    const float usual = c->column.distance > 0 ? LEADING * c->column.distance
                                               : NO_LEADING * l->size;

    return distance > usual || distance < -l->size;
}

/* By its first line, or by the last of the one before. */
static bool begins_paragraph(const struct composing *c,
                             const struct pdf_line *l)
{
    const struct pdf_line *last = c->last;
    const float indent = l->box.x0 - last->box.x0;
    const bool is_short =
        last->box.x1 < c->column.x1 - SHORT * (c->column.x1 - c->column.x0);

    if (is_short && ends_sentence(last->text))
        return true;
    return !c->is_list && indent > INDENT * l->size &&
           last->box.x0 < c->column.x0 + INDENT * l->size;
}

static bool begins_block(const struct composing *c, const struct pdf_line *l,
                         bool is_column_new)
{
    const struct pdf_line *last = c->last;

    if (!last || l->level != last->level)
        return true;
    if (is_column_new)
        return !goes_over(c, l);
    if (c->is_table || c->is_row)
        return !c->is_table || !c->is_row || !are_rows(last, l);
    if (is_far(c, l) || is_other_type(last, l))
        return true;
    if (l->level > 0)
        return false;
    if (is_item(l))
        return !c->is_list;
    return begins_paragraph(c, l);
}

/* ---- text ---- */

static void end_line(struct composing *c)
{
    if (c->last)
        buf_put_char(&c->text, '\n');
    c->line += c->last != NULL;
}

static void begin_block(struct composing *c, const struct pdf_line *l)
{
    struct text_block *b = &c->block[c->n_blocks];

    end_line(c);
    end_line(c);
    c->place[c->n_blocks++] = (struct place){c->text.n, c->text.n};
    c->is_table = c->is_row;
    c->is_list = l->level == 0 && !c->is_row && is_item(l);
    *b = (struct text_block){
        .kind = SECTIONS_PARAGRAPH, .level = l->level, .first_line = c->line};
    if (c->is_list)
        b->kind = SECTIONS_LIST;
    if (c->is_table)
        b->kind = SECTIONS_TABLE;
}

/* The first word of a line, which the one before begins. */
static struct str first_word(struct str s)
{
    return str_slice(s, 0, str_find_char(s, ' '));
}

/* ---- words that are hyphenated at the end of a line ---- */

/* Where the line that is open begins. */
static size_t line_begin(const struct composing *c)
{
    const char *end = c->text.n ? memrchr(c->text.p, '\n', c->text.n) : NULL;

    return end ? (size_t)(end + 1 - c->text.p) : 0;
}

/* What is put of the line that is open. */
static struct str open_line(const struct composing *c)
{
    return str_slice(buf_str(&c->text), line_begin(c), c->text.n);
}

/* Is the hyphen at the end of a line one that only its end made? */
static bool is_hyphenated(struct str line, struct str next)
{
    const unsigned char before =
        line.n >= 2 ? (unsigned char)line.p[line.n - 2] : ' ';

    return str_ends(line, STR("-")) && begins_small(next) &&
           (before >= 0x80 || text_classify(before) != TEXT_CLASS_OTHER);
}

/* "| Inner basin | 410 |", as tables of Markdown have it. */
static void put_row(struct composing *c, struct str text)
{
    buf_puts(&c->text, "| ");
    while (text.n > 0) {
        const size_t end = str_find(text, STR("  "));

        block_put_cell(&c->text, str_slice(text, 0, end));
        buf_puts(&c->text, " |");
        if (end < text.n)
            buf_put_char(&c->text, ' ');
        text = str_slice(text, end + 2, text.n);
    }
}

static void put_text(struct composing *c, const struct pdf_line *l)
{
    const size_t bullet = l->level > 0 ? 0 : bullet_length(l->text);

    if (c->is_row) {
        put_row(c, l->text);
        return;
    }
    if (bullet)
        buf_put_char(&c->text, '-');
    buf_put_str(&c->text, str_slice(l->text, bullet, l->text.n));
}

/* Before the first line is put. */
static void note_words(struct composing *c)
{
    bool is_after_hyphen = false;

    for (size_t i = 0; i < c->d->n_pages; i++) {
        const struct pdf_page *p = &c->d->page[i];

        for (size_t k = 0; k < p->n; k++) {
            seen_words_add_line(&c->words, p->line[k].text, is_after_hyphen);
            is_after_hyphen = str_ends(p->line[k].text, STR("-"));
        }
    }
}

/* After a hyphenated word: its rest ends the line that is open. */
static struct str join_hyphenated(struct composing *c, const struct pdf_line *l)
{
    const struct str word = first_word(l->text);

    if (!pdf_keeps_hyphen(&c->words, open_line(c), word))
        c->text.p[--c->text.n] = '\0';
    buf_put_str(&c->text, word);
    return str_trim(str_slice(l->text, word.n, l->text.n));
}

static void put_line(struct composing *c, const struct pdf_line *l,
                     bool is_column_new)
{
    struct pdf_line rest = *l;
    const bool is_new = begins_block(c, l, is_column_new);

    if (is_new) {
        begin_block(c, l);
    } else if (!c->text.overflow && !c->is_table &&
               is_hyphenated(open_line(c), l->text)) {
        rest.text = join_hyphenated(c, l);
        c->place[c->n_blocks - 1].end = c->text.n;
        if (rest.text.n == 0)
            return;
        end_line(c);
    } else {
        end_line(c);
    }
    put_text(c, &rest);
    c->block[c->n_blocks - 1].last_line = c->line;
    c->place[c->n_blocks - 1].end = c->text.n;
    c->last = l;
}

static enum err put_page(struct composing *c, size_t i, struct arena *scratch,
                         struct error *e)
{
    const struct pdf_page *p = &c->d->page[i];
    struct sections_page *page = &c->page[i];
    const struct pdf_line *first = NULL;
    uint32_t column = UINT32_MAX;
    uint32_t written = UINT32_MAX; /* the column of what was put last */
    enum err rc = OK;

    *page = (struct sections_page){.label = p->label,
                                   .state = p->state,
                                   .ocr = p->ocr,
                                   .first_line = c->line + (c->last != NULL),
                                   .begin = c->text.n};
    for (size_t k = 0; k < p->n && !rc; k++) {
        const struct pdf_line *l = &p->line[k];

        if (l->column != column) {
            arena_reset(scratch);
            rc = look_at_column(p, k, scratch, &c->column, e);
        }
        column = l->column;
        if (rc || l->is_repeated || l->text.n == 0)
            continue;
        c->is_row = l->level == 0 && is_row(p, k);
        put_line(c, l, column != written);
        written = column;
        if (!first) { /* what is before it is of the page before */
            page->begin = line_begin(c);
            page->first_line = c->line;
        }
        first = l;
    }
    return rc;
}

/* Its lines as one. */
static enum err title_of(const struct composing *c, size_t block,
                         struct str text, struct str *out, struct error *e)
{
    const struct place *at = &c->place[block];
    char *title;
    enum err rc = str_dup(str_slice(text, at->begin, at->end), c->a, out, e);

    if (rc)
        return rc;
    title = (char *)(uintptr_t)out->p;
    for (size_t i = 0; i < out->n; i++)
        if (title[i] == '\n')
            title[i] = ' ';
    return OK;
}

static enum err make(struct composing *c, struct sections *out, struct error *e)
{
    struct block_document m = {.format = SECTIONS_PDF,
                               .block = c->block,
                               .n_blocks = c->n_blocks,
                               .page = c->page,
                               .n_pages = c->d->n_pages,
                               .title = c->d->title};
    enum err rc;

    end_line(c);
    rc = buf_dup(&c->text, c->a, &m.text, e);
    for (size_t i = 0; i < c->n_blocks && !rc; i++)
        if (c->block[i].level > 0)
            rc = title_of(c, i, m.text, &c->block[i].title, e);
    return rc ? rc : sections_from_blocks(&m, c->a, out, e);
}

enum err pdf_compose(const struct pdf_document *d, struct arena *a,
                     struct sections *out, struct error *e)
{
    struct composing c = {.d = d, .a = a, .line = 1};
    struct arena scratch;
    size_t lines = 0;
    enum err rc = OK;

    for (size_t i = 0; i < d->n_pages; i++)
        lines += d->page[i].n;
    c.block = arena_alloc_array(a, lines, sizeof(*c.block), e);
    c.place = c.block ? arena_alloc_array(a, lines, sizeof(*c.place), e) : NULL;
    c.page =
        c.place ? arena_alloc_array(a, d->n_pages, sizeof(*c.page), e) : NULL;
    if (!c.page || seen_words_init(&c.words, a, e))
        return e->code;
    arena_init(&scratch, SCRATCH_BYTES);
    buf_init(&c.text, TEXT_BYTES);
    note_words(&c);
    for (size_t i = 0; i < d->n_pages && !rc; i++)
        rc = put_page(&c, i, &scratch, e);
    if (!rc)
        rc = make(&c, out, e);
    buf_release(&c.text);
    arena_release(&scratch);
    return rc;
}
