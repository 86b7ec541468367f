/* shorten.h - cuts texts. */
#ifndef ANSWER_SHORTEN_H
#define ANSWER_SHORTEN_H

#include "base/arena.h"
#include "base/str.h"

/* Cut a text to a number of characters, the last of which says so. */
MUST_CHECK enum err shorten_text(struct str *text, size_t max, struct arena *a,
                                 struct error *e);

#endif
