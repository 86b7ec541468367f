/*
 * The sample for a guess: the lines with bytes that are not ASCII, of the
 * file's start and from around the byte that was no UTF-8, which may be far
 * behind. Without such bytes (ISO-2022, HZ) it is the start as it is.
 */
#include "tabular/ingest_encoding.h"

#include "base/buf.h"
#include "tabular/ingest_source.h"

#define PART_BYTES   ((size_t)128 * 1024)
#define SAMPLE_BYTES ((size_t)64 * 1024)
#define BEFORE_BYTES 4096u

static bool is_plain(struct str line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] < 0)
            return false;
    }
    return true;
}

/* Whole lines with bytes over 127; one line that is cut, if it is alone. */
static void add_lines(struct buf *sample, struct str part, bool skip_first)
{
    size_t at = skip_first ? str_find_char(part, '\n') + 1 : 0;
    bool any = false;

    while (at < part.n && sample->n < SAMPLE_BYTES) {
        struct str rest = str_slice(part, at, part.n);
        size_t n = str_find_char(rest, '\n');
        struct str line = str_slice(rest, 0, n + 1);

        at += line.n;
        if (is_plain(line) || (n == rest.n && any && part.n == PART_BYTES))
            continue;
        buf_put_str(sample, str_slice(line, 0, SAMPLE_BYTES));
        any = true;
    }
}

enum err ingest_guess(int fd, uint64_t offset, struct arena *a,
                      struct guesses *g, struct error *e)
{
    char *part = arena_alloc(a, PART_BYTES, e);
    struct buf sample;
    size_t n = 0;
    enum err rc = part ? OK : e->code;

    g->n = 0;
    buf_init(&sample, SAMPLE_BYTES * 4);
    if (!rc)
        rc = ingest_source_peek(fd, 0, part, PART_BYTES, &n, e);
    if (!rc)
        add_lines(&sample, (struct str){part, n}, false);
    if (!rc && sample.n == 0 && n <= offset)
        buf_put_str(&sample, str_slice((struct str){part, n}, 0, SAMPLE_BYTES));
    if (!rc && offset > PART_BYTES - BEFORE_BYTES && sample.n < SAMPLE_BYTES) {
        rc = ingest_source_peek(fd, offset - BEFORE_BYTES, part, PART_BYTES, &n,
                                e);
        if (!rc)
            add_lines(&sample, (struct str){part, n}, true);
    }
    if (!rc && sample.overflow)
        rc = error_set(e, ERR_LIMIT, "no memory to guess the encoding");
    if (!rc)
        encoding_guess(buf_str(&sample), g);
    buf_release(&sample);
    return rc;
}
