#include "toolsets/ask_tools.h"

#include "answer/answer.h"
#include "tables/format.h"
#include "tables/name.h"
#include "toolsets/folder_sources.h"
#include "toolsets/schema.h"
#include "toolsets/served.h"

#define LIST_BYTES   ((size_t)4 * 1024 * 1024)
#define ANSWER_BYTES ((size_t)8 * 1024 * 1024)
#define SOURCES_MAX  1000 /* that are listed */
#define ROWS_DEFAULT 100  /* of a result: a model reads them */

static void write_sources(const struct folder_sources *found, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_key(w, "sources");
    jsonw_begin_array(w);
    for (size_t i = 0; i < found->n && i < SOURCES_MAX; i++) {
        const struct str path = found->paths[i];

        jsonw_begin_object(w);
        jsonw_member_str(w, "path", path);
        jsonw_member_cstr(w, "format",
                          format_of_suffix(name_suffix(name_of_path(path))));
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_member_u64(w, "total", found->n);
    jsonw_member_bool(w, "has_more", found->n > SOURCES_MAX);
    jsonw_end_object(w);
}

static enum err finish(struct buf *b, struct arena *a, struct str *json,
                       struct error *e)
{
    enum err rc = buf_dup(b, a, json, e);

    buf_release(b);
    return rc;
}

enum err ask_tools_list_sources(void *context, const struct json *arguments,
                                const atomic_bool *cancel, struct arena *a,
                                struct str *json, struct error *e)
{
    const struct served *served = context;
    struct folder_sources found = {0};
    struct jsonw w;
    struct buf b;
    enum err rc = folder_sources_find(served->folder, a, &found, e);

    (void)arguments;
    (void)cancel;
    if (rc)
        return rc;
    buf_init(&b, LIST_BYTES);
    jsonw_init(&w, &b);
    write_sources(&found, &w);
    return finish(&b, a, json, e);
}

/* The files that are named, or all that there are. */
static enum err choose_sources(const struct served *served,
                               const struct json *named, struct arena *a,
                               struct answer_request *out, struct error *e)
{
    struct folder_sources found = {0};
    struct table_source *sources;
    size_t n = named ? named->count : 0;
    enum err rc = n ? OK : folder_sources_find(served->folder, a, &found, e);

    if (rc)
        return rc;
    n += found.n;
    if (n == 0)
        return error_set(e, ERR_NOT_FOUND,
                         "the folder has no file that a table is read from");
    if (n > ANSWER_MAX_SOURCES)
        return error_set(e, ERR_LIMIT,
                         "the folder has %zu files and a question is asked of "
                         "at most %d: name them in 'sources'",
                         n, ANSWER_MAX_SOURCES);
    sources = arena_alloc_array(a, n, sizeof(*sources), e);
    if (!sources)
        return e->code;
    for (size_t i = 0; i < found.n; i++)
        sources[i].path = found.paths[i];
    n = found.n;
    for (const struct json *j = named ? named->first : NULL; j; j = j->next)
        sources[n++].path = j->text;
    out->sources = sources;
    out->n = n;
    return OK;
}

enum err ask_tools_ask(void *context, const struct json *arguments,
                       const atomic_bool *cancel, struct arena *a,
                       struct str *json, struct error *e)
{
    const struct served *served = context;
    struct answer_request r = {
        .question = json_text(json_find(arguments, "query")),
        .max_rows = schema_u64(arguments, "max_rows", ROWS_DEFAULT),
        .cancel = cancel};
    struct answer *an = arena_alloc(a, sizeof(*an), e);
    struct jsonw w;
    struct buf b;

    if (!an ||
        choose_sources(served, json_find(arguments, "sources"), a, &r, e) ||
        answer_question(served->tables, &r, a, an, e))
        return e->code;
    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    answer_write(an, &w);
    return finish(&b, a, json, e);
}
