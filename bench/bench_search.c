/*
 * bench_search.c - passages found by words, by meaning and by both, as
 * src/search/retrieve ranks them; bench/search.mjs runs it and makes the table.
 *
 *     bench_search build FOLDER PASSAGES VECTORS    the first so many have one
 *     bench_search ask FOLDER RUNS
 *     bench_search add FOLDER DOCUMENTS
 *
 * Each prints JSON lines. Passages, questions and vectors are those of made.h;
 * twenty passages are a document. A question is four words as they come in the
 * text, and a vector of some cluster; the three modes take turns with it, after
 * all pages were read once. Times are of the processor, on one thread; those
 * of `add` and of opening are of the clock.
 */
#include "base/clock.h"
#include "made.h"
#include "samples.h"
#include "search/retrieve/rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define BUDGET   ((size_t)1 << 30)
#define DOCUMENT 20u /* passages */
#define WORDS    4
#define TOP      10
#define EACH     4    /* candidates for each place, as semantic_query.c has */
#define STRIDE   997u /* documents from one that goes to the next */
#define KEY      24

static const struct vector_kind kind = {{"bench@1", 7}, MADE_DIMENSIONS};
static struct segments *x;
static struct error e;

static void check(enum err rc)
{
    if (rc != OK)
        samples_give_up("search", e.msg);
}

static struct str document_of(uint32_t passage, char key[KEY])
{
    (void)snprintf(key, KEY, "doc-%u", passage / DOCUMENT);
    return str_from(key);
}

static void put(struct segments_writer *w, uint32_t i, bool with_vector)
{
    static uint64_t state = 1;
    float v[MADE_DIMENSIONS];
    char key[KEY];
    struct str text = str_from(made_passage(i));
    const struct lexical_doc d = {
        .id = i, .body = text, .language = LANG_ENGLISH, .stored = text};

    if (with_vector)
        made_vector(i / MADE_CLUSTER, &state, v);
    check(segments_writer_add(w, document_of(i, key), &d, v, with_vector, &e));
}

static struct segments_writer *begin(bool with_vectors)
{
    struct segments_writer *w =
        segments_writer_new(x, with_vectors ? &kind : NULL, BUDGET, &e);

    if (!w)
        samples_give_up("search", e.msg);
    return w;
}

static void build(uint32_t passages, uint32_t vectors)
{
    struct segments_writer *w = begin(vectors > 0);
    const struct segments_snapshot *s = NULL;
    bool did = true;

    for (uint32_t i = 0; i < passages; i++)
        put(w, i, i < vectors);
    check(segments_change(x, w, NULL, 0, &e));
    while (did)
        check(segments_merge(x, &did, &e));
    segments_writer_free(w);
    check(segments_acquire(x, &s, &e));
    (void)printf("{\"name\":\"built\",\"bytes\":%llu,\"segments\":%zu}\n",
                 (unsigned long long)s->bytes, s->words.n);
    segments_release(x, s);
}

struct way {
    struct samples s;
    enum retrieval_mode mode;
    unsigned threads;
};

static void ask(const struct segments_snapshot *s, struct rank_question *q,
                struct way *way, struct analyzer *z)
{
    uint64_t (*now)(void) = way->threads == 1 ? samples_cpu_ns : clock_ns;
    struct rank_hits hits;
    struct arena a;
    uint64_t start;

    q->mode = way->mode;
    q->threads = way->threads;
    arena_init(&a, BUDGET);
    start = now();
    check(rank_run(s, q, z, &a, &hits, &e));
    samples_add(&way->s, now() - start);
    if (hits.n == 0)
        samples_give_up("a question", "nothing was found");
    arena_release(&a);
}

