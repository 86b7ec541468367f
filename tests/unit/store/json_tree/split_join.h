/* split_join.h - the way back from runs to a text, to check split_text(). */
#ifndef STORE_JSON_TREE_SPLIT_JOIN_H
#define STORE_JSON_TREE_SPLIT_JOIN_H

#include "store/json_tree/split.h"

/* Run number `n` (from 0) of a container; false after its last. */
typedef bool find_run_fn(void *ctx, uint64_t container, uint64_t n,
                         struct split_run *r);

/* The text of a container; 0 and SPLIT_VALUES for the whole document. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as split_text() let it be */
static inline void split_join(find_run_fn *find, void *ctx, uint64_t container,
                              enum split_kind kind, struct buf *out)
{
    struct split_run r = {0};

    if (kind != SPLIT_VALUES)
        buf_put_char(out, kind == SPLIT_ARRAY ? '[' : '{');
    for (uint64_t n = 0; find(ctx, container, n, &r); n++) {
        if (n)
            buf_put_char(out, ',');
        if (r.kind == SPLIT_VALUES) {
            buf_put_str(out, r.text);
            continue;
        }
        if (kind == SPLIT_OBJECT) {
            buf_put_str(out, r.key);
            buf_put_char(out, ':');
        }
        split_join(find, ctx, r.child, r.kind, out);
    }
    if (kind != SPLIT_VALUES)
        buf_put_char(out, kind == SPLIT_ARRAY ? ']' : '}');
}

#endif
