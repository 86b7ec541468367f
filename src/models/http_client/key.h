/*
 * key.h - finds the API key of an endpoint.
 *
 * Looked for in this order, the most particular first, so that a key never goes
 * to a host it was not meant for:
 *
 *     HOME/keys/<host>        of that host alone; mode 0600 and the user's own
 *     the variable `env`      made for Quarry, so for any host it calls
 *     the variable `own_env`  made for other programs, so for its host alone:
 *                             OPENAI_API_KEY for api.openai.com
 */
#ifndef MODELS_HTTP_CLIENT_KEY_H
#define MODELS_HTTP_CLIENT_KEY_H

#include "base/http/url.h"
#include "base/str.h"

#define API_KEY_MAX_BYTES 4096

struct key_place {
    const char *home; /* the folder that has keys/; NULL: not looked at */
    const char *env;
    const char *own_env; /* NULL: none */
    const char *own_host;
};

struct api_key {
    char *text;        /* printable ASCII; NULL if there is none */
    const char *where; /* for messages: "keys/host" or the variable */
};

/*
 * key_find - the key for an endpoint; none is no error.
 *
 * out      out    in `a`
 * errors   ERR_UNAUTHORIZED      the file may be read by others or is not the
 *                                user's, the key is no key, or it would be
 *                                sent unencrypted to another machine; the
 *                                message says what to do and holds no key
 *          ERR_FILE_READ_FAILED  the file cannot be read
 *          ERR_LIMIT             `a` is full
 */
MUST_CHECK enum err key_find(const struct key_place *from,
                             const struct url *url, struct arena *a,
                             struct api_key *out, struct error *e);

#endif
