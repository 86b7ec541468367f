/*
 * openai.h - embeddings from an endpoint that is compatible with OpenAI's: its
 * own, or a server on this machine or another (Ollama, vLLM, llama.cpp, TEI,
 * ...).
 *
 *     POST <url>/embeddings  {"model":M,"input":[T,...],"encoding_format":"float"}
 *     ->  {"data":[{"index":0,"embedding":[...]},...],"usage":{"total_tokens":N}}
 */
#ifndef MODELS_EMBEDDING_OPENAI_H
#define MODELS_EMBEDDING_OPENAI_H

#include "models/embedding/embedder.h"
#include "models/http_client/endpoint.h"

#define OPENAI_MAX_DIMENSIONS 8192
#define OPENAI_BATCH          128 /* texts a call */

/*
 * Tokens of a text that are sent, as they are estimated: a quarter of its ASCII
 * characters and each other one. No endpoint says how many its model takes;
 * many open models take 512, and 2,000 letters, a chunk, are 500. A batch
 * of such texts is within the 100,000 or so that a call may have.
 */
#define OPENAI_MAX_TOKENS 512

/*
 * openai_open - vectors of an endpoint.
 *
 * With dimensions 0 it is asked once, for the vector of one word, to see how
 * many there are; otherwise nothing is sent, and an answer with another number
 * is an error.
 *
 * out      out    embedder_close() it. Its `model` is the provider's whole text,
 *                 "openai:<model>@<url>#dimensions=N": the same name at another
 *                 address may be another model, and opened by this text it need
 *                 not ask. Its vectors have unit length, but are not the same
 *                 bytes each time. embedder_embed() ends in the errors of
 *                 endpoint_ask(), for all texts or none.
 * errors   ERR_VALIDATION_FAILED  over OPENAI_MAX_DIMENSIONS; those of
 *                                 endpoint_open() and endpoint_ask()
 */
MUST_CHECK enum err openai_open(const struct endpoint_name *name,
                                size_t dimensions,
                                const struct endpoint_options *how,
                                struct embedder **out, struct error *e);

/* What an embedder of openai_open() has asked for since. */
struct openai_usage {
    uint64_t calls; /* that were answered with vectors */
    uint64_t texts;
    uint64_t tokens; /* as the endpoint counts; where it does not, estimated */
};

/* Any thread, also while it is called. */
struct openai_usage openai_usage(const struct embedder *m);

#endif
