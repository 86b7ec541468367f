/*
 * readiness.h - the readiness probe: can the home be read, and does a worker start? It
 * replies at once with the last result, which is then refreshed in the background, as a
 * store that does not answer may take its time.
 *
 * threads  any; `lock` guards what was found
 */
#ifndef SERVER_REST_READINESS_H
#define SERVER_REST_READINESS_H

#include "tables/tables.h"

#include <pthread.h>

/* What was found is looked at again when it is asked for after this long. */
#define READINESS_MS 2000

struct readiness {
    struct tables *tables;
    int wake_fd; /* readable: readiness_look() is due */
    pthread_mutex_t lock;
    struct error found;
    uint64_t found_ms; /* 0: not yet */
};

/* Nothing is known yet; readiness_close() in every case. */
MUST_CHECK enum err readiness_open(struct readiness *r, struct tables *t,
                                   struct error *e);
void readiness_close(struct readiness *r);

/*
 * readiness_check - what was found last; where nothing was, this looks.
 *
 * errors   as registry_open() and tables_probe_worker()
 */
MUST_CHECK enum err readiness_check(struct readiness *r, struct error *e);

/* Open the home, start a worker and keep what came of it; by the thread that watches wake_fd. */
void readiness_look(struct readiness *r);

#endif
