/*
 * The tree of a JSON text, built without recursion: an open array or object
 * is a frame on a list, so that depth costs memory that the limit bounds and
 * never the C stack.
 *
 * Duplicate keys. Up to SMALL_OBJECT members a new key is compared with those
 * before it; from there on the object's keys go into one hash table that all
 * objects of the text share. An entry's hash is that of the key with the
 * number of its object mixed in, `hash ^ number * odd`. The multiplication is
 * a bijection, so two entries with equal keys and equal hashes belong to the
 * same object: the answer is exact and needs no pointer to the object.
 * hash_bytes() is keyed, so nobody can choose keys that collide.
 */
#include "base/json.h"

#include "base/hash.h"
#include "base/json_lex.h"
#include "base/mem.h"

#define SMALL_OBJECT 8
#define DEPTH_LIMIT  1000 /* below JSONW_MAX_DEPTH, so a tree can be written */
#define FIRST_SLOTS  ((size_t)64)
#define CHECK_BYTES  ((size_t)1024 * 1024) /* frames; the arena's own needs */

const struct json_limits json_default_limits = {.max_depth = 512};

struct frame {
    struct frame *below;
    struct json *node;
    struct json *last; /* child */
    size_t opened;     /* offset of its bracket */
    uint64_t number;   /* of objects, unique in the text */
    bool hashed;       /* its keys are in the table */
    struct json item;  /* the child being read, when no tree is kept */
};

struct slot {
    uint64_t hash;
    const struct json *member; /* NULL: free */
};

struct keys {
    struct slot *slots; /* [cap], cap a power of two, at most half full */
    size_t cap;
    size_t used;
};

struct parser {
    struct json_lex x; /* without a tree its arena is reset at each child */
    const struct json_limits *lim;
    struct arena *frames;
    bool tree; /* keep what is read */
    struct frame *top;
    struct frame *spare; /* closed frames, for the next ones */
    unsigned depth;
    uint64_t objects;
    struct keys keys;
};

/* The slot of this key, or the free one where it belongs. */
static struct slot *slot_of(const struct keys *k, uint64_t hash, struct str key)
{
    size_t i = (size_t)hash & (k->cap - 1);

    while (k->slots[i].member &&
           (k->slots[i].hash != hash || !str_eq(k->slots[i].member->key, key)))
        i = (i + 1) & (k->cap - 1);
    return &k->slots[i];
}

static enum err grow_keys(struct keys *k, struct error *e)
{
    struct keys larger = {.cap = k->cap ? k->cap * 2 : FIRST_SLOTS,
                          .used = k->used};

    larger.slots = mem_new(larger.cap * sizeof(struct slot), e);
    if (!larger.slots)
        return e->code;
    for (size_t i = 0; i < k->cap; i++) {
        const struct slot *old = &k->slots[i];

        if (old->member)
            *slot_of(&larger, old->hash, old->member->key) = *old;
    }
    mem_free(k->slots);
    *k = larger;
    return OK;
}

/* Remember a key; *fresh tells whether the object did not have it yet. */
static enum err add_key(struct parser *p, const struct frame *f,
                        const struct json *member, bool *fresh)
{
    uint64_t hash = hash_bytes(member->key.p, member->key.n) ^
                    (f->number * UINT64_C(0x9e3779b97f4a7c15));
    struct slot *slot;

    if (p->keys.used >= p->keys.cap / 2) {
        enum err rc = grow_keys(&p->keys, p->x.e);

        if (rc != OK)
            return rc;
    }
    slot = slot_of(&p->keys, hash, member->key);
    *fresh = !slot->member;
    if (*fresh) {
        *slot = (struct slot){hash, member};
        p->keys.used++;
    }
    return OK;
}

static bool in_list(const struct json *list, struct str key)
{
    while (list && !str_eq(list->key, key))
        list = list->next;
    return list != NULL;
}

/* Is the key of `member`, not yet in the list of `f`, new in its object? */
static enum err check_fresh(struct parser *p, struct frame *f,
                            const struct json *member, bool *fresh)
{
    enum err rc = OK;

    *fresh = true;
    if (p->lim->keep_duplicates)
        return OK;
    if (f->node->count < SMALL_OBJECT) {
        *fresh = !in_list(f->node->first, member->key);
        return OK;
    }
    if (!f->hashed) {
        for (const struct json *m = f->node->first; rc == OK && m; m = m->next)
            rc = add_key(p, f, m, fresh);
        f->hashed = true;
    }
    return rc == OK ? add_key(p, f, member, fresh) : rc;
}

static enum err open_frame(struct parser *p, struct json *node)
{
    struct frame *f = p->spare;

    if (p->depth == p->lim->max_depth)
        return error_at(p->x.e, ERR_LIMIT, json_pos(&p->x, p->x.at),
                        "more than %u arrays and objects inside each other",
                        p->lim->max_depth);
    if (f)
        p->spare = f->below;
    else
        f = arena_alloc(p->frames, sizeof(*f), p->x.e);
    if (!f)
        return p->x.e->code;
    *f = (struct frame){.below = p->top,
                        .node = node,
                        .opened = p->x.at,
                        .number = p->objects++};
    p->top = f;
    p->depth++;
    p->x.at++;
    return OK;
}

