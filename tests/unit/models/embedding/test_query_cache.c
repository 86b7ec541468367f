#include "models/embedding/query_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/fault.h"

#include <pthread.h>
#include <stdatomic.h>

#define DIM 4

static uint64_t now_ms;
static atomic_uint calls;
static enum err outcome;

static uint64_t fake_now(void)
{
    return now_ms;
}

/* The vector of a text is its length and its first byte. */
static enum err embed(struct embedder *m, const struct str *text, size_t n,
                      float *out, struct embedding *report, struct error *e)
{
    (void)m;
    (void)atomic_fetch_add(&calls, 1);
    if (outcome)
        return error_set(e, outcome, "not now");
    for (size_t i = 0; i < n; i++) {
        memset(out + i * DIM, 0, DIM * sizeof(*out));
        out[i * DIM] = (float)text[i].n;
        out[i * DIM + 1] = text[i].n ? (float)text[i].p[0] : 0;
        report[i] = (struct embedding){text[i].n, 0, text[i].n > 0};
    }
    return OK;
}

static const struct embedder_kind kind = {embed, NULL, NULL};
static struct embedder one = {&kind, "one@1", DIM, 128};
static struct embedder two = {&kind, "two@1", DIM, 128};

static struct query_cache *open_cache(size_t entries)
{
    const struct query_cache_limits limits = {entries, 1000, 100, fake_now};
    struct query_cache *c = NULL;
    struct error e;

    now_ms = 5000;
    outcome = OK;
    atomic_store(&calls, 0);
    assert_int_equal(query_cache_new(&limits, &c, &e), OK);
    return c;
}

static void ask(struct query_cache *c, struct embedder *m, const char *text)
{
    struct embedding report = {0};
    struct error e;
    float out[DIM];

    assert_int_equal(query_cache_embed(c, m, str_from(text), out, &report, &e),
                     OK);
    assert_true(out[0] == (float)strlen(text));
    assert_true(out[1] == (float)text[0]);
    assert_int_equal(report.tokens, strlen(text));
    assert_int_equal(report.is_embedded, text[0] != 0);
}

static void a_question_is_embedded_once(void **state)
{
    struct query_cache *c = open_cache(4);

    (void)state;
    for (int i = 0; i < 3; i++) {
        ask(c, &one, "how");
        ask(c, &one, "");
    }
    assert_int_equal(atomic_load(&calls), 2);
    assert_int_equal(query_cache_counts(c).hits, 4);
    assert_int_equal(query_cache_counts(c).misses, 2);
    query_cache_free(c);
    query_cache_free(NULL);
}

static void models_do_not_meet(void **state)
{
    struct query_cache *c = open_cache(4);
    struct embedder same_name = one;

    (void)state;
    ask(c, &one, "how");
    ask(c, &two, "how");
    assert_int_equal(atomic_load(&calls), 2);
    ask(c, &same_name, "how");
    assert_int_equal(atomic_load(&calls), 2);
    query_cache_free(c);
}

static void what_is_old_is_embedded_again(void **state)
{
    struct query_cache *c = open_cache(4);

    (void)state;
    ask(c, &one, "how");
    now_ms += 999;
    ask(c, &one, "how");
    assert_int_equal(atomic_load(&calls), 1);
    now_ms += 1; /* asking did not make it younger */
    ask(c, &one, "how");
    assert_int_equal(atomic_load(&calls), 2);
    query_cache_free(c);
}

static void the_one_not_asked_for_longest_gives_way(void **state)
{
    struct query_cache *c = open_cache(2);

    (void)state;
    ask(c, &one, "a");
    ask(c, &one, "b");
    ask(c, &one, "a");
    ask(c, &one, "c"); /* for b */
    ask(c, &one, "a");
    assert_int_equal(atomic_load(&calls), 3);
    ask(c, &one, "b");
    assert_int_equal(atomic_load(&calls), 4);
    query_cache_free(c);
}

static void failures_and_long_texts_are_not_kept(void **state)
{
    struct query_cache *c = open_cache(2);
    struct embedding report;
    struct error e;
    float out[DIM];
    char text[102];

    (void)state;
    outcome = ERR_TIMEOUT;
    assert_int_equal(query_cache_embed(c, &one, STR("a"), out, &report, &e),
                     ERR_TIMEOUT);
    outcome = OK;
    ask(c, &one, "a");
    assert_int_equal(atomic_load(&calls), 2);
    memset(text, 'x', 101);
    text[101] = '\0';
    ask(c, &one, text);
    ask(c, &one, text);
    assert_int_equal(atomic_load(&calls), 4);
    query_cache_free(c);
}

static void *ask_many(void *arg)
{
    for (int i = 0; i < 200; i++) {
        const char text[] = {(char)('a' + i % 7), '\0'};
        struct embedding report;
        struct error e;
        float out[DIM];

        if (query_cache_embed(arg, i % 2 ? &one : &two, str_from(text), out,
                              &report, &e) ||
            out[1] != (float)text[0])
            return arg;
    }
    return NULL;
}

static void threads_share_one_cache(void **state)
{
    struct query_cache *c = open_cache(5);
    pthread_t thread[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_many, c), 0);
    for (int i = 0; i < 4; i++) {
        void *failed = c;

        assert_int_equal(pthread_join(thread[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(query_cache_counts(c).hits + query_cache_counts(c).misses,
                     800);
    query_cache_free(c);
}

#ifdef QUARRY_TORTURE
static void without_memory_it_answers_and_keeps_nothing(void **state)
{
    struct query_cache_limits limits = query_cache_default_limits;
    struct query_cache *c = NULL;
    struct error e;

    (void)state;
    for (unsigned n = 1; n <= 2; n++) {
        (void)fault_at(FAULT_MEMORY, n);
        assert_int_equal(query_cache_new(&limits, &c, &e), ERR_LIMIT);
        (void)fault_at(FAULT_MEMORY, 0);
    }
    c = open_cache(2);
    (void)fault_at(FAULT_MEMORY, 1);
    ask(c, &one, "a");
    (void)fault_at(FAULT_MEMORY, 0);
    ask(c, &one, "a");
    assert_int_equal(atomic_load(&calls), 2);
    query_cache_free(c);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_embedded_once),
        cmocka_unit_test(models_do_not_meet),
        cmocka_unit_test(what_is_old_is_embedded_again),
        cmocka_unit_test(the_one_not_asked_for_longest_gives_way),
        cmocka_unit_test(failures_and_long_texts_are_not_kept),
        cmocka_unit_test(threads_share_one_cache),
#ifdef QUARRY_TORTURE
        cmocka_unit_test(without_memory_it_answers_and_keeps_nothing),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
