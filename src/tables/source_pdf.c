#include "tables/source_pdf.h"

#include "base/read_at.h"
#include "tables/source_words.h"

#include <errno.h>

#define HEAD    "%PDF-"
#define UNNAMED "tables.txt" /* the file that has its tables */

/* As for its text (search/documents/document_parser.c). */
#define MEMORY_BYTES  ((uint64_t)400 << 20)
#define ADDRESS_BYTES ((uint64_t)256 << 20)

enum { STEP_WORDS, STEP_READ, STEP_TABLES, STEPS };

static bool is_pdf(const struct source *src)
{
    char head[sizeof(HEAD) - 1];

    return source_is_picture(src) ||
           (read_at(src->fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
            str_is((struct str){head, sizeof(head)}, HEAD));
}

/* What is read, and where its tables go. */
struct finding {
    const struct source *src;
    int words; /* that OCR found on it; -1: none */
    int to;
};

static enum err find_tables(struct tables *t, const struct finding *f,
                            const struct wire_wait *wait, struct arena *a,
                            struct error *e)
{
    const struct source *src = f->src;
    const size_t first = f->words < 0 ? STEP_READ : STEP_WORDS;
    const struct worker_request step[STEPS] = {
        [STEP_WORDS] = {.payload = STR("{\"op\":\"words\"}"),
                        .fd = f->words,
                        .wait = *wait},
        [STEP_READ] = {.payload = STR("{\"op\":\"read\"}"),
                       .fd = src->fd,
                       .wait = *wait},
        [STEP_TABLES] = {
            .payload = STR("{\"op\":\"tables\"}"), .fd = f->to, .wait = *wait}};
    const struct worker_task task = {.program = "quarry-pdf",
                                     .memory_bytes = MEMORY_BYTES,
                                     .address_bytes = ADDRESS_BYTES +
                                                      (uint64_t)src->st.st_size,
                                     .request = step + first,
                                     .n = STEPS - first};
    struct str reply[STEPS];

    return worker_pool_run(t->pool, &task, a, reply + first, e);
}

enum err source_pdf_provide(struct tables *t, struct source *src,
                            const char *folder, const struct wire_wait *wait,
                            struct arena *a, struct error *e)
{
    const char *path;
    int made = -1;
    int words = -1;
    enum err rc = OK;

    if (!is_pdf(src))
        return OK;
    path = fs_join(folder, UNNAMED, a, e);
    if (!path)
        return e->code;
    if (src->words)
        rc = fs_open_read(src->words, "what OCR read", &words, e);
    if (!rc)
        rc = fs_open_unnamed(path, UNNAMED, &made, e);
    if (!rc)
        rc = find_tables(t, &(struct finding){src, words, made}, wait, a, e);
    fs_close(&words);
    if (!rc)
        rc = source_check_unchanged(src, e);
    if (rc) {
        fs_close(&made);
        return rc;
    }
    fs_close(&src->fd);
    src->fd = made;
    if (fstat(made, &src->st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", src->shown, errno, e);
    return OK;
}
