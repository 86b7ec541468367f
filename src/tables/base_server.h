/*
 * base_server.h - a document of a base whose original is the address of a database of a
 * server: its tables are read from there for each question.
 *
 * An address is put into a base by somebody who may connect. That it was is kept in the
 * home, in a file "servers/HASH", so that a base which came from elsewhere makes nobody
 * connect with credentials of this machine.
 */
#ifndef TABLES_BASE_SERVER_H
#define TABLES_BASE_SERVER_H

#include "store/catalog/document.h"
#include "tables/tables.h"

struct source;

#define BASE_SERVER_FORMAT "postgres" /* of such a document */

/* What a base keeps of an address. */
struct base_server {
    struct str address; /* postgres_url_keep() */
    struct str source;  /* finds its document again */
    struct str name;    /* "shop", "shop.sales" */
};

/*
 * base_server_accept - an address that a base shall have, and may be connected to from
 * now on.
 *
 * out      out  in `a`
 * errors   ERR_VALIDATION_FAILED  it cannot be kept, or this caller may not connect
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err base_server_accept(struct tables *t, struct str path,
                                       struct arena *a, struct base_server *out,
                                       struct error *e);

/*
 * base_server_carry - the base moves to another home of the same operator: what it may
 * connect to in the one it may in the other.
 *
 * errors   ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err base_server_carry(const struct base *b,
                                      const struct home *from,
                                      const struct home *to, struct error *e);

/* Is it one? */
bool base_server_is(const struct document *d);

/*
 * base_server_open - its tables, as source_postgres_open().
 *
 * in       src    its base and document
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the server cannot be reached, or does not let us
 *                                       in: not `of_machine`, as the other documents
 *                                       of the base can be read
 *          ERR_VALIDATION_FAILED  the base came from elsewhere
 */
MUST_CHECK enum err base_server_open(struct tables *t,
                                     const struct table_source *s,
                                     struct arena *a, struct source *src,
                                     struct error *e);

#endif
