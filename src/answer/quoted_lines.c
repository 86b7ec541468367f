/*
 * A quote has not the line ends, markers and bars of its passage, so that it is
 * looked for by its characters without blanks: that where its first block
 * begins, after it that where its last one ends.
 */
#include "answer/quoted_lines.h"

#include "base/buf.h"
#include "search/documents/uri.h"

#include <string.h>

#define URI_BYTES 8192

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* Where in `text` it ends if it begins at byte `at`; 0: it does not. */
static size_t end_of(struct str text, size_t at, struct str block)
{
    for (size_t i = 0; i < block.n; i++) {
        if (is_blank(block.p[i]))
            continue;
        while (at < text.n && is_blank(text.p[at]))
            at++;
        if (at == text.n || text.p[at++] != block.p[i])
            return 0;
    }
    return at;
}

/* Where `block` is in `text`, from byte `from` on; false: nowhere. */
static bool find_block(struct str text, size_t from, struct str block,
                       size_t *begin, size_t *end)
{
    block = str_trim(block);
    for (size_t at = from; at < text.n && block.n > 0; at++) {
        if (text.p[at] != block.p[0])
            continue;
        *begin = at;
        *end = end_of(text, at, block);
        if (*end > 0)
            return true;
    }
    return false;
}

/* Bytes of the text from which to which the quote goes. */
static bool find_quote(struct str text, struct str quote, size_t *begin,
                       size_t *end)
{
    const size_t first = str_find_char(quote, '\n');
    struct str last;
    size_t ignored;

    if (str_ends(quote, STR("…"))) /* it was cut */
        quote.n -= sizeof("…") - 1;
    last = str_after_last(quote, '\n');
    if (!find_block(text, 0, str_slice(quote, 0, first), begin, end))
        return false;
    return last.n == quote.n || find_block(text, *end, last, &ignored, end);
}

static uint64_t line_ends(struct str text, size_t begin, size_t end)
{
    uint64_t n = 0;

    for (size_t i = begin; i < end; i++)
        n += text.p[i] == '\n';
    return n;
}

enum err quoted_lines(struct str pointer, struct str text, struct str quote,
                      struct arena *a, struct str *out, struct error *e)
{
    struct uri u;
    struct buf b;
    size_t begin, end;
    uint64_t last;
    enum err rc = OK;

    *out = pointer;
    if (str_find(pointer, STR("#page=")) == pointer.n)
        return OK;
    rc = uri_parse(pointer, a, &u, e);
    if (rc || u.first == 0 || !find_quote(text, quote, &begin, &end))
        return rc;
    u.first += line_ends(text, 0, begin);
    last = u.first + line_ends(text, begin, end);
    if (last > u.last)
        return OK;
    u.last = last;
    buf_init(&b, URI_BYTES);
    uri_write(&u, &b);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}
