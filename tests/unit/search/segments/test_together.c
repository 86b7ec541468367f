/* Readers, changes and merges at the same time, in threads and processes. */
#include "segments_answers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

#define READERS 3
#define ROUNDS  12
#define ENOUGH  20 /* answers of readers */

static atomic_bool stop;
static atomic_uint asked;
static uint64_t expected[2]; /* with the document in its two variants */

static void *reader(void *unused)
{
    (void)unused;
    while (!atomic_load(&stop)) {
        uint64_t sum = answers_of(x);

        BUG_ON(sum != expected[0] && sum != expected[1]);
        (void)atomic_fetch_add(&asked, 1);
    }
    return NULL;
}

static void *merger(void *unused)
{
    struct error e;
    bool did;

    (void)unused;
    while (!atomic_load(&stop)) {
        BUG_ON(segments_merge(x, &did, &e) != OK);
        if (!did)
            (void)sched_yield();
    }
    return NULL;
}

/* A change swaps the two variants of a document, and merges change no answer:
 * so readers must always get one of two. */
static void readers_see_one_state_while_others_change_it(void **state)
{
    pthread_t threads[READERS + 1];

    (void)state;
    for (uint64_t d = 0; d < 20; d++)
        assert_int_equal(try_replace(x, writer, d, 0, &err), OK);
    expected[0] = answers_of(x);
    assert_int_equal(try_replace(x, writer, 7, 3, &err), OK);
    expected[1] = answers_of(x);
    assert_int_not_equal(expected[0], expected[1]);
    atomic_store(&stop, false);
    atomic_store(&asked, 0);
    for (int i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, reader, NULL), 0);
    assert_int_equal(pthread_create(&threads[READERS], NULL, merger, NULL), 0);
    for (unsigned i = 0; i < ROUNDS || atomic_load(&asked) < ENOUGH; i++)
        assert_int_equal(try_replace(x, writer, 7, i % 2 ? 3 : 0, &err), OK);
    atomic_store(&stop, true);
    for (int i = 0; i <= READERS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    merge_all();
    assert_no_left_overs();
    assert_int_equal(segments_verify(x, &err), OK);
}

/* Write the documents from..to of an index, each twice, and merge. */
static enum err work(struct segments *index, uint64_t from, uint64_t to,
                     struct error *e)
{
    struct segments_writer *w =
        segments_writer_new(index, &KIND, WRITER_BYTES, e);
    enum err rc = w ? OK : e->code;
    bool did;

    for (uint64_t d = from; rc == OK && d < to; d++) {
        rc = try_replace(index, w, d, 1, e);
        if (rc == OK)
            rc = segments_merge(index, &did, e);
        if (rc == OK)
            rc = try_replace(index, w, d, 0, e);
    }
    segments_writer_free(w);
    return rc;
}

static void two_processes_change_one_index(void **state)
{
    pid_t child = fork();
    int status;

    (void)state;
    if (child == 0) {
        struct segments *mine;
        struct error e;
        bool ok = segments_open(in("index"), &mine, &e) == OK &&
                  work(mine, 15, 30, &e) == OK;

        _exit(ok ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(work(x, 0, 15, &err), OK);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(passage_count(x), 30 * A_DOCUMENT);
    assert_int_equal(answers_of(x), answers_anew("fresh", 0, 30, 1, 0));
    merge_all();
    assert_int_equal(answers_of(x), answers_anew("again", 0, 30, 1, 0));
    publish(writer);
    assert_no_left_overs();
    assert_int_equal(segments_verify(x, &err), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SEGMENTS_TEST(readers_see_one_state_while_others_change_it),
        SEGMENTS_TEST(two_processes_change_one_index),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
