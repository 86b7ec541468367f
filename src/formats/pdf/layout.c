/*
 * layout.c - from words to lines in reading order.
 *
 * Words that stand on one line and near each other are a segment. Segments are
 * put in order by looking for a gutter: a place x that many segments begin at
 * and that no segment crosses over a run of them, from above to below, with
 * text to the left and to the right. The run that has most of both is cut
 * there, so that a region falls into what is above the run, its left, its right
 * and what is below, each of which is treated the same way. What has no gutter
 * is a column, and is read line by line.
 *
 * Columns of a table look like gutters, too, and are not to be read one after
 * the other: so both sides must have lines of text, LETTERS letters on average,
 * which figures and labels do not have.
 *
 * Recursive cuts at the widest white space (XY cut) were considered: they need
 * the page's width empty, so that a table or a title over two columns, or a
 * column that ends earlier, decides about all that is beside it.
 */
#include "formats/pdf/note_mark.h"

#include "base/buf.h"
#include "base/text/fold.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DOUBLE      0.7F  /* of the narrower one's width, in one place */
#define DOUBLE_NEAR 4     /* words that may lie between */
#define ROW_OVERLAP 0.6F  /* of the lower one's height, in one line */
#define NEAR        0.9F  /* of the size, between words of a segment */
#define CELL        1.7F  /* the same, between cells, whatever is in them */
#define OF_LETTERS  0.6F  /* of a text's bytes are letters */
#define BLANK       0.12F /* the same, where there is a blank */
#define GUTTER      3.0F  /* points, at least */
#define SIDE        0.12F /* of a region's width, a column at least */
#define LETTERS     14.0F /* of a segment of a column, on average */
#define BESIDE      0.4F  /* of the lower side, that is beside the other */
#define CJK_LETTERS 3     /* what a character counts that is a word */
#define MIN_LINES   3     /* of each side of a gutter */
#define BINS        512
#define CANDIDATES  8
#define MAX_DEPTH   32

struct layout {
    struct arena *scratch;
    struct arena *a;
    struct pdf_lines *out;
    struct pdf_segment **spare; /* as many as there are segments */
    uint32_t columns;
};

/* ---- rows and segments ---- */

static int segments_by_top(const void *p, const void *q)
{
    const struct pdf_segment *x = *(struct pdf_segment *const *)p;
    const struct pdf_segment *y = *(struct pdf_segment *const *)q;

    if (x->box.y1 != y->box.y1)
        return x->box.y1 < y->box.y1 ? -1 : 1;
    return x->box.x0 < y->box.x0 ? -1 : x->box.x0 > y->box.x0;
}

static int segments_by_left(const void *p, const void *q)
{
    const struct pdf_segment *x = *(struct pdf_segment *const *)p;
    const struct pdf_segment *y = *(struct pdf_segment *const *)q;

    return x->box.x0 < y->box.x0 ? -1 : x->box.x0 > y->box.x0;
}

static bool is_one_row(const struct pdf_box *x, const struct pdf_box *y)
{
    const float both = fminf(x->y1, y->y1) - fmaxf(x->y0, y->y0);
    const float lower = fminf(x->y1 - x->y0, y->y1 - y->y0);

    return both >= ROW_OVERLAP * lower;
}

/* Letters of a word; figures and signs count nothing. */
static float letters_of(struct str s)
{
    float n = 0;

    for (size_t i = 0; i < s.n;) {
        const size_t len = utf8_length(str_slice(s, i, s.n));
        const uint32_t cp = len ? utf8_decode(s.p + i, len) : ' ';

        if (cp < 0x80)
            n += (cp >= 'a' && cp <= 'z') || (cp >= 'A' && cp <= 'Z');
        else if (text_classify(cp) == TEXT_CLASS_CJK)
            n += CJK_LETTERS;
        else
            n += text_classify(cp) == TEXT_CLASS_LETTER;
        i += len ? len : 1;
    }
    return n;
}

static void add_word(struct pdf_segment *s, struct pdf_word *w)
{
    if (s->n == 0)
        s->box = w->box;
    pdf_box_widen(&s->box, &w->box);
    s->size = fmaxf(s->size, w->size);
    s->letters += letters_of(w->text);
    s->n++;
}

/* Bold type is made by some programs by drawing a word, or a part of it, once more
 * beside itself. */
static bool is_double(const struct pdf_word *x, const struct pdf_word *y)
{
    const float both =
        fminf(x->box.x1, y->box.x1) - fmaxf(x->box.x0, y->box.x0);

    return both >=
               DOUBLE * fminf(x->box.x1 - x->box.x0, y->box.x1 - y->box.x0) &&
           (str_find(x->text, y->text) < x->text.n ||
            str_find(y->text, x->text) < y->text.n);
}

