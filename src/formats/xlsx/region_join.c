/*
 * Which rows continue a table, and which below it do not belong to it.
 *
 * A group of rows below an empty one is weighed against the nearest table above
 * whose columns contain its own: a header of its own (words over numbers, the
 * style of the table's header) speaks against it, and so do columns that hold
 * words where the table has numbers. What then has hardly any cells, or is the
 * sum of the rows above, is no row either. A header that is the table's own
 * once more, as printed pages have it, is taken out.
 */
#include "formats/xlsx/region_internal.h"

#include <string.h>

#define KEYLESS_ROWS 5u
#define TOTAL_ROWS   5u /* of statistics under a table */

struct making *region_above(struct finding *f, const struct grid_area *g)
{
    for (size_t i = f->n; i-- > 0;) {
        struct making *t = &f->tables[i];

        if (t->gone || t->end > g->from || t->block.last < g->first ||
            t->block.first > g->last)
            continue;
        if (t->object || t->block.first > g->first || t->block.last < g->last)
            return NULL;
        return t;
    }
    return NULL;
}

/* Does something else stand between the table and the group? */
static bool is_title_between(const struct finding *f, const struct making *t,
                             const struct grid_area *g)
{
    const struct piece *list = (const struct piece *)(const void *)f->pieces.p;

    size_t n = f->pieces.n / sizeof(*list);

    for (size_t i = n; i-- > 0 && n - i <= REGION_LOOK_BACK;)
        if (list[i].area.from >= t->end && list[i].area.to <= g->from &&
            list[i].area.first <= t->block.last &&
            list[i].area.last >= t->block.first)
            return true;
    return false;
}

/* Has somebody given a name to cells of which both are? */
static bool is_in_named(const struct finding *f, const struct making *t,
                        const struct grid_area *g)
{
    const struct sheet_row *rows = f->grid.s->rows;

    for (size_t i = 0; i < f->hints->named_n; i++) {
        const struct ref_range *r = &f->hints->named[i];

        if (r->first.column == t->block.first &&
            r->last.column == t->block.last &&
            r->first.row >= rows[t->block.from].row &&
            r->first.row < rows[t->end - 1].row &&
            r->last.row >= rows[g->to - 1].row)
            return true;
    }
    return false;
}

/* A group under a table, while it is weighed. */
struct weighed {
    struct making *t;
    struct grid_area area; /* of the group, with the table's columns */
    struct head h;
    size_t headings;      /* rows */
    size_t repeated;      /* rows after them: the header again */
    bool ends_with_total; /* the table ended with its total before them */
    bool similar;         /* the first row is nearly the header: another one */
    bool within;          /* a range that somebody named or filtered has both */
};

/* One text, or a date in a first column of words. */
static bool is_heading(const struct making *t, const struct head *h, size_t row)
{
    uint8_t first = head_kind(h, row, 0);
    bool date = first == TAPE_DATE || first == TAPE_DATETIME;

    return head_filled(h, row) < 2 &&
           (!head_has_other(h, row) ||
            (date &&
             t->seen[0][REGION_CLASS_DATE] < t->seen[0][REGION_CLASS_TEXT]));
}

/* Rows of one cell before wider ones: a heading over some of the rows. */
static size_t count_headings(const struct making *t, const struct head *h)
{
    size_t n = 0;

    while (n < h->rows && is_heading(t, h, n))
        n++;
    return n < h->rows ? n : 0;
}

/* How many texts of a row are those of the table's header, in the same columns,
 * and of how many: 0 where one of them has cells that the other has not. */
static enum err compare_header(struct finding *f, const struct making *t,
                               size_t row, size_t same[2], struct error *e)
{
    size_t last = t->parts.title + t->parts.header;
    struct tape_row one;
    struct str *texts;

    same[0] = same[1] = 0;
    if (t->parts.header == 0 || last > t->head.rows)
        return OK;
    if (grid_row(&f->grid, t->head.at[last - 1], t->block.first, t->block.last,
                 &one, e) != OK)
        return e->code;
    texts = arena_alloc_array(&f->temp, region_width(t), sizeof(*texts), e);
    if (!texts)
        return e->code;
    for (uint32_t k = 0; k < one.n; k++)
        if (str_dup(grid_text(&f->grid, &one, &one.cells[k]), &f->temp,
                    &texts[one.cells[k].column - t->block.first], e) != OK)
            return e->code;
    if (grid_row(&f->grid, row, t->block.first, t->block.last, &one, e) != OK)
        return e->code;
    same[1] = one.n == head_filled(&t->head, last - 1) ? one.n : 0;
    for (uint32_t k = 0; k < one.n; k++)
        same[0] += str_eq(grid_text(&f->grid, &one, &one.cells[k]),
                          texts[one.cells[k].column - t->block.first]);
    return OK;
}

