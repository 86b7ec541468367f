/*
 * call_state.h - what a server keeps between calls: paged results, earlier reads,
 * vectors of questions, and which indexes are out of date.
 *
 * One for all its clients; each finds its own things only (caller.h).
 */
#ifndef SERVER_TOOLS_CALL_STATE_H
#define SERVER_TOOLS_CALL_STATE_H

#include "models/embedding/query_cache.h"
#include "server/tools/catch_up.h"
#include "server/tools/loop_guard.h"
#include "server/tools/result_cursor.h"

/* The limit of an answer that is sent twice, as JSON and as a text in which its
 * quotation marks are escaped: three times this is under the 10 MiB at which
 * the official TypeScript client gives up on a line, and on the server. */
#define TOOL_ANSWER_MAX_BYTES ((size_t)3 << 20)

struct call_state {
    struct result_cursor *pages;
    struct query_cache *queries; /* vectors of questions, for all of them */
    struct loop_guard *repeats;  /* NULL: reads are not counted */
    struct catch_up *catch_up;   /* NULL: somebody else looks after indexes */
};

/*
 * call_state_open - with nothing kept yet; close it in every case.
 *
 * in       tables  whose indexes are brought up to date after answers,
 *                  borrowed until it is closed; NULL: somebody else does that
 */
MUST_CHECK enum err call_state_open(struct call_state *t, struct tables *tables,
                                    struct error *e);
void call_state_close(struct call_state *t);

#endif
