/*
 * lease.h - locks between programs: files of a home, or rows of a store.
 *
 * Without a store a lease is a file lock (base/fs_lock.h), which the kernel releases when
 * its holder dies. With one it is a row of the store's table `lease`, so that servers that
 * share no folder, or a folder without flock, exclude each other:
 *
 *      lease         name -> serial, holder     who has it; a serial is never used again
 *      lease_holder  id -> until, session       a program, which says each second that it
 *                                               lives (lease_session.c)
 *
 * Whoever finds a lease whose holder is dead takes it: `until` has passed on the server's
 * clock, or the session that wrote it is gone from that server. The clocks of programs are
 * not compared. Rows were chosen, and not advisory locks: those bind a lease to one session
 * each, end with it without their holder's knowledge, are lost behind a pooler of
 * transactions, and servers that speak PostgreSQL's protocol lack them or accept them
 * without a meaning.
 *
 * Fencing: a program that was cut off or stopped for seconds may have lost its lease and
 * not know it. Before it publishes what the lease protects, it asks: lease_fence() in the
 * transaction that publishes, and then nobody takes the lease until that has ended;
 * lease_check() where there is no transaction.
 *
 * threads  a lease is one thread's; two of one process exclude each other, too
 */
#ifndef STORE_CATALOG_LEASE_H
#define STORE_CATALOG_LEASE_H

#include "base/fs.h"
#include "store/database/db.h"

struct lease_row;

/* LEASE_NONE is "not held". */
struct lease {
    struct fs_lock file;
    struct lease_row *row; /* owned; NULL: it is a file, or none */
};
#define LEASE_NONE ((struct lease){{-1}, NULL})

/* What is leased. */
struct lease_place {
    const char *store; /* of the home; NULL: the file */
    const char *file;
    const char *kind; /* the row is "kind/id" */
    struct str id;
    const char *shown; /* in messages */
};

/*
 * lease_open - take it.
 *
 * in       wait_ms  how long to wait for who has it; 0 tries once
 * out      l        end with lease_close()
 * errors   ERR_TIMEOUT                  another has it
 *          ERR_FILE_WRITE_FAILED        the file cannot be made
 *          ERR_TOOL_WORKER_UNAVAILABLE  the store is away
 */
MUST_CHECK enum err lease_open(const struct lease_place *p, uint64_t wait_ms,
                               struct lease *l, struct error *e);

/* As lease_open(), without waiting: not held on OK when another has it. */
MUST_CHECK enum err lease_try(const struct lease_place *p, struct lease *l,
                              struct error *e);

/* What one of several leases is chosen by. */
struct lease_choice {
    const char *
        claim; /* SQL, a literal: a function of serial, holder, place and 1 or 0
                          that writes the lease, and returns its id or an empty text */
    struct str place;
    bool is_idle;
};

/*
 * lease_claim - take one of the leases of a store that is nobody's; a store alone has
 * that.
 *
 * in       any     its id is not used
 * out      id      in `a`; empty: there is none, and `l` is not held
 */
MUST_CHECK enum err lease_claim(const struct lease_place *any,
                                const struct lease_choice *choice,
                                struct arena *a, struct lease *l,
                                struct str *id, struct error *e);

/* Whatever became of it since. */
bool lease_is_held(const struct lease *l);

/* Is it still ours? ERR_CONFLICT: no. A file always is. */
MUST_CHECK enum err lease_check(const struct lease *l, struct error *e);

/* As lease_check(), in a write transaction of a database of the same store: until that
 * ends, nobody else gets it. */
MUST_CHECK enum err lease_fence(const struct lease *l, struct db *d,
                                struct error *e);

/* Release; LEASE_NONE is allowed. */
void lease_close(struct lease *l);

/* Does a living program hold a lease of this kind in the store of `d`? */
MUST_CHECK enum err lease_any(struct db *d, const char *kind, bool *any,
                              struct error *e);

#endif
