/* derived.h - what was made of documents and can be made again. */
#ifndef BASES_DERIVED_H
#define BASES_DERIVED_H

#include "catalog/base.h"

/* Remove the derived files whose content no version of a document has. */
MUST_CHECK enum err derived_sweep(const struct base *b, struct error *e);

/* Remove all of them. */
MUST_CHECK enum err derived_clear(const struct base *b, struct error *e);

#endif
