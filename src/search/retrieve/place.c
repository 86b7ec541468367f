/*
 * place.c - from a passage, or a line of it, back to the value it is from.
 *
 * A passage of several neighbours knows the first and the last of them. Which
 * of those between a line is from the line says itself: records and sections
 * that share a passage begin with their paths (search/chunks/json_chunk.h). A
 * path is written for people, so what is read from it is believed only where
 * writing it again gives the line; otherwise the place is what is around
 * them all.
 */
#include "search/retrieve/place.h"

#include "search/chunks/render.h"
#include "search/documents/uri.h"

#define PATH_BYTES ((size_t)1 << 20)

static struct str line_at(struct str text, size_t at)
{
    size_t from = at < text.n ? at : text.n;

    while (from > 0 && text.p[from - 1] != '\n')
        from--;
    text = str_slice(text, from, text.n);
    return str_slice(text, 0, str_find_char(text, '\n'));
}

/* What is above the last token of a pointer. */
static struct str parent_of(struct str pointer)
{
    size_t n = pointer.n;

    while (n > 0 && pointer.p[n - 1] != '/')
        n--;
    return str_slice(pointer, 0, n ? n - 1 : 0);
}

/* The last token of the path that a line begins with; empty: it has none. */
static struct str token_of(struct str line)
{
    struct str path = str_slice(line, 0, str_find(line, STR("; ")));

    if (path.n == line.n || !str_starts(line, STR("path=")))
        return (struct str){0};
    return str_after_last(path, '/');
}

static bool begins_with_path(struct str line, struct str pointer)
{
    struct buf path;
    bool same;

    buf_init(&path, PATH_BYTES);
    render_path(pointer, &path);
    same = !path.overflow && str_starts(line, buf_str(&path));
    buf_release(&path);
    return same;
}

static enum err pointer_at(const struct passage *p, size_t at, struct arena *a,
                           struct str *out, struct error *e)
{
    const struct str line = line_at(p->text, at);
    const struct str parent = parent_of(p->pointer);
    const struct str token = token_of(line);
    struct str pointer;
    enum err rc = str_printf(a, &pointer, e, "%.*s/%.*s", STR_FMT(parent),
                             STR_FMT(token));

    if (rc)
        return rc;
    *out = begins_with_path(line, pointer) ? pointer : parent;
    if (begins_with_path(line, p->pointer))
        *out = p->pointer;
    return OK;
}

struct str place_text(const struct passage *p, size_t at)
{
    return p->last_pointer.n > 0 ? line_at(p->text, at)
                                 : passage_part_at(p, at).text;
}

/* The lines of a part. */
static enum err place_part(const struct passage *p, size_t at, struct arena *a,
                           struct place *out, struct error *e)
{
    const struct passage part = passage_part_at(p, at);
    const struct uri u = {.part = URI_LINES,
                          .page = p->part[0].page ? part.page : 0,
                          .first = part.first_line,
                          .last = part.last_line};
    enum err rc = uri_fragment(&u, a, &out->fragment, e);

    out->relative = out->fragment;
    return rc;
}

enum err place_find(const struct passage *p, size_t at, struct arena *a,
                    struct place *out, struct error *e)
{
    struct uri u = {.part = URI_JSON};
    enum err rc;

    *out = (struct place){p->is_json ? p->pointer : p->fragment, p->fragment};
    if (p->n_parts > 1)
        return place_part(p, at, a, out, e);
    if (!p->is_json || p->last_pointer.n == 0)
        return OK;
    rc = pointer_at(p, at, a, &u.json, e);
    out->relative = u.json;
    return rc ? rc : uri_fragment(&u, a, &out->fragment, e);
}
