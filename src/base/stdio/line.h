/*
 * line.h - the stdio transport: one message per line, in and out.
 *
 * It knows nothing of what a message means. Both sides give up at once when
 * the stop descriptor (base/stdio/stop.h) becomes readable, also while the
 * other end does not read: nothing here can keep a server from ending.
 */
#ifndef BASE_STDIO_LINE_H
#define BASE_STDIO_LINE_H

#include "base/buf.h"

#include <pthread.h>

struct line_reader {
    int fd;
    int stop_fd; /* or -1 */
    size_t max_bytes;
    struct buf bytes; /* read and not yet given out from bytes.p + start */
    size_t start;
    size_t scanned; /* no line end in bytes.p[start..scanned) */
    uint64_t
        passed;    /* bytes given out or dropped: where the next line begins */
    bool skipping; /* inside a line that is too long */
    bool at_end;
    int errnum; /* why reading ended before the end; 0: it did not */
};

enum line_event {
    LINE_MESSAGE,  /* *line holds one, without its end */
    LINE_TOO_LONG, /* one over max_bytes went by */
    LINE_END,      /* the other end closed; what it sent is all given out */
    LINE_STOPPED   /* the stop descriptor is readable */
};

/* A reader over `fd`, which stays the caller's. */
void line_reader_init(struct line_reader *r, int fd, int stop_fd,
                      size_t max_bytes);

/* Free what it holds. */
void line_reader_release(struct line_reader *r);

/*
 * line_read - the next line; waits for it.
 *
 * out      line   without LF or CR LF; a last line may lack its end
 * owns     it borrows the reader until the next call
 * cost     O(bytes); a line that is too long is dropped as it comes
 * threads  one reader per thread
 */
enum line_event line_read(struct line_reader *r, struct str *line);

/* Is another whole line here already, so that line_read() will not wait? */
bool line_reader_has_line(struct line_reader *r);

/* The writer owns `lock`; it guards what follows it and the bytes on the wire. */
struct line_writer {
    int fd;
    int stop_fd; /* or -1 */
    int own_fd;  /* to the same pipe, and never waits; -1: there is none */
    bool is_socket;
    pthread_mutex_t lock;
    bool broken; /* a write failed or the end is wanted: nothing goes out */
    bool held;   /* messages wait for line_flush() */
    struct buf waiting;
};

/* A writer over `fd`, which stays the caller's. */
void line_writer_init(struct line_writer *w, int fd, int stop_fd);

/* Forget it; no thread may still write. */
void line_writer_release(struct line_writer *w);

/*
 * line_write - one message and its line end, whole.
 *
 * in       message  ends up with its line breaks turned to spaces: in JSON
 *                   they can only stand between tokens
 * returns  false when it did not go out, now and from then on
 * threads  any; messages of two threads do not mix
 */
bool line_write(struct line_writer *w, struct buf *message);

/*
 * line_hold - from now on messages wait, up to some KB, until line_flush(), so
 * that several go out at once.
 *
 * For who will flush soon: when it waits for nothing before that.
 */
void line_hold(struct line_writer *w);

/* What waits goes out, and nothing waits any more; false as of line_write(). */
bool line_flush(struct line_writer *w);

#endif
