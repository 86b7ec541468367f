/*
 * Blocks: a title, a note, a form, or a table with its first rows.
 */
#include "formats/xlsx/region_internal.h"

#include <string.h>

#define ONE_COLUMN 3u /* rows that a table of one column needs */

enum region_class region_class_of(uint8_t kind)
{
    switch (kind) {
    case TAPE_TEXT: return REGION_CLASS_TEXT;
    case TAPE_NUMBER:
    case HEAD_KIND_YEAR: return REGION_CLASS_NUMBER;
    case TAPE_BOOLEAN: return REGION_CLASS_BOOLEAN;
    case TAPE_DATE:
    case TAPE_DATETIME: return REGION_CLASS_DATE;
    case TAPE_TIME:
    case TAPE_DURATION: return REGION_CLASS_TIME;
    default: return REGION_CLASSES;
    }
}

/* Does the text end with a colon, narrow or wide? */
static bool is_label_text(struct str text)
{
    text = str_trim(text);
    return text.n > 1 &&
           (str_ends(text, STR(":")) || str_ends(text, STR("\xef\xbc\x9a")));
}

/* Rows with a text that ends with a colon. */
static enum err count_colons(struct finding *f, const struct head *h, size_t *n,
                             struct error *e)
{
    uint32_t last = h->first + (uint32_t)h->width - 1;

    *n = 0;
    for (size_t i = 0; i < h->rows; i++) {
        struct tape_row row;
        bool found = false;

        if (grid_row(&f->grid, h->at[i], h->first, last, &row, e) != OK)
            return e->code;
        for (uint32_t k = 0; k < row.n; k++)
            found = found ||
                    (row.cells[k].kind == TAPE_TEXT &&
                     is_label_text(grid_text(&f->grid, &row, &row.cells[k])));
        *n += found;
    }
    return OK;
}

/* How many classes but text a column has from `row` on, the cells of all of
 * them, and of the most frequent one. Times of over a day are dates under the
 * format of the others, so the two are one class. */
static size_t classes(const struct head *h, size_t row, size_t column,
                      size_t *most, size_t *cells)
{
    size_t count[REGION_CLASSES + 1] = {0};
    size_t n = 0;

    *most = 0;
    *cells = 0;
    for (size_t i = row; i < h->rows; i++) {
        uint8_t kind = head_kind(h, i, column);

        if (region_class_of(kind) == REGION_CLASS_TIME)
            count[REGION_CLASS_DATE]++;
        else if (kind != TAPE_EMPTY)
            count[region_class_of(kind)]++;
    }
    for (size_t k = 0; k < REGION_CLASSES; k++) {
        n += count[k] > 0 && k != REGION_CLASS_TEXT;
        *cells += count[k];
        *most = count[k] > *most ? count[k] : *most;
    }
    return n;
}

/* Are there two columns, words and beside them values of several kinds? */
static bool has_mixed_values(const struct head *h, size_t from)
{
    size_t column[2] = {0};
    size_t used = 0;
    size_t most, cells;

    for (size_t c = 0; c < h->width; c++) {
        (void)classes(h, from, c, &most, &cells);
        if (cells && used < 2)
            column[used] = c;
        used += cells > 0;
    }
    if (used != 2 || classes(h, from, column[0], &most, &cells) > 0)
        return false;
    return classes(h, from, column[1], &most, &cells) > 1 ||
           (most < cells && !head_all_labels(h, from));
}

/* Without a header, columns of a table are at least of one kind each. */
static bool is_even(const struct head *h, const struct head_parts *p)
{
    size_t odd = 0;
    size_t used = 0;

    for (size_t c = 0; c < h->width; c++) {
        size_t most, cells;

        (void)classes(h, p->title + p->header, c, &most, &cells);
        used += cells > 0;
        odd += most * 5 < cells * 4;
    }
    return odd * 4 <= used && h->rows - p->title >= 2;
}

/* Labels and values under the last columns of a wider table: its sums. */
static bool is_below(struct finding *f, const struct grid_group *g,
                     const struct head_parts *p)
{
    const struct making *t = region_above(f, &g->area);

    return t && g->widest <= 2 && (p->header == 0 || p->assumed) &&
           g->area.first > t->block.first && t->block.last - t->block.first > 1;
}

/* Are nearly all of its rows single cells? */
static bool is_loose(const struct head *h, size_t from)
{
    size_t single = 0;

    for (size_t i = from; i < h->rows; i++)
        single += head_filled(h, i) == 1;
    return single * 2 >= h->rows - from && !head_has_own(h, from);
}

/* A few rows of labels, years among them, and nothing below: perhaps the header
 * of what is under an empty row. */
static bool is_lone_header(const struct head *h, const struct head_parts *p)
{
    for (size_t i = p->title; i < h->rows; i++)
        if (!head_all_labels(h, i))
            return false;
    return h->rows - p->title == 1;
}

