/* Ours, with positions and stored text as the others have them. */
#include "bench_lexical.h"
#include "samples.h"
#include "segments/segments.h"

#include <stdio.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)512 << 20)

static struct segments *x;
static struct analyzer *z;
static const struct segments_snapshot *snapshot;
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
    check(segments_open(path, &x, &e));
}

/* Twenty passages make a document. */
static struct str document_of(uint32_t passage)
{
    static char key[20];

    (void)snprintf(key, sizeof(key), "doc-%u", passage / 20);
    return str_from(key);
}

static void build(const char *folder, uint32_t passages)
{
    struct segments_writer *w;
    bool did = true;

    open_folder(folder);
    w = segments_writer_new(x, NULL, BUDGET_BYTES, &e);
    if (!w)
        samples_give_up("quarry", e.msg);
    for (uint32_t i = 0; i < passages; i++) {
        const struct lexical_doc d = {.id = i,
                                      .body = str_from(bench_passage(i)),
                                      .language = LANG_ENGLISH};

        check(segments_writer_add(w, document_of(i), &d, NULL, 0, &e));
    }
    check(segments_change(x, w, NULL, 0, &e));
    while (did)
        check(segments_merge(x, &did, &e));
    segments_writer_free(w);
    segments_close(x);
}

static void open_index(const char *folder)
{
    open_folder(folder);
    z = analyzer_new(&e);
    check(segments_acquire(x, &snapshot, &e));
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
    check(search_run(&snapshot->words, &p, BENCH_TOP, &a, &hits, &e));
    for (size_t i = 0; i < hits.n; i++)
        ids[i] = hits.hit[i].id;
    arena_release(&a);
    return hits.n;
}

static void close_index(void)
{
    segments_release(x, snapshot);
    segments_close(x);
    analyzer_free(z);
}

const struct bench_engine bench_quarry = {"quarry", build, open_index, ask,
                                          close_index};
