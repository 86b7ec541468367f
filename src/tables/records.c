#include "tables/records.h"

#include "base/json.h"
#include "store/json_tree/pointer.h"

static size_t skip_space(struct str s, size_t at)
{
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t' || s.p[at] == '\n' ||
                        s.p[at] == '\r'))
        at++;
    return at;
}

/* From an opening quote to after the closing one. */
static size_t skip_string(struct str s, size_t at)
{
    for (at++; at < s.n && s.p[at] != '"'; at++)
        at += s.p[at] == '\\';
    return at < s.n ? at + 1 : s.n;
}

/* From the first byte of a value to after its last. */
static size_t skip_value(struct str s, size_t at)
{
    size_t open = 0;

    while (at < s.n) {
        char c = s.p[at];

        if (c == '"') {
            at = skip_string(s, at);
            if (open == 0)
                return at;
            continue;
        }
        if (open == 0 && (c == ',' || c == '}' || c == ']'))
            return at; /* after a number or a name */
        open += c == '{' || c == '[';
        if (c == '}' || c == ']')
            open--;
        at++;
        if (open == 0 && (c == '}' || c == ']'))
            return at;
    }
    return at;
}

static bool stands(struct str s, size_t at, char c)
{
    return at < s.n && s.p[at] == c;
}

bool records_is_list(struct str json)
{
    size_t at = skip_space(json, 0);

    if (!stands(json, at, '['))
        return false;
    do {
        at = skip_space(json, at + 1);
        if (!stands(json, at, '{'))
            return false;
        at = skip_space(json, skip_value(json, at));
    } while (stands(json, at, ','));
    return stands(json, at, ']');
}

/* A member of an object: its key as JSON, its value, and where it ends. */
struct member {
    struct str key;
    struct str value;
    size_t end;
};

/* The next one after the brace or comma at `at`; false when there is none. */
static bool next_member(struct str s, size_t at, struct member *m)
{
    size_t key = skip_space(s, at + 1);
    size_t colon, value, end;

    if (!stands(s, key, '"'))
        return false;
    end = skip_string(s, key);
    colon = skip_space(s, end);
    m->key = str_slice(s, key, end);
    if (!stands(s, colon, ':'))
        return false;
    value = skip_space(s, colon + 1);
    end = skip_value(s, value);
    m->value = str_slice(s, value, end);
    m->end = skip_space(s, end);
    return true;
}

/* What is being found, and the members that lead to where it is looked for. */
struct search {
    struct records *out;
    struct arena *a;
};

static enum err note(struct search *x, struct str above, const struct member *m,
                     struct str *pointer, struct error *e)
{
    struct json *key;
    struct buf b;
    enum err rc = json_parse(m->key, &json_default_limits, x->a, &key, e);

    if (rc)
        return rc;
    buf_init(&b, POINTER_MAX_BYTES);
    buf_put_str(&b, above);
    pointer_write_token(json_text(key), &b);
    rc = str_dup(buf_str(&b), x->a, pointer, e);
    buf_release(&b);
    return rc;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as records_find() is asked */
static enum err search(struct search *x, struct str json, struct str above,
                       unsigned depth, struct error *e)
{
    size_t at = skip_space(json, 0);
    struct member m;
    enum err rc = OK;

    if (!stands(json, at, '{'))
        return OK;
    for (; !rc && next_member(json, at, &m); at = m.end) {
        struct str pointer;

        if (records_is_list(m.value)) {
            if (x->out->n == 0)
                x->out->value = m.value;
            if (x->out->n < RECORDS_LISTED)
                rc = note(x, above, &m, &x->out->pointer[x->out->n], e);
            x->out->n++;
        } else if (depth > 1 && stands(m.value, 0, '{')) {
            rc = note(x, above, &m, &pointer, e);
            if (!rc)
                rc = search(x, m.value, pointer, depth - 1, e);
        }
        if (!stands(json, m.end, ','))
            break;
    }
    return rc;
}

enum err records_find(struct str json, unsigned depth, struct arena *a,
                      struct records *out, struct error *e)
{
    struct search x = {.out = out, .a = a};

    *out = (struct records){0};
    return search(&x, json, (struct str){0}, depth, e);
}
