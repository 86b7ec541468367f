/*
 * One scanner for questions, names and values. Spaces do not separate Chinese
 * and Japanese words, and a dictionary cutter would have to guess before it
 * knows the columns; so each such character is a word of its own and the
 * linker finds the longest sequence that is something.
 *
 * A number keeps its inner separators and a short suffix ("1.234,5", "2k"); a
 * run that begins with digits and goes on with other letters ("4x4") is
 * letters. Dates like 2024-03-15 are three numbers whose gap is '-'.
 */
#include "base/text/words.h"

#include "base/text/fold.h"
#include "base/utf8.h"

#include <string.h>

/* In texts so short words need not be counted before they are cut. */
#define SHORT_BYTES 40

struct scanner {
    struct str s;
    size_t at;
    enum words_mode mode;
};

/* The character at `at`: its class, and its bytes in *len. */
static enum text_class class_at(const struct scanner *sc, size_t at,
                                uint32_t *cp, size_t *len)
{
    *len = 1;
    *cp = 0;
    if (at >= sc->s.n)
        return TEXT_CLASS_OTHER;
    if ((unsigned char)sc->s.p[at] < 0x80) { /* most are, and need no look */
        *cp = (unsigned char)sc->s.p[at];
        return text_classify(*cp);
    }
    *len = utf8_length(str_slice(sc->s, at, sc->s.n));
    if (*len == 0) {
        *len = 1;
        return TEXT_CLASS_OTHER;
    }
    *cp = utf8_decode(sc->s.p + at, *len);
    return text_classify(*cp);
}

/* True when a word of a name ends between two characters of one run. */
static bool name_breaks(uint32_t before, uint32_t cp, uint32_t after)
{
    bool upper = text_is_upper(cp);

    if (upper && !text_is_upper(before))
        return true;
    return upper && text_is_upper(before) && after &&
           text_classify(after) == TEXT_CLASS_LETTER && !text_is_upper(after);
}

/* Is no letter at `at`: is the s before it of a plural, company IDs? */
static bool ends_word(const struct scanner *sc, size_t at)
{
    uint32_t cp;
    size_t len;

    return class_at(sc, at, &cp, &len) != TEXT_CLASS_LETTER;
}

/* Does a word of a name end before the character at `at`? */
static bool ends_name(const struct scanner *sc, size_t at, uint32_t before)
{
    uint32_t cp;
    uint32_t after;
    size_t len;
    size_t after_len;
    enum text_class c = class_at(sc, at, &cp, &len);

    if (c == TEXT_CLASS_DIGIT)
        return text_classify(before) == TEXT_CLASS_LETTER;
    (void)class_at(sc, at + len, &after, &after_len);
    return c == TEXT_CLASS_LETTER && name_breaks(before, cp, after) &&
           !(text_is_upper(before) && after == 's' &&
             ends_word(sc, at + len + after_len));
}

/* The end of a run of letters and digits that starts at sc->at. */
static size_t letters_end(const struct scanner *sc)
{
    size_t at = sc->at;
    uint32_t before = 0;

    for (;;) {
        uint32_t cp;
        size_t len;
        enum text_class c = class_at(sc, at, &cp, &len);

        if (c != TEXT_CLASS_LETTER && c != TEXT_CLASS_DIGIT &&
            c != TEXT_CLASS_MARK)
            return at;
        if (sc->mode == WORDS_NAME && before && ends_name(sc, at, before))
            return at;
        before = cp;
        at += len;
    }
}

static bool is_number_suffix(struct str letters)
{
    return letters.n == 0 || str_eq_nocase(letters, STR("k")) ||
           str_eq_nocase(letters, STR("m")) ||
           str_eq_nocase(letters, STR("bn")) ||
           str_eq_nocase(letters, STR("mm")) ||
           str_eq_nocase(letters, STR("st")) ||
           str_eq_nocase(letters, STR("nd")) ||
           str_eq_nocase(letters, STR("rd")) ||
           str_eq_nocase(letters, STR("th"));
}

/* The end of the digits and inner separators that start at `at`. */
static size_t digits_end(const struct scanner *sc, size_t at)
{
    uint32_t cp;
    size_t len;

    while (class_at(sc, at, &cp, &len) == TEXT_CLASS_DIGIT ||
           ((cp == '.' || cp == ',') && at + 1 < sc->s.n &&
            sc->s.p[at + 1] >= '0' && sc->s.p[at + 1] <= '9'))
        at += len;
    return at;
}

