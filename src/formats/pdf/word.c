/*
 * word.c - characters to words.
 *
 * PDFium gives characters in the order in which the page draws them, white
 * space between them where it sees a gap. A word ends at white space, at a gap
 * that it did not see, where the next character stands on another line, and
 * where the type turns. Characters of scripts that are written from right to
 * left come in the order in which they are read, so that each may stand on
 * either side of the one before.
 */
#include "formats/pdf/word.h"

#include "base/utf8.h"

#include <math.h>

#define FARTHEST   1e6F  /* points from the origin: a page is 14,400 at most */
#define GAP        0.25F /* of the size, inside a word */
#define LINE_SHIFT 0.5F  /* the same: an index is in its word */
#define SMALLER \
    0.85F /* of the size of a word, a raised sign behind it at most */
#define SMALLEST    0.4F  /* the same, at least: not behind a large initial */
#define RAISED      0.15F /* of that size, at least */
#define BOLD_WEIGHT 600
#define MIN_SIZE    0.1F
#define REPLACEMENT 0xfffdU

/* A character and where it is. */
struct character {
    uint32_t cp;
    struct pdf_box box;
    float base;
    bool is_rtl;
};

/* What the characters of one text object share. */
struct style {
    void *object;
    float size;
    bool is_bold;
    unsigned turn;
};

struct reading {
    const struct pdfium *lib;
    void *text;
    struct style style;
    struct pdf_words *out;
    char *bytes; /* of all words */
    size_t n_bytes;
    bool is_open;  /* the last word may go on */
    bool is_space; /* white space came since the last character */
    size_t turned[4];
};

void pdf_box_widen(struct pdf_box *box, const struct pdf_box *more)
{
    box->x0 = fminf(box->x0, more->x0);
    box->x1 = fmaxf(box->x1, more->x1);
    box->y0 = fminf(box->y0, more->y0);
    box->y1 = fmaxf(box->y1, more->y1);
}

int pdf_words_by_base(const void *p, const void *q)
{
    const struct pdf_word *x = *(const struct pdf_word *const *)p;
    const struct pdf_word *y = *(const struct pdf_word *const *)q;

    if (x->base != y->base)
        return x->base < y->base ? -1 : 1;
    return x < y ? -1 : x > y;
}

int pdf_words_by_left(const void *p, const void *q)
{
    const struct pdf_word *x = *(const struct pdf_word *const *)p;
    const struct pdf_word *y = *(const struct pdf_word *const *)q;

    if (x->box.x0 != y->box.x0)
        return x->box.x0 < y->box.x0 ? -1 : 1;
    return x < y ? -1 : x > y;
}

static unsigned turn_of(const struct pdfium_matrix *m)
{
    if (fabsf(m->a) >= fabsf(m->b))
        return m->a < 0 ? 2 : 0;
    return m->b > 0 ? 1 : 3;
}

static void read_style(struct reading *r, int i)
{
    struct pdfium_matrix m = {1, 0, 0, 1, 0, 0};
    void *object = r->lib->FPDFText_GetTextObject(r->text, i);
    float size;

    if (object && object == r->style.object)
        return;
    size = (float)r->lib->FPDFText_GetFontSize(r->text, i);
    (void)r->lib->FPDFText_GetMatrix(r->text, i, &m);
    size *= hypotf(m.c, m.d);
    r->style = (struct style){
        .object = object,
        .size = isfinite(size) && size > MIN_SIZE ? size : MIN_SIZE,
        .is_bold = r->lib->FPDFText_GetFontWeight(r->text, i) >= BOLD_WEIGHT,
        .turn = turn_of(&m)};
}

/* As it is read: of each turn the corner where reading begins is up left. */
static struct pdf_box turn_box(const struct pdfium_rect *r, unsigned turn)
{
    switch (turn) {
    case 1: return (struct pdf_box){r->bottom, r->top, r->left, r->right};
    case 2: return (struct pdf_box){-r->right, -r->left, r->bottom, r->top};
    case 3: return (struct pdf_box){-r->top, -r->bottom, -r->right, -r->left};
    default: return (struct pdf_box){r->left, r->right, -r->top, -r->bottom};
    }
}

