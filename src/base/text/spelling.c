/*
 * Both words are brought to one form, which need not be how anybody spells
 * them: it only has to meet itself. What differs is the double l before an
 * ending, -our and -or, -ise and -ize, -re and -er, -ogue and -og, -mme and -m,
 * -ence and -ense, ae and e.
 */
#include "base/text/spelling.h"

#include <string.h>

#define MIN_BYTES 5
#define MAX_BYTES 30

/* Put `to` for each `from` that begins at least `at` bytes into the word. */
static void replace(char *word, size_t at, const char *from, const char *to)
{
    size_t n = strlen(from);
    size_t m = strlen(to);
    char *p = word;

    while ((p = strstr(p, from))) {
        if ((size_t)(p - word) < at) {
            p++;
            continue;
        }
        memmove(p + m, p + n, strlen(p + n) + 1);
        memcpy(p, to, m);
        p += m;
    }
}

/* As replace(), at the end of the word, or before an s that ends it. */
static void replace_end(char *word, const char *from, const char *to)
{
    size_t n = strlen(from);
    size_t m = strlen(to);
    size_t all = strlen(word);
    size_t s = all && word[all - 1] == 's';

    if (all < n + s + 2 || memcmp(word + all - s - n, from, n) != 0)
        return;
    memcpy(word + all - s - n, to, m);
    memmove(word + all - s - n + m, word + all - s, s);
    word[all - n + m] = '\0';
}

/* out[MAX_BYTES + 2], as long as the word or shorter */
static void form_of(struct str word, char *out)
{
    memcpy(out, word.p, word.n);
    out[word.n] = '\0';
    replace(out, 2, "ll", "l");
    replace(out, 2, "our", "or");
    replace(out, 3, "isation", "ization");
    replace(out, 3, "ising", "izing");
    replace(out, 3, "ised", "ized");
    replace_end(out, "ise", "ize");
    replace_end(out, "tre", "ter");
    replace_end(out, "bre", "ber");
    replace_end(out, "ogue", "og");
    replace_end(out, "mme", "m");
    replace_end(out, "ence", "ense");
    replace(out, 1, "ae", "e");
}

bool text_same_spelling(struct str a, struct str b)
{
    char form[2][MAX_BYTES + 2];

    if (str_eq(a, b))
        return true;
    if (a.n < MIN_BYTES || b.n < MIN_BYTES || a.n > MAX_BYTES ||
        b.n > MAX_BYTES || a.p[0] != b.p[0])
        return false; /* no form changes the first letter */
    form_of(a, form[0]);
    form_of(b, form[1]);
    return strcmp(form[0], form[1]) == 0;
}
