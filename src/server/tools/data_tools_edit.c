/*
 * data_tools_edit.c - tools that edit a base's JSON tree.
 *
 * A client gives the version that it read as if_version; when another client
 * changed the document since, the call is a CONFLICT and nothing is written.
 * Every write stays in the history, with the caller as its author.
 */
#include "server/tools/access_check.h"
#include "server/tools/data_tools.h"
#include "server/tools/reply.h"
#include "store/json_document/data.h"

#define WORK_BYTES   ((size_t)512 << 20) /* a value as a tree, and its patches */
#define ANSWER_BYTES (4 * POINTER_MAX_BYTES)

static const char *name_of(enum data_operation o)
{
    static const char *const names[] = {[DATA_CREATE] = "create",
                                        [DATA_SET] = "update",
                                        [DATA_DELETE] = "delete"};

    return names[o];
}

/* Any JSON, as it was sent: numbers keep their digits, keys their order. */
static enum err read_value(const struct json *arguments, struct arena *a,
                           struct str *out, struct error *e)
{
    const struct json *value = json_find(arguments, "value");
    struct reply r;

    reply_init(&r, DATA_VALUE_MAX_BYTES);
    json_write(value, &r.w);
    return reply_finish(&r, OK, a, out, e);
}

/* One edit under way. */
struct editing {
    const struct tool_context *served;
    const struct json *arguments;
    struct data_edit edit;
    struct base base;
    struct data_written done;
    struct arena work;
};

static enum err prepare(struct editing *x, struct error *e)
{
    struct data_edit *d = &x->edit;
    struct str base;
    enum err rc =
        access_base(x->served, json_text(json_find(x->arguments, "base")),
                    RIGHT_WRITE, &base, e);

    if (!rc)
        rc = access_pointer(x->served, base,
                            json_text(json_find(x->arguments, "pointer")),
                            &x->work, &d->pointer, e);
    if (!rc && d->operation != DATA_DELETE)
        rc = read_value(x->arguments, &x->work, &d->value, e);
    return rc ? rc
              : base_open(tables_home(x->served->tables), base, &x->work,
                          &x->base, e);
}

static enum err write_written(struct editing *x, struct arena *a,
                              struct str *json, struct error *e)
{
    struct str shown;
    struct reply r;
    enum err rc =
        access_shown(x->served, &x->base, x->done.pointer, a, &shown, e);

    if (rc)
        return rc;
    reply_init(&r, ANSWER_BYTES);
    jsonw_begin_object(&r.w);
    jsonw_member_cstr(&r.w, "base", x->base.name);
    jsonw_member_cstr(&r.w, "operation", name_of(x->edit.operation));
    jsonw_member_str(&r.w, "pointer", shown);
    jsonw_member_i64(&r.w, "version", x->done.version);
    jsonw_end_object(&r.w);
    return reply_finish(&r, OK, a, json, e);
}

static enum err edit(const struct tool_context *s, const struct json *arguments,
                     enum data_operation o, struct arena *a, struct str *json,
                     struct error *e)
{
    struct editing x = {
        .served = s,
        .arguments = arguments,
        .base = BASE_NONE,
        .edit = {.operation = o,
                 .has_if_version = json_find(arguments, "if_version") != NULL,
                 .if_version = (int64_t)argument_u64(spec_update_data.arguments,
                                                     arguments, "if_version"),
                 .author = s->grant->id.n > 0 ? s->grant->id : STR("local")}};
    enum err rc;

    arena_init(&x.work, WORK_BYTES);
    rc = prepare(&x, e);
    if (!rc)
        rc = data_edit(&x.base, &x.edit, &x.work, &x.done, e);
    if (!rc)
        rc = write_written(&x, a, json, e);
    base_close(&x.base);
    arena_release(&x.work);
    return rc;
}

enum err data_tools_create(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    (void)cancel;
    return edit(context, arguments, DATA_CREATE, a, json, e);
}

enum err data_tools_update(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    (void)cancel;
    return edit(context, arguments, DATA_SET, a, json, e);
}

enum err data_tools_delete(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    (void)cancel;
    return edit(context, arguments, DATA_DELETE, a, json, e);
}
