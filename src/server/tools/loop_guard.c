#include "server/tools/loop_guard.h"

#include "base/clock.h"
#include "base/mem.h"

#include <pthread.h>
#include <string.h>

struct seen {
    struct repeat of;
    uint64_t count; /* 0: the place is free */
    uint64_t used_ms;
    uint64_t order; /* of use: the clock may stand still in between */
    char *answer;   /* NULL: none is kept */
    size_t n;
};

/* `lock` guards all of it. */
struct loop_guard {
    pthread_mutex_t lock;
    size_t bytes; /* of answers */
    uint64_t order;
    struct seen seen[LOOP_GUARD_MAX];
};

enum err loop_guard_new(struct loop_guard **out, struct error *e)
{
    struct loop_guard *r = mem_new(sizeof(*r), e);

    if (!r)
        return e->code;
    (void)pthread_mutex_init(&r->lock, NULL);
    *out = r;
    return OK;
}

static void drop_answer(struct loop_guard *r, struct seen *s)
{
    r->bytes -= s->n;
    mem_free(s->answer);
    s->answer = NULL;
    s->n = 0;
}

static void forget(struct loop_guard *r, struct seen *s)
{
    drop_answer(r, s);
    *s = (struct seen){.count = 0};
}

void loop_guard_free(struct loop_guard *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < LOOP_GUARD_MAX; i++)
        forget(r, &r->seen[i]);
    (void)pthread_mutex_destroy(&r->lock);
    mem_free(r);
}

static bool is_of(const struct seen *s, const struct repeat *x)
{
    return s->count > 0 && memcmp(s->of.key, x->key, sizeof(x->key)) == 0 &&
           caller_eq(&s->of.caller, &x->caller);
}

/* What is known of a call, unless that is long ago; NULL: nothing. */
static struct seen *find(struct loop_guard *r, const struct repeat *x)
{
    for (size_t i = 0; i < LOOP_GUARD_MAX; i++) {
        struct seen *s = &r->seen[i];

        if (!is_of(s, x))
            continue;
        if (clock_ms() - s->used_ms <= LOOP_GUARD_MS)
            return s;
        forget(r, s);
    }
    return NULL;
}

/* The place of the oldest: of the caller where it has many, else of all; or one
 * that is free. */
static struct seen *take_place(struct loop_guard *r, const struct caller *c)
{
    struct seen *own = NULL;
    struct seen *any = NULL;
    struct seen *s;
    size_t n = 0;

    for (size_t i = 0; i < LOOP_GUARD_MAX; i++) {
        s = &r->seen[i];
        if (!any || s->count == 0 || (any->count && s->order < any->order))
            any = s;
        if (s->count == 0 || !caller_eq(&s->of.caller, c))
            continue;
        n++;
        if (!own || s->order < own->order)
            own = s;
    }
    s = n >= LOOP_GUARD_MAX_CALLER ? own : any;
    forget(r, s);
    return s;
}

uint64_t loop_guard_count(struct loop_guard *r, const struct repeat *x,
                          struct arena *a, struct str *answer)
{
    struct error ignored;
    struct seen *s;
    uint64_t count;

    *answer = (struct str){0};
    (void)pthread_mutex_lock(&r->lock);
    s = find(r, x);
    if (!s) {
        s = take_place(r, &x->caller);
        s->of = *x;
    }
    count = ++s->count;
    s->used_ms = clock_ms();
    s->order = ++r->order;
    if (s->answer &&
        str_dup((struct str){s->answer, s->n}, a, answer, &ignored))
        *answer = (struct str){0};
    (void)pthread_mutex_unlock(&r->lock);
    return count;
}

/* The oldest answers go until another has room. */
static void make_room(struct loop_guard *r, size_t n)
{
    while (r->bytes + n > LOOP_GUARD_MAX_BYTES) {
        struct seen *oldest = NULL;

        for (size_t i = 0; i < LOOP_GUARD_MAX; i++) {
            struct seen *s = &r->seen[i];

            if (s->answer && (!oldest || s->order < oldest->order))
                oldest = s;
        }
        BUG_ON(!oldest);
        drop_answer(r, oldest);
    }
}

void loop_guard_keep(struct loop_guard *r, const struct repeat *x,
                     struct str answer)
{
    struct error ignored;
    struct seen *s;
    char *copy;

    if (answer.n == 0 || answer.n > LOOP_GUARD_MAX_ANSWER)
        return;
    copy = mem_new(answer.n, &ignored);
    if (!copy)
        return;
    memcpy(copy, answer.p, answer.n);
    (void)pthread_mutex_lock(&r->lock);
    s = find(r, x);
    if (s && s->count + 1 >= LOOP_GUARD_FROM) {
        drop_answer(r, s);
        make_room(r, answer.n);
        s->answer = copy;
        s->n = answer.n;
        r->bytes += answer.n;
        copy = NULL;
    }
    (void)pthread_mutex_unlock(&r->lock);
    mem_free(copy);
}
