/*
 * job_record.h - one job, in memory and on disk. Private to knowledge/jobs/.
 *
 * What a job is (id, base, files) never changes; how it goes is guarded by the
 * lock of struct jobs, and changed by the thread that runs it alone.
 *
 * A job refers to a base by its id, which no other base ever has; the name is
 * for people. One that an older program kept has a name alone until it is
 * claimed.
 */
#ifndef KNOWLEDGE_JOBS_JOB_RECORD_H
#define KNOWLEDGE_JOBS_JOB_RECORD_H

#include "base/clock.h"
#include "base/fs.h"
#include "knowledge/jobs/jobs.h"
#include "store/catalog/lease.h"
#include "store/catalog/registry.h"

/* JOB_STAGING: it has its place among those that wait, and nobody sees it until
 * it is on the disk. */
enum job_state { JOB_QUEUED, JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_STAGING };

/* Where jobs are kept. */
struct job_place {
    const struct home *home;
    const char *folder;
    struct str
        id; /* of the folder, the same for all servers that have it; a store's */
};

struct job_file {
    struct str name;
    uint64_t bytes;
    struct str path;
    struct str document; /* JSON of what became of it; empty: nothing yet */
};

struct job {
    struct job *next;
    struct arena arena;
    struct str id;
    struct base_entry base; /* name and id */
    struct str author;
    struct bases_mount mount; /* of its files */
    const struct job_place *place;
    const char *folder; /* NULL: it is not kept, and indexes alone */
    struct lease held;  /* whose it is until it has ended */
    struct job_file *files;
    size_t n;
    enum job_state state;
    uint64_t attempts;
    uint64_t not_before_ms; /* clock_ms(); its store was away */
    unsigned postponed;     /* so often */
    struct str created_at;
    char started_at[CLOCK_ISO_BYTES]; /* empty: not yet */
    char finished_at[CLOCK_ISO_BYTES];
    uint64_t done; /* of `total` documents */
    uint64_t total;
    struct str result; /* JSON; empty: none */
    struct error failure;
    bool made_base;
    atomic_bool cancel;   /* the server ends, or its base is gone */
    uint64_t notified_ms; /* when listeners heard of it last */
    struct jobs_listener listener[JOBS_MAX_LISTENERS];
    size_t listeners;
};

/* An empty one; NULL on error. */
struct job *job_new(struct str id, const struct base_entry *base,
                    struct error *e);
void job_free(struct job *j); /* NULL is allowed */

/* Has it not ended? */
bool job_is_open(const struct job *j);

/* Its listeners hear how it goes; after the last time there are none. */
void job_notify(struct job *j, bool is_last);

/* "queued", "running", "done" or "failed". */
struct str job_state_name(const struct job *j);

/* Its object, as jobs.h says, and besides "author", "attempts". */
void job_write(const struct job *j, struct jsonw *w);

/*
 * job_stage - put the files of a request and the job's own into
 * <folder>/<id>, held; on the disk when this returns OK.
 */
MUST_CHECK enum err job_stage(struct job *j, const struct job_place *p,
                              const struct jobs_request *r, struct error *e);

/* What its base calls the file of an upload (store/catalog/pending_upload.h),
 * in `a`. */
MUST_CHECK enum err job_file_name(const struct job *j, size_t i,
                                  struct arena *a, struct str *out,
                                  struct error *e);

/* Write how it goes; on the disk, or in the store, when this returns OK. A name that is
 * there before its bytes would be a job that cannot be read, and an upload lost.
 * ERR_CONFLICT: it is another server's by now. */
MUST_CHECK enum err job_persist(const struct job *j, struct error *e);

/* Its files are in the base, or never will be; it is held no more. */
void job_drop_files(struct job *j);

/* Were they left by a process that died after recording the end? */
bool job_has_files(const struct job *j);

/*
 * job_hold - become the one server whose job it is, until that has died.
 *
 * in       folder  of the job
 * out      held    LEASE_NONE: another server has it
 */
MUST_CHECK enum err job_hold(const struct job_place *p, struct str id,
                             const char *folder, struct lease *held,
                             struct error *e);

/* Did another server take it over? A store's alone can be. */
bool job_is_lost(const struct job *j);

/*
 * job_read - the job that has this id.
 *
 * out      j      NULL if it is not one that ingests
 *          json   what is written of it, in `a`
 */
MUST_CHECK enum err job_read(const struct job_place *p, const char *id,
                             struct arena *a, struct job **j, struct str *json,
                             struct error *e);

#endif