static void close_frame(struct parser *p)
{
    struct frame *f = p->top;

    p->top = f->below;
    f->below = p->spare;
    p->spare = f;
    p->depth--;
    p->x.at++;
}

/* A scalar as a whole, or the opening of an array or object. */
static enum err read_value(struct parser *p, struct json *j)
{
    int c = json_peek(&p->x);

    if (c != '[' && c != '{')
        return json_lex_scalar(&p->x, j);
    j->type = c == '[' ? JSON_ARRAY : JSON_OBJECT;
    return open_frame(p, j);
}

static enum err read_key(struct parser *p, struct frame *f, struct json *member)
{
    size_t at = p->x.at;
    bool fresh = true;
    enum err rc;

    if (json_peek(&p->x) != '"')
        return json_bad(&p->x, at,
                        "a key is missing; write it in double quotes");
    rc = json_lex_string(&p->x, &member->key);
    if (rc == OK)
        rc = check_fresh(p, f, member, &fresh);
    if (rc != OK)
        return rc;
    if (!fresh)
        return json_bad(&p->x, at,
                        "this key is in the object already; remove or rename "
                        "one of them");
    if (json_peek(&p->x) != ':')
        return json_bad(&p->x, p->x.at, "':' is missing after a key");
    p->x.at++;
    return OK;
}

/* The node for the next child of `f`; NULL when memory ends. */
static struct json *new_child(struct parser *p, struct frame *f)
{
    if (p->tree)
        return arena_alloc(p->x.a, sizeof(struct json), p->x.e);
    arena_reset(p->x.a); /* nothing looks back */
    f->item = (struct json){0};
    return &f->item;
}

static enum err read_child(struct parser *p, struct frame *f)
{
    struct json *child = new_child(p, f);
    enum err rc = OK;

    if (!child)
        return p->x.e->code;
    if (f->node->type == JSON_OBJECT)
        rc = read_key(p, f, child);
    if (rc != OK)
        return rc;
    if (f->last)
        f->last->next = child;
    else
        f->node->first = child;
    f->last = child;
    f->node->count++;
    return read_value(p, child);
}

/* Neither a comma nor the end came after an item. */
static enum err not_closed(struct parser *p, const struct frame *f, char close)
{
    struct srcpos opened = json_pos(&p->x, f->opened);
    const char *what = close == ']' ? "array" : "object";

    if (p->x.at < p->x.text.n)
        return json_bad(&p->x, p->x.at,
                        "',' or '%c' is missing after an item of the %s", close,
                        what);
    return json_bad(&p->x, p->x.at,
                    "the %s that opens at line %llu, column %llu is never "
                    "closed; end it with '%c'",
                    what, (unsigned long long)opened.line,
                    (unsigned long long)opened.column, close);
}

/* One item of the innermost array or object, or its end. */
static enum err step(struct parser *p)
{
    struct frame *f = p->top;
    char close = f->node->type == JSON_ARRAY ? ']' : '}';
    int c = json_peek(&p->x);
    size_t comma = p->x.at;

    if (c == close) {
        close_frame(p);
        return OK;
    }
    if (c < 0)
        return not_closed(p, f, close);
    if (f->node->count) {
        if (c != ',')
            return not_closed(p, f, close);
        p->x.at++;
        c = json_peek(&p->x);
        if (c == close)
            return json_bad(&p->x, comma, "remove the ',' before '%c'", close);
        if (c < 0)
            return not_closed(p, f, close);
    }
    return read_child(p, f);
}

static enum err read_text(struct parser *p, struct json *root)
{
    enum err rc = read_value(p, root);

    while (rc == OK && p->top)
        rc = step(p);
    if (rc == OK && json_peek(&p->x) >= 0)
        rc = json_bad(&p->x, p->x.at,
                      "text follows the value; only one value is allowed");
    return rc;
}

enum err json_parse(struct str text, const struct json_limits *lim,
                    struct arena *a, struct json **root, struct error *e)
{
    struct parser p = {.x = {.text = text, .a = a, .e = e},
                       .lim = lim,
                       .frames = a,
                       .tree = true};
    struct json *j;
    enum err rc;

    BUG_ON(lim->max_depth > DEPTH_LIMIT);
    j = arena_alloc(a, sizeof(*j), e);
    if (!j)
        return e->code;
    rc = read_text(&p, j);
    mem_free(p.keys.slots);
    if (rc == OK)
        *root = j;
    return rc;
}

enum err json_check(struct str text, struct error *e)
{
    const struct json_limits lim = {.max_depth = json_default_limits.max_depth,
                                    .keep_duplicates = true};
    struct arena strings;
    struct arena frames;
    struct parser p = {.x = {.text = text, .a = &strings, .e = e},
                       .lim = &lim,
                       .frames = &frames};
    struct json root = {0};
    enum err rc;

    arena_init(&strings, text.n + CHECK_BYTES);
    arena_init(&frames, CHECK_BYTES);
    rc = read_text(&p, &root);
    arena_release(&frames);
    arena_release(&strings);
    return rc;
}
