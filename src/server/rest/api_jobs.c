/*
 * Files that are sent, and the jobs that read them: POST /v1/documents,
 * GET /v1/jobs, GET /v1/jobs/{id}.
 *
 * A client that hears of a job over a stream costs no thread: the stream is given to the
 * job's listener, which writes on it and lets it go at the end.
 */
#include "server/rest/call.h"
#include "server/rest/event_stream.h"
#include "server/rest/job_reply.h"

#include "knowledge/jobs/jobs.h"
#include "knowledge/knowledge_base/list.h"

#define STATUS_BYTES ((size_t)32 << 20)

/* ---- files ---- */

/* A field of the form; NULL: it has none of this name. */
static const struct httpd_value *find_field(const struct httpd_request *r,
                                            const char *name)
{
    for (size_t i = 0; i < r->values; i++)
        if (str_is(r->value[i].name, name))
            return &r->value[i];
    return NULL;
}

static struct bases_mount read_mount(const struct httpd_request *r)
{
    const struct httpd_value *path = find_field(r, "json_path");
    const struct httpd_value *key = find_field(r, "mount_key");
    const struct httpd_value *replace = find_field(r, "replace");

    return (struct bases_mount){
        .has_path = path != NULL,
        .has_key = key != NULL,
        .json_path = path ? path->text : (struct str){0},
        .key = key ? key->text : (struct str){0},
        .replace = replace && str_is(replace->text, "true")};
}

static enum err read_base(const struct api_call *call, struct str *base,
                          struct error *e)
{
    const struct httpd_value *given = find_field(call->request, "base");

    *base = given ? given->text : (struct str){0};
    if (base->n == 0)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "the form needs a field 'base' before or after its files");
    return grant_check_base(call->served->grant, *base, RIGHT_WRITE, e);
}

static enum err read_files(const struct api_call *call, struct jobs_request *r,
                           struct error *e)
{
    const struct httpd_request *from = call->request;
    struct jobs_file *files =
        arena_alloc_array(call->a, from->files, sizeof(*files), e);

    if (!files)
        return e->code;
    for (size_t i = 0; i < from->files; i++) {
        const struct httpd_file *f = &from->file[i];

        files[r->n++] = (struct jobs_file){f->name, f->fd, f->bytes};
    }
    r->files = files;
    return OK;
}

static enum err find_id(const struct api_call *call, struct str json,
                        struct str *id, struct error *e)
{
    struct json *job = NULL;
    enum err rc = json_parse(json, &json_answer_limits, call->a, &job, e);

    *id = json_text(json_find(job, "job_id"));
    return rc;
}

/* 202: it is accepted, and here is where it is. */
static enum err put_location(const struct api_call *call, struct str id,
                             struct error *e)
{
    struct str path;

    if (str_printf(call->a, &path, e, "/v1/jobs/%.*s", STR_FMT(id)))
        return e->code;
    call->reply->status = 202;
    httpd_put_header(call->reply, "Location", path.p);
    return OK;
}

enum err api_documents_add(const struct api_call *call, struct str *json,
                           struct error *e)
{
    struct jobs_request r = {.author = call_author(call),
                             .mount = read_mount(call->request)};
    struct jsonw w;
    struct str id;
    struct buf b;
    enum err rc = read_base(call, &r.base, e);

    if (!rc)
        rc = read_files(call, &r, e);
    if (rc)
        return rc;
    buf_init(&b, STATUS_BYTES);
    jsonw_init(&w, &b);
    rc = jobs_submit(call->api->jobs, &r, &w, e);
    if (!rc)
        rc = buf_dup(&b, call->a, json, e);
    buf_release(&b);
    if (!rc)
        rc = find_id(call, *json, &id, e);
    return rc ? rc : put_location(call, id, e);
}

/* ---- jobs ---- */

static void send(struct httpd_stream *s, const char *name, struct str json)
{
    struct error ignored;
    struct str text;
    struct buf b;

    buf_init(&b, STATUS_BYTES);
    event_put(&b, name, json);
    if (json.n && buf_finish(&b, &text, &ignored) == OK)
        (void)httpd_stream_push(s, text);
    buf_release(&b);
}

static void on_progress(void *ctx, struct str json, bool is_last)
{
    send(ctx, is_last ? "done" : "progress", json);
    if (is_last)
        httpd_stream_release(ctx);
}

