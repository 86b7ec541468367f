/* runs_fixture.h - keeps the runs of split_text() and gives them to a join. */
#ifndef TESTS_TREE_RUNS_FIXTURE_H
#define TESTS_TREE_RUNS_FIXTURE_H

#include "tree/split.h"
#include "tree_fixture.h"

#define MOST_RUNS 200000

struct runs {
    struct split_run run[MOST_RUNS];
    size_t n;
    /* Where the last look-up ended: of each container, a join goes forward. */
    size_t at[MOST_RUNS + 2];
    size_t seen[MOST_RUNS + 2];
};

static struct runs runs;

static inline enum err keep_run(void *ctx, const struct split_run *r,
                                struct error *e)
{
    struct runs *to = ctx;
    struct split_run *kept = &to->run[to->n++];
    uint32_t *hash = NULL;

    assert_true(to->n < MOST_RUNS);
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

static inline enum err find_run(void *ctx, uint64_t container, uint64_t n,
                                struct split_run *r, bool *end, struct error *e)
{
    struct runs *from = ctx;
    size_t i = from->at[container];

    (void)e;
    assert_int_equal(from->seen[container], n);
    while (i < from->n && from->run[i].container != container)
        i++;
    *end = i == from->n;
    if (!*end)
        *r = from->run[i];
    from->at[container] = i + 1;
    from->seen[container]++;
    return OK;
}

/* Split into `runs`. */
static inline enum err split_runs(struct str text,
                                  const struct split_limits *lim)
{
    const struct split_sink to = {keep_run, &runs};

    runs.n = 0;
    return split_text(text, lim, &to, &err);
}

/* The text of a container from `runs`, in the arena. */
static inline struct str joined(uint64_t container, enum split_kind kind)
{
    const struct split_source from = {find_run, &runs};
    struct buf out;
    struct str s;

    for (size_t i = 0; i < MOST_RUNS + 2 && i <= runs.n + 1; i++) {
        runs.at[i] = 0;
        runs.seen[i] = 0;
    }
    buf_init(&out, 256 * MIB);
    assert_int_equal(split_join(container, kind, &from, 600, &out, &err), OK);
    assert_int_equal(buf_finish(&out, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&out);
    return s;
}

#endif
