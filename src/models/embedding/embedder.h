/*
 * embedder.h - the interface of embedding models: texts to vectors.
 *
 * The model that comes with Quarry (use_lite.h) is one maker; an endpoint can
 * be another, and a base may have none. A caller opens one, keeps its name and
 * its dimensions with the vectors, since vectors of two models must never meet,
 * and from then on knows only this page.
 */
#ifndef MODELS_EMBEDDING_EMBEDDER_H
#define MODELS_EMBEDDING_EMBEDDER_H

#include "base/str.h"

struct embedder;

/* What became of a text. */
struct embedding {
    size_t tokens;        /* of all of it, also of what the model cut off */
    double unknown_share; /* of its characters, white space aside: [0,1] */
    bool is_embedded;     /* else the vector is 0: nothing in the text, or too
                             much that the model has never seen */
};

/* What a maker of vectors does; embedder_*() below say how each is called. */
struct embedder_kind {
    enum err (*embed)(struct embedder *m, const struct str *text, size_t n,
                      float *out, struct embedding *report, struct error *e);
    enum err (*measure)(struct embedder *m, struct str text,
                        struct embedding *out, struct error *e);
    void (*close)(struct embedder *m);
};

/* Filled by the provider that opens it; a provider's own struct begins with
 * one. */
struct embedder {
    const struct embedder_kind *kind;
    const char *model; /* name@version; lives as long as the embedder */
    size_t dimensions; /* floats a vector */
    size_t max_tokens; /* of a text; what is beyond is not looked at */
};

/*
 * embedder_embed - the vectors of some texts, together quicker than alone.
 *
 * in       text    text[n], UTF-8; white space other than a blank is unknown to
 *                  the model, so cut lines are better joined with blanks
 * out      out     float[n][m->dimensions], unit length, or all 0 where
 *                  report->is_embedded is false; the same bytes for the same
 *                  text on one machine, whatever else is in the batch,
 *                  where the model is computed here
 *          report  report[n]
 * errors   ERR_LIMIT  a text over 1 MiB, or no memory; of an endpoint also those
 *                     of endpoint_ask(), and then for all texts together
 * threads  any number at once over one embedder
 */
MUST_CHECK enum err embedder_embed(struct embedder *m, const struct str *text,
                                   size_t n, float *out,
                                   struct embedding *report, struct error *e);

/*
 * embedder_measure - the report of a text, without its vector: is_embedded says
 * whether it would have one. For cutting chunks to max_tokens.
 *
 * errors   ERR_LIMIT  as above
 */
MUST_CHECK enum err embedder_measure(struct embedder *m, struct str text,
                                     struct embedding *out, struct error *e);

/* Close and free; NULL is allowed. */
void embedder_close(struct embedder *m);

#endif
