#include "search/lexical/token.h"

#include "base/text/fold.h"
#include "base/utf8.h"

#include <stdint.h>

enum char_kind { KIND_OTHER, KIND_WORD, KIND_DIGIT, KIND_CJK, KIND_JOIN };

/* Of ASCII; a table, as most texts are little else. */
static const uint8_t ascii_kind[128] = {
    ['0'] = KIND_DIGIT, ['1'] = KIND_DIGIT, ['2'] = KIND_DIGIT,
    ['3'] = KIND_DIGIT, ['4'] = KIND_DIGIT, ['5'] = KIND_DIGIT,
    ['6'] = KIND_DIGIT, ['7'] = KIND_DIGIT, ['8'] = KIND_DIGIT,
    ['9'] = KIND_DIGIT, ['_'] = KIND_JOIN,  ['-'] = KIND_JOIN,
    ['.'] = KIND_JOIN,  ['/'] = KIND_JOIN,  ['\\'] = KIND_JOIN,
    [':'] = KIND_JOIN,  ['@'] = KIND_JOIN,  ['\''] = KIND_JOIN,
    [','] = KIND_JOIN,
};

/* What is at `at`, and its bytes in *len. */
static enum char_kind kind_at(struct str s, size_t at, size_t *len)
{
    unsigned char c;
    uint32_t cp;

    *len = 1;
    if (at >= s.n)
        return KIND_OTHER;
    c = (unsigned char)s.p[at];
    if (c < 0x80) {
        if ((c | 32) >= 'a' && (c | 32) <= 'z')
            return KIND_WORD;
        return (enum char_kind)ascii_kind[c];
    }
    *len = utf8_length(str_slice(s, at, at + 4));
    if (*len == 0) {
        *len = 1;
        return KIND_OTHER;
    }
    cp = utf8_decode(s.p + at, *len);
    switch (text_classify(cp)) {
    case TEXT_CLASS_LETTER:
    case TEXT_CLASS_MARK: return KIND_WORD;
    case TEXT_CLASS_DIGIT: return KIND_DIGIT;
    case TEXT_CLASS_CJK: return KIND_CJK;
    default: return cp == 0x2019 ? KIND_JOIN : KIND_OTHER;
    }
}

static bool is_run(enum char_kind k)
{
    return k == KIND_WORD || k == KIND_DIGIT;
}

static bool is_digit_at(struct str s, size_t at)
{
    return at < s.n && s.p[at] >= '0' && s.p[at] <= '9';
}

/* Do exactly three digits occur at `at`? */
static bool is_group(struct str s, size_t at)
{
    return is_digit_at(s, at) && is_digit_at(s, at + 1) &&
           is_digit_at(s, at + 2) && !is_digit_at(s, at + 3);
}

/* The end of what joins at `at`, or `at` when nothing goes on after it. */
static size_t joined_to(struct str s, size_t at, enum char_kind before)
{
    size_t to = at;
    size_t len;
    enum char_kind after;

    if (kind_at(s, at, &len) != KIND_JOIN)
        return at;
    to += len;
    while (to < s.n && s.p[at] == '_' && s.p[to] == '_')
        to++;
    after = kind_at(s, to, &len);
    if (s.p[at] == ',')
        return before == KIND_DIGIT && is_group(s, to) ? to : at;
    return is_run(after) ? to : at;
}

/* The end of the token that starts at `from` with a letter or digit. */
static size_t word_end(struct str s, size_t from)
{
    enum char_kind kind = KIND_WORD;
    size_t at = from;
    size_t len;

    for (;;) {
        enum char_kind k = kind_at(s, at, &len);
        size_t to;

        if (is_run(k)) {
            if (at + len - from > TOKEN_MAX_BYTES)
                return at;
            at += len;
            kind = k;
            continue;
        }
        to = joined_to(s, at, kind);
        if (to == at || to + 4 - from > TOKEN_MAX_BYTES)
            return at;
        at = to;
    }
}

bool token_next(struct token_scanner *s, struct token *out)
{
    size_t len;

    while (s->at < s->text.n) {
        size_t from = s->at;
        enum char_kind k = kind_at(s->text, from, &len);

        if (!is_run(k) && k != KIND_CJK) {
            s->at += len;
            continue;
        }
        *out = (struct token){.offset = from, .is_cjk = k == KIND_CJK};
        s->at = out->is_cjk ? from + len : word_end(s->text, from);
        out->raw = str_slice(s->text, from, s->at);
        if (out->is_cjk && kind_at(s->text, s->at, &len) == KIND_CJK)
            out->pair_n = s->at - from + len;
        return true;
    }
    return false;
}
