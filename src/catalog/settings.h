/*
 * settings.h - what can be set for a base, by name.
 *
 *      retrieval_config  how search goes about it, a JSON object: below
 *      daily             pointers whose "/-" goes to a day's document, a list
 *      deep_link         where a section is shown, "/docs/{path}#{id}"
 */
#ifndef CATALOG_SETTINGS_H
#define CATALOG_SETTINGS_H

#include "base/jsonw.h"
#include "catalog/base.h"

/*
 * settings_set - check a value and keep it.
 *
 * errors   ERR_NOT_FOUND          no such setting; the message names those
 *                                 there are
 *          ERR_VALIDATION_FAILED  the value is none for it, with the position
 *                                 where it is JSON
 */
MUST_CHECK enum err settings_set(const struct base *b, struct str name,
                                 struct str value, struct error *e);

/* {"retrieval_config":{...},"daily":[...],"deep_link":"..."}; what was never
 * set is null. */
MUST_CHECK enum err settings_write(const struct base *b, struct arena *a,
                                   struct jsonw *w, struct error *e);

enum retrieval_mode {
    RETRIEVAL_VECTOR,
    RETRIEVAL_KEYWORD,
    RETRIEVAL_HYBRID,
    RETRIEVAL_STRUCTURED
};

/* "vector", "keyword", "hybrid", "structured" */
const char *retrieval_mode_name(enum retrieval_mode m);

/* What a base can offer. */
struct retrieval_means {
    bool vectors; /* some document has them */
};

/* The mode to use, and why it is not the one that is configured. */
struct retrieval_choice {
    enum retrieval_mode mode;
    const char *note; /* NULL: it is */
};

/*
 * settings_retrieval - the mode of a base's retrieval_config.
 *
 * Without one it is vector, as configurations from before there was a choice
 * mean it; structured that is not enabled is vector, and vector without
 * vectors is keyword. New bases are made with hybrid.
 */
MUST_CHECK enum err settings_retrieval(const struct base *b,
                                       const struct retrieval_means *means,
                                       struct arena *a,
                                       struct retrieval_choice *out,
                                       struct error *e);

#endif
