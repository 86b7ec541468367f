/*
 * marks.c - the page is read as it was when its text was made: its words, in the
 * order of its lines. All letters and digits of them are one run of bytes, without
 * blanks and marks, so that it does not matter which bullets, bars of tables and
 * hyphens were put or taken away. In it each line of the text is looked for, first
 * behind the one before it. Of a line that is not there whole, since it goes on
 * over the end of a page or a word was mended, the longest beginning is taken that
 * is at least half of it.
 */
#include "formats/pdf/marks.h"

#include "formats/pdf/layout.h"
#include "formats/pdf/pdfium.h"
#include "formats/pdf/scan_words.h"
#include "formats/pdf/table.h"

#include <math.h>
#include <string.h>

#define SCRATCH_BYTES ((size_t)128 << 20)
#define LEAST_BYTES   4u   /* of a line that may be anywhere on the page */
#define MARGIN        1.5F /* points around words */

/* The page as one run of letters. */
struct run {
    char *byte;              /* byte[n] */
    uint32_t *word;          /* word[n]: the one that it is of */
    struct pdf_word **words; /* words[n_words], as they are read */
    bool *is_marked;         /* is_marked[n_words] */
    size_t n, n_words;
};

struct marking {
    const struct pdfium *lib; /* NULL: the words are those of OCR */
    void *page;
    const struct pdf_bitmap *on;
    struct arena scratch;
    struct pdf_words words;
    struct pdf_lines lines;
    struct run run;
    struct pdf_marks *out;
};

static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

static void add_word(struct run *r, struct pdf_word *w)
{
    for (size_t i = 0; i < w->text.n && !w->is_note_mark; i++) {
        if (!is_letter(w->text.p[i]))
            continue;
        r->byte[r->n] = w->text.p[i];
        r->word[r->n++] = (uint32_t)r->n_words;
    }
    r->words[r->n_words++] = w;
}

static void add_line(struct run *r, const struct pdf_line *line)
{
    for (size_t i = 0; i < line->n_segments; i++)
        for (size_t k = 0; k < line->segment[i]->n; k++)
            add_word(r, line->segment[i]->word[k]);
}

static enum err make_run(struct marking *m, struct error *e)
{
    struct run *r = &m->run;
    size_t bytes = 1;
    size_t words = 1;

    for (size_t i = 0; i < m->words.n; i++) {
        bytes += m->words.word[i].text.n;
        words++;
    }
    r->byte = arena_alloc_array(&m->scratch, bytes, 1, e);
    r->word = r->byte
                  ? arena_alloc_array(&m->scratch, bytes, sizeof(*r->word), e)
                  : NULL;
    r->words = r->word ? arena_alloc_array(&m->scratch, words,
                                           sizeof(struct pdf_word *), e)
                       : NULL;
    r->is_marked = r->words
                       ? arena_alloc_array(&m->scratch, words, sizeof(bool), e)
                       : NULL;
    if (!r->is_marked)
        return e->code;
    for (size_t i = 0; i < m->lines.n; i++)
        add_line(r, &m->lines.line[i]);
    return OK;
}

/* ---- looking for lines ---- */

static size_t find_from(const struct run *r, size_t from, struct str s)
{
    const struct str rest = str_slice((struct str){r->byte, r->n}, from, r->n);

    return from + str_find(rest, s);
}

/* Where its longest beginning is; r->n: nowhere. `s` is cut to it. */
static size_t find_beginning(const struct run *r, size_t from, struct str *s)
{
    const size_t whole = s->n;

    for (;;) {
        const size_t at = find_from(r, from, *s);

        if (at < r->n || s->n == 0)
            return at;
        if (s->n <= LEAST_BYTES || 2 * s->n <= whole)
            return r->n;
        s->n -= 1 + s->n / 16;
    }
}

static void mark_line(struct run *r, struct str s, size_t *from)
{
    struct str found = s;
    size_t at = find_beginning(r, *from, &found);

    if (at >= r->n && s.n >= LEAST_BYTES) {
        found = s;
        at = find_beginning(r, 0, &found);
    }
    if (at >= r->n)
        return;
    for (size_t i = at; i < at + found.n; i++)
        r->is_marked[r->word[i]] = true;
    *from = at + found.n;
}

static enum err mark_text(struct marking *m, struct str text, struct error *e)
{
    char *letters = arena_alloc(&m->scratch, text.n + 1, e);
    size_t from = 0;

    if (!letters)
        return e->code;
    while (text.n > 0) {
        const size_t end = str_find_char(text, '\n');
        struct str line = {letters, 0};

        for (size_t i = 0; i < end; i++)
            if (is_letter(text.p[i]))
                letters[line.n++] = text.p[i];
        if (line.n)
            mark_line(&m->run, line, &from);
        text = str_slice(text, end + 1, text.n);
    }
    return OK;
}

/* ---- boxes ---- */

static uint32_t pixel_of(int at, uint32_t most)
{
    return at < 0 ? 0 : (uint32_t)at > most ? most : (uint32_t)at;
}

/* A point of the page as it is drawn; false: it is none. What OCR found was read from
 * the page as it is drawn, and counts upwards from its lower edge. */
static bool find_pixel(const struct marking *m, float x, float y, int *to_x,
                       int *to_y)
{
    if (m->lib)
        return m->lib->FPDF_PageToDevice(m->page, 0, 0, (int)m->on->width,
                                         (int)m->on->height, 0, (double)x,
                                         (double)y, to_x, to_y);
    *to_x = (int)lroundf(x * m->on->scale);
    *to_y = (int)lroundf((float)m->on->height - y * m->on->scale);
    return true;
}

