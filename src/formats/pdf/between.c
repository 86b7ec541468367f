/*
 * between.c - headers and footers between two tables.
 *
 * A line is one if a page near has the same at the same place. Numbers may differ as far
 * as the pages are from each other: but "Page 4" is then a header and "Table 4" a title,
 * which a rule must not tell by the word. A header has the number or the label of its
 * page, or stands on a page where no table is near it. (What repeated.c leaves out of the
 * text will not do: for it all numbers are equal.)
 */
#include "formats/pdf/between.h"

#include <math.h>

#define NEAR       2     /* pages that may have the same header */
#define SAME       4.0F  /* points between the places of a header */
#define TABLE_ZONE 60.0F /* points between a table and its title */
#define MAX_LINES  16    /* that are looked at, on a page */
#define MIN_TITLE  4     /* bytes */

struct between {
    const struct pdf_document *d;
    const struct pdf_tables *t;
    struct str title;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool has_letters(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if ((s.p[i] & 0x80) || (s.p[i] >= 'a' && s.p[i] <= 'z') ||
            (s.p[i] >= 'A' && s.p[i] <= 'Z'))
            return true;
    return false;
}

/* The number at *i, which goes after it; of a long one what is left. */
static uint32_t take_number(struct str s, size_t *i)
{
    uint32_t n = 0;

    while (*i < s.n && is_digit(s.p[*i]))
        n = n * 10 + (uint32_t)(s.p[(*i)++] - '0');
    return n;
}

/* Are two lines the same but for numbers that are `pages` apart? One of x is `paged`,
 * 0 if none is. */
static bool is_same(struct str x, struct str y, int pages, uint32_t *paged)
{
    size_t i = 0;
    size_t k = 0;

    *paged = 0;
    while (i < x.n && k < y.n) {
        uint32_t a, b;

        if (!is_digit(x.p[i]) || !is_digit(y.p[k])) {
            if (x.p[i++] != y.p[k++])
                return false;
            continue;
        }
        a = take_number(x, &i);
        b = take_number(y, &k);
        if (a != b && b != a + (uint32_t)pages)
            return false;
        if (a != b)
            *paged = a;
    }
    return i == x.n && k == y.n;
}

/* The first table of a page, counted from 0, or of one behind it. */
static size_t first_table(const struct pdf_tables *t, size_t page)
{
    size_t low = 0;
    size_t high = t->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (t->table[middle].page <= page)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_near_table(const struct pdf_tables *t, size_t page,
                          const struct pdf_line *line)
{
    for (size_t i = first_table(t, page);
         i < t->n && t->table[i].page == page + 1; i++)
        if (t->table[i].y0 < line->box.y1 + TABLE_ZONE &&
            t->table[i].y1 > line->box.y0 - TABLE_ZONE)
            return true;
    return false;
}

static bool is_label(const struct pdf_page *p, uint32_t number)
{
    size_t i = 0;

    return p->label.n > 0 && take_number(p->label, &i) == number &&
           i == p->label.n;
}

/* Is a line of one page a header or footer by what another one has? */
static bool is_repeated_on(const struct between *b, size_t page, size_t other,
                           const struct pdf_line *line)
{
    const struct pdf_page *p = &b->d->page[page];
    const struct pdf_page *o = &b->d->page[other];

    for (size_t i = 0; i < o->n && o->turn == p->turn; i++) {
        const struct pdf_line *same = &o->line[i];
        uint32_t paged;

        if (fabsf(same->box.y1 - line->box.y1) >= SAME ||
            !is_same(line->text, same->text, (int)other - (int)page, &paged))
            continue;
        if (paged == 0 || !has_letters(line->text) || paged == page + 1 ||
            is_label(p, paged) || !is_near_table(b->t, other, same))
            return true;
    }
    return false;
}

static bool is_furniture(const struct between *b, size_t page,
                         const struct pdf_line *line)
{
    for (size_t k = 1; k <= NEAR; k++)
        if ((page >= k && is_repeated_on(b, page, page - k, line)) ||
            (page + k < b->d->n_pages &&
             is_repeated_on(b, page, page + k, line)))
            return true;
    return false;
}

/* "Estimated costs (continued)" below "Estimated costs" */
static bool is_title(const struct between *b, struct str line)
{
    struct str rest = b->title;

    while (rest.n > 0) {
        const size_t end = str_find_char(rest, '\n');
        const struct str title = str_slice(rest, 0, end);

        if (title.n >= MIN_TITLE && str_starts(line, title))
            return true;
        rest = str_slice(rest, end + 1, rest.n);
    }
    return false;
}

static float middle_of(const struct pdf_line *l)
{
    return (l->box.y0 + l->box.y1) / 2;
}

static bool is_in(const struct pdf_table *t, const struct pdf_line *l)
{
    return middle_of(l) > t->y0 && middle_of(l) < t->y1 && l->box.x0 < t->x1 &&
           l->box.x1 > t->x0;
}

/* The lines of its page that a table has, from the first to the last; false: none. */
static bool find_lines(const struct pdf_page *p, const struct pdf_table *t,
                       size_t lines[2])
{
    bool has_any = false;

    for (size_t i = 0; i < p->n; i++)
        if (p->line[i].turn == p->turn && is_in(t, &p->line[i])) {
            lines[0] = has_any ? lines[0] : i;
            lines[1] = i;
            has_any = true;
        }
    return has_any;
}

/* Nothing else is before the table, or after it, as the page is read or as it looks.
 * Lines that are turned have places of their own: names of columns, or of the margin. */
static bool is_at_end(const struct between *b, const struct pdf_table *t,
                      bool is_below)
{
    const size_t page = t->page - 1;
    const struct pdf_page *p = &b->d->page[page];
    size_t lines[2];
    size_t looked_at = 0;

    if (!find_lines(p, t, lines))
        return false;
    for (size_t i = 0; i < p->n; i++) {
        const struct pdf_line *l = &p->line[i];
        const bool is_between = is_below ? i < lines[0] || middle_of(l) < t->y0
                                         : i > lines[1] || middle_of(l) > t->y1;

        if (!is_between || is_in(t, l) || l->turn != p->turn)
            continue;
        if (looked_at++ == MAX_LINES ||
            (!is_furniture(b, page, l) && !(is_below && is_title(b, l->text))))
            return false;
    }
    return true;
}

bool pdf_between_is_empty(const struct pdf_document *d,
                          const struct pdf_tables *t,
                          const struct pdf_table *above,
                          const struct pdf_table *below, struct str title)
{
    const struct between b = {d, t, title};

    return is_at_end(&b, above, false) && is_at_end(&b, below, true);
}
