/* json_lex_item.c - what is around the words: keys, commas, ends. */
#include "base/json_lex.h"

enum err json_lex_key(struct json_lex *x, struct str *key)
{
    if (json_peek(x) != '"')
        return json_bad(x, x->at,
                        "a key is missing; write it in double quotes");
    return json_lex_string(x, key);
}

enum err json_lex_again(const struct json_lex *x, size_t at)
{
    return json_bad(x, at,
                    "this key is in the object already; remove or rename one "
                    "of them");
}

enum err json_lex_colon(struct json_lex *x)
{
    if (json_peek(x) != ':')
        return json_bad(x, x->at, "':' is missing after a key");
    x->at++;
    return OK;
}

static char end_of(const struct json_open *o)
{
    return o->object ? '}' : ']';
}

/* Neither a comma nor the end came after an item. */
static enum err not_closed(const struct json_lex *x, const struct json_open *o)
{
    struct srcpos opened = json_pos(x, o->opened);
    const char *what = o->object ? "object" : "array";

    if (x->at < x->text.n)
        return json_bad(x, x->at,
                        "',' or '%c' is missing after an item of the %s",
                        end_of(o), what);
    return json_bad(x, x->at,
                    "the %s that opens at line %llu, column %llu is never "
                    "closed; end it with '%c'",
                    what, (unsigned long long)opened.line,
                    (unsigned long long)opened.column, end_of(o));
}

enum err json_lex_item(struct json_lex *x, const struct json_open *o,
                       bool *closed)
{
    int c = json_peek(x);
    size_t comma = x->at;

    *closed = c == end_of(o);
    if (*closed) {
        x->at++;
        return OK;
    }
    if (!o->first && c == ',') {
        x->at++;
        c = json_peek(x);
        if (c == end_of(o))
            return json_bad(x, comma, "remove the ',' before '%c'", end_of(o));
    } else if (!o->first) {
        c = -1;
    }
    return c < 0 ? not_closed(x, o) : OK;
}

enum err json_lex_end(struct json_lex *x)
{
    if (json_peek(x) < 0)
        return OK;
    return json_bad(x, x->at,
                    "text follows the value; only one value is allowed");
}
