#include "cli/confidence_args.h"

#include <stdlib.h>

enum err reading_args_read(const struct cli *c, struct reading_choice *out,
                           struct error *e)
{
    struct str given = c->args.value[OPT_MIN_CONFIDENCE];
    char *end = NULL;

    *out = (struct reading_choice){0};
    if (!args_has(&c->args, OPT_MIN_CONFIDENCE))
        return OK;
    out->has_min = true;
    out->min_confidence = given.n ? strtod(given.p, &end) : -1;
    if (given.n == 0 || end != given.p + given.n ||
        !(out->min_confidence >= 0 && out->min_confidence <= 1))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "option '--min-confidence' must be a number from 0 to 1");
    return OK;
}
