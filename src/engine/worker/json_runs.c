#include "engine/worker/json_runs.h"

#include "base/fs.h"
#include "engine/worker/source_map.h"
#include "store/json_tree/split_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define FLUSH_BYTES ((size_t)1 << 20)
#define SHOWN       "what a JSON file holds"

struct writer {
    int fd;
    struct buf buf;
    uint64_t runs;
};

static enum err flush(struct writer *w, struct error *e)
{
    struct str left;
    enum err rc = buf_finish(&w->buf, &left, e);

    if (!rc)
        rc = fs_append(w->fd, SHOWN, left, e);
    buf_reset(&w->buf);
    return rc;
}

static enum err put(void *ctx, const struct split_run *r, struct error *e)
{
    struct writer *w = ctx;

    split_file_put(r, &w->buf);
    w->runs++;
    return w->buf.n < FLUSH_BYTES ? OK : flush(w, e);
}

static enum err write_runs(struct operation_call *c, struct str text,
                           uint64_t *runs, struct error *e)
{
    struct writer w = {.fd = -1};
    const struct split_sink sink = {put, &w};
    struct str path;
    enum err rc =
        str_printf(&c->arena, &path, e, "%s/runs", c->session->folder);

    if (rc)
        return rc;
    w.fd = open(path.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (w.fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    buf_init(&w.buf, (size_t)1 << 30);
    rc = split_text(text, &split_default_limits, &sink, e);
    if (!rc)
        rc = flush(&w, e);
    *runs = w.runs;
    buf_release(&w.buf);
    (void)close(w.fd);
    return rc;
}

enum err json_runs_run(struct operation_call *c, struct jsonw *w,
                       struct error *e)
{
    struct source_map source = SOURCE_MAP_NONE;
    uint64_t runs = 0;
    enum err rc = source_map_open(c->fd, &source, e);

    if (!rc)
        rc = write_runs(c, source.text, &runs, e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "runs", runs);
        jsonw_member_u64(w, "bytes", source.bytes);
        jsonw_end_object(w);
    }
    source_map_close(&source);
    return rc;
}
