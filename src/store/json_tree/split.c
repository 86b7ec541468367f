/*
 * One pass over the text. Whether a container is open is known only when its
 * text has passed run_bytes, so what is not decided yet waits in one buffer:
 *
 *     frames    [ open | open | pending | pending | pending ]
 *                         |        |         |         |
 *     buffer           {"a":1,  [true,    {"b":   [2,3
 *                      run        child of the frame below it ...
 *
 * The buffer begins with the run that the innermost open container is filling,
 * and goes on with its child under way, which holds the pending ones inside
 * each other. As soon as the outermost pending one has more than run_bytes, it
 * is opened: the run before it is given out and its children so far become its
 * first run. They fit in one, because the container itself did until a moment
 * ago. So the buffer never holds more than two runs and one scalar.
 *
 * The grammar is that of base/json.c, whose lexer reads here, too.
 */
#include "store/json_tree/split.h"

#include "base/json_lex.h"
#include "store/json_tree/seen_keys.h"

#include <string.h>

#define DEPTH_LIMIT  1000
#define FIRST_FRAMES ((size_t)16)
#define SLACK_BYTES  ((size_t)1 << 16)

const struct split_limits split_default_limits = {
    .run_bytes = SPLIT_RUN_BYTES,
    .max_bytes = (size_t)1 << 30,
    .max_scalar_bytes = (size_t)64 << 20,
    .max_values = UINT64_C(1) << 28,
    .max_depth = 512,
};

struct frame {
    bool object;
    uint64_t id;      /* of an open one */
    size_t opened;    /* offset of its bracket in the text */
    size_t children;  /* begun so far */
    size_t start;     /* in the buffer: its bracket, of a pending one */
    size_t run_start; /* its complete children that were not given out */
    size_t run_end;
    size_t count;       /* how many these are */
    size_t first_hash;  /* in the list of hashes: their keys */
    size_t child_start; /* in the buffer: the child under way, with its key */
    struct str key;     /* of the child under way, in the text */
    uint32_t key_hash;
    struct seen seen;
};

struct split {
    struct json_lex x;
    const struct split_limits *lim;
    const struct split_sink *to;
    struct frame *frame; /* [cap] in frames */
    size_t cap;
    size_t depth;
    size_t open; /* frame[0..open) are open, frame[open..depth) pending */
    uint64_t ids;
    uint64_t values;
    struct buf text;
    struct buf hashes; /* of uint32_t */
    struct arena words;
    struct arena frames;
};

uint32_t split_key_hash(struct str key)
{
    uint32_t h = UINT32_C(2166136261);

    for (size_t i = 0; i < key.n; i++)
        h = (h ^ (unsigned char)key.p[i]) * UINT32_C(16777619);
    return h;
}

/* ---- the buffer ---- */

static enum err full(const struct split *s)
{
    struct str all;

    if (s->hashes.overflow)
        return buf_finish(&s->hashes, &all, s->x.e);
    return buf_finish(&s->text, &all, s->x.e);
}

static size_t hash_count(const struct split *s)
{
    return s->hashes.n / sizeof(uint32_t);
}

static void cut_hashes(struct split *s, size_t n)
{
    s->hashes.n = n * sizeof(uint32_t);
}

/* Forget the first n bytes of the buffer. */
static void drop(struct split *s, size_t n)
{
    memmove(s->text.p, s->text.p + n, s->text.n - n);
    s->text.n -= n;
    for (size_t i = s->open ? s->open - 1 : 0; i < s->depth; i++) {
        struct frame *f = &s->frame[i];

        f->start -= f->start < n ? f->start : n;
        f->run_start -= f->run_start < n ? f->run_start : n;
        f->run_end -= f->run_end < n ? f->run_end : n;
        f->child_start -= f->child_start < n ? f->child_start : n;
    }
}

/* Give out the complete children that an open container has in the buffer. */
static enum err flush(struct split *s, struct frame *f)
{
    struct split_run r = {.container = f->id, .count = f->count};
    enum err rc;

    if (f->count == 0)
        return OK;
    r.text = str_slice(buf_str(&s->text), f->run_start, f->run_end);
    if (f->object)
        r.hash = (const uint32_t *)(const void *)s->hashes.p + f->first_hash;
    rc = s->to->run(s->to->ctx, &r, s->x.e);
    f->count = 0;
    return rc;
}

