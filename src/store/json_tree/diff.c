/*
 * Both trees get a shadow first: children as an array, a hash of all that is
 * below and its size as text. Hashes only propose what is equal; before
 * anything is skipped, it is compared, so that a collision costs a longer
 * patch and never a wrong one. No value is compared twice: what is the same is
 * not entered, and what is not the same is entered without comparing it.
 *
 * Key order. Of the members that stay, the longest run that is in the right
 * order already is left alone. From left to right each other member is then
 * added or moved before the next one of that run, the anchor: those with one
 * anchor are put before it one after the other and so occur in order, and a
 * member that waits to be moved is taken out of wherever it stood.
 */
#include "store/json_tree/diff.h"

#include "base/hash.h"
#include "store/json_tree/align.h"
#include "store/json_tree/equal.h"
#include "store/json_tree/keyset.h"

#include <string.h>

#define OP_BYTES 30 /* {"op":"replace","path":"","value":} and a comma */

struct shadow {
    const struct json *j;
    struct shadow *kid; /* [j->count] */
    uint64_t hash;
    size_t bytes;
};

struct diff {
    struct arena scratch;
    struct align align;
    struct json_patch_op *op; /* [cap] in scratch, pointers too */
    size_t n;
    size_t cap;
    size_t bytes; /* of op[0..n) written */
    struct str token[POINTER_MAX_TOKENS];
    size_t depth;
    struct error *e;
};

/* An arena is full, and has said so. */
static enum err no_memory(const struct diff *d)
{
    BUG_ON(d->e->code == OK);
    return d->e->code;
}

/* ---- shadows ---- */

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t all[] = {a, b, c};

    return hash_bytes(all, sizeof(all));
}

static enum err make_shadow(struct diff *d, const struct json *j,
                            struct shadow *s)
{
    size_t i = 0;

    *s = (struct shadow){.j = j, .bytes = j->text.n + 4};
    s->hash = mix(j->type, j->count, hash_bytes(j->text.p, j->text.n));
    if (j->count == 0)
        return OK;
    s->kid = arena_alloc_array(&d->scratch, j->count, sizeof(*s->kid), d->e);
    if (!s->kid)
        return no_memory(d);
    for (const struct json *c = j->first; c; c = c->next, i++) {
        uint64_t key = 0;
        enum err rc = make_shadow(d, c, &s->kid[i]); /* as deep as the tree */

        if (rc != OK)
            return rc;
        if (j->type == JSON_OBJECT) {
            key = hash_bytes(c->key.p, c->key.n);
            s->bytes += c->key.n + 3;
        }
        s->hash = mix(s->hash, key, s->kid[i].hash);
        s->bytes += s->kid[i].bytes;
    }
    return OK;
}

static bool is_same(const struct shadow *x, const struct shadow *y)
{
    return x->hash == y->hash && tree_same(x->j, y->j);
}

/* ---- the operations found so far ---- */

static enum err grow_ops(struct diff *d)
{
    size_t cap = d->cap ? d->cap * 2 : 64;
    struct json_patch_op *op =
        arena_alloc_array(&d->scratch, cap, sizeof(*op), d->e);

    if (!op)
        return no_memory(d);
    if (d->n)
        memcpy(op, d->op, d->n * sizeof(*op));
    d->op = op;
    d->cap = cap;
    return OK;
}

/* Append an operation on the value where the walk is. */
static enum err emit(struct diff *d, const struct json_patch_op *op,
                     const struct shadow *value)
{
    struct str *token;
    struct json_patch_op *to;
    enum err rc = d->n == d->cap ? grow_ops(d) : OK;

    if (rc != OK)
        return rc;
    token = arena_alloc_array(&d->scratch, d->depth, sizeof(*token), d->e);
    if (!token)
        return no_memory(d);
    d->bytes += OP_BYTES + op->before.n + (value ? value->bytes : 0);
    for (size_t i = 0; i < d->depth; i++) {
        token[i] = d->token[i];
        d->bytes += token[i].n + 1;
    }
    to = &d->op[d->n++];
    *to = *op;
    to->path = (struct pointer){token, d->depth};
    if (op->kind == JSON_PATCH_MOVE)
        to->from = to->path;
    if (value)
        to->value = value->j;
    return OK;
}

