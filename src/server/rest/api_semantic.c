/* The semantic layer of a base, and what people say of answers. */
#include "server/rest/call.h"

#include "answer/examples.h"
#include "ask/semantic/semantic.h"
#include "base/fs.h"
#include "knowledge/knowledge_base/feedback.h"
#include "store/table_cache/scratch.h"

#define ANSWER_BYTES ((size_t)16 << 20)

/* The member `base` of the body, of which the caller has this right. */
static enum err body_base(const struct api_call *call, enum right right,
                          struct str *base, struct error *e)
{
    *base = json_text(json_find(call->body, "base"));
    return grant_check_base(call->served->grant, *base, right, e);
}

/* One answer under way. */
struct answering {
    struct jsonw w;
    struct buf text;
};

static void begin(struct answering *x)
{
    buf_init(&x->text, ANSWER_BYTES);
    jsonw_init(&x->w, &x->text);
}

static enum err finish(struct answering *x, enum err rc,
                       const struct api_call *call, struct str *json,
                       struct error *e)
{
    if (!rc)
        rc = buf_dup(&x->text, call->a, json, e);
    buf_release(&x->text);
    return rc;
}

/* ---- the layer ---- */

enum err api_semantic_list(const struct api_call *call, struct str *json,
                           struct error *e)
{
    struct answering x;
    struct str base;
    enum err rc = call_base(call, RIGHT_READ, &base, e);

    begin(&x);
    if (!rc)
        rc = semantic_list(call->served->tables, base, call->a, &x.w, e);
    return finish(&x, rc, call, json, e);
}

enum err api_semantic_search(const struct api_call *call, struct str *json,
                             struct error *e)
{
    struct answering x;
    struct str base;
    enum err rc = body_base(call, RIGHT_READ, &base, e);

    begin(&x);
    if (!rc)
        rc = semantic_search(call->served->tables, base,
                             json_text(json_find(call->body, "query")), call->a,
                             &x.w, e);
    return finish(&x, rc, call, json, e);
}

/* The worker parses files, so the text becomes one. */
static enum err load(const struct api_call *call, struct str base,
                     struct jsonw *w, struct error *e)
{
    struct scratch s = SCRATCH_NONE;
    struct str path;
    struct semantic_load r = {.base = base,
                              .paths = &path,
                              .n = 1,
                              .as = STR("sent"),
                              .cancel = call->gone};
    enum err rc =
        scratch_open(tables_home(call->served->tables), call->a, &s, e);

    if (!rc)
        rc = str_printf(call->a, &path, e, "%s/sent.yaml", s.path);
    if (!rc)
        rc =
            fs_write_atomic(path.p, "what was sent",
                            json_text(json_find(call->body, "yaml")), false, e);
    if (!rc)
        rc = semantic_load(call->served->tables, &r, w, e);
    scratch_close(&s);
    return rc;
}

enum err api_semantic_load(const struct api_call *call, struct str *json,
                           struct error *e)
{
    struct answering x;
    struct str base;
    enum err rc = body_base(call, RIGHT_WRITE, &base, e);

    begin(&x);
    if (!rc)
        rc = load(call, base, &x.w, e);
    return finish(&x, rc, call, json, e);
}

enum err api_semantic_clear(const struct api_call *call, struct str *json,
                            struct error *e)
{
    struct answering x;
    struct str base;
    enum err rc = call_base(call, RIGHT_ADMIN, &base, e);

    begin(&x);
    if (!rc)
        rc = semantic_clear(call->served->tables, base, NULL, 0, &x.w, e);
    return finish(&x, rc, call, json, e);
}

/* ---- feedback ---- */

/* A good answer becomes an example where it holds, and one that is called bad
 * afterwards is gone; that it cannot be deleted is not an error of the caller. */
static enum err learn(const struct api_call *call, struct feedback *f,
                      struct jsonw *w, struct error *e)
{
    const struct examples_request r = {
        .t = call->served->tables, .base = f->base, .cancel = call->gone};
    struct answering x;
    struct str learned = {0};
    struct error why = {0};
    bool forgotten = false;
    enum err rc;

    begin(&x);
    /* either changes what others are answered */
    rc = grant_check_right(call->served->grant, RIGHT_WRITE, &why);
    if (f->is_up && !rc)
        rc = examples_learn(&r, f->query, &x.w, &why);
    else if (!rc)
        rc = examples_forget(&r, f->query, &forgotten, &why);
    f->learned = f->is_up && !rc;
    if (f->learned)
        rc = buf_dup(&x.text, call->a, &learned, e);
    buf_release(&x.text);
    if (rc && rc != ERR_VALIDATION_FAILED && rc != ERR_CONFLICT &&
        rc != ERR_FORBIDDEN) {
        *e = why;
        return rc;
    }
    jsonw_member_bool(w, "learned", f->learned);
    jsonw_member_bool(w, "forgotten", forgotten);
    jsonw_member_raw(w, "example", learned);
    jsonw_member_text(w, "reason", str_from(why.msg));
    return OK;
}

static enum err keep(const struct api_call *call, const struct feedback *f,
                     struct error *e)
{
    struct bases *bases = NULL;
    enum err rc = bases_new(call->served->tables, &bases, e);

    if (!rc)
        rc = bases_keep_feedback(bases, f, e);
    bases_free(bases);
    return rc;
}

enum err api_feedback(const struct api_call *call, struct str *json,
                      struct error *e)
{
    struct feedback f = {
        .is_up = json_is(json_find(call->body, "verdict"), "up"),
        .query = json_text(json_find(call->body, "query")),
        .comment = json_text(json_find(call->body, "comment")),
        .session_id = json_text(json_find(call->body, "session_id")),
        .author = call_author(call)};
    struct answering x;
    enum err rc = body_base(call, RIGHT_READ, &f.base, e);

    begin(&x);
    jsonw_begin_object(&x.w);
    jsonw_member_str(&x.w, "base", f.base);
    json_write_member(call->body, "verdict", "verdict", &x.w);
    if (!rc)
        rc = learn(call, &f, &x.w, e);
    if (!rc)
        rc = keep(call, &f, e);
    jsonw_end_object(&x.w);
    return finish(&x, rc, call, json, e);
}
