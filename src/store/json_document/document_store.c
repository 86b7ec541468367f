#include "store/json_document/document_store.h"

#include "store/json_document/locate.h"
#include "store/json_document/order_key.h"

#define PIECE_MAX_BYTES ((size_t)1 << 30)
#define PLACE_MAX_BYTES ((size_t)1 << 20)

/* One container being written. */
struct writer {
    const struct part *p;
    const struct run_range *s;
    struct buf text; /* of the run under way */
    struct buf keys;
    struct buf place; /* of the last run written */
    struct buf next_place;
    int64_t count;
    bool placed;      /* `place` holds one */
    bool reused;      /* the row of the shelf is taken */
    size_t run_bytes; /* a run is full from here on */
};

/* Take the size of the value's text from *left; false when it does not fit. */
static bool fits(const struct json *j, size_t *left)
{
    size_t n = j->text.n + j->key.n + 6; /* quotes, colon, comma */

    if (n > *left)
        return false;
    *left -= n;
    for (const struct json *c = j->first; c; c = c->next) {
        if (!fits(c, left))
            return false;
    }
    return true;
}

/* One without children has no runs to be open in, however long its key. */
static bool is_large(const struct part *p, const struct json *j)
{
    size_t left = p->run_bytes;

    return j->first && !fits(j, &left);
}

static void next_place(struct writer *w)
{
    struct str low = w->placed ? buf_str(&w->place) : w->s->low;

    buf_reset(&w->next_place);
    place_between(low, w->s->high, &w->next_place);
    buf_reset(&w->place);
    buf_put_str(&w->place, buf_str(&w->next_place));
    w->placed = true;
}

static enum err put_run(struct writer *w, struct run *r, struct error *e)
{
    struct str keys = buf_str(&w->keys);

    r->container = w->s->container;
    if (w->s->reuse.id && !w->reused) {
        w->reused = true;
        r->id = w->s->reuse.id;
        return run_update(w->p, r, keys, e);
    }
    next_place(w);
    r->place = buf_str(&w->place);
    return run_insert(w->p, r, keys, e);
}

/* Write the small children that were gathered. */
static enum err flush(struct writer *w, struct error *e)
{
    struct run r = {.kind = RUN_VALUES, .count = w->count};
    struct str whole;
    enum err rc;

    if (w->count == 0)
        return OK;
    rc = buf_finish(&w->text, &whole, e);
    r.text = buf_str(&w->text);
    if (!rc)
        rc = put_run(w, &r, e);
    buf_reset(&w->text);
    buf_reset(&w->keys);
    w->count = 0;
    return rc;
}

static void put_key(struct writer *w, const struct json *j)
{
    struct jsonw out;

    jsonw_init(&out, &w->text);
    jsonw_str(&out, j->key);
    run_put_key(j->key, &w->keys);
}

static enum err gather(struct writer *w, const struct json *j, struct error *e)
{
    struct jsonw out;
    size_t left = w->p->run_bytes;
    size_t size = fits(j, &left) ? w->p->run_bytes - left : w->p->run_bytes;
    enum err rc = OK;

    if (w->count > 0 && w->text.n + size > w->run_bytes)
        rc = flush(w, e);
    if (w->count > 0)
        buf_put_char(&w->text, ',');
    if (w->s->in_object) {
        put_key(w, j);
        buf_put_char(&w->text, ':');
    }
    jsonw_init(&out, &w->text);
    json_write(j, &out);
    w->count++;
    return rc;
}

static enum err open_child(struct writer *w, const struct json *j,
                           struct error *e)
{
    struct run r = {.kind = j->type == JSON_OBJECT ? RUN_OBJECT : RUN_ARRAY,
                    .count = 1};
    struct run_range inner = {.in_object = j->type == JSON_OBJECT};
    enum err rc = flush(w, e);

    if (!rc)
        rc = run_new_container(w->p, &r.child, e);
    if (rc)
        return rc;
    if (w->s->in_object)
        put_key(w, j);
    r.text = buf_str(&w->text);
    rc = put_run(w, &r, e);
    buf_reset(&w->text);
    buf_reset(&w->keys);
    inner.container = r.child;
    return rc ? rc : store_children(w->p, &inner, j->first, e);
}

/* A run may grow to twice its size before it is cut, so that edits at one
 * place do not cut it again and again. */
static size_t bytes_of_runs(const struct part *p, const struct json *list)
{
    size_t left = 2 * p->run_bytes;

    for (const struct json *j = list; j; j = j->next) {
        if (!fits(j, &left))
            return p->run_bytes;
    }
    return 2 * p->run_bytes;
}

enum err store_children(const struct part *p, const struct run_range *s,
                        const struct json *list, struct error *e)
{
    struct writer w = {.p = p, .s = s, .run_bytes = bytes_of_runs(p, list)};
    enum err rc = OK;

    buf_init(&w.text, PIECE_MAX_BYTES);
    buf_init(&w.keys, PIECE_MAX_BYTES);
    buf_init(&w.place, PLACE_MAX_BYTES);
    buf_init(&w.next_place, PLACE_MAX_BYTES);
    if (s->reuse.id) {
        buf_put_str(&w.place, s->reuse.place);
        w.placed = true;
    }
    for (const struct json *j = list; j && !rc; j = j->next)
        rc = is_large(p, j) ? open_child(&w, j, e) : gather(&w, j, e);
    if (!rc)
        rc = flush(&w, e);
    if (!rc && s->reuse.id && !w.reused)
        rc = run_delete(p, &s->reuse, e);
    buf_release(&w.text);
    buf_release(&w.keys);
    buf_release(&w.place);
    buf_release(&w.next_place);
    return rc;
}

enum err store_document(const struct part *p, const struct json *value,
                        struct error *e)
{
    const struct run_range s = {.container = ROOT_CONTAINER};
    struct json only = *value;

    only.next = NULL;
    only.key = (struct str){0};
    return store_children(p, &s, &only, e);
}