static void ask_all(const struct segments_snapshot *s, struct way *way,
                    size_t ways, size_t runs)
{
    struct analyzer *z = analyzer_new(&e);
    uint64_t words = 17;
    uint64_t vectors = 19;

    if (!z)
        samples_give_up("search", e.msg);
    for (size_t r = 0; r < runs; r++) {
        char text[MADE_QUESTION_BYTES];
        float v[MADE_DIMENSIONS];
        struct rank_question q = {.k = EACH * TOP,
                                  .weights = {.keyword = .7, .vector = .3},
                                  .vector = v,
                                  .kind = kind};

        made_question(MADE_MIXED, WORDS, &words, text);
        made_vector(r * 7919 % (s->passages / MADE_CLUSTER + 1), &vectors, v);
        q.text = str_from(text);
        for (size_t i = 0; i < ways; i++)
            ask(s, &q, &way[i], z);
    }
    analyzer_free(z);
}

static void ask_modes(size_t runs, uint64_t opened_ns)
{
    static struct way way[] = {
        {{.name = "keyword"}, RETRIEVAL_KEYWORD, 1},
        {{.name = "vector"}, RETRIEVAL_VECTOR, 1},
        {{.name = "hybrid"}, RETRIEVAL_HYBRID, 1},
        {{.name = "hybrid, all threads"}, RETRIEVAL_HYBRID, 0},
    };
    const size_t ways = sizeof(way) / sizeof(*way);
    const struct segments_snapshot *s = NULL;
    struct rusage use;

    check(segments_acquire(x, &s, &e));
    check(segments_verify(x, &e));
    ask_all(s, way, ways, runs / 10 + 1);
    for (size_t i = 0; i < ways; i++)
        way[i].s.n = 0;
    ask_all(s, way, ways, runs);
    for (size_t i = 0; i < ways; i++)
        samples_print(&way[i].s);
    (void)getrusage(RUSAGE_SELF, &use);
    (void)printf("{\"name\":\"asked\",\"open_ms\":%.3f,\"resident_mb\":%.1f}\n",
                 (double)opened_ns / 1e6, (double)use.ru_maxrss / 1e3);
    segments_release(x, s);
}

/* A new document and one that goes, to where a question finds the new one. */
static void add_one(uint32_t n)
{
    const uint32_t first = (UINT32_MAX / DOCUMENT - 1 - n) * DOCUMENT;
    struct segments_writer *w = begin(false);
    const struct segments_snapshot *s = NULL;
    char key[2][KEY];
    const struct str gone[] = {document_of(first, key[0]),
                               document_of(n * STRIDE * DOCUMENT, key[1])};
    struct search_hits hits;
    struct arena a;

    for (uint32_t i = 0; i < DOCUMENT; i++)
        put(w, first + i, false);
    check(segments_change(x, w, gone, 2, &e));
    segments_writer_free(w);
    check(segments_acquire(x, &s, &e));
    arena_init(&a, BUDGET);
    check(segments_passages(s, gone[0], &a, &hits, &e));
    if (hits.n != DOCUMENT)
        samples_give_up("search", "what was added is not found");
    arena_release(&a);
    segments_release(x, s);
}

static void add(uint32_t documents)
{
    static struct samples s = {.name = "add"};

    for (uint32_t n = 0; n < documents; n++) {
        uint64_t start = clock_ns();

        add_one(n);
        samples_add(&s, clock_ns() - start);
    }
    samples_print(&s);
}

int main(int argc, char **argv)
{
    uint64_t opened;

    if (argc < 4)
        samples_give_up("bench_search", "build FOLDER PASSAGES VECTORS | "
                                        "ask FOLDER RUNS | add FOLDER N");
    opened = clock_ns();
    check(segments_open(argv[2], &x, &e));
    opened = clock_ns() - opened;
    if (strcmp(argv[1], "build") == 0 && argc == 5)
        build((uint32_t)strtoul(argv[3], NULL, 10),
              (uint32_t)strtoul(argv[4], NULL, 10));
    else if (strcmp(argv[1], "ask") == 0)
        ask_modes(strtoul(argv[3], NULL, 10), opened);
    else
        add((uint32_t)strtoul(argv[3], NULL, 10));
    segments_close(x);
    return 0;
}
