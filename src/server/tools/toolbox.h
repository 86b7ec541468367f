/*
 * toolbox.h - what a server keeps between calls: paged results, earlier reads,
 * vectors of questions, and which indexes are out of date.
 *
 * One for all its clients; each finds its own things only (caller.h).
 */
#ifndef SERVER_TOOLS_TOOLBOX_H
#define SERVER_TOOLS_TOOLBOX_H

#include "models/embedding/query_cache.h"
#include "server/tools/catch_up.h"
#include "server/tools/loop_guard.h"
#include "server/tools/pages.h"

/* The limit of an answer that is sent twice, as JSON and as a text in which its
 * quotation marks are escaped: three times this is under the 10 MiB at which
 * the official TypeScript client gives up on a line, and on the server. */
#define TOOLBOX_ANSWER_BYTES ((size_t)3 << 20)

struct toolbox {
    struct pages *pages;
    struct query_cache *queries; /* vectors of questions, for all of them */
    struct loop_guard *repeats;  /* NULL: reads are not counted */
    struct catch_up *catch_up;   /* NULL: somebody else looks after indexes */
};

/*
 * toolbox_open - with nothing kept yet; close it in every case.
 *
 * in       tables  whose indexes are brought up to date after answers,
 *                  borrowed until it is closed; NULL: somebody else does that
 */
MUST_CHECK enum err toolbox_open(struct toolbox *t, struct tables *tables,
                                 struct error *e);
void toolbox_close(struct toolbox *t);

#endif
