/*
 * table_find.c - the tables of a page: first what rulings bound, then what is
 * aligned among the rest.
 */
#include "formats/pdf/table.h"

#include <math.h>
#include <stdlib.h>

#define MAX_GRIDS      200   /* of a page */
#define CAPTION_POINTS 60.0F /* four lines of a text */
#define CAPTION_BYTES  500u

/* As many pairs of cells are right in such tables (make bench-pdf-tables), and in those of
 * scans (bench/pdf_tables.sh --scans). */
#define RULED_CONFIDENCE 0.93F
#define SCAN_CONFIDENCE  0.83F

static const char *const how_names[] = {
    [PDF_TABLE_RULED] = "rulings", [PDF_TABLE_ALIGNED] = "alignment"};

struct finding {
    struct table_page *page;
    struct pdf_table found[MAX_GRIDS];
    size_t n;
};

static int tables_by_height(const void *p, const void *q)
{
    const struct pdf_table *x = p;
    const struct pdf_table *y = q;

    if (x->y0 != y->y0)
        return x->y0 < y->y0 ? -1 : 1;
    return x->x0 < y->x0 ? -1 : x->x0 > y->x0;
}

/* The words that are turned as most are. */
static enum err take_words(struct table_page *p, const struct pdf_words *words,
                           struct error *e)
{
    struct table_words *w = &p->w;

    w->n = 0;
    w->turn = words->turn;
    w->word =
        arena_alloc_array(p->scratch, words->n, sizeof(struct pdf_word *), e);
    if (!w->word)
        return e->code;
    for (size_t i = 0; i < words->n; i++)
        if (words->word[i].turn == words->turn)
            w->word[w->n++] = &words->word[i];
    qsort(w->word, w->n, sizeof(struct pdf_word *), pdf_words_by_base);
    return OK;
}

static enum err add_grid(struct finding *f, const struct table_grid *g,
                         float confidence, struct error *e)
{
    bool filled = false;
    enum err rc;

    if (f->n == MAX_GRIDS)
        return OK;
    rc = table_fill(f->page, g, &f->found[f->n], &filled, e);
    f->found[f->n].confidence = confidence;
    f->found[f->n].ocr = f->page->ocr;
    f->n += !rc && filled;
    return rc;
}

static enum err find_ruled(struct finding *f, struct error *e)
{
    struct table_grid *g =
        arena_alloc_array(f->page->scratch, MAX_GRIDS, sizeof(*g), e);
    size_t n = 0;
    enum err rc = g ? table_grids_ruled(f->page, g, MAX_GRIDS, &n, e) : e->code;

    for (size_t i = 0; !rc && i < n; i++)
        rc = add_grid(f, &g[i],
                      f->page->ocr > 0 ? SCAN_CONFIDENCE : RULED_CONFIDENCE, e);
    return rc;
}

static enum err find_aligned(struct finding *f, struct error *e)
{
    struct table_aligned *g =
        arena_alloc_array(f->page->scratch, MAX_GRIDS, sizeof(*g), e);
    size_t n = 0;
    enum err rc =
        g ? table_grids_aligned(f->page, g, MAX_GRIDS, &n, e) : e->code;

    for (size_t i = 0; !rc && i < n; i++)
        rc = add_grid(f, &g[i].grid, g[i].confidence, e);
    return rc;
}

/* Is a line near above a table, and over it, and below the table before? */
static bool is_caption(const struct finding *f, size_t table,
                       const struct pdf_box *line)
{
    const struct pdf_table *t = &f->found[table];

    if (line->y1 > t->y0 + 1 || line->y1 < t->y0 - CAPTION_POINTS ||
        line->x0 > t->x1 || line->x1 < t->x0)
        return false;
    for (size_t i = 0; i < f->n; i++)
        if (i != table && f->found[i].y1 < t->y0 + 1 &&
            line->y0 < f->found[i].y1 && line->x0 < f->found[i].x1 &&
            line->x1 > f->found[i].x0)
            return false;
    return true;
}

