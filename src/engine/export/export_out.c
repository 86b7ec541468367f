#include "engine/export/export_out.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define PIECE_BYTES   ((size_t)64 * 1024)
#define MAX_ROW_BYTES ((size_t)256 * 1024 * 1024)

void export_out_init(struct export_out *o, int fd)
{
    o->fd = fd;
    buf_init(&o->pending, MAX_ROW_BYTES);
}

void export_out_release(struct export_out *o)
{
    buf_release(&o->pending);
}

enum err export_out_drain(struct export_out *o, struct error *e)
{
    if (o->pending.n < PIECE_BYTES && !o->pending.overflow)
        return OK;
    return export_out_flush(o, e);
}

enum err export_out_flush(struct export_out *o, struct error *e)
{
    struct str left;

    if (buf_finish(&o->pending, &left, e) != OK)
        return e->code;
    while (left.n > 0) {
        ssize_t n = write(o->fd, left.p, left.n);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "cannot write the export: %s", strerror(errno));
        left = str_slice(left, (size_t)n, left.n);
    }
    buf_reset(&o->pending);
    return OK;
}
