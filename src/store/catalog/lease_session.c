/*
 * lease_session.c - the connection and the thread of a holder of leases.
 *
 * The row of the holder is renewed each second for HOLDER_MS. Its connection may be
 * lost meanwhile; it is opened again by the next statement, and leases that nobody took
 * are held on. What the server was asked for and did not answer counts as not renewed, so
 * a holder that is cut off knows by its own clock that others may have what it had.
 */
#include "store/catalog/lease_session.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "store/catalog/base_schema.h"
#include "store/database/db_migrate.h"
#include "store/pgsql/db_schema.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#define RENEW_MS  1000
#define HOLDER_MS 6000 /* without a word; then it is dead to others */
#define ID_BYTES  16
#define SHOWN     "the leases"

/* A lease that is to be given back when the store answers. */
struct dropped {
    struct dropped *next;
    char serial[LEASE_SERIAL_BYTES];
};

struct lease_session {
    struct lease_session *next; /* these two with `sessions.lock` */
    unsigned users;
    char *store;
    char id[2 * ID_BYTES + 1];
    atomic_uint_least64_t serials;
    _Atomic uint64_t renewed_ms; /* clock_ms() when that was asked for */
    pthread_t thread;
    bool has_thread;
    int wake_fd; /* readable: the thread ends */

    pthread_mutex_t lock; /* guards what follows */
    bool is_ending;
    struct db *db;
    struct lease_listener *listeners;
    struct dropped *dropped;
};

static struct sessions {
    pthread_mutex_t lock;
    struct lease_session *first;
} sessions = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- with the session's lock ---- */

static enum err renew(struct lease_session *s, struct error *e)
{
    const uint64_t now_ms = clock_ms();
    int64_t ignored = 0;
    enum err rc = db_get_int(
        s->db, "SELECT quarry.lease_renew(?1, ?2)",
        DB_ARGS(db_text(str_from(s->id)), db_int(HOLDER_MS)), &ignored, e);

    if (!rc)
        atomic_store(&s->renewed_ms, now_ms);
    return rc;
}

static enum err drop(struct lease_session *s, const char *serial,
                     struct error *e)
{
    int64_t ignored = 0;

    return db_get_int(s->db, "SELECT quarry.lease_drop(?1)",
                      DB_ARGS(db_text(str_from(serial))), &ignored, e);
}

static void drop_late(struct lease_session *s)
{
    struct error ignored;

    while (s->dropped && !drop(s, s->dropped->serial, &ignored)) {
        struct dropped *d = s->dropped;

        s->dropped = d->next;
        mem_free(d);
    }
}

static void tell(struct lease_session *s)
{
    for (const struct lease_listener *l = s->listeners; l; l = l->next)
        l->heard(l->ctx);
}

/* What came while a statement of another thread was answered is heard, too. */
static void hear(struct lease_session *s)
{
    if (db_schema_heard(s->db))
        tell(s);
}

/* Without the lock; until there may be something to hear, or it is time. A socket that is
 * readable as an answer comes is another thread's to read, which has the lock. */
static void await(const struct lease_session *s, int socket, uint64_t until_ms)
{
    struct pollfd fds[] = {{.fd = s->wake_fd, .events = POLLIN},
                           {.fd = socket, .events = POLLIN}};
    const uint64_t now_ms = clock_ms();

    if (now_ms < until_ms)
        (void)poll(fds, COUNT_OF(fds), (int)(until_ms - now_ms));
}

