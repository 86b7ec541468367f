/*
 * task_pool.h - helper threads that work on a list of small tasks while their
 * owner does something else; when the owner is idle, it takes part.
 *
 *     owner     |give|  reads on   |finish: task 5, 6|give|  ...
 *     helper         | 0 | 1 | 2 | 3 | 4 |           |    0 | 1 ...
 *
 * There is one list at a time. Without helpers the owner does it all.
 */
#ifndef BASE_TASK_POOL_H
#define BASE_TASK_POOL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define HELPERS_MAX 7u

struct task_pool {
    unsigned n;
    pthread_t threads[HELPERS_MAX];
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t given; /* there are tasks, or `closed` */
    pthread_cond_t done;  /* the last task is done */
    void (*work)(void *ctx, size_t task);
    void *ctx;
    size_t tasks, next, finished;
    bool closed;
};

/* At most `n` threads, at most HELPERS_MAX; fewer where the machine has no
   more, which is not an error. task_pool_close() it; it must not move. */
void task_pool_open(struct task_pool *h, unsigned n);

/*
 * task_pool_give - begin work(ctx, 0) to work(ctx, tasks - 1), in any order and
 * at the same time; what was given before must be finished. What the caller
 * has written the tasks see, and after task_pool_finish() it sees what they have.
 */
void task_pool_give(struct task_pool *h, void (*work)(void *ctx, size_t task),
                    void *ctx, size_t tasks);

/* Do what no helper has begun, and wait for what one has; nothing given: none
   is waited for. */
void task_pool_finish(struct task_pool *h);

/* Finish, and end the threads. */
void task_pool_close(struct task_pool *h);

#endif
