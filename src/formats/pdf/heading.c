/*
 * heading.c - which lines are headings, and of which level.
 *
 * The document's own table of contents names some: a line, or some that follow
 * each other, on the page that it names, with its words. Others are set in
 * larger type than most of the text; the sizes that occur, from the largest
 * on, are their levels, below those of the table of contents. A line in bold of the
 * size of the text that stands alone is one of the last level, unless much of
 * the text is bold.
 */
#include "formats/pdf/document.h"

#include <math.h>

#define LARGER      1.12F /* than the text */
#define SMALLER     0.95F
#define SIZES       400 /* steps of half a point */
#define MAX_BYTES   240 /* of a line of a heading */
#define BOLD_BYTES  100
#define BOLD_SHARE  5 /* bold may be one in so many bytes of the text */
#define MAX_LINES   3 /* of a heading */
#define MAX_LEVEL   6
#define BY_SIZE     4 /* levels that sizes are told apart by */
#define MIN_FOUND   3 /* entries of a table of contents that is believed */
#define KEY_BYTES   512
#define TITLE_PAGES 3

static size_t step_of(float size)
{
    const float step = roundf(size * 2);

    return step >= SIZES - 1 ? SIZES - 1 : (size_t)step;
}

static bool has_letters(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];

        n += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
    }
    return n >= 2;
}

static bool is_text(const struct pdf_line *l)
{
    return !l->is_repeated && l->text.n > 0;
}

/* ---- by the table of contents ---- */

/* Letters and figures, small: what is compared. */
static size_t key_of(struct str s, char key[KEY_BYTES])
{
    size_t n = 0;

    for (size_t i = 0; i < s.n && n < KEY_BYTES; i++) {
        const char c = s.p[i];

        if (c >= 'A' && c <= 'Z')
            key[n++] = (char)(c + 'a' - 'A');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80))
            key[n++] = c;
    }
    return n;
}

/* A number that comes before the title on the page alone. */
static struct str without_number(struct str key)
{
    size_t n = 0;

    while (n < key.n && key.p[n] >= '0' && key.p[n] <= '9')
        n++;
    return str_slice(key, n, key.n);
}

/* How many lines from `i` on are the title; 0: they are not. */
static size_t title_at(const struct pdf_page *p, size_t i, struct str title)
{
    char text[KEY_BYTES];
    struct str key = {text, 0};

    for (size_t n = 1; n <= MAX_LINES && i + n <= p->n; n++) {
        char more[KEY_BYTES];
        const size_t bytes = key_of(p->line[i + n - 1].text, more);

        if (key.n + bytes > KEY_BYTES || !is_text(&p->line[i + n - 1]))
            return 0;
        for (size_t k = 0; k < bytes; k++)
            text[key.n++] = more[k];
        if (str_eq(key, title) || str_eq(without_number(key), title))
            return n;
        if (key.n > title.n)
            return 0;
    }
    return 0;
}

static bool find_entry(struct pdf_document *d,
                       const struct pdf_outline_entry *entry)
{
    struct pdf_page *p = &d->page[entry->page];
    char text[KEY_BYTES];
    const struct str title = {text, key_of(entry->title, text)};

    for (size_t i = 0; i < p->n && title.n > 0; i++) {
        const size_t n = p->line[i].level == 0 ? title_at(p, i, title) : 0;

        for (size_t k = 0; k < n; k++)
            p->line[i + k].level = entry->level;
        if (n > 0)
            return true;
    }
    return false;
}

/* What a table of contents gave: its deepest level, 0 where it is not used, and
 * the smallest type of each. */
struct given {
    unsigned deepest;
    float size[MAX_LEVEL + 1];
};

static struct given by_outline(struct pdf_document *d)
{
    struct given out = {0};
    size_t found = 0;

    for (size_t i = 0; i < d->n_outline; i++) {
        if (d->outline[i].page >= d->n_pages || !find_entry(d, &d->outline[i]))
            continue;
        found++;
        if (d->outline[i].level > out.deepest)
            out.deepest = d->outline[i].level;
    }
    if (found < MIN_FOUND)
        out.deepest = 0;
    for (size_t p = 0; p < d->n_pages && out.deepest; p++) {
        for (size_t i = 0; i < d->page[p].n; i++) {
            const struct pdf_line *l = &d->page[p].line[i];
            float *size = &out.size[l->level];

            if (l->level && (*size <= 0 || l->size < *size))
                *size = l->size;
        }
    }
    return out;
}

/* ---- by type ---- */

struct sizes {
    size_t bytes[SIZES];
    size_t bold, all;
    float text;           /* of most of the text */
    uint8_t level[SIZES]; /* of larger lines, from 1 */
    uint8_t levels;
};

static bool is_larger(const struct sizes *s, const struct pdf_line *l)
{
    return l->size >= LARGER * s->text && l->cells == 1 &&
           l->text.n <= MAX_BYTES && has_letters(l->text);
}

