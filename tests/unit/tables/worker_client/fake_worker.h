/*
 * fake_worker.h - a worker program that misbehaves on request.
 *
 * THREADS chooses how it starts, the request's text what it does with the
 * request (fake_worker.c). It stands on the same frames as the real one.
 */
#ifndef TABLES_WORKER_CLIENT_FAKE_WORKER_H
#define TABLES_WORKER_CLIENT_FAKE_WORKER_H

#define FAKE_PROGRAM BUILD_DIR "/worker_client_fake_worker"

/* So many may have the same folder assigned at once; one more is refused. */
#define FAKE_LOCKS 4

enum fake_start {
    FAKE_OBEDIENT = 1,
    FAKE_EXITS_AT_ONCE,
    FAKE_HANGS_AT_START,
    FAKE_WRITES_GARBAGE_AT_START,
    FAKE_REFUSES_ITS_ASSIGNMENT
};

#endif
