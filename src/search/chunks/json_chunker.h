/*
 * json_chunker.h - the state of the JSON chunker. Private to json_chunk.c (the
 * walk), json_put.c and json_group.c.
 */
#ifndef SEARCH_CHUNKS_JSON_CHUNKER_H
#define SEARCH_CHUNKS_JSON_CHUNKER_H

#include "search/chunks/chunk.h"
#include "search/chunks/chunk_pack.h"
#include "search/chunks/json_chunk.h"
#include "search/chunks/json_flat.h"

#define LINE_BYTES (JSON_PLACE_BYTES + (size_t)8 * CHUNK_MAX_CHARACTERS)

/* A gathered chunk and which children are in it. */
struct json_group {
    struct pack pack;
    struct buf first, last; /* pointers of children, below the container's */
    enum json_chunk_kind kind;
};

struct json_frame {
    struct json_step step;
    size_t pointer_n; /* of the place's pointer: the container's own */
    size_t name_from; /* byte of the place's keys where its own name begins */
    size_t names;     /* and names of what is in it */
    size_t next;      /* child of an array */
    bool is_array, is_record;
    bool title_known; /* from the whole tree */
    struct buf title;
    struct json_group leaves, lines;
};

struct json_chunker {
    struct json_place place;
    struct json_flat flat;
    struct json_chunk_sink sink;
    enum json_chunk_unit unit;
    enum json_chunk_grain grain;
    struct buf lead, line; /* of the chunk being made */
    struct buf from, to;   /* its pointers */
    struct json_frame frame[JSON_CHUNK_MAX_DEPTH];
    size_t depth;
    size_t used;     /* frames that have had buffers */
    size_t excluded; /* containers that are open and left out */
};

/* Groups: chunks that a container gathers; see json_group.c */

/* Empty. */
void json_group_init(struct json_group *g);

/* Release what it holds. */
void json_group_release(struct json_group *g);

/* Empty again. */
void json_group_reset(struct json_group *g);

/* Was there no memory for some of it? */
bool json_group_has_overflown(const struct json_group *g);

/* Put what a container has gathered, if anything. */
MUST_CHECK enum err json_group_flush(struct json_chunker *c,
                                     struct json_frame *f, struct json_group *g,
                                     struct error *e);

/* Add an item, of the child of the top container that the place is in. */
void json_group_add(struct json_chunker *c, struct json_group *g,
                    const char *separator, struct str item);

/* The pointer of an open container, or of a child below it. */
struct str json_frame_pointer(const struct json_chunker *c,
                              const struct json_frame *f, struct str child,
                              struct buf *out);

/* Values; see json_put.c. They are at the place. */

/* Give a chunk to the sink. */
MUST_CHECK enum err json_put_chunk(struct json_chunker *c,
                                   const struct json_chunk *out,
                                   struct error *e);

/* The path, and the name of the place's keys [from, to) where there is one. */
struct str json_put_lead(struct json_chunker *c, struct str pointer,
                         size_t from, size_t to);

/* What a chunk may have after a lead. */
struct measure json_put_room(struct str lead);

/* Has a fine document a chunk of its own for it? */
bool json_put_is_long(const struct json *v);

/* A scalar in pieces, each a chunk; its name begins at `from`. */
MUST_CHECK enum err json_put_long(struct json_chunker *c, const struct json *v,
                                  size_t from, struct str title,
                                  struct error *e);

/* What is in c->flat as a chunk of its own, or a line of a coarse one. */
MUST_CHECK enum err json_put_whole(struct json_chunker *c, const struct json *v,
                                   enum json_chunk_kind kind, struct error *e);

/* What is in c->flat among others of the container it is in. */
MUST_CHECK enum err json_put_leaf(struct json_chunker *c, const struct json *v,
                                  struct error *e);

/* The innermost that is open, or NULL. */
static inline struct json_frame *json_top(struct json_chunker *c)
{
    return c->depth ? &c->frame[c->depth - 1] : NULL;
}

/* An array or object. */
static inline bool json_is_container(const struct json *v)
{
    return v->type == JSON_ARRAY || v->type == JSON_OBJECT;
}

#endif