static float turn_base(double x, double y, unsigned turn)
{
    switch (turn) {
    case 1: return (float)x;
    case 2: return (float)y;
    case 3: return (float)-x;
    default: return (float)-y;
    }
}

static bool is_rtl(uint32_t cp)
{
    return (cp >= 0x590 && cp <= 0x8ff) || (cp >= 0xfb1d && cp <= 0xfdff) ||
           (cp >= 0xfe70 && cp <= 0xfeff);
}

static bool is_white(uint32_t cp)
{
    return (cp <= ' ' && cp != 2) || (cp >= 0x7f && cp <= 0xa0) ||
           (cp >= 0x2000 && cp <= 0x200b) || cp == 0x202f || cp == 0x205f ||
           cp == 0x3000 || cp == 0xfeff || cp == 0xfffe;
}

static bool is_private(uint32_t cp)
{
    return (cp >= 0xe000 && cp <= 0xf8ff) || cp >= 0xf0000;
}

/* Is it a number that differences and widths of places stay finite with? */
static bool is_place(float x)
{
    return fabsf(x) <= FARTHEST; /* and no NaN */
}

/* The place of character `i`; false: it has none. */
static bool read_place(struct reading *r, int i, struct character *c)
{
    struct pdfium_rect box = {0};
    double x = 0;
    double y = 0;

    if (!r->lib->FPDFText_GetLooseCharBox(r->text, i, &box) ||
        !r->lib->FPDFText_GetCharOrigin(r->text, i, &x, &y))
        return false;
    c->box = turn_box(&box, r->style.turn);
    c->base = turn_base(x, y, r->style.turn);
    return is_place(c->box.x0) && is_place(c->box.x1) && is_place(c->box.y0) &&
           is_place(c->box.y1) && is_place(c->base) && c->box.x0 <= c->box.x1 &&
           c->box.y0 <= c->box.y1;
}

/* A sign in smaller type that stands higher is a word of its own: the mark of a note, or a
 * power. So is what follows it on the line. */
static bool is_raised(const struct reading *r, const struct character *c)
{
    const struct pdf_word *w = &r->out->word[r->out->n - 1];
    const float raised = w->base - w->raised - c->base;

    return r->style.size <= SMALLER * w->size &&
           r->style.size >= SMALLEST * w->size && raised >= RAISED * w->size &&
           raised <= w->size && fabsf(c->box.x0 - w->box.x1) <= GAP * w->size;
}

static bool is_behind_raised(const struct reading *r)
{
    const struct pdf_word *w = &r->out->word[r->out->n - 1];

    return w->raised > 0 && w->size <= SMALLER * r->style.size;
}

/* Does the character go on with the last word? */
static bool goes_on(const struct reading *r, const struct character *c)
{
    const struct pdf_word *w = &r->out->word[r->out->n - 1];
    const float gap = GAP * fmaxf(r->style.size, w->size);
    float away;

    if (!r->is_open || w->turn != r->style.turn || w->is_rtl != c->is_rtl ||
        is_raised(r, c) || is_behind_raised(r) ||
        fabsf(c->base - w->base + w->raised) >
            LINE_SHIFT * fmaxf(w->size, r->style.size))
        return false;
    away = c->is_rtl ? w->box.x0 - c->box.x1 : c->box.x0 - w->box.x1;
    return away <= gap && away >= -fmaxf(gap, c->box.x1 - c->box.x0);
}

/* Latin ligatures as the letters that are looked for. */
static const char *ligature(uint32_t cp)
{
    static const char *const letters[] = {"ff",  "fi", "fl", "ffi",
                                          "ffl", "st", "st"};

    return cp >= 0xfb00 && cp < 0xfb00 + COUNT_OF(letters)
               ? letters[cp - 0xfb00]
               : NULL;
}

static void put_bytes(struct reading *r, struct pdf_word *w, uint32_t cp)
{
    const char *letters = ligature(cp);
    char *to = r->bytes + r->n_bytes;
    size_t n = 0;

    while (letters && letters[n]) {
        to[n] = letters[n];
        n++;
    }
    if (!letters)
        n = utf8_encode(cp, to);
    r->n_bytes += n;
    w->text.n += n;
}

