/*
 * The words of JSON, RFC 8259 sections 3, 6 and 7.
 *
 * Positions are not counted while reading: an error knows its byte offset and
 * line and column are counted from it, once. A message names what is wrong
 * and what to write instead, and never quotes the text.
 */
#include "base/json_lex.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct srcpos json_pos(const struct json_lex *x, size_t at)
{
    struct srcpos pos = {.line = 1, .column = 1, .offset = at};

    for (size_t i = 0; i < at; i++) {
        bool crlf = x->text.p[i] == '\r' && i + 1 < x->text.n &&
                    x->text.p[i + 1] == '\n';

        pos.column++;
        if (x->text.p[i] == '\n' || (x->text.p[i] == '\r' && !crlf)) {
            pos.line++;
            pos.column = 1;
        }
    }
    return pos;
}

enum err json_bad(const struct json_lex *x, size_t at, const char *fmt, ...)
{
    char msg[sizeof(x->e->msg)];
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(msg, sizeof(msg), fmt, ap);
    va_end(ap);
    return error_at(x->e, ERR_VALIDATION_FAILED, json_pos(x, at), "%s", msg);
}

static int byte_at(const struct json_lex *x, size_t at)
{
    return at < x->text.n ? (unsigned char)x->text.p[at] : -1;
}

/* A word of eight times this byte. */
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Bytes from `i` on that end no string, escape nothing and are plain ASCII. */
static size_t plain_run(struct str s, size_t i)
{
    size_t start = i;
    uint64_t word;

    for (; i + sizeof(word) <= s.n; i += sizeof(word)) {
        uint64_t quote;
        uint64_t slash;

        memcpy(&word, s.p + i, sizeof(word));
        quote = word ^ EACH('"');
        slash = word ^ EACH('\\');
        /* A borrow may mark a byte too many, never one too few. */
        if ((word | (word - EACH(0x20)) | (quote - EACH(1)) |
             (slash - EACH(1))) &
            EACH(0x80))
            break;
    }
    return i - start;
}

/* What the content of a string needs before it can be used. */
struct content {
    size_t end;   /* its closing quote */
    bool escapes; /* to be decoded */
    bool wide;    /* to be checked for UTF-8 */
};

/* The string whose content begins at x->at. */
static enum err find_end(const struct json_lex *x, struct content *s)
{
    size_t i = x->at + plain_run(x->text, x->at);
    int c;

    for (; (c = byte_at(x, i)) != '"'; i++) {
        if (c < 0)
            return json_bad(x, x->at - 1,
                            "a string is never closed; end it with '\"'");
        if (c < 0x20)
            return json_bad(x, i,
                            "a string holds the control character U+%04X; "
                            "write it as \\u%04x",
                            (unsigned)c, (unsigned)c);
        if (c == '\\') {
            s->escapes = true;
            i += i + 1 < x->text.n; /* whatever it is, it closes nothing */
        }
        s->wide = s->wide || c >= 0x80;
    }
    s->end = i;
    return OK;
}

/* The four digits at `at`, or -1. */
static int32_t four_hex(const struct json_lex *x, size_t at)
{
    int32_t v = 0;

    for (size_t i = at; i < at + 4; i++) {
        int digit = i < x->text.n ? str_hex_value(x->text.p[i]) : -1;

        if (digit < 0)
            return -1;
        v = v * 16 + digit;
    }
    return v;
}

/* \uXXXX or a pair of them; x->at stands on the backslash. */
static enum err read_unicode(struct json_lex *x, char **to)
{
    int32_t high = four_hex(x, x->at + 2);
    uint32_t cp = (uint32_t)high;
    size_t used = 6;

