#include "answer/question_expand.h"

#include "answer/answer.h"
#include "tables/base_tables.h"

#include <string.h>

#define UNREAD_MAX_BYTES ((size_t)64 * 1024)

void expand_release(struct expanded *x)
{
    buf_release(&x->unread);
}

void expand_note_unread(struct expanded *x, struct str path,
                        const struct error *why)
{
    if (x->n_unread++ >= EXPAND_UNREAD_SHOWN)
        return;
    buf_puts(&x->unread, x->n_unread > 1 ? ", " : "");
    buf_put_str(&x->unread, path);
    if (why->code == ERR_TOOL_WORKER_UNAVAILABLE)
        buf_printf(&x->unread, " (%s)", why->msg);
}

struct expanded_base *expand_note_pages(struct str base,
                                        struct expanded_pages *p)
{
    for (size_t i = 0; i < p->n; i++) {
        if (str_eq(p->base[i].name, base))
            return &p->base[i];
    }
    if (p->n == EXPAND_MAX_PAGE_BASES) {
        p->left_out++;
        return NULL;
    }
    p->base[p->n] = (struct expanded_base){.name = base};
    return &p->base[p->n++];
}

/* All of its pages, whatever else of it is named; NULL: there are too many. */
static struct expanded_base *note_whole(struct str base, struct expanded *out)
{
    struct expanded_base *of = expand_note_pages(base, &out->pages);

    if (!of)
        return NULL;
    of->is_whole = true;
    of->n = 0;
    return of;
}

void expand_search_data(struct expanded *x)
{
    (void)note_whole(x->base, x);
}

bool expand_may_skip(enum err rc)
{
    return rc == ERR_VALIDATION_FAILED || rc == ERR_FILE_READ_FAILED ||
           rc == ERR_NOT_FOUND || rc == ERR_LIMIT;
}

static void put_paths(const struct table_source *s, const struct str *paths,
                      size_t n, struct expanded *out)
{
    for (size_t i = 0; i < n; i++) {
        out->sources[out->n] = *s;
        out->sources[out->n].path = paths[i];
        out->of_base[out->n++] = true;
    }
}

enum err expand_add_pages(const struct expanded_base *of,
                          const struct str *paths, size_t n, struct arena *a,
                          struct expanded *out, struct error *e)
{
    const size_t room = out->n + n;
    struct expanded more = *out;

    if (n == 0)
        return OK;
    more.sources = arena_alloc_array(a, room, sizeof(*more.sources), e);
    more.of_base =
        more.sources ? arena_alloc_array(a, room, sizeof(bool), e) : NULL;
    if (!more.of_base)
        return e->code;
    memcpy(more.sources, out->sources, out->n * sizeof(*out->sources));
    memcpy(more.of_base, out->of_base, out->n * sizeof(*out->of_base));
    put_paths(of->leaves_out, paths, n, &more);
    *out = more;
    return OK;
}

/* A base whose tables are known, in the place of its name. */
static void put_tables(const struct table_source *s,
                       const struct base_tables *b, struct expanded *out)
{
    struct expanded_base *of = b->pages ? note_whole(s->path, out) : NULL;

    if (of && b->leaves_pages_out)
        of->leaves_out = s;
    put_paths(s, b->paths, b->n, out);
    out->base = s->path;
    out->left_out += b->total - b->n;
    out->documents = b->documents;
}

/* Where names are looked up. */
struct expanding {
    struct tables *t;
    struct arena *a;
    size_t most; /* names that there are */
};

/* A document of text, in the place of a table; false if it is not one. */
static enum err put_page(const struct expanding *x, struct str path,
                         struct expanded *out, bool *is_page, struct error *e)
{
    struct expanded_base *of;
    struct str base;
    struct str document;
    enum err rc = base_tables_find_page(x->t, path, x->a, &base, &document, e);

    *is_page = !rc && document.n > 0;
    if (!*is_page)
        return rc;
    of = expand_note_pages(base, &out->pages);
    if (!of || of->is_whole)
        return OK;
    if (!of->documents)
        of->documents =
            arena_alloc_array(x->a, x->most, sizeof(*of->documents), e);
    if (!of->documents)
        return e->code;
    of->documents[of->n++] = document;
    return OK;
}

enum err expand_bases(struct tables *t, const struct table_source *sources,
                      size_t n, struct arena *a, struct expanded *out,
                      struct error *e)
{
    struct base_tables *bases = arena_alloc_array(a, n, sizeof(*bases), e);
    const struct expanding page = {t, a, n};
    size_t room = n;

    *out = (struct expanded){0};
    buf_init(&out->unread, UNREAD_MAX_BYTES);
    if (!bases)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (base_tables_list(t, sources[i].path, ANSWER_MAX_SOURCES, a,
                             &bases[i], e))
            return e->code;
        room += bases[i].n;
    }
    out->sources = arena_alloc_array(a, room, sizeof(*out->sources), e);
    out->of_base =
        out->sources ? arena_alloc_array(a, room, sizeof(bool), e) : NULL;
    if (!out->of_base)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        bool is_page = false;

        if (bases[i].is_base)
            put_tables(&sources[i], &bases[i], out);
        else if (put_page(&page, sources[i].path, out, &is_page, e))
            return e->code;
        else if (!is_page) {
            out->of_base[out->n] = sources[i].is_found;
            out->sources[out->n++] = sources[i];
        }
    }
    return OK;
}
