/* listen_args.h - the address that a server listens on, and its certificate. */
#ifndef CLI_LISTEN_ARGS_H
#define CLI_LISTEN_ARGS_H

#include "cli/cli.h"

struct listen_place {
    const char *address; /* "::1", in the arena of the command line */
    bool brackets;       /* [::1]:7480 */
    uint16_t port;
};

/* "127.0.0.1:7480", "[::1]:7480"; ERR_VALIDATION_FAILED. */
MUST_CHECK enum err listen_args_read(struct cli *c, struct str given,
                                     struct listen_place *out, struct error *e);

/*
 * listen_args_tls - the files of --tls-cert and --tls-key as they are now.
 *
 * out      cert, key  in the arena; untouched where neither is given
 * errors   ERR_VALIDATION_FAILED  one without the other; fs_read_file()'s
 */
MUST_CHECK enum err listen_args_tls(struct cli *c, const char **cert,
                                    const char **key, struct error *e);

#endif