static enum err find_caption(const struct finding *f, size_t table,
                             struct str *out, struct error *e)
{
    const struct pdf_lines *lines = f->page->lines;

    *out = (struct str){"", 0};
    for (size_t i = 0; i < lines->n; i++) {
        const struct pdf_line *line = &lines->line[i];

        if (out->n + line->text.n < CAPTION_BYTES &&
            is_caption(f, table, &line->box) &&
            str_printf(f->page->a, out, e, "%.*s%.*s\n", STR_FMT(*out),
                       STR_FMT(line->text)))
            return e->code;
    }
    return OK;
}

static enum err find_captions(struct finding *f, struct error *e)
{
    for (size_t i = 0; i < f->n && f->page->lines; i++)
        if (find_caption(f, i, &f->found[i].caption, e))
            return e->code;
    return OK;
}

static void keep(const struct finding *f, struct pdf_tables *out)
{
    for (size_t i = 0; i < f->n; i++) {
        if (out->n == PDF_MAX_TABLES) {
            out->left_out++;
            continue;
        }
        out->table[out->n] = f->found[i];
        out->table[out->n++].number = (uint32_t)i + 1;
    }
}

enum err pdf_tables_find(struct table_page *p, const struct pdf_words *words,
                         struct pdf_tables *out, struct error *e)
{
    struct finding *f = arena_alloc(p->scratch, sizeof(*f), e);
    enum err rc;

    if (!f || take_words(p, words, e))
        return e->code;
    f->page = p;
    rc = find_ruled(f, e);
    if (!rc)
        rc = find_aligned(f, e);
    if (!rc)
        rc = find_captions(f, e);
    if (rc)
        return rc;
    qsort(f->found, f->n, sizeof(f->found[0]), tables_by_height);
    keep(f, out);
    return OK;
}

size_t pdf_tables_count(const struct pdf_tables *t)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++)
        n += !t->table[i].continues;
    return n;
}

/* ---- as JSON ---- */

static void write_cell(const struct pdf_cell *c, struct jsonw *w)
{
    jsonw_begin_array(w);
    jsonw_u64(w, c->row);
    jsonw_u64(w, c->column);
    jsonw_u64(w, c->last_row);
    jsonw_u64(w, c->last_column);
    jsonw_str(w, c->text);
    jsonw_begin_array(w);
    jsonw_i64(w, lroundf(c->x0));
    jsonw_i64(w, lroundf(c->y0));
    jsonw_i64(w, lroundf(c->x1));
    jsonw_i64(w, lroundf(c->y1));
    jsonw_end_array(w);
    jsonw_end_array(w);
}

void pdf_tables_write(const struct pdf_tables *t, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->n; i++) {
        const struct pdf_table *table = &t->table[i];

        jsonw_begin_object(w);
        jsonw_member_u64(w, "page", table->page);
        jsonw_member_u64(w, "table", table->number);
        jsonw_member_cstr(w, "how", how_names[table->how]);
        jsonw_member_double(w, "confidence", (double)table->confidence);
        if (table->ocr > 0)
            jsonw_member_double(w, "ocr",
                                round((double)table->ocr * 100) / 100);
        jsonw_member_u64(w, "rows", table->rows);
        jsonw_member_u64(w, "columns", table->columns);
        jsonw_key(w, "cells");
        jsonw_begin_array(w);
        for (size_t k = 0; k < table->n; k++)
            write_cell(&table->cell[k], w);
        jsonw_end_array(w);
        if (table->caption.n)
            jsonw_member_str(w, "caption", table->caption);
        if (table->continues) {
            jsonw_member_bool(w, "continues", true);
            jsonw_member_u64(w, "repeated", table->repeated);
        }
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_member_u64(w, "left_out", t->left_out);
    jsonw_end_object(w);
}
