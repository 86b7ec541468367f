#include "engine/ingest/ingest_aligned.h"

#include "base/fs.h"

#include <unistd.h>

#define TEXT_BYTES ((size_t)64 << 20) /* with delimiters and quotes */

/* All of the text, or nothing of one that is larger than a window. */
static enum err take_text(struct ingest *in, struct str *text, struct error *e)
{
    enum err rc;

    *text = STR("");
    if (in->request->aligned || in->request->delimiter ||
        in->source.text_offset > 0 || !in->source.end)
        return OK;
    rc = ingest_source_rewind(&in->source, e);
    if (!rc && in->source.end)
        *text = ingest_source_text(&in->source);
    return rc;
}

/* The text with delimiters, in a file without a name. */
static enum err write_file(const struct ingest *in, struct str text,
                           const struct ingest_aligned *as, int *fd,
                           struct error *e)
{
    struct str made;
    struct buf b;
    enum err rc;

    *fd = ingest_scratch_open(in->request, "aligned", in->a, e);
    if (*fd < 0)
        return e->code;
    buf_init(&b, TEXT_BYTES);
    aligned_write(text, &as->found, &b);
    rc = buf_finish(&b, &made, e);
    if (!rc)
        rc = fs_append(*fd, "a working file", made, e);
    buf_release(&b);
    return rc;
}

static enum err read_file(const struct ingest *in, int fd,
                          const struct ingest_aligned *as, struct jsonw *w,
                          bool *read, struct error *e)
{
    struct ingest_request inner = *in->request;
    struct error why = {0};
    enum err rc;

    inner.fd = fd;
    inner.encoding = STR("UTF-8");
    inner.delimiter = ALIGNED_DELIMITER;
    inner.aligned = as;
    if (as->found.has_names && inner.header == CSV_HEADER_AUTO)
        inner.header = CSV_HEADER_ONE;
    inner.early = (struct ingest_early){0};
    rc = ingest_delimited(in->duck, &inner, 2, in->a, w, &why);
    *read = rc != ERR_FILE_READ_FAILED;
    if (rc && *read)
        *e = why;
    return *read ? rc : OK;
}

enum err ingest_aligned_read(struct ingest *in, struct jsonw *w, bool *read,
                             struct error *e)
{
    struct ingest_aligned *as = arena_alloc(in->a, sizeof(*as), e);
    struct str text = {0};
    bool certain = false;
    int fd = -1;
    enum err rc = as ? take_text(in, &text, e) : e->code;

    *read = false;
    if (!rc && text.n)
        rc = aligned_find(text, in->layout.dialect.delimiter, in->a, &as->found,
                          &certain, e);
    if (rc || !certain)
        return rc;
    as->encoding = in->source.begin.report;
    as->guessed = in->guessed;
    rc = write_file(in, text, as, &fd, e);
    if (!rc)
        rc = read_file(in, fd, as, w, read, e);
    fs_close(&fd);
    return rc;
}

void ingest_write_aligned(const struct ingest_aligned *of, struct jsonw *w)
{
    jsonw_key(w, "aligned");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "lines", of->found.lines);
    jsonw_member_u64(w, "lines_outside", of->found.outside);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < of->found.n; i++) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "from", of->found.columns[i].from + 1);
        jsonw_member_u64(w, "to", of->found.columns[i].to);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}
