/*
 * Fields of records as texts. As with sections the result can be larger than a
 * frame, so that it goes to a file in the session's folder, a line of JSON a
 * record:
 *
 *     [12,"the value","of each",null]       12: the line that it begins in
 */
#include "base/fs.h"
#include "engine/worker/operation.h"
#include "engine/worker/source_map.h"
#include "formats/json/fields.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define FLUSH_BYTES  ((size_t)1 << 20)
#define BUFFER_BYTES ((size_t)1 << 30) /* a record is in it whole */
#define SHOWN        "what was read of a file"

struct fields_writer {
    const atomic_bool *stop;
    int fd;
    struct buf buf;
    uint64_t records;
};

static enum err flush(struct fields_writer *x, struct error *e)
{
    struct str text;
    enum err rc = buf_finish(&x->buf, &text, e);

    if (!rc)
        rc = fs_append(x->fd, SHOWN, text, e);
    buf_reset(&x->buf);
    return rc;
}

static enum err put(void *ctx, const struct fields *f, struct error *e)
{
    struct fields_writer *x = ctx;
    struct jsonw w;

    if (atomic_load(x->stop))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    jsonw_init(&w, &x->buf);
    jsonw_begin_array(&w);
    jsonw_u64(&w, f->line);
    for (size_t i = 0; i < f->n; i++) {
        if (f->value[i].p)
            jsonw_str(&w, f->value[i]);
        else
            jsonw_null(&w);
    }
    jsonw_end_array(&w);
    buf_put_char(&x->buf, '\n');
    x->records++;
    return x->buf.n < FLUSH_BYTES ? OK : flush(x, e);
}

/* Of JSON the members "names", of lines at most "columns". */
static enum err run_reader(const struct operation_call *c, struct str text,
                           struct fields_writer *x, struct error *e)
{
    const struct fields_sink sink = {put, x};
    const struct json *names = json_find(c->request, "names");
    struct str name[FIELDS_MAX];
    uint64_t columns = 0;
    size_t n = 0;
    enum err rc;

    for (const struct json *j = names ? names->first : NULL; j; j = j->next) {
        if (n == FIELDS_MAX)
            return error_set(e, ERR_VALIDATION_FAILED, "too many names");
        name[n++] = json_text(j);
    }
    if (n > 0)
        return fields_of_json(text, name, n, &sink, e);
    rc = json_read_u64(json_find(c->request, "columns"), "columns", FIELDS_MAX,
                       &columns, e);
    return rc ? rc : fields_of_lines(text, columns, &sink, e);
}

static enum err write_fields(const struct operation_call *c, struct str text,
                             uint64_t *records, struct error *e)
{
    struct fields_writer x = {.stop = &c->session->stop, .fd = -1};
    struct arena a;
    char *path;
    enum err rc = OK;

    arena_init(&a, OPERATION_ARENA_BYTES);
    path = fs_join(c->session->folder, OPERATION_FIELDS_FILE, &a, e);
    if (path)
        x.fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (!path)
        rc = e->code;
    else if (x.fd < 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    buf_init(&x.buf, BUFFER_BYTES);
    if (!rc)
        rc = run_reader(c, text, &x, e);
    if (!rc)
        rc = flush(&x, e);
    *records = x.records;
    buf_release(&x.buf);
    fs_close(&x.fd);
    arena_release(&a);
    return rc;
}

enum err operation_fields(struct operation_call *c, struct jsonw *w,
                          struct error *e)
{
    struct source_map source = SOURCE_MAP_NONE;
    uint64_t records = 0;
    enum err rc = source_map_open(c->fd, &source, e);

    if (!rc)
        rc = write_fields(c, source.text, &records, e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "records", records);
        jsonw_end_object(w);
    }
    source_map_close(&source);
    return rc;
}
