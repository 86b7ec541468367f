/*
 * provider.h - opens the embedding model that a base's setting names.
 *
 *     use-lite                               the model that comes with Quarry
 *     none                                   no vectors
 *     openai:<model>@<url>[#dimensions=N]    an endpoint (openai.h)
 */
#ifndef MODELS_EMBEDDING_PROVIDER_H
#define MODELS_EMBEDDING_PROVIDER_H

#include "models/embedding/embedder.h"
#include "models/http_client/endpoint.h"

/*
 * provider_check - is this a provider?
 *
 * errors   ERR_VALIDATION_FAILED  the message says what there is
 */
MUST_CHECK enum err provider_check(struct str text, struct error *e);

/*
 * provider_is_english_only - is other text than English better kept from it?
 *
 * False for what any endpoint offers, whose model we do not know, and for what
 * is no provider.
 */
bool provider_is_english_only(struct str text);

/* Is it an endpoint, also one on this machine? */
bool provider_is_endpoint(struct str text);

/*
 * provider_open - the embedder of a provider.
 *
 * An endpoint without `#dimensions` is asked for one vector to see how many it
 * has. The embedder's `model` is then the provider's text with them: keep that
 * as the setting, and later opens send nothing.
 *
 * in       how    for endpoints; how->home is Quarry's home
 * out      out    embedder_close() it; NULL for "none"
 * errors   those of provider_check(), use_lite_open() and openai_open()
 */
MUST_CHECK enum err provider_open(struct str text,
                                  const struct endpoint_options *how,
                                  struct embedder **out, struct error *e);

#endif
