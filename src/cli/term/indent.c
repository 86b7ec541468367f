/*
 * indent.c - white space between the tokens of a JSON text. No tree is made:
 * what opens and closes is counted, and strings are skipped whole.
 */
#include "cli/term/indent.h"

#include "cli/term/clean.h"

#define SPACES 2

struct indent {
    struct buf *out;
    const struct term_style *style;
    struct str rest;
    size_t depth;
};

static void new_line(struct indent *x)
{
    buf_put_char(x->out, '\n');
    for (size_t i = 0; i < SPACES * x->depth; i++)
        buf_put_char(x->out, ' ');
}

/* The bytes of the string that `s` begins with, quotes included. */
static size_t string_length(struct str s)
{
    size_t i = 1;

    while (i < s.n && s.p[i] != '"')
        i += s.p[i] == '\\' ? 2 : 1;
    return i < s.n ? i + 1 : s.n;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip(struct indent *x, size_t n)
{
    x->rest = str_slice(x->rest, n, x->rest.n);
    while (x->rest.n && is_space(x->rest.p[0]))
        x->rest = str_slice(x->rest, 1, x->rest.n);
}

/* A string, which is a key when ':' follows. */
static void put_text(struct indent *x)
{
    struct str s = str_slice(x->rest, 0, string_length(x->rest));
    bool is_key;

    skip(x, s.n);
    is_key = x->rest.n && x->rest.p[0] == ':';
    if (is_key)
        term_on(x->out, x->style, TERM_ACCENT);
    term_put_escaped(x->out, s);
    if (is_key)
        term_off(x->out, x->style);
}

static void open_level(struct indent *x, char c)
{
    char close = c == '{' ? '}' : ']';

    buf_put_char(x->out, c);
    skip(x, 1);
    if (x->rest.n && x->rest.p[0] == close) {
        buf_put_char(x->out, close);
        skip(x, 1);
        return;
    }
    x->depth++;
    new_line(x);
}

static void close_level(struct indent *x, char c)
{
    if (x->depth)
        x->depth--;
    new_line(x);
    buf_put_char(x->out, c);
    skip(x, 1);
}

static void put_token(struct indent *x)
{
    char c = x->rest.p[0];

    switch (c) {
    case '"': put_text(x); return;
    case '{':
    case '[': open_level(x, c); return;
    case '}':
    case ']': close_level(x, c); return;
    default: break;
    }
    buf_put_char(x->out, c);
    skip(x, 1);
    if (c == ',')
        new_line(x);
    if (c == ':')
        buf_put_char(x->out, ' ');
}

void indent_put(struct buf *out, struct str json,
                const struct term_style *style)
{
    struct indent x = {.out = out, .style = style, .rest = json};

    skip(&x, 0);
    while (x.rest.n && !out->overflow)
        put_token(&x);
}