/* Of a row, by left ends: each word once. Returns how many are left. */
static size_t drop_doubles(struct pdf_word **row, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        size_t k = kept;

        while (k > 0 && kept - k < DOUBLE_NEAR &&
               !is_double(row[k - 1], row[i]))
            k--;
        if (k == 0 || kept - k == DOUBLE_NEAR)
            row[kept++] = row[i];
        else if (row[i]->text.n > row[k - 1]->text.n)
            row[k - 1] = row[i];
    }
    return kept;
}

/* The words of one row, by their left ends, to segments. */
static void cut_row(struct pdf_word **row, size_t n,
                    struct pdf_segment *segment, size_t *n_segments)
{
    struct pdf_segment *s = NULL;

    for (size_t i = 0; i < n; i++) {
        if (!s ||
            row[i]->box.x0 - s->box.x1 > NEAR * fmaxf(row[i]->size, s->size)) {
            s = &segment[(*n_segments)++];
            *s = (struct pdf_segment){.word = &row[i]};
        }
        add_word(s, row[i]);
    }
}

/* All words of one turn, in `word`, to segments; there is room for as many. */
static size_t cut_rows(struct pdf_word **word, size_t n,
                       struct pdf_segment *segment)
{
    size_t n_segments = 0;

    qsort(word, n, sizeof(struct pdf_word *), pdf_words_by_base);
    for (size_t from = 0; from < n;) {
        size_t to = from + 1;

        while (to < n && is_one_row(&word[from]->box, &word[to]->box))
            to++;
        qsort(word + from, to - from, sizeof(struct pdf_word *),
              pdf_words_by_left);
        cut_row(word + from, drop_doubles(word + from, to - from), segment,
                &n_segments);
        from = to;
    }
    return n_segments;
}

/* ---- gutters ---- */

/* A run of segments that none of crosses x. */
struct gutter {
    float x;
    size_t first, end;
    size_t weight; /* lines of the side that has fewer */
};

/* What is on one side of a run. */
struct side {
    size_t n;
    float letters;
    struct pdf_box box;
};

static void side_add(struct side *s, const struct pdf_segment *g)
{
    if (s->n++ == 0)
        s->box = g->box;
    pdf_box_widen(&s->box, &g->box);
    s->letters += g->letters;
}

static bool is_left(const struct pdf_segment *s, float x)
{
    return s->box.x1 <= x - GUTTER;
}

static bool is_right(const struct pdf_segment *s, float x)
{
    return s->box.x0 >= x - 0.5F;
}

static bool is_column(const struct side *s, float width)
{
    return s->n >= MIN_LINES && s->letters >= LETTERS * (float)s->n &&
           s->box.x1 - s->box.x0 >= SIDE * width;
}

/* Does the run [first, end) separate two columns of text? */
static void weigh(struct pdf_segment *const *s, struct gutter *g, float width)
{
    struct side left = {0};
    struct side right = {0};
    float beside, lower;

    g->weight = 0;
    for (size_t i = g->first; i < g->end; i++)
        side_add(is_left(s[i], g->x) ? &left : &right, s[i]);
    if (!is_column(&left, width) || !is_column(&right, width))
        return;
    beside =
        fminf(left.box.y1, right.box.y1) - fmaxf(left.box.y0, right.box.y0);
    lower = fminf(left.box.y1 - left.box.y0, right.box.y1 - right.box.y0);
    if (beside >= BESIDE * lower)
        g->weight = left.n < right.n ? left.n : right.n;
}

/* Past the row that begins at `i`. */
static size_t row_end(struct pdf_segment *const *s, size_t n, size_t i)
{
    size_t end = i + 1;

    while (end < n && is_one_row(&s[i]->box, &s[end]->box))
        end++;
    return end;
}

enum row { ROW_CROSSES, ROW_OF_TABLE, ROW_OF_COLUMNS };

/* A row with something on both sides, and on neither as much as text has, is of
 * a table. */
static enum row look_at_row(struct pdf_segment *const *s, size_t from,
                            size_t to, float x)
{
    float letters[2] = {0};
    size_t n[2] = {0};

    for (size_t i = from; i < to; i++) {
        const bool right = is_right(s[i], x);

        if (!right && !is_left(s[i], x))
            return ROW_CROSSES;
        letters[right] += s[i]->letters;
        n[right]++;
    }
    return n[0] && n[1] && letters[0] < LETTERS && letters[1] < LETTERS
               ? ROW_OF_TABLE
               : ROW_OF_COLUMNS;
}

/* The run that begins at `from`: up to what crosses it, or to two rows of a
 * table; *next is where another may begin. */
