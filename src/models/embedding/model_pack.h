/*
 * model_pack.h - builds the model file of packed.h from the npm package. Used
 * when Quarry is built (tools/pack_model.c) and by tests; the programs do not
 * link it.
 */
#ifndef MODELS_EMBEDDING_MODEL_PACK_H
#define MODELS_EMBEDDING_MODEL_PACK_H

#include "base/str.h"

/*
 * pack_model - the package's shards and vocabulary as one file.
 *
 * in       package  the package's folder, with package.json and dist/
 *          path     the file, replaced by rename
 *          a        scratch, about 100 MB
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 *          ERR_VALIDATION_FAILED  the package has another layout: a tensor is
 *                                 missing, has other dimensions, is not finite
 */
MUST_CHECK enum err pack_model(const char *package, const char *path,
                               struct arena *a, struct error *e);

#endif