static enum err stream_job(const struct api_call *call, struct str id,
                           struct error *e)
{
    struct httpd_reply head = *call->reply;
    struct jobs_listener listener = {.notify = on_progress};
    struct httpd_stream *s = NULL;
    struct base_entry base;
    struct error ignored;
    struct str json;
    enum err rc;

    head.content_type = "text/event-stream";
    rc = httpd_stream_open(call->request, &head, &s, e);
    if (rc)
        return rc;
    listener.ctx = s;
    if (jobs_listen(call->api->jobs, id, &listener))
        return OK;
    /* It has ended, or too many hear of it: then this is how it goes now. */
    if (jobs_find(call->api->jobs, id, call->a, &base, &json, &ignored) == OK)
        send(s, "done", json);
    httpd_stream_release(s);
    return OK;
}

/* A job belongs to a base, not to whatever base has its name now. */
static bool reaches(void *grant, const struct base_entry *base)
{
    const struct grant *g = grant;

    return scope_has_id(&g->bases, base->id);
}

enum err api_jobs_list(const struct api_call *call, struct str *json,
                       struct error *e)
{
    const struct grant *g = call->served->grant;
    struct jobs_filter f = {.base = httpd_query(call->request, "base"),
                            .has = reaches,
                            .ctx = (void *)g};
    struct jsonw w;
    struct buf b;
    enum err rc = f.base.p ? grant_check_base(g, f.base, RIGHT_READ, e)
                           : grant_check_right(g, RIGHT_READ, e);

    if (!rc)
        rc = call_page(call, &f.page, e);
    buf_init(&b, STATUS_BYTES);
    jsonw_init(&w, &b);
    if (!rc)
        rc = jobs_report(call->api->jobs, &f, &w, e);
    if (!rc)
        rc = buf_dup(&b, call->a, json, e);
    buf_release(&b);
    return rc;
}

enum err api_jobs_find(const struct api_call *call, struct str *json,
                       struct error *e)
{
    const struct str id = call->parameter[0];
    struct base_entry base;
    enum err rc = jobs_find(call->api->jobs, id, call->a, &base, json, e);

    if (!rc)
        rc = grant_check_base_id(call->served->grant, base.id, RIGHT_READ, e);
    if (rc || !event_stream_is_wanted(call))
        return rc;
    return stream_job(call, id, e);
}

enum err job_reply_index(const struct api_call *call, struct str base,
                         struct str *json, struct error *e)
{
    struct jsonw w;
    struct str id;
    struct buf b;
    enum err rc;

    buf_init(&b, STATUS_BYTES);
    jsonw_init(&w, &b);
    rc = jobs_index(call->api->jobs, base, call_author(call), &w, e);
    if (!rc)
        rc = buf_dup(&b, call->a, json, e);
    buf_release(&b);
    if (!rc)
        rc = find_id(call, *json, &id, e);
    if (rc)
        return rc;
    return event_stream_is_wanted(call) ? stream_job(call, id, e)
                                        : put_location(call, id, e);
}

static enum err write_base(const struct api_call *call, struct bases *b,
                           void *ctx, struct jsonw *w, struct error *e)
{
    const struct str *base = ctx;

    (void)call;
    return bases_describe(b, *base, w, e);
}

/* Is all of the base indexed? */
static enum err is_ready(const struct api_call *call, struct str base,
                         bool *ready, struct error *e)
{
    const struct call_answer answer = {write_base, &base};
    struct json *described = NULL;
    struct str text;
    enum err rc = call_bases(call, &answer, &text, e);

    if (!rc)
        rc = json_parse(text, &json_answer_limits, call->a, &described, e);
    *ready = !rc && json_is(json_find(json_find(described, "index"), "state"),
                            "ready");
    return rc;
}

enum err job_reply_wait(const struct api_call *call, struct str base,
                        bool *waits, struct str *json, struct error *e)
{
    bool ready = false;
    enum err rc;

    *waits = false;
    if (!json_is_true(json_find(call->body, "wait")))
        return OK;
    base = base_of_path(base);
    rc = grant_check_base(call->served->grant, base, RIGHT_READ, e);
    if (!rc)
        rc = is_ready(call, base, &ready, e);
    if (rc || ready)
        return rc;
    *waits = true;
    return job_reply_index(call, base, json, e);
}
