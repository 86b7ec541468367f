/*
 * batch_line.h - parses one line of a batch of questions, and writes its
 * answer.
 *
 * A question is a request, as that of an MCP client is, and read as those are:
 * a bounded line, with base/json. It is not read by the worker's `fields`,
 * which gives texts alone and ends at the first line that is damaged.
 */
#ifndef ANSWER_BATCH_BATCH_LINE_H
#define ANSWER_BATCH_BATCH_LINE_H

#include "answer/answer.h"

#define BATCH_LINE_BYTES ((size_t)256 << 10)

/* Where a line is: its number, from 1, and its first byte in the input. */
struct batch_place {
    uint64_t line;
    uint64_t offset;
};

struct batch_line {
    struct str id; /* as JSON: a text or a number; empty: it has none */
    struct str question;
    struct table_source *sources; /* sources[n], not yet opened */
    size_t n;
    const struct json *spec; /* is run in place of the question; NULL: none */
    const struct error *damage; /* why it cannot be asked; NULL: it can */
};

/*
 * batch_line_read - {"id", "question", "table": PATH} or, with several files,
 * {"id", "question", "files": [PATH, ...]}, and with each "query_spec", an
 * answer's; other members are skipped.
 *
 * in       common  what is the same for every file
 * out      out     lives in `a`; what is wrong with the line is in its
 *                  `damage`, with the place
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err batch_line_read(struct str text,
                                    const struct batch_place *at,
                                    const struct table_source *common,
                                    struct arena *a, struct batch_line *out,
                                    struct error *e);

/* A line that was too long to be kept. Errors as batch_line_read(). */
MUST_CHECK enum err batch_line_too_long(const struct batch_place *at,
                                        struct arena *a, struct batch_line *out,
                                        struct error *e);

/* {"id", then the members of the answer object}, and a line end. */
void batch_line_put_answer(const struct batch_line *l, const struct answer *an,
                           struct buf *out);

/* {"id","error":{"code","message"}}, and a line end. */
void batch_line_put_error(const struct batch_line *l, const struct error *why,
                          struct buf *out);

#endif
