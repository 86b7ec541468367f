/* The functions over strings, which count code points. */
#include "store/jmespath/jp_functions.h"

#include <string.h>

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

const struct json *jp_fn_contains(struct jp_eval *c, const struct jp_args *args)
{
    const struct json *subject = args->v[0];
    const struct json *search = args->v[1];
    struct jp_iter it = jp_iter(subject);
    const struct json *item;
    int same = 0;

    if (subject->type == JSON_STRING) {
        if (search->type != JSON_STRING)
            return &jp_false;
        if (!jp_spend_bytes(c, subject->text.n))
            return NULL;
        return jp_bool(search->text.n == 0 ||
                       str_find(subject->text, search->text) < subject->text.n);
    }
    while (same == 0 && (item = jp_next(&it)))
        same = jp_equal(c, item, search);
    return same < 0 ? NULL : jp_bool(same);
}

const struct json *jp_fn_starts_with(struct jp_eval *c,
                                     const struct jp_args *args)
{
    if (!jp_spend_bytes(c, args->v[1]->text.n))
        return NULL;
    return jp_bool(str_starts(args->v[0]->text, args->v[1]->text));
}

const struct json *jp_fn_ends_with(struct jp_eval *c,
                                   const struct jp_args *args)
{
    if (!jp_spend_bytes(c, args->v[1]->text.n))
        return NULL;
    return jp_bool(str_ends(args->v[0]->text, args->v[1]->text));
}

static void append(char *to, size_t *n, struct str s)
{
    if (s.n)
        memcpy(to + *n, s.p, s.n);
    *n += s.n;
}

const struct json *jp_fn_join(struct jp_eval *c, const struct jp_args *args)
{
    struct str glue = args->v[0]->text;
    struct jp_iter it = jp_iter(args->v[1]);
    size_t bytes = 0;
    size_t n = 0;
    const struct json *v;
    char *text;

    while ((v = jp_next(&it))) {
        if (__builtin_add_overflow(bytes, glue.n + v->text.n, &bytes))
            bytes = SIZE_MAX - 1; /* more than any budget */
    }
    text = arena_alloc(c->a, bytes + 1, c->e);
    if (!text || !jp_spend_bytes(c, bytes))
        return NULL;
    it = jp_iter(args->v[1]);
    for (size_t i = 0; (v = jp_next(&it)); i++) {
        if (i)
            append(text, &n, glue);
        append(text, &n, v->text);
    }
    return jp_scalar(c, JSON_STRING, (struct str){text, n});
}

const struct json *jp_fn_length(struct jp_eval *c, const struct jp_args *args)
{
    struct str s = args->v[0]->text;
    size_t n = 0;

    if (args->v[0]->type != JSON_STRING)
        return jp_count(c, args->v[0]->count);
    if (!jp_spend_bytes(c, s.n))
        return NULL;
    for (size_t i = 0; i < s.n; i++)
        n += !continues(s.p[i]);
    return jp_count(c, n);
}

static const struct json *reverse_text(struct jp_eval *c, struct str s)
{
    char *text = arena_alloc(c->a, s.n + 1, c->e);
    size_t end = s.n;
    size_t n = 0;

    if (!text || !jp_spend_bytes(c, s.n))
        return NULL;
    for (size_t i = s.n; i > 0; i--) {
        if (continues(s.p[i - 1]))
            continue;
        append(text, &n, str_slice(s, i - 1, end));
        end = i - 1;
    }
    return jp_scalar(c, JSON_STRING, (struct str){text, n});
}

const struct json *jp_fn_reverse(struct jp_eval *c, const struct jp_args *args)
{
    const struct json *v = args->v[0];
    struct jp_iter it = jp_iter(v);
    size_t from = c->n;
    const struct json *item;

    if (v->type == JSON_STRING)
        return reverse_text(c, v->text);
    if (!jp_spend(c, v->count))
        return NULL;
    while ((item = jp_next(&it))) {
        if (!jp_push(c, item))
            return NULL;
    }
    for (size_t i = from, j = c->n; i + 1 < j; i++, j--) {
        item = c->items[i];
        c->items[i] = c->items[j - 1];
        c->items[j - 1] = item;
    }
    return jp_list(c, from);
}

const struct json *jp_fn_to_string(struct jp_eval *c,
                                   const struct jp_args *args)
{
    struct str text;

    if (args->v[0]->type == JSON_STRING)
        return args->v[0];
    if (jp_write_text(c, args->v[0], &text) != OK)
        return NULL;
    return jp_scalar(c, JSON_STRING, text);
}
