/*
 * hotness.h - recent use of a document: search hits and reads, with a half-life
 * of seven days.
 *
 * The value at the last use and its time are stored, and the decay is computed when it
 * is read. All values decay at the same rate, so their order never changes by itself:
 * it is stored as the Unix time at which each falls to 1.
 */
#ifndef STORE_CATALOG_HOTNESS_H
#define STORE_CATALOG_HOTNESS_H

#include "store/catalog/document.h"

#define HOTNESS_HALF_LIFE_S 604800
#define HOTNESS_HOT         1.0 /* from here on a document is hot */

#define HOTNESS_SEARCH_HIT 1.0
#define HOTNESS_READ       2.0 /* fetched, or its JSON read */

/* The Unix second when a row of `document` falls to 1, in SQL, with the half
 * life written out; null: never touched. */
#define HOTNESS_UNTIL_SQL \
    "(CASE WHEN hotness > 0 THEN hot_at + 604800 * log2(hotness) END)"

/* What goes before hotness, in SQL: pinned documents, then those of a higher
 * priority. */
#define HOTNESS_RANK_SQL "(CASE WHEN pinned = 1 THEN 101 ELSE priority END)"

/* What a hotness has faded to; as it was where `now_s` is earlier. */
double hotness_at(double hotness, int64_t hot_at, int64_t now_s);

/* Pinned documents are always hot. */
bool hotness_is_hot(const struct document *d, int64_t now_s);

/*
 * hotness_touch - documents were used.
 *
 * A transaction of its own, which is not synced: a power cut may take it back.
 * When another writer is at work it is let be.
 *
 * in       ids    ids[n] of documents; those that are gone are skipped
 *          weight HOTNESS_SEARCH_HIT or HOTNESS_READ
 * errors   as db_run(), but not for being busy
 */
MUST_CHECK enum err hotness_touch(const struct base *b, const int64_t *ids,
                                  size_t n, double weight, int64_t now_s,
                                  struct error *e);

/* How many documents of the base are hot, and how many there are. */
MUST_CHECK enum err hotness_count(const struct base *b, int64_t now_s,
                                  int64_t *hot, int64_t *all, struct error *e);

#endif
