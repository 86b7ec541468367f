/*
 * diff.h - computes the JSON Patch from one tree to another.
 *
 * Made to be read: a change of one field is one operation with its path.
 * Members go by their key; elements of arrays that stay are found as a longest
 * common subsequence (align.h says up to which size), and of what stands
 * between them, elements at the same place are compared inside. Where the
 * operations inside a value come to more than twice the text of the new value,
 * the value is replaced.
 *
 * json_patch_apply() of the result on `from` gives `to` exactly: number texts (1
 * becomes 1.0 where they differ) and the order of keys, for which operations
 * carry the "before_key" of json_patch.h. Applied by other programs, numbers are
 * exact as well and keys have the order that these give them.
 */
#ifndef STORE_JSON_TREE_DIFF_H
#define STORE_JSON_TREE_DIFF_H

#include "store/json_tree/json_patch.h"

/*
 * tree_diff - the operations that make `to` of `from`.
 *
 * in       from, to  within json_default_limits, without duplicate keys
 * out      p         no operations when they are the same
 * owns     p lives in `a`, its values borrow `to`
 * errors   ERR_LIMIT  `a` is full; up to 200 bytes a value are taken besides it
 *                     until this returns, with the same budget
 * cost     O(n log n) and at most ALIGN_TOTAL steps for arrays
 */
MUST_CHECK enum err tree_diff(const struct json *from, const struct json *to,
                              struct arena *a, struct json_patch *p,
                              struct error *e);

#endif
