/*
 * jmespath.h - evaluates JMESPath expressions over a JSON tree.
 *
 * The whole specification (jmespath.org/specification.html, ABNF and built-in
 * functions). Where it leaves a choice:
 *
 * - Operators bind as in the reference implementation, so `!a.b` is `(!a).b`;
 *   write `!(a.b)`.
 * - Errors are ERR_VALIDATION_FAILED and their message begins with the
 *   specification's name of the error: `syntax: `, `invalid-type: `,
 *   `invalid-arity: `, `invalid-value: `, `unknown-function: `. All but
 *   invalid-type are found when the expression is compiled.
 * - Objects keep their key order, in `*`, keys(), values() and merge().
 * - A literal in backticks that is not JSON and does not begin like an array,
 *   object or string is taken as a string, as implementations did before the
 *   quotes became compulsory (JEP 12).
 *
 * Numbers are the decimals that their text says. One that is passed on keeps
 * its text; comparing, sorting, abs, ceil, floor and sum are exact. avg is
 * exact when the quotient ends within 34 significant digits and else rounded
 * to 17, but never to fewer than one digit after the point. Sums of digits
 * outside 1e-1152 to 1e1152 are refused, not rounded.
 */
#ifndef STORE_JMESPATH_JMESPATH_H
#define STORE_JMESPATH_JMESPATH_H

#include "base/json.h"

#include <stdatomic.h>

#define JMESPATH_MAX_BYTES        ((size_t)256 << 10) /* of an expression */
#define JMESPATH_MAX_DEPTH        500                 /* of an expression */
#define JMESPATH_MAX_RESULT_DEPTH 1000 /* levels, the tree's own among them */

/* A compiled expression; lives in the arena it was compiled in. */
struct jmespath;

struct jmespath_limits {
    uint64_t max_steps;        /* values looked at, about 10 ns each */
    const atomic_bool *cancel; /* set to true: it ends soon; NULL: never */
};

/* 200 million steps, about two seconds. */
extern const struct jmespath_limits jmespath_default_limits;

/*
 * jmespath_compile - read an expression.
 *
 * out      x       lives in `a`, borrows nothing, never changes
 * errors   ERR_VALIDATION_FAILED  with position: syntax, unknown function,
 *                                 wrong number of arguments, step 0
 *          ERR_LIMIT   over JMESPATH_MAX_BYTES or JMESPATH_MAX_DEPTH, or `a`
 *                      is full
 * cost     O(bytes)
 * threads  a compiled expression may be used by many at once
 */
MUST_CHECK enum err jmespath_compile(struct str text, struct arena *a,
                                     struct jmespath **x, struct error *e);

/*
 * jmespath_write - what the expression finds in a tree, as the next value of
 * `w`.
 *
 * A result is never a tree of its own: `[@,@] | [@,@] | ...` is small in
 * memory, where it shares its parts, and 2^n values when it is written. So what
 * is written counts as what is looked at, and ends when the buffer of `w` is
 * full.
 *
 * in       root    a tree as json_parse() makes it, up to 512 deep; unchanged
 * errors   ERR_VALIDATION_FAILED  a function got a value of another type; the
 *                                 position is that of its name
 *          ERR_TIMEOUT  cancelled
 *          ERR_LIMIT   over max_steps, nested over JMESPATH_MAX_RESULT_DEPTH, a
 *                      number outside what sum() can hold, or `a` or the buffer
 *                      is full
 *          After an error the buffer holds a part, which is not JSON.
 * cost     what is made on the way stays in `a`: 8 bytes an item of each list
 * threads  any; one an arena
 */
MUST_CHECK enum err jmespath_write(const struct jmespath *x,
                                   const struct json *root,
                                   const struct jmespath_limits *lim,
                                   struct arena *a, struct jsonw *w,
                                   struct error *e);

/* Names that an expression begins with: a.b of `a.b[0].c`. */
struct jmespath_path {
    const struct str *name; /* [n] */
    size_t n;
};

/*
 * jmespath_split - an expression as the fields that it begins with, and what it
 * asks of the value that they name; for callers that can fetch that value
 * alone.
 *
 * out      p       in `a`, texts borrow `x`; n == 0: it begins with no field
 *          rest    borrows `x`, which is to be evaluated on the value that the
 *                  fields name, if each is there
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err jmespath_split(const struct jmespath *x, struct arena *a,
                                   struct jmespath_path *p,
                                   struct jmespath **rest, struct error *e);

#endif