/* The outermost pending container is too large to stay in a run. */
static enum err open_container(struct split *s)
{
    struct frame *f = &s->frame[s->open];
    struct frame *parent = s->open ? f - 1 : NULL;
    struct split_run r = {.kind = f->object ? SPLIT_OBJECT : SPLIT_ARRAY,
                          .child = ++s->ids,
                          .count = 1};
    enum err rc = parent ? flush(s, parent) : OK;

    if (rc != OK)
        return rc;
    if (parent)
        r.container = parent->id;
    if (parent && parent->object) {
        r.key = parent->key;
        r.hash = &parent->key_hash;
    }
    f->id = s->ids;
    rc = s->to->run(s->to->ctx, &r, s->x.e);
    drop(s, f->start + 1);
    s->open++;
    return rc;
}

static enum err open_large(struct split *s)
{
    enum err rc = full(s);

    while (rc == OK && s->open < s->depth &&
           s->text.n - s->frame[s->open].start > s->lim->run_bytes)
        rc = open_container(s);
    return rc;
}

/* The child under way of the innermost container is complete and small. */
static enum err end_child(struct split *s)
{
    struct frame *f = &s->frame[s->depth - 1];
    bool open = s->depth == s->open;
    enum err rc = OK;

    if (open && f->count && s->text.n - f->run_start > s->lim->run_bytes) {
        rc = flush(s, f);
        cut_hashes(s, f->first_hash);
        drop(s, f->child_start);
    }
    f->run_end = s->text.n;
    f->count++;
    if (f->object)
        buf_put(&s->hashes, &f->key_hash, sizeof(f->key_hash));
    return rc == OK ? full(s) : rc;
}

/* ---- the grammar ---- */

static enum err over_limit(struct split *s, size_t at, const char *what,
                           uint64_t limit)
{
    return error_at(s->x.e, ERR_LIMIT, json_pos(&s->x, at), "more than %llu %s",
                    (unsigned long long)limit, what);
}

/* After a string or a number was read from `start`. */
static enum err check_scalar(struct split *s, size_t start, enum err rc)
{
    if (rc == ERR_LIMIT) {
        s->x.e->pos = json_pos(&s->x, start);
        error_wrap(s->x.e, "a string or number may have %zu bytes",
                   s->lim->max_scalar_bytes);
    } else if (rc == OK && s->x.at - start > s->lim->max_scalar_bytes) {
        rc = over_limit(s, start, "bytes in a string or number",
                        s->lim->max_scalar_bytes);
    }
    return rc;
}

/* Room for one more frame; those that were are moved. */
static enum err grow_frames(struct split *s)
{
    size_t cap = s->cap ? s->cap * 2 : FIRST_FRAMES;
    struct frame *f = arena_alloc_array(&s->frames, cap, sizeof(*f), s->x.e);

    if (!f)
        return s->x.e->code;
    if (s->cap)
        memcpy(f, s->frame, s->cap * sizeof(*f));
    s->frame = f;
    s->cap = cap;
    return OK;
}

static enum err begin_container(struct split *s, bool object)
{
    struct frame *f;
    enum err rc = OK;

    if (s->depth == s->lim->max_depth)
        return over_limit(s, s->x.at, "arrays and objects inside each other",
                          s->lim->max_depth);
    if (s->depth == s->cap)
        rc = grow_frames(s);
    if (rc != OK)
        return rc;
    f = &s->frame[s->depth++];
    *f = (struct frame){.object = object,
                        .opened = s->x.at,
                        .start = s->text.n,
                        .run_start = s->text.n + 1,
                        .first_hash = hash_count(s),
                        .seen = f->seen};
    seen_reset(&f->seen);
    buf_put_char(&s->text, object ? '{' : '[');
    s->x.at++;
    return OK;
}

/* A small container or a scalar that is the whole document. */
static enum err give_root(struct split *s)
{
    const struct split_run r = {.count = 1, .text = buf_str(&s->text)};
    enum err rc = full(s);

    return rc == OK ? s->to->run(s->to->ctx, &r, s->x.e) : rc;
}

static enum err end_container(struct split *s)
{
    struct frame *f = &s->frame[s->depth - 1];
    size_t first_hash = f->first_hash;
    enum err rc;

