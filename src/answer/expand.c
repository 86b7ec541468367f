#include "answer/expand.h"

#include "answer/answer.h"
#include "tables/base_tables.h"

#define UNREAD_MAX_BYTES ((size_t)64 * 1024)

void expand_release(struct expanded *x)
{
    buf_release(&x->unread);
}

void expand_note_unread(struct expanded *x, struct str path)
{
    if (x->n_unread++ >= EXPAND_UNREAD_SHOWN)
        return;
    buf_puts(&x->unread, x->n_unread > 1 ? ", " : "");
    buf_put_str(&x->unread, path);
}

bool expand_may_skip(enum err rc)
{
    return rc == ERR_VALIDATION_FAILED || rc == ERR_FILE_READ_FAILED ||
           rc == ERR_NOT_FOUND || rc == ERR_LIMIT;
}

static enum err no_tables(struct str base, const struct base_tables *b,
                          struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "base '%.*s' has no tables to ask among its %zu "
                     "document%s; add a CSV file, a workbook or JSON with a "
                     "list of objects",
                     STR_FMT(base), b->documents, b->documents == 1 ? "" : "s");
}

/* A base whose tables are known, in the place of its name. */
static void put_tables(const struct table_source *s,
                       const struct base_tables *b, struct expanded *out)
{
    for (size_t i = 0; i < b->n; i++) {
        out->sources[out->n] = *s;
        out->sources[out->n].path = b->paths[i];
        out->of_base[out->n++] = true;
    }
    out->base = s->path;
    out->left_out += b->total - b->n;
}

enum err expand_bases(struct tables *t, const struct table_source *sources,
                      size_t n, struct arena *a, struct expanded *out,
                      struct error *e)
{
    struct base_tables *bases = arena_alloc_array(a, n, sizeof(*bases), e);
    size_t room = n;

    *out = (struct expanded){0};
    buf_init(&out->unread, UNREAD_MAX_BYTES);
    if (!bases)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (base_tables_list(t, sources[i].path, ANSWER_MAX_SOURCES, a,
                             &bases[i], e))
            return e->code;
        if (bases[i].is_base && bases[i].n == 0)
            return no_tables(sources[i].path, &bases[i], e);
        room += bases[i].n;
    }
    out->sources = arena_alloc_array(a, room, sizeof(*out->sources), e);
    out->of_base =
        out->sources ? arena_alloc_array(a, room, sizeof(bool), e) : NULL;
    if (!out->of_base)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (bases[i].is_base)
            put_tables(&sources[i], &bases[i], out);
        else
            out->sources[out->n++] = sources[i];
    }
    return OK;
}
