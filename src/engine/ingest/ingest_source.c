/*
 * The window.
 *
 *     file:    ....|== block ==|............   read with pread()
 *     text:  ..|======= window =======|.....   block decoded to its end
 *
 * A file may be larger than memory and may shrink under our hands, so it is
 * not mapped (a mapping ends in SIGBUS there); it is read in blocks of a size
 * that stays in the cache, and each is decoded after the text that is left.
 * 4 MiB of window are enough that moving the rest of a cut record costs
 * nothing; a longer record makes the window grow.
 */
#include "engine/ingest/ingest_source.h"

#include "base/read_at.h"
#include "formats/csv/csv.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_BYTES  ((size_t)128 * 1024)
#define WINDOW_BYTES ((size_t)4 << 20)

enum err ingest_source_peek(int fd, uint64_t offset, char *p, size_t room,
                            size_t *n, struct error *e)
{
    ssize_t got = read_at(fd, p, room, offset);

    *n = got > 0 ? (size_t)got : 0;
    return got >= 0 ? OK
                    : error_set(e, ERR_FILE_READ_FAILED,
                                "the file cannot be read: %s",
                                strerrordesc_np(errno));
}

enum err ingest_source_whole(int fd, size_t max_bytes, struct arena *a,
                             struct str *out, struct error *e)
{
    struct stat st;
    size_t room;
    size_t n = 0;
    char *p;
    enum err rc;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED, "it is not a regular file");
    room =
        (uint64_t)st.st_size > max_bytes ? max_bytes + 1 : (size_t)st.st_size;
    p = arena_alloc(a, room, e);
    if (!p)
        return e->code;
    rc = ingest_source_peek(fd, 0, p, room, &n, e);
    *out = (struct str){p, n};
    return rc;
}

static struct ingest_block next_block(const struct ingest_source *s)
{
    return (struct ingest_block){.text_offset = s->text_offset + s->window.n,
                                 .offset = s->decoder.offset,
                                 .nuls = s->decoder.nuls,
                                 .first_nul = s->decoder.first_nul};
}

/* The window begins at s->text_offset: after which block's start? */
static void note_window(struct ingest_source *s, size_t wanted)
{
    struct ingest_block b = next_block(s);
    size_t kept = s->n_blocks < INGEST_BLOCKS ? s->n_blocks : INGEST_BLOCKS;

    for (size_t i = 1; i <= kept && b.text_offset > s->text_offset; i++)
        b = s->blocks[(s->n_blocks - i) % INGEST_BLOCKS];
    if (s->text_offset == 0)
        b = (struct ingest_block){.offset = s->begin.offset};
    s->lost = b.text_offset > s->text_offset;
    s->at = (struct ingest_window){b, s->text_offset, wanted};
}

/* Decode the next block after the window's text. */
static enum err add_block(struct ingest_source *s, struct error *e)
{
    char *out = buf_reserve(&s->window, DECODE_ROOM(BLOCK_BYTES));
    size_t made = 0;
    size_t n = 0;
    enum err rc;

    if (!out)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold the text of the file");
    rc = ingest_source_peek(s->fd, s->decoder.offset, s->block, BLOCK_BYTES, &n,
                            e);
    if (rc)
        return rc;
    s->end = n < BLOCK_BYTES;
    s->blocks[s->n_blocks++ % INGEST_BLOCKS] = next_block(s);
    rc = decode_block(&s->decoder, (struct str){s->block, n}, s->end, out,
                      &made, e);
    buf_commit(&s->window, made);
    s->undecodable = rc == ERR_FILE_READ_FAILED;
    if (rc)
        ingest_source_place(s, true, e);
    return rc;
}

static enum err fill(struct ingest_source *s, size_t wanted, struct error *e)
{
    enum err rc = OK;

    while (!rc && !s->end && s->window.n < wanted)
        rc = add_block(s, e);
    return rc;
}

static enum err begin(struct ingest_source *s, struct str declared,
                      struct error *e)
{
    size_t n = 0;
    enum err rc =
        ingest_source_peek(s->fd, 0, s->block, DECODE_HEAD_BYTES, &n, e);

    if (!rc)
        rc = decode_begin(&s->decoder, (struct str){s->block, n}, declared, e);
    s->begin = s->decoder;
    return rc;
}

static int64_t modified_ns(const struct stat *st)
{
    return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

bool ingest_source_changed(const struct ingest_source *s)
{
    struct stat st;

    return fstat(s->fd, &st) != 0 || (uint64_t)st.st_size != s->size ||
           modified_ns(&st) != s->modified;
}

enum err ingest_source_open(struct ingest_source *s, int fd,
                            size_t window_bytes, struct str declared,
                            struct arena *a, struct error *e)
{
    struct stat st;
    enum err rc;

    *s = (struct ingest_source){
        .fd = fd, .window_bytes = window_bytes ? window_bytes : WINDOW_BYTES};
    buf_init(&s->window,
             CSV_MAX_RECORD_BYTES + DECODE_ROOM(BLOCK_BYTES) + BLOCK_BYTES);
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED, "it is not a regular file");
    s->size = (uint64_t)st.st_size;
    s->modified = modified_ns(&st);
    s->block = arena_alloc(a, BLOCK_BYTES, e);
    if (!s->block)
        return e->code;
    rc = begin(s, declared, e);
    note_window(s, s->window_bytes);
    return rc ? rc : fill(s, s->window_bytes, e);
}

