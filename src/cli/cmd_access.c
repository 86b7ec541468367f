/* cmd_access.c - tokens, bound tools and exposures. */
#include "cli/home_args.h"
#include "cli/view.h"
#include "server/auth/auth_store.h"

#define LIST_BYTES ((size_t)64 << 20)

typedef enum err write_list(struct registry *r, struct jsonw *w,
                            struct error *e);

/* The member `key` of what `write` writes, as JSON or for people. */
static enum err show_list(struct cli *c, struct registry *r, write_list *write,
                          const char *key, const struct view_form *form,
                          struct error *e)
{
    struct json *answer;
    struct jsonw w;
    struct buf b;
    struct str text;
    struct grid g;
    enum err rc;

    buf_init(&b, LIST_BYTES);
    jsonw_init(&w, &b);
    rc = write(r, &w, e);
    if (!rc)
        rc = buf_finish(&b, &text, e);
    if (!rc && args_has(&c->args, OPT_JSON)) {
        view_print_json(c, text);
    } else if (!rc) {
        rc = json_parse(text, &json_answer_limits, &c->arena, &answer, e);
        if (!rc)
            rc = view_of_objects(json_find(answer, key)->first, form, &c->arena,
                                 &g, e);
        if (!rc)
            rc = view_print(c, &g, e);
    }
    buf_release(&b);
    return rc;
}

static void say(struct cli *c, const char *what, struct str name)
{
    struct jsonw w;

    if (!args_has(&c->args, OPT_JSON)) {
        buf_printf(&c->out, "%s %.*s\n", what, STR_FMT(name));
        return;
    }
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, what, name);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

/* Always JSON: it is there for scripts, and shown this once. */
static void show_token(struct cli *c, struct str exposure,
                       const struct token *t)
{
    struct jsonw w;

    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    if (exposure.n)
        jsonw_member_str(&w, "name", exposure);
    jsonw_member_cstr(&w, "id", t->id);
    jsonw_member_cstr(&w, "token", t->text);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

static enum err need(struct cli *c, enum cli_option id, struct error *e)
{
    return args_has(&c->args, id) && c->args.value[id].n
               ? OK
               : error_set(e, ERR_VALIDATION_FAILED, "--%s %s is missing",
                           cli_option_info(id)->name,
                           cli_option_info(id)->argument);
}

static enum err read_rights(struct cli *c, unsigned *rights, struct error *e)
{
    struct str *names = NULL;
    size_t n = 0;
    enum err rc = args_list(&c->args, OPT_RIGHTS, &c->arena, &names, &n, e);

    *rights = RIGHT_READ;
    return rc || !args_has(&c->args, OPT_RIGHTS)
               ? rc
               : rights_read(names, n, rights, e);
}

/* ---- tokens ---- */

static enum err read_scope(struct cli *c, enum cli_option id, struct scope *out,
                           struct error *e)
{
    struct str *names = NULL;
    enum err rc = args_list(&c->args, id, &c->arena, &names, &out->n, e);

    out->names = names;
    out->all = out->n == 0 || (out->n == 1 && str_is(names[0], "*"));
    return rc;
}

static enum err create_token(struct cli *c, struct registry *r, struct error *e)
{
    struct token_request request = {0};
    struct token made;
    enum err rc = need(c, OPT_BASE, e);

    if (rc || read_scope(c, OPT_BASE, &request.bases, e) ||
        read_scope(c, OPT_TOOLS, &request.tools, e) ||
        read_rights(c, &request.rights, e))
        return e->code;
    if (args_has(&c->args, OPT_EXPIRES) &&
        expiry_read(c->args.value[OPT_EXPIRES], &request.seconds, e))
        return e->code;
    if (request.bases.all)
        request.bases.n = 0;
    if (request.tools.all)
        request.tools.n = 0;
    rc = token_create(r, &request, &c->arena, &made, e);
    if (!rc)
        show_token(c, (struct str){0}, &made);
    return rc;
}

enum err cmd_token_create(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, create_token, e);
}

static enum err list_tokens(struct cli *c, struct registry *r, struct error *e)
{
    static const struct view_field fields[] = {{"id", "id"},
                                               {"rights", "rights"},
                                               {"bases", "bases"},
                                               {"tools", "tools"},
                                               {"exposure", "exposure"},
                                               {"created_at", "created"},
                                               {"expires_at", "expires"}};
    static const char *const none[] = {"", "", "all", "all", "", "", "never"};
    const struct view_form form = {
        .fields = fields, .n = COUNT_OF(fields), .none = none};

