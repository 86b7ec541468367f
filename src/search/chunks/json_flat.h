/*
 * json_flat.h - flattens a JSON value to one line of fields.
 *
 *     {"name":"Widget","address":{"city":"Oslo"},"tags":["a","b"],"note":null}
 *     name=Widget; address.city=Oslo; tags=a, b
 */
#ifndef SEARCH_CHUNKS_JSON_FLAT_H
#define SEARCH_CHUNKS_JSON_FLAT_H

#include "search/chunks/json_place.h"
#include "search/chunks/measure.h"

/* What may be flattened. */
enum json_flat_what {
    JSON_FLAT_ALL,
    JSON_FLAT_NO_RECORDS, /* no list with an object in it */
    JSON_FLAT_VALUES      /* scalars and lists of scalars */
};

struct json_flat {
    struct buf text;  /* what was flattened last */
    struct buf title; /* of it, what weighs 2 or more */
    enum json_flat_what what;
    size_t name_from; /* where names begin in the place's keys */
    size_t nodes;
};

/* Empty, with all the memory that it will use. */
MUST_CHECK enum err json_flat_init(struct json_flat *f, struct error *e);

/* Release what it holds. */
void json_flat_release(struct json_flat *f);

/*
 * json_flat_value - the text of a value.
 *
 * in       place      where `v` is; as it was when this returns
 *          name_from  byte of the place's keys where names begin
 *          room       the limit of the text, at most that of a chunk
 * out      f          text and title; empty: nothing in it has a place in a
 *                     text
 * returns  false: it is too large, too deep, or has what it may not have
 * cost     O(room), however large the value is
 */
bool json_flat_value(struct json_flat *f, struct json_place *place,
                     const struct json *v, enum json_flat_what what,
                     size_t name_from, struct measure room);

/* The title alone, of scalars outside of lists, as many as fit. */
void json_flat_title(struct json_place *place, const struct json *v,
                     struct buf *title);

/* The text of a scalar, as the source has it, trimmed; empty: null, blank, or
 * of weight 0 at this place. */
struct str json_flat_scalar(const struct json_place *place,
                            const struct json *v);

#endif
