#include "base/text/raised.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void raised_put(struct buf *text, bool *is_raised, struct str next)
{
    if (*is_raised && text->n && next.n && is_digit(text->p[text->n - 1]) &&
        is_digit(next.p[0]))
        buf_put_char(text, '^');
    *is_raised = false;
    buf_put_str(text, next);
}
