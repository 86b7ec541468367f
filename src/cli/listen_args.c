#include "cli/listen_args.h"

#include "base/fs.h"

#define PEM_BYTES ((size_t)256 * 1024)

enum err listen_args_read(struct cli *c, struct str given,
                          struct listen_place *out, struct error *e)
{
    struct str digits = str_after_last(given, ':');
    struct str address =
        str_slice(given, 0, given.n > digits.n ? given.n - digits.n - 1 : 0);
    struct error ignored;
    uint64_t port;

    out->brackets =
        str_starts(address, STR("[")) && str_ends(address, STR("]"));
    if (out->brackets)
        address = str_slice(address, 1, address.n - 1);
    if (address.n == 0 || str_parse_u64(digits, UINT16_MAX, &port, &ignored))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "--listen takes ADDRESS:PORT, such as 127.0.0.1:7480 or "
            "[::1]:7480; port 0 takes a free one");
    out->port = (uint16_t)port;
    out->address = str_cstr(address, &c->arena, e);
    return out->address ? OK : e->code;
}

static enum err read_pem(struct cli *c, enum cli_option option,
                         const char **out, struct error *e)
{
    const char *path = str_cstr(c->args.value[option], &c->arena, e);
    struct str text;

    if (!path || fs_read_file(path, path, PEM_BYTES, &c->arena, &text, e))
        return e->code;
    *out = text.p;
    return OK;
}

enum err listen_args_tls(struct cli *c, const char **cert, const char **key,
                         struct error *e)
{
    if (args_has(&c->args, OPT_TLS_CERT) != args_has(&c->args, OPT_TLS_KEY))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--tls-cert and --tls-key go together");
    if (!args_has(&c->args, OPT_TLS_CERT))
        return OK;
    if (read_pem(c, OPT_TLS_CERT, cert, e))
        return e->code;
    return read_pem(c, OPT_TLS_KEY, key, e);
}
