#include "search/chunks/measure.h"

#include "base/utf8.h"

#define LETTERS_A_TOKEN 6
#define DIGITS_A_TOKEN  3

enum kind { SPACE, LETTER, DIGIT, SINGLE };

/* One character, and whether a text may be cut after it. */
struct character {
    size_t bytes;
    enum kind kind;
    bool ends_line;
    bool ends_sentence;
};

static bool is_cjk(uint32_t cp)
{
    return (cp >= 0x3040 && cp <= 0x30ff) || (cp >= 0x3400 && cp <= 0x4dbf) ||
           (cp >= 0x4e00 && cp <= 0x9fff) || (cp >= 0xac00 && cp <= 0xd7a3) ||
           (cp >= 0xf900 && cp <= 0xfaff) || (cp >= 0x20000 && cp <= 0x3ffff);
}

static enum kind kind_of(uint32_t cp)
{
    if (cp <= 0x20 || cp == 0xa0 || cp == 0x3000)
        return SPACE;
    if (cp >= '0' && cp <= '9')
        return DIGIT;
    if (cp < 0x80)
        return (cp | 0x20) >= 'a' && (cp | 0x20) <= 'z' ? LETTER : SINGLE;
    if (is_cjk(cp) || (cp >= 0x2000 && cp <= 0x303f) || cp >= 0x1f000)
        return SINGLE;
    return LETTER;
}

/* U+3002 and its like end a sentence by themselves; '.' does before a space. */
static bool ends_sentence(uint32_t cp, struct str rest)
{
    if (cp == 0x3002 || cp == 0xff01 || cp == 0xff1f)
        return true;
    return (cp == '.' || cp == '!' || cp == '?') &&
           (rest.n == 0 || (unsigned char)rest.p[0] <= 0x20);
}

static struct character next(struct str s)
{
    bool is_ascii = (unsigned char)s.p[0] < 0x80; /* as nearly all is */
    size_t n = is_ascii ? 1 : utf8_length(s);
    uint32_t cp = is_ascii ? (unsigned char)s.p[0]
                  : n      ? utf8_decode(s.p, n)
                           : 0xfffd;
    struct character c = {.bytes = n ? n : 1, .kind = kind_of(cp)};

    c.ends_line = cp == '\n' || cp == '\r';
    c.ends_sentence = ends_sentence(cp, str_slice(s, c.bytes, s.n));
    return c;
}

/* Tokens so far, and how far the run of letters or digits is. */
struct counter {
    struct measure m;
    enum kind kind;
    size_t run;
};

static void count(struct counter *c, enum kind kind)
{
    size_t a_token = kind == LETTER ? LETTERS_A_TOKEN : DIGITS_A_TOKEN;

    c->run = kind == c->kind ? c->run + 1 : 0;
    c->kind = kind;
    c->m.characters++;
    if (kind == SINGLE || (kind != SPACE && c->run % a_token == 0))
        c->m.tokens++;
}

struct measure measure_text(struct str s)
{
    struct counter k = {.kind = SPACE};

    while (s.n > 0) {
        struct character c = next(s);

        count(&k, c.kind);
        s = str_slice(s, c.bytes, s.n);
    }
    return k.m;
}

bool measure_fits(struct str s, struct measure limit)
{
    struct measure m;

    if (s.n / 4 > limit.characters) /* no character has more bytes */
        return false;
    m = measure_text(s);
    return m.characters <= limit.characters && m.tokens <= limit.tokens;
}

/* The best place of each kind so far. */
struct cuts {
    size_t line, sentence, word, any;
};

/* A cut that leaves less than half is skipped for a worse one after it. */
static size_t best(const struct cuts *c)
{
    size_t half = c->any / 2;

    if (c->line > half)
        return c->line;
    if (c->sentence > half)
        return c->sentence;
    return c->word > half ? c->word : c->any;
}

size_t measure_cut(struct str s, struct measure limit)
{
    struct counter k = {.kind = SPACE};
    struct cuts cuts = {0};
    size_t at = 0;

    while (at < s.n) {
        struct character c = next(str_slice(s, at, s.n));

        count(&k, c.kind);
        if (at > 0 &&
            (k.m.tokens > limit.tokens || k.m.characters > limit.characters))
            return best(&cuts);
        at += c.bytes;
        cuts.any = at;
        if (c.ends_line)
            cuts.line = at;
        if (c.ends_sentence)
            cuts.sentence = at;
        if (c.kind != LETTER && c.kind != DIGIT)
            cuts.word = at;
    }
    return s.n;
}

/* Past the white space at `at`. */
static size_t skip_space(struct str s, size_t at)
{
    while (at < s.n && (unsigned char)s.p[at] <= 0x20)
        at++;
    return at;
}

size_t measure_tail(struct str s, size_t tokens)
{
    size_t all = measure_text(s).tokens;
    struct counter k = {.kind = SPACE};
    size_t word = s.n;
    size_t at = 0;

    while (at < s.n) {
        struct character c = next(str_slice(s, at, s.n));

        count(&k, c.kind);
        at += c.bytes;
        if (all - k.m.tokens > tokens)
            continue;
        if (c.ends_sentence || c.ends_line)
            return skip_space(s, at);
        if (word == s.n && c.kind == SPACE)
            word = skip_space(s, at);
    }
    return word;
}
