/*
 * result.h - what the rows of a candidate tell of it: none, one, a zero, many.
 */
#ifndef ASK_PARSE_RESULT_H
#define ASK_PARSE_RESULT_H

#include "ask/parse/parse.h"
#include "base/json.h"

#define RESULT_NAME_BYTES 64
#define RESULT_ROWS       20

struct result_feature {
    uint32_t hash;
    double weight; /* what it adds to the candidate's score */
    char name[RESULT_NAME_BYTES];
};

/*
 * result_feature_of - the feature of a candidate's rows.
 *
 * in       w      NULL: its weight is 0
 *          rows   an array of arrays; NULL: none
 */
struct result_feature result_feature_of(const struct parse_weights *w,
                                        const struct parse_candidate *c,
                                        const struct json *rows);

/*
 * result_parts_of - what the wording says of a spec that is no candidate's, as F_PARTS
 * says it of those.
 *
 * in       w   NULL: its weight is 0
 *          r   of the question
 * errors   ERR_LIMIT  the arena of `r` is full
 */
MUST_CHECK enum err result_parts_of(const struct parse_weights *w,
                                    const struct parse_result *r,
                                    const struct query_spec *s,
                                    struct result_feature *out,
                                    struct error *e);

/*
 * result_rows - how many of its rows tell whether it is what was asked.
 *
 * Groups and the different values of a column are as many as the table has, so that more
 * than RESULT_ROWS of them tell no more: without conditions, or of groups, the question
 * says nothing that they could be too many for.
 */
size_t result_rows(const struct parse_candidate *c, size_t n);

/* Has some cell a value? Without one the rows answer nothing. */
bool result_has_value(const struct json *rows);

#endif
