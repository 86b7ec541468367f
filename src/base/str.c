#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

struct str str_from(const char *cstr)
{
    return (struct str){cstr, cstr ? strlen(cstr) : 0};
}

bool str_eq(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || (a.p && !memcmp(a.p, b.p, a.n)));
}

bool str_is(struct str a, const char *cstr)
{
    return str_eq(a, str_from(cstr));
}

void str_mark_nocase(uint8_t *set, char c, uint8_t mark)
{
    const bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';

    set[(unsigned char)c] |= mark;
    if (is_letter)
        set[(unsigned char)(c ^ 0x20)] |= mark;
}

bool str_eq_nocase(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || strncasecmp(a.p, b.p, a.n) == 0);
}

/* Of a word or a name: any byte that is not ASCII is. */
static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || c == '_' || (unsigned char)c >= 0x80;
}

bool str_has_word(struct str text, struct str word)
{
    if (!text.p || !word.p) /* as an empty one may be */
        return false;
    for (size_t i = 0; word.n && i + word.n <= text.n; i++) {
        const size_t end = i + word.n;

        if (str_eq_nocase(str_slice(text, i, end), word) &&
            (i == 0 || !is_word_byte(text.p[i - 1])) &&
            (end == text.n || !is_word_byte(text.p[end])))
            return true;
    }
    return false;
}

int str_cmp(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int c = n ? memcmp(a.p, b.p, n) : 0;

    return c ? c : (a.n > b.n) - (a.n < b.n);
}

bool str_starts(struct str a, struct str prefix)
{
    return a.n >= prefix.n && str_eq(str_slice(a, 0, prefix.n), prefix);
}

bool str_ends(struct str a, struct str suffix)
{
    return a.n >= suffix.n && str_eq(str_slice(a, a.n - suffix.n, a.n), suffix);
}

struct str str_slice(struct str a, size_t from, size_t to)
{
    size_t end = to < a.n ? to : a.n;
    size_t start = from < end ? from : end;

    return (struct str){a.p ? a.p + start : NULL, end - start};
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct str str_trim(struct str a)
{
    while (a.n && is_space(a.p[0]))
        a = str_slice(a, 1, a.n);
    while (a.n && is_space(a.p[a.n - 1]))
        a.n--;
    return a;
}

size_t str_find_char(struct str a, char c)
{
    const char *hit = a.n ? memchr(a.p, c, a.n) : NULL;

    return hit ? (size_t)(hit - a.p) : a.n;
}

size_t str_find(struct str a, struct str needle)
{
    const char *hit;

    if (needle.n == 0)
        return 0;
    hit = a.n ? memmem(a.p, a.n, needle.p, needle.n) : NULL;
    return hit ? (size_t)(hit - a.p) : a.n;
}

struct str str_after_last(struct str a, char c)
{
    size_t at = a.n;

    while (at > 0 && a.p[at - 1] != c)
        at--;
    return str_slice(a, at, a.n);
}

bool str_in(struct str a, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_is(a, list[i]))
            return true;
    }
    return false;
}

int str_hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

enum err str_parse_u64(struct str a, uint64_t max, uint64_t *out,
                       struct error *e)
{
    uint64_t v = 0;

    if (a.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "a number is missing");
    for (size_t i = 0; i < a.n; i++) {
        uint64_t digit = (uint64_t)(a.p[i] - '0');

        if (a.p[i] < '0' || a.p[i] > '9')
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'%.*s' is not a whole number", STR_FMT(a));
        if (digit > max || v > (max - digit) / 10)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'%.*s' is too large: the limit is %llu",
                             STR_FMT(a), (unsigned long long)max);
        v = v * 10 + digit;
    }
    *out = v;
    return OK;
}

char *str_cstr(struct str s, struct arena *a, struct error *e)
{
    char *copy = arena_alloc(a, s.n + 1, e);

    if (copy && s.n)
        memcpy(copy, s.p, s.n);
    return copy;
}

enum err str_dup(struct str s, struct arena *a, struct str *out,
                 struct error *e)
{
    char *copy = str_cstr(s, a, e);

    if (!copy)
        return e->code;
    *out = (struct str){copy, s.n};
    return OK;
}

enum err str_printf(struct arena *a, struct str *out, struct error *e,
                    const char *fmt, ...)
{
    va_list ap;
    va_list again;
    char *text = NULL;
    int n;

    va_start(ap, fmt);
    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, ap);
    BUG_ON(n < 0);
    text = arena_alloc(a, (size_t)n + 1, e);
    if (text) {
        (void)vsnprintf(text, (size_t)n + 1, fmt, again);
        *out = (struct str){text, (size_t)n};
    }
    va_end(again);
    va_end(ap);
    return text ? OK : e->code;
}
