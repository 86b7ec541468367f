#include "server/mcp/server_requests.h"

#include "base/clock.h"

#define REPLY_BYTES ((size_t)16 * 1024 * 1024)
#define WAIT_MS     60000
#define LOOK_MS     200 /* how often a cancel is looked for */

void server_requests_init(struct server_requests *s)
{
    *s = (struct server_requests){.next_id = 1};
    (void)pthread_mutex_init(&s->lock, NULL);
    clock_cond_init(&s->answered);
}

void server_requests_release(struct server_requests *s)
{
    (void)pthread_cond_destroy(&s->answered);
    (void)pthread_mutex_destroy(&s->lock);
}

void server_requests_add(struct server_requests *s, struct server_request *a)
{
    *a = (struct server_request){0};
    buf_init(&a->reply, REPLY_BYTES);
    (void)pthread_mutex_lock(&s->lock);
    a->id = s->next_id++;
    a->next = s->first;
    s->first = a;
    (void)pthread_mutex_unlock(&s->lock);
}

/* With the lock. */
static void wait_a_little(struct server_requests *s)
{
    (void)clock_cond_wait(&s->answered, &s->lock, clock_ms() + LOOK_MS);
}

/* With the lock. */
static void forget(struct server_requests *s, const struct server_request *a)
{
    struct server_request **at = &s->first;

    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
}

enum err server_requests_await(struct server_requests *s,
                               struct server_request *a,
                               const atomic_bool *cancel, struct error *e)
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

bool server_requests_reply(struct server_requests *s, struct str id,
                           struct str message)
{
    struct error ignored;
    struct server_request *a;
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
