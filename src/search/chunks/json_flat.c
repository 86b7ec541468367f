/*
 * A value is flattened on trial: when the text passes what a chunk may have,
 * the trial ends, and the value's children are tried one by one. So that this
 * stays linear, a trial is short whatever the document is like: it sees at
 * most MOST_NODES values and MOST_DEPTH levels. A value is then looked at once
 * for each of the MOST_DEPTH levels above it, at most.
 */
#include "search/chunks/json_flat.h"

#include "search/chunks/chunk.h"
#include "search/chunks/render.h"

#define TEXT_BYTES  ((size_t)4 * CHUNK_MAX_CHARACTERS)
#define TITLE_BYTES ((size_t)4 * RENDER_TITLE_CHARACTERS + 64)
#define MOST_NODES  8192u
#define MOST_DEPTH  16u

enum err json_flat_init(struct json_flat *f, struct error *e)
{
    *f = (struct json_flat){0};
    buf_init(&f->text, TEXT_BYTES);
    buf_init(&f->title, TITLE_BYTES);
    if (buf_reserve(&f->text, TEXT_BYTES) &&
        buf_reserve(&f->title, TITLE_BYTES))
        return OK; /* from now on an overflow means: too large */
    json_flat_release(f);
    return error_set(e, ERR_LIMIT,
                     "out of memory: cannot hold the text of a chunk");
}

void json_flat_release(struct json_flat *f)
{
    buf_release(&f->text);
    buf_release(&f->title);
}

static bool is_container(const struct json *v)
{
    return v->type == JSON_ARRAY || v->type == JSON_OBJECT;
}

struct str json_flat_scalar(const struct json_place *place,
                            const struct json *v)
{
    if (place->weight == 0 || json_place_is_excluded(place))
        return STR("");
    switch (v->type) {
    case JSON_FALSE: return STR("false");
    case JSON_TRUE: return STR("true");
    case JSON_NUMBER:
    case JSON_STRING: return render_trim(v->text);
    default: return STR("");
    }
}

static void put_name(struct json_flat *f, const struct json_place *place)
{
    struct str keys = buf_str(&place->keys);

    if (keys.n <= f->name_from)
        return; /* the whole document, or an element without a name */
    render_name(str_slice(keys, f->name_from + 1, keys.n), &f->text);
    buf_put_char(&f->text, '=');
}

/* *run: the field before is from the same list and has the name already. */
static void put_scalar(struct json_flat *f, const struct json_place *place,
                       const struct json *v, bool *run)
{
    struct str s = json_flat_scalar(place, v);

    if (s.n == 0)
        return;
    if (f->text.n > 0)
        buf_puts(&f->text, *run ? ", " : "; ");
    if (!*run)
        put_name(f, place);
    *run = true;
    if (s.n > TEXT_BYTES) /* white space in it would be gone through */
        f->text.overflow = true;
    else
        render_line(s, &f->text);
    if (place->weight > 1)
        render_title(s, &f->title);
}

static struct json_step step_into(struct json_place *place,
                                  const struct json *parent,
                                  const struct json *child, size_t index)
{
    return parent->type == JSON_OBJECT ? json_place_key(place, child->key)
                                       : json_place_index(place, index);
}

/* May this are inside what is flattened? */
static bool is_allowed(const struct json_flat *f, const struct json *parent,
                       const struct json *child)
{
    if (!is_container(child) || f->what == JSON_FLAT_ALL)
        return true;
    if (f->what == JSON_FLAT_VALUES)
        return false;
    return parent->type == JSON_OBJECT || child->type == JSON_ARRAY ||
           child->count == 0;
}

static bool flatten(struct json_flat *f, struct json_place *place,
                    const struct json *v, unsigned depth)
{
    bool run = false;
    size_t index = 0;

    if (json_place_is_excluded(place))
        return true;
    if (depth > MOST_DEPTH || v->count > MOST_NODES - f->nodes)
        return false;
    f->nodes += v->count;
    for (const struct json *c = v->first; c; c = c->next, index++) {
        struct json_step step;
        bool ok = is_allowed(f, v, c);

        if (!ok)
            return false;
        step = step_into(place, v, c, index);
        run = run && v->type == JSON_ARRAY;
        if (is_container(c)) {
            ok = flatten(f, place, c, depth + 1);
            run = false;
        } else {
            put_scalar(f, place, c, &run);
        }
        json_place_back(place, &step);
        if (!ok || f->text.overflow)
            return false;
    }
    return true;
}

bool json_flat_value(struct json_flat *f, struct json_place *place,
                     const struct json *v, enum json_flat_what what,
                     size_t name_from, struct measure room)
{
    bool run = false;

    buf_reset(&f->text);
    buf_reset(&f->title);
    f->what = what;
    f->name_from = name_from;
    f->nodes = 0;
    if (!is_container(v))
        put_scalar(f, place, v, &run);
    else if (!flatten(f, place, v, 0))
        return false;
    return !f->text.overflow && measure_fits(buf_str(&f->text), room);
}

/* `left` bounds the values that are looked at. */
static void find_titles(struct json_place *place, const struct json *v,
                        struct buf *title, unsigned depth, size_t *left)
{
    if (v->type != JSON_OBJECT) {
        if (place->weight > 1 && !is_container(v))
            render_title(json_flat_scalar(place, v), title);
        return;
    }
    for (const struct json *c = v->first; c && *left > 0; c = c->next) {
        struct json_step step = json_place_key(place, c->key);

        --*left;
        if (depth < MOST_DEPTH && !json_place_is_excluded(place))
            find_titles(place, c, title, depth + 1, left);
        json_place_back(place, &step);
    }
}

void json_flat_title(struct json_place *place, const struct json *v,
                     struct buf *title)
{
    size_t left = MOST_NODES;

    if (place->config->n_fields > 0 || place->weight > 1)
        find_titles(place, v, title, 0, &left);
}
