/* split_fixture.h - an expression in two parts answers as it does in one;
 * include after cmocka.h. */
#ifndef STORE_JMESPATH_SPLIT_FIXTURE_H
#define STORE_JMESPATH_SPLIT_FIXTURE_H

#include "store/jmespath/jmespath.h"
#include "store/json_tree/tree_fixture.h"

/* Few enough that a bomb ends soon under sanitizers. */
static const struct jmespath_limits limits = {.max_steps = 10000000};

/* What `x` finds in `given`, read back. */
static inline enum err evaluate(const struct jmespath *x,
                                const struct json *given,
                                const struct jmespath_limits *lim,
                                struct arena *a, struct json **result)
{
    const struct json_limits any = {.max_depth = 1000, .keep_duplicates = true};
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, 64 * MIB);
    jsonw_init(&w, &b);
    rc = jmespath_write(x, given, lim, a, &w, &err);
    if (!rc)
        rc = json_parse(buf_str(&b), &any, &arena, result, &err);
    buf_release(&b);
    return rc;
}

/* What the names lead to, from object to object; NULL when one is not there. */
static inline const struct json *led_to(const struct jmespath_path *p,
                                        const struct json *given)
{
    for (size_t i = 0; i < p->n && given; i++) {
        const struct json *m = given->type == JSON_OBJECT ? given->first : NULL;

        while (m && !str_eq(m->key, p->name[i]))
            m = m->next;
        given = m;
    }
    return given;
}

/* Fetching first what the leading fields name changes no answer. */
static inline void check_split(struct str expression, const struct json *given,
                               enum err rc, const struct json *got)
{
    const struct error whole = err;
    const struct json *found;
    struct jmespath_path path;
    struct json *result = NULL;
    struct jmespath *x = NULL;

    if (jmespath_compile(expression, &arena, &x, &err) == OK) {
        assert_int_equal(jmespath_split(x, &arena, &path, &x, &err), OK);
        found = led_to(&path, given);
        if (found)
            assert_int_equal(evaluate(x, found, &limits, &arena, &result), rc);
        assert_true(!result || tree_same(result, got));
    }
    err = whole;
}

#endif
