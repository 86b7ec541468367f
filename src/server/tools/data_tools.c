/* data_tools.c - tools that read a base's JSON tree. */
#include "server/tools/data_tools.h"

#include "server/tools/access_check.h"
#include "server/tools/answer_window.h"
#include "server/tools/reply.h"
#include "store/database/db_cancel.h"
#include "store/json_document/data_query.h"

#define ANSWER_BYTES ((size_t)8 << 20)

/* One question to a tree. */
struct asked {
    const struct tool_spec *spec;
    const char *key; /* the member of its answer that may be large */
    const struct tool_context *served;
    const struct json *arguments;
    const atomic_bool *cancel;
    struct arena *a;
    struct base base;
    struct data_place place;
    struct data_value found;
    struct buf text; /* what is found, JSON */
};

/* What is asked of the tree; `w` is inside the answer's object. */
typedef enum err ask_tree(struct asked *x, struct error *e);
typedef enum err write_tree(struct asked *x, struct jsonw *w, struct error *e);

static struct str text_of(const struct asked *x, const char *key)
{
    return json_text(json_find(x->arguments, key));
}

static enum err open_asked(struct asked *x, struct error *e)
{
    struct str base;
    enum err rc =
        access_base(x->served, text_of(x, "base"), RIGHT_READ, &base, e);

    x->place.as_of =
        (int64_t)argument_u64(x->spec->arguments, x->arguments, "as_of");
    if (!rc)
        rc = access_pointer(x->served, base, text_of(x, "pointer"), x->a,
                            &x->place.pointer, e);
    if (!rc)
        rc = base_open(tables_home(x->served->tables), base, x->a, &x->base, e);
    if (!rc)
        db_set_cancel(x->base.db, x->cancel);
    return rc;
}

static enum err too_large(size_t max, struct error *e)
{
    return error_set(
        e, ERR_LIMIT,
        "the answer is too large: the limit is %zu MiB; name a part by a longer "
        "pointer, or select with query_data",
        max >> 20);
}

/* {"base","pointer","version", what `tell` has}. */
static enum err write_found(struct asked *x, write_tree *tell, struct jsonw *w,
                            struct error *e)
{
    struct str shown;
    enum err rc =
        access_shown(x->served, &x->base, x->found.pointer, x->a, &shown, e);

    jsonw_begin_object(w);
    if (rc)
        return rc;
    jsonw_member_cstr(w, "base", x->base.name);
    jsonw_member_str(w, "pointer", shown);
    jsonw_member_i64(w, "version", x->found.version);
    rc = tell(x, w, e);
    jsonw_end_object(w);
    return rc;
}

/* The whole answer, up to `max` bytes. */
static enum err answer(struct asked *x, ask_tree *ask, write_tree *tell,
                       size_t max, struct str *json, struct error *e)
{
    struct reply r;
    enum err rc;

    buf_init(&x->text, max);
    reply_init(&r, max);
    rc = ask(x, e);
    if (!rc)
        rc = write_found(x, tell, &r.w, e);
    if ((rc == ERR_LIMIT && x->text.overflow) || (!rc && r.text.overflow))
        rc = too_large(max, e);
    buf_release(&x->text);
    return reply_finish(&r, rc, x->a, json, e);
}

/* As answer(), within what the caller wants to read at once. */
static enum err carry_out(struct asked *x, ask_tree *ask, write_tree *tell,
                          struct str *json, struct error *e)
{
    const struct window w = {x->served, x->arguments, x->spec, x->key};
    const size_t max = window_max(&w, ANSWER_BYTES);
    struct str whole;
    enum err rc;

    if (window_is_next(&w))
        return window_next(&w, x->a, json, e);
    x->base = BASE_NONE;
    rc = open_asked(x, e);
    if (!rc)
        rc = answer(x, ask, tell, max, &whole, e);
    if (!rc)
        rc = window_fit(&w, str_from(x->base.name), whole, x->a, json, e);
    base_close(&x->base);
    return rc;
}

static enum err ask_value(struct asked *x, struct error *e)
{
    return data_read(&x->base, &x->place, x->a, &x->text, &x->found, e);
}

static enum err write_value(struct asked *x, struct jsonw *w, struct error *e)
{
    (void)e;
    jsonw_member_raw(w, "value", buf_str(&x->text));
    return OK;
}

enum err data_tools_get(void *context, const struct json *arguments,
                        const atomic_bool *cancel, struct arena *a,
                        struct str *json, struct error *e)
{
    struct asked x = {.spec = &spec_get_context_data,
                      .key = "value",
                      .served = context,
                      .arguments = arguments,
                      .cancel = cancel,
                      .a = a};

    return carry_out(&x, ask_value, write_value, json, e);
}

static enum err ask_query(struct asked *x, struct error *e)
{
    const struct data_question q = {text_of(x, "expression"), x->place};

    return data_query(&x->base, &q, x->a, &x->text, &x->found, e);
}

enum err data_tools_query(void *context, const struct json *arguments,
                          const atomic_bool *cancel, struct arena *a,
                          struct str *json, struct error *e)
{
    struct asked x = {.spec = &spec_query_data,
                      .key = "value",
                      .served = context,
                      .arguments = arguments,
                      .cancel = cancel,
                      .a = a};

    return carry_out(&x, ask_query, write_value, json, e);
}

static enum err ask_schema(struct asked *x, struct error *e)
{
    return data_schema(&x->base, &x->place, x->a, &x->text, &x->found, e);
}

/* Its members besides ours. */
static enum err write_schema(struct asked *x, struct jsonw *w, struct error *e)
{
    struct json *schema;
    enum err rc =
        json_parse(buf_str(&x->text), &json_answer_limits, x->a, &schema, e);

    for (const struct json *m = rc ? NULL : schema->first; m; m = m->next) {
        jsonw_key_str(w, m->key);
        json_write(m, w);
    }
    return rc;
}

enum err data_tools_schema(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    struct asked x = {.spec = &spec_get_data_schema,
                      .key = "paths",
                      .served = context,
                      .arguments = arguments,
                      .cancel = cancel,
                      .a = a};

    return carry_out(&x, ask_schema, write_schema, json, e);
}
