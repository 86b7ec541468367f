/* words_kept.h - where a base keeps the words that OCR found on the pages of a document. */
#ifndef STORE_TABLE_CACHE_WORDS_KEPT_H
#define STORE_TABLE_CACHE_WORDS_KEPT_H

#include "base/arena.h"
#include "store/home/home.h"

/* A version of OCR: words of another are not used. */
#define WORDS_KEPT_READER "ocr1"
#define WORDS_KEPT_END    ".words"

/* Which words. */
struct words_kept {
    struct str sha256;    /* of the document */
    struct str languages; /* "eng+spa" */
};

/* The path of the file, with `end` behind it: WORDS_KEPT_END of one that is whole. */
MUST_CHECK enum err words_kept_path(const struct home *h,
                                    const struct words_kept *k, const char *end,
                                    struct arena *a, const char **out,
                                    struct error *e);

#endif
