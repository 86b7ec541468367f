/* backend_kind.h - what a kind of backend does. Private to search/backend/. */
#ifndef SEARCH_BACKEND_BACKEND_KIND_H
#define SEARCH_BACKEND_BACKEND_KIND_H

#include "search/backend/backend.h"

/* Each as the function of backend.h with its name, of what `open` made. */
struct backend_kind {
    bool (*is_named)(struct str value);
    enum err (*check)(struct str value, struct error *e);
    enum err (*open)(const struct base *b, struct str value,
                     const struct endpoint_options *how, void **out,
                     struct error *e);
    void (*close)(void *x);
    enum err (*prepare)(void *x, const struct backend_owner *o, bool *is_new,
                        struct error *e);
    enum err (*put)(void *x, const struct backend_points *p, struct error *e);
    enum err (*prune)(void *x, const struct str *document, size_t n,
                      uint64_t batch, struct error *e);
    enum err (*nearest)(void *x, const struct backend_query *q, struct arena *a,
                        struct backend_hits *out, struct error *e);
    enum err (*count)(void *x, const struct backend_owner *o,
                      uint64_t *passages, struct error *e);
    enum err (*drop)(void *x, struct error *e);
};

extern const struct backend_kind backend_qdrant;
extern const struct backend_kind backend_pgvector;

/* Leave each id once, with its highest score; ascending by id. */
void backend_hits_once(struct backend_hits *hits);

#endif