static size_t run_end(struct pdf_segment *const *s, size_t n, size_t from,
                      float x, size_t *next)
{
    size_t table = n;

    for (size_t i = from; i < n;) {
        const size_t end = row_end(s, n, i);
        const enum row row = look_at_row(s, i, end, x);

        *next = end;
        if (row == ROW_CROSSES)
            return i;
        if (row == ROW_OF_TABLE && table < n)
            return table;
        table = row == ROW_OF_TABLE ? i : n;
        i = end;
    }
    return n;
}

static void find_run(struct pdf_segment *const *s, size_t n, float x,
                     float width, struct gutter *best)
{
    for (size_t from = 0; from < n;) {
        struct gutter g = {.x = x, .first = from};
        size_t next = n;

        g.end = run_end(s, n, from, x, &next);
        if (g.end - g.first >= (size_t)2 * MIN_LINES)
            weigh(s, &g, width);
        if (g.weight > best->weight)
            *best = g;
        from = next;
    }
}

/* Where many segments begin, as bins of the region's width. */
static struct gutter find_gutter(struct pdf_segment *const *s, size_t n)
{
    uint32_t count[BINS] = {0};
    float least[BINS];
    struct gutter best = {0};
    struct side all = {0};
    float width;

    for (size_t i = 0; i < n; i++)
        side_add(&all, s[i]);
    width = all.box.x1 - all.box.x0;
    if (n < (size_t)2 * MIN_LINES || !(width > GUTTER))
        return best;
    for (size_t i = 0; i < n; i++) {
        const size_t bin =
            (size_t)((s[i]->box.x0 - all.box.x0) / width * (BINS - 1));

        if (count[bin]++ == 0 || s[i]->box.x0 < least[bin])
            least[bin] = s[i]->box.x0;
    }
    count[0] = 0; /* the left end of all */
    for (int k = 0; k < CANDIDATES; k++) {
        size_t most = 0;

        for (size_t i = 1; i < BINS; i++)
            if (count[i] > count[most])
                most = i;
        if (count[most] == 0)
            break;
        find_run(s, n, least[most], width, &best);
        count[most] = 0;
    }
    return best;
}

/* ---- lines ---- */

struct joined {
    struct buf text;
    const struct pdf_word *last;
    size_t bold, sized, bytes;
    float size;
    size_t rtl;
};

/* A blank between two words: white space, or as much of nothing. */
static bool is_apart(const struct pdf_word *x, const struct pdf_word *y)
{
    const float gap = fmaxf(y->box.x0 - x->box.x1, x->box.x0 - y->box.x1);

    return gap > BLANK * fmaxf(x->size, y->size) || note_mark_is_figure(x, y) ||
           (y == x + 1 && y->is_spaced);
}

static void join_word(struct joined *j, const struct pdf_word *w, bool cell)
{
    if (w->is_note_mark) {
        j->last = w; /* what follows is near it, and not apart */
        return;
    }
    if (j->last && cell)
        buf_puts(&j->text, "  ");
    else if (j->last && is_apart(j->last, w))
        buf_put_char(&j->text, ' ');
    buf_put_str(&j->text, w->text);
    j->last = w;
    j->bytes += w->text.n;
    j->bold += w->is_bold ? w->text.n : 0;
    if (w->text.n > j->sized) { /* the longest word tells the size */
        j->sized = w->text.n;
        j->size = w->size;
    }
}

static void join_segment(struct joined *j, const struct pdf_segment *s,
                         bool rtl, bool is_cell)
{
    for (size_t i = 0; i < s->n; i++)
        join_word(j, s->word[rtl ? s->n - 1 - i : i], is_cell && i == 0);
}

/* Is it a line of text whose words are far from each other because it is as long
 * as those around it? Cells of a table are farther apart, or not of letters. */
static bool is_stretched(struct pdf_segment *const *s, size_t n)
{
    float letters = 0;
    size_t bytes = 0;

    for (size_t i = 0; i < n; i++) {
        if (i > 0 && s[i]->box.x0 - s[i - 1]->box.x1 >
                         CELL * fmaxf(s[i]->size, s[i - 1]->size))
            return false;
        letters += s[i]->letters;
        for (size_t k = 0; k < s[i]->n; k++)
            bytes += s[i]->word[k]->text.n;
    }
    return letters >= OF_LETTERS * (float)bytes;
}

static size_t rtl_bytes(const struct pdf_segment *s, size_t *all)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        n += s->word[i]->is_rtl ? s->word[i]->text.n : 0;
        *all += s->word[i]->text.n;
    }
    return n;
}

/* One row of a column as a line. */
static enum err put_line(struct layout *l, struct pdf_segment **s, size_t n,
                         struct error *e)
{
    struct pdf_line *line = &l->out->line[l->out->n];
    struct joined j = {.last = NULL};
    size_t rtl = 0;
    size_t all = 0;
    bool are_cells;
    enum err rc;

