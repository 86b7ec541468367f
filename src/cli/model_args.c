#include "cli/model_args.h"

#include "models/llm/chat.h"

enum err model_args_read(const struct cli *c, struct model_choice *out,
                         struct error *e)
{
    *out = (struct model_choice){.provider = c->args.value[OPT_MODEL]};
    if (args_has(&c->args, OPT_EGRESS) &&
        (!egress_find(c->args.value[OPT_EGRESS], &out->egress) ||
         out->egress == EGRESS_NONE))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "--egress is schema, values or passages; without --model, and "
            "where a base does not allow it, nothing is sent");
    return args_has(&c->args, OPT_MODEL) ? chat_check(out->provider, e) : OK;
}
