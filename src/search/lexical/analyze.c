/*
 * What a token becomes. The parts of identifiers are cut by base/text/words.h,
 * as column names are. Stems are made of the word with its accents and folded
 * afterwards; a Spanish word typed without its accents would miss the ending
 * -ción, which has one in every word, so that ending gets it back.
 */
#include "search/lexical/analyze.h"

#include "base/mem.h"
#include "base/text/fold.h"
#include "base/text/stem.h"
#include "base/text/words.h"
#include "base/utf8.h"

#include <string.h>

#define SCRATCH_BYTES  ((size_t)4 << 20)
#define MAX_PARTS      32
#define GUESS_BYTES    1024
#define GUESS_MIN_HITS 1

struct analyzer {
    struct stemmer *stemmer[STEM_LANGUAGES];
    struct arena a;     /* of one token */
    unsigned languages; /* of the call under way, and */
    struct keys *out;   /* where its keys go */
};

struct analyzer *analyzer_new(struct error *e)
{
    struct analyzer *z = mem_new(sizeof(*z), e);

    if (!z)
        return NULL;
    arena_init(&z->a, SCRATCH_BYTES);
    for (int i = 0; i < STEM_LANGUAGES; i++) {
        z->stemmer[i] = stemmer_new((enum stem_language)i, e);
        if (!z->stemmer[i]) {
            analyzer_free(z);
            return NULL;
        }
    }
    return z;
}

void analyzer_free(struct analyzer *z)
{
    if (!z)
        return;
    for (int i = 0; i < STEM_LANGUAGES; i++)
        stemmer_free(z->stemmer[i]);
    arena_release(&z->a);
    mem_free(z);
}

/* `s` cut to n bytes, never inside a character. */
static struct str cut(struct str s, size_t n)
{
    if (s.n <= n)
        return s;
    while (n && ((unsigned char)s.p[n] & 0xC0) == 0x80)
        n--;
    return str_slice(s, 0, n);
}

/* Add a key unless it is there or there is no room. */
static enum err add(struct analyzer *z, char kind, struct str word,
                    struct key key, struct error *e)
{
    struct keys *out = z->out;
    struct str w = cut(word, KEY_MAX_BYTES - 1);
    char *p;

    if (out->n == ANALYZE_MAX_KEYS || w.n == 0)
        return OK;
    p = arena_alloc(&z->a, w.n + 1, e);
    if (!p)
        return e->code;
    p[0] = kind;
    memcpy(p + 1, w.p, w.n);
    key.bytes = (struct str){p, w.n + 1};
    for (size_t i = 0; i < out->n; i++) {
        if (out->key[i].delta == key.delta &&
            str_eq(out->key[i].bytes, key.bytes))
            return OK;
    }
    out->key[out->n++] = key;
    return OK;
}

/* -cion and -sion as they are spelled, in `a`; else the word itself. */
static enum err with_accent(struct str word, struct arena *a, struct str *out,
                            struct error *e)
{
    *out = word;
    if (word.n < 6 ||
        (!str_ends(word, STR("cion")) && !str_ends(word, STR("sion"))))
        return OK;
    return str_printf(a, out, e, "%.*s\xc3\xb3n", (int)word.n - 2, word.p);
}

/* The stems of a word in each language asked for. */
static enum err add_stems(struct analyzer *z, struct str lower, struct str fold,
                          struct key key, struct error *e)
{
    struct str word = lower;
    struct str stem;

    if (z->languages & LANG_OTHER || lower.n >= KEY_MAX_BYTES) {
        if (add(z, KEY_STEM, fold, key, e))
            return e->code;
    }
    if (lower.n >= KEY_MAX_BYTES)
        return OK;
    if (z->languages & LANG_ENGLISH) {
        stem = stemmer_stem(z->stemmer[STEM_ENGLISH], lower);
        if (text_fold(stem, &z->a, &stem, e) || add(z, KEY_STEM, stem, key, e))
            return e->code;
    }
    if (z->languages & LANG_SPANISH) {
        if (with_accent(lower, &z->a, &word, e))
            return e->code;
        stem = stemmer_stem(z->stemmer[STEM_SPANISH], word);
        if (text_fold(stem, &z->a, &stem, e) || add(z, KEY_STEM, stem, key, e))
            return e->code;
    }
    return OK;
}

/* Is `word` among the stems, so that an exact key would repeat it? */
static bool is_stem(const struct keys *k, struct str word)
{
    for (size_t i = 0; i < k->n; i++) {
        if (k->key[i].bytes.p[0] == KEY_STEM &&
            str_eq(str_slice(k->key[i].bytes, 1, KEY_MAX_BYTES), word))
            return true;
    }
    return false;
}

/* A plain word, lower-case with accents. */
static enum err add_word(struct analyzer *z, struct str lower, struct error *e)
{
    struct key key = {.role = ROLE_WORD};
    struct str fold;

    if (text_fold(lower, &z->a, &fold, e))
        return e->code;
    key.stop = stop_languages(fold) & z->languages ? 2 : 0;
    if (add_stems(z, lower, fold, key, e))
        return e->code;
    key.role = ROLE_EXACT;
    if (!is_stem(z->out, fold) && add(z, KEY_EXACT, fold, key, e))
        return e->code;
    key.role = ROLE_ACCENT;
    return str_eq(lower, fold) ? OK : add(z, KEY_ACCENT, lower, key, e);
}

