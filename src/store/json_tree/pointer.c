/* JSON Pointer, RFC 6901: "/" tokens, "~1" is '/', "~0" is '~'. */
#include "store/json_tree/pointer.h"

#include "base/percent.h"
#include "base/utf8.h"

#include <string.h>

static enum err bad(struct error *e, size_t at, const char *why)
{
    struct srcpos pos = {.line = 1, .column = at + 1, .offset = at};

    return error_at(e, ERR_VALIDATION_FAILED, pos, "%s", why);
}

/* Is this the text of a pointer? */
static enum err check(struct str text, size_t *tokens, struct error *e)
{
    size_t valid = utf8_valid_prefix(str_slice(text, 0, POINTER_MAX_BYTES + 4));

    *tokens = 0;
    if (text.n > POINTER_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the JSON Pointer is too long: the limit is %zu bytes",
                         POINTER_MAX_BYTES);
    if (text.n && text.p[0] != '/')
        return bad(e, 0, "a JSON Pointer begins with '/' or is empty");
    if (valid < text.n)
        return bad(e, valid, "this byte of a JSON Pointer is not UTF-8");
    for (size_t i = 0; i < text.n; i++) {
        char after = i + 1 < text.n ? text.p[i + 1] : '\0';

        *tokens += text.p[i] == '/';
        if (text.p[i] == '~' && after != '0' && after != '1')
            return bad(e, i,
                       "'~' in a JSON Pointer needs 0 or 1 after it; write ~0 "
                       "for '~' and ~1 for '/'");
    }
    if (*tokens > POINTER_MAX_TOKENS)
        return error_set(
            e, ERR_LIMIT,
            "the JSON Pointer has too many tokens: the limit is %zu",
            POINTER_MAX_TOKENS);
    return OK;
}

/* Decode one token, which check() has seen, into `to`; returns its end. */
static char *unescape(struct str raw, char *to)
{
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.p[i] == '~')
            *to++ = raw.p[++i] == '0' ? '~' : '/';
        else
            *to++ = raw.p[i];
    }
    return to;
}

enum err pointer_parse(struct str text, struct arena *a, struct pointer *p,
                       struct error *e)
{
    struct str rest = text;
    size_t n = 0;
    struct str *token;
    char *to;
    enum err rc = check(text, &n, e);

    if (rc != OK)
        return rc;
    token = arena_alloc_array(a, n, sizeof(*token), e);
    to = token ? arena_alloc(a, text.n, e) : NULL; /* a NUL for each '/' */
    if (!to)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        rest = str_slice(rest, 1, rest.n);
        token[i].p = to;
        to = unescape(str_slice(rest, 0, str_find_char(rest, '/')), to);
        token[i].n = (size_t)(to - token[i].p);
        *to++ = '\0';
        rest = str_slice(rest, str_find_char(rest, '/'), rest.n);
    }
    *p = (struct pointer){token, n};
    return OK;
}

/* Where byte `at` of the decoded text was in the encoded one. */
static size_t encoded_offset(struct str text, size_t at)
{
    size_t i = 0;

    for (; at; at--)
        i += text.p[i] == '%' ? 3 : 1;
    return i;
}

enum err pointer_parse_fragment(struct str text, struct arena *a,
                                struct pointer *p, struct error *e)
{
    size_t hash = text.n && text.p[0] == '#';
    struct str body = str_slice(text, hash, text.n);
    struct str decoded = {0};
    size_t at;
    char *to;
    enum err rc;

    if (text.n > 3 * POINTER_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the JSON Pointer is too long: the limit is %zu bytes",
                         POINTER_MAX_BYTES);
    to = arena_alloc(a, body.n, e);
    if (!to)
        return e->code;
    decoded.p = to;
    at = percent_decode(body, to, &decoded.n);
    if (at < body.n) {
        rc = bad(e, at,
                 "'%' needs two hexadecimal digits after it; write %25 "
                 "for '%' itself");
    } else {
        rc = pointer_parse(decoded, a, p, e);
        if (rc == ERR_VALIDATION_FAILED)
            e->pos.offset = encoded_offset(body, e->pos.offset);
    }
    if (rc == ERR_VALIDATION_FAILED) {
        e->pos.offset += hash;
        e->pos.column = e->pos.offset + 1;
    }
    return rc;
}

