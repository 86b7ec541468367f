#include "ask/vocabulary/unit.h"

#include "ask/vocabulary/term_lists.h"

#include <stdlib.h>
#include <string.h>

#define NAME_BYTES   64
#define NUMBER_BYTES 32

#define DIMENSION(name)            \
    {                              \
#name, &words_units_##name \
    }

/* Time is the first. */
static const struct {
    const char *dimension;
    const struct term_list *units;
} dimensions[] = {DIMENSION(time),   DIMENSION(length), DIMENSION(mass),
                  DIMENSION(volume), DIMENSION(area),   DIMENSION(data),
                  DIMENSION(energy), DIMENSION(power),  DIMENSION(temperature)};

/* Words as entries of lists have them, a space between any but those of Chinese; false:
 * they are longer than any. */
static bool join(const struct words *w, size_t at, size_t n,
                 char out[NAME_BYTES], struct str *name)
{
    size_t used = 0;

    for (size_t i = at; i < at + n; i++) {
        const struct str fold = w->word[i].fold;
        const bool apart = i > at && w->word[i].kind != WORD_CJK;

        if (used + fold.n + apart > NAME_BYTES)
            return false;
        if (apart)
            out[used++] = ' ';
        memcpy(out + used, fold.p, fold.n);
        used += fold.n;
    }
    *name = (struct str){out, used};
    return true;
}

static double number(struct str s)
{
    char text[NUMBER_BYTES];

    if (s.n >= sizeof(text))
        return 0;
    memcpy(text, s.p, s.n);
    text[s.n] = '\0';
    return strtod(text, NULL);
}

static bool find(struct str name, struct unit *out)
{
    for (size_t i = 0; i < sizeof(dimensions) / sizeof(dimensions[0]); i++) {
        const struct str factor = term_list_value(dimensions[i].units, name);

        if (factor.n || term_list_has(dimensions[i].units, name)) {
            *out = (struct unit){.dimension = dimensions[i].dimension,
                                 .factor = number(factor),
                                 .of_time = i == 0};
            return true;
        }
    }
    return false;
}

size_t unit_find(const struct words *w, size_t at, struct unit *out)
{
    char text[NAME_BYTES];
    struct str name;

    for (size_t n = UNIT_WORDS; n > 0; n--)
        if (at + n <= w->n && join(w, at, n, text, &name) && find(name, out))
            return n;
    return 0;
}

bool unit_eq(const struct unit *a, const struct unit *b)
{
    return a->factor > 0 && a->factor == b->factor &&
           strcmp(a->dimension, b->dimension) == 0;
}
