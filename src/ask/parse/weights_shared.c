#include "ask/parse/weights.h"

/* weights.txt, packed: weights.S. */
extern const struct parse_weights parse_weights_packed;

const struct parse_weights *parse_weights_shared(void)
{
    return &parse_weights_packed;
}