/* As emit(), on a child of that value. */
static enum err emit_at(struct diff *d, struct str token,
                        const struct json_patch_op *op,
                        const struct shadow *value)
{
    enum err rc;

    d->token[d->depth++] = token;
    rc = emit(d, op, value);
    d->depth--;
    return rc;
}

static enum err emit_index(struct diff *d, size_t index,
                           enum json_patch_kind kind,
                           const struct shadow *value)
{
    const struct json_patch_op op = {.kind = kind};
    struct str token;
    enum err rc = str_printf(&d->scratch, &token, d->e, "%zu", index);

    return rc == OK ? emit_at(d, token, &op, value) : rc;
}

/* ---- walking both trees ---- */

static enum err diff_value(struct diff *d, const struct shadow *x,
                           const struct shadow *y);

static enum err diff_child(struct diff *d, struct str token,
                           const struct shadow *x, const struct shadow *y)
{
    enum err rc;

    d->token[d->depth++] = token;
    rc = diff_value(d, x, y);
    d->depth--;
    return rc;
}

/* x[x0..x1) has no mates and y[y0..y1) neither. */
static enum err diff_gap(struct diff *d, const struct shadow *x,
                         const struct shadow *y, const size_t at[4])
{
    size_t i = at[0];
    size_t k = at[2];
    enum err rc = OK;

    for (; rc == OK && i < at[1] && k < at[3]; i++, k++) {
        struct str token;

        rc = str_printf(&d->scratch, &token, d->e, "%zu", k);
        if (rc == OK)
            rc = diff_child(d, token, &x->kid[i], &y->kid[k]);
    }
    for (; rc == OK && i < at[1]; i++)
        rc = emit_index(d, k, JSON_PATCH_REMOVE, NULL);
    for (; rc == OK && k < at[3]; k++)
        rc = emit_index(d, k, JSON_PATCH_ADD, &y->kid[k]);
    return rc;
}

/* Hashes said that these are the same; only a collision makes that wrong. */
static enum err check_mates(struct diff *d, const struct shadow *x,
                            const struct shadow *y, size_t index)
{
    struct str token;
    enum err rc;

    if (tree_same(x->j, y->j))
        return OK;
    rc = str_printf(&d->scratch, &token, d->e, "%zu", index);
    return rc == OK ? diff_child(d, token, x, y) : rc;
}

static enum err hashes_of(struct diff *d, const struct shadow *s,
                          uint64_t **out)
{
    uint64_t *h = arena_alloc_array(&d->scratch, s->j->count, sizeof(*h), d->e);

    if (!h)
        return no_memory(d);
    for (size_t i = 0; i < s->j->count; i++)
        h[i] = s->kid[i].hash;
    *out = h;
    return OK;
}

/* mate[k]: the element of x that is element k of y. */
static enum err find_mates(struct diff *d, const struct shadow *x,
                           const struct shadow *y, size_t **mate)
{
    struct align_pair p = {.nx = x->j->count, .ny = y->j->count};
    uint64_t *hx = NULL;
    uint64_t *hy = NULL;
    enum err rc = hashes_of(d, x, &hx);

    if (rc == OK)
        rc = hashes_of(d, y, &hy);
    if (rc != OK)
        return rc;
    *mate = arena_alloc_array(&d->scratch, p.ny, sizeof(**mate), d->e);
    if (!*mate)
        return no_memory(d);
    p.x = hx;
    p.y = hy;
    return align_lists(&d->align, &p, *mate);
}

