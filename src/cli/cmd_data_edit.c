/* cmd_data_edit.c - the JSON tree of a base, written, and who wrote it. */
#include "cli/cli.h"

#include "base/json.h"
#include "cli/base_args.h"
#include "cli/input.h"
#include "cli/term/clean.h"
#include "cli/view.h"
#include "store/json_document/data.h"

#define WORK_BYTES ((size_t)4 << 30) /* a value as a tree, and its patches */

static const char *name_of(enum data_operation o)
{
    static const char *const names[] = {
        [DATA_CREATE] = "create", [DATA_SET] = "set", [DATA_DELETE] = "delete"};

    return names[o];
}

static void show_written(struct cli *c, const struct base *b,
                         enum data_operation o, const struct data_written *done)
{
    struct jsonw w;

    if (!args_has(&c->args, OPT_JSON)) {
        buf_printf(&c->out, "%s ", name_of(o));
        term_put_clean(&c->out, done->pointer);
        buf_printf(&c->out, ", version %lld\n", (long long)done->version);
        return;
    }
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "base", b->name);
    jsonw_member_cstr(&w, "operation", name_of(o));
    jsonw_member_str(&w, "pointer", done->pointer);
    jsonw_member_i64(&w, "version", done->version);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

/* The third operand, or what is piped in; `piped` keeps it. */
static enum err read_value(struct cli *c, struct buf *piped, struct str *value,
                           struct error *e)
{
    *value = c->args.operands[2];
    if (!str_is(*value, "-"))
        return OK;
    return input_read(piped, "the value", e) ? e->code
                                             : buf_finish(piped, value, e);
}

static enum err read_if_version(const struct cli *c, struct data_edit *d,
                                struct error *e)
{
    d->has_if_version = args_has(&c->args, OPT_IF_VERSION);
    if (!d->has_if_version)
        return OK;
    return base_args_parse_version(c->args.value[OPT_IF_VERSION], 0,
                                   &d->if_version, e);
}

static enum err edit(struct cli *c, enum data_operation o, struct error *e)
{
    struct data_edit d = {.operation = o, .pointer = c->args.operands[1]};
    struct base b = BASE_NONE;
    struct data_written done;
    struct arena work;
    struct buf piped;
    enum err rc;

    arena_init(&work, WORK_BYTES);
    buf_init(&piped, DATA_VALUE_MAX_BYTES);
    rc = read_if_version(c, &d, e);
    if (!rc)
        rc = base_args_author(c, &d.author, e);
    if (!rc)
        rc = base_args_open(c, c->args.operands[0], &b, e);
    if (!rc && o != DATA_DELETE)
        rc = read_value(c, &piped, &d.value, e);
    if (!rc)
        rc = data_edit(&b, &d, &work, &done, e);
    if (!rc)
        show_written(c, &b, o, &done);
    base_close(&b);
    buf_release(&piped);
    arena_release(&work);
    return rc;
}

enum err cmd_data_create(struct cli *c, struct error *e)
{
    return edit(c, DATA_CREATE, e);
}

enum err cmd_data_set(struct cli *c, struct error *e)
{
    return edit(c, DATA_SET, e);
}

enum err cmd_data_delete(struct cli *c, struct error *e)
{
    return edit(c, DATA_DELETE, e);
}

static void show_rollback(struct cli *c, const struct base *b, int64_t to,
                          int64_t made)
{
    struct jsonw w;

    if (!args_has(&c->args, OPT_JSON)) {
        buf_printf(&c->out, "rolled back to version %lld, version %lld\n",
                   (long long)to, (long long)made);
        return;
    }
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "base", b->name);
    jsonw_member_i64(&w, "rolled_back_to", to);
    jsonw_member_i64(&w, "version", made);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

enum err cmd_data_rollback(struct cli *c, struct error *e)
{
    struct base b = BASE_NONE;
    struct str author = STR("");
    int64_t to = 0;
    int64_t made;
    enum err rc = base_args_parse_version(c->args.operands[1], 0, &to, e);

    if (!rc)
        rc = base_args_author(c, &author, e);
    if (!rc)
        rc = base_args_open(c, c->args.operands[0], &b, e);
    if (!rc)
        rc = data_rollback(&b, to, author, &c->arena, &made, e);
    if (!rc)
        show_rollback(c, &b, to, made);
    base_close(&b);
    return rc;
}

static enum err show_history(struct cli *c, struct str list, struct error *e)
{
    static const struct view_field fields[] = {{"version", "version"},
                                               {"operation", "operation"},
                                               {"pointer", "pointer"},
                                               {"author", "author"},
                                               {"at", "at"}};
    static const struct view_form form = {.fields = fields, .n = 5};
    struct arena work;
    struct json *versions;
    struct grid g;
    enum err rc;

    arena_init(&work, WORK_BYTES); /* the patches in it may be large */
    rc = json_parse(list, &json_default_limits, &work, &versions, e);
    if (!rc)
        rc = view_of_objects(versions->first, &form, &c->arena, &g, e);
    if (!rc)
        rc = view_print(c, &g, e);
    arena_release(&work);
    return rc;
}

static enum err print_history(struct cli *c, const struct base *b,
                              struct str list, struct error *e)
{
    struct jsonw w;

    if (!args_has(&c->args, OPT_JSON))
        return show_history(c, list, e);
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "base", b->name);
    jsonw_member_str(&w, "pointer", c->args.operands[1]);
    jsonw_member_raw(&w, "versions", list);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
    return OK;
}

enum err cmd_data_history(struct cli *c, struct error *e)
{
    struct base b = BASE_NONE;
    struct buf text;
    struct str list;
    struct jsonw w;
    enum err rc;

    buf_init(&text, BASE_ARGS_ANSWER_BYTES);
    jsonw_init(&w, &text);
    rc = base_args_open(c, c->args.operands[0], &b, e);
    if (!rc)
        rc = data_history(&b, c->args.operands[1], &c->arena, &w, e);
    if (!rc && buf_finish(&text, &list, e))
        rc = error_set(
            e, ERR_LIMIT,
            "the history is too large: the limit is %zu MiB; name a part of the tree "
            "by a longer pointer",
            BASE_ARGS_ANSWER_BYTES >> 20);
    if (!rc)
        rc = print_history(c, &b, list, e);
    base_close(&b);
    buf_release(&text);
    return rc;
}
