/*
 * chunk_pack.h - packs fields into a chunk until it is full.
 *
 *     path=/items/0; name=Widget; qty=3
 *     '---- lead --' '-- item --' sep '-- item
 */
#ifndef SEARCH_CHUNKS_CHUNK_PACK_H
#define SEARCH_CHUNKS_CHUNK_PACK_H

#include "search/chunks/measure.h"

#include "base/buf.h"

struct pack {
    struct buf text, title;
    struct measure used; /* at least what the text has */
    size_t lead_bytes;
    size_t items;
};

/* Empty. */
void pack_init(struct pack *p);

/* Release what it holds. */
void pack_release(struct pack *p);

/* Empty again, with the memory kept. */
void pack_reset(struct pack *p);

/* Would an item fit, after `separator`? Into an empty pack: always. */
bool pack_takes(const struct pack *p, const char *separator, struct str item);

/* The lead of an empty pack, at most RENDER_LEAD_*. */
void pack_lead(struct pack *p, struct str lead);

/* Add an item that is taken; the separator stands between items. */
void pack_put(struct pack *p, const char *separator, struct str item);

#endif
