/*
 * use_lite.h - the built-in model: Universal Sentence Encoder Lite, 512
 * dimensions, 128 tokens, English. It uses no network and no other process.
 */
#ifndef MODELS_EMBEDDING_USE_LITE_H
#define MODELS_EMBEDDING_USE_LITE_H

#include "models/embedding/embedder.h"

#define USE_LITE_FILE "use-lite.model"

/*
 * A text with a larger share of characters that no piece covers has no vector.
 * Of the questions and paragraphs of XQuAD (768 a language) the English ones
 * have at most .014, the Spanish at most .030 and the Chinese at least .308.
 * Letters of some alphabets are pieces: Russian has .3 to .5. English has more
 * only where emoji are among few words.
 */
#define USE_LITE_MAX_UNKNOWN 0.2

/*
 * use_lite_find - where the model file is: beside the program, as it is built,
 * or in ../share/quarry, as it is installed.
 *
 * out      path   in `a`; the second of these when neither is there
 */
MUST_CHECK enum err use_lite_find(struct arena *a, const char **path,
                                  struct error *e);

/*
 * use_lite_open - map the model file at `path`.
 *
 * out      out    embedder_close() it
 * errors   ERR_NOT_FOUND         it is not there
 *          ERR_FILE_READ_FAILED  damaged, or of another version
 * cost     about 5 ms, 28 MB that all processes share
 */
MUST_CHECK enum err use_lite_open(const char *path, struct embedder **out,
                                  struct error *e);

#endif
