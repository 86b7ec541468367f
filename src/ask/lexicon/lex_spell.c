#include "ask/lexicon/lex_spell.h"

#include "base/text/stem.h"

#include <string.h>

#define MAX_BYTES 40 /* of a word */

struct spelling {
    const struct lex *lex;
    enum lex_language language;
    struct stemmer *stemmer;
    struct arena *a;
    struct lex_spellings *out;
    char text[MAX_BYTES + 2]; /* the variant that is tried */
};

/* Of more than names of values, which are too many to be guessed at. */
static bool is_word(struct lex_senses s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role != LEX_HEADER && s.sense[i].role != LEX_CODE &&
            s.sense[i].role != LEX_UNIT)
            return true;
    return false;
}

/* Keep a variant that the lexicon has, as it is or by its stem. */
static enum err try_text(struct spelling *p, size_t n, struct error *e)
{
    const struct str text = {p->text, n};
    struct word word = {.kind = WORD_LETTERS, .fold = text};
    const struct words words = {.word = &word, .n = 1};
    struct str stem = text;
    const struct lex_text t = {
        .words = &words,
        .stem = {[LEX_EN] = &stem, [LEX_ES] = &stem, [LEX_ZH] = &text}};
    bool known = is_word(lex_find(p->lex, &t, 0, 1));

    if (p->out->n == LEX_SPELL_MAX)
        return OK;
    if (!known) {
        stem = stemmer_stem(p->stemmer, text);
        known = is_word(lex_find_stems(p->lex, &t, 0, 1, p->language));
    }
    for (size_t i = 0; i < p->out->n && known; i++)
        known = !str_eq(p->out->text[i], text);
    return known ? str_dup(text, p->a, &p->out->text[p->out->n++], e) : OK;
}

static enum err try_swaps(struct spelling *p, struct str w, struct error *e)
{
    for (size_t i = 1; i + 1 < w.n; i++) {
        if (w.p[i] == w.p[i + 1])
            continue;
        memcpy(p->text, w.p, w.n);
        p->text[i] = w.p[i + 1];
        p->text[i + 1] = w.p[i];
        if (try_text(p, w.n, e))
            return e->code;
    }
    return OK;
}

/* One letter that is missing. */
static enum err try_longer(struct spelling *p, struct str w, struct error *e)
{
    for (size_t i = 1; i <= w.n; i++)
        for (int c = 'a'; c <= 'z'; c++) {
            memcpy(p->text, w.p, i);
            p->text[i] = (char)c;
            memcpy(p->text + i + 1, w.p + i, w.n - i);
            if (try_text(p, w.n + 1, e))
                return e->code;
        }
    return OK;
}

static enum err try_shorter(struct spelling *p, struct str w, struct error *e)
{
    for (size_t i = 1; i < w.n; i++) {
        memcpy(p->text, w.p, i);
        memcpy(p->text + i, w.p + i + 1, w.n - i - 1);
        if (try_text(p, w.n - 1, e))
            return e->code;
    }
    return OK;
}

/* Letters of a sound, between which even a first letter is mistaken. */
static bool sound_alike(char a, char b)
{
    static const char *const sounds[] = {"bv", "csz", "gj", "ckq"};

    for (size_t i = 0; i < COUNT_OF(sounds); i++)
        if (strchr(sounds[i], a) && strchr(sounds[i], b))
            return true;
    return false;
}

static enum err try_others(struct spelling *p, struct str w, struct error *e)
{
    for (size_t i = 0; i < w.n; i++)
        for (int c = 'a'; c <= 'z'; c++) {
            if (c == w.p[i] || (i == 0 && !sound_alike((char)c, w.p[0])))
                continue;
            memcpy(p->text, w.p, w.n);
            p->text[i] = (char)c;
            if (try_text(p, w.n, e))
                return e->code;
        }
    return OK;
}

static bool is_plain(struct str w)
{
    for (size_t i = 0; i < w.n; i++)
        if (w.p[i] < 'a' || w.p[i] > 'z')
            return false;
    return w.n >= LEX_SPELL_BYTES && w.n <= MAX_BYTES;
}

enum err lex_spell(const struct lex *x, struct str word,
                   enum lex_language language, struct arena *a,
                   struct lex_spellings *out, struct error *e)
{
    struct spelling p = {.lex = x, .language = language, .a = a, .out = out};
    enum err rc;

    out->n = 0;
    if (!is_plain(word) || language == LEX_ZH)
        return OK;
    p.stemmer =
        stemmer_new(language == LEX_ES ? STEM_SPANISH : STEM_ENGLISH, e);
    if (!p.stemmer)
        return e->code;
    rc = try_swaps(&p, word, e);
    rc = rc ? rc : try_longer(&p, word, e);
    rc = rc ? rc : try_shorter(&p, word, e);
    rc = rc ? rc : try_others(&p, word, e);
    stemmer_free(p.stemmer);
    return rc;
}
