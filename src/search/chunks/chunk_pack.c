#include "search/chunks/chunk_pack.h"

#include "search/chunks/chunk.h"
#include "search/chunks/render.h"

void pack_init(struct pack *p)
{
    *p = (struct pack){0};
    buf_init(&p->text, (size_t)8 * CHUNK_MAX_CHARACTERS);
    buf_init(&p->title, (size_t)8 * RENDER_TITLE_CHARACTERS);
}

void pack_release(struct pack *p)
{
    buf_release(&p->text);
    buf_release(&p->title);
}

void pack_reset(struct pack *p)
{
    buf_reset(&p->text);
    buf_reset(&p->title);
    p->used = (struct measure){0};
    p->lead_bytes = 0;
    p->items = 0;
}

/* Measures of parts add up to at least the measure of the whole. */
static void add(struct pack *p, struct str s)
{
    struct measure m = measure_text(s);

    p->used.characters += m.characters;
    p->used.tokens += m.tokens;
    buf_put_str(&p->text, s);
}

bool pack_takes(const struct pack *p, const char *separator, struct str item)
{
    struct str between = str_from(separator);
    size_t bytes = between.n + item.n;
    struct measure m;
    struct measure s;

    if (p->items == 0 || (p->used.characters + bytes <= CHUNK_MAX_CHARACTERS &&
                          p->used.tokens + bytes <= CHUNK_MAX_TOKENS))
        return true; /* no byte is more than one of either */
    m = measure_text(item);
    s = measure_text(between);
    return p->used.characters + m.characters + s.characters <=
               CHUNK_MAX_CHARACTERS &&
           p->used.tokens + m.tokens + s.tokens <= CHUNK_MAX_TOKENS;
}

void pack_lead(struct pack *p, struct str lead)
{
    add(p, lead);
    p->lead_bytes = lead.n;
}

void pack_put(struct pack *p, const char *separator, struct str item)
{
    if (p->items++ > 0)
        add(p, str_from(separator));
    add(p, item);
}
