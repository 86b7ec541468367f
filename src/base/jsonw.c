#include "base/jsonw.h"

#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a string, at once. */
#define PIECE_BYTES ((size_t)1024)

void jsonw_init(struct jsonw *w, struct buf *out)
{
    *w = (struct jsonw){.out = out};
}

/* The comma before an item, when one is needed. */
static void separate(struct jsonw *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->depth == 0)
        return;
    if (w->items[w->depth - 1])
        buf_put_char(w->out, ',');
    w->items[w->depth - 1] = 1;
}

static void open_level(struct jsonw *w, char c)
{
    BUG_ON(w->depth == JSONW_MAX_DEPTH);
    separate(w);
    buf_put_char(w->out, c);
    w->items[w->depth++] = 0;
}

static void close_level(struct jsonw *w, char c)
{
    BUG_ON(w->depth == 0 || w->after_key);
    w->depth--;
    buf_put_char(w->out, c);
}

void jsonw_begin_object(struct jsonw *w)
{
    open_level(w, '{');
}

void jsonw_end_object(struct jsonw *w)
{
    close_level(w, '}');
}

void jsonw_begin_array(struct jsonw *w)
{
    open_level(w, '[');
}

void jsonw_end_array(struct jsonw *w)
{
    close_level(w, ']');
}

