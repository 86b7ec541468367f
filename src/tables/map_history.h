/*
 * map_history.h - records the map of a path, and compares it with the previous
 * one.
 */
#ifndef TABLES_MAP_HISTORY_H
#define TABLES_MAP_HISTORY_H

#include "tables/tables_internal.h"

/*
 * remember_map - the map as it is answered, which is then remembered.
 *
 * When the path had other content the last time that its map was asked for
 * with these options, the answer ends with the member `drift`, and does so
 * again until the content is yet another. Where the two cannot be compared,
 * as they are too large, drift says so. A document of a base has no drift: its
 * versions are numbered.
 *
 * out      json   in `a`, or borrows the entry's map
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err remember_map(struct tables *t, const struct entry *en,
                                 struct arena *a, struct str *json,
                                 struct error *e);

#endif