/* The style of the table's header, which neither its rows have nor those
 * under this one. */
static bool has_header_style(const struct making *t, const struct head *h,
                             size_t row)
{
    size_t last = t->parts.title + t->parts.header;
    size_t n = 0;

    if (t->parts.header == 0 || last >= t->head.rows || row + 1 >= h->rows)
        return false;
    for (size_t c = 0; c < h->width; c++) {
        size_t at = row * h->width + c;
        size_t own = (last - 1) * t->head.width + c;

        if (h->kinds[at] == TAPE_EMPTY)
            continue;
        if (h->styles[at] != t->head.styles[own] ||
            h->styles[at] == h->styles[at + h->width] ||
            t->head.styles[own] == t->head.styles[own + t->head.width])
            return false;
        n++;
    }
    return n > 0;
}

static enum region_class most_seen(const uint32_t *seen)
{
    enum region_class best = REGION_CLASSES;

    for (enum region_class k = 0; k < REGION_CLASSES; k++)
        if (seen[k] && (best == REGION_CLASSES || seen[k] > seen[best]))
            best = k;
    return best;
}

/* Do the kinds of cells agree, and are there enough of them? */
static bool fits(const struct making *t, const struct head *h, size_t skip)
{
    size_t agree = 0;
    size_t differ = 0;
    size_t filled = 0;
    size_t fullest = 0;

    for (size_t c = 0; c < h->width; c++) {
        uint32_t seen[REGION_CLASSES] = {0};
        enum region_class own, theirs;

        for (size_t i = skip; i < h->rows; i++) {
            enum region_class k = region_class_of(head_kind(h, i, c));

            if (k < REGION_CLASSES)
                seen[k]++;
        }
        own = most_seen(seen);
        theirs = most_seen(t->seen[c]);
        filled += own != REGION_CLASSES;
        if (own == REGION_CLASSES || theirs == REGION_CLASSES)
            continue;
        if (own == theirs || t->seen[c][own] > 0)
            agree++;
        else
            differ++;
    }
    for (size_t i = skip; i < h->rows; i++)
        fullest = head_filled(h, i) > fullest ? head_filled(h, i) : fullest;
    if (t->looked_at == 0)
        return true;
    return agree > 0 && differ * 3 <= agree &&
           fullest * 2 * t->looked_at >= t->filled;
}

/* Has the table something in each row of its first column, and these few rows,
 * which are emptier, nothing? */
static bool lacks_key(const struct making *t, const struct head *h, size_t skip)
{
    uint64_t keys = 0;
    uint64_t filled = 0;

    for (int k = 0; k < REGION_CLASSES; k++)
        keys += t->seen[0][k];
    for (size_t i = skip; i < h->rows; i++) {
        if (head_kind(h, i, 0) != TAPE_EMPTY)
            return false;
        filled += head_filled(h, i);
    }
    return keys == t->looked_at && h->rows - skip <= KEYLESS_ROWS &&
           filled * t->looked_at < t->filled * (h->rows - skip);
}

static bool has_numbers(const struct head *h, size_t skip)
{
    for (size_t i = skip; i < h->rows; i++)
        for (size_t c = 0; c < h->width; c++)
            if (region_class_of(head_kind(h, i, c)) == REGION_CLASS_NUMBER)
                return true;
    return false;
}

/* Has the table, all of text, a title over its header, as this group has? Then
 * it is another one, and not a section of the first. */
static bool is_titled_alike(const struct finding *f, const struct making *t,
                            const struct grid_area *g, size_t headings)
{
    if (!t->title.first.row || (!headings && !is_title_between(f, t, g)))
        return false;
    for (size_t c = 0; c < region_width(t); c++)
        for (int k = 0; k < REGION_CLASSES; k++)
            if (k != REGION_CLASS_TEXT && t->seen[c][k])
                return false;
    return true;
}

/* Has the table, all of text, something in each row of a column in which these
 * rows have nothing? */
static bool is_narrower(const struct making *t, const struct head *h,
                        size_t skip)
{
    bool narrower = false;

    for (size_t c = 0; c < h->width; c++) {
        bool empty = true;

        for (int k = 0; k < REGION_CLASSES; k++)
            if (k != REGION_CLASS_TEXT && t->seen[c][k])
                return false;
        for (size_t i = skip; i < h->rows; i++)
            empty = empty && head_kind(h, i, c) == TAPE_EMPTY;
        narrower = narrower || (empty && t->looked_at > 1 &&
                                t->seen[c][REGION_CLASS_TEXT] == t->looked_at);
    }
    return narrower && h->rows - skip > 1;
}

