#include "search/chunks/json_chunker.h"
#include "search/chunks/pieces.h"
#include "search/chunks/render.h"

#define MOST_TOKEN 64 /* bytes that a path is never cut by */

static const struct measure max = {CHUNK_MAX_CHARACTERS, CHUNK_MAX_TOKENS};

enum err json_put_chunk(struct json_chunker *c, const struct json_chunk *out,
                        struct error *e)
{
    const struct json_frame *f = json_top(c);

    if (f && (f->title.overflow || json_group_has_overflown(&f->leaves) ||
              json_group_has_overflown(&f->lines)))
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold the text of a chunk");
    return c->sink.put(c->sink.ctx, out, e);
}

/* Names and leads */

/* The path, and the name of keys [from, to) where there is one. */
struct str json_put_lead(struct json_chunker *c, struct str pointer,
                         size_t from, size_t to)
{
    struct str keys = buf_str(&c->place.keys);

    buf_reset(&c->lead);
    render_path(pointer, &c->lead);
    if (to > from) {
        render_name(str_slice(keys, from + 1, to), &c->lead);
        buf_put_char(&c->lead, '=');
    }
    return buf_str(&c->lead);
}

struct measure json_put_room(struct str lead)
{
    struct measure m = measure_text(lead);

    return (struct measure){max.characters - m.characters,
                            max.tokens - m.tokens};
}

/* Values that are too long */

/* A scalar in pieces, each a chunk. */
enum err json_put_long(struct json_chunker *c, const struct json *v,
                       size_t from, struct str title, struct error *e)
{
    struct str lead =
        json_put_lead(c, buf_str(&c->place.pointer), from, c->place.keys.n);
    struct json_chunk out = {.kind = JSON_CHUNK_LEAF,
                             .pointer = buf_str(&c->place.pointer),
                             .title = title,
                             .lead_bytes = lead.n};
    struct pieces pieces;
    struct str piece;
    enum err rc = OK;

    pieces_init(&pieces, json_flat_scalar(&c->place, v), json_put_room(lead));
    while (!rc && pieces_next(&pieces, &piece, &out.overlap_bytes)) {
        if (render_trim(piece).n == 0)
            continue;
        buf_reset(&c->line);
        buf_put_str(&c->line, lead);
        render_lines(piece, &c->line);
        out.text = buf_str(&c->line);
        rc = json_put_chunk(c, &out, e);
    }
    return rc;
}

bool json_put_is_long(const struct json *v)
{
    struct measure limit = {JSON_CHUNK_FINE, SIZE_MAX};

    return v->type == JSON_STRING && !measure_fits(v->text, limit);
}

/* The long strings in a record that is a chunk already; it is not deep. */
static enum err put_fine(struct json_chunker *c, const struct json *v,
                         size_t from, struct error *e)
{
    enum err rc = OK;
    size_t index = 0;

    if (json_place_is_excluded(&c->place))
        return OK;
    if (json_put_is_long(v))
        return json_put_long(c, v, from, buf_str(&c->flat.title), e);
    for (const struct json *child = v->first; child && !rc;
         child = child->next, index++) {
        struct json_step step = v->type == JSON_OBJECT
                                    ? json_place_key(&c->place, child->key)
                                    : json_place_index(&c->place, index);

        rc = put_fine(c, child, from, e);
        json_place_back(&c->place, &step);
    }
    return rc;
}

/* Values that fit; their text is in c->flat */

/* A record or section as a line of the container it is in. */
static enum err put_line(struct json_chunker *c, enum json_chunk_kind kind,
                         struct error *e)
{
    struct json_frame *f = json_top(c);
    struct json_group *g = &f->lines;
    struct str line = buf_str(&c->line);
    enum err rc = OK;

    if (g->kind != kind || !pack_takes(&g->pack, "\n", line))
        rc = json_group_flush(c, f, g, e);
    if (rc)
        return rc;
    g->kind = kind;
    json_group_add(c, g, "\n", line);
    render_title(buf_str(&c->flat.title), &g->pack.title);
    return OK;
}

/* Is what a line says of its path the path? Who finds the line goes by it
 * (search/retrieve/place.h); others are chunks of their own. */
static bool is_exact(struct str pointer)
{
    size_t token = 0;

    for (size_t i = 0; i < pointer.n; i++) {
        if ((unsigned char)pointer.p[i] <= ' ' || pointer.p[i] == ';')
            return false;
        token = pointer.p[i] == '/' ? i : token;
    }
    return pointer.n - token <= MOST_TOKEN;
}

/* A chunk of its own. */
enum err json_put_whole(struct json_chunker *c, const struct json *v,
                        enum json_chunk_kind kind, struct error *e)
{
    struct str lead = json_put_lead(c, buf_str(&c->place.pointer), 0, 0);
    struct json_chunk out = {.kind = kind,
                             .pointer = buf_str(&c->place.pointer),
                             .title = buf_str(&c->flat.title),
                             .lead_bytes = lead.n};
    enum err rc;

    buf_reset(&c->line);
    buf_put_str(&c->line, lead);
    buf_put_str(&c->line, buf_str(&c->flat.text));
    if (c->grain == JSON_GRAIN_COARSE && json_top(c) &&
        kind != JSON_CHUNK_LEAF && is_exact(out.pointer))
        return put_line(c, kind, e);
    out.text = buf_str(&c->line);
    rc = json_put_chunk(c, &out, e);
    if (!rc && c->grain == JSON_GRAIN_FINE && json_is_container(v))
        rc = put_fine(c, v, c->place.keys.n, e);
    return rc;
}

/* A value among others of the container it is in. */
enum err json_put_leaf(struct json_chunker *c, const struct json *v,
                       struct error *e)
{
    struct json_frame *f = json_top(c);
    struct json_group *g;
    struct str text = buf_str(&c->flat.text);
    const char *separator;
    enum err rc = OK;

    if (!f || c->unit == JSON_UNIT_LEAF)
        return json_put_whole(c, v, JSON_CHUNK_LEAF, e);
    separator = f->is_array && !json_is_container(v) ? ", " : "; ";
    g = &f->leaves;
    g->kind = f->is_record ? JSON_CHUNK_RECORD : JSON_CHUNK_LEAF;
    if (!pack_takes(&g->pack, separator, text))
        rc = json_group_flush(c, f, g, e);
    if (rc)
        return rc;
    if (g->pack.items == 0 && f->is_array)
        pack_lead(&g->pack, json_put_lead(c, buf_str(&c->place.pointer),
                                          f->name_from, f->names));
    else if (g->pack.items == 0)
        pack_lead(&g->pack,
                  json_put_lead(c, json_frame_pointer(c, f, STR(""), &c->from),
                                0, 0));
    json_group_add(c, g, separator, text);
    if (f->is_array)
        render_title(buf_str(&c->flat.title), &g->pack.title);
    else if (!f->title_known)
        render_title(buf_str(&c->flat.title), &f->title);
    return OK;
}
