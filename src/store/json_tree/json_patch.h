/*
 * json_patch.h - JSON Patch (RFC 6902): edits of a JSON tree, all or nothing.
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
#ifndef STORE_JSON_TREE_JSON_PATCH_H
#define STORE_JSON_TREE_JSON_PATCH_H

#include "store/json_tree/pointer.h"

#define JSON_PATCH_MAX_OPS ((size_t)100000)
#define JSON_PATCH_MAX_STEPS \
    ((uint64_t)1 << 30) /* children passed while looking */
#define JSON_PATCH_MAX_GROWTH ((uint64_t)1 << 24) /* values added or copied */

enum json_patch_kind {
    JSON_PATCH_ADD,
    JSON_PATCH_REMOVE,
    JSON_PATCH_REPLACE,
    JSON_PATCH_MOVE,
    JSON_PATCH_COPY,
    JSON_PATCH_TEST
};

enum json_patch_place {
    JSON_PATCH_PLACE_ANY, /* not said: a new key at the end, an old one stays */
    JSON_PATCH_PLACE_END, /* "before_key": null */
    JSON_PATCH_PLACE_BEFORE, /* "before_key": a key */
};

struct json_patch_op {
    enum json_patch_kind kind;
    enum json_patch_place place; /* of add, move, copy */
    struct pointer path;
    struct pointer from;      /* of move, copy */
    struct str before;        /* of JSON_PATCH_PLACE_BEFORE */
    const struct json *value; /* of add, replace, test */
};

struct json_patch {
    const struct json_patch_op *op; /* [n] */
    size_t n;
};

/*
 * json_patch_read - a patch document that json_parse() read.
 *
 * out      p       borrows `doc`; the rest lives in `a`
 * errors   ERR_VALIDATION_FAILED  no patch document; the message tells the
 *                                 number of the operation, from 0
 *          ERR_LIMIT              over JSON_PATCH_MAX_OPS, or `a` is full
 * source   RFC 6902 sections 3 and 4
 */
MUST_CHECK enum err json_patch_read(const struct json *doc, struct arena *a,
                                    struct json_patch *p, struct error *e);

/* Write it as a patch document; json_patch_read() gives the same patch back. */
void json_patch_write(const struct json_patch *p, struct jsonw *w);

/*
 * json_patch_apply - the tree after all operations.
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
 *                                 json_default_limits, JSON_PATCH_MAX_STEPS were
 *                                 made, JSON_PATCH_MAX_GROWTH values added (thirty
 *                                 copies of a document into itself are a
 *                                 thousand million), or `a` is full
 *          Each message begins with the number of the operation, from 0.
 * cost     O(operations + children of the arrays and objects on the paths);
 *          operations that go through a long array forwards or backwards
 *          do not begin at its start each time
 */
MUST_CHECK enum err json_patch_apply(const struct json_patch *p,
                                     const struct json *root, struct arena *a,
                                     const struct json **result,
                                     struct json_patch *inverse,
                                     struct error *e);

#endif
