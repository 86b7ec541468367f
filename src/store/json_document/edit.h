/*
 * edit.h - applies JSON Patch operations to a document stored in runs.
 *
 * What an operation does is said by store/json_tree/json_patch.h; here it happens to
 * the run that it is about, so that its cost does not depend on the document's
 * size.
 */
#ifndef STORE_JSON_DOCUMENT_EDIT_H
#define STORE_JSON_DOCUMENT_EDIT_H

#include "store/json_document/locate.h"
#include "store/json_tree/json_patch.h"

/* Operations gathered to undo an edit: the last done is undone first. */
struct undo {
    struct undo_op *last;
    size_t n;
};
struct undo_op {
    struct json_patch_op op;
    struct undo_op *before;
};

/*
 * edit_apply - one operation. Inside a write transaction, which is rolled back
 * on any error.
 *
 * out      undo    what undoes it is added; lives in `a`
 * errors   as json_patch_apply(); ERR_CONFLICT for a `test` that fails
 * cost     O(runs of the containers on the way + one run + the value)
 */
MUST_CHECK enum err edit_apply(const struct part *p,
                               const struct json_patch_op *op, struct arena *a,
                               struct undo *undo, struct error *e);

/* The operations that undo, in the order in which they are to be applied. */
MUST_CHECK enum err undo_patch(const struct undo *u, struct arena *a,
                               struct json_patch *out, struct error *e);

#endif
