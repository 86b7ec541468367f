/* Ours, with positions and stored text as the others have them. */
#include "bench_lexical.h"
#include "lexical/lexical_index.h"
#include "samples.h"

#include <stdio.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)512 << 20)

static struct lexical_index *ix;
static struct analyzer *z;
static const struct lexical_snapshot *snapshot;
static struct error e;

static void check(enum err rc)
{
    if (rc != OK)
        samples_give_up("quarry", e.msg);
}

static void open_folder(const char *folder)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/quarry", folder);
    check(lexical_index_open(path, &ix, &e));
}

static void build(const char *folder, uint32_t passages)
{
    struct segment_builder *b = segment_builder_new(BUDGET_BYTES, &e);
    bool did = true;

    open_folder(folder);
    if (!b)
        samples_give_up("quarry", e.msg);
    for (uint32_t i = 0; i < passages; i++) {
        const struct lexical_doc d = {.id = i,
                                      .body = str_from(bench_passage(i)),
                                      .language = LANG_ENGLISH};

        check(segment_builder_add(b, &d, &e));
        if (segment_builder_is_full(b))
            check(lexical_index_change(ix, b, NULL, 0, &e));
    }
    check(lexical_index_change(ix, b, NULL, 0, &e));
    while (did)
        check(lexical_index_merge(ix, &did, &e));
    segment_builder_free(b);
    lexical_index_close(ix);
}

static void open_index(const char *folder)
{
    open_folder(folder);
    z = analyzer_new(&e);
    check(lexical_index_acquire(ix, &snapshot, &e));
}

static size_t ask(const char *words, uint64_t ids[BENCH_TOP])
{
    struct search_hits hits = {0};
    struct query q;
    struct plan p;
    struct arena a;

    arena_init(&a, BUDGET_BYTES);
    check(query_parse(str_from(words), &a, &q, &e));
    check(plan_make(&q, LANG_ENGLISH, z, &a, &p, &e));
    check(search_run(&snapshot->view, &p, BENCH_TOP, &a, &hits, &e));
    for (size_t i = 0; i < hits.n; i++)
        ids[i] = hits.hit[i].id;
    arena_release(&a);
    return hits.n;
}

static void close_index(void)
{
    lexical_index_release(ix, snapshot);
    lexical_index_close(ix);
    analyzer_free(z);
}

const struct bench_engine bench_quarry = {"quarry", build, open_index, ask,
                                          close_index};
