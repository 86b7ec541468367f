/*
 * postgres_url.h - "postgres://reader@host/shop#sales.*": the address of a database, how
 * it is connected to, and which of its tables are meant.
 */
#ifndef TABLES_POSTGRES_URL_H
#define TABLES_POSTGRES_URL_H

#include "base/arena.h"
#include "base/str.h"

#define POSTGRES_URL_PARAMETERS 24u

struct postgres_parameter {
    const char *name; /* as libpq calls it */
    const char *value;
};

struct postgres_url {
    struct postgres_parameter list[POSTGRES_URL_PARAMETERS]; /* list[n] */
    size_t n;
    struct str shown; /* without password, parameters and tables */
    struct str
        database; /* its name; of the user or the host where it has none */
    struct str
        only; /* "sales.*,public.orders": the tables that are meant; empty:
                        all */
    bool allows_writable; /* a role that may write is used */
};

/* Does a path name a database of a server? */
bool postgres_url_fits(struct str path);

/*
 * postgres_url_parse - the parts of an address.
 *
 * Where the server is another machine, its certificate is verified and its name with
 * it, unless the address says otherwise by sslmode.
 *
 * out      out     texts live in `a`
 * errors   ERR_VALIDATION_FAILED  it is none, names several servers, or has a parameter
 *                                 that is not known. No message quotes a password
 */
MUST_CHECK enum err postgres_url_parse(struct str url, struct arena *a,
                                       struct postgres_url *out,
                                       struct error *e);

/* The value of a parameter; NULL: it is not there. */
const char *postgres_url_find(const struct postgres_url *u, const char *name);

/*
 * postgres_url_keep - an address to be kept, which means the same from every folder.
 *
 * in       allows_writable  it shall say that a role which may write is used
 * out      out              in `a`
 * errors   as postgres_url_parse(); ERR_VALIDATION_FAILED  it has a password, or the
 *          path of a file that is not a full one
 */
MUST_CHECK enum err postgres_url_keep(struct str url, bool allows_writable,
                                      struct arena *a, struct str *out,
                                      struct error *e);

/*
 * postgres_url_take_password - remove the password from an address where it stands,
 * such as in the arguments of this process, which others can see.
 *
 * in       url       shortened; the bytes that are left over become NUL
 * out      password  decoded, in `a`; n == 0: there is none
 * errors   ERR_LIMIT, ERR_VALIDATION_FAILED
 */
MUST_CHECK enum err postgres_url_take_password(char *url, struct arena *a,
                                               struct str *password,
                                               struct error *e);

#endif
