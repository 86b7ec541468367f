#include "base/text/plain_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 32

bool plain_number_read(struct str s, double *out)
{
    char text[NUMBER_BYTES] = "";
    char *end;

    if (s.n == 0 || s.n >= sizeof(text))
        return false;
    memcpy(text, s.p, s.n);
    *out = strtod(text, &end);
    return !*end && isfinite(*out);
}
