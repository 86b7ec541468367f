/*
 * ruling.c - paths to rulings.
 *
 * A line is drawn as a stroke, or as a box that is filled and thin. Both come in
 * pieces, one for each cell, and twice, once for each of two cells that share
 * an edge: so all pieces that lie on one line and touch are one ruling.
 *
 * The edges of a filled box that is not thin are the bounds of a colour behind
 * cells and are no rulings: rows are often coloured in turns.
 */
#include "formats/pdf/ruling.h"

#include <math.h>
#include <stdlib.h>

#define MAX_SEGMENTS 200000 /* of the paths of a page that are looked at */
#define MAX_OBJECTS  100000
#define MAX_DEPTH    6    /* of forms in forms */
#define THIN         3.0F /* points */
#define SLANT        1.0F /* points, from one end to the other */
#define BESIDE       1.5F /* points between lines that are one */
#define TOUCH        3.0F /* points between pieces of one */
#define SHORT        5.0F /* points: a tick or a dot, and no ruling */
#define FARTHEST     1e5F
#define MAX_CORNERS  6

enum { SEGMENT_LINE, SEGMENT_CURVE, SEGMENT_MOVE };

struct point {
    float x, y;
};

struct reading {
    const struct pdfium *lib;
    struct pdf_rulings *out;
    unsigned turn;
    size_t segments, objects;
    bool is_full;
    bool is_stroke, is_fill;          /* the path */
    struct pdfium_matrix m;           /* of its points */
    struct point corner[MAX_CORNERS]; /* of the part of it that is open */
    size_t corners;
    bool is_straight; /* and all its sides are */
};

/* What is done first is `b`. */
static struct pdfium_matrix multiply(const struct pdfium_matrix *b,
                                     const struct pdfium_matrix *m)
{
    return (struct pdfium_matrix){.a = b->a * m->a + b->b * m->c,
                                  .b = b->a * m->b + b->b * m->d,
                                  .c = b->c * m->a + b->d * m->c,
                                  .d = b->c * m->b + b->d * m->d,
                                  .e = b->e * m->a + b->f * m->c + m->e,
                                  .f = b->e * m->b + b->f * m->d + m->f};
}

/* On the page, as its words are turned (word.c). */
static struct point place(const struct reading *r, float x, float y)
{
    const float px = r->m.a * x + r->m.c * y + r->m.e;
    const float py = r->m.b * x + r->m.d * y + r->m.f;

    switch (r->turn) {
    case 1: return (struct point){py, px};
    case 2: return (struct point){-px, py};
    case 3: return (struct point){-py, -px};
    default: return (struct point){px, -py};
    }
}

static void add(struct reading *r, bool is_level,
                const struct pdf_ruling *ruling)
{
    size_t *n = is_level ? &r->out->n_level : &r->out->n_upright;
    struct pdf_ruling *to = is_level ? r->out->level : r->out->upright;

    if (!(fabsf(ruling->at) < FARTHEST) || !(fabsf(ruling->from) < FARTHEST) ||
        !(fabsf(ruling->to) < FARTHEST))
        return;
    if (*n == PDF_MAX_RULINGS)
        r->is_full = true;
    else
        to[(*n)++] = *ruling;
}

static void add_line(struct reading *r, struct point p, struct point q)
{
    const struct pdf_ruling level = {(p.y + q.y) / 2, fminf(p.x, q.x),
                                     fmaxf(p.x, q.x)};
    const struct pdf_ruling upright = {(p.x + q.x) / 2, fminf(p.y, q.y),
                                       fmaxf(p.y, q.y)};

    if (fabsf(p.y - q.y) <= SLANT && level.to > level.from)
        add(r, true, &level);
    else if (fabsf(p.x - q.x) <= SLANT && upright.to > upright.from)
        add(r, false, &upright);
}

/* A part of a path that is filled: a thin box is a line. */
static void add_box(struct reading *r)
{
    struct point least = r->corner[0];
    struct point most = r->corner[0];

    for (size_t i = 1; i < r->corners; i++) {
        least.x = fminf(least.x, r->corner[i].x);
        least.y = fminf(least.y, r->corner[i].y);
        most.x = fmaxf(most.x, r->corner[i].x);
        most.y = fmaxf(most.y, r->corner[i].y);
    }
    if (most.y - least.y <= THIN && most.x - least.x > most.y - least.y)
        add_line(r, (struct point){least.x, (least.y + most.y) / 2},
                 (struct point){most.x, (least.y + most.y) / 2});
    else if (most.x - least.x <= THIN && most.y - least.y > most.x - least.x)
        add_line(r, (struct point){(least.x + most.x) / 2, least.y},
                 (struct point){(least.x + most.x) / 2, most.y});
}

static void end_part(struct reading *r)
{
    if (r->is_straight && r->is_fill && r->corners >= 4 &&
        r->corners < MAX_CORNERS)
        add_box(r);
    r->corners = 0;
    r->is_straight = true;
}

static void put_corner(struct reading *r, struct point p)
{
    if (r->corners < MAX_CORNERS)
        r->corner[r->corners++] = p;
}

