/*
 * The chunker is a stack of open arrays and objects. A value that comes is
 * flattened on trial. Where it may be one chunk, or a field of one, it becomes
 * that; otherwise it is opened, its children come one by one, and it is closed:
 * a tree and a document that comes in pieces go the same way.
 *
 * Each open container gathers two chunks: leaves, the values that are in it,
 * and lines, the small records and sections of a coarse document. Both are put
 * when they are full and when the container closes, so leaves of an object come
 * after the records of a list between them.
 */
#include "search/chunks/json_chunker.h"
#include "search/chunks/render.h"

#include "base/mem.h"

/* What a value becomes. */
enum role { ROLE_RECORD, ROLE_SECTION, ROLE_FIELD };

/* With the longest lead before it, it is a chunk. */
static const struct measure max_field = {CHUNK_MAX_CHARACTERS -
                                             RENDER_LEAD_CHARACTERS,
                                         CHUNK_MAX_TOKENS - RENDER_LEAD_TOKENS};

/* Where the name of the value at this place begins in the keys. */
static size_t name_from(struct json_chunker *c)
{
    const struct json_frame *f = json_top(c);

    if (!f)
        return 0;
    return f->is_array ? f->name_from : f->names;
}

static bool has_containers(const struct json *list)
{
    return list->first && json_is_container(list->first);
}

static enum role role_of(struct json_chunker *c, const struct json *v)
{
    const struct json_frame *f = json_top(c);

    if (v->type == JSON_ARRAY)
        return c->unit == JSON_UNIT_SECTION && has_containers(v) ? ROLE_SECTION
                                                                 : ROLE_FIELD;
    if (v->type != JSON_OBJECT || (f && f->is_record))
        return ROLE_FIELD;
    return f && f->is_array && c->unit != JSON_UNIT_SECTION ? ROLE_RECORD
                                                            : ROLE_SECTION;
}

/* Try to make it one text. */
static bool try_flat(struct json_chunker *c, const struct json *v,
                     enum role role)
{
    enum json_flat_what what = JSON_FLAT_NO_RECORDS;
    struct str pointer = buf_str(&c->place.pointer);
    const struct json_frame *f = json_top(c);
    size_t from = c->place.keys.n;

    if (c->unit == JSON_UNIT_LEAF && v->type == JSON_OBJECT)
        return false;
    if (c->unit == JSON_UNIT_LEAF)
        what = JSON_FLAT_VALUES;
    else if (role == ROLE_RECORD || c->unit == JSON_UNIT_SECTION)
        what = JSON_FLAT_ALL;
    if (role != ROLE_FIELD)
        return json_flat_value(&c->flat, &c->place, v, what, from,
                               json_put_room(json_put_lead(c, pointer, 0, 0)));
    if (f && !f->is_array)
        from = f->names;
    else if (c->unit == JSON_UNIT_LEAF)
        from = name_from(c);
    return json_flat_value(&c->flat, &c->place, v, what, from, max_field);
}

static enum err push(struct json_chunker *c, enum json_type type,
                     const struct json_step *step, struct error *e)
{
    const struct json_frame *parent = json_top(c);
    bool is_element = parent && parent->is_array;
    size_t from = name_from(c);
    struct json_frame *f = &c->frame[c->depth];

    if (c->depth == JSON_CHUNK_MAX_DEPTH)
        return error_set(e, ERR_LIMIT,
                         "arrays and objects are nested more than %d deep",
                         JSON_CHUNK_MAX_DEPTH);
    if (c->depth++ == c->used) {
        buf_init(&f->title, (size_t)8 * RENDER_TITLE_CHARACTERS);
        json_group_init(&f->leaves);
        json_group_init(&f->lines);
        c->used++;
    }
    f->step = *step;
    f->pointer_n = c->place.pointer.n;
    f->name_from = from;
    f->names = c->place.keys.n;
    f->next = 0;
    f->is_array = type == JSON_ARRAY;
    f->is_record = type == JSON_OBJECT && is_element &&
                   c->unit != JSON_UNIT_SECTION && c->unit != JSON_UNIT_LEAF;
    f->title_known = false;
    buf_reset(&f->title);
    json_group_reset(&f->leaves);
    json_group_reset(&f->lines);
    return OK;
}

static enum err pop(struct json_chunker *c, struct error *e)
{
    struct json_frame *f = json_top(c);
    enum err rc = json_group_flush(c, f, &f->leaves, e);

    if (!rc)
        rc = json_group_flush(c, f, &f->lines, e);
    json_place_back(&c->place, &f->step);
    c->depth--;
    return rc;
}

