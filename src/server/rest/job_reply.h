/* job_reply.h - a reply about a job: 202, or its events. */
#ifndef SERVER_REST_JOB_REPLY_H
#define SERVER_REST_JOB_REPLY_H

#include "server/rest/api.h"

/* Bring the index of a base up to date: 202 and the job, or, where the client
 * accepts text/event-stream, how it goes. */
MUST_CHECK enum err job_reply_index(const struct api_call *call,
                                    struct str base, struct str *json,
                                    struct error *e);

/*
 * job_reply_wait - who says "wait" gets a job in the place of half an answer.
 *
 * in       base   that is asked, which may be BASE/DOCUMENT
 * out      waits  `json` is the job's, as above: something of the base is not
 *                 indexed
 */
MUST_CHECK enum err job_reply_wait(const struct api_call *call, struct str base,
                                   bool *waits, struct str *json,
                                   struct error *e);

#endif