    if (s->depth > s->open) {
        buf_put_char(&s->text, f->object ? '}' : ']');
        rc = open_large(s);
        if (rc != OK)
            return rc;
    }
    if (s->depth > s->open) {
        s->depth--;
        cut_hashes(s, first_hash);
        return s->depth ? end_child(s) : give_root(s);
    }
    rc = flush(s, f);
    s->depth--;
    s->open--;
    buf_reset(&s->text);
    if (s->depth) { /* what was before the child is given out */
        f[-1].run_start = 0;
        f[-1].run_end = 0;
        cut_hashes(s, f[-1].first_hash);
    }
    return rc;
}

static enum err read_key(struct split *s, struct frame *f)
{
    const struct seen_text keys = {s->x.text, &s->words, s->x.e};
    size_t at = s->x.at;
    bool fresh = true;
    struct str key;
    enum err rc = check_scalar(s, at, json_lex_key(&s->x, &key));

    if (rc == OK)
        rc = seen_key(&keys, at, &key);
    if (rc != OK)
        return rc;
    f->key = str_slice(s->x.text, at, s->x.at);
    f->key_hash = split_key_hash(key);
    rc = seen_add(&f->seen, &keys, key, at, &fresh);
    if (rc == OK && !fresh)
        rc = json_lex_again(&s->x, at);
    if (rc == OK)
        rc = json_lex_colon(&s->x);
    if (rc != OK)
        return rc;
    buf_put_str(&s->text, f->key);
    buf_put_char(&s->text, ':');
    return OK;
}

/* A scalar as a whole, or the opening of an array or object. */
static enum err read_value(struct split *s)
{
    int c = json_peek(&s->x);
    size_t start = s->x.at;
    struct json scalar = {0};
    enum err rc;

    if (++s->values > s->lim->max_values)
        return over_limit(s, start, "values", s->lim->max_values);
    if (c == '[' || c == '{')
        return begin_container(s, c == '{');
    rc = check_scalar(s, start, json_lex_scalar(&s->x, &scalar));
    if (rc != OK)
        return rc;
    buf_put_str(&s->text, str_slice(s->x.text, start, s->x.at));
    if (s->depth == 0)
        return give_root(s);
    rc = open_large(s);
    return rc == OK ? end_child(s) : rc;
}

static enum err read_child(struct split *s, struct frame *f)
{
    enum err rc = OK;

    arena_reset(&s->words); /* nothing looks back */
    if (f->count)
        buf_put_char(&s->text, ',');
    f->child_start = s->text.n;
    if (f->object)
        rc = read_key(s, f);
    f->children++;
    return rc == OK ? read_value(s) : rc;
}

/* One item of the innermost array or object, or its end. */
static enum err step(struct split *s)
{
    struct frame *f = &s->frame[s->depth - 1];
    const struct json_open o = {f->object, f->children == 0, f->opened};
    bool closed;
    enum err rc = json_lex_item(&s->x, &o, &closed);

    if (rc != OK)
        return rc;
    return closed ? end_container(s) : read_child(s, f);
}

static enum err read_text(struct split *s)
{
    enum err rc = read_value(s);

    while (rc == OK && s->depth)
        rc = step(s);
    return rc == OK ? json_lex_end(&s->x) : rc;
}

enum err split_text(struct str text, const struct split_limits *lim,
                    const struct split_sink *to, struct error *e)
{
    struct split s = {.lim = lim, .to = to};
    enum err rc;

    BUG_ON(lim->max_depth > DEPTH_LIMIT || lim->run_bytes == 0);
    if (text.n > lim->max_bytes)
        return error_set(e, ERR_LIMIT,
                         "the JSON text is too large: the limit is %zu bytes",
                         lim->max_bytes);
    s.x = (struct json_lex){.text = text, .a = &s.words, .e = e};
    buf_init(&s.text, SIZE_MAX);
    buf_init(&s.hashes, SIZE_MAX);
    /* A key as read and decoded, one it may equal, and a value at a time. */
    arena_init(&s.words, 4 * lim->max_scalar_bytes + SLACK_BYTES);
    arena_init(&s.frames, SIZE_MAX);
    rc = read_text(&s);
    for (size_t i = 0; i < s.cap; i++)
        seen_release(&s.frame[i].seen);
    arena_release(&s.frames);
    arena_release(&s.words);
    buf_release(&s.hashes);
    buf_release(&s.text);
    return rc;
}