/* A tree that is not one text: its children one by one. */
static enum err put_children(struct json_chunker *c, const struct json *v,
                             struct error *e)
{
    struct json_step here = json_place_here(&c->place);
    enum err rc = push(c, v->type, &here, e);

    if (!rc && v->type == JSON_OBJECT) {
        json_flat_title(&c->place, v, &json_top(c)->title);
        json_top(c)->title_known = true;
    }
    for (const struct json *child = v->first; child && !rc; child = child->next)
        rc = json_chunker_value(c, child, e);
    return rc ? rc : pop(c, e);
}

static enum err put_value(struct json_chunker *c, const struct json *v,
                          struct error *e)
{
    const struct json_frame *f = json_top(c);
    enum role role = role_of(c, v);

    if (json_place_is_excluded(&c->place))
        return OK;
    if (!json_is_container(v) &&
        (!try_flat(c, v, role) ||
         (c->grain == JSON_GRAIN_FINE && json_put_is_long(v))))
        return json_put_long(c, v, name_from(c),
                             f ? buf_str(&f->title) : STR(""), e);
    if (json_is_container(v) && !try_flat(c, v, role))
        return put_children(c, v, e);
    if (c->flat.text.n == 0)
        return OK;
    if (role == ROLE_FIELD)
        return json_put_leaf(c, v, e);
    return json_put_whole(
        c, v, role == ROLE_RECORD ? JSON_CHUNK_RECORD : JSON_CHUNK_SECTION, e);
}

/* Into the next child of what is open. */
static struct json_step enter(struct json_chunker *c, struct str key)
{
    struct json_frame *f = json_top(c);

    if (!f)
        return json_place_here(&c->place);
    return f->is_array ? json_place_index(&c->place, f->next++)
                       : json_place_key(&c->place, key);
}

/* What a user of the chunker calls */

enum err json_chunker_value(struct json_chunker *c, const struct json *v,
                            struct error *e)
{
    struct json_step step;
    enum err rc;

    if (c->excluded > 0)
        return OK;
    step = enter(c, v->key);
    rc = put_value(c, v, e);
    json_place_back(&c->place, &step);
    return rc;
}

enum err json_chunker_open(struct json_chunker *c, struct str key,
                           enum json_type type, struct error *e)
{
    struct json_step step;

    BUG_ON(type != JSON_ARRAY && type != JSON_OBJECT);
    if (c->excluded > 0) {
        c->excluded++;
        return OK;
    }
    step = enter(c, key);
    if (json_place_is_excluded(&c->place)) {
        c->excluded = 1;
        json_place_back(&c->place, &step);
        return OK;
    }
    return push(c, type, &step, e);
}

enum err json_chunker_close(struct json_chunker *c, struct error *e)
{
    if (c->excluded > 0) {
        c->excluded--;
        return OK;
    }
    BUG_ON(c->depth == 0);
    return pop(c, e);
}

/* With all its memory, so that no put into it fails. */
static enum err reserve(struct buf *b, struct error *e)
{
    buf_init(b, LINE_BYTES);
    if (buf_reserve(b, LINE_BYTES))
        return OK;
    return error_set(e, ERR_LIMIT,
                     "out of memory: cannot hold the text of a chunk");
}

struct json_chunker *json_chunker_new(const struct json_chunk_config *config,
                                      enum json_chunk_grain grain,
                                      struct json_chunk_sink sink,
                                      struct error *e)
{
    struct json_chunker *c = mem_new(sizeof(*c), e);

    if (!c)
        return NULL;
    c->sink = sink;
    c->unit = config->unit;
    c->grain = config->unit == JSON_UNIT_AUTO ? grain : JSON_GRAIN_NORMAL;
    if (json_place_init(&c->place, config, e) == OK &&
        json_flat_init(&c->flat, e) == OK && reserve(&c->lead, e) == OK &&
        reserve(&c->line, e) == OK && reserve(&c->from, e) == OK &&
        reserve(&c->to, e) == OK)
        return c;
    json_chunker_free(c);
    return NULL;
}

void json_chunker_free(struct json_chunker *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->used; i++) {
        buf_release(&c->frame[i].title);
        json_group_release(&c->frame[i].leaves);
        json_group_release(&c->frame[i].lines);
    }
    buf_release(&c->lead);
    buf_release(&c->line);
    buf_release(&c->from);
    buf_release(&c->to);
    json_place_release(&c->place);
    json_flat_release(&c->flat);
    mem_free(c);
}
