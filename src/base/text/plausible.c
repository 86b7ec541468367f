/*
 * Of each character that is not ASCII: how well it goes with its neighbours, and
 * whether anybody writes it at all.
 *
 * A letter speaks for the encoding among letters of its own script, small after
 * small; a capital after a small letter, a box-drawing line or a sign inside a
 * word, or Greek beside Cyrillic speak against it. That says little between
 * encodings of one script, where each byte is some letter. There the alphabets
 * decide (letters.h): "România" in windows-1250 has ă, â and î; as windows-1252
 * it would have ã, â and î, which no language has together. A table may be of
 * several languages, so up to three are looked for, each with a price.
 *
 * Of the Far East nearly all pairs of bytes are some character in any of its
 * encodings, but few are used: a text with many that are beyond the first level
 * of its standard was decoded wrongly.
 */
#include "base/text/plausible.h"

#include "base/text/decode.h"
#include "base/text/letters.h"
#include "base/utf8.h"

#include <pthread.h>
#include <string.h>

#define ANOMALY        (-3.0)
#define ALONE          0.3
#define LANGUAGES      3
#define LANGUAGE_PRICE 0.1
#define CYRILLIC_PRICE 0.25
#define WRONG_PRICE    1.5
#define INSIDE_PRICE   12.0 /* beside that, for a sign inside a word */
#define FEW_VOWELS     0.3
#define MANY_VOWELS    0.6
#define VOWEL_PRICE    4.0
#define MANY_LETTERS   20u

enum script {
    SCRIPT_NONE,
    SCRIPT_LATIN,
    SCRIPT_GREEK,
    SCRIPT_CYRILLIC,
    SCRIPT_HEBREW,
    SCRIPT_ARABIC,
    SCRIPT_THAI,
    SCRIPT_EAST
};

static const char common_cyrillic[] = "оеаинтсрвлкмдпуяыьг";

static uint32_t next_char(struct str *s)
{
    size_t n = utf8_length(*s);
    uint32_t cp = utf8_decode(s->p, n);

    *s = str_slice(*s, n, s->n);
    return cp;
}

static enum script script_of(uint32_t cp)
{
    if (cp < 0x80)
        return (cp | 0x20) >= 'a' && (cp | 0x20) <= 'z' ? SCRIPT_LATIN
                                                        : SCRIPT_NONE;
    if (cp == 0xaa || cp == 0xba || cp == 0xd7 || cp == 0xf7)
        return SCRIPT_NONE;
    if ((cp >= 0xc0 && cp < 0x250) || (cp >= 0x1e00 && cp < 0x1f00) ||
        (cp >= 0x300 && cp < 0x370))
        return SCRIPT_LATIN;
    if (cp >= 0x370 && cp < 0x400)
        return SCRIPT_GREEK;
    if (cp >= 0x400 && cp < 0x500)
        return SCRIPT_CYRILLIC;
    if (cp >= 0x5b0 && cp < 0x5f5)
        return SCRIPT_HEBREW;
    if (cp >= 0x60c && cp < 0x6d3)
        return SCRIPT_ARABIC;
    if (cp >= 0xe01 && cp < 0xe5c)
        return SCRIPT_THAI;
    return cp >= 0x3000 && (cp < 0xd7a4 || (cp >= 0xff01 && cp < 0xff5f))
               ? SCRIPT_EAST
               : SCRIPT_NONE;
}

static bool is_upper(uint32_t cp)
{
    if (cp < 0x80)
        return cp >= 'A' && cp <= 'Z';
    if (cp >= 0x100 && cp < 0x180)
        return (cp >= 0x139 && cp < 0x149) || cp >= 0x179 ? cp % 2 == 1
                                                          : cp % 2 == 0;
    if ((cp >= 0x460 && cp < 0x500) || (cp >= 0x1e00 && cp < 0x1f00) ||
        (cp >= 0x218 && cp < 0x220))
        return cp % 2 == 0;
    if (cp == 0x1a0 || cp == 0x1af)
        return true;
    return (cp >= 0xc0 && cp < 0xdf) || (cp >= 0x386 && cp < 0x390) ||
           (cp >= 0x391 && cp < 0x3ac) || (cp >= 0x400 && cp < 0x430);
}