    return show_list(c, r, token_write_list, "tokens", &form, e);
}

enum err cmd_token_list(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, list_tokens, e);
}

static enum err revoke_token(struct cli *c, struct registry *r, struct error *e)
{
    enum err rc = token_revoke(r, c->args.operands[0], e);

    if (!rc)
        say(c, "revoked", c->args.operands[0]);
    return rc;
}

enum err cmd_token_revoke(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, revoke_token, e);
}

/* ---- bound tools ---- */

static enum err bind_tool(struct cli *c, struct registry *r, struct error *e)
{
    const struct tool_request request = {.name = c->args.operands[0],
                                         .type = c->args.value[OPT_TYPE],
                                         .base = c->args.value[OPT_BASE],
                                         .path = c->args.value[OPT_PATH]};
    enum err rc = need(c, OPT_TYPE, e);

    if (!rc)
        rc = need(c, OPT_BASE, e);
    if (!rc)
        rc = tool_bind(r, &request, &c->arena, e);
    if (!rc)
        say(c, "bound", request.name);
    return rc;
}

enum err cmd_tool_bind(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, bind_tool, e);
}

static enum err list_tools(struct cli *c, struct registry *r, struct error *e)
{
    static const struct view_field fields[] = {
        {"name", "tool"}, {"type", "type"},     {"base", "base"},
        {"path", "path"}, {"status", "status"}, {"created_at", "created"}};
    const struct view_form form = {.fields = fields, .n = COUNT_OF(fields)};

    return show_list(c, r, tool_write_list, "tools", &form, e);
}

enum err cmd_tool_list(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, list_tools, e);
}

static enum err enable_tool(struct cli *c, struct registry *r, struct error *e)
{
    enum err rc = tool_enable(r, c->args.operands[0], true, e);

    if (!rc)
        say(c, "enabled", c->args.operands[0]);
    return rc;
}

enum err cmd_tool_enable(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, enable_tool, e);
}

static enum err disable_tool(struct cli *c, struct registry *r, struct error *e)
{
    enum err rc = tool_enable(r, c->args.operands[0], false, e);

    if (!rc)
        say(c, "disabled", c->args.operands[0]);
    return rc;
}

enum err cmd_tool_disable(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, disable_tool, e);
}

static enum err remove_tool(struct cli *c, struct registry *r, struct error *e)
{
    enum err rc = tool_remove(r, c->args.operands[0], e);

    if (!rc)
        say(c, "removed", c->args.operands[0]);
    return rc;
}

enum err cmd_tool_rm(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, remove_tool, e);
}

/* ---- exposures ---- */

static enum err create_exposure(struct cli *c, struct registry *r,
                                struct error *e)
{
    struct exposure_request request = {.name = c->args.operands[0],
                                       .base = c->args.value[OPT_BASE],
                                       .is_public =
                                           args_has(&c->args, OPT_PUBLIC)};
    struct str *tools = NULL;
    struct str *origins = NULL;
    struct token made;
    enum err rc = need(c, OPT_BASE, e);

    if (rc || need(c, OPT_TOOLS, e) ||
        args_list(&c->args, OPT_TOOLS, &c->arena, &tools, &request.n_tools,
                  e) ||
        args_list(&c->args, OPT_ORIGIN, &c->arena, &origins, &request.n_origins,
                  e) ||
        read_rights(c, &request.rights, e))
        return e->code;
    request.tools = tools;
    request.origins = origins;
    rc = exposure_create(r, &request, &c->arena, &made, e);
    if (!rc)
        show_token(c, request.name, &made);
    return rc;
}

enum err cmd_exposure_create(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, create_exposure, e);
}

static enum err list_exposures(struct cli *c, struct registry *r,
                               struct error *e)
{
    static const struct view_field fields[] = {
        {"name", "exposure"},     {"base", "base"},     {"tools", "tools"},
        {"origins", "origins"},   {"rights", "rights"}, {"public", "public"},
        {"created_at", "created"}};
    const struct view_form form = {.fields = fields, .n = COUNT_OF(fields)};

    return show_list(c, r, exposure_write_list, "exposures", &form, e);
}

enum err cmd_exposure_list(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, list_exposures, e);
}

static enum err remove_exposure(struct cli *c, struct registry *r,
                                struct error *e)
{
    enum err rc = exposure_remove(r, c->args.operands[0], e);

    if (!rc)
        say(c, "removed", c->args.operands[0]);
    return rc;
}

enum err cmd_exposure_rm(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, remove_exposure, e);
}