/* What a block is; REGION_WHATS: a table. */
static enum err judge(struct finding *f, const struct grid_group *g,
                      enum region_what *what, struct error *e)
{
    struct head_parts p;
    struct head h;
    size_t colons;

    *what = REGION_WHATS;
    arena_reset(&f->temp);
    if (region_look(f, &g->area, &h, e) != OK ||
        count_colons(f, &h, &colons, e) != OK)
        return e->code;
    p = head_part(&h, &f->grid, f->grid.s->filter.first.row, f->header);
    if (g->widest < 2) {
        if (!head_has_own(&h, 0) || h.rows < ONE_COLUMN)
            *what = REGION_NOTE;
    } else if (colons >= 2 && colons * 2 >= h.rows - p.title) {
        *what = REGION_PAIRS;
    } else if (has_mixed_values(&h, p.title)) {
        *what = REGION_PAIRS;
    } else if (is_loose(&h, p.title)) {
        *what = REGION_OTHER;
    } else if (is_below(f, g, &p)) {
        *what = REGION_TOTAL;
    } else if (p.header == 0 && !is_even(&h, &p) && !is_lone_header(&h, &p)) {
        *what = REGION_OTHER;
    }
    return OK;
}

/* A title that comes above the area, near enough, for its table alone. */
static struct piece *find_title(struct finding *f, const struct grid_area *area)
{
    struct piece *list = (struct piece *)(void *)f->pieces.p;
    const struct sheet_row *rows = f->grid.s->rows;
    size_t n = f->pieces.n / sizeof(*list);

    for (size_t i = n; i > 0 && n - i < REGION_LOOK_BACK;) {
        struct piece *p = &list[--i];
        uint32_t last = rows[p->area.to - 1].row;

        if (p->area.to > area->from || p->used || p->area.last < area->first ||
            p->area.first > area->last)
            continue;
        if (p->widest > 1 || p->what != REGION_NOTE ||
            rows[area->from].row - last > REGION_TITLE_GAP + 1 ||
            p->area.to - p->area.from > HEAD_TITLE_ROWS)
            return NULL;
        return p;
    }
    return NULL;
}

/* The first text in the rows. */
static enum err find_text(struct finding *f, const struct grid_area *area,
                          struct str *text, struct error *e)
{
    *text = (struct str){"", 0};
    for (size_t i = area->from; i < area->to && !text->n; i++) {
        struct tape_row row;

        if (grid_row(&f->grid, i, area->first, area->last, &row, e) != OK)
            return e->code;
        for (uint32_t k = 0; k < row.n && !text->n; k++)
            if (row.cells[k].kind == TAPE_TEXT &&
                str_dup(grid_text(&f->grid, &row, &row.cells[k]), f->a, text,
                        e) != OK)
                return e->code;
    }
    return OK;
}

/* Rows above a table become its title, if they say something: numbers alone are
 * values, which no title must hide. */
static enum err take_title(struct finding *f, struct making *t,
                           const struct grid_area *title, bool *taken,
                           struct error *e)
{
    const struct sheet_row *rows = f->grid.s->rows;
    struct str text;

    *taken = false;
    if (find_text(f, title, &text, e) != OK)
        return e->code;
    if (text.n == 0)
        return OK;
    *taken = true;
    if (region_texts(f, title, false, &t->title_whole, e))
        return e->code;
    t->title_text = text;
    t->title_area = *title;
    t->title = (struct ref_range){{rows[title->from].row, title->first},
                                  {rows[title->to - 1].row, title->last}};
    return OK;
}

/* The rows that a table begins with: of its block, and of the group that its
 * header is parted from. */
static enum err list_first_rows(struct finding *f, const struct making *t,
                                const struct grid_area *more, struct head *h,
                                struct error *e)
{
    size_t *at = arena_alloc_array(&f->scratch, HEAD_ROWS, sizeof(*at), e);
    size_t n = 0;

    if (!at)
        return e->code;
    for (size_t i = t->block.from; i < t->block.to && n < HEAD_ROWS; i++)
        at[n++] = i;
    for (size_t i = more ? more->from : 0; more && i < more->to; i++)
        if (n < HEAD_ROWS)
            at[n++] = i;
    *h = (struct head){.at = at, .rows = n};
    return head_look(&f->grid, &t->block, &f->temp, h, e);
}

/* The columns that header and rows have, without those of the title alone. */
static enum err trim_columns(struct finding *f, struct making *t,
                             const struct grid_area *more, struct error *e)
{
    struct grid_area rest = t->block;
    struct grid_group g;

    if (rest.from >= rest.to)
        return OK;
    if (grid_next_group(&f->grid, &rest, &g, e) != OK)
        return e->code;
    t->block.first = g.area.first;
    t->block.last = g.area.last;
    if (more && more->first < t->block.first)
        t->block.first = more->first;
    if (more && more->last > t->block.last)
        t->block.last = more->last;
    return OK;
}

