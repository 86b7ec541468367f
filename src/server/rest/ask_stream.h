/*
 * ask_stream.h - streams an answer as it is made: events route, sql, rows,
 * evidence, token, figure, done, error (docs/http.md has the JSON of each).
 */
#ifndef SERVER_REST_ASK_STREAM_H
#define SERVER_REST_ASK_STREAM_H

#include "answer/answer.h"
#include "server/rest/api.h"

/*
 * ask_stream - ask, and send each part of the answer as soon as it is there.
 *
 * errors   before the first event; later ones are sent in the stream
 */
MUST_CHECK enum err ask_stream(const struct api_call *call,
                               struct answer_request *r, struct answer *an,
                               struct error *e);

#endif
