#include "ask/parse/cell_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 40

/* NAN: none; *is_whole: nothing follows it. */
static double read_number(struct str text, bool *is_whole)
{
    char digits[NUMBER_BYTES];
    char *end;
    double out;

    *is_whole = false;
    if (!text.n || text.n >= sizeof(digits))
        return NAN;
    memcpy(digits, text.p, text.n);
    digits[text.n] = '\0';
    out = strtod(digits, &end);
    *is_whole = !*end;
    return end == digits ? (double)NAN : out;
}

double cell_number_begun(struct str text)
{
    bool is_whole;

    return read_number(text, &is_whole);
}

double cell_number(struct str text)
{
    bool is_whole;
    const double out = read_number(text, &is_whole);

    return is_whole ? out : (double)NAN;
}
