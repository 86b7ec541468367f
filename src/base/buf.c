#include "base/buf.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FIRST_BYTES ((size_t)256)

void buf_init(struct buf *b, size_t max_bytes)
{
    *b = (struct buf){.max_bytes = max_bytes};
}

void buf_release(struct buf *b)
{
    mem_free(b->p);
    buf_init(b, b->max_bytes);
}

void buf_reset(struct buf *b)
{
    b->n = 0;
    b->overflow = false;
    b->refused = 0;
    if (b->p)
        b->p[0] = '\0';
}

/* Room for n more bytes and the NUL, growing by doubling. */
static bool grow(struct buf *b, size_t n)
{
    size_t cap = b->cap ? b->cap : FIRST_BYTES;
    char *p;

    if (b->overflow || n > b->max_bytes - b->n || n > PTRDIFF_MAX - b->n) {
        b->overflow = true;
        return false;
    }
    if (b->p && n < b->cap - b->n)
        return true;
    while (cap - b->n <= n)
        cap *= 2;
    p = mem_resize(b->p, cap);
    if (!p) {
        b->overflow = true;
        b->refused = cap;
        b->why = mem_refusal();
        return false;
    }
    b->p = p;
    b->cap = cap;
    return true;
}

/* Is there room already? Most often there is. */
static bool fits(const struct buf *b, size_t n)
{
    return !b->overflow && n < b->cap - b->n && n <= b->max_bytes - b->n;
}

void buf_put(struct buf *b, const void *bytes, size_t n)
{
    if (n == 0 || (!fits(b, n) && !grow(b, n)))
        return;
    memcpy(b->p + b->n, bytes, n);
    buf_commit(b, n);
}

void buf_put_char(struct buf *b, char c)
{
    if (!fits(b, 1) && !grow(b, 1))
        return;
    b->p[b->n] = c;
    buf_commit(b, 1);
}

void buf_put_str(struct buf *b, struct str s)
{
    buf_put(b, s.p, s.n);
}

void buf_put_quoted(struct buf *b, char quote, struct str s)
{
    buf_put_char(b, quote);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == quote)
            buf_put_char(b, quote);
        buf_put_char(b, s.p[i]);
    }
    buf_put_char(b, quote);
}

void buf_puts(struct buf *b, const char *cstr)
{
    buf_put(b, cstr, strlen(cstr));
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    va_list again;
    int n;

    va_start(ap, fmt);
    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, ap);
    BUG_ON(n < 0);
    if (grow(b, (size_t)n)) {
        (void)vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
        b->n += (size_t)n;
    }
    va_end(again);
    va_end(ap);
}

char *buf_reserve(struct buf *b, size_t n)
{
    return grow(b, n) ? b->p + b->n : NULL;
}

void buf_commit(struct buf *b, size_t n)
{
    b->n += n;
    b->p[b->n] = '\0';
}

struct str buf_str(const struct buf *b)
{
    return (struct str){b->p ? b->p : "", b->n};
}

enum err buf_finish(const struct buf *b, struct str *s, struct error *e)
{
    if (b->refused)
        return mem_refused_for(b->why, b->refused, e);
    if (b->overflow)
        return error_set(e, ERR_LIMIT, "needs more than %zu bytes",
                         b->max_bytes);
    *s = buf_str(b);
    return OK;
}

enum err buf_dup(const struct buf *b, struct arena *a, struct str *out,
                 struct error *e)
{
    struct str s = {0};

    if (buf_finish(b, &s, e))
        return e->code;
    return str_dup(s, a, out, e);
}