static enum err diff_arrays(struct diff *d, const struct shadow *x,
                            const struct shadow *y)
{
    size_t at[4] = {0}; /* the gap under way: x from, to; y from, to */
    size_t *mate = NULL;
    enum err rc = find_mates(d, x, y, &mate);

    for (size_t k = 0; rc == OK && k < y->j->count; k++) {
        if (mate[k] == ALIGN_NONE)
            continue;
        at[1] = mate[k];
        at[3] = k;
        rc = diff_gap(d, x, y, at);
        if (rc == OK)
            rc = check_mates(d, &x->kid[mate[k]], &y->kid[k], k);
        at[0] = mate[k] + 1;
        at[2] = k + 1;
    }
    at[1] = x->j->count;
    at[3] = y->j->count;
    return rc == OK ? diff_gap(d, x, y, at) : rc;
}

/* mate[k]: the member of x with the key of member k of y, if there is one. */
static enum err find_members(struct diff *d, const struct shadow *x,
                             const struct shadow *y, size_t *mate)
{
    struct keyset keys = {0};
    enum err rc = OK;

    for (size_t i = 0; rc == OK && i < x->j->count; i++)
        rc = keyset_put(&keys, x->kid[i].j->key, &x->kid[i], &d->scratch, d->e);
    for (size_t k = 0; rc == OK && k < y->j->count; k++) {
        const struct shadow *s = keyset_find(&keys, y->kid[k].j->key);

        mate[k] = s ? (size_t)(s - x->kid) : ALIGN_NONE;
    }
    return rc;
}

/* Members of x that y has not are removed, those that it has are compared. */
static enum err diff_members(struct diff *d, const struct shadow *x,
                             const struct shadow *y, const size_t *mate)
{
    const struct json_patch_op gone = {.kind = JSON_PATCH_REMOVE};
    /* of[i]: the member of y that has the key of member i, plus 1 */
    size_t *of = arena_alloc_array(&d->scratch, x->j->count, sizeof(*of), d->e);
    enum err rc = OK;

    if (!of)
        return no_memory(d);
    for (size_t k = 0; k < y->j->count; k++) {
        if (mate[k] != ALIGN_NONE)
            of[mate[k]] = k + 1;
    }
    if (!x->kid) /* an empty object */
        return OK;
    for (size_t i = 0; rc == OK && i < x->j->count; i++) {
        struct str key = x->kid[i].j->key;

        rc = of[i] ? diff_child(d, key, &x->kid[i], &y->kid[of[i] - 1])
                   : emit_at(d, key, &gone, NULL);
    }
    return rc;
}

/* Put member k of y, new or moved, before the member `anchor`. */
static enum err emit_member(struct diff *d, const struct shadow *member,
                            const struct shadow *anchor, bool fresh)
{
    struct json_patch_op op = {.kind =
                                   fresh ? JSON_PATCH_ADD : JSON_PATCH_MOVE};

    if (anchor) {
        op.place = JSON_PATCH_PLACE_BEFORE;
        op.before = anchor->j->key;
    } else if (!fresh) {
        op.place = JSON_PATCH_PLACE_END;
    }
    return emit_at(d, member->j->key, &op, fresh ? member : NULL);
}

/* Add the new members of y and bring all into the order of y. */
static enum err order_members(struct diff *d, const struct shadow *y,
                              const size_t *mate)
{
    size_t n = y->j->count;
    bool *keep = arena_alloc_array(&d->scratch, n, sizeof(*keep), d->e);
    size_t anchor = 0;
    enum err rc;

    if (!keep)
        return no_memory(d);
    rc = align_rising(&d->scratch, mate, n, keep, d->e);
    for (size_t k = 0; rc == OK && k < n; k++) {
        if (keep[k])
            continue;
        anchor = anchor > k ? anchor : k;
        while (anchor < n && !keep[anchor])
            anchor++;
        rc = emit_member(d, &y->kid[k], anchor < n ? &y->kid[anchor] : NULL,
                         mate[k] == ALIGN_NONE);
    }
    return rc;
}

