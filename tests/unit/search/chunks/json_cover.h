/* json_cover.h - is every value of a document in a chunk that names it? */
#ifndef SEARCH_CHUNKS_JSON_COVER_H
#define SEARCH_CHUNKS_JSON_COVER_H

#include "json_fixture.h"

#include "search/chunks/render.h"

#define COVER_BYTES ((size_t)256 << 20)

static inline bool is_open(const struct json *v)
{
    return v->type == JSON_ARRAY || v->type == JSON_OBJECT;
}

static inline struct str text_of(const struct json *v)
{
    if (v->type == JSON_TRUE || v->type == JSON_FALSE)
        return v->type == JSON_TRUE ? STR("true") : STR("false");
    return v->text;
}

static inline struct str on_one_line(struct str s)
{
    struct str out = {0};
    struct buf b;

    buf_init(&b, COVER_BYTES);
    render_line(s, &b);
    assert_int_equal(str_dup(buf_str(&b), &arena, &out, &err), OK);
    buf_release(&b);
    return out;
}

/* Is `inner` below a sibling between the chunk's two pointers? */
static inline bool is_between(const struct json *root,
                              const struct json_chunk *c, struct str inner)
{
    size_t up = c->last_pointer.n;
    const struct json *parent;
    bool inside = false;

    while (up > 0 && c->last_pointer.p[up - 1] != '/')
        up--;
    if (up == 0)
        return false;
    parent = resolve(root, str_slice(c->last_pointer, 0, up - 1));
    if (!is_below(str_slice(c->last_pointer, 0, up - 1), inner))
        return false;
    for (const struct json *v = parent->first; v; v = v->next) {
        inside |= v == resolve(root, c->pointer);
        if (inside &&
            v == resolve(root, str_slice(inner, 0,
                                         up + str_find_char(
                                                  str_slice(inner, up, inner.n),
                                                  '/'))))
            return true;
        if (v == resolve(root, c->last_pointer))
            break;
    }
    return false;
}

static inline bool names(const struct json *root, const struct json_chunk *c,
                         struct str pointer)
{
    return is_below(c->pointer, pointer) || is_between(root, c, pointer);
}

/* What the pieces of this very value say together. */
static inline struct str joined_pieces(struct str pointer)
{
    struct str out = {0};
    struct buf b;

    buf_init(&b, COVER_BYTES);
    for (size_t i = 0; i < n_kept; i++) {
        const struct json_chunk *c = &kept[i];

        if (str_eq(c->pointer, pointer) && c->kind == JSON_CHUNK_LEAF)
            buf_put_str(&b, str_slice(c->text, c->lead_bytes + c->overlap_bytes,
                                      c->text.n));
    }
    assert_int_equal(str_dup(buf_str(&b), &arena, &out, &err), OK);
    buf_release(&b);
    return on_one_line(out);
}

static inline void assert_scalar_is_found(const struct json *root,
                                          const struct json *v,
                                          struct str pointer)
{
    struct str line = on_one_line(text_of(v));

    if (v->type == JSON_NULL || line.n == 0)
        return;
    for (size_t i = 0; i < n_kept && line.n < 8000; i++) {
        const struct json_chunk *c = &kept[i];

        if (str_find(c->text, line) < c->text.n && names(root, c, pointer))
            return;
    }
    if (str_find(joined_pieces(pointer), line) >= joined_pieces(pointer).n)
        fail_msg("'%s' is in no chunk", pointer.p);
}

/* Every value of the tree. */
static inline void assert_all_is_found(const struct json *root,
                                       const struct json *v,
                                       struct buf *pointer)
{
    size_t index = 0;

    if (!is_open(v))
        assert_scalar_is_found(root, v, buf_str(pointer));
    for (const struct json *c = v->first; c; c = c->next, index++) {
        size_t n = pointer->n;

        if (v->type == JSON_OBJECT)
            pointer_write_token(c->key, pointer);
        else
            buf_printf(pointer, "/%zu", index);
        assert_all_is_found(root, c, pointer);
        pointer->n = n;
        pointer->p[n] = '\0';
    }
}

static inline void assert_covered(const struct json *root)
{
    struct buf pointer;

    buf_init(&pointer, COVER_BYTES);
    buf_puts(&pointer, "");
    (void)buf_reserve(&pointer, 16);
    pointer.p[0] = '\0';
    assert_promises(root);
    assert_all_is_found(root, root, &pointer);
    buf_release(&pointer);
}

#endif