static uint32_t to_lower(uint32_t cp)
{
    static const uint32_t accented[] = {0x3ac, 0,     0x3ad, 0x3ae, 0x3af,
                                        0,     0x3cc, 0,     0x3cd, 0x3ce};

    if (!is_upper(cp))
        return cp;
    if (cp >= 0x386 && cp < 0x390)
        return accented[cp - 0x386];
    if ((cp >= 0x100 && cp < 0x180) || cp >= 0x460 || cp == 0x1af ||
        cp == 0x1a0 || (cp >= 0x218 && cp < 0x220))
        return cp + 1;
    return cp >= 0x400 && cp < 0x410 ? cp + 0x50 : cp + 0x20;
}

static bool is_among(uint32_t cp, const char *list)
{
    struct str s = str_from(list);

    while (s.n) {
        if (next_char(&s) == cp)
            return true;
    }
    return false;
}

/* Marks that texts of an office hold: quotes, dashes, euro, degree. */
static bool is_typographic(uint32_t cp)
{
    return is_among(cp, "’“”–—…‘„€«»°ºª¿¡·•£¥¢™®©²³§\xc2\xa0½±×‚‹›†№");
}

/* Those that are inside a word: an apostrophe, the dot of Catalan. */
static bool is_inside_words(uint32_t cp)
{
    return is_among(cp, "’‘·–—\xc2\xa0\xc2\xad");
}

static bool is_letter(uint32_t cp)
{
    return script_of(cp) != SCRIPT_NONE;
}

static bool is_common(const uint64_t set[1024], uint32_t cp)
{
    return cp < 0x10000 && (set[cp / 64] >> (cp % 64) & 1);
}

/* Is it one of the characters that are used where this encoding is? */
static bool is_used(const struct plausibility *p, uint32_t cp)
{
    const bool is_kana = cp >= 0x3041 && cp < 0x30fb;
    const bool is_hangul = cp >= 0xac00 && cp < 0xd7a4;
    const bool is_han = cp >= 0x3400 && cp < 0xa000;

    switch (p->east) {
    case PLAUSIBLE_EAST_CHINESE:
        return !is_kana && !is_hangul &&
               (!is_han || is_common(p->common->chinese, cp));
    case PLAUSIBLE_EAST_JAPANESE:
        return !is_hangul && (!is_han || is_common(p->common->japanese, cp));
    case PLAUSIBLE_EAST_KOREAN:
        return !is_kana && !is_han &&
               (!is_hangul || is_common(p->common->korean, cp));
    case PLAUSIBLE_EAST_ANY: break;
    }
    return !is_han || is_common(p->common->chinese, cp) ||
           is_common(p->common->japanese, cp);
}

/* Circles, squares, stars: what letters of names are masked with in the Far East, and
 * what marks its lists. */
static bool is_eastern_mark(uint32_t before, uint32_t cp, uint32_t after)
{
    return ((cp >= 0x25a0 && cp < 0x2600) || cp == 0x2605 || cp == 0x2606 ||
            cp == 0x203b) &&
           (script_of(before) == SCRIPT_EAST ||
            script_of(after) == SCRIPT_EAST);
}

/* How well a character that is not ASCII goes with its neighbours; at most 1. */
static double weigh(uint32_t before, uint32_t cp, uint32_t after)
{
    enum script script = script_of(cp);
    enum script left = script_of(before);
    enum script right = script_of(after);

    if (script == SCRIPT_NONE)
        return is_typographic(cp) || is_eastern_mark(before, cp, after) ? 0.95
                                                                        : 0;
    if (script == SCRIPT_EAST || script == SCRIPT_THAI ||
        script == SCRIPT_ARABIC || script == SCRIPT_HEBREW)
        return left == SCRIPT_LATIN || right == SCRIPT_LATIN ? 0.7 : 0.95;
    if ((left && left != script) || (right && right != script))
        return 0;
    if (is_upper(cp) && left && !is_upper(before))
        return ANOMALY;
    if (!left && !right)
        return ALONE;
    if (script == SCRIPT_CYRILLIC)
        return is_among(to_lower(cp), common_cyrillic) ? 1 : 0.8;
    return script == SCRIPT_LATIN ? 1 : 0.95;
}