static enum err diff_objects(struct diff *d, const struct shadow *x,
                             const struct shadow *y)
{
    size_t *mate =
        arena_alloc_array(&d->scratch, y->j->count, sizeof(*mate), d->e);
    enum err rc;

    if (!mate)
        return no_memory(d);
    rc = find_members(d, x, y, mate);
    if (rc == OK)
        rc = diff_members(d, x, y, mate);
    return rc == OK ? order_members(d, y, mate) : rc;
}

/* What a replacement of the value where the walk is would take. */
static size_t replace_bytes(const struct diff *d, const struct shadow *y)
{
    size_t n = OP_BYTES + y->bytes;

    for (size_t i = 0; i < d->depth; i++)
        n += d->token[i].n + 1;
    return n;
}

static enum err diff_value(struct diff *d, const struct shadow *x,
                           const struct shadow *y)
{
    const struct json_patch_op replace = {.kind = JSON_PATCH_REPLACE};
    size_t n = d->n;
    size_t bytes = d->bytes;
    enum err rc;

    if (is_same(x, y))
        return OK;
    if (x->j->type != y->j->type)
        return emit(d, &replace, y);
    if (x->j->type == JSON_ARRAY)
        rc = diff_arrays(d, x, y);
    else if (x->j->type == JSON_OBJECT)
        rc = diff_objects(d, x, y);
    else
        return emit(d, &replace, y);
    if (rc != OK || d->bytes - bytes <= 2 * replace_bytes(d, y))
        return rc;
    d->n = n;
    d->bytes = bytes;
    return emit(d, &replace, y);
}

/* ---- the result ---- */

static enum err keep_str(struct str *s, struct arena *a, struct error *e)
{
    return str_dup(*s, a, s, e);
}

/* What lives in scratch or borrows the trees' keys goes to `a`. */
static enum err keep_op(struct json_patch_op *op, struct arena *a,
                        struct error *e)
{
    struct str *token = arena_alloc_array(a, op->path.n, sizeof(*token), e);
    enum err rc = OK;

    if (!token)
        return e->code;
    for (size_t i = 0; rc == OK && i < op->path.n; i++) {
        token[i] = op->path.token[i];
        rc = keep_str(&token[i], a, e);
    }
    op->path.token = token;
    if (op->kind == JSON_PATCH_MOVE)
        op->from = op->path;
    if (rc == OK && op->place == JSON_PATCH_PLACE_BEFORE)
        rc = keep_str(&op->before, a, e);
    return rc;
}

static enum err keep_ops(const struct diff *d, struct arena *a,
                         struct json_patch *p, struct error *e)
{
    struct json_patch_op *op = arena_alloc_array(a, d->n, sizeof(*op), e);
    enum err rc = OK;

    if (!op)
        return e->code;
    for (size_t i = 0; rc == OK && i < d->n; i++) {
        op[i] = d->op[i];
        rc = keep_op(&op[i], a, e);
    }
    if (rc == OK)
        *p = (struct json_patch){op, d->n};
    return rc;
}

enum err tree_diff(const struct json *from, const struct json *to,
                   struct arena *a, struct json_patch *p, struct error *e)
{
    struct diff *d = arena_alloc(a, sizeof(*d), e);
    const struct json_patch_op all = {.kind = JSON_PATCH_REPLACE};
    struct shadow x;
    struct shadow y;
    enum err rc;

    if (!d)
        return e->code;
    d->e = e;
    arena_init(&d->scratch, a->budget_bytes);
    d->align =
        (struct align){.a = &d->scratch, .e = e, .cells_left = ALIGN_TOTAL};
    rc = make_shadow(d, from, &x);
    if (rc == OK)
        rc = make_shadow(d, to, &y);
    if (rc == OK)
        rc = diff_value(d, &x, &y);
    if (rc == OK && d->n > JSON_PATCH_MAX_OPS) {
        d->n = 0;
        rc = emit(d, &all, &y);
    }
    if (rc == OK)
        rc = keep_ops(d, a, p, e);
    arena_release(&d->scratch);
    return rc;
}
