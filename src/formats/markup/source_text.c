/*
 * Which encoding is decided as for tables: a mark, NUL patterns, then UTF-8
 * proven over all bytes; else the best guess in which all bytes decode. UTF-8
 * is used where it lies. Where it holds a few NUL the decoder would leave them
 * out, which would move all that follows, so that a copy has spaces instead.
 */
#include "formats/markup/source_text.h"

#include "base/buf.h"
#include "base/text/decode.h"
#include "base/text/guess.h"

#include <string.h>

#define BLOCK_BYTES ((size_t)1 << 20)

/* Lines that are not ASCII; the start where all is. */
static void guess(struct str bytes, struct guesses *g)
{
    struct buf sample;

    buf_init(&sample, GUESS_SAMPLE_BYTES * 2);
    guess_sample(bytes, &sample);
    if (sample.n == 0)
        buf_put_str(&sample, str_slice(bytes, 0, GUESS_SAMPLE_BYTES));
    g->n = 0;
    if (!sample.overflow)
        encoding_guess(buf_str(&sample), g);
    buf_release(&sample);
}

static enum err decode_all(struct decoder *d, struct str bytes,
                           struct buf *text, struct error *e)
{
    enum err rc = OK;
    bool last = false;

    while (!rc && !last) {
        struct str in = str_slice(bytes, d->offset, d->offset + BLOCK_BYTES);
        char *out = buf_reserve(text, DECODE_ROOM(in.n));
        size_t made = 0;

        if (!out)
            return error_set(e, ERR_LIMIT,
                             "out of memory: cannot hold the text of the file");
        last = d->offset + BLOCK_BYTES >= bytes.n;
        rc = decode_block(d, in, last, out, &made, e);
        buf_commit(text, made);
        if (!rc && text->n > SECTIONS_MAX_BYTES)
            rc = error_set(e, ERR_LIMIT, "a text of more than %zu MiB",
                           SECTIONS_MAX_BYTES >> 20);
    }
    return rc;
}

/* Lines and columns are for people who look for the byte. */
static void find_place(struct decoder *d, struct str bytes, struct error *e)
{
    struct decode_place p = decode_place_start(d);

    (void)decode_walk(d, str_slice(bytes, p.pos.offset, bytes.n), e->pos.offset,
                      DECODE_NO_LIMIT, &p);
    e->pos = p.pos;
}

static enum err keep(const struct decoder *d, struct str bytes,
                     const struct buf *text, struct arena *a,
                     struct source *out, struct error *e)
{
    bool utf_8 = d->report.encoding == ENCODING_UTF_8;
    char *p;

    out->encoding = d->report;
    out->base = utf_8 ? d->report.bom_bytes : 0;
    out->is_source = utf_8 && d->nuls == 0;
    out->text = buf_str(text);
    if (utf_8)
        out->text = str_slice(bytes, d->report.bom_bytes, bytes.n);
    if (out->is_source || out->text.n == 0)
        return OK;
    p = arena_alloc(a, out->text.n, e);
    if (!p)
        return e->code;
    memcpy(p, out->text.p, out->text.n);
    for (size_t i = 0; i < out->text.n; i++) {
        if (p[i] == '\0')
            p[i] = ' ';
    }
    out->text.p = p;
    return OK;
}

/* Read in one encoding; *bad: some byte does not decode in it. */
static enum err read_as(struct str bytes, struct str declared, struct arena *a,
                        struct source *out, bool *bad, struct error *e)
{
    struct decoder d = {0};
    struct buf text;
    enum err rc =
        decode_begin(&d, str_slice(bytes, 0, DECODE_HEAD_BYTES), declared, e);

    buf_init(&text, SECTIONS_MAX_BYTES * 4 + DECODE_ROOM(BLOCK_BYTES));
    if (!rc) {
        rc = decode_all(&d, bytes, &text, e);
        *bad = rc == ERR_FILE_READ_FAILED;
    }
    if (*bad)
        find_place(&d, bytes, e);
    if (!rc)
        rc = keep(&d, bytes, &text, a, out, e);
    buf_release(&text);
    decode_end(&d);
    return rc;
}

enum err source_read(struct str bytes, struct str declared, struct arena *a,
                     struct source *out, struct error *e)
{
    struct error first;
    struct guesses g;
    bool bad = false;
    bool escaped;
    enum err rc;

    *out = (struct source){0};
    rc = read_as(bytes, declared, a, out, &bad, e);
    escaped = !rc && declared.n == 0 && out->is_source &&
              !out->encoding.has_bom &&
              encoding_has_escapes(str_slice(bytes, 0, GUESS_SAMPLE_BYTES));
    if ((!bad && !escaped) || declared.n)
        return rc;
    if (bad)
        first = *e;
    guess(bytes, &g);
    for (size_t i = 0; i < g.n; i++) {
        struct error ignored;
        enum err again;

        bad = false;
        again = read_as(bytes, str_from(g.of[i].name), a, out, &bad, &ignored);
        if (!again) {
            out->encoding.confidence = g.of[i].confidence;
            return OK;
        }
        if (!bad) {
            *e = ignored;
            return again;
        }
    }
    if (rc)
        *e = first;
    return rc;
}
