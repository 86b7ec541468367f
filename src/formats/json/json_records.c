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
        if (r->inner)
            return true;
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
    if (r->inner && r->ended)
        return JSON_STEP_END;
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

#define LIST_DEPTH 2 /* the members of an object, and theirs */

/* Lists of objects that were found. */
struct lists {
    size_t begin, end; /* of the first */
    size_t n;
};

/* Are the first two elements of a list objects? */
static bool has_objects(struct str list)
{
    size_t at = skip_space(list, 1);

    if (at >= list.n || list.p[at] != '{')
        return false;
    at = skip_space(list, skip_value(list, at));
    if (at >= list.n || list.p[at] != ',')
        return false;
    at = skip_space(list, at + 1);
    return at < list.n && list.p[at] == '{';
}

/* Where the value of the next member begins; text.n: there is none any more. */
static size_t next_value(struct str text, size_t at)
{
    at = skip_space(text, at);
    if (at < text.n && text.p[at] == ',')
        at = skip_space(text, at + 1);
    if (at >= text.n || text.p[at] != '"')
        return text.n;
    at = skip_space(text, skip_string(text, at));
    if (at >= text.n || text.p[at] != ':')
        return text.n;
    at = skip_space(text, at + 1);
    return at < text.n ? at : text.n;
}

/* The lists of objects so deep in the object at `from`. */
static void find_lists(struct str text, size_t from, unsigned depth,
                       struct lists *out)
{
    size_t at = next_value(text, from + 1);

    while (at < text.n) {
        const size_t end = skip_value(text, at);

        if (end > text.n || end == at)
            return;
        if (depth == 1 && text.p[at] == '[' &&
            has_objects(str_slice(text, at, end)) && out->n++ == 0) {
            out->begin = at;
            out->end = end;
        } else if (depth > 1 && text.p[at] == '{') {
            find_lists(text, at, depth - 1, out);
        }
        at = next_value(text, end);
    }
}

bool json_records_list(struct str object, size_t *begin, size_t *end)
{
    struct lists found = {0};

    for (unsigned depth = 1; depth <= LIST_DEPTH && found.n == 0; depth++)
        find_lists(object, skip_space(object, 0), depth, &found);
    *begin = found.begin;
    *end = found.end;
    return found.n == 1;
}
