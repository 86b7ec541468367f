/*
 * auth_store.h - tokens, bound tools and exposures in the home's database.
 *
 * Bound tool = tool + context (a base and a JSON Pointer) + status; exposure =
 * a set of tools over one base with a token of its own.
 */
#ifndef SERVER_AUTH_AUTH_STORE_H
#define SERVER_AUTH_AUTH_STORE_H

#include "base/jsonw.h"
#include "server/auth/access_token.h"
#include "server/auth/grant_check.h"
#include "store/catalog/registry.h"

#define STORE_MAX_NAMES 64 /* bases, tools or origins of one */

/* "read,write,admin" as bits; ERR_VALIDATION_FAILED. */
MUST_CHECK enum err rights_read(const struct str *names, size_t n,
                                unsigned *rights, struct error *e);

/* "90d", "12h", "30m" as seconds; ERR_VALIDATION_FAILED. */
MUST_CHECK enum err expiry_read(struct str text, int64_t *seconds,
                                struct error *e);

struct token_request {
    struct scope bases;
    struct scope tools;
    unsigned rights;
    int64_t seconds; /* it lives so long; 0: until it is revoked */
};

/*
 * token_create - a new token.
 *
 * errors   ERR_NOT_FOUND          there is no such base
 *          ERR_VALIDATION_FAILED  no such tool, too many names
 */
MUST_CHECK enum err token_create(struct registry *r,
                                 const struct token_request *w, struct arena *a,
                                 struct token *out, struct error *e);

/* {"tokens":[{"id","rights","bases","tools","exposure","created_at",
 * "expires_at","expired"}]}, the oldest first; bases and tools may be null. */
MUST_CHECK enum err token_write_list(struct registry *r, struct jsonw *w,
                                     struct error *e);

/* It opens nothing from now on; ERR_NOT_FOUND. */
MUST_CHECK enum err token_revoke(struct registry *r, struct str id,
                                 struct error *e);

struct tool_request {
    struct str name;
    struct str type;
    struct str base;
    struct str path; /* RFC 6901; empty: the whole tree */
};

/*
 * tool_bind - a tool over a context, enabled.
 *
 * errors   ERR_CONFLICT  there is one, or another tool, of that name
 *          ERR_NOT_FOUND, ERR_VALIDATION_FAILED
 */
MUST_CHECK enum err tool_bind(struct registry *r, const struct tool_request *w,
                              struct arena *a, struct error *e);

/* ERR_NOT_FOUND: there is none. */
MUST_CHECK enum err tool_enable(struct registry *r, struct str name,
                                bool enabled, struct error *e);
MUST_CHECK enum err tool_remove(struct registry *r, struct str name,
                                struct error *e);

/* {"tools":[{"name","type","base","path","status","created_at"}]} by name */
MUST_CHECK enum err tool_write_list(struct registry *r, struct jsonw *w,
                                    struct error *e);

struct exposure_request {
    struct str name;
    struct str base;
    const struct str *tools; /* tools[n_tools], of the registry or bound ones */
    size_t n_tools;
    const struct str *origins; /* "https://example.org" */
    size_t n_origins;
    unsigned rights;
    bool is_public; /* needs no token at /mcp/NAME */
};

/*
 * exposure_create - an exposure and its token.
 *
 * errors   ERR_CONFLICT  there is one of that name
 *          ERR_NOT_FOUND          no such base, or bound tool of it
 *          ERR_VALIDATION_FAILED  a tool needs a right that is not given; an
 *                                 origin is none
 */
MUST_CHECK enum err exposure_create(struct registry *r,
                                    const struct exposure_request *w,
                                    struct arena *a, struct token *out,
                                    struct error *e);

/* With its tokens; ERR_NOT_FOUND. */
MUST_CHECK enum err exposure_remove(struct registry *r, struct str name,
                                    struct error *e);

/* {"exposures":[{"name","base","tools","origins","rights","public",
 * "created_at"}]} by name */
MUST_CHECK enum err exposure_write_list(struct registry *r, struct jsonw *w,
                                        struct error *e);

#endif
