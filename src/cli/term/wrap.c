#include "cli/term/wrap.h"

#include "base/text/width.h"
#include "base/utf8.h"
#include "cli/term/clean.h"

#define STARS       "**"
#define STARS_WIDTH 2u

struct wrapping {
    const struct wrapped_text *f;
    struct buf *out;
    const struct term_style *style;
    size_t mark;  /* the next to begin or, inside one, to end */
    bool is_on;   /* inside it */
    bool started; /* something was put */
    unsigned column;
};

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A sign of Chinese and Japanese that no line begins with. */
static bool closes(struct str s)
{
    static const char *const signs[] = {"、", "。", "，", "．", "：",
                                        "；", "！", "？", "」", "』",
                                        "】", "）", "》", "〉", "”"};

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        if (str_starts(s, str_from(signs[i])))
            return true;
    }
    return false;
}

/* Bytes and columns of the character that `s` begins with. */
static size_t character(struct str s, unsigned *columns)
{
    size_t n = utf8_length(s);

    *columns = n ? text_char_width(utf8_decode(s.p, n)) : 1;
    return n ? n : 1;
}

/* Where what stays on one line ends: at a blank, or beside a wide character. */
static size_t piece_end(struct str text, size_t from)
{
    bool after_wide = false;
    size_t at = from;

    while (at < text.n && !is_blank(text.p[at])) {
        struct str rest = str_slice(text, at, text.n);
        unsigned columns;
        size_t n = character(rest, &columns);

        if (at > from && (after_wide || columns == 2) && !closes(rest))
            break;
        after_wide = columns == 2;
        at += n;
    }
    return at;
}

/* Stars of marks that begin or end in it take columns, too. */
static unsigned width_of(const struct wrapping *x, size_t from, size_t to)
{
    const struct wrapped_text *f = x->f;
    unsigned width = 0;

    for (size_t at = from; at < to;) {
        unsigned columns;

        at += character(str_slice(f->text, at, to), &columns);
        width += columns;
    }
    for (size_t i = x->mark; !x->style->color && i < f->n; i++) {
        if (f->mark[i].from >= to)
            break;
        width += (f->mark[i].from >= from ? STARS_WIDTH : 0) +
                 (f->mark[i].to <= to ? STARS_WIDTH : 0);
    }
    return width;
}

static void put_ink(struct wrapping *x, bool on)
{
    x->is_on = on;
    if (!x->style->color)
        buf_puts(x->out, STARS);
    else if (on)
        term_on(x->out, x->style, TERM_BOLD);
    else
        term_off(x->out, x->style);
}

static void put_piece(struct wrapping *x, size_t from, size_t to)
{
    const struct wrapped_text *f = x->f;

    while (from < to) {
        unsigned columns;
        size_t n = character(str_slice(f->text, from, to), &columns);

        while (x->mark < f->n && f->mark[x->mark].to <= from)
            x->mark++;
        if (!x->is_on && x->mark < f->n && f->mark[x->mark].from <= from)
            put_ink(x, true);
        term_put_clean(x->out, str_slice(f->text, from, from + n));
        from += n;
        if (x->is_on && f->mark[x->mark].to <= from)
            put_ink(x, false);
    }
}

static void put_gap(struct wrapping *x, bool blank, unsigned width)
{
    if (x->started && x->column + blank + width <= x->f->width) {
        x->column += blank + width;
        if (blank)
            buf_put_char(x->out, ' ');
        return;
    }
    if (x->started)
        buf_put_char(x->out, '\n');
    for (unsigned i = 0; i < x->f->indent; i++)
        buf_put_char(x->out, ' ');
    x->column = x->f->indent + width;
    x->started = true;
}

void wrap_put(struct buf *out, const struct wrapped_text *f,
              const struct term_style *style)
{
    struct wrapping x = {.f = f,
                         .out = out,
                         .style = style,
                         .started = f->column > 0,
                         .column = f->column};
    size_t at = 0;

    while (at < f->text.n) {
        size_t from = at;
        size_t to;

        while (from < f->text.n && is_blank(f->text.p[from]))
            from++;
        to = piece_end(f->text, from);
        if (to > from) {
            put_gap(&x, from > at, width_of(&x, from, to));
            put_piece(&x, from, to);
        }
        at = to;
    }
    if (x.is_on)
        put_ink(&x, false);
    if (x.started)
        buf_put_char(out, '\n');
}
