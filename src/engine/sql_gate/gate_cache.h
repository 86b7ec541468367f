/*
 * gate_cache.h - a cache of the gate's verdicts.
 *
 * The same SQL comes again for each window of a result, and deciding costs
 * 0.03 ms for a short one, more for a long one; up to 16 KiB are kept.
 * A verdict depends on the text and on what the catalog names, so both are the
 * key: the SQL byte by byte and the catalog's hash, never a hash of the SQL
 * alone. Refusals are remembered too.
 *
 * The cache owns copies of its keys and borrows nothing: catalog, SQL and hash
 * may go after the call. It holds at most GATE_CACHE_ENTRIES verdicts and
 * GATE_CACHE_BYTES of text; what was asked for longest ago leaves first. One
 * owner, who frees it; one thread at a time.
 */
#ifndef ENGINE_SQL_GATE_GATE_CACHE_H
#define ENGINE_SQL_GATE_GATE_CACHE_H

#include "engine/sql_gate/gate.h"

#define GATE_CACHE_ENTRIES 256u
#define GATE_CACHE_BYTES   (1024u * 1024)

struct gate_cache;

/*
 * gate_cache_new - an empty one.
 *
 * out      gc   the caller's, freed with gate_cache_free()
 * errors   ERR_LIMIT   the machine has no memory
 */
MUST_CHECK enum err gate_cache_new(struct gate_cache **gc, struct error *e);

/* Free it and all it holds; NULL is allowed. */
void gate_cache_free(struct gate_cache *gc);

/*
 * gate_cache_check - gate_check(), or what it said before.
 *
 * in       gc    NULL: no cache, always gate_check()
 *          cat   its hash is half of the key; the empty one is like another
 * out      v     filled when the SQL may run
 * errors   as gate_check(); a refusal comes back with its place and words.
 *          That memory for the copy lacks is no error: it is not kept then
 * cost     0.3 us for a verdict that is held
 */
MUST_CHECK enum err gate_cache_check(struct gate_cache *gc,
                                     const struct gate_catalog *cat,
                                     struct duck *d, struct str sql,
                                     struct gate_verdict *v, struct error *e);

/* How many verdicts are held, for tests and metrics. */
size_t gate_cache_count(const struct gate_cache *gc);

#endif
