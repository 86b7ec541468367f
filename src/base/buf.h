/*
 * buf.h - a growing byte buffer with a hard maximum.
 *
 * Invariant: p[0..n) is what was put, p[n] is NUL, n <= max_bytes.
 *
 * Here, and only here, a failure is kept and reported later: a buffer can
 * fail in one way only (it would pass max_bytes, or the machine is full), a
 * text is put together from dozens of pieces, and checking each would bury
 * what is written. So puts return nothing, a put after the first failure does
 * nothing, and buf_finish(), which must be checked, tells. The JSON writer and
 * the SQL compiler stand on this and inherit the rule.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/mem_account.h"
#include "base/str.h"

struct buf {
    char *p;
    size_t n;
    size_t cap;
    size_t max_bytes;
    size_t refused; /* bytes that there was no memory for, and why (mem.h) */
    enum mem_refusal why;
    bool overflow; /* a put failed; what is held is cut */
};

/* An empty buffer that takes memory at the first put. */
void buf_init(struct buf *b, size_t max_bytes);

/* Free what it holds; it may be used again. */
void buf_release(struct buf *b);

/* Forget the content and a failure, keep the memory. */
void buf_reset(struct buf *b);

/* Append bytes. */
void buf_put(struct buf *b, const void *bytes, size_t n);

/* Append one byte. */
void buf_put_char(struct buf *b, char c);

/* Append a str. */
void buf_put_str(struct buf *b, struct str s);

/* Between quotes, those inside doubled, as SQL and CSV write names and texts. */
void buf_put_quoted(struct buf *b, char quote, struct str s);

/* Append a NUL-terminated string. */
void buf_puts(struct buf *b, const char *cstr);

/* Append formatted text. */
PRINTF_LIKE(2)
void buf_printf(struct buf *b, const char *fmt, ...);

/* Room for n more bytes at the end, or NULL; buf_commit() what was used. */
char *buf_reserve(struct buf *b, size_t n);

/* Count n bytes, written where buf_reserve() said, as content. */
void buf_commit(struct buf *b, size_t n);

/* What is held; borrows the buffer until the next put. */
struct str buf_str(const struct buf *b);

/*
 * buf_finish - did everything fit?
 *
 * out      s      what is held; borrows the buffer
 * errors   ERR_LIMIT         a put would have passed max_bytes
 *          ERR_LIMIT, ERR_RATE_LIMITED  as mem_refused()
 */
MUST_CHECK enum err buf_finish(const struct buf *b, struct str *s,
                               struct error *e);

/* buf_finish() with a copy in `a`, which *out borrows; `b` stays as it is. */
MUST_CHECK enum err buf_dup(const struct buf *b, struct arena *a,
                            struct str *out, struct error *e);

#endif
