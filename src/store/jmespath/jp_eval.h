/*
 * jp_eval.h - one evaluation; private to the module.
 *
 * A function that returns NULL has filled c->e. What is made lives in c->a
 * until the caller's arena ends.
 */
#ifndef STORE_JMESPATH_JP_EVAL_H
#define STORE_JMESPATH_JP_EVAL_H

#include "store/jmespath/jp_ast.h"
#include "store/jmespath/jp_value.h"

struct jp_eval {
    struct str text; /* of the expression, for positions */
    struct arena *a;
    struct error *e;
    uint64_t steps_left;   /* until the next look at `cancel`; 0: it ended */
    uint64_t steps_behind; /* after that look */
    const atomic_bool *cancel;
    bool stopped; /* c->e says why */

    /* Items of the lists under way, the innermost last: a list of unknown
     * length is pushed here and copied to its size when it ends. */
    struct buf stack;
    const struct json **items; /* stack.p */
    size_t n;
    size_t cap;
};

/* What `x` finds in `v`. */
const struct json *jp_eval(struct jp_eval *c, const struct jp_node *x,
                           const struct json *v);

/* Count `n` values looked at; false over the limit, or when cancelled. */
bool jp_spend(struct jp_eval *c, size_t n);

/* Count the look at `n` bytes. */
bool jp_spend_bytes(struct jp_eval *c, size_t n);

/* Push an item of a list under way. */
bool jp_push(struct jp_eval *c, const struct json *item);

/* The list of what was pushed since c->n was `from`, which it is again. */
const struct json *jp_list(struct jp_eval *c, size_t from);

/* An object of n members; borrows both arrays, which live as long as c->a. */
const struct json *jp_object(struct jp_eval *c, const struct str *keys,
                             const struct json *const *items, size_t n);

/* A string or a number with this text, which is borrowed. */
const struct json *jp_scalar(struct jp_eval *c, enum json_type type,
                             struct str text);

/* A whole number. */
const struct json *jp_count(struct jp_eval *c, size_t n);

/*
 * jp_equal - are two values the same?
 *
 * returns  1 or 0; -1 over a limit, with c->e filled
 * cost     one step a pair; objects whose keys have another order are sorted
 */
int jp_equal(struct jp_eval *c, const struct json *a, const struct json *b);

/* The value as the next one of `w`; a step each time that a value is written. */
MUST_CHECK enum err jp_write(struct jp_eval *c, const struct json *v,
                             struct jsonw *w);

/* The value as JSON text in c->a. */
MUST_CHECK enum err jp_write_text(struct jp_eval *c, const struct json *v,
                                  struct str *out);

#endif
