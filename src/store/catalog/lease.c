#include "store/catalog/lease.h"

#include "base/clock.h"
#include "base/mem.h"
#include "store/catalog/lease_session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define NAME_BYTES    256
#define FIRST_WAIT_MS 5
#define LONG_WAIT_MS  200

struct lease_row {
    struct lease_session *session;
    char serial[LEASE_SERIAL_BYTES];
    char name[NAME_BYTES];
    const char *shown;
};

/* ---- rows ---- */

static void free_row(struct lease_row *r)
{
    if (!r)
        return;
    lease_session_leave(r->session);
    mem_free(r);
}

/* Not held so far; NULL on error. */
static struct lease_row *new_row(const struct lease_place *p, struct error *e)
{
    struct lease_row *r = mem_new(sizeof(*r), e);
    int n;

    if (!r)
        return NULL;
    r->shown = p->shown;
    n = snprintf(r->name, sizeof(r->name), "%s/%.*s", p->kind, STR_FMT(p->id));
    BUG_ON(n < 0 || n >= (int)sizeof(r->name)); /* kinds and ids are ours */
    if (lease_session_join(p->store, &r->session, e)) {
        free_row(r);
        return NULL;
    }
    lease_session_serial(r->session, r->serial);
    return r;
}

static enum err take(struct lease_row *r, bool *taken, struct error *e)
{
    return lease_session_take(r->session, str_from(r->name), r->serial, taken,
                              e);
}

static void wait_ms(long ms)
{
    struct timespec t = {.tv_nsec = ms * 1000000};

    (void)nanosleep(&t, NULL);
}

static enum err take_within(struct lease_row *r, uint64_t timeout_ms,
                            bool *taken, struct error *e)
{
    const uint64_t start = clock_ms();
    long ms = FIRST_WAIT_MS;

    for (;;) {
        enum err rc = take(r, taken, e);

        if (rc || *taken || clock_ms() - start >= timeout_ms)
            return rc;
        wait_ms(ms);
        ms = ms * 2 < LONG_WAIT_MS ? ms * 2 : LONG_WAIT_MS;
    }
}

static enum err open_row(const struct lease_place *p, uint64_t timeout_ms,
                         struct lease *l, struct error *e)
{
    struct lease_row *r = new_row(p, e);
    bool taken = false;
    enum err rc;

    if (!r)
        return e->code;
    rc = take_within(r, timeout_ms, &taken, e);
    if (rc) /* it may be taken, and the answer lost */
        lease_session_drop(r->session, r->serial);
    if (taken)
        l->row = r;
    else
        free_row(r);
    return rc;
}

/* ---- */

static enum err in_use(const struct lease_place *p, struct error *e)
{
    return error_set(e, ERR_TIMEOUT,
                     "'%s' is in use by another program; try again", p->shown);
}

enum err lease_open(const struct lease_place *p, uint64_t timeout_ms,
                    struct lease *l, struct error *e)
{
    enum err rc;

    *l = LEASE_NONE;
    if (!p->store)
        return fs_lock_open(p->file, p->shown, timeout_ms, &l->file, e);
    rc = open_row(p, timeout_ms, l, e);
    return rc || l->row ? rc : in_use(p, e);
}

enum err lease_try(const struct lease_place *p, struct lease *l,
                   struct error *e)
{
    *l = LEASE_NONE;
    return p->store ? open_row(p, 0, l, e)
                    : fs_lock_try(p->file, p->shown, &l->file, e);
}

enum err lease_claim(const struct lease_place *any,
                     const struct lease_choice *choice, struct arena *a,
                     struct lease *l, struct str *id, struct error *e)
{
    struct lease_row *r = new_row(any, e);
    enum err rc;

    *l = LEASE_NONE;
    *id = (struct str){0};
    if (!r)
        return e->code;
    l->row = r;
    rc = lease_session_claim(r->session, r->serial, choice, a, id, e);
    if (rc || id->n == 0) /* it may be claimed, and the answer lost */
        lease_close(l);
    return rc;
}

bool lease_is_held(const struct lease *l)
{
    return l->row || l->file.fd >= 0;
}

/* Not the caller's mistake, who may begin again. */
static enum err lost(const struct lease *l, struct error *e)
{
    enum err rc = error_set(
        e, ERR_CONFLICT,
        "%s was taken over by another program while the store could not be "
        "reached; nothing was changed, try again",
        l->row->shown);

    e->of_machine = true;
    return rc;
}

enum err lease_check(const struct lease *l, struct error *e)
{
    bool holds = true;
    enum err rc = OK;

    if (l->row)
        rc = lease_session_holds(l->row->session, l->row->serial, &holds, e);
    return rc || holds ? rc : lost(l, e);
}

enum err lease_fence(const struct lease *l, struct db *d, struct error *e)
{
    int64_t holds = 1;
    enum err rc = OK;

    if (l->row)
        rc = db_get_int(d, "SELECT quarry.lease_fence(?1)",
                        DB_ARGS(db_text(str_from(l->row->serial))), &holds, e);
    return rc || holds ? rc : lost(l, e);
}

void lease_close(struct lease *l)
{
    fs_lock_close(&l->file);
    if (l->row)
        lease_session_drop(l->row->session, l->row->serial);
    free_row(l->row);
    l->row = NULL;
}

enum err lease_any(struct db *d, const char *kind, bool *any, struct error *e)
{
    int64_t n = 0;
    enum err rc = db_get_int(d, "SELECT quarry.lease_any(?1)",
                             DB_ARGS(db_text(str_from(kind))), &n, e);

    *any = n > 0;
    return rc;
}
