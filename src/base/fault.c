#include "base/fault.h"

#ifdef QUARRY_TORTURE
static _Thread_local unsigned left[FAULT_KINDS]; /* steps until one fails */

bool fault_now(enum fault kind)
{
    return left[kind] && --left[kind] == 0;
}

unsigned fault_at(enum fault kind, unsigned n)
{
    unsigned before = left[kind];

    left[kind] = n;
    return before;
}
#endif
