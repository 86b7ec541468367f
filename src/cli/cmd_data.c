/* cmd_data.c - the JSON tree of a base, asked. */
#include "cli/cli.h"

#include "base/json.h"
#include "cli/base_args.h"
#include "cli/show_schema.h"
#include "cli/term/indent.h"
#include "cli/view.h"
#include "store/json_document/data_query.h"

/* One question to a base. */
struct asked {
    struct cli *cli;
    struct base base;
    int64_t as_of;
    struct buf text; /* the answer, JSON */
    struct data_value value;
};

typedef enum err ask_run(struct asked *k, struct error *e);
typedef enum err ask_show(struct asked *k, struct error *e);

static struct str operand(const struct cli *c, size_t i)
{
    return i < c->args.n ? c->args.operands[i] : STR("");
}

static enum err too_large(struct error *e)
{
    return error_set(
        e, ERR_LIMIT,
        "the answer is too large: the limit is %zu MiB; name a part of it by a "
        "longer pointer",
        BASE_ARGS_ANSWER_BYTES >> 20);
}

/* Ask, then show; an answer that would fill a disk is refused either way. */
static enum err carry_out(struct cli *c, ask_run *run, ask_show *show,
                          struct error *e)
{
    struct asked k = {.cli = c};
    enum err rc = base_args_version(c, OPT_AS_OF, &k.as_of, e);

    buf_init(&k.text, BASE_ARGS_ANSWER_BYTES);
    if (!rc)
        rc = base_args_open(c, operand(c, 0), &k.base, e);
    if (!rc)
        rc = run(&k, e);
    if (!rc)
        rc = show(&k, e);
    if (rc == ERR_LIMIT && (k.text.overflow || c->out.overflow))
        rc = too_large(e);
    if (!rc && c->out.overflow)
        rc = too_large(e);
    buf_release(&k.text);
    base_close(&k.base);
    return rc;
}

static bool wants_json(const struct asked *k)
{
    return args_has(&k->cli->args, OPT_JSON);
}

/* The fields that every answer begins with. */
static void begin_json(const struct asked *k, struct jsonw *w)
{
    jsonw_init(w, &k->cli->out);
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "base", k->base.name);
}

static void put_version(const struct asked *k, struct jsonw *w)
{
    jsonw_member_i64(w, "version", k->value.version);
}

/* And how every answer ends: with what was found. */
static void end_json(const struct asked *k, const char *key, struct jsonw *w)
{
    jsonw_member_raw(w, key, buf_str(&k->text));
    jsonw_end_object(w);
    buf_put_char(&k->cli->out, '\n');
}

static void show_value(const struct asked *k)
{
    const struct term_style style = view_style(k->cli);

    indent_put(&k->cli->out, buf_str(&k->text), &style);
    buf_put_char(&k->cli->out, '\n');
}

static enum err run_get(struct asked *k, struct error *e)
{
    const struct data_place place = {operand(k->cli, 1), k->as_of};

    return data_read(&k->base, &place, &k->cli->arena, &k->text, &k->value, e);
}

static enum err show_get(struct asked *k, struct error *e)
{
    struct jsonw w;

    (void)e;
    if (!wants_json(k)) {
        show_value(k);
        return OK;
    }
    begin_json(k, &w);
    jsonw_member_str(&w, "pointer", k->value.pointer);
    put_version(k, &w);
    end_json(k, "value", &w);
    return OK;
}

enum err cmd_data_get(struct cli *c, struct error *e)
{
    return carry_out(c, run_get, show_get, e);
}

static enum err run_query(struct asked *k, struct error *e)
{
    const struct data_question q = {operand(k->cli, 1),
                                    {k->cli->args.value[OPT_PATH], k->as_of}};

    return data_query(&k->base, &q, &k->cli->arena, &k->text, &k->value, e);
}

static enum err show_query(struct asked *k, struct error *e)
{
    struct jsonw w;

    (void)e;
    if (!wants_json(k)) {
        show_value(k);
        return OK;
    }
    begin_json(k, &w);
    jsonw_member_str(&w, "expression", operand(k->cli, 1));
    jsonw_member_str(&w, "path", k->value.pointer);
    put_version(k, &w);
    end_json(k, "value", &w);
    return OK;
}

enum err cmd_data_query(struct cli *c, struct error *e)
{
    return carry_out(c, run_query, show_query, e);
}

static enum err run_schema(struct asked *k, struct error *e)
{
    const struct data_place place = {operand(k->cli, 1), k->as_of};

    return data_schema(&k->base, &place, &k->cli->arena, &k->text, &k->value,
                       e);
}

static void write_schema(struct asked *k, const struct json *schema)
{
    struct jsonw w;

    begin_json(k, &w);
    jsonw_member_str(&w, "pointer", k->value.pointer);
    put_version(k, &w);
    for (const struct json *m = schema->first; m; m = m->next) {
        jsonw_key_str(&w, m->key);
        json_write(m, &w);
    }
    jsonw_end_object(&w);
    buf_put_char(&k->cli->out, '\n');
}

static enum err show_schema(struct asked *k, struct error *e)
{
    struct json *schema;
    enum err rc = json_parse(buf_str(&k->text), &json_answer_limits,
                             &k->cli->arena, &schema, e);

    if (rc || !wants_json(k))
        return rc ? rc : show_schema_paths(k->cli, schema, e);
    write_schema(k, schema);
    return OK;
}

enum err cmd_data_schema(struct cli *c, struct error *e)
{
    return carry_out(c, run_schema, show_schema, e);
}

static enum err run_diff(struct asked *k, struct error *e)
{
    struct data_span span = {.pointer = operand(k->cli, 3)};
    enum err rc = base_args_parse_version(operand(k->cli, 1), 1, &span.from, e);

    if (!rc)
        rc = base_args_parse_version(operand(k->cli, 2), 1, &span.to, e);
    if (!rc)
        rc = data_diff(&k->base, &span, &k->cli->arena, &k->text, &k->value, e);
    k->as_of = rc ? 0 : span.from;
    return rc;
}

/* Without --json an operation a line. */
static enum err show_patch(struct asked *k, struct error *e)
{
    struct json *patch;
    struct jsonw w;
    enum err rc = json_parse(buf_str(&k->text), &json_answer_limits,
                             &k->cli->arena, &patch, e);

    for (const struct json *op = rc ? NULL : patch->first; op; op = op->next) {
        jsonw_init(&w, &k->cli->out);
        json_write(op, &w);
        buf_put_char(&k->cli->out, '\n');
    }
    if (!rc && !patch->first)
        buf_puts(&k->cli->out, "no difference\n");
    return rc;
}

static enum err show_diff(struct asked *k, struct error *e)
{
    struct jsonw w;

    if (!wants_json(k))
        return show_patch(k, e);
    begin_json(k, &w);
    jsonw_member_str(&w, "pointer", k->value.pointer);
    jsonw_member_i64(&w, "from", k->as_of);
    jsonw_member_i64(&w, "to", k->value.version);
    end_json(k, "patch", &w);
    return OK;
}

enum err cmd_data_diff(struct cli *c, struct error *e)
{
    return carry_out(c, run_diff, show_diff, e);
}
