/* tree_schema_spot.h - the counters of one path; private to this folder. */
#ifndef STORE_JSON_TREE_TREE_SCHEMA_SPOT_H
#define STORE_JSON_TREE_TREE_SCHEMA_SPOT_H

#include "store/json_tree/keyset.h"
#include "store/json_tree/tree_schema.h"

enum spot_type {
    SPOT_NULL,
    SPOT_BOOLEAN,
    SPOT_INTEGER,
    SPOT_NUMBER,
    SPOT_STRING,
    SPOT_ARRAY,
    SPOT_OBJECT,
    SPOT_TYPES
};

/* The smallest and the largest of some sizes; nothing while n == 0. */
struct spot_range {
    uint64_t n;
    size_t min;
    size_t max;
};

struct spot {
    struct str key;
    struct spot *next;  /* sibling, in the order of the tree */
    struct spot *first; /* children by key */
    struct spot *last;
    size_t keys;
    size_t asked; /* number of keys when it was last checked for being a map */
    struct keyset index; /* of the children, from KEYSET_WORTH on */
    struct spot *each;   /* elements of arrays and values of maps, or NULL */
    bool is_map;         /* every key goes to `each` */
    uint64_t count;
    uint64_t type[SPOT_TYPES];
    struct str min; /* numbers; n == 0: none */
    struct str max;
    struct spot_range length; /* strings, in characters */
    struct spot_range items;  /* arrays */
    const struct json *example[SCHEMA_MOST_EXAMPLES];
    unsigned examples;
};

/* All spots of one schema. */
struct spots {
    struct arena *a;
    const struct schema_limits *lim;
    size_t live;
    size_t max_live;
    bool truncated;
    struct error *e;
};

/* Count a value at this spot, but not what is in it. */
void spot_count(const struct spots *all, struct spot *s, const struct json *j);

/*
 * The child for a key, made when it is new; *child is NULL where a limit
 * forbids it. Turns the spot into a map when its many keys call for it.
 */
MUST_CHECK enum err spot_child(struct spots *all, struct spot *s,
                               struct str key, struct spot **child);

/* The child for "each"; as spot_child(). */
MUST_CHECK enum err spot_each(struct spots *all, struct spot *s,
                              struct spot **child);

/* When all is counted: look for maps again, from the leaves up. */
MUST_CHECK enum err spot_settle(struct spots *all, struct spot *s);

#endif