static void put_escape(struct buf *out, unsigned char c)
{
    static const char short_form[] = "btnvfr"; /* 0x08 to 0x0d */

    if (c == '"' || c == '\\')
        buf_put(out, (const char[]){'\\', (char)c}, 2);
    else if (c >= 0x08 && c <= 0x0d && c != 0x0b)
        buf_put(out, (const char[]){'\\', short_form[c - 0x08]}, 2);
    else
        buf_printf(out, "\\u%04x", c);
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* The longest run from `i` that can be copied as it is. */
static size_t plain_run(struct str s, size_t i)
{
    size_t end = i;

    while (end < s.n) {
        size_t len = 1;

        if (!is_plain((unsigned char)s.p[end]))
            len = (unsigned char)s.p[end] < 0x80
                      ? 0
                      : utf8_length(str_slice(s, end, s.n));
        if (len == 0)
            break;
        end += len;
    }
    return end - i;
}

/* What is plain and what has a short escape goes straight into the buffer, where
 * there is room for all of it; the rest is left. An answer of JSON inside a
 * string is a tenth of quotes (make bench-mcp). */
static size_t put_simple(struct buf *out, struct str s)
{
    char *p = buf_reserve(out, 2 * s.n);
    size_t n = 0;
    size_t i = 0;

    if (!p)
        return 0;
    for (; i < s.n; i++) {
        const char c = s.p[i];

        if (c == '"' || c == '\\')
            p[n++] = '\\';
        else if (!is_plain((unsigned char)c))
            break;
        p[n++] = c;
    }
    buf_commit(out, n);
    return i;
}

static bool has_room(const struct buf *out, size_t n)
{
    return !out->overflow && n <= out->max_bytes - out->n;
}

static void put_quoted(struct buf *out, struct str s)
{
    buf_put_char(out, '"');
    for (size_t i = 0; i < s.n;) {
        struct str piece = {s.p + i,
                            s.n - i < PIECE_BYTES ? s.n - i : PIECE_BYTES};
        size_t run;

        if (has_room(out, 2 * piece.n))
            i += put_simple(out, piece);
        if (i == s.n)
            break;
        run = plain_run(s, i);
        buf_put(out, s.p + i, run);
        i += run;
        if (i == s.n)
            break;
        if ((unsigned char)s.p[i] < 0x80)
            put_escape(out, (unsigned char)s.p[i]);
        else
            buf_puts(out, "\xef\xbf\xbd"); /* U+FFFD, as Unicode advises */
        i++;
    }
    buf_put_char(out, '"');
}

void jsonw_key_str(struct jsonw *w, struct str key)
{
    BUG_ON(w->after_key);
    separate(w);
    put_quoted(w->out, key);
    buf_put_char(w->out, ':');
    w->after_key = true;
}

void jsonw_key(struct jsonw *w, const char *key)
{
    jsonw_key_str(w, str_from(key));
}

void jsonw_str(struct jsonw *w, struct str s)
{
    separate(w);
    put_quoted(w->out, s);
}

void jsonw_cstr(struct jsonw *w, const char *s)
{
    if (s)
        jsonw_str(w, str_from(s));
    else
        jsonw_null(w);
}

/* Tables are numbers: buf_printf() would be half of writing one. */
static void put_digits(struct buf *out, uint64_t v)
{
    char digits[20];
    size_t at = sizeof(digits);

    do {
        digits[--at] = (char)('0' + v % 10);
        v /= 10;
    } while (v > 0);
    buf_put(out, digits + at, sizeof(digits) - at);
}

void jsonw_i64(struct jsonw *w, int64_t v)
{
    separate(w);
    if (v < 0)
        buf_put_char(w->out, '-');
    put_digits(w->out, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

void jsonw_u64(struct jsonw *w, uint64_t v)
{
    separate(w);
    put_digits(w->out, v);
}

void jsonw_bool(struct jsonw *w, bool v)
{
    jsonw_raw(w, v ? STR("true") : STR("false"));
}

void jsonw_null(struct jsonw *w)
{
    jsonw_raw(w, STR("null"));
}

void jsonw_double(struct jsonw *w, double v)
{
    char text[40];

    if (isnan(v)) {
        jsonw_cstr(w, "NaN");
        return;
    }
    if (isinf(v)) {
        jsonw_cstr(w, v < 0 ? "-Infinity" : "Infinity");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(text, sizeof(text), "%.*g", digits, v);
        if (strtod(text, NULL) == v)
            break;
    }
    jsonw_raw(w, str_from(text));
}

void jsonw_raw(struct jsonw *w, struct str json)
{
    separate(w);
    buf_put_str(w->out, json);
}

void jsonw_member_str(struct jsonw *w, const char *key, struct str s)
{
    jsonw_key(w, key);
    jsonw_str(w, s);
}

void jsonw_member_cstr(struct jsonw *w, const char *key, const char *s)
{
    jsonw_key(w, key);
    jsonw_cstr(w, s);
}

void jsonw_member_i64(struct jsonw *w, const char *key, int64_t v)
{
    jsonw_key(w, key);
    jsonw_i64(w, v);
}

void jsonw_member_u64(struct jsonw *w, const char *key, uint64_t v)
{
    jsonw_key(w, key);
    jsonw_u64(w, v);
}

void jsonw_member_bool(struct jsonw *w, const char *key, bool v)
{
    jsonw_key(w, key);
    jsonw_bool(w, v);
}

void jsonw_member_double(struct jsonw *w, const char *key, double v)
{
    jsonw_key(w, key);
    jsonw_double(w, v);
}

void jsonw_member_null(struct jsonw *w, const char *key)
{
    jsonw_key(w, key);
    jsonw_null(w);
}

void jsonw_member_text(struct jsonw *w, const char *key, struct str s)
{
    jsonw_key(w, key);
    if (s.n > 0)
        jsonw_str(w, s);
    else
        jsonw_null(w);
}

void jsonw_member_raw(struct jsonw *w, const char *key, struct str json)
{
    jsonw_key(w, key);
    jsonw_raw(w, json.n > 0 ? json : STR("null"));
}

void jsonw_member_error(struct jsonw *w, const struct error *e)
{
    jsonw_key(w, "error");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "code", err_name(e->code));
    jsonw_member_cstr(w, "message", e->msg);
    if (e->pos.line) {
        jsonw_member_u64(w, "line", e->pos.line);
        jsonw_member_u64(w, "column", e->pos.column);
        jsonw_member_u64(w, "offset", e->pos.offset);
    }
    jsonw_end_object(w);
}

void jsonw_error(struct jsonw *w, const struct error *e)
{
    jsonw_begin_object(w);
    jsonw_member_error(w, e);
    jsonw_end_object(w);
}
