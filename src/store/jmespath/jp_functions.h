/* jp_functions.h - the built-in functions; private to the module. */
#ifndef STORE_JMESPATH_JP_FUNCTIONS_H
#define STORE_JMESPATH_JP_FUNCTIONS_H

#include "store/jmespath/jp_eval.h"

/* The arguments of a call; v[i] is NULL where item i is an &expression. */
struct jp_args {
    const struct jp_node *call;
    const struct json *const *v;
    size_t n;
};

/*
 * Find the function that `call` names, which has call->n arguments.
 *
 * errors   ERR_VALIDATION_FAILED  unknown-function or invalid-arity, with the
 *                                 position of the name in `text`
 */
MUST_CHECK enum err jp_function_find(const struct jp_node *call,
                                     struct str text,
                                     const struct jp_function **fn,
                                     struct error *e);

/* Check the types and call; NULL when it fails, with c->e filled. */
const struct json *jp_call(struct jp_eval *c, const struct jp_args *args);

/* The functions over lists whose order matters. */
const struct json *jp_fn_sort(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_sort_by(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_max(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_min(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_max_by(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_min_by(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_merge(struct jp_eval *c, const struct jp_args *args);

/* The functions over numbers. */
const struct json *jp_fn_abs(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_avg(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_ceil(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_floor(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_sum(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_to_number(struct jp_eval *c,
                                   const struct jp_args *args);

/* The functions over strings. */
const struct json *jp_fn_contains(struct jp_eval *c,
                                  const struct jp_args *args);
const struct json *jp_fn_ends_with(struct jp_eval *c,
                                   const struct jp_args *args);
const struct json *jp_fn_join(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_length(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_reverse(struct jp_eval *c, const struct jp_args *args);
const struct json *jp_fn_starts_with(struct jp_eval *c,
                                     const struct jp_args *args);
const struct json *jp_fn_to_string(struct jp_eval *c,
                                   const struct jp_args *args);

/* "invalid-type: ..." at the name of the function; returns NULL. */
PRINTF_LIKE(3)
const struct json *jp_bad_type(struct jp_eval *c, const struct jp_node *call,
                               const char *fmt, ...);

#endif
