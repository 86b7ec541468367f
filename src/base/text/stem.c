/*
 * stem.c - the one file that includes libstemmer.
 */
#include "base/text/stem.h"

#include <libstemmer.h>
#include <limits.h>

static struct sb_stemmer *inner(struct stemmer *s)
{
    return (struct sb_stemmer *)(void *)s;
}

struct stemmer *stemmer_new(enum stem_language language, struct error *e)
{
    static const char *const names[STEM_LANGUAGES] = {"english", "spanish"};
    struct sb_stemmer *s = sb_stemmer_new(names[language], "UTF_8");

    if (!s)
        (void)error_set(e, ERR_LIMIT, "out of memory: cannot create a stemmer");
    return (struct stemmer *)(void *)s;
}

void stemmer_free(struct stemmer *s)
{
    sb_stemmer_delete(inner(s));
}

struct str stemmer_stem(struct stemmer *s, struct str word)
{
    const sb_symbol *p;

    if (word.n > INT_MAX / 4)
        return word;
    p = sb_stemmer_stem(inner(s), (const sb_symbol *)word.p, (int)word.n);
    if (!p)
        return word;
    return (struct str){(const char *)p, (size_t)sb_stemmer_length(inner(s))};
}