    if (high < 0)
        return json_bad(x, x->at, "\\u needs four hexadecimal digits");
    if (high >= 0xd800 && high <= 0xdfff) {
        int32_t low = -1;

        if (byte_at(x, x->at + 6) == '\\' && byte_at(x, x->at + 7) == 'u')
            low = four_hex(x, x->at + 8);
        if (high > 0xdbff || low < 0xdc00 || low > 0xdfff)
            return json_bad(x, x->at,
                            "\\u%04x is half of a surrogate pair; write both "
                            "halves or the character itself",
                            (unsigned)high);
        cp = 0x10000 + ((cp - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
        used = 12;
    }
    *to += utf8_encode(cp, *to);
    x->at += used;
    return OK;
}

/* One escape; x->at stands on the backslash. */
static enum err read_escape(struct json_lex *x, char **to)
{
    static const char from[] = "\"\\/bfnrt";
    static const char means[] = "\"\\/\b\f\n\r\t";
    int c = byte_at(x, x->at + 1);
    const char *hit = c > 0 ? strchr(from, c) : NULL;

    if (c == 'u')
        return read_unicode(x, to);
    if (!hit)
        return json_bad(x, x->at,
                        "no such escape; use \\\" \\\\ \\/ \\b \\f \\n \\r \\t "
                        "or \\uXXXX");
    *(*to)++ = means[hit - from];
    x->at += 2;
    return OK;
}

/* Decode up to the closing quote at `end` into `to`, which is large enough. */
static enum err decode(struct json_lex *x, size_t end, char **to)
{
    enum err rc = OK;

    while (rc == OK && x->at < end) {
        struct str rest = str_slice(x->text, x->at, end);
        size_t run = str_find_char(rest, '\\');

        memcpy(*to, rest.p, run);
        *to += run;
        x->at += run;
        if (run < rest.n)
            rc = read_escape(x, to);
    }
    return rc;
}

/* Bytes from..to of the text with a NUL after them, where they may stay. */
static enum err keep(const struct json_lex *x, size_t from, size_t to,
                     struct str *out)
{
    if (!x->copy)
        return str_dup(str_slice(x->text, from, to), x->a, out, x->e);
    x->copy[to] = '\0';
    *out = (struct str){x->copy + from, to - from};
    return OK;
}

enum err json_lex_string(struct json_lex *x, struct str *out)
{
    struct content s = {0};
    struct str raw;
    size_t valid;
    enum err rc;
    char *start;
    char *to;

    x->at++;
    rc = find_end(x, &s);
    if (rc != OK)
        return rc;
    raw = str_slice(x->text, x->at, s.end);
    valid = s.wide || s.escapes ? utf8_valid_prefix(raw) : raw.n;
    if (valid < raw.n)
        return json_bad(x, x->at + valid,
                        "this byte is not UTF-8; save the text as UTF-8");
    rc = keep(x, x->at, s.end, out);
    if (rc == OK && s.escapes) {
        start = (char *)out->p; /* ours; decoding only shortens */
        to = start;
        rc = decode(x, s.end, &to);
        *to = '\0';
        out->n = (size_t)(to - start);
    }
    x->at = s.end + 1;
    return rc;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static size_t skip_digits(const struct json_lex *x, size_t at)
{
    while (is_digit(byte_at(x, at)))
        at++;
    return at;
}

/* The part after the integer: [.digits][e[+-]digits]; *end is where it ends. */
static enum err skip_fraction(const struct json_lex *x, size_t *end)
{
    size_t i = *end;
    int c;

    if (byte_at(x, i) == '.') {
        if (!is_digit(byte_at(x, ++i)))
            return json_bad(x, i, "a digit must follow the '.' of a number");
        i = skip_digits(x, i);
    }
    c = byte_at(x, i);
    if (c == 'e' || c == 'E') {
        c = byte_at(x, ++i);
        if (c == '+' || c == '-')
            i++;
        if (!is_digit(byte_at(x, i)))
            return json_bad(x, i, "a digit must follow the 'e' of a number");
        i = skip_digits(x, i);
    }
    *end = i;
    return OK;
}

static enum err read_number(struct json_lex *x, struct json *j)
{
    size_t start = x->at;
    size_t i = start + (byte_at(x, start) == '-');
    bool zero = byte_at(x, i) == '0';
    enum err rc;

    if (!is_digit(byte_at(x, i)))
        return json_bad(x, i, "a digit must follow the '-' of a number");
    i++;
    if (zero && is_digit(byte_at(x, i)))
        return json_bad(x, i - 1,
                        "a number begins with 0; remove the leading zeros, or "
                        "write a string");
    i = skip_digits(x, i);
    rc = skip_fraction(x, &i);
    if (rc != OK)
        return rc;
    j->type = JSON_NUMBER;
    x->at = i;
    return keep(x, start, i, &j->text);
}

/* Why no value begins here: the mistakes that people and programs make. */
static enum err no_value(const struct json_lex *x)
{
    static const struct {
        const char *starts;
        const char *advice;
    } known[] = {
        {"NaN", "NaN is not JSON; write null or a string"},
        {"Infinity", "Infinity is not JSON; write null or a string"},
        {"-Infinity", "Infinity is not JSON; write null or a string"},
        {"undefined", "undefined is not JSON; write null"},
        {"None", "None is not JSON; write null"},
        {"True", "True is not JSON; write true"},
        {"False", "False is not JSON; write false"},
        {"'", "a string needs double quotes"},
        {"/", "JSON has no comments; remove it"},
        {"#", "JSON has no comments; remove it"},
        {"+", "a number has no '+' sign; remove it"},
        {".", "a number needs a digit before the '.'"},
        {"\xef\xbb\xbf", "a byte-order mark is not JSON; remove it"},
        {",", "a value is missing before ','"},
        {"]", "a value is missing before ']'"},
        {"}", "a value is missing before '}'"},
    };
    struct str rest = str_slice(x->text, x->at, x->text.n);

    if (rest.n == 0)
        return json_bad(x, x->at, "the text ends where a value must be");
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (str_starts(rest, str_from(known[i].starts)))
            return json_bad(x, x->at, "%s", known[i].advice);
    }
    return json_bad(x, x->at,
                    "no value begins here; write a string in double quotes, a "
                    "number, true, false, null, '[' or '{'");
}

enum err json_lex_scalar(struct json_lex *x, struct json *j)
{
    static const struct {
        const char *word;
        enum json_type type;
    } words[] = {
        {"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    struct str rest = str_slice(x->text, x->at, x->text.n);
    int c = byte_at(x, x->at);

    if (c == '"') {
        j->type = JSON_STRING;
        return json_lex_string(x, &j->text);
    }
    if (is_digit(c) || (c == '-' && !str_starts(rest, STR("-Infinity"))))
        return read_number(x, j);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct str word = str_from(words[i].word);

        if (str_starts(rest, word)) {
            j->type = words[i].type;
            x->at += word.n;
            return OK;
        }
    }
    return no_value(x);
}
