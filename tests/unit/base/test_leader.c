#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/leader.h"

/* Requests that two threads read: numbers, whose work may wait for the gate. */
struct scene {
    struct leader turn;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int next;     /* of the reader */
    int last;     /* after it nothing comes */
    int slow;     /* this one waits for the gate... */
    int opener;   /* ...which this one opens */
    bool hurries; /* the slow one says that it will last */
    bool is_open;
    int done[2]; /* by each thread */
    int refused; /* that nobody could watch over */
};

static void open_gate(struct scene *s)
{
    (void)pthread_mutex_lock(&s->lock);
    s->is_open = true;
    (void)pthread_cond_broadcast(&s->changed);
    (void)pthread_mutex_unlock(&s->lock);
}

static void await_gate(struct scene *s)
{
    (void)pthread_mutex_lock(&s->lock);
    while (!s->is_open)
        (void)pthread_cond_wait(&s->changed, &s->lock);
    (void)pthread_mutex_unlock(&s->lock);
}

static void work(struct scene *s, int request)
{
    if (request == s->opener)
        open_gate(s);
    if (request != s->slow)
        return;
    if (s->hurries)
        leader_hurry(&s->turn);
    await_gate(s);
}

static void serve(struct scene *s, int me)
{
    while (leader_wait(&s->turn, me)) {
        const int request = s->next++;

        if (request > s->last) {
            open_gate(s);
            leader_finish(&s->turn);
        } else if (leader_begin(&s->turn)) {
            work(s, request);
            s->done[me]++;
            (void)leader_end(&s->turn);
        } else {
            s->refused++;
            if (request == s->opener)
                open_gate(s);
        }
    }
}

static void *second(void *scene)
{
    serve(scene, 1);
    return NULL;
}

static void play(struct scene *s)
{
    (void)pthread_mutex_init(&s->lock, NULL);
    (void)pthread_cond_init(&s->changed, NULL);
    leader_init(&s->turn, second, s);
    serve(s, 0);
    leader_release(&s->turn);
    (void)pthread_cond_destroy(&s->changed);
    (void)pthread_mutex_destroy(&s->lock);
}

static void what_is_read_is_done_once_each(void **state)
{
    struct scene s = {.last = 20000, .slow = -1, .opener = -1};

    (void)state;
    play(&s);
    assert_int_equal(s.done[0] + s.done[1] + s.refused, 20001);
}

static void work_that_waits_for_a_later_request_is_taken_over(void **state)
{
    struct scene s = {.last = 9, .slow = 3, .opener = 7};

    (void)state;
    play(&s);
    assert_int_equal(s.done[0] + s.done[1] + s.refused, 10);
    assert_true(s.is_open);
}

/* The end opens the gate, and comes after more than one look. */
static void while_one_works_and_one_reads_nobody_watches(void **state)
{
    struct scene s = {.last = 100, .slow = 0, .opener = -1};

    (void)state;
    play(&s);
    assert_int_equal(s.done[0], 1);
    assert_int_equal(s.done[1], 0);
    assert_int_equal(s.refused, 100);
}

static void who_will_last_says_so(void **state)
{
    struct scene s = {.last = 5, .slow = 2, .opener = 3, .hurries = true};

    (void)state;
    play(&s);
    assert_int_equal(s.done[0] + s.done[1] + s.refused, 6);
}

static void without_anything_to_watch_there_is_no_second_thread(void **state)
{
    struct scene s = {.last = -1, .slow = -1, .opener = -1};

    (void)state;
    play(&s);
    assert_false(s.turn.has_second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_done_once_each),
        cmocka_unit_test(work_that_waits_for_a_later_request_is_taken_over),
        cmocka_unit_test(while_one_works_and_one_reads_nobody_watches),
        cmocka_unit_test(who_will_last_says_so),
        cmocka_unit_test(without_anything_to_watch_there_is_no_second_thread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
