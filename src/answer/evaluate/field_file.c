#include "answer/evaluate/field_file.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "store/table_cache/worker_output.h"

#include <unistd.h>

#define READ_MS      (UINT64_C(300) * 1000)
#define NAME         "fields.jsonl" /* what the worker leaves */
#define RESULT_BYTES ((size_t)2 << 30)
#define REPLY_BYTES  ((size_t)1 << 20)
#define LINE_BYTES   ((size_t)3 << 30) /* of one line, as a tree */

static enum err not_ours(struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the worker's answer is damaged");
}

/* [12,"the","texts",null] */
static enum err read_row(const struct json *j, struct arena *a,
                         struct field_row *out, struct error *e)
{
    const struct json *v = j->first;
    enum err rc;

    *out = (struct field_row){.n = j->count - (j->count > 0)};
    if (j->type != JSON_ARRAY || !v || out->n > FIELD_FILE_FIELDS ||
        json_read_u64(v, "line", INT64_MAX, &out->line, e))
        return not_ours(e);
    for (size_t i = 0; i < out->n; i++) {
        v = v->next;
        if (v->type == JSON_NULL)
            continue;
        if (v->type != JSON_STRING)
            return not_ours(e);
        rc = str_dup(v->text, a, &out->value[i], e);
        if (rc)
            return rc;
    }
    return OK;
}

static enum err read_rows(struct str text, const struct field_file *f,
                          struct arena *a, struct field_rows *out,
                          struct error *e)
{
    struct field_row *row;
    struct arena line;
    size_t lines = 0;
    enum err rc = OK;

    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    if (lines > f->max_rows)
        return error_set(e, ERR_LIMIT,
                         "'%s' has too many records: the limit is %zu",
                         f->shown, f->max_rows);
    row = arena_alloc_array(a, lines, sizeof(*row), e);
    if (!row)
        return e->code;
    arena_init(&line, LINE_BYTES);
    for (size_t i = 0; i < lines && !rc; i++) {
        size_t n = str_find_char(text, '\n');
        struct json *j;

        rc = json_parse(str_slice(text, 0, n), &json_default_limits, &line, &j,
                        e);
        if (!rc)
            rc = read_row(j, a, &row[i], e);
        text = str_slice(text, n + 1, text.n);
        arena_reset(&line);
    }
    arena_release(&line);
    *out = (struct field_rows){row, lines};
    return rc;
}

static enum err ask_worker(const struct field_reader *r,
                           const struct field_file *f, struct arena *a,
                           struct error *e)
{
    const struct worker_assignment as = {.mode = WORKER_PARSE,
                                         .folder = str_from(r->folder)};
    struct worker_request q = {
        .payload = str_from(f->request),
        .fd = -1,
        .wait = {.deadline_ms = clock_ms() + READ_MS, .cancel = r->cancel}};
    struct str reply;
    uint64_t bytes = 0;
    enum err rc = fs_size(f->path, f->shown, &bytes, e);

    if (!rc && bytes > FIELD_FILE_MAX_BYTES)
        rc = error_set(e, ERR_LIMIT, "'%s' is too large: the limit is %d MiB",
                       f->shown, (int)(FIELD_FILE_MAX_BYTES >> 20));
    if (!rc)
        rc = fs_open_read(f->path, f->shown, &q.fd, e);
    if (rc)
        return rc;
    rc = worker_pool_call(r->pool, &as, &q, a, &reply, e);
    if (rc)
        error_wrap(e, "reading '%s'", f->shown);
    fs_close(&q.fd);
    return rc;
}

enum err field_file_read(const struct field_reader *r,
                         const struct field_file *f, struct arena *a,
                         struct field_rows *out, struct error *e)
{
    const struct worker_output left = {r->folder, NAME, RESULT_BYTES};
    struct arena whole;
    struct str text;
    char *path;
    enum err rc;

    arena_init(&whole, RESULT_BYTES + REPLY_BYTES);
    path = fs_join(r->folder, NAME, &whole, e);
    rc = path ? ask_worker(r, f, &whole, e) : e->code;
    if (!rc)
        rc = worker_output_read(&left, &whole, &text, e);
    if (!rc)
        rc = read_rows(text, f, a, out, e);
    if (path)
        (void)unlink(path);
    arena_release(&whole);
    return rc;
}
