#include "ask/parse/weights.h"

/* weights.txt, asked_shape.txt and asked_parts.txt, packed: weights.S. */
extern const struct parse_weights parse_weights_packed;
extern const struct parse_weights asked_shape_packed;
extern const struct parse_weights asked_parts_packed;

const struct parse_weights *parse_weights_shared(void)
{
    return &parse_weights_packed;
}

const struct parse_weights *parse_weights_asked(void)
{
    return &asked_shape_packed;
}

const struct parse_weights *parse_weights_parts(void)
{
    return &asked_parts_packed;
}
