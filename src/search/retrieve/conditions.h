/*
 * conditions.h - parses metadata_condition of a request into search filters.
 *
 *     "lang=en,chapter~Setup"                            as they are
 *     {"lang":"en","chapter":{"contains":"Setup"}}       all must hold
 *     {"logical_operator":"and","conditions":[
 *       {"name":"lang","comparison_operator":"is","value":"en"},
 *       {"name":"chapter","comparison_operator":"contains","value":"Setup"}]}
 *
 * What a filter cannot say is refused, and never left out.
 */
#ifndef SEARCH_RETRIEVE_CONDITIONS_H
#define SEARCH_RETRIEVE_CONDITIONS_H

#include "base/json.h"

/*
 * conditions_read - in any of the three forms.
 *
 * in       condition  NULL or null: none
 * out      filters    for passage_search(); borrows `condition`, or lives in `a`
 * errors   ERR_VALIDATION_FAILED  the message says what cannot be
 *          ERR_LIMIT              over 4,096 bytes
 */
MUST_CHECK enum err conditions_read(const struct json *condition,
                                    struct arena *a, struct str *filters,
                                    struct error *e);

#endif
