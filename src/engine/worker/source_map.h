/* source_map.h - maps the whole file of a request into memory. */
#ifndef ENGINE_WORKER_SOURCE_MAP_H
#define ENGINE_WORKER_SOURCE_MAP_H

#include "base/str.h"

struct source_map {
    struct str text; /* after a byte-order mark of UTF-8 */
    void *map;       /* NULL: nothing is mapped */
    size_t bytes;    /* of the file */
};
#define SOURCE_MAP_NONE ((struct source_map){.map = NULL})

/*
 * source_map_open - map it; source_map_close() in every case.
 *
 * errors   ERR_VALIDATION_FAILED  no regular file came along
 *          ERR_LIMIT              it does not fit into memory
 */
MUST_CHECK enum err source_map_open(int fd, struct source_map *m,
                                    struct error *e);

/* Unmap; SOURCE_MAP_NONE is allowed. */
void source_map_close(struct source_map *m);

#endif
