/*
 * The tree of a JSON text, built without recursion: an open array or object
 * is a frame on a list, so that depth costs memory that the limit bounds and
 * never the C stack.
 *
 * Memory. The text is copied once; strings are decoded where they are in the
 * copy and numbers stay there. The children of what is open lie on a stack and
 * move to the arena together when it closes, so that siblings are adjacent in
 * memory: iterating over a list of records reads them sequentially. (Nodes and
 * texts one by one, in the order of reading: parsing took 2.5 times as long,
 * and a JMESPath over 100,000 records 4 times.)
 *
 * Models. Records of a list mostly have the same keys in the same order. The
 * object before gives its keys to the next as long as they agree, which then
 * share one text and need no look at duplicates.
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

#include <string.h>

#define SMALL_OBJECT 8
#define DEPTH_LIMIT  1000 /* below JSONW_MAX_DEPTH, so a tree can be written */
#define FIRST_SLOTS  ((size_t)64)
#define FIRST_NODES  ((size_t)32)
#define CHECK_BYTES  ((size_t)1024 * 1024) /* frames; the arena's own needs */

const struct json_limits json_default_limits = {.max_depth = 512};
const struct json_limits json_answer_limits = {.max_depth = 528};

struct frame {
    struct frame *below;
    enum json_type type;
    size_t count;             /* children */
    size_t base;              /* where they are on the stack; it is before */
    const struct json *model; /* the next member of the object before */
    size_t opened;            /* offset of its bracket */
    uint64_t number;          /* of objects, unique in the text */
    bool hashed;              /* its keys are in the table */
};

struct slot {
    uint64_t hash;
    struct str key; /* p NULL: free */
};

/* The children of what is open, the innermost last. */
struct stack {
    struct json *nodes; /* [cap] */
    size_t n;
    size_t cap;
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
    struct stack open;
    struct json item; /* the child being read, when no tree is kept */
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

    while (k->slots[i].key.p &&
           (k->slots[i].hash != hash || !str_eq(k->slots[i].key, key)))
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

        if (old->key.p)
            *slot_of(&larger, old->hash, old->key) = *old;
    }
    mem_free(k->slots);
    *k = larger;
    return OK;
}

/* Remember a key; *fresh tells whether the object did not have it yet. */
static enum err add_key(struct parser *p, const struct frame *f, struct str key,
                        bool *fresh)
{
    uint64_t hash =
        hash_bytes(key.p, key.n) ^ (f->number * UINT64_C(0x9e3779b97f4a7c15));
    struct slot *slot;

    if (p->keys.used >= p->keys.cap / 2) {
        enum err rc = grow_keys(&p->keys, p->x.e);

        if (rc != OK)
            return rc;
    }
    slot = slot_of(&p->keys, hash, key);
    *fresh = !slot->key.p;
    if (*fresh) {
        *slot = (struct slot){hash, key};
        p->keys.used++;
    }
    return OK;
}

static bool is_among(const struct json *nodes, size_t n, struct str key)
{
    size_t i = 0;

    while (i < n && !str_eq(nodes[i].key, key))
        i++;
    return i < n;
}

/* Is this key, of the member that was counted last, new in its object? */
static enum err check_fresh(struct parser *p, struct frame *f, struct str key,
                            bool *fresh)
{
    const struct json *before;
    size_t n = f->count - 1;
    enum err rc = OK;

    *fresh = true;
    if (p->lim->keep_duplicates)
        return OK;
    before = p->open.nodes + f->base; /* a caller without a tree accepts them */
    if (n < SMALL_OBJECT) {
        *fresh = !is_among(before, n, key);
        return OK;
    }
    if (!f->hashed) {
        for (size_t i = 0; rc == OK && i < n; i++)
            rc = add_key(p, f, before[i].key, fresh);
        f->hashed = true;
    }
    return rc == OK ? add_key(p, f, key, fresh) : rc;
}

/*
 * Does the model have this key here? Then it is new, as all before it were the
 * model's, and *key is the model's from now on.
 */
static bool follows_model(struct frame *f, struct str *key)
{
    if (!f->model || !str_eq(f->model->key, *key)) {
        f->model = NULL;
        return false;
    }
    *key = f->model->key;
    return true;
}

/* The members of what was read before in the place of the node at `self`. */
static const struct json *model_of(const struct parser *p, size_t self)
{
    const struct frame *f = p->top; /* the parent */
    const struct json *like = NULL;

    if (!p->tree || !f)
        return NULL;
    if (f->type == JSON_OBJECT)
        like = f->model;
    else if (self > f->base)
        like = &p->open.nodes[self - 1];
    return like && like->type == JSON_OBJECT ? like->first : NULL;
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
                        .type = node->type,
                        .base = p->open.n,
                        .opened = p->x.at,
                        .number = p->objects++};
    if (node->type == JSON_OBJECT)
        f->model = model_of(p, p->open.n - 1);
    p->top = f;
    p->depth++;
    p->x.at++;
    return OK;
}

