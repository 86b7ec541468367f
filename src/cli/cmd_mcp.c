#include "cli/cli.h"

#include "base/fs.h"
#include "cli/home_args.h"
#include "serve/mcp_call.h"
#include "serve/mcp_stdio.h"
#include "serve/table_tools.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder as the system knows it, so that neither a later change of folder
 * nor of a link on the way to it moves what is served. */
static enum err find_root(struct cli *c, const char **root, struct error *e)
{
    struct str dir = c->args.value[OPT_DIR];
    char *shown = str_cstr(dir, &c->arena, e);
    char real[PATH_MAX];
    struct stat st;

    if (!shown)
        return e->code;
    if (!args_has(&c->args, OPT_DIR) || !dir.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "no folder to serve; name it with --dir FOLDER");
    if (!realpath(shown, real) || stat(real, &st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "serve", shown, errno, e);
    if (!S_ISDIR(st.st_mode))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' is not a folder; name the folder it is in",
                         shown);
    *root = str_cstr(str_from(real), &c->arena, e);
    return *root ? OK : e->code;
}

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
    struct mcp_options o = {.tools = &table_tools,
                            .in_fd = STDIN_FILENO,
                            .out_fd = STDOUT_FILENO,
                            .stop = c->options.cancel};
    struct tables *t = NULL;
    const char *root = NULL;
    const char *draft = NULL;
    enum err rc = find_root(c, &root, e);

    if (!rc)
        rc = find_draft(c, root, &draft, e);
    if (rc)
        return rc;
    c->options.root = str_from(root);
    c->options.draft = str_from(draft);
    c->options.progress = (struct table_progress){.report = mcp_call_progress};
    rc = tables_new(&c->options, &t, e);
    if (rc)
        return rc;
    o.context = t;
    rc = mcp_serve_stdio(&o, e);
    tables_free(t);
    return rc;
}
