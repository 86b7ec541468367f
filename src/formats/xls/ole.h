/*
 * ole.h - one stream of an OLE compound file, read from a descriptor in any order.
 */
#ifndef FORMATS_XLS_OLE_H
#define FORMATS_XLS_OLE_H

#include "base/str.h"

#define OLE_MAX_BYTES ((uint64_t)2 << 30)

struct ole_stream {
    int fd;
    uint64_t size;
    unsigned shift;  /* a piece has 1 << shift bytes */
    uint64_t *piece; /* where each is in the file; lives in the arena */
    size_t pieces;
};

/*
 * ole_find - the stream of a name of letters and digits.
 *
 * in       fd   borrowed while the stream is read
 * out      s    lives in `a`
 * errors   ERR_NOT_FOUND         there is none of that name
 *          ERR_FILE_READ_FAILED  no compound file, or a damaged one
 *          ERR_LIMIT             over OLE_MAX_BYTES; memory
 * source   [MS-CFB]
 */
MUST_CHECK enum err ole_find(int fd, const char *name, struct arena *a,
                             struct ole_stream *s, struct error *e);

/* n bytes from `at`; ERR_FILE_READ_FAILED: the file does not have them. */
MUST_CHECK enum err ole_read(const struct ole_stream *s, uint64_t at, void *to,
                             size_t n, struct error *e);

#endif