    qsort(s, n, sizeof(struct pdf_segment *), segments_by_left);
    are_cells = !is_stretched(s, n);
    *line = (struct pdf_line){.box = s[0]->box,
                              .turn = s[0]->word[0]->turn,
                              .cells = are_cells ? (uint32_t)n : 1,
                              .column = l->columns,
                              .segment = s,
                              .n_segments = n};
    for (size_t i = 0; i < n; i++) {
        pdf_box_widen(&line->box, &s[i]->box);
        rtl += rtl_bytes(s[i], &all);
    }
    buf_init(&j.text, (size_t)16 << 20);
    for (size_t i = 0; i < n; i++)
        join_segment(&j, s[2 * rtl > all ? n - 1 - i : i], 2 * rtl > all,
                     are_cells);
    rc = buf_dup(&j.text, l->a, &line->text, e);
    buf_release(&j.text);
    line->size = j.size;
    line->is_bold = j.bold == j.bytes;
    line->ends_in_hyphen = j.last && j.last->ends_in_hyphen;
    l->out->n++;
    return rc;
}

static enum err put_column(struct layout *l, struct pdf_segment **s, size_t n,
                           struct error *e)
{
    enum err rc = OK;

    for (size_t from = 0; from < n && !rc;) {
        size_t to = from + 1;

        while (to < n && is_one_row(&s[from]->box, &s[to]->box))
            to++;
        rc = put_line(l, s + from, to - from, e);
        from = to;
    }
    l->columns++;
    return rc;
}

/* ---- order ---- */

/* Left and right of a run, each in its order. */
static size_t divide(struct layout *l, struct pdf_segment **s,
                     const struct gutter *g)
{
    size_t n_right = 0;
    size_t left = g->first;

    for (size_t i = g->first; i < g->end; i++) {
        if (is_left(s[i], g->x))
            s[left++] = s[i];
        else
            l->spare[n_right++] = s[i];
    }
    memcpy(&s[left], l->spare, n_right * sizeof(struct pdf_segment *));
    return left;
}

static enum err put_region(struct layout *l, struct pdf_segment **s, size_t n,
                           unsigned depth, struct error *e)
{
    const struct gutter g =
        depth < MAX_DEPTH ? find_gutter(s, n) : (struct gutter){0};
    size_t right;
    enum err rc;

    if (n == 0)
        return OK;
    if (g.weight == 0)
        return put_column(l, s, n, e);
    right = divide(l, s, &g);
    rc = put_region(l, s, g.first, depth + 1, e);
    if (!rc)
        rc = put_region(l, s + g.first, right - g.first, depth + 1, e);
    if (!rc)
        rc = put_region(l, s + right, g.end - right, depth + 1, e);
    return rc ? rc : put_region(l, s + g.end, n - g.end, depth + 1, e);
}

/* The words of one turn, which `word` has room for. */
static enum err put_turn(struct layout *l, const struct pdf_words *words,
                         unsigned turn, struct pdf_word **word, struct error *e)
{
    struct pdf_segment *segment, **order;
    size_t n = 0;

    for (size_t i = 0; i < words->n; i++)
        if (words->word[i].turn == turn)
            word[n++] = &words->word[i];
    if (n == 0)
        return OK;
    segment = arena_alloc_array(l->scratch, n, sizeof(*segment), e);
    order = segment ? arena_alloc_array(l->scratch, 2 * n,
                                        sizeof(struct pdf_segment *), e)
                    : NULL;
    if (!order)
        return e->code;
    l->spare = order + n;
    n = cut_rows(word, n, segment);
    note_marks_find(segment, n);
    for (size_t i = 0; i < n; i++)
        order[i] = &segment[i];
    qsort(order, n, sizeof(struct pdf_segment *), segments_by_top);
    return put_region(l, order, n, 0, e);
}

enum err pdf_layout(const struct pdf_words *words, struct arena *scratch,
                    struct arena *a, struct pdf_lines *out, struct error *e)
{
    struct layout l = {.scratch = scratch, .a = a, .out = out};
    struct pdf_word **word =
        arena_alloc_array(scratch, words->n, sizeof(struct pdf_word *), e);
    enum err rc;

    *out = (struct pdf_lines){0};
    if (!word)
        return e->code;
    out->line = arena_alloc_array(scratch, words->n, sizeof(*out->line), e);
    if (!out->line)
        return e->code;
    rc = put_turn(&l, words, words->turn, word, e);
    for (unsigned turn = 0; turn < 4 && !rc; turn++)
        if (turn != words->turn)
            rc = put_turn(&l, words, turn, word, e);
    return rc;
}