static void count_letter(struct plausibility *p, uint32_t letter)
{
    for (size_t i = 0; i < p->n_letters; i++) {
        if (p->letters[i].letter == letter) {
            p->letters[i].n++;
            return;
        }
    }
    if (p->n_letters == PLAUSIBLE_LETTERS) {
        p->wrong++; /* more than any alphabet has */
        return;
    }
    p->letters[p->n_letters].letter = letter;
    p->letters[p->n_letters++].n = 1;
}

static bool has_alphabet(uint32_t cp)
{
    enum script script = script_of(cp);

    return script == SCRIPT_LATIN || script == SCRIPT_GREEK ||
           script == SCRIPT_CYRILLIC || script == SCRIPT_HEBREW ||
           script == SCRIPT_ARABIC;
}

static void add_character(struct plausibility *p, uint32_t before, uint32_t cp,
                          uint32_t after)
{
    p->characters++;
    p->sum += weigh(before, cp, after);
    if (has_alphabet(cp))
        count_letter(p, to_lower(cp));
    else if (script_of(cp) == SCRIPT_EAST)
        p->wrong += !is_used(p, cp);
    else if (script_of(cp) == SCRIPT_NONE &&
             !is_eastern_mark(before, cp, after)) {
        bool inside =
            is_letter(before) && is_letter(after) && !is_inside_words(cp);

        p->wrong += inside || !is_typographic(cp);
        p->wrong_inside += inside;
    }
}

void plausible_add(struct plausibility *p, struct str s)
{
    uint32_t before = ' ';
    uint32_t cp = s.n ? next_char(&s) : 0;

    while (cp) {
        uint32_t after = s.n ? next_char(&s) : 0;

        p->hash = (p->hash ^ cp) * UINT64_C(1099511628211);
        if (cp >= 0x80)
            add_character(p, before, cp, after ? after : ' ');
        p->ascii += cp < 0x80;
        p->line_ends += cp == '\n' || cp == '\r';
        p->controls += cp < 0x20 && !(cp >= '\t' && cp <= '\r') && cp != 0x1b &&
                       cp != 0x1a;
        p->c1_controls += cp >= 0x7f && cp < 0xa0;
        before = cp;
        cp = after;
    }
}

/* ---- languages ---- */

/* How many of the letters that are not covered yet a language has; and, to
 * `take` it, cover them. */
static size_t cover(const struct plausibility *p, const char *alphabet,
                    bool covered[PLAUSIBLE_LETTERS], bool take)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_letters; i++) {
        if (covered[i] || !is_among(p->letters[i].letter, alphabet))
            continue;
        n += p->letters[i].n;
        covered[i] |= take;
    }
    return n;
}

static const char *best_language(const struct plausibility *p,
                                 bool covered[PLAUSIBLE_LETTERS])
{
    const char *best = NULL;
    size_t most = 0;

    for (size_t i = 0; letters_of_languages[i]; i++) {
        size_t n = cover(p, letters_of_languages[i], covered, false);

        if (n > most) {
            most = n;
            best = letters_of_languages[i];
        }
    }
    return best;
}

/* Is it one of Cyrillic letters? Few tables have several languages of those. */
static double price_of(const char *alphabet)
{
    struct str s = str_from(alphabet);

    return script_of(next_char(&s)) == SCRIPT_CYRILLIC ? CYRILLIC_PRICE
                                                       : LANGUAGE_PRICE;
}

/* Of Cyrillic letters a third to a half are vowels in every language; random
 * ones, as of Georgian in KOI8, are not. */