static bool is_in_filter(const struct finding *f, const struct making *t,
                         const struct grid_area *g)
{
    const struct ref_range *filter = &f->grid.s->filter;
    const struct sheet_row *rows = f->grid.s->rows;

    return filter->first.row && rows[t->block.from].row >= filter->first.row &&
           rows[g->to - 1].row <= filter->last.row &&
           g->first >= filter->first.column && g->last <= filter->last.column;
}

/* Do the rows so far end with their sum? Then nothing comes after it. */
static enum err find_ending_total(struct finding *f, struct weighed *w,
                                  struct error *e)
{
    struct grid_area last = w->t->block;

    if (!w->t->last_run)
        return OK;
    last.from = w->t->last_run->from;
    last.to = w->t->last_run->to - 1;
    return region_is_total(f, NULL, &last, last.to, &w->ends_with_total, e);
}

/* Words above other rows: a cell of them that is the name of its column is a
 * name again, and the row another header. */
static bool says_names(const struct head *h, size_t row)
{
    return row + 1 < h->rows && head_filled(h, row) > 1 &&
           !head_has_other(h, row);
}

/* The header once more, or one that hardly differs, in the first rows. */
static enum err find_repeated(struct finding *f, struct weighed *w,
                              struct error *e)
{
    for (size_t i = 0; i < HEAD_MAX_HEADER && !w->repeated; i++) {
        size_t same[2];

        if (w->headings + i >= w->h.rows)
            break;
        if (compare_header(f, w->t, w->h.at[w->headings + i], same, e) != OK)
            return e->code;
        if (same[1] && same[0] == same[1])
            w->repeated = i + 1;
        else if (i == 0)
            w->similar = (same[1] > 2 && same[0] * 3 >= same[1] * 2) ||
                         (same[0] && says_names(&w->h, w->headings));
    }
    return w->repeated ? find_ending_total(f, w, e) : OK;
}

/* Do the rows belong to the table? */
static bool belongs(const struct finding *f, const struct weighed *w)
{
    size_t first = w->headings + w->repeated;

    if (w->within)
        return true;
    if (w->repeated)
        return !w->ends_with_total && w->headings == 0 &&
               !is_title_between(f, w->t, &w->area) && first < w->h.rows;
    return !w->similar && !head_has_own(&w->h, first) &&
           fits(w->t, &w->h, first) && !lacks_key(w->t, &w->h, first) &&
           !is_narrower(w->t, &w->h, first) &&
           !has_header_style(w->t, &w->h, first) &&
           !is_titled_alike(f, w->t, &w->area, w->headings);
}

/* Words above an empty row, and what stands below it has no header. */
static bool is_parted_header(const struct weighed *w)
{
    bool other = w->t->rows == 0;

    for (size_t i = w->headings; i < w->h.rows; i++)
        other = other || head_has_other(&w->h, i);
    return w->t->words_only && other && !head_has_own(&w->h, w->headings);
}

static enum err put_part(struct finding *f, const struct weighed *w,
                         size_t from, size_t to, enum region_what what,
                         struct error *e)
{
    struct grid_area part = w->area;

    part.from = w->area.from + from;
    part.to = w->area.from + to;
    return from < to ? region_put_rows(f, &part, what, e) : OK;
}

/* A table with headings between its rows has one before them as well. */
static enum err take_first_heading(struct finding *f, struct making *t,
                                   struct error *e)
{
    size_t i = t->parts.title + t->parts.header;
    struct grid_area row = t->block;

    if (!t->runs || i >= t->head.rows || t->runs->from != t->head.at[i] ||
        t->runs->to - t->runs->from < 2 || !is_heading(t, &t->head, i) ||
        t->runs == t->summed)
        return OK;
    row.from = t->runs->from++;
    row.to = row.from + 1;
    t->rows--;
    return region_put_rows(f, &row, REGION_HEADING, e);
}

/* The rows become the table's, up to where another one begins. */
static enum err take(struct finding *f, struct weighed *w, struct error *e)
{
    size_t skip = w->headings + w->repeated;
    struct grid_area rows = w->area;
    struct grid_area rest = w->area;
    size_t end;

    if (put_part(f, w, 0, w->headings, REGION_HEADING, e) != OK ||
        put_part(f, w, w->headings, skip, REGION_REPEATED, e) != OK)
        return e->code;
    if (w->headings && take_first_heading(f, w->t, e) != OK)
        return e->code;
    rows.from += skip;
    if (region_find_split(f, &rows, &end, e) != OK)
        return e->code;
    rest.from = rows.to = end;
    if (region_append(f, w->t, &rows, &w->h, skip, e) != OK)
        return e->code;
    return rest.from < rest.to ? region_put_block(f, &rest, e) : OK;
}