static void *keep_alive(void *session)
{
    struct lease_session *s = session;
    uint64_t due_ms = clock_ms() + RENEW_MS;
    struct error ignored;

    (void)pthread_mutex_lock(&s->lock);
    while (!s->is_ending) {
        const int socket = db_schema_socket(s->db);

        (void)pthread_mutex_unlock(&s->lock);
        await(s, socket, due_ms);
        (void)pthread_mutex_lock(&s->lock);
        if (!s->is_ending && clock_ms() >= due_ms) {
            if (!renew(s, &ignored))
                drop_late(s);
            due_ms = clock_ms() + RENEW_MS;
        }
        hear(s);
    }
    (void)pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- begin and end ---- */

static enum err open_database(struct lease_session *s, struct error *e)
{
    enum err rc =
        db_schema_open(s->store, "quarry", SHOWN, DB_CREATE, &s->db, e);

    if (!rc)
        rc = db_migrate(s->db, &home_schema_server, e);
    if (!rc)
        rc = db_schema_listen(s->db, "quarry", e);
    return rc ? rc : renew(s, e);
}

static enum err name_session(struct lease_session *s, struct error *e)
{
    uint8_t random[HASH_BYTES] = {0};
    char hex[HASH_HEX_BYTES];

    if (getrandom(random, ID_BYTES, 0) != ID_BYTES)
        return error_set(e, ERR_INTERNAL, "the system has no random bytes: %s",
                         strerror(errno));
    hash_hex(random, hex);
    memcpy(s->id, hex, 2 * (size_t)ID_BYTES);
    return OK;
}

static enum err start(struct lease_session *s, const char *store,
                      struct error *e)
{
    const size_t n = strlen(store) + 1;
    enum err rc;

    s->store = mem_new(n, e);
    if (!s->store)
        return e->code;
    memcpy(s->store, store, n);
    s->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    rc = s->wake_fd < 0 ? error_set(e, ERR_LIMIT, "cannot create a descriptor")
                        : name_session(s, e);
    if (!rc)
        rc = open_database(s, e);
    if (!rc && pthread_create(&s->thread, NULL, keep_alive, s))
        rc = error_set(e, ERR_LIMIT, "cannot create a thread");
    s->has_thread = !rc;
    return rc;
}

/* Others see at once that it has ended; or soon, where the store is away. */
static void end(struct lease_session *s)
{
    const uint64_t one = 1;
    struct dropped *next;
    struct error ignored;
    int64_t unused = 0;

    (void)pthread_mutex_lock(&s->lock);
    s->is_ending = true;
    (void)pthread_mutex_unlock(&s->lock);
    if (s->has_thread) {
        (void)!write(s->wake_fd, &one, sizeof(one));
        (void)pthread_join(s->thread, NULL);
        (void)!db_get_int(s->db, "SELECT quarry.lease_leave(?1)",
                          DB_ARGS(db_text(str_from(s->id))), &unused, &ignored);
    }
    for (struct dropped *d = s->dropped; d; d = next) {
        next = d->next;
        mem_free(d);
    }
    db_close(s->db);
    if (s->wake_fd >= 0)
        (void)close(s->wake_fd);
    (void)pthread_mutex_destroy(&s->lock);
    mem_free(s->store);
    mem_free(s);
}

/* NULL on error. */
static struct lease_session *begin(const char *store, struct error *e)
{
    struct lease_session *s = mem_new(sizeof(*s), e);

    if (!s)
        return NULL;
    (void)pthread_mutex_init(&s->lock, NULL);
    s->wake_fd = -1;
    if (!start(s, store, e))
        return s;
    end(s);
    return NULL;
}

enum err lease_session_join(const char *store, struct lease_session **out,
                            struct error *e)
{
    struct lease_session *s;

    (void)pthread_mutex_lock(&sessions.lock);
    for (s = sessions.first; s && strcmp(s->store, store) != 0; s = s->next)
        ;
    if (!s)
        s = begin(store, e);
    if (s && s->users++ == 0) {
        s->next = sessions.first;
        sessions.first = s;
    }
    (void)pthread_mutex_unlock(&sessions.lock);
    *out = s;
    return s ? OK : e->code;
}

void lease_session_leave(struct lease_session *s)
{
    bool is_last;

    if (!s)
        return;
    (void)pthread_mutex_lock(&sessions.lock);
    is_last = --s->users == 0;
    for (struct lease_session **p = &sessions.first; is_last && *p;)
        if (*p == s)
            *p = s->next;
        else
            p = &(*p)->next;
    (void)pthread_mutex_unlock(&sessions.lock);
    if (is_last)
        end(s);
}

/* ---- leases ---- */

void lease_session_serial(struct lease_session *s,
                          char serial[LEASE_SERIAL_BYTES])
{
    (void)snprintf(serial, LEASE_SERIAL_BYTES, "%s-%llu", s->id,
                   (unsigned long long)atomic_fetch_add(&s->serials, 1));
}

enum err lease_session_take(struct lease_session *s, struct str name,
                            const char *serial, bool *taken, struct error *e)
{
    int64_t is_taken = 0;
    enum err rc;

    (void)pthread_mutex_lock(&s->lock);
    rc = db_get_int(s->db, "SELECT quarry.lease_take(?1, ?2, ?3)",
                    DB_ARGS(db_text(name), db_text(str_from(serial)),
                            db_text(str_from(s->id))),
                    &is_taken, e);
    (void)pthread_mutex_unlock(&s->lock);
    *taken = !rc && is_taken;
    return rc;
}

enum err lease_session_claim(struct lease_session *s, const char *serial,
                             const struct lease_choice *choice, struct arena *a,
                             struct str *id, struct error *e)
{
    enum err rc;

    (void)pthread_mutex_lock(&s->lock);
    rc =
        db_get_text(s->db, choice->claim,
                    DB_ARGS(db_text(str_from(serial)), db_text(str_from(s->id)),
                            db_text(choice->place), db_int(choice->is_idle)),
                    a, id, e);
    (void)pthread_mutex_unlock(&s->lock);
    return rc;
}

enum err lease_session_holds(struct lease_session *s, const char *serial,
                             bool *holds, struct error *e)
{
    int64_t is_held = 0;
    enum err rc = OK;

    *holds = false;
    if (clock_ms() - atomic_load(&s->renewed_ms) >= HOLDER_MS)
        return OK; /* also while the connection hangs */
    (void)pthread_mutex_lock(&s->lock);
    rc = db_get_int(s->db, "SELECT quarry.lease_holds(?1)",
                    DB_ARGS(db_text(str_from(serial))), &is_held, e);
    (void)pthread_mutex_unlock(&s->lock);
    *holds = is_held;
    return rc;
}

void lease_session_drop(struct lease_session *s, const char *serial)
{
    struct error ignored;
    struct dropped *d = NULL;

    (void)pthread_mutex_lock(&s->lock);
    if (drop(s, serial, &ignored))
        d = mem_new(sizeof(*d), &ignored);
    if (d) {
        memcpy(d->serial, serial, LEASE_SERIAL_BYTES);
        d->next = s->dropped;
        s->dropped = d;
    }
    (void)pthread_mutex_unlock(&s->lock);
}

/* ---- news ---- */

void lease_session_listen(struct lease_session *s, struct lease_listener *l)
{
    (void)pthread_mutex_lock(&s->lock);
    l->next = s->listeners;
    s->listeners = l;
    (void)pthread_mutex_unlock(&s->lock);
}

void lease_session_unlisten(struct lease_session *s, struct lease_listener *l)
{
    struct lease_listener **at = &s->listeners;

    (void)pthread_mutex_lock(&s->lock);
    while (*at && *at != l)
        at = &(*at)->next;
    if (*at)
        *at = l->next;
    (void)pthread_mutex_unlock(&s->lock);
}