static void count_sizes(const struct pdf_document *d, struct sizes *s)
{
    size_t most = 0;

    for (size_t p = 0; p < d->n_pages; p++) {
        for (size_t i = 0; i < d->page[p].n; i++) {
            const struct pdf_line *l = &d->page[p].line[i];

            if (!is_text(l))
                continue;
            s->bytes[step_of(l->size)] += l->text.n;
            s->all += l->text.n;
            s->bold += l->is_bold ? l->text.n : 0;
        }
    }
    for (size_t i = 1; i < SIZES; i++)
        if (s->bytes[i] > s->bytes[most])
            most = i;
    s->text = (float)most / 2;
}

static void rank_sizes(const struct pdf_document *d, struct sizes *s)
{
    bool is_used[SIZES] = {false};

    for (size_t p = 0; p < d->n_pages; p++)
        for (size_t i = 0; i < d->page[p].n; i++)
            if (is_text(&d->page[p].line[i]) &&
                is_larger(s, &d->page[p].line[i]))
                is_used[step_of(d->page[p].line[i].size)] = true;
    for (size_t i = SIZES; i-- > 0;) {
        if (!is_used[i])
            continue;
        if (s->levels < BY_SIZE)
            s->levels++;
        s->level[i] = s->levels;
    }
}

static bool ends_sentence(struct str s)
{
    const char c = s.n ? s.p[s.n - 1] : ' ';

    return c == '.' || c == ',' || c == ';' || c == ':';
}

/* Does something occur apart from line `i`: other type, or white space? */
static bool is_apart(const struct pdf_page *p, size_t i, size_t other)
{
    const struct pdf_line *l = &p->line[i];
    const struct pdf_line *o = &p->line[other];
    const float between =
        other > i ? o->box.y0 - l->box.y1 : l->box.y0 - o->box.y1;

    return o->column != l->column || !o->is_bold || between > 0.5F * l->size;
}

static bool is_bold_heading(const struct sizes *s, const struct pdf_page *p,
                            size_t i)
{
    const struct pdf_line *l = &p->line[i];

    return l->is_bold && s->bold * BOLD_SHARE < s->all &&
           l->size >= SMALLER * s->text && l->cells == 1 &&
           l->text.n <= BOLD_BYTES && has_letters(l->text) &&
           !ends_sentence(l->text) && (i == 0 || is_apart(p, i, i - 1)) &&
           i + 1 < p->n && is_apart(p, i, i + 1) &&
           p->line[i + 1].column == l->column;
}

/* More than MAX_LINES in one type are text, however large. */
static bool is_long(const struct pdf_page *p, size_t i)
{
    size_t from = i;
    size_t to = i + 1;

    while (from > 0 && p->line[from - 1].size == p->line[i].size &&
           p->line[from - 1].column == p->line[i].column &&
           i - from <= MAX_LINES)
        from--;
    while (to < p->n && p->line[to].size == p->line[i].size &&
           p->line[to].column == p->line[i].column && to - i <= MAX_LINES)
        to++;
    return to - from > MAX_LINES;
}

/* In type as large as that of a level it is of that level. */
static unsigned level_of(const struct sizes *s, const struct given *given,
                         const struct pdf_line *l)
{
    for (unsigned k = 1; k <= given->deepest; k++)
        if (given->size[k] > 0 && l->size >= given->size[k])
            return k;
    return given->deepest + s->level[step_of(l->size)];
}

static void by_type(const struct sizes *s, struct pdf_page *p,
                    const struct given *given)
{
    for (size_t i = 0; i < p->n; i++) {
        struct pdf_line *l = &p->line[i];
        unsigned level = 0;

        if (!is_text(l) || l->level)
            continue;
        if (is_larger(s, l) && !is_long(p, i))
            level = level_of(s, given, l);
        else if (is_bold_heading(s, p, i))
            level = given->deepest + s->levels + 1U;
        l->level = (uint8_t)(level > MAX_LEVEL ? MAX_LEVEL : level);
    }
}

enum err pdf_find_headings(struct pdf_document *d, struct arena *scratch,
                           struct error *e)
{
    struct sizes *s = arena_alloc(scratch, sizeof(*s), e);
    struct given given;

    if (!s)
        return e->code;
    given = by_outline(d);
    count_sizes(d, s);
    rank_sizes(d, s);
    for (size_t i = 0; i < d->n_pages; i++)
        by_type(s, &d->page[i], &given);
    return OK;
}

/* ---- the title ---- */

void pdf_check_title(struct pdf_document *d)
{
    char text[KEY_BYTES];
    const struct str title = {text, key_of(d->title, text)};

    for (size_t p = 0; p < d->n_pages && p < TITLE_PAGES && title.n; p++)
        for (size_t i = 0; i < d->page[p].n; i++)
            if (title_at(&d->page[p], i, title))
                return;
    d->title = (struct str){0};
}