/* Is a row that adds up as full as the others, and has a single number? Then it
 * may add up by chance. */
static bool is_doubtful(const struct weighed *w, size_t row)
{
    size_t numbers = 0;

    for (size_t c = 0; c < w->h.width; c++)
        numbers +=
            region_class_of(head_kind(&w->h, row, c)) == REGION_CLASS_NUMBER;
    return numbers == 1 &&
           head_filled(&w->h, row) * w->t->looked_at >= w->t->filled;
}

/* A row that is the sum of the others is none of them; nor are a few rows that
 * begin with one: a mean, then other statistics. */
static enum err take_total(struct finding *f, const struct weighed *w,
                           bool *taken, struct error *e)
{
    size_t rows = w->area.to - w->area.from - w->headings;
    size_t first = w->area.from + w->headings;
    struct grid_area none = w->area;

    if (rows < 1 || rows > (w->headings ? 1 : TOTAL_ROWS) ||
        !has_numbers(&w->h, w->headings))
        return OK;
    none.to = none.from;
    if (region_is_total(f, w->t, &none, first, taken, e) != OK)
        return e->code;
    if (!*taken || w->headings || !is_doubtful(w, 0))
        return *taken ? region_put_rows(f, &w->area, REGION_TOTAL, e) : OK;
    *taken = rows == 1 && w->t->total.from == w->t->total.to;
    if (*taken)
        w->t->total = w->area;
    return OK;
}

/* Rows follow what was taken for the total: it was a row. */
static enum err take_back_total(struct finding *f, struct making *t,
                                struct error *e)
{
    struct grid_area total = t->total;

    if (total.from == total.to)
        return OK;
    t->total = (struct grid_area){0};
    return region_add_rows(f, t, &total, e);
}

/* One value of its column's kind: a row that lacks the others if rows follow,
 * else a total. */
static bool is_lone_value(const struct weighed *w)
{
    for (size_t c = 0; w->h.rows == 1 && c < w->h.width; c++) {
        enum region_class k = region_class_of(head_kind(&w->h, 0, c));

        if (k < REGION_CLASSES)
            return k != REGION_CLASS_TEXT && w->t->seen[c][k] &&
                   w->t->total.from == w->t->total.to;
    }
    return false;
}

enum err region_continue(struct finding *f, const struct grid_group *g,
                         bool *taken, struct error *e)
{
    struct weighed w = {.t = region_above(f, &g->area), .area = g->area};

    *taken = false;
    if (!w.t || w.t->block.first < f->first || w.t->block.last > f->last)
        return OK; /* others are beside the group, in the table's columns */
    w.within = is_in_filter(f, w.t, &w.area) || is_in_named(f, w.t, &w.area);
    arena_reset(&f->temp);
    w.area.first = w.t->block.first;
    w.area.last = w.t->block.last;
    if (region_look(f, &w.area, &w.h, e) != OK)
        return e->code;
    if (!w.within && g->widest < 2 && region_width(w.t) > 1) {
        *taken = is_lone_value(&w);
        if (*taken)
            w.t->total = w.area;
        return OK;
    }
    if (!w.within && region_width(w.t) > 1)
        w.headings = count_headings(w.t, &w.h);
    if (is_parted_header(&w)) {
        *taken = true;
        if (put_part(f, &w, 0, w.headings, REGION_HEADING, e) != OK)
            return e->code;
        w.area.from += w.headings;
        return region_part(f, w.t, &w.area, e);
    }
    if (!w.within && find_repeated(f, &w, e) != OK)
        return e->code;
    if (!w.repeated && !w.within && take_total(f, &w, taken, e) != OK)
        return e->code;
    if (*taken || !belongs(f, &w))
        return OK;
    *taken = true;
    if (take_back_total(f, w.t, e) != OK ||
        region_look(f, &w.area, &w.h, e) != OK)
        return e->code;
    return take(f, &w, e);
}

enum err region_continue_repeated(struct finding *f, const struct grid_group *g,
                                  bool *taken, struct error *e)
{
    struct weighed w = {.t = region_above(f, &g->area), .area = g->area};

    *taken = false;
    if (!w.t || w.t->block.first < f->first || w.t->block.last > f->last)
        return OK;
    arena_reset(&f->temp);
    w.area.first = w.t->block.first;
    w.area.last = w.t->block.last;
    if (region_look(f, &w.area, &w.h, e) != OK || find_repeated(f, &w, e) != OK)
        return e->code;
    if (w.repeated != 1 || !belongs(f, &w))
        return OK;
    *taken = true;
    return take_back_total(f, w.t, e) != OK ? e->code : take(f, &w, e);
}
