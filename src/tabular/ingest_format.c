/* ingest_format.c - what a file is, by its first bytes and not by its name. */
#include "sheets/foreign.h"
#include "tabular/ingest_internal.h"
#include "tabular/ingest_workbook.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static enum err read_head(int fd, char head[FOREIGN_HEAD_BYTES], size_t *n,
                          struct error *e)
{
    ssize_t got = pread(fd, head, FOREIGN_HEAD_BYTES, 0);

    if (got < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read the file: %s",
                         strerror(errno));
    *n = (size_t)got;
    return OK;
}

enum err ingest_run(struct duck *d, const struct ingest_request *r,
                    struct arena *a, struct jsonw *w, struct error *e)
{
    char head[FOREIGN_HEAD_BYTES];
    size_t n = 0;
    enum err rc = read_head(r->fd, head, &n, e);

    if (rc)
        return rc;
    return foreign_is_binary((struct str){head, n})
               ? ingest_workbook(d, r, a, w, e)
               : ingest_delimited(d, r, a, w, e);
}
