/*
 * structured.h - structured_query_config of a base's retrieval_config: how its
 * tables answer questions.
 *
 *     {"enabled":true,"max_rows_per_query":10000,"sql_model_name":"openai:M@URL",
 *      "sql_model_namespace":"default","allowed_operations":["SELECT"]}
 *
 * Each member may be left out. What is accepted acts; what would not is refused.
 */
#ifndef SEARCH_SETTINGS_STRUCTURED_H
#define SEARCH_SETTINGS_STRUCTURED_H

#include "base/json.h"
#include "store/catalog/base.h"

#define STRUCTURED_MAX_ROWS 100000

struct structured_setting {
    bool is_off;     /* "enabled":false: its tables are not asked */
    bool is_enabled; /* "enabled":true, which retrieval_mode structured needs */
    bool by_default; /* retrieval_mode is structured, and it is enabled */
    uint64_t max_rows; /* of a result; 0: not said */
    /* that plans queries, models/llm/chat.h; empty: not said */
    struct str model;
};

/*
 * structured_read - the object.
 *
 * in       config  NULL or null: nothing is said
 * out      out     borrows `config`
 * errors   ERR_VALIDATION_FAILED  the message names the member
 */
MUST_CHECK enum err structured_read(const struct json *config,
                                    struct structured_setting *out,
                                    struct error *e);

/* That of a base, in `a`. */
MUST_CHECK enum err settings_structured(const struct base *b, struct arena *a,
                                        struct structured_setting *out,
                                        struct error *e);

#endif
