/*
 * patch.h - JSON Patch (RFC 6902): edits of a JSON tree, all or nothing.
 *
 * An edit never changes a tree: it makes a new root. Of each array or object
 * on the way to an edited place the list of children is made anew; all else is
 * shared with the old tree and with the patch, which must stay unchanged and
 * live as long as the new one. So one edit costs the siblings on its way and
 * not the tree, and old versions stay what they were.
 *
 * Key order. RFC 6902 has none, we keep it: a new member goes to the end of
 * its object and a replaced one stays where it is. One more member of an
 * operation, "before_key", says otherwise: {"op":"add","path":"/b","value":1,
 * "before_key":"c"} puts b before c, null means the end; a move to where the
 * value is already only changes its place among the keys. RFC 6902 tells
 * other readers to ignore the member, and they lose nothing but the order. It
 * is ignored where it names no member, and where the path is in no object.
 */
#ifndef STORE_JSON_TREE_PATCH_H
#define STORE_JSON_TREE_PATCH_H

#include "store/json_tree/pointer.h"

#define PATCH_MAX_OPS    ((size_t)100000)
#define PATCH_MAX_STEPS  ((uint64_t)1 << 30) /* children passed while looking */
#define PATCH_MAX_GROWTH ((uint64_t)1 << 24) /* values added or copied */

enum patch_kind {
    PATCH_ADD,
    PATCH_REMOVE,
    PATCH_REPLACE,
    PATCH_MOVE,
    PATCH_COPY,
    PATCH_TEST
};

enum patch_place {
    PATCH_PLACE_ANY,    /* not said: a new key at the end, an old one stays */
    PATCH_PLACE_END,    /* "before_key": null */
    PATCH_PLACE_BEFORE, /* "before_key": a key */
};

struct patch_op {
    enum patch_kind kind;
    enum patch_place place; /* of add, move, copy */
    struct pointer path;
    struct pointer from;      /* of move, copy */
    struct str before;        /* of PATCH_PLACE_BEFORE */
    const struct json *value; /* of add, replace, test */
};

struct patch {
    const struct patch_op *op; /* [n] */
    size_t n;
};

/*
 * patch_read - a patch document that json_parse() read.
 *
 * out      p       borrows `doc`; the rest lives in `a`
 * errors   ERR_VALIDATION_FAILED  no patch document; the message tells the
 *                                 number of the operation, from 0
 *          ERR_LIMIT              over PATCH_MAX_OPS, or `a` is full
 * source   RFC 6902 sections 3 and 4
 */
MUST_CHECK enum err patch_read(const struct json *doc, struct arena *a,
                               struct patch *p, struct error *e);

/* Write it as a patch document; patch_read() gives the same patch back. */
void patch_write(const struct patch *p, struct jsonw *w);

/*
 * patch_apply - the tree after all operations.
 *
 * in       root     not changed, ever
 * out      result   the new tree; on an error untouched
 *          inverse  NULL allowed; the patch from *result back to `root`, exact
 *                   with number texts and key order
 * owns     what is new lives in `a`; result and inverse borrow root and p
 * errors   ERR_NOT_FOUND          a path names nothing, or no place to add at
 *          ERR_CONFLICT           a `test` finds another value
 *          ERR_VALIDATION_FAILED  a value is moved into itself, or the whole
 *                                 document removed
 *          ERR_LIMIT              the result would be deeper than
 *                                 json_default_limits, PATCH_MAX_STEPS were
 *                                 made, PATCH_MAX_GROWTH values added (thirty
 *                                 copies of a document into itself are a
 *                                 thousand million), or `a` is full
 *          Each message begins with the number of the operation, from 0.
 * cost     O(operations + children of the arrays and objects on the paths);
 *          operations that go through a long array forwards or backwards
 *          do not begin at its start each time
 */
MUST_CHECK enum err patch_apply(const struct patch *p, const struct json *root,
                                struct arena *a, const struct json **result,
                                struct patch *inverse, struct error *e);

#endif
