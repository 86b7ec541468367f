/*
 * frame.h - the words of a question that only frame it: "what does the policy
 * say about hotels" asks for hotels, and a page about them need not say
 * "policy".
 */
#ifndef ASK_ROUTE_FRAME_H
#define ASK_ROUTE_FRAME_H

#include "base/str.h"

/*
 * frame_strip - a question without its frame, in English, Spanish and Chinese.
 *
 * out      out    in `a`; the question itself where it has no frame, or nothing
 *                 else
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err frame_strip(struct str question, struct arena *a,
                                struct str *out, struct error *e);

#endif
