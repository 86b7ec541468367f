#include "server/mcp/asks.h"

#include "base/clock.h"

#define REPLY_BYTES ((size_t)16 * 1024 * 1024)
#define WAIT_MS     60000
#define LOOK_MS     200 /* how often a cancel is looked for */

void asks_init(struct asks *s)
{
    *s = (struct asks){.next_id = 1};
    (void)pthread_mutex_init(&s->lock, NULL);
    clock_cond_init(&s->answered);
}

void asks_release(struct asks *s)
{
    (void)pthread_cond_destroy(&s->answered);
    (void)pthread_mutex_destroy(&s->lock);
}

void asks_add(struct asks *s, struct ask *a)
{
    *a = (struct ask){0};
    buf_init(&a->reply, REPLY_BYTES);
    (void)pthread_mutex_lock(&s->lock);
    a->id = s->next_id++;
    a->next = s->first;
    s->first = a;
    (void)pthread_mutex_unlock(&s->lock);
}

/* With the lock. */
static void wait_a_little(struct asks *s)
{
    (void)clock_cond_wait(&s->answered, &s->lock, clock_ms() + LOOK_MS);
}

/* With the lock. */
static void forget(struct asks *s, const struct ask *a)
{
    struct ask **at = &s->first;

    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
}

enum err asks_await(struct asks *s, struct ask *a, const atomic_bool *cancel,
                    struct error *e)
{
    uint64_t end_ms = clock_ms() + WAIT_MS;
    bool answered;

    (void)pthread_mutex_lock(&s->lock);
    while (!a->answered && !atomic_load(cancel) && clock_ms() < end_ms)
        wait_a_little(s);
    answered = a->answered;
    forget(s, a);
    (void)pthread_mutex_unlock(&s->lock);
    if (answered)
        return OK;
    return error_set(e, ERR_TIMEOUT, "the client did not answer in time");
}

bool asks_reply(struct asks *s, struct str id, struct str message)
{
    struct error ignored;
    struct ask *a;
    uint64_t number;

    if (str_parse_u64(id, UINT64_MAX, &number, &ignored))
        return false;
    (void)pthread_mutex_lock(&s->lock);
    for (a = s->first; a && (a->id != number || a->answered); a = a->next)
        ;
    if (a) {
        buf_put_str(&a->reply, message);
        a->answered = true;
        (void)pthread_cond_broadcast(&s->answered);
    }
    (void)pthread_mutex_unlock(&s->lock);
    return a != NULL;
}
