/* cmd_mcp.c - serves a folder, bases or an exposure to an MCP client over
 * stdio. */
#include "cli/cli.h"

#include "cli/config_args.h"
#include "cli/home_args.h"
#include "cli/root_arg.h"
#include "server/auth/token_cache.h"
#include "server/mcp/fixtures.h"
#include "server/mcp/mcp_call.h"
#include "server/mcp/mcp_stdio.h"
#include "server/tools/asking.h"
#include "server/tools/call_state.h"

#include <unistd.h>

/* What is served, and to whom. */
struct serving {
    struct cli *c;
    struct home home;
    struct tool_context served;
    struct mcp_options options;
    struct grant grant; /* of --base */
    struct call_state call_state;
    struct config config; /* as of a server */
    struct asking asking;
    char session[REQUEST_SESSION_BYTES]; /* in the log of questions */
    struct token_cache *access;
    struct token_caller caller; /* of --exposure */
};

/* One folder: nothing outside is reachable, exports go to its draft. */
static enum err choose_folder(struct serving *x, struct error *e)
{
    struct cli *c = x->c;
    const char *root = NULL;
    const char *draft;
    enum err rc;

    if (c->args.value[OPT_DIR].n == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "no folder to serve; name it with --dir FOLDER");
    rc = root_arg_find(c, c->args.value[OPT_DIR], "serve", &root, e);
    if (rc)
        return rc;
    draft = home_draft_of(&x->home, root, &c->arena, e);
    if (!draft)
        return e->code;
    c->options.root = str_from(root);
    c->options.draft = str_from(draft);
    x->served.folder = root;
    x->options.offer = args_has(&c->args, OPT_FIXTURES)
                           ? &mcp_capabilities_fixtures
                           : &mcp_capabilities_folder;
    return OK;
}

/* The user's own, all or those that are named. */
static enum err choose_bases(struct serving *x, struct error *e)
{
    struct str *names = NULL;
    struct scope *bases = &x->grant.bases;
    enum err rc =
        args_list(&x->c->args, OPT_BASE, &x->c->arena, &names, &bases->n, e);

    bases->names = names;
    bases->all = bases->n == 0 || (bases->n == 1 && str_is(names[0], "*"));
    if (bases->all)
        bases->n = 0;
    for (size_t i = 0; i < bases->n && !rc; i++) {
        struct base b = BASE_NONE;

        rc = base_open(&x->home, names[i], &x->c->arena, &b, e);
        base_close(&b);
    }
    return rc;
}

static enum err choose_exposure(struct serving *x, struct error *e)
{
    const struct token_cache_options o = {.home = &x->home};
    const struct credentials k = {.exposure = x->c->args.value[OPT_EXPOSURE],
                                  .is_local = true};
    enum err rc = token_cache_open(&o, &x->access, e);

    if (!rc)
        rc = token_cache_authenticate(x->access, &k, &x->caller, e);
    if (!rc)
        x->served.grant = &x->caller.grant;
    return rc;
}

static enum err choose(struct serving *x, struct error *e)
{
    const struct args *args = &x->c->args;

    if (args_has(args, OPT_DIR) + args_has(args, OPT_BASE) +
            args_has(args, OPT_EXPOSURE) >
        1)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "give only one of --dir, --base and --exposure");
    if (args_has(args, OPT_DIR))
        return choose_folder(x, e);
    x->c->options.only_bases = true;
    return args_has(args, OPT_EXPOSURE) ? choose_exposure(x, e)
                                        : choose_bases(x, e);
}

/* What is configured holds here, too, and what is asked is kept. */
static enum err configure(struct serving *x, struct error *e)
{
    enum err rc = config_args_load(x->c, &x->config, e);

    if (!rc)
        rc = query_log_later(&x->home, &x->asking.log, e);
    if (!rc)
        rc = request_new_session(x->session, e);
    if (rc)
        return rc;
    asking_set_config(&x->asking, &x->config);
    x->served.asking = &x->asking;
    x->served.session = str_from(x->session);
    return OK;
}

static enum err serve(struct serving *x, struct error *e)
{
    struct cli *c = x->c;
    enum err rc = configure(x, e);

    if (rc)
        return rc;
    c->options.progress = (struct table_progress){.report = mcp_call_progress,
                                                  .waits = mcp_call_waits};
    c->options.keeps_open = !x->served.folder;
    rc = tables_new(&c->options, &x->served.tables, e);
    if (rc)
        return rc;
    rc = call_state_open(&x->call_state,
                         x->served.folder ? NULL : x->served.tables, e);
    x->served.call_state = &x->call_state;
    x->served.window_bytes = TOOL_WINDOW_BYTES;
    x->served.answer_bytes = TOOL_ANSWER_MAX_BYTES;
    x->options.context = &x->served;
    x->options.grant = x->served.grant;
    if (!rc)
        rc = mcp_serve_stdio(&x->options, e);
    call_state_close(&x->call_state);
    tables_free(x->served.tables);
    return rc;
}

enum err cmd_mcp(struct cli *c, struct error *e)
{
    struct serving x = {.c = c,
                        .grant = grant_local,
                        .caller = TOKEN_CALLER_NONE,
                        .options = {.offer = &mcp_capabilities_bases,
                                    .in_fd = STDIN_FILENO,
                                    .out_fd = STDOUT_FILENO,
                                    .stop = c->options.cancel}};
    enum err rc = home_args_open(c, &x.home, e);

    x.served.grant = &x.grant;
    if (!rc)
        rc = choose(&x, e);
    if (!rc)
        rc = serve(&x, e);
    query_log_close(x.asking.log);
    token_cache_leave(&x.caller);
    token_cache_close(x.access);
    return rc;
}
