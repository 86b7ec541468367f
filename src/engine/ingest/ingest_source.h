/* ingest_source.h - a file as a sliding window of decoded text. */
#ifndef ENGINE_INGEST_INGEST_SOURCE_H
#define ENGINE_INGEST_INGEST_SOURCE_H

#include "base/buf.h"
#include "base/text/decode.h"

/* Where a block of the file begins, and how the decoder stood there. */
struct ingest_block {
    uint64_t text_offset;
    uint64_t offset; /* in the file */
    uint64_t nuls, first_nul;
};

/* A window, by what makes the same one again. */
struct ingest_window {
    struct ingest_block from; /* at or before its first byte */
    uint64_t text_offset;     /* of its first byte */
    size_t wanted_bytes;      /* it is filled to this or the text's end */
};

#define INGEST_BLOCKS 16u

struct ingest_source {
    int fd;
    size_t window_bytes;
    uint64_t size;    /* when it was opened */
    int64_t modified; /* and when it was written last, in nanoseconds */
    struct decoder decoder;
    struct decoder begin; /* as it was at the start of the text */
    char *block;          /* bytes of the file, read and not decoded */
    struct buf window;    /* text */
    struct buf last;      /* what `window` was before it moved, if `keeps` */
    bool keeps;
    uint64_t text_offset;    /* of the window's first byte */
    bool end;                /* the text ends with the window */
    struct ingest_window at; /* the window */
    bool lost;               /* `at` is not known: its start was too far back */
    struct ingest_block blocks[INGEST_BLOCKS]; /* the last; a ring */
    size_t n_blocks;                           /* since the start */
    bool undecodable; /* the last error was a byte that does not decode */
};

/*
 * ingest_source_open - the window over the start of the text.
 *
 * in       fd        a regular file, borrowed
 *          window_bytes  0: what is best
 *          declared  encoding name, or empty
 * out      s         closed with ingest_source_close(), also after a failure
 * errors   ERR_FILE_READ_FAILED   no regular file; bytes that do not decode
 *          ERR_VALIDATION_FAILED  unknown encoding
 *          ERR_LIMIT              no memory
 */
MUST_CHECK enum err ingest_source_open(struct ingest_source *s, int fd,
                                       size_t window_bytes, struct str declared,
                                       struct arena *a, struct error *e);

/*
 * ingest_source_peek - bytes of the file as they are, less than `room` only at
 * its end.
 *
 * errors   ERR_FILE_READ_FAILED  cannot be read
 */
MUST_CHECK enum err ingest_source_peek(int fd, uint64_t offset, char *p,
                                       size_t room, size_t *n, struct error *e);

/*
 * ingest_source_whole - all bytes of the file as they are; of a larger one the first
 * max_bytes and one more, which shows that it is too large.
 *
 * out      out  lives in `a`
 * errors   ERR_FILE_READ_FAILED  no regular file, or it cannot be read
 *          ERR_LIMIT             `a` is full
 */
MUST_CHECK enum err ingest_source_whole(int fd, size_t max_bytes,
                                        struct arena *a, struct str *out,
                                        struct error *e);

/* Has the file another size or time than when it was opened? */
bool ingest_source_changed(const struct ingest_source *s);

/*
 * ingest_source_open_beside - the same file for another thread; no window yet.
 *
 * in       of  outlives it, and is only read
 * out      s   closed with ingest_source_close()
 * errors   ERR_LIMIT  no memory
 */
MUST_CHECK enum err ingest_source_open_beside(struct ingest_source *s,
                                              const struct ingest_source *of,
                                              struct arena *a, struct error *e);

/* May the text of a window be used until the window after it moves, too? */
void ingest_source_keep(struct ingest_source *s, bool keeps);

/*
 * ingest_source_window - the window as it is now, to come back to it.
 *
 * returns  false when there is no way back but from the start: in an encoding
 *          whose decoder remembers what came before, or after a record of
 *          megabytes
 */
bool ingest_source_window(const struct ingest_source *s,
                          struct ingest_window *w);

/*
 * ingest_source_return - the window `w` again, of this source or of the one
 * that it was opened beside; in a file that has changed another one.
 *
 * errors   as ingest_source_move()
 */
MUST_CHECK enum err ingest_source_return(struct ingest_source *s,
                                         const struct ingest_window *w,
                                         struct error *e);

/* Give the memory back; a zeroed struct is allowed. */
void ingest_source_close(struct ingest_source *s);

/* The text of the window; borrows until the next move. */
struct str ingest_source_text(const struct ingest_source *s);

/*
 * ingest_source_move - drop the first `done` bytes of the window and fill it
 * from the end, to twice what was left; that is under CSV_MAX_RECORD_BYTES.
 *
 * errors   ERR_FILE_READ_FAILED  cannot be read, or does not decode
 *          ERR_LIMIT             no memory
 */
MUST_CHECK enum err ingest_source_move(struct ingest_source *s, size_t done,
                                       struct error *e);

/* Back to the start of the text. Free of cost where the window holds it all. */
MUST_CHECK enum err ingest_source_rewind(struct ingest_source *s,
                                         struct error *e);

/*
 * ingest_source_place - complete the place of an error by reading again.
 *
 * in       e  e->pos.offset is a byte of the window, or of the file when
 *             `in_file`; then e->pos is line, column and offset in the file
 */
void ingest_source_place(struct ingest_source *s, bool in_file,
                         struct error *e);

#endif
