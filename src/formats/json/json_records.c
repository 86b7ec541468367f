#include "formats/json/json_records.h"

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(struct str text, size_t at)
{
    while (at < text.n && is_space(text.p[at]))
        at++;
    return at;
}

bool json_records_begin(struct str text, struct json_records *r)
{
    size_t at = skip_space(text, 0);

    *r = (struct json_records){0};
    if (at < text.n && text.p[at] == '[') {
        r->array = true;
        at = skip_space(text, at + 1);
    }
    return at < text.n && text.p[at] == '{';
}

/* The byte after the string that begins at `at`; text.n + 1 when it is cut. */
static size_t skip_string(struct str text, size_t at)
{
    for (at++; at < text.n; at++) {
        if (text.p[at] == '\\')
            at++;
        else if (text.p[at] == '"')
            return at + 1;
    }
    return text.n + 1;
}

/* The byte after the value that begins at `at`; text.n + 1 when it is cut. */
static size_t skip_value(struct str text, size_t at)
{
    size_t depth = 0;

    while (at < text.n) {
        char c = text.p[at];

        if (c == '"') {
            at = skip_string(text, at);
            if (depth == 0 || at > text.n)
                return at;
            continue;
        }
        if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            if (depth == 0)
                return at; /* of an array around; not of this value */
            if (--depth == 0)
                return at + 1;
        } else if (depth == 0 && (c == ',' || is_space(c))) {
            return at;
        }
        at++;
    }
    return text.n + 1;
}

/* Past what may stand between records; false where it may not. */
static bool skip_between(struct json_records *r, struct str text, size_t *at)
{
    *at = skip_space(text, *at);
    if (*at == text.n)
        return true;
    if (r->array && !r->started) {
        r->started = true;
        *at = skip_space(text, *at + 1);
    }
    if (!r->array || *at == text.n)
        return true;
    if (text.p[*at] == ']' && !r->ended) {
        r->ended = true;
        *at = skip_space(text, *at + 1);
        return *at == text.n;
    }
    if (r->ended)
        return false;
    if (r->comma) {
        if (text.p[*at] != ',')
            return false;
        *at = skip_space(text, *at + 1);
    }
    return true;
}

enum json_step json_records_next(struct json_records *r, struct str text,
                                 size_t from, bool more, size_t *begin,
                                 size_t *end)
{
    const struct json_records before = *r;
    bool fits;

    *begin = from;
    fits = skip_between(r, text, begin);
    *end = *begin;
    if (!fits)
        return JSON_STEP_BROKEN;
    if (*begin == text.n && more) {
        *r = before;
        return JSON_STEP_STARVED;
    }
    if (*begin == text.n)
        return r->array && !r->ended ? JSON_STEP_BROKEN : JSON_STEP_END;
    *end = skip_value(text, *begin);
    if (*end > text.n || (*end == text.n && more)) {
        if (more) {
            *r = before;
            return JSON_STEP_STARVED;
        }
        *end = text.n; /* a number or word may end with the text */
    }
    if (*end == *begin)
        return JSON_STEP_BROKEN;
    r->comma = true;
    return JSON_STEP_RECORD;
}
