#include "search/chunks/json_chunker.h"

void json_group_init(struct json_group *g)
{
    pack_init(&g->pack);
    buf_init(&g->first, JSON_PLACE_BYTES);
    buf_init(&g->last, JSON_PLACE_BYTES);
}

void json_group_release(struct json_group *g)
{
    pack_release(&g->pack);
    buf_release(&g->first);
    buf_release(&g->last);
}

void json_group_reset(struct json_group *g)
{
    pack_reset(&g->pack);
    buf_reset(&g->first);
    buf_reset(&g->last);
}

bool json_group_has_overflown(const struct json_group *g)
{
    return g->pack.text.overflow || g->pack.title.overflow ||
           g->first.overflow || g->last.overflow;
}

/* The pointer of a container, or of a child below it. */
struct str json_frame_pointer(const struct json_chunker *c,
                              const struct json_frame *f, struct str child,
                              struct buf *out)
{
    buf_reset(out);
    buf_put_str(out, str_slice(buf_str(&c->place.pointer), 0, f->pointer_n));
    buf_put_str(out, child);
    return buf_str(out);
}

/* Put what a container has gathered, if anything. Leaves of an object are not
 * all neighbours: their pointer is the object's. */
enum err json_group_flush(struct json_chunker *c, struct json_frame *f,
                          struct json_group *g, struct error *e)
{
    bool is_range = f->is_array || g == &f->lines;
    struct json_chunk out = {.kind = g->kind,
                             .text = buf_str(&g->pack.text),
                             .lead_bytes = g->pack.lead_bytes};
    enum err rc;

    if (g->pack.items == 0)
        return OK;
    out.title = buf_str(is_range ? &g->pack.title : &f->title);
    out.pointer = json_frame_pointer(
        c, f, is_range ? buf_str(&g->first) : STR(""), &c->from);
    if (is_range && g->pack.items > 1)
        out.last_pointer = json_frame_pointer(c, f, buf_str(&g->last), &c->to);
    rc = json_put_chunk(c, &out, e);
    json_group_reset(g);
    return rc;
}

/* Add an item, of the child of the top container that this place is in. */
void json_group_add(struct json_chunker *c, struct json_group *g,
                    const char *separator, struct str item)
{
    const struct json_frame *f = json_top(c);
    struct str child =
        str_slice(buf_str(&c->place.pointer), f->pointer_n, c->place.pointer.n);

    if (g->pack.items == 0)
        buf_put_str(&g->first, child);
    pack_put(&g->pack, separator, item);
    buf_reset(&g->last);
    buf_put_str(&g->last, child);
}