/* As it is drawn; `box` is as the text of that turn is read (word.h). */
static void put_box(struct marking *m, const struct pdf_box *box, unsigned turn)
{
    const float x0 = box->x0 - MARGIN, x1 = box->x1 + MARGIN;
    const float y0 = box->y0 - MARGIN, y1 = box->y1 + MARGIN;
    const float corner[4][4] = {{x0, -y0, x1, -y1},
                                {y0, x0, y1, x1},
                                {-x0, y0, -x1, y1},
                                {-y0, -x0, -y1, -x1}};
    const float *c = corner[turn & 3];
    const uint32_t width = m->on->width, height = m->on->height;
    int x[2], y[2];

    if (m->out->n == PDF_MAX_MARKS)
        return;
    for (size_t i = 0; i < 2; i++)
        if (!find_pixel(m, c[2 * i], c[2 * i + 1], &x[i], &y[i]))
            return;
    struct pdf_mark mark = {.x = pixel_of(x[0] < x[1] ? x[0] : x[1], width),
                            .y = pixel_of(y[0] < y[1] ? y[0] : y[1], height)};
    mark.width = pixel_of(x[0] < x[1] ? x[1] : x[0], width) - mark.x;
    mark.height = pixel_of(y[0] < y[1] ? y[1] : y[0], height) - mark.y;
    if (mark.width && mark.height)
        m->out->mark[m->out->n++] = mark;
}

/* Does the next word go on in the same line? */
static bool goes_on(const struct pdf_word *w, const struct pdf_box *box,
                    const struct pdf_word *next)
{
    const float middle = (next->box.y0 + next->box.y1) / 2;
    const float gap = fmaxf(next->box.x0 - box->x1, box->x0 - next->box.x1);

    return next->turn == w->turn && middle > box->y0 && middle < box->y1 &&
           gap < 2 * w->size;
}

static void put_words(struct marking *m)
{
    const struct run *r = &m->run;

    for (size_t i = 0; i < r->n_words; i++) {
        const struct pdf_word *w = r->words[i];
        struct pdf_box box = w->box;

        if (!r->is_marked[i])
            continue;
        while (i + 1 < r->n_words && r->is_marked[i + 1] &&
               goes_on(w, &box, r->words[i + 1]))
            pdf_box_widen(&box, &r->words[++i]->box);
        put_box(m, &box, w->turn);
    }
}

static enum err put_table(struct marking *m, uint32_t number, struct error *e)
{
    struct pdf_rulings rulings;
    struct pdf_tables tables = {
        .table = arena_alloc_array(&m->scratch, PDF_MAX_TABLES,
                                   sizeof(*tables.table), e)};
    struct table_page on = {.lines = &m->lines,
                            .rulings = &rulings,
                            .scratch = &m->scratch,
                            .a = &m->scratch};

    if (!tables.table ||
        pdf_rulings_read(m->lib, m->page, m->words.turn, &m->scratch, &rulings,
                         e) ||
        pdf_tables_find(&on, &m->words, &tables, e))
        return e->code;
    for (size_t i = 0; i < tables.n; i++) {
        const struct pdf_table *t = &tables.table[i];
        const struct pdf_box box = {t->x0, t->x1, t->y0, t->y1};

        if (t->number == number)
            put_box(m, &box, m->words.turn);
    }
    return OK;
}

/* Of the words that were read. */
static enum err find(struct marking *m, const struct pdf_marked *what,
                     struct error *e)
{
    enum err rc = pdf_layout(&m->words, &m->scratch, &m->scratch, &m->lines, e);

    if (!rc && what->table)
        rc = put_table(m, what->table, e);
    if (!rc && what->text.n)
        rc = make_run(m, e);
    if (!rc && what->text.n)
        rc = mark_text(m, what->text, e);
    if (!rc)
        put_words(m);
    return rc;
}

static enum err make_room(struct pdf_marks *out, struct arena *a,
                          struct error *e)
{
    out->n = 0;
    out->mark = arena_alloc_array(a, PDF_MAX_MARKS, sizeof(*out->mark), e);
    return out->mark ? OK : e->code;
}

enum err pdf_marks_find(const struct pdf_drawing *d,
                        const struct pdf_marked *what,
                        const struct pdf_bitmap *on, struct arena *a,
                        struct pdf_marks *out, struct error *e)
{
    struct marking m = {.lib = d->lib, .on = on, .out = out};
    void *text;
    enum err rc = make_room(out, a, e);

    if (rc)
        return rc;
    m.page = d->lib->FPDF_LoadPage(d->document, (int)what->page);
    text = m.page ? d->lib->FPDFText_LoadPage(m.page) : NULL;
    arena_init(&m.scratch, SCRATCH_BYTES);
    if (text)
        rc = pdf_words_read(m.lib, text, &m.scratch, &m.words, e);
    if (text && !rc)
        rc = find(&m, what, e);
    arena_release(&m.scratch);
    if (text)
        d->lib->FPDFText_ClosePage(text);
    if (m.page)
        d->lib->FPDF_ClosePage(m.page);
    return rc;
}

enum err pdf_marks_find_scanned(const struct pdf_scan *scan, struct str text,
                                const struct pdf_bitmap *on, struct arena *a,
                                struct pdf_marks *out, struct error *e)
{
    const struct pdf_marked what = {.text = text};
    struct marking m = {.on = on, .out = out};
    struct pdf_scan_page found;
    enum err rc = make_room(out, a, e);

    if (rc)
        return rc;
    arena_init(&m.scratch, SCRATCH_BYTES);
    rc = pdf_scan_words(scan, &m.scratch, &found, e);
    m.words = found.words;
    if (!rc)
        rc = find(&m, &what, e);
    arena_release(&m.scratch);
    return rc;
}