static void read_segments(struct reading *r, void *path, int n)
{
    struct point begin = {0};
    struct point last = {0};

    r->corners = 0;
    r->is_straight = true;
    for (int i = 0; i < n; i++) {
        void *s = r->lib->FPDFPath_GetPathSegment(path, i);
        const int type = r->lib->FPDFPathSegment_GetType(s);
        struct point p;
        float x = 0;
        float y = 0;

        if (!r->lib->FPDFPathSegment_GetPoint(s, &x, &y))
            continue;
        p = place(r, x, y);
        if (type == SEGMENT_MOVE) {
            end_part(r);
            begin = p;
        } else if (type == SEGMENT_LINE && r->is_stroke) {
            add_line(r, last, p);
        }
        r->is_straight = r->is_straight && type != SEGMENT_CURVE;
        put_corner(r, p);
        last = p;
        if (type != SEGMENT_CURVE && r->is_stroke &&
            r->lib->FPDFPathSegment_GetClose(s))
            add_line(r, last, begin);
    }
    end_part(r);
}

static void read_path(struct reading *r, void *path,
                      const struct pdfium_matrix *outer)
{
    const int n = r->lib->FPDFPath_CountSegments(path);
    struct pdfium_matrix own = {1, 0, 0, 1, 0, 0};
    int fill = 0;
    int stroke = 0;

    if (n < 2 || !r->lib->FPDFPath_GetDrawMode(path, &fill, &stroke) ||
        (!fill && !stroke))
        return;
    r->segments += (size_t)n;
    if (r->segments > MAX_SEGMENTS) {
        r->is_full = true;
        return;
    }
    (void)r->lib->FPDFPageObj_GetMatrix(path, &own);
    r->m = multiply(&own, outer);
    r->is_fill = fill != 0;
    r->is_stroke = stroke != 0;
    read_segments(r, path, n);
}

static void read_object(struct reading *r, void *object,
                        const struct pdfium_matrix *outer, unsigned depth);

static void read_form(struct reading *r, void *form,
                      const struct pdfium_matrix *outer, unsigned depth)
{
    struct pdfium_matrix own = {1, 0, 0, 1, 0, 0};
    struct pdfium_matrix m;
    const int n = r->lib->FPDFFormObj_CountObjects(form);

    (void)r->lib->FPDFPageObj_GetMatrix(form, &own);
    m = multiply(&own, outer);
    for (int i = 0; i < n && !r->is_full; i++)
        read_object(r, r->lib->FPDFFormObj_GetObject(form, (unsigned long)i),
                    &m, depth + 1);
}

static void read_object(struct reading *r, void *object,
                        const struct pdfium_matrix *outer, unsigned depth)
{
    const int type = object ? r->lib->FPDFPageObj_GetType(object) : 0;

    if (++r->objects > MAX_OBJECTS)
        r->is_full = true;
    else if (type == PDFIUM_OBJECT_PATH)
        read_path(r, object, outer);
    else if (type == PDFIUM_OBJECT_FORM && depth < MAX_DEPTH)
        read_form(r, object, outer, depth);
}

/* ---- pieces of a line ---- */

static int by_place(const void *p, const void *q)
{
    const struct pdf_ruling *x = p;
    const struct pdf_ruling *y = q;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

static int by_begin(const void *p, const void *q)
{
    const struct pdf_ruling *x = p;
    const struct pdf_ruling *y = q;

    return x->from < y->from ? -1 : x->from > y->from;
}

/* Those that lie on one line, in order of their beginnings, put together where
 * they touch. */
static size_t join_line(struct pdf_ruling *r, size_t n, struct pdf_ruling *out)
{
    size_t kept = 0;

    qsort(r, n, sizeof(*r), by_begin);
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && r[i].from <= out[kept - 1].to + TOUCH)
            out[kept - 1].to = fmaxf(out[kept - 1].to, r[i].to);
        else
            out[kept++] = r[i];
    }
    return kept;
}

size_t pdf_rulings_join(struct pdf_ruling *r, size_t n)
{
    size_t kept = 0;
    size_t left = 0;

    qsort(r, n, sizeof(*r), by_place);
    for (size_t from = 0; from < n;) {
        size_t to = from + 1;

        while (to < n && r[to].at - r[from].at <= BESIDE)
            to++;
        kept += join_line(r + from, to - from, r + kept);
        from = to;
    }
    for (size_t i = 0; i < kept; i++)
        if (r[i].to - r[i].from >= SHORT)
            r[left++] = r[i];
    qsort(r, left, sizeof(*r), by_place);
    return left;
}

size_t pdf_rulings_from(const struct pdf_ruling *r, size_t n, float at)
{
    size_t low = 0;

    while (low < n) {
        const size_t middle = low + (n - low) / 2;

        if (r[middle].at < at)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

enum err pdf_rulings_read(const struct pdfium *lib, void *page, unsigned turn,
                          struct arena *a, struct pdf_rulings *out,
                          struct error *e)
{
    const struct pdfium_matrix same = {1, 0, 0, 1, 0, 0};
    const int n = lib->FPDFPage_CountObjects(page);
    struct reading r = {.lib = lib, .out = out, .turn = turn};

    *out = (struct pdf_rulings){0};
    out->level = arena_alloc_array(a, PDF_MAX_RULINGS, sizeof(*out->level), e);
    out->upright = out->level ? arena_alloc_array(a, PDF_MAX_RULINGS,
                                                  sizeof(*out->upright), e)
                              : NULL;
    if (!out->upright)
        return e->code;
    for (int i = 0; i < n && !r.is_full; i++)
        read_object(&r, lib->FPDFPage_GetObject(page, i), &same, 0);
    if (r.is_full) {
        out->n_level = out->n_upright = 0;
        return OK;
    }
    out->n_level = pdf_rulings_join(out->level, out->n_level);
    out->n_upright = pdf_rulings_join(out->upright, out->n_upright);
    return OK;
}