/* Without apostrophes, without the 's of a possessive and without the commas
 * that group digits, in `z`. */
static enum err without_marks(struct analyzer *z, struct str raw,
                              struct str *out, struct error *e)
{
    char *p = arena_alloc(&z->a, raw.n, e);
    size_t n = 0;

    if (!p)
        return e->code;
    for (size_t i = 0; i < raw.n; i++) {
        bool curly =
            raw.n - i >= 3 && memcmp(raw.p + i, "\xe2\x80\x99", 3) == 0;
        size_t len = curly ? 3 : 1;

        if (raw.p[i] == ',')
            continue;
        if (!curly && raw.p[i] != '\'') {
            p[n++] = raw.p[i];
            continue;
        }
        if (i + len + 1 == raw.n && (raw.p[i + len] | 32) == 's')
            break;
        i += len - 1;
    }
    *out = (struct str){p, n};
    return OK;
}

/* The whole of a compound, folded. */
static enum err add_whole(struct analyzer *z, struct str raw, bool one_run,
                          struct error *e)
{
    struct key key = {.role = ROLE_WHOLE};
    struct str lower;
    struct str fold;

    if (text_fold_case(raw, &z->a, &lower, e) ||
        text_fold(lower, &z->a, &fold, e))
        return e->code;
    if (one_run) /* PDFs, JavaScript: words after all */
        return add_stems(z, lower, fold, key, e);
    return add(z, KEY_STEM, fold, key, e);
}

static bool all_letters(const struct words *w, struct str raw)
{
    size_t n = 0;

    for (size_t i = 0; i < w->n; i++) {
        n += w->word[i].raw.n;
        if (w->word[i].kind != WORD_LETTERS)
            return false;
    }
    return n == raw.n;
}

static enum err add_compound(struct analyzer *z, struct str raw,
                             const struct words *w, struct error *e)
{
    struct key key = {.role = ROLE_PART};

    if (add_whole(z, raw, all_letters(w, raw), e))
        return e->code;
    for (size_t i = 0; i < w->n && i < MAX_PARTS; i++) {
        struct str lower;

        key.delta = (uint32_t)i;
        key.stop = stop_languages(w->word[i].fold) & z->languages ? 2 : 0;
        if (text_fold_case(w->word[i].raw, &z->a, &lower, e) ||
            add_stems(z, lower, w->word[i].fold, key, e))
            return e->code;
    }
    z->out->span = w->n ? (uint32_t)w->n : 1;
    return OK;
}

static enum err add_cjk(struct analyzer *z, const struct token *t,
                        struct error *e)
{
    struct key key = {.role = ROLE_CJK};
    struct str fold;

    key.stop = stop_cjk(t->raw);
    if (text_fold(t->raw, &z->a, &fold, e) || add(z, KEY_STEM, fold, key, e))
        return e->code;
    if (!t->pair_n)
        return OK;
    key.role = ROLE_PAIR;
    key.stop = stop_cjk((struct str){t->raw.p, t->pair_n});
    if (text_fold((struct str){t->raw.p, t->pair_n}, &z->a, &fold, e))
        return e->code;
    return add(z, KEY_STEM, fold, key, e);
}

enum err analyzer_keys(struct analyzer *z, const struct token *t,
                       unsigned languages, struct keys *out, struct error *e)
{
    struct words w;
    struct str raw = t->raw;
    struct str lower;

    arena_reset(&z->a);
    z->languages = languages;
    z->out = out;
    out->n = 0;
    out->span = 1;
    if (t->is_cjk)
        return add_cjk(z, t, e);
    if ((str_find_char(raw, '\'') < raw.n || str_find_char(raw, ',') < raw.n ||
         str_find(raw, STR("\xe2\x80\x99")) < raw.n) &&
        without_marks(z, raw, &raw, e))
        return e->code;
    if (words_cut(raw, WORDS_NAME, &z->a, &w, e))
        return e->code;
    if (w.n != 1 || w.word[0].raw.n != raw.n)
        return add_compound(z, raw, &w, e);
    if (text_fold_case(raw, &z->a, &lower, e))
        return e->code;
    return add_word(z, lower, e);
}

enum err analyzer_language(struct analyzer *z, struct str text,
                           unsigned *languages, struct error *e)
{
    struct token_scanner s = {cut(text, GUESS_BYTES), 0};
    unsigned english = 0;
    unsigned spanish = 0;
    struct token t;

    while (token_next(&s, &t)) {
        unsigned found;
        struct str fold;

        arena_reset(&z->a);
        if (t.is_cjk)
            continue;
        if (text_fold(t.raw, &z->a, &fold, e))
            return e->code;
        found = stop_languages(fold);
        english += found == LANG_ENGLISH;
        spanish += found == LANG_SPANISH;
    }
    *languages = LANG_ANY;
    if (english >= GUESS_MIN_HITS && english > 2 * spanish)
        *languages = LANG_ENGLISH;
    if (spanish >= GUESS_MIN_HITS && spanish > 2 * english)
        *languages = LANG_SPANISH;
    return OK;
}