/* The end of a word that starts with a digit, and its kind. */
static size_t number_end(const struct scanner *sc, enum word_kind *kind)
{
    size_t at = digits_end(sc, sc->at);
    struct scanner rest = *sc;
    size_t end;

    rest.at = at;
    end = letters_end(&rest);
    *kind = WORD_NUMBER;
    if (is_number_suffix(str_slice(sc->s, at, end)))
        return end;
    *kind = WORD_LETTERS;
    return letters_end(sc);
}

/* The end of the word at sc->at, or sc->at when there is none. */
static size_t word_end(const struct scanner *sc, enum word_kind *kind)
{
    uint32_t cp;
    size_t len;

    switch (class_at(sc, sc->at, &cp, &len)) {
    case TEXT_CLASS_LETTER: *kind = WORD_LETTERS; return letters_end(sc);
    case TEXT_CLASS_DIGIT: return number_end(sc, kind);
    case TEXT_CLASS_CJK: *kind = WORD_CJK; return sc->at + len;
    default: break;
    }
    *kind = WORD_SYMBOL;
    if (cp && len == 1 && strchr("<>=%", (int)cp))
        return sc->at + 1;
    if (cp == 0x2265 || cp == 0x2264) /* the signs for at least, at most */
        return sc->at + len;
    return sc->at;
}

static char gap_between(struct str s, size_t from, size_t to)
{
    if (to == from)
        return 0;
    return to == from + 1 ? s.p[from] : ' ';
}

/* Put one more word at the end; `raw` borrows the text. */
static enum err add_word(struct words *out, struct word w, struct arena *a,
                         struct error *e)
{
    if (text_fold(w.raw, a, &w.fold, e))
        return e->code;
    w.stem = w.kind == WORD_LETTERS ? text_stem(w.fold) : w.fold;
    out->word[out->n++] = w;
    return OK;
}

/* An upper bound of the words: in short texts a byte each, else counted. */
static size_t count_words(struct scanner sc)
{
    size_t n = 0;

    if (sc.s.n <= SHORT_BYTES)
        return sc.s.n;

    while (sc.at < sc.s.n) {
        enum word_kind kind;
        size_t end = word_end(&sc, &kind);

        n += end > sc.at;
        sc.at = end > sc.at ? end : sc.at + 1;
    }
    return n;
}

enum err words_cut(struct str s, enum words_mode mode, struct arena *a,
                   struct words *out, struct error *e)
{
    struct scanner sc = {.s = s, .mode = mode};
    size_t last = 0;

    out->n = 0;
    out->text = s;
    out->word = arena_alloc_array(a, count_words(sc), sizeof(*out->word), e);
    if (!out->word)
        return e->code;
    while (sc.at < s.n) {
        struct word w = {.offset = sc.at};
        size_t end = word_end(&sc, &w.kind);

        if (end == sc.at) {
            sc.at++;
            continue;
        }
        w.raw = str_slice(s, sc.at, end);
        w.gap = out->n ? gap_between(s, last, sc.at) : ' ';
        if (out->n == 0 && sc.at)
            w.gap = s.p[sc.at - 1] == '-' ? '-' : ' ';
        if (add_word(out, w, a, e))
            return e->code;
        sc.at = last = end;
    }
    return OK;
}

void words_put_folded(const struct words *w, struct buf *b)
{
    for (size_t i = 0; i < w->n; i++) {
        if (i > 0 && w->word[i].kind != WORD_CJK &&
            w->word[i - 1].kind != WORD_CJK)
            buf_put_char(b, ' ');
        buf_put_str(b, w->word[i].fold);
    }
}

static bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

struct str text_stem(struct str fold)
{
    if (fold.n > 4 && str_ends(fold, STR("ies")))
        return str_slice(fold, 0, fold.n - 3); /* countries, country: countr */
    if (fold.n > 3 && str_ends(fold, STR("ie")))
        return str_slice(fold, 0, fold.n - 2); /* movie meets movies */
    if (fold.n > 3 && str_ends(fold, STR("y")) && !is_vowel(fold.p[fold.n - 2]))
        return str_slice(fold, 0, fold.n - 1); /* and not essay: essays */
    if (fold.n > 4 && str_ends(fold, STR("es")))
        return str_slice(fold, 0, fold.n - 2); /* sales, sale: sal */
    if (fold.n > 3 && str_ends(fold, STR("s")) && !str_ends(fold, STR("ss")) &&
        !str_ends(fold, STR("us")) && !str_ends(fold, STR("is")))
        return str_slice(fold, 0, fold.n - 1);
    if (fold.n > 3 && str_ends(fold, STR("e")))
        return str_slice(fold, 0, fold.n - 1);
    return fold;
}
