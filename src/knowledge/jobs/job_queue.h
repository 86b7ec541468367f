/*
 * job_queue.h - the jobs of a server, in order of arrival. Private to jobs/.
 *
 * `lock` guards the list and how each job goes. A job that runs is its
 * thread's: only that one changes it, always with the lock, so it may read
 * without. A job leaves the list when it has ended and others came after it.
 */
#ifndef KNOWLEDGE_JOBS_JOB_QUEUE_H
#define KNOWLEDGE_JOBS_JOB_QUEUE_H

#include "base/fs.h"
#include "knowledge/jobs/job_record.h"
#include "store/catalog/lease.h"
#include "store/catalog/store_news.h"

#include <pthread.h>

#define STATUS_BYTES ((size_t)32 << 20)
#define ARENA_BYTES  ((size_t)64 << 20)

#define JOBS_ID_BYTES 33 /* of an id, with its end */

struct jobs {
    struct tables *tables;
    struct arena arena;
    struct job_place place;
    struct lease home; /* HOME/server.lock; of a store, that this is a server */
    pthread_t runners[JOBS_RUNNERS];
    unsigned n_runners;
    pthread_t watcher;
    bool has_watcher;
    struct store_news *news;  /* NULL: a home's */
    struct arena watch_arena; /* of that thread */
    atomic_bool stopping;
    atomic_bool has_news; /* of a store: the watcher looks now */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct other_job *others; /* of other servers, that are listened to */
    struct job *first;        /* in the order in which they came */
    struct job *last;
    bool is_looking;  /* a runner asks the bases */
    uint64_t look_ms; /* when that is due */
};

/* Take and give the lock. */
void job_queue_lock(struct jobs *j);
void job_queue_unlock(struct jobs *j);

/* The rest of these with the lock. */

/* NULL if there is none, it is forgotten, or it is JOB_STAGING. */
struct job *job_queue_find(const struct jobs *j, struct str id);

/*
 * job_queue_reserve - a place after all others, as JOB_STAGING: nobody else
 * gets it while the job is written to the disk.
 *
 * in       x      its author says whose place it is
 * errors   ERR_RATE_LIMITED  too many wait; with e->retry_s: of its author's
 */
MUST_CHECK enum err job_queue_reserve(struct jobs *j, struct job *x,
                                      struct error *e);

/* It is on the disk and waits; or it is not, leaves the list, and is freed. */
void job_queue_admit(struct jobs *j, struct job *x);
void job_queue_withdraw(struct jobs *j, struct job *x);

/* By the time when it was made. */
void job_queue_insert(struct jobs *j, struct job *x);

/* Those that have ended, or that have not. */
size_t job_queue_count(const struct jobs *j, bool open);

/* The oldest that have ended are forgotten; the disk knows them. */
void job_queue_forget(struct jobs *j);

/* Does a job of this base run? */
bool job_queue_is_busy(const struct jobs *j, const struct base_entry *base);

/* The oldest job that may start, of the author with the fewest running jobs,
 * which runs then; NULL: none. */
struct job *job_queue_take(struct jobs *j);

/* Of a base that is gone, by its id: the oldest that waits, which runs then, to
 * be ended; NULL: none. Those that run are cancelled. */
struct job *job_queue_take_of(struct jobs *j, struct str base_id);

/*
 * job_queue_add_index - a job that indexes a base; one that waits for it
 * already.
 *
 * in       author  the requester; empty: none
 * errors   ERR_RATE_LIMITED  as job_queue_reserve()
 */
MUST_CHECK enum err job_queue_add_index(struct jobs *j,
                                        const struct base_entry *base,
                                        struct str author, struct job **out,
                                        struct error *e);

/* ---- the base of each; without the lock ---- */

/*
 * job_claim - the base waits for the job's files
 * (store/catalog/pending_upload.h). One that an older program kept gets the id
 * of its base.
 *
 * errors   ERR_CONFLICT  the base is gone
 */
MUST_CHECK enum err job_claim(struct jobs *j, struct job *x, struct error *e);

/* It waits for them no more; OK, too, where the base is gone. */
MUST_CHECK enum err job_unclaim(struct jobs *j, const struct job *x,
                                struct error *e);

/* The base that was made for it goes when nothing came into it. */
void job_remove_base_if_empty(struct jobs *j, const struct job *x);

/* ERR_CONFLICT: the job ends as its base has. */
enum err job_base_gone(const struct job *x, struct error *e);

/* ---- runners; without the lock ---- */

/* The thread that does jobs until `stopping`; its argument is a struct jobs. */
void *job_runner(void *jobs);

/* Take up what the last server of this home left, or of a store what is nobody's. */
MUST_CHECK enum err jobs_take_up(struct jobs *j, struct error *e);

/* Of a store: claim what servers left that have died, and one job that waits elsewhere when
 * there is a runner for it. */
void jobs_adopt(struct jobs *j);

/* ---- jobs of other servers (others.c); without the lock ---- */

/* Hear of one until it ends; false: it has, or there is none. */
bool jobs_listen_other(struct jobs *j, struct str id,
                       const struct jobs_listener *listener);

/* Who listens hears what is new; by one thread, with an arena for its use. */
void jobs_tell_of_others(struct jobs *j, struct arena *a);

/* A job of another server by now: it leaves the list, and who listens hears of it as of
 * one. */
void jobs_hand_over(struct jobs *j, struct job *x);

/* All listeners are let go. */
void jobs_leave_others(struct jobs *j);

/* ---- */

/* The one that ends those whose base is gone, and adopts. */
void *job_watcher(void *jobs);

/* One that runs has ended, with an error or OK; on the disk first. */
void job_end(struct jobs *j, struct job *x, enum err rc,
             const struct error *why);

#endif
