#include "cli/store_args.h"

#include <stdlib.h>

/* What touches no base. */
static bool needs_none(const struct command *cmd)
{
    return cmd->run == cmd_version || cmd->run == cmd_completion ||
           cmd->run == cmd_man;
}

/* password_args.h took it, or it stands behind '='. */
static bool has_password(const struct cli *c, struct str url)
{
    const size_t at = str_find_char(url, '@');
    const struct str user = str_slice(url, STR("postgres://").n, at);

    for (size_t i = 0; i < c->options.n_passwords; i++)
        if (str_eq(c->options.passwords[i].url, url))
            return true;
    return at < url.n && str_find_char(user, ':') + 1 < user.n &&
           str_find_char(user, '/') == user.n;
}

static enum err check_url(const struct cli *c, struct str url, bool is_option,
                          struct error *e)
{
    if (!str_starts(url, STR("postgres://")) &&
        !str_starts(url, STR("postgresql://")))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a store is postgres://USER@HOST/DATABASE");
    if (is_option && has_password(c, url))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "put the password of the store into ~/.pgpass or "
                         "PGPASSWORD, where other users do not see it");
    return OK;
}

enum err store_args_check(const struct cli *c, struct str url, struct error *e)
{
    return check_url(c, url, true, e);
}

enum err store_args_take(struct cli *c, const struct command *cmd,
                         struct error *e)
{
    const char *of_environment = getenv("QUARRY_STORE");
    const bool is_option = args_has(&c->args, OPT_STORE);
    enum err rc;

    c->options.store =
        is_option ? c->args.value[OPT_STORE] : str_from(of_environment);
    if (c->options.store.n == 0 || needs_none(cmd))
        return OK;
    rc = check_url(c, c->options.store, is_option, e);
    if (!rc && !(cmd->options & OPT_BIT(STORE)))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "'quarry %s' does not work with a store yet, and "
                       "QUARRY_STORE names one",
                       cmd->name);
    return rc;
}
