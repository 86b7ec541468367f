#include "base/principal.h"

static _Thread_local struct principal now;

void principal_set(struct principal p)
{
    now = p;
}

struct principal principal_now(void)
{
    return now;
}
