/* derived.h - derived data of documents, which can be rebuilt. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_DERIVED_H
#define KNOWLEDGE_KNOWLEDGE_BASE_DERIVED_H

#include "store/catalog/base.h"

/* Remove the derived files whose content no version of a document has. */
MUST_CHECK enum err derived_sweep(const struct base *b, struct error *e);

/* Remove all of them, but what another reader made of a version's text, and this one does
 * not make (search/documents/derived_text.h). */
MUST_CHECK enum err derived_clear(const struct base *b, struct error *e);

#endif
