#include "cli/cli.h"

#include "cli/home_args.h"
#include "cli/root_arg.h"
#include "mcp/mcp_call.h"
#include "mcp/mcp_stdio.h"
#include "toolsets/served.h"

#include <unistd.h>

static enum err find_draft(struct cli *c, const char *root, const char **draft,
                           struct error *e)
{
    struct home h;
    enum err rc = home_args_open(c, &h, e);

    if (rc)
        return rc;
    *draft = home_draft_of(&h, root, &c->arena, e);
    return *draft ? OK : e->code;
}

enum err cmd_mcp(struct cli *c, struct error *e)
{
    struct mcp_options o = {.offer = &mcp_offer_usual,
                            .grant = &grant_local,
                            .in_fd = STDIN_FILENO,
                            .out_fd = STDOUT_FILENO,
                            .stop = c->options.cancel};
    struct served served = {.grant = &grant_local};
    const char *root = NULL;
    const char *draft = NULL;
    enum err rc;

    if (!args_has(&c->args, OPT_DIR) || !c->args.value[OPT_DIR].n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "no folder to serve; name it with --dir FOLDER");
    rc = root_arg_find(c, c->args.value[OPT_DIR], "serve", &root, e);
    if (!rc)
        rc = find_draft(c, root, &draft, e);
    if (rc)
        return rc;
    c->options.root = str_from(root);
    c->options.draft = str_from(draft);
    c->options.progress = (struct table_progress){.report = mcp_call_progress};
    rc = tables_new(&c->options, &served.tables, e);
    if (rc)
        return rc;
    served.folder = root;
    o.context = &served;
    rc = mcp_serve_stdio(&o, e);
    tables_free(served.tables);
    return rc;
}
