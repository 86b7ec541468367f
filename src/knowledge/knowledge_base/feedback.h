/* feedback.h - users' feedback on answers, stored in the base. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_FEEDBACK_H
#define KNOWLEDGE_KNOWLEDGE_BASE_FEEDBACK_H

#include "knowledge/knowledge_base/bases.h"

#define FEEDBACK_MAX_ROWS 100000 /* the oldest go */

struct feedback {
    struct str base;
    bool is_up;
    struct str query;
    struct str comment; /* empty: none */
    struct str session_id;
    struct str author;
    bool learned; /* it became an example */
};

/* Keep it; ERR_NOT_FOUND: no such base. */
MUST_CHECK enum err bases_keep_feedback(struct bases *b,
                                        const struct feedback *f,
                                        struct error *e);

#endif