enum err ingest_source_open_beside(struct ingest_source *s,
                                   const struct ingest_source *of,
                                   struct arena *a, struct error *e)
{
    BUG_ON(of->begin.charset.converter);
    *s = (struct ingest_source){.fd = of->fd,
                                .window_bytes = of->window_bytes,
                                .size = of->size,
                                .modified = of->modified,
                                .begin = of->begin};
    buf_init(&s->window, of->window.max_bytes);
    s->block = arena_alloc(a, BLOCK_BYTES, e);
    return s->block ? OK : e->code;
}

void ingest_source_close(struct ingest_source *s)
{
    decode_end(&s->begin);
    buf_release(&s->window);
    buf_release(&s->last);
}

struct str ingest_source_text(const struct ingest_source *s)
{
    struct str text = buf_str(&s->window);

    return text.n ? text : (struct str){"", 0};
}

static enum err drop(struct ingest_source *s, size_t done, struct error *e)
{
    struct buf *w = &s->window;
    struct str left = {w->p + done, w->n - done};

    BUG_ON(done > w->n);
    s->text_offset += done;
    if (s->keeps) {
        struct buf now = s->last;

        buf_reset(&now);
        buf_put_str(&now, left);
        s->last = *w;
        *w = now;
        return now.overflow
                   ? error_set(e, ERR_LIMIT,
                               "out of memory: cannot hold the text of the "
                               "file")
                   : OK;
    }
    memmove(w->p, left.p, left.n);
    w->p[left.n] = '\0';
    w->n = left.n;
    return OK;
}

void ingest_source_keep(struct ingest_source *s, bool keeps)
{
    buf_release(&s->last);
    buf_init(&s->last, s->window.max_bytes);
    s->keeps = keeps;
}

enum err ingest_source_move(struct ingest_source *s, size_t done,
                            struct error *e)
{
    size_t left = s->window.n - done;
    size_t wanted = left * 2 > s->window_bytes ? left * 2 : s->window_bytes;
    enum err rc;

    BUG_ON(left >= CSV_MAX_RECORD_BYTES);
    rc = drop(s, done, e);
    if (rc)
        return rc;
    if (wanted > CSV_MAX_RECORD_BYTES)
        wanted = CSV_MAX_RECORD_BYTES;
    note_window(s, wanted);
    return fill(s, wanted, e);
}

bool ingest_source_window(const struct ingest_source *s,
                          struct ingest_window *w)
{
    *w = s->at;
    return !s->lost && !s->begin.charset.converter;
}

enum err ingest_source_return(struct ingest_source *s,
                              const struct ingest_window *w, struct error *e)
{
    size_t before = (size_t)(w->text_offset - w->from.text_offset);
    enum err rc;

    buf_reset(&s->window);
    s->text_offset = w->from.text_offset;
    s->end = false;
    s->n_blocks = 0;
    s->decoder = s->begin;
    s->decoder.offset = w->from.offset;
    s->decoder.nuls = w->from.nuls;
    s->decoder.first_nul = w->from.first_nul;
    rc = fill(s, before, e);
    if (rc)
        return rc;
    if (before)
        rc = drop(s, before < s->window.n ? before : s->window.n, e);
    if (rc)
        return rc;
    s->at = *w;
    s->lost = false;
    return fill(s, w->wanted_bytes, e);
}

enum err ingest_source_rewind(struct ingest_source *s, struct error *e)
{
    if (s->text_offset == 0 && s->n_blocks)
        return OK;
    buf_reset(&s->window);
    s->text_offset = 0;
    s->end = false;
    s->decoder = s->begin;
    decode_restart(&s->decoder);
    s->n_blocks = 0;
    note_window(s, s->window_bytes);
    return fill(s, s->window_bytes, e);
}

void ingest_source_place(struct ingest_source *s, bool in_file, struct error *e)
{
    uint64_t in_source = in_file ? e->pos.offset : DECODE_NO_LIMIT;
    uint64_t in_text =
        in_file ? DECODE_NO_LIMIT : s->text_offset + e->pos.offset;
    struct decode_place p = decode_place_start(&s->begin);
    struct error ignored;
    size_t n = 0;
    size_t walked;

    do {
        if (ingest_source_peek(s->fd, p.pos.offset, s->block, BLOCK_BYTES, &n,
                               &ignored))
            break;
        walked = decode_walk(&s->begin, (struct str){s->block, n}, in_source,
                             in_text, &p);
    } while (walked && p.pos.offset < in_source && p.text_offset < in_text);
    e->pos = p.pos;
}
