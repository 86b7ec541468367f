/* Ours, with positions and stored text as the others have them. */
#include "bench_lexical.h"
#include "made.h"
#include "samples.h"
#include "search/segments/segments.h"

#include <stdio.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)512 << 20)
#define DOCUMENT     20u /* passages */
#define KEY_BYTES    20
#define STRIDE       26000u /* so that each large segment loses some soon */

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

static struct str document_of(uint32_t passage, char key[KEY_BYTES])
{
    (void)snprintf(key, KEY_BYTES, "doc-%u", passage / DOCUMENT);
    return str_from(key);
}

static void build(const char *folder, uint32_t passages)
{
    struct segments_writer *w;
    char key[KEY_BYTES];
    bool did = true;

    open_folder(folder);
    w = segments_writer_new(x, NULL, BUDGET_BYTES, &e);
    if (!w)
        samples_give_up("quarry", e.msg);
    for (uint32_t i = 0; i < passages; i++) {
        const struct lexical_doc d = {.id = i,
                                      .body = str_from(made_passage(i)),
                                      .language = LANG_ENGLISH};

        check(segments_writer_add(w, document_of(i, key), &d, NULL, 0, &e));
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

static void add(uint32_t n)
{
    struct segments_writer *w = segments_writer_new(x, NULL, 0, &e);
    char key[2][KEY_BYTES];
    const struct str gone[] = {
        document_of(UINT32_MAX - n * DOCUMENT, key[0]),
        document_of(n * STRIDE, key[1]),
    };
    struct search_hits hits = {0};
    struct arena a;

    if (!w)
        samples_give_up("quarry", e.msg);
    for (uint32_t i = 0; i < DOCUMENT; i++) {
        uint32_t id = UINT32_MAX - n * DOCUMENT - i;
        const struct lexical_doc d = {.id = id,
                                      .body = str_from(made_passage(id)),
                                      .language = LANG_ENGLISH};

        check(segments_writer_add(w, gone[0], &d, NULL, 0, &e));
    }
    check(segments_change(x, w, gone, 2, &e));
    segments_writer_free(w);
    segments_release(x, snapshot);
    check(segments_acquire(x, &snapshot, &e));
    arena_init(&a, BUDGET_BYTES);
    check(segments_passages(snapshot, gone[0], &a, &hits, &e));
    if (hits.n != DOCUMENT)
        samples_give_up("quarry", "what was added is not found");
    arena_release(&a);
}

const struct bench_engine bench_quarry = {"quarry", build,       open_index,
                                          ask,      close_index, add};
