/*
 * jobs.h - background jobs of a server: reading uploaded files into bases, and
 * updating indexes.
 *
 *     HOME/jobs/<id>/job.json    what is to be done, and what came of it
 *                    file-0 ...  what was uploaded, until it is in its base
 *
 * A job is on the disk, whole, before jobs_submit() returns. If the server dies
 * while a job runs, the next server starts it again, at most JOBS_ATTEMPTS
 * times; a file that has become a version is not read again, and a file never
 * replaces a version that was accepted after it. A few threads run the jobs in
 * the order of their arrival, at most one of a base at a time; of one author no
 * more run, and no more wait, than there are threads and places free
 * (base/fair_share.h).
 *
 * A job belongs to one base, not to its name: when that base is removed or
 * replaced, the job fails within a second with ERR_CONFLICT.
 *
 * One process does this for a home: it holds HOME/server.lock, and while it
 * does, `add` of other processes leaves indexing to it. Of a store there are several,
 * each with a lease of its own, and job.json is a row (job_rows.h). A job is the server's that
 * accepted it; when that one has ended, or has no runner free while another has, the other
 * claims the job within a second or two. How it goes all know from the row: that it
 * waits, runs or has ended.
 *
 * threads  all functions but jobs_open() and jobs_close() are for any
 */
#ifndef KNOWLEDGE_JOBS_JOBS_H
#define KNOWLEDGE_JOBS_JOBS_H

#include "knowledge/knowledge_base/bases.h"
#include "store/catalog/list_page.h"
#include "store/catalog/registry.h"
#include "tables/tables.h"

#define JOBS_RUNNERS       3  /* jobs at a time, of one author two */
#define JOBS_MAX_WAITING   64 /* more are refused with ERR_RATE_LIMITED */
#define JOBS_MAX_FILES     64
#define JOBS_MAX_LISTENERS 8 /* of one job */
#define JOBS_ATTEMPTS      3
#define JOBS_KEPT_DAYS     7 /* those that have ended */
#define JOBS_NAME_BYTES    255

struct jobs;

/*
 * jobs_open - look after a home.
 *
 * What was not finished when its last server ended is begun again.
 *
 * in       t     outlives it
 * out      jobs  the caller's, ended with jobs_close()
 * errors   ERR_CONFLICT           another process looks after it
 *          ERR_FILE_WRITE_FAILED  the home
 *          ERR_LIMIT              no thread
 */
MUST_CHECK enum err jobs_open(struct tables *t, struct jobs **jobs,
                              struct error *e);

/* What runs is stopped, and is begun again by the next server; listeners are
 * let go. NULL is allowed. */
void jobs_close(struct jobs *j);

/* The folder that uploads come to, so that they need not be copied. */
const char *jobs_folder(const struct jobs *j);

/* A file that is to be read into a base. */
struct jobs_file {
    struct str name;
    int fd; /* at its beginning; stays the caller's */
    uint64_t bytes;
};

struct jobs_request {
    struct str base; /* made when there is none, before this is accepted */
    struct str author;
    const struct jobs_file *files; /* files[n] */
    size_t n;
    struct bases_mount mount; /* where their JSON is to be */
};

/*
 * jobs_submit - have files read into a base.
 *
 * out      w   {"job_id","base","base_id","kind","state","created_at",
 *              "started_at","finished_at","progress":{"done","total"},
 *              "documents":[{"name","bytes","document"}],"result","error"}:
 *              `document` is what bases_status() lists, or null until it is
 *              read; `result` what bases_add() says
 * errors   ERR_VALIDATION_FAILED  a name, no file, no possible base
 *          ERR_RATE_LIMITED       JOBS_MAX_WAITING wait, or with e->retry_s as
 *                                 many of the author's as may
 *          ERR_FILE_WRITE_FAILED  nothing is kept then
 */
MUST_CHECK enum err jobs_submit(struct jobs *j, const struct jobs_request *r,
                                struct jsonw *w, struct error *e);

/* Bring the index of a base up to date; the same object. Where
 * such a job waits already, it is the one. It is not stored: after a restart the base
 * knows itself what is not indexed.
 * ERR_NOT_FOUND: there is no such base. */
MUST_CHECK enum err jobs_index(struct jobs *j, struct str base,
                               struct str author, struct jsonw *w,
                               struct error *e);

/*
 * jobs_find - one job, the same object.
 *
 * out      base  that it belongs to, in `a`; without an id when an older program
 *                kept it: then nobody knows which one had the name
 * errors   ERR_NOT_FOUND  there is none, or it ended long ago
 */
MUST_CHECK enum err jobs_find(struct jobs *j, struct str id, struct arena *a,
                              struct base_entry *base, struct str *json,
                              struct error *e);

/* Which jobs are listed. */
struct jobs_filter {
    struct str base; /* that has this name now; empty: of all bases... */
    bool (*has)(void *ctx, const struct base_entry *base); /* ...of these */
    void *ctx;
    struct list_page page; /* cursors are "created_at/id" */
};

/*
 * jobs_report - those that wait, run, or ended in the last days; the last first.
 *
 * out      w   {"jobs":[{"job_id","base","kind","state","created_at",
 *              "started_at","finished_at","progress","error"?}]}, of a page also
 *              "next_cursor"
 * errors   ERR_VALIDATION_FAILED  the cursor
 * cost     reads what is kept of each
 */
MUST_CHECK enum err jobs_report(struct jobs *j, const struct jobs_filter *f,
                                struct jsonw *w, struct error *e);

/* A listener for a job's progress; called from its thread, must not block. */
struct jobs_listener {
    void *ctx;
    /* The job's object; `is_last`: nothing follows, and `ctx` is let go. An
     * empty one: the server ends. */
    void (*notify)(void *ctx, struct str json, bool is_last);
};

/*
 * jobs_listen - hear of a job until it ends.
 *
 * returns  false: it has ended already, or has listeners enough; then `ctx`
 *          stays the caller's
 */
bool jobs_listen(struct jobs *j, struct str id,
                 const struct jobs_listener *listener);

#endif
