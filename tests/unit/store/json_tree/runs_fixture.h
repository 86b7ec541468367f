/* runs_fixture.h - keeps the runs of split_text() and gives them to a join. */
#ifndef STORE_JSON_TREE_RUNS_FIXTURE_H
#define STORE_JSON_TREE_RUNS_FIXTURE_H

#include "store/json_tree/split_join.h"
#include "tree_fixture.h"

#define MOST_RUNS 200000

struct runs {
    struct split_run run[MOST_RUNS];
    size_t n;
    size_t next[MOST_RUNS];      /* run of the same container, plus 1 */
    size_t first[MOST_RUNS + 1]; /* of each container, plus 1 */
    size_t last[MOST_RUNS + 1];
    size_t at[MOST_RUNS + 1]; /* of a join: the next run, plus 1 */
    size_t given[MOST_RUNS + 1];
};

static struct runs runs;

static inline enum err keep_run(void *ctx, const struct split_run *r,
                                struct error *e)
{
    struct runs *to = ctx;
    struct split_run *kept = &to->run[to->n++];
    size_t *link = &to->first[r->container];
    uint32_t *hash = NULL;

    assert_true(to->n < MOST_RUNS);
    if (*link)
        link = &to->next[to->last[r->container] - 1];
    *link = to->n;
    to->last[r->container] = to->n;
    to->next[to->n - 1] = 0;
    to->first[to->n] = 0; /* a child that it may open */
    *kept = *r;
    assert_int_equal(str_dup(r->text, &arena, &kept->text, e), OK);
    assert_int_equal(str_dup(r->key, &arena, &kept->key, e), OK);
    if (r->hash) {
        hash = arena_alloc_array(&arena, r->count, sizeof(*hash), e);
        assert_non_null(hash);
        for (size_t i = 0; i < r->count; i++)
            hash[i] = r->hash[i];
    }
    kept->hash = hash;
    return OK;
}

static inline bool find_run(void *ctx, uint64_t container, uint64_t n,
                            struct split_run *r)
{
    struct runs *from = ctx;
    size_t i = from->at[container];

    assert_int_equal(from->given[container]++, n);
    if (i == 0)
        return false;
    *r = from->run[i - 1];
    from->at[container] = from->next[i - 1];
    return true;
}

/* Split into `runs`. */
static inline enum err split_runs(struct str text,
                                  const struct split_limits *lim)
{
    const struct split_sink to = {keep_run, &runs};

    runs.n = 0;
    runs.first[0] = 0;
    return split_text(text, lim, &to, &err);
}

/* The text of a container from `runs`, in the arena. */
static inline struct str joined(uint64_t container, enum split_kind kind)
{
    struct buf out;
    struct str s;

    for (size_t i = 0; i <= runs.n; i++) {
        runs.at[i] = runs.first[i];
        runs.given[i] = 0;
    }
    buf_init(&out, 256 * MIB);
    split_join(find_run, &runs, container, kind, &out);
    assert_int_equal(buf_finish(&out, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&out);
    return s;
}

#endif
