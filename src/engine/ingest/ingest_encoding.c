/*
 * The sample for a guess: the lines with bytes that are not ASCII, of the
 * file's start and from around the byte that was no UTF-8, which may be far
 * after it. Without such bytes (ISO-2022, HZ) it is the start as it is.
 */
#include "engine/ingest/ingest_encoding.h"

#include "base/buf.h"
#include "engine/ingest/ingest_source.h"

#include <string.h>

#define PART_BYTES   ((size_t)128 * 1024)
#define BEFORE_BYTES 4096u

/* Whole lines with bytes over 127; the one that is cut if it is alone. */
static void add_lines(struct buf *sample, struct str part, bool skip_first)
{
    size_t from = skip_first ? str_find_char(part, '\n') + 1 : 0;
    size_t to = part.n;
    size_t before = sample->n;

    while (part.n == PART_BYTES && to > from && part.p[to - 1] != '\n')
        to--;
    guess_sample(str_slice(part, from, to), sample);
    if (sample->n == before)
        guess_sample(str_slice(part, to, part.n), sample);
}

enum err ingest_guess(int fd, uint64_t offset, struct arena *a,
                      struct guesses *g, struct error *e)
{
    char *part = arena_alloc(a, PART_BYTES, e);
    struct buf sample;
    size_t n = 0;
    enum err rc;

    g->n = 0;
    if (!part)
        return e->code;
    buf_init(&sample, GUESS_SAMPLE_BYTES * 4);
    rc = ingest_source_peek(fd, 0, part, PART_BYTES, &n, e);
    if (!rc)
        add_lines(&sample, (struct str){part, n}, false);
    if (!rc && sample.n == 0 && n <= offset)
        buf_put_str(&sample,
                    str_slice((struct str){part, n}, 0, GUESS_SAMPLE_BYTES));
    if (!rc && offset > PART_BYTES - BEFORE_BYTES &&
        sample.n < GUESS_SAMPLE_BYTES) {
        rc = ingest_source_peek(fd, offset - BEFORE_BYTES, part, PART_BYTES, &n,
                                e);
        if (!rc)
            add_lines(&sample, (struct str){part, n}, true);
    }
    if (!rc && sample.overflow)
        rc =
            error_set(e, ERR_LIMIT, "out of memory: cannot guess the encoding");
    if (!rc)
        encoding_guess(buf_str(&sample), g);
    buf_release(&sample);
    return rc;
}

/* Where lines end that have bytes over 127. */
struct counting {
    uint64_t lines;
    bool beyond; /* the line so far has one */
};

static void count_lines(struct counting *c, struct str part)
{
    for (size_t i = 0; i < part.n; i++) {
        if (part.p[i] < 0 && !c->beyond) {
            c->beyond = true;
            c->lines++;
        } else if (part.p[i] == '\n' || part.p[i] == '\r') {
            c->beyond = false;
        }
    }
}

enum err ingest_guess_doubt(const struct ingest_request *r,
                            const struct guesses *g, size_t i, struct arena *a,
                            struct ingest_guessed *out, struct error *e)
{
    const char *others[GUESS_OTHERS];
    struct counting c = {0};
    uint64_t offset = 0;
    size_t n = PART_BYTES;
    enum err rc = OK;
    char *part;

    *out = (struct ingest_guessed){0};
    if (g->of[i].confidence >= INGEST_SURE_ENCODING)
        return OK;
    out->n_others = guess_others(g, i, others);
    for (size_t k = 0; k < out->n_others; k++)
        memcpy(out->others[k], others[k], ENCODING_NAME_BYTES);
    part = arena_alloc(a, PART_BYTES, e);
    if (!part)
        return e->code;
    for (; !rc && n == PART_BYTES; offset += n) {
        if (r->stop && atomic_load(r->stop))
            return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
        rc = ingest_source_peek(r->fd, offset, part, PART_BYTES, &n, e);
        if (!rc)
            count_lines(&c, (struct str){part, n});
    }
    out->lines = c.lines;
    out->doubted = !rc;
    return rc;
}