static double vowel_price(const struct plausibility *p)
{
    size_t all = 0;
    size_t vowels = 0;
    double share;

    for (size_t i = 0; i < p->n_letters; i++) {
        uint32_t letter = p->letters[i].letter;

        if (script_of(letter) != SCRIPT_CYRILLIC)
            continue;
        all += p->letters[i].n;
        if (is_among(letter, "аеиоуыэюяіїєё"))
            vowels += p->letters[i].n;
    }
    if (all < MANY_LETTERS)
        return 0;
    share = (double)vowels / (double)all;
    return share < FEW_VOWELS    ? VOWEL_PRICE * (FEW_VOWELS - share)
           : share > MANY_VOWELS ? VOWEL_PRICE * (share - MANY_VOWELS)
                                 : 0;
}

double plausible_score(const struct plausibility *p)
{
    const double n = p->characters ? (double)p->characters : 1;
    bool covered[PLAUSIBLE_LETTERS] = {false};
    double price = vowel_price(p);
    size_t letters = 0;
    size_t known = 0;

    for (size_t i = 0; i < p->n_letters; i++)
        letters += p->letters[i].n;
    for (int i = 0; i < LANGUAGES && known < letters; i++) {
        const char *language = best_language(p, covered);
        double more = 0;

        if (language)
            more = (double)cover(p, language, covered, false);
        /* another language is worth what it explains */
        if (!language ||
            (i > 0 && WRONG_PRICE * more / n <= price_of(language)))
            break;
        known += cover(p, language, covered, true);
        price += i > 0 ? price_of(language) : 0;
    }
    price += WRONG_PRICE * (double)(letters - known + p->wrong) / n;
    price += INSIDE_PRICE * (double)p->wrong_inside / n;
    return p->sum / n - price;
}

/* ---- common characters of the Far East ---- */

struct rows {
    const char *encoding;
    unsigned char first, last; /* lead bytes */
    unsigned char ranges[4];   /* of trail bytes, two */
};

/* The character of two bytes, as a bit. */
static void mark_pair(struct charset *cs, const char pair[2],
                      uint64_t set[1024])
{
    char out[DECODE_ROOM(2)];
    size_t made = 0;
    bool bad = false;
    struct str text;

    charset_reset(cs);
    (void)charset_decode(cs, (struct str){pair, 2}, true, out, &made, &bad);
    for (text = (struct str){out, bad ? 0 : made}; text.n;) {
        uint32_t cp = next_char(&text);

        if (cp < 0x10000)
            set[cp / 64] |= UINT64_C(1) << (cp % 64);
    }
}

static void mark(const struct rows *r, uint64_t set[1024])
{
    struct charset cs;
    struct error ignored;

    if (charset_open(&cs, r->encoding, &ignored))
        return;
    for (unsigned lead = r->first; lead <= r->last; lead++)
        for (unsigned k = 0; k < 4 && r->ranges[k]; k += 2)
            for (unsigned trail = r->ranges[k]; trail <= r->ranges[k + 1];
                 trail++) {
                const char pair[2] = {(char)lead, (char)trail};

                mark_pair(&cs, pair, set);
            }
    charset_close(&cs);
}

static struct plausible_common common;

static void make_common(void)
{
    static const struct rows gb_2312 = {"gb18030", 0xb0, 0xd7, {0xa1, 0xfe}};
    static const struct rows big5 = {
        "big5", 0xa4, 0xc6, {0x40, 0x7e, 0xa1, 0xfe}};
    static const struct rows jis = {
        "shift_jis", 0x88, 0x98, {0x40, 0x7e, 0x80, 0xfc}};

    static const struct rows ks_x_1001 = {
        "windows-949", 0xb0, 0xc8, {0xa1, 0xfe}};

    mark(&ks_x_1001, common.korean);
    mark(&gb_2312, common.chinese);
    mark(&big5, common.chinese);
    mark(&jis, common.japanese);
}

const struct plausible_common *plausible_common(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, make_common);
    return &common;
}
