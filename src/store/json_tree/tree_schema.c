#include "store/json_tree/tree_schema.h"

#include "base/utf8.h"
#include "store/json_tree/pointer.h"
#include "store/json_tree/tree_schema_spot.h"

/* Keys of maps are counted one by one before they are known to be keys. */
#define LIVE_FACTOR 8
#define MOST_DEPTH  1000

const struct schema_limits schema_default_limits = {
    .max_paths = 1000,
    .max_bytes = (size_t)256 << 10,
    .max_example_bytes = 80,
    .max_examples = 3,
    .max_depth = 32,
};

/* ---- counting ---- */

static enum err visit(struct spots *all, struct spot *s, const struct json *j,
                      unsigned depth)
{
    enum err rc = OK;

    if (all->lim->cancel &&
        atomic_load_explicit(all->lim->cancel, memory_order_relaxed))
        return error_set(all->e, ERR_TIMEOUT, "cancelled");
    spot_count(all, s, j);
    if (j->count && depth == all->lim->max_depth) {
        all->truncated = true;
        return OK;
    }
    for (const struct json *c = j->first; rc == OK && c; c = c->next) {
        struct spot *child = NULL;

        rc = j->type == JSON_OBJECT ? spot_child(all, s, c->key, &child)
                                    : spot_each(all, s, &child);
        if (rc == OK && child)
            rc = visit(all, child, c, depth + 1); /* up to max_depth */
    }
    return rc;
}

/* ---- writing ---- */

struct writer {
    const struct schema_limits *lim;
    struct jsonw *w;
    struct buf path;
    struct buf entry;
    size_t paths;
    size_t bytes;
    bool truncated;
};

static void write_types(const struct spot *s, struct jsonw *w)
{
    static const char *const names[SPOT_TYPES] = {
        "null", "boolean", "integer", "number", "string", "array", "object"};

    jsonw_key(w, "types");
    jsonw_begin_object(w);
    for (int t = 0; t < SPOT_TYPES; t++) {
        if (!s->type[t])
            continue;
        jsonw_member_u64(w, names[t], s->type[t]);
    }
    jsonw_end_object(w);
}

static void write_range(const struct spot_range *r, const char *min,
                        const char *max, struct jsonw *w)
{
    if (!r->n)
        return;
    jsonw_member_u64(w, min, r->min);
    jsonw_member_u64(w, max, r->max);
}

/* The longest start of a text that ends with a whole character. */
static struct str cut(struct str s, size_t max_bytes)
{
    size_t n = max_bytes;

    while (n && ((unsigned char)s.p[n] & 0xc0) == 0x80)
        n--;
    return str_slice(s, 0, n);
}

static void write_example(const struct json *j, size_t max_bytes,
                          struct jsonw *w)
{
    struct buf text;

    if (j->text.n <= max_bytes) {
        json_write(j, w);
        return;
    }
    if (j->type != JSON_STRING) /* a number that is cut is another number */
        return;
    buf_init(&text, max_bytes + 8);
    buf_put_str(&text, cut(j->text, max_bytes));
    buf_puts(&text, "\xe2\x80\xa6"); /* U+2026 */
    jsonw_str(w, buf_str(&text));
    buf_release(&text);
}

static void write_examples(const struct writer *wr, const struct spot *s,
                           struct jsonw *w)
{
    if (!s->examples)
        return;
    jsonw_key(w, "examples");
    jsonw_begin_array(w);
    for (unsigned i = 0; i < s->examples; i++)
        write_example(s->example[i], wr->lim->max_example_bytes, w);
    jsonw_end_array(w);
}

/* The entry of one path, or the note that it was left out. */
static void write_entry(struct writer *wr, const struct spot *s,
                        uint64_t absent)
{
    struct jsonw w;

    if (wr->truncated || wr->paths == wr->lim->max_paths) {
        wr->truncated = true;
        return;
    }
    buf_reset(&wr->entry);
    jsonw_init(&w, &wr->entry);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "path", buf_str(&wr->path));
    jsonw_member_u64(&w, "present", s->count);
    jsonw_member_u64(&w, "absent", absent);
    write_types(s, &w);
    if (s->min.n) {
        jsonw_member_raw(&w, "min", s->min);
        jsonw_member_raw(&w, "max", s->max);
    }
    write_range(&s->length, "min_length", "max_length", &w);
    write_range(&s->items, "min_items", "max_items", &w);
    write_examples(wr, s, &w);
    jsonw_end_object(&w);
    if (wr->entry.overflow || wr->path.overflow ||
        wr->entry.n + 1 > wr->lim->max_bytes - wr->bytes) {
        wr->truncated = true;
        return;
    }
    wr->bytes += wr->entry.n + 1;
    wr->paths++;
    jsonw_raw(wr->w, buf_str(&wr->entry));
}

/* Objects without this key; a tree with duplicate keys may have too many. */
static uint64_t absent_of(const struct spot *s, const struct spot *child)
{
    uint64_t objects = s->type[SPOT_OBJECT];

    return objects > child->count ? objects - child->count : 0;
}

static void write_spot(struct writer *wr, const struct spot *s, uint64_t absent)
{
    size_t n = wr->path.n;

    write_entry(wr, s, absent);
    for (const struct spot *c = s->first; c && !wr->truncated; c = c->next) {
        if (str_is(c->key, "*"))
            buf_puts(&wr->path, "/~2");
        else
            pointer_write_token(c->key, &wr->path);
        write_spot(wr, c, absent_of(s, c)); /* up to max_depth */
        wr->path.n = n;
    }
    if (s->each && !wr->truncated) {
        buf_puts(&wr->path, "/*");
        write_spot(wr, s->each, 0);
        wr->path.n = n;
    }
}

static void write_all(const struct spots *all, const struct spot *root,
                      struct jsonw *w)
{
    struct writer wr = {.lim = all->lim, .w = w};

    buf_init(&wr.path, all->lim->max_bytes);
    buf_init(&wr.entry, all->lim->max_bytes);
    jsonw_begin_object(w);
    jsonw_key(w, "paths");
    jsonw_begin_array(w);
    write_spot(&wr, root, 0);
    jsonw_end_array(w);
    jsonw_member_bool(w, "truncated", all->truncated || wr.truncated);
    jsonw_end_object(w);
    buf_release(&wr.path);
    buf_release(&wr.entry);
}

enum err schema_write(const struct json *root, const struct schema_limits *lim,
                      struct arena *a, struct jsonw *w, struct error *e)
{
    struct spots all = {
        .a = a, .lim = lim, .max_live = lim->max_paths * LIVE_FACTOR, .e = e};
    struct spot top = {0};
    enum err rc;

    BUG_ON(lim->max_examples > SCHEMA_MOST_EXAMPLES ||
           lim->max_depth > MOST_DEPTH);
    rc = visit(&all, &top, root, 0);
    if (rc == OK)
        rc = spot_settle(&all, &top);
    if (rc == OK)
        write_all(&all, &top, w);
    return rc;
}
