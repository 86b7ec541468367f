/* add_text.h - adds pasted text, or the text of a web page, as a document. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADD_TEXT_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADD_TEXT_H

#include "knowledge/knowledge_base/bases.h"

#define TEXT_MAX_BYTES ((size_t)64 << 20)
#define TEXT_MAX_URL   2048 /* bytes */

struct bases_text {
    struct str base; /* made when there is none */
    struct str name; /* it is found again by; its suffix says how it is read */
    struct str text;
    struct bases_mount mount; /* as of bases_add */
    struct str url; /* where it is; nothing is fetched. Empty: nowhere */
    struct str author;
    bool wait; /* as of bases_add */
    const atomic_bool *cancel;
};

/*
 * bases_add_text - keep it as a document of `source_type` "text", with a url of
 * "web", whose source_config is {"url":...}; a name that a table or JSON has is
 * read as one, and has its source_type.
 *
 * out      counts, w   as bases_add()
 * errors   ERR_VALIDATION_FAILED  the name, the text or the url cannot be
 *          as bases_add()
 */
MUST_CHECK enum err bases_add_text(struct bases *b, const struct bases_text *t,
                                   struct bases_added *counts, struct jsonw *w,
                                   struct error *e);

#endif