/* The text of a token as it is, or encoded for a fragment. */
static void put_token(struct str token, bool encoded, struct buf *out)
{
    size_t from = 0;

    buf_put_char(out, '/');
    for (size_t i = 0; i <= token.n; i++) {
        struct str run = str_slice(token, from, i);

        if (i < token.n && token.p[i] != '~' && token.p[i] != '/')
            continue;
        if (encoded)
            percent_put(run, "", out);
        else
            buf_put_str(out, run);
        if (i < token.n)
            buf_puts(out, token.p[i] == '~' ? "~0" : "~1");
        from = i + 1;
    }
}

void pointer_write_token(struct str token, struct buf *out)
{
    put_token(token, false, out);
}

void pointer_write(const struct pointer *p, struct buf *out)
{
    for (size_t i = 0; i < p->n; i++)
        pointer_write_token(p->token[i], out);
}

enum err pointer_text(const struct pointer *p, struct arena *a, struct str *out,
                      struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, 2 * POINTER_MAX_BYTES);
    pointer_write(p, &b);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

void pointer_write_fragment(const struct pointer *p, struct buf *out)
{
    for (size_t i = 0; i < p->n; i++)
        put_token(p->token[i], true, out);
}

bool pointer_is_prefix(const struct pointer *p, const struct pointer *q)
{
    if (p->n > q->n)
        return false;
    for (size_t i = 0; i < p->n; i++) {
        if (!str_eq(p->token[i], q->token[i]))
            return false;
    }
    return true;
}

bool pointer_eq(const struct pointer *p, const struct pointer *q)
{
    return p->n == q->n && pointer_is_prefix(p, q);
}

bool pointer_index(struct str token, size_t *index)
{
    size_t v = 0;

    if (token.n == 0 || (token.n > 1 && token.p[0] == '0'))
        return false;
    for (size_t i = 0; i < token.n; i++) {
        size_t digit = (size_t)(unsigned char)token.p[i] - '0';

        if (token.p[i] < '0' || token.p[i] > '9')
            return false;
        v = v > (SIZE_MAX - digit) / 10 ? SIZE_MAX : v * 10 + digit;
    }
    *index = v;
    return true;
}

/* The child of an array or object that a token names, or NULL. */
static const struct json *child_of(const struct json *parent, struct str token)
{
    const struct json *c = parent->first;
    size_t index;

    if (parent->type == JSON_OBJECT) {
        while (c && !str_eq(c->key, token))
            c = c->next;
        return c;
    }
    if (parent->type != JSON_ARRAY || !pointer_index(token, &index) ||
        index >= parent->count)
        return NULL;
    while (index--)
        c = c->next;
    return c;
}

const struct json *pointer_walk(const struct json *root,
                                const struct pointer *p, size_t *reached)
{
    const struct json *at = root;

    for (*reached = 0; *reached < p->n; (*reached)++) {
        const struct json *child = child_of(at, p->token[*reached]);

        if (!child)
            break;
        at = child;
    }
    return at;
}

enum err pointer_missing(const struct pointer *p, size_t at,
                         const struct json *parent, struct error *e)
{
    const char *why = "has no children";
    size_t index;

    if (parent->type == JSON_OBJECT)
        why = "has no such member";
    else if (parent->type == JSON_ARRAY && str_is(p->token[at], "-"))
        why = "is an array; '-' is the place after its last element, where "
              "only an edit can add";
    else if (parent->type == JSON_ARRAY && pointer_index(p->token[at], &index))
        why = "is an array with fewer elements";
    else if (parent->type == JSON_ARRAY)
        why = "is an array; its elements are named 0, 1, 2, ...";
    return error_set(e, ERR_NOT_FOUND,
                     "token %zu of %zu of the JSON Pointer names nothing: the "
                     "value there %s",
                     at + 1, p->n, why);
}

enum err pointer_get(const struct json *root, const struct pointer *p,
                     const struct json **found, struct error *e)
{
    size_t reached;
    const struct json *at = pointer_walk(root, p, &reached);

    if (reached < p->n)
        return pointer_missing(p, reached, at, e);
    *found = at;
    return OK;
}
