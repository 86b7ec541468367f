/*
 * loop_guard.h - detects a model that makes the same call again and again.
 *
 * A read is identified by its tool, its arguments and the file's content. The
 * third time that a caller makes one it is answered from here, with a hint; an
 * export is counted and always carried out.
 */
#ifndef SERVER_TOOLS_LOOP_GUARD_H
#define SERVER_TOOLS_LOOP_GUARD_H

#include "server/tools/caller.h"

#define LOOP_GUARD_FROM       3   /* so often is too often */
#define LOOP_GUARD_MAX        512 /* reads that are known */
#define LOOP_GUARD_MAX_CALLER 64  /* of one caller; the oldest is forgotten */
#define LOOP_GUARD_MAX_ANSWER ((size_t)256 << 10)
#define LOOP_GUARD_MAX_BYTES  ((size_t)16 << 20)
#define LOOP_GUARD_MS         ((uint64_t)600 * 1000)

struct loop_guard;

/* threads  any */
MUST_CHECK enum err loop_guard_new(struct loop_guard **out, struct error *e);
void loop_guard_free(struct loop_guard *r); /* NULL is allowed */

/* One read of one caller. */
struct repeat {
    struct caller caller;
    uint8_t key[HASH_BYTES];
};

/*
 * loop_guard_count - note a call.
 *
 * out      answer  what was answered before, in `a`; n == 0: nothing is kept
 * returns  how often it was made, this call included
 */
uint64_t loop_guard_count(struct loop_guard *r, const struct repeat *x,
                          struct arena *a, struct str *answer);

/* Keep what was answered, if it is small and asked for again. */
void loop_guard_keep(struct loop_guard *r, const struct repeat *x,
                     struct str answer);

#endif
