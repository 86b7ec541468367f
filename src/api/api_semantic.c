/* The semantic layer of a base, and what people say of answers. */
#include "api/call.h"

#include "answer/examples.h"
#include "base/fs.h"
#include "semantic/semantic.h"
#include "store/scratch.h"

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

/* A good answer becomes an example where it holds; that it does not is no
 * failure of who liked it. */
static enum err learn(const struct api_call *call, struct str base,
                      struct jsonw *w, struct error *e)
{
    const struct examples_request r = {
        .t = call->served->tables, .base = base, .cancel = call->gone};
    const struct str question = json_text(json_find(call->body, "query"));
    struct answering x;
    struct str learned = {0};
    enum err rc;

    begin(&x);
    rc = examples_learn(&r, question, &x.w, e);
    if (!rc)
        rc = buf_dup(&x.text, call->a, &learned, e);
    buf_release(&x.text);
    if (rc && rc != ERR_VALIDATION_FAILED && rc != ERR_CONFLICT)
        return rc;
    jsonw_member_bool(w, "learned", !rc);
    jsonw_member_raw(w, "example", learned);
    jsonw_member_text(w, "reason", rc ? str_from(e->msg) : (struct str){0});
    return OK;
}

static enum err write_feedback(const struct api_call *call, struct str base,
                               struct jsonw *w, struct error *e)
{
    const bool is_up = json_is(json_find(call->body, "verdict"), "up");
    enum err rc = OK;

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", base);
    json_write_member(call->body, "verdict", "verdict", w);
    if (is_up) {
        rc = learn(call, base, w, e);
    } else {
        jsonw_member_bool(w, "learned", false);
        jsonw_member_null(w, "example");
        jsonw_member_null(w, "reason");
    }
    jsonw_end_object(w);
    return rc;
}

enum err api_feedback(const struct api_call *call, struct str *json,
                      struct error *e)
{
    struct answering x;
    struct str base;
    enum err rc = body_base(call, RIGHT_READ, &base, e);

    begin(&x);
    if (!rc)
        rc = write_feedback(call, base, &x.w, e);
    return finish(&x, rc, call, json, e);
}
