/*
 * trace.h - logs how long the stages of an operation took, at level debug:
 *
 *     debug 2026-03-09T14:05:09.123Z answer stage route ms=1.8 req=7baf54ce
 */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include <stdint.h>

/* One thread's. */
struct trace {
    const char *component; /* as of log_write() */
    uint64_t at_ns;        /* when the stage began that is under way */
};

/* The first stage begins. */
void trace_begin(struct trace *t, const char *component);

/* A stage is over, whose name is one word; the next begins. */
void trace_stage(struct trace *t, const char *stage);

#endif