/* PDFium gives U+0002 for a hyphen that it takes for the end of a line. */
static uint32_t plain_of(uint32_t cp, bool *is_hyphen)
{
    *is_hyphen = cp == 2 || cp == 0xad;
    if (*is_hyphen)
        return '-';
    if ((cp >= 0xd800 && cp <= 0xdfff) || cp > 0x10ffff || cp == 0xffff)
        return REPLACEMENT;
    return cp;
}

/* A raised word is in the line of the one before it. */
static void stand_beside(struct pdf_word *w)
{
    const struct pdf_word *before = w - 1;

    w->raised = before->base - w->base;
    w->base = before->base;
    w->box.y0 = before->box.y0;
    w->box.y1 = before->box.y1;
}

static void put_character(struct reading *r, const struct character *c)
{
    bool is_hyphen;
    const uint32_t cp = plain_of(c->cp, &is_hyphen);
    struct pdf_word *w;

    if (r->out->n > 0 && goes_on(r, c)) {
        w = &r->out->word[r->out->n - 1];
        pdf_box_widen(&w->box, &c->box);
    } else {
        const bool is_new_raised =
            r->out->n > 0 && r->is_open && is_raised(r, c);

        w = &r->out->word[r->out->n++];
        *w = (struct pdf_word){.box = c->box,
                               .base = c->base,
                               .size = r->style.size,
                               .is_bold = r->style.is_bold,
                               .is_spaced = r->is_space,
                               .is_rtl = c->is_rtl,
                               .turn = r->style.turn,
                               .text = {r->bytes + r->n_bytes, 0}};
        if (is_new_raised)
            stand_beside(w);
    }
    if (r->style.size > w->size) { /* it began with a power */
        w->size = r->style.size;
        w->base = c->base;
    }
    w->ends_in_hyphen = is_hyphen;
    put_bytes(r, w, cp);
    r->is_open = true;
    r->is_space = false;
    r->out->characters++;
    r->turned[w->turn]++;
}

/* A pair of surrogates is one character. */
static uint32_t code_at(const struct reading *r, int *i, int n)
{
    const uint32_t cp = r->lib->FPDFText_GetUnicode(r->text, *i);
    uint32_t low;

    if (*i + 1 >= n)
        return cp;
    low = r->lib->FPDFText_GetUnicode(r->text, *i + 1);
    if (!pdf_is_pair(cp, low))
        return cp;
    ++*i;
    return pdf_pair(cp, low);
}

static void read_character(struct reading *r, int *i, int n)
{
    const int at = *i;
    struct character c = {.cp = code_at(r, i, n)};

    if (is_white(c.cp) || r->lib->FPDFText_IsGenerated(r->text, at) == 1) {
        /* a hyphen at the end of a line is all that it makes beside blanks */
        if (c.cp == 2 && r->out->n > 0)
            r->out->word[r->out->n - 1].ends_in_hyphen = true;
        r->is_open = false;
        r->is_space = true;
        return;
    }
    read_style(r, at);
    if (!read_place(r, at, &c))
        return;
    c.is_rtl = is_rtl(c.cp);
    r->out->unknown += is_private(c.cp) || c.cp == REPLACEMENT ||
                       r->lib->FPDFText_HasUnicodeMapError(r->text, at) == 1;
    put_character(r, &c);
}

enum err pdf_words_read(const struct pdfium *lib, void *text, struct arena *a,
                        struct pdf_words *out, struct error *e)
{
    const int n = lib->FPDFText_CountChars(text);
    struct reading r = {.lib = lib, .text = text, .out = out};

    *out = (struct pdf_words){0};
    if (n > PDF_MAX_CHARACTERS)
        return error_set(e, ERR_LIMIT, "a page of more than %d characters",
                         PDF_MAX_CHARACTERS);
    if (n <= 0)
        return OK;
    out->word = arena_alloc_array(a, (size_t)n, sizeof(*out->word), e);
    r.bytes = out->word ? arena_alloc_array(a, (size_t)n, 4, e) : NULL;
    if (!r.bytes)
        return e->code;
    for (int i = 0; i < n; i++)
        read_character(&r, &i, n);
    for (unsigned t = 1; t < 4; t++)
        if (r.turned[t] > r.turned[out->turn])
            out->turn = t;
    return OK;
}