/* Rows of the block and of `more` after the header. */
static enum err take_rows(struct finding *f, struct making *t,
                          const struct grid_area *more, const struct head *h,
                          struct error *e)
{
    size_t skip = t->parts.header;
    size_t own = t->block.to - t->block.from;
    const struct head none = {.width = h->width};
    struct grid_area rows = t->block;
    enum err rc = OK;

    t->runs = t->last_run = NULL;
    t->rows = t->cells = t->filled = t->looked_at = 0;
    t->seen = arena_alloc_array(&f->scratch, h->width, sizeof(*t->seen), e);
    if (!t->seen)
        return e->code;
    rows.from += skip < own ? skip : own;
    t->end = t->block.to;
    if (rows.from < rows.to)
        rc = region_append(f, t, &rows, more ? &none : h, skip, e);
    if (rc || !more)
        return rc;
    rows.from = more->from + (skip > own ? skip - own : 0);
    rows.to = more->to;
    return rows.from < rows.to ? region_append(f, t, &rows, h, skip, e) : OK;
}

enum err region_keep_head(struct finding *f, struct making *t,
                          const struct grid_area *more, struct error *e)
{
    struct grid_area first = *more;
    struct head h;
    size_t *at;

    if (first.to - first.from > HEAD_MAX_HEADER + 1)
        first.to = first.from + HEAD_MAX_HEADER + 1;
    arena_reset(&f->temp);
    if (region_look(f, &first, &h, e) != OK)
        return e->code;
    at = arena_alloc_array(&f->scratch, h.rows, sizeof(*at), e);
    t->seen = arena_alloc_array(&f->scratch, h.width, sizeof(*t->seen), e);
    if (!at || !t->seen)
        return e->code;
    memcpy(at, h.at, h.rows * sizeof(*at));
    t->head = (struct head){.at = at, .rows = h.rows};
    return head_look(&f->grid, more, &f->scratch, &t->head, e);
}

static enum err keep_first_rows(struct finding *f, struct making *t,
                                const struct head *h, struct error *e)
{
    size_t n = t->parts.header + 1 < h->rows ? t->parts.header + 1 : h->rows;

    t->head = (struct head){.at = h->at, .rows = n};
    return head_look(&f->grid, &t->block, &f->scratch, &t->head, e);
}

enum err region_part(struct finding *f, struct making *t,
                     const struct grid_area *more, struct error *e)
{
    uint32_t filter = f->grid.s->filter.first.row;
    size_t title;
    struct head h = {0};

    if (list_first_rows(f, t, more, &h, e) != OK)
        return e->code;
    BUG_ON(!h.at);
    t->parts = head_part(&h, &f->grid, filter, f->header);
    title = t->parts.title;
    t->words_only = !more && h.rows - title <= HEAD_MAX_HEADER &&
                    h.rows == t->block.to - t->block.from;
    for (size_t i = title; i < h.rows; i++)
        t->words_only = t->words_only && head_all_labels(&h, i);
    if (title) {
        struct grid_area above = t->block;
        bool taken;

        above.to = h.at[title - 1] + 1;
        if (take_title(f, t, &above, &taken, e) != OK ||
            (!taken && region_put_rows(f, &above, REGION_NOTE, e) != OK))
            return e->code;
        t->block.from = h.at[title] < t->block.to ? h.at[title] : t->block.to;
        if (trim_columns(f, t, more, e) != OK ||
            list_first_rows(f, t, more, &h, e) != OK)
            return e->code;
        t->parts.title = 0;
    }
    if (keep_first_rows(f, t, &h, e) != OK)
        return e->code;
    return take_rows(f, t, more, &h, e);
}

static enum err new_table(struct finding *f, const struct grid_group *g,
                          struct error *e)
{
    struct making *t = &f->tables[f->n];
    struct piece *title;

    *t = (struct making){.block = g->area};
    f->n++;
    if (region_part(f, t, NULL, e) != OK)
        return e->code;
    title = find_title(f, &g->area); /* now: the list may have moved */
    if (t->title.first.row || !title)
        return OK;
    return take_title(f, t, &title->area, &title->used, e);
}

/* A group without empty columns: one table, or several below each other. */
enum err region_put_block(struct finding *f, const struct grid_area *area,
                          struct error *e)
{
    struct grid_area left = *area;
    enum region_what what;
    struct grid_group g;
    bool taken;
    size_t end;

    while (left.from < left.to) {
        struct grid_area block = left;

        if (region_find_split(f, &left, &end, e) != OK)
            return e->code;
        block.to = end;
        left.from = end;
        if (grid_next_group(&f->grid, &block, &g, e) != OK)
            return e->code;
        if (g.cells == 0)
            continue;
        if (region_continue_repeated(f, &g, &taken, e) != OK)
            return e->code;
        if (taken)
            continue;
        if (judge(f, &g, &what, e) != OK)
            return e->code;
        if (what == REGION_WHATS && f->n == REGION_MAX_TABLES)
            what = REGION_OTHER;
        if (what != REGION_WHATS)
            region_put_piece(f, &g, what);
        else if (new_table(f, &g, e) != OK)
            return e->code;
    }
    return OK;
}