/* The children of `f` from the stack to the arena, linked. */
static enum err keep_children(struct parser *p, const struct frame *f)
{
    struct json *from = p->open.nodes + f->base;
    struct json *node = from - 1; /* the array or object itself */
    struct json *to;

    if (f->count == 0)
        return OK;
    to = arena_alloc_array(p->x.a, f->count, sizeof(*to), p->x.e);
    if (!to)
        return p->x.e->code;
    memcpy(to, from, f->count * sizeof(*to));
    for (size_t i = 1; i < f->count; i++)
        to[i - 1].next = &to[i];
    node->first = to;
    node->count = f->count;
    p->open.n = f->base;
    return OK;
}

static enum err close_frame(struct parser *p)
{
    struct frame *f = p->top;
    enum err rc = p->tree ? keep_children(p, f) : OK;

    p->top = f->below;
    f->below = p->spare;
    p->spare = f;
    p->depth--;
    return rc;
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

static enum err read_key(struct parser *p, struct frame *f, struct str *key)
{
    size_t at = p->x.at;
    bool fresh = true;
    enum err rc;

    rc = json_lex_key(&p->x, key);
    if (rc == OK && !follows_model(f, key))
        rc = check_fresh(p, f, *key, &fresh);
    if (rc != OK)
        return rc;
    if (!fresh)
        return json_lex_again(&p->x, at);
    return json_lex_colon(&p->x);
}

/* Room for one more node; what is on the stack will be in the arena too. */
static enum err grow_stack(struct parser *p)
{
    const struct arena *a = p->x.a;
    const size_t share = mem_share();
    const size_t most = a->budget_bytes < share ? a->budget_bytes : share;
    struct stack *s = &p->open;
    size_t cap = s->cap ? s->cap * 2 : FIRST_NODES;
    size_t bytes = cap * sizeof(struct json);
    struct json *nodes;

    if (a->used_bytes > most || bytes > share / 2 ||
        s->n >= (most - a->used_bytes) / sizeof(*nodes))
        return error_set(p->x.e, ERR_LIMIT,
                         "needs more than %zu bytes of memory", most);
    nodes = mem_resize(s->nodes, bytes);
    if (!nodes) {
        enum err rc = mem_refused(bytes, p->x.e);

        return rc ? rc : ERR_LIMIT;
    }
    s->nodes = nodes;
    s->cap = cap;
    return OK;
}

/* The node for the next value; NULL when out of memory. */
static struct json *new_node(struct parser *p)
{
    struct json *j = &p->item;

    if (!p->tree) {
        arena_reset(p->x.a); /* nothing looks back */
    } else {
        if (p->open.n == p->open.cap && grow_stack(p) != OK)
            return NULL;
        j = &p->open.nodes[p->open.n++];
    }
    *j = (struct json){0};
    return j;
}

static enum err read_child(struct parser *p, struct frame *f)
{
    struct json *child = new_node(p);
    bool modelled;
    enum err rc = OK;

    if (!child)
        return p->x.e->code;
    f->count++;
    if (f->type == JSON_OBJECT)
        rc = read_key(p, f, &child->key);
    if (rc != OK)
        return rc;
    modelled = f->model; /* a child that opens looks at it */
    rc = read_value(p, child);
    if (modelled)
        f->model = f->model->next;
    return rc;
}

/* One item of the innermost array or object, or its end. */
static enum err step(struct parser *p)
{
    struct frame *f = p->top;
    const struct json_open o = {f->type == JSON_OBJECT, f->count == 0,
                                f->opened};
    bool closed;
    enum err rc = json_lex_item(&p->x, &o, &closed);

    if (rc != OK)
        return rc;
    return closed ? close_frame(p) : read_child(p, f);
}

static enum err read_text(struct parser *p)
{
    struct json *root = new_node(p);
    enum err rc = root ? read_value(p, root) : p->x.e->code;

    while (rc == OK && p->top)
        rc = step(p);
    return rc == OK ? json_lex_end(&p->x) : rc;
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
    p.x.copy = str_cstr(text, a, e);
    if (!p.x.copy)
        return e->code;
    rc = read_text(&p);
    if (rc == OK) {
        *j = p.open.nodes[0];
        *root = j;
    }
    mem_free(p.keys.slots);
    mem_free(p.open.nodes);
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
    enum err rc;

    arena_init(&strings, text.n + CHECK_BYTES);
    arena_init(&frames, CHECK_BYTES);
    rc = read_text(&p);
    arena_release(&frames);
    arena_release(&strings);
    return rc;
}
