#include "server/tools/catch_up.h"

#include "base/log.h"
#include "base/mem.h"
#include "knowledge/knowledge_base/base_search.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define WAITING \
    16 /* bases; a base that finds no room is tried again with the next search */

/* `lock` guards what is below it; `cancel` is set once. */
struct catch_up {
    struct tables *tables;
    atomic_bool cancel;
    pthread_mutex_t lock;

    pthread_cond_t asked;
    bool closing;
    bool started;
    pthread_t thread;
    char waiting[WAITING][BASE_NAME_MAX + 1];
    size_t n;
};

enum err catch_up_new(struct tables *t, struct catch_up **out, struct error *e)
{
    struct catch_up *c = mem_new(sizeof(*c), e);

    if (!c)
        return e->code;
    c->tables = t;
    atomic_init(&c->cancel, false);
    (void)pthread_mutex_init(&c->lock, NULL);
    (void)pthread_cond_init(&c->asked, NULL);
    *out = c;
    return OK;
}

/* A server of the home does it by itself. */
static void work(struct catch_up *c, const char *base)
{
    const struct bases_catch_up r = {.base = str_from(base),
                                     .cancel = &c->cancel};
    struct index_worked done;
    struct bases *bases = NULL;
    struct error e = {0};
    enum err rc = bases_new(c->tables, &bases, &e);

    if (!rc && !bases_has_server(bases))
        rc = bases_catch_up(bases, &r, &done, &e);
    if (rc && !atomic_load(&c->cancel))
        log_warn("toolsets", "an index is not up to date: %s", err_name(rc));
    bases_free(bases);
}

/* Wait for a base; false: it is over. */
static bool take(struct catch_up *c, char base[BASE_NAME_MAX + 1])
{
    bool more;

    (void)pthread_mutex_lock(&c->lock);
    while (c->n == 0 && !c->closing)
        (void)pthread_cond_wait(&c->asked, &c->lock);
    more = !c->closing;
    if (more) {
        memcpy(base, c->waiting[0], sizeof(c->waiting[0]));
        c->n--;
        memmove(c->waiting[0], c->waiting[1], c->n * sizeof(c->waiting[0]));
    }
    (void)pthread_mutex_unlock(&c->lock);
    return more;
}

static void *run(void *ctx)
{
    char base[BASE_NAME_MAX + 1];
    struct catch_up *c = ctx;

    while (take(c, base))
        work(c, base);
    return NULL;
}

void catch_up_free(struct catch_up *c)
{
    if (!c)
        return;
    atomic_store(&c->cancel, true);
    (void)pthread_mutex_lock(&c->lock);
    c->closing = true;
    (void)pthread_cond_signal(&c->asked);
    (void)pthread_mutex_unlock(&c->lock);
    if (c->started)
        (void)pthread_join(c->thread, NULL);
    (void)pthread_cond_destroy(&c->asked);
    (void)pthread_mutex_destroy(&c->lock);
    mem_free(c);
}

static bool is_waiting(const struct catch_up *c, struct str base)
{
    for (size_t i = 0; i < c->n; i++)
        if (str_is(base, c->waiting[i]))
            return true;
    return false;
}

void catch_up_ask(struct catch_up *c, struct str base)
{
    if (!c || base.n > BASE_NAME_MAX)
        return;
    (void)pthread_mutex_lock(&c->lock);
    if (c->n < WAITING && !is_waiting(c, base)) {
        (void)snprintf(c->waiting[c->n++], sizeof(c->waiting[0]), "%.*s",
                       STR_FMT(base));
        c->started =
            c->started || pthread_create(&c->thread, NULL, run, c) == 0;
        (void)pthread_cond_signal(&c->asked);
    }
    (void)pthread_mutex_unlock(&c->lock);
}
