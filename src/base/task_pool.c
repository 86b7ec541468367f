#include "base/task_pool.h"

#include "base/err.h"

/* Take and do tasks until none is left; the lock is held, but for the work. */
static void work_off(struct task_pool *h)
{
    while (h->next < h->tasks) {
        size_t task = h->next++;

        (void)pthread_mutex_unlock(&h->lock);
        h->work(h->ctx, task);
        (void)pthread_mutex_lock(&h->lock);
        if (++h->finished == h->tasks)
            (void)pthread_cond_signal(&h->done);
    }
}

static void *serve(void *arg)
{
    struct task_pool *h = arg;

    (void)pthread_mutex_lock(&h->lock);
    while (!h->closed) {
        work_off(h);
        if (!h->closed)
            (void)pthread_cond_wait(&h->given, &h->lock);
    }
    (void)pthread_mutex_unlock(&h->lock);
    return NULL;
}

void task_pool_open(struct task_pool *h, unsigned n)
{
    *h = (struct task_pool){0};
    (void)pthread_mutex_init(&h->lock, NULL);
    (void)pthread_cond_init(&h->given, NULL);
    (void)pthread_cond_init(&h->done, NULL);
    while (h->n < n && h->n < HELPERS_MAX &&
           pthread_create(&h->threads[h->n], NULL, serve, h) == 0)
        h->n++;
}

void task_pool_give(struct task_pool *h, void (*work)(void *ctx, size_t task),
                    void *ctx, size_t tasks)
{
    (void)pthread_mutex_lock(&h->lock);
    BUG_ON(h->finished != h->tasks);
    h->work = work;
    h->ctx = ctx;
    h->tasks = tasks;
    h->next = 0;
    h->finished = 0;
    (void)pthread_cond_broadcast(&h->given);
    (void)pthread_mutex_unlock(&h->lock);
}

void task_pool_finish(struct task_pool *h)
{
    (void)pthread_mutex_lock(&h->lock);
    work_off(h);
    while (h->finished < h->tasks)
        (void)pthread_cond_wait(&h->done, &h->lock);
    (void)pthread_mutex_unlock(&h->lock);
}

void task_pool_close(struct task_pool *h)
{
    task_pool_finish(h);
    (void)pthread_mutex_lock(&h->lock);
    h->closed = true;
    (void)pthread_cond_broadcast(&h->given);
    (void)pthread_mutex_unlock(&h->lock);
    for (unsigned i = 0; i < h->n; i++)
        (void)pthread_join(h->threads[i], NULL);
    (void)pthread_cond_destroy(&h->done);
    (void)pthread_cond_destroy(&h->given);
    (void)pthread_mutex_destroy(&h->lock);
}
