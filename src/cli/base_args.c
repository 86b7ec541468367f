#include "cli/base_args.h"

#include "base/utf8.h"
#include "cli/home_args.h"

#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#define ENTRY_BYTES 4096 /* of a user, with name, folder and shell */

enum err base_args_open(struct cli *c, struct str name, struct base *b,
                        struct error *e)
{
    struct home *h = arena_alloc(&c->arena, sizeof(*h), e);
    enum err rc;

    *b = BASE_NONE;
    if (!h)
        return e->code;
    rc = home_args_open(c, h, e);
    return rc ? rc : base_open(h, name, &c->arena, b, e);
}

enum err base_args_parse_version(struct str text, int64_t least,
                                 int64_t *version, struct error *e)
{
    struct error why;
    uint64_t v = 0;

    if (str_parse_u64(text, INT64_MAX, &v, &why) || (int64_t)v < least)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a version must be a whole number from %lld on; run "
                         "'quarry data history' to see them",
                         (long long)least);
    *version = (int64_t)v;
    return OK;
}

enum err base_args_version(const struct cli *c, enum cli_option id,
                           int64_t *version, struct error *e)
{
    if (!args_has(&c->args, id))
        return OK;
    return base_args_parse_version(c->args.value[id], 1, version, e);
}

static bool is_name(struct str s)
{
    return s.n > 0 && s.n <= BASE_ARGS_AUTHOR_BYTES &&
           utf8_valid_prefix(s) == s.n;
}

/* What the system calls the user. */
static enum err system_name(struct arena *a, struct str *out, struct error *e)
{
    char text[ENTRY_BYTES];
    struct passwd entry;
    struct passwd *found = NULL;

    *out = STR("unknown");
    if (getpwuid_r(getuid(), &entry, text, sizeof(text), &found) == 0 &&
        found && is_name(str_from(found->pw_name)))
        *out = str_from(found->pw_name);
    return str_dup(*out, a, out, e);
}

enum err base_args_author(struct cli *c, struct str *out, struct error *e)
{
    struct str given = c->args.value[OPT_AUTHOR];

    *out = given;
    if (args_has(&c->args, OPT_AUTHOR))
        return is_name(given)
                   ? OK
                   : error_set(e, ERR_VALIDATION_FAILED,
                               "--author takes a name of 1 to %d bytes in "
                               "UTF-8",
                               BASE_ARGS_AUTHOR_BYTES);
    *out = str_from(getenv("USER"));
    if (is_name(*out))
        return OK;
    return system_name(&c->arena, out, e);
}
