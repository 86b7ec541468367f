/* lex_text.c - words with their stems in each language. */
#include "ask/lexicon/lex.h"

#include "base/text/simplified.h"
#include "base/text/stem.h"

/* The stems of all words in a language, in `a`. */
static enum err stem_all(const struct words *w, enum stem_language language,
                         struct arena *a, const struct str **out,
                         struct error *e)
{
    struct str *stem = arena_alloc_array(a, w->n + 1, sizeof(*stem), e);
    struct stemmer *s = stem ? stemmer_new(language, e) : NULL;
    enum err rc = OK;

    if (!s)
        return e->code;
    for (size_t i = 0; i < w->n && !rc; i++)
        rc = w->word[i].kind == WORD_LETTERS
                 ? str_dup(stemmer_stem(s, w->word[i].fold), a, &stem[i], e)
                 : (stem[i] = w->word[i].fold, OK);
    stemmer_free(s);
    *out = stem;
    return rc;
}

enum err lex_fold(const struct word *w, struct arena *a, struct str *out,
                  struct error *e)
{
    char buf[3];
    const struct str s =
        w->kind == WORD_CJK ? text_simplified(w->fold, buf) : w->fold;

    *out = s;
    return s.p == buf ? str_dup(s, a, out, e) : OK;
}

enum err lex_text_make(const struct words *w, struct arena *a,
                       struct lex_text *out, struct error *e)
{
    struct str *fold = arena_alloc_array(a, w->n + 1, sizeof(*fold), e);
    enum err rc;

    if (!fold)
        return e->code;
    for (size_t i = 0; i < w->n; i++)
        if (lex_fold(&w->word[i], a, &fold[i], e))
            return e->code;
    *out = (struct lex_text){.words = w, .stem[LEX_ZH] = fold};
    rc = stem_all(w, STEM_ENGLISH, a, &out->stem[LEX_EN], e);
    return rc ? rc : stem_all(w, STEM_SPANISH, a, &out->stem[LEX_ES], e);
}
