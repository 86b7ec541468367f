/* The functions over numbers. */
#include "store/jmespath/jp_functions.h"
#include "store/jmespath/jp_number.h"

const struct json *jp_fn_abs(struct jp_eval *c, const struct jp_args *args)
{
    struct str text = args->v[0]->text;

    if (text.p[0] != '-')
        return args->v[0];
    return jp_scalar(c, JSON_NUMBER, str_slice(text, 1, text.n));
}

static const struct json *rounded(struct jp_eval *c, const struct json *v,
                                  bool up)
{
    struct str text;

    if (!jp_spend_bytes(c, v->text.n) ||
        jp_number_round(v->text, up, c->a, &text, c->e) != OK)
        return NULL;
    return text.p == v->text.p ? v : jp_scalar(c, JSON_NUMBER, text);
}

const struct json *jp_fn_ceil(struct jp_eval *c, const struct jp_args *args)
{
    return rounded(c, args->v[0], true);
}

const struct json *jp_fn_floor(struct jp_eval *c, const struct jp_args *args)
{
    return rounded(c, args->v[0], false);
}

static bool add_all(struct jp_eval *c, const struct json *list,
                    struct jp_sum *sum)
{
    struct jp_iter it = jp_iter(list);
    const struct json *v;

    while ((v = jp_next(&it))) {
        if (!jp_spend_bytes(c, v->text.n))
            return false;
        if (!jp_sum_add(sum, v->text)) {
            (void)error_set(c->e, ERR_LIMIT,
                            "a number to add has digits outside 1e-%d to 1e%d",
                            JP_SUM_LIMIT, JP_SUM_LIMIT);
            return false;
        }
    }
    return true;
}

const struct json *jp_fn_sum(struct jp_eval *c, const struct jp_args *args)
{
    struct jp_sum sum = {0};
    struct str text;

    if (!add_all(c, args->v[0], &sum) ||
        jp_sum_total(&sum, c->a, &text, c->e) != OK)
        return NULL;
    return jp_scalar(c, JSON_NUMBER, text);
}

const struct json *jp_fn_avg(struct jp_eval *c, const struct jp_args *args)
{
    struct jp_sum sum = {0};
    struct str text;

    if (args->v[0]->count == 0)
        return &jp_null;
    if (!add_all(c, args->v[0], &sum) ||
        jp_sum_mean(&sum, c->a, &text, c->e) != OK)
        return NULL;
    return jp_scalar(c, JSON_NUMBER, text);
}

const struct json *jp_fn_to_number(struct jp_eval *c,
                                   const struct jp_args *args)
{
    const struct json *v = args->v[0];

    if (v->type == JSON_NUMBER)
        return v;
    if (v->type != JSON_STRING || !jp_number_is(v->text))
        return &jp_null;
    if (!jp_spend_bytes(c, v->text.n))
        return NULL;
    return jp_scalar(c, JSON_NUMBER, v->text);
}
