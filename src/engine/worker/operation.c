/*
 * operation.c - requests as JSON, turned into calls of the engine.
 *
 *     {"op":"ingest","encoding":"","delimiter":"","header":"","document":"html"}
 *                                     document: a text that its name says is one, as
 *                                     of "sections"; header: "yes", "no"; fd: the source; with
 *                                     "bundle" as "complete" has it, that first;
 *                                     "views":"no": none of a DuckDB database
 *     {"op":"sections","format":"auto|markdown|html|text","encoding":"",
 *      "id_style":"github|mkdocs|mdbook"}         fd: the source; the result is
 *                                     a file in the folder: operation.h
 *     {"op":"query","sql":"...","window_rows":100,"window_offset":0}
 *     {"op":"rows","row_start":1,"row_count":20,"columns":[...]}
 *     {"op":"profile"}
 *     {"op":"export","sql":"","format":"csv","sheet":"","target_path":""}
 *                                                             fd: the target
 *     {"op":"dictionaries","columns":[...]}
 *                       the result is a file in the folder: operation.h
 *
 *     {"op":"runs"}                                           fd: a JSON file
 *     {"op":"fields","names":["_id","text"]}                  fd: JSON Lines
 *     {"op":"fields","columns":4}                             fd: lines
 *     {"op":"yaml"}                                           fd: YAML
 *     {"op":"decode","encoding":"windows-1252"}               fd: a text
 *     {"op":"unpack","max_bytes":67108864}          fd: a file of gzip or zstd
 *     {"op":"complete","bundle":{...}}       fd: a database and its logs, to be
 *                                     written to: operation.h
 *     {"op":"members","kind":"mbox","from":0}  fd: a file that holds others;
 *                                     they are files in the folder: operation.h
 *
 * Those of tables but ingest may have "tables":["name", ...], the table that is to be
 * selected of each file (catalog_select()); "" or nothing is the usual one.
 */
#include "engine/worker/operation.h"

#include "engine/export/export.h"
#include "engine/ingest/ingest.h"
#include "engine/profile/column_dictionaries.h"
#include "engine/profile/profile.h"
#include "engine/query/query.h"
#include "engine/worker/json_runs.h"
#include "engine/worker/source_map.h"
#include "formats/yaml/yaml_tree.h"

#define IN(mode) (1U << SESSION_##mode)

/* The name by which store/table_cache/cache.h publishes what is left in the
 * folder. */
#define INGESTED_NAME "table.duckdb"
#define EARLY_NAME    "early.duckdb" /* tables/entry.c knows it */

static enum err need_fd(const struct operation_call *c, struct error *e)
{
    return c->fd >= 0 ? OK
                      : error_set(e, ERR_VALIDATION_FAILED,
                                  "the request came without its file");
}

static struct str text_of(const struct operation_call *c, const char *key)
{
    return json_text(json_find(c->request, key));
}

static enum err number_of(const struct operation_call *c, const char *key,
                          uint64_t *out, struct error *e)
{
    return json_read_u64(json_find(c->request, key), key, UINT64_MAX / 2, out,
                         e);
}

/* Of an answer; left out, it is what the operation allows. */
static enum err max_bytes_of(const struct operation_call *c, uint64_t *out,
                             struct error *e)
{
    return json_find(c->request, "max_bytes")
               ? number_of(c, "max_bytes", out, e)
               : OK;
}

static enum csv_header header_of(struct str text)
{
    if (str_is(text, "yes"))
        return CSV_HEADER_YES;
    return str_is(text, "no") ? CSV_HEADER_NO : CSV_HEADER_AUTO;
}

/* A text that its name says is a document; AUTO: it says nothing. */
static enum sections_format document_of(struct str text)
{
    static const enum sections_format all[] = {SECTIONS_HTML, SECTIONS_MARKDOWN,
                                               SECTIONS_MAIL};

    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (str_is(text, sections_format_name(all[i])))
            return all[i];
    return SECTIONS_AUTO;
}

static enum err run_ingest(struct operation_call *c, struct jsonw *w,
                           struct error *e)
{
    struct str delimiter = text_of(c, "delimiter");
    struct ingest_request r = {
        .fd = c->fd,
        .encoding = text_of(c, "encoding"),
        .delimiter = delimiter.n ? delimiter.p[0] : '\0',
        .header = header_of(text_of(c, "header")),
        .document = document_of(text_of(c, "document")),
        .progress = {c->progress->report, c->progress->ctx},
        .early = {.sql = text_of(c, "early"),
                  .ready = c->progress->early,
                  .ctx = c->progress->ctx},
        .stop = &c->session->stop,
        .threads = c->session->options.threads,
        .memory_bytes = c->session->options.memory_bytes,
        .no_views = str_is(text_of(c, "views"), "no")};
    enum err rc = need_fd(c, e);

    if (!rc && json_find(c->request, "bundle"))
        rc = operation_complete(c, e);
    if (!rc)
        rc = str_printf(&c->arena, &r.database, e, "%s/%s", c->session->folder,
                        INGESTED_NAME);
    if (!rc && r.early.sql.n)
        rc = str_printf(&c->arena, &r.early.database, e, "%s/%s",
                        c->session->folder, EARLY_NAME);
    return rc ? rc : ingest_run(c->session->duck, &r, &c->arena, w, e);
}

/* The texts of a list, in the call's arena; none of what is not a list. */
static enum err texts_of(struct operation_call *c, const char *key,
                         const struct str **out, size_t *n, struct error *e)
{
    const struct json *list = json_find(c->request, key);
    struct str *texts;

    *n = 0;
    if (!list || list->count == 0)
        return OK;
    texts = arena_alloc_array(&c->arena, list->count, sizeof(*texts), e);
    if (!texts)
        return e->code;
    for (const struct json *j = list->first; j; j = j->next)
        texts[(*n)++] = json_text(j);
    *out = texts;
    return OK;
}

static enum err select_tables(struct operation_call *c, struct error *e)
{
    const struct str *tables = NULL;
    size_t n;
    enum err rc = texts_of(c, "tables", &tables, &n, e);

    return rc ? rc
              : catalog_select(c->session->catalog, c->session->duck, tables, n,
                               e);
}

static enum err run_query(struct operation_call *c, struct jsonw *w,
                          struct error *e)
{
    const struct worker_session *s = c->session;
    struct query_request q = {.sql = text_of(c, "sql")};
    enum err rc = select_tables(c, e);

    if (!rc)
        rc = number_of(c, "window_rows", &q.window_rows, e);
    if (!rc)
        rc = number_of(c, "window_offset", &q.window_offset, e);
    if (!rc)
        rc = max_bytes_of(c, &q.max_bytes, e);
    return rc ? rc : query_run(s->duck, s->catalog, s->verdicts, &q, w, e);
}

static enum err run_rows(struct operation_call *c, struct jsonw *w,
                         struct error *e)
{
    struct rows_request r = {0};
    enum err rc = select_tables(c, e);

    if (!rc)
        rc = number_of(c, "row_start", &r.row_start, e);
    if (!rc)
        rc = number_of(c, "row_count", &r.row_count, e);
    if (!rc)
        rc = texts_of(c, "columns", &r.columns, &r.n_columns, e);
    if (!rc)
        rc = max_bytes_of(c, &r.max_bytes, e);
    return rc ? rc
              : rows_run(c->session->duck, c->session->catalog, &r, &c->arena,
                         w, e);
}

static enum err run_profile(struct operation_call *c, struct jsonw *w,
                            struct error *e)
{
    enum err rc = select_tables(c, e);

    return rc ? rc
              : profile_run(c->session->duck, c->session->catalog, &c->arena, w,
                            e);
}

static enum err run_export(struct operation_call *c, struct jsonw *w,
                           struct error *e)
{
    const struct worker_session *s = c->session;
    struct str sql = text_of(c, "sql");
    struct export_request r = {.sql = sql.n ? sql : STR("SELECT * FROM data"),
                               .format = text_of(c, "format"),
                               .sheet = text_of(c, "sheet"),
                               .target_path = text_of(c, "target_path"),
                               .scratch_dir = str_from(s->folder),
                               .fd = c->fd};
    struct gate_verdict v;
    enum err rc = need_fd(c, e);

    if (!rc)
        rc = select_tables(c, e);
    if (!rc)
        rc = gate_cache_check(s->verdicts, &s->catalog->gate, s->duck, r.sql,
                              &v, e);
    if (!rc)
        rc = duck_use_threads(
            s->duck, gate_needs_one_thread(&v.facts) ? 1 : s->options.threads,
            e);
    return rc ? rc : export_run(s->duck, &r, &c->arena, w, e);
}

static enum err run_dictionaries(struct operation_call *c, struct jsonw *w,
                                 struct error *e)
{
    const struct worker_session *s = c->session;
    struct dictionaries_request r = {.stop = &c->session->stop};
    struct str path;
    enum err rc = select_tables(c, e);

    if (!rc)
        rc = texts_of(c, "columns", &r.columns, &r.n, e);
    if (!rc)
        rc = str_printf(&c->arena, &path, e, "%s/%s", s->folder,
                        OPERATION_DICTIONARIES_FILE);
    if (rc)
        return rc;
    r.path = path.p;
    return dictionaries_write(s->duck, s->catalog, &r, &c->arena, w, e);
}

static enum err run_sections(struct operation_call *c, struct jsonw *w,
                             struct error *e)
{
    enum err rc = need_fd(c, e);

    return rc ? rc : operation_sections(c, w, e);
}

/* The tree is the answer itself: it is no larger than a frame may be. */
static enum err run_yaml(struct operation_call *c, struct jsonw *w,
                         struct error *e)
{
    struct source_map source = SOURCE_MAP_NONE;
    enum err rc = source_map_open(c->fd, &source, e);

    if (!rc) {
        jsonw_begin_object(w);
        jsonw_key(w, "tree");
        rc = yaml_tree_write(source.text, &c->arena, w, e);
    }
    if (!rc)
        jsonw_end_object(w);
    source_map_close(&source);
    return rc;
}

static enum err run_decode(struct operation_call *c, struct jsonw *w,
                           struct error *e)
{
    enum err rc = need_fd(c, e);

    return rc ? rc : operation_decode(c, w, e);
}

static enum err run_members(struct operation_call *c, struct jsonw *w,
                            struct error *e)
{
    enum err rc = need_fd(c, e);

    return rc ? rc : operation_members(c, w, e);
}

static enum err run_unpack(struct operation_call *c, struct jsonw *w,
                           struct error *e)
{
    enum err rc = need_fd(c, e);

    return rc ? rc : operation_unpack(c, w, e);
}

static enum err run_complete(struct operation_call *c, struct jsonw *w,
                             struct error *e)
{
    enum err rc = need_fd(c, e);

    if (!rc)
        rc = operation_complete(c, e);
    if (rc)
        return rc;
    jsonw_begin_object(w);
    jsonw_end_object(w);
    return OK;
}

static const struct operation operations[] = {
    {"ingest", IN(INGEST), run_ingest},
    {"query", IN(QUERY), run_query},
    {"rows", IN(QUERY), run_rows},
    {"profile", IN(QUERY), run_profile},
    {"export", IN(EXPORT), run_export},
    {"dictionaries", IN(EXPORT), run_dictionaries},
    {"runs", IN(PARSE), json_runs_run},
    {"fields", IN(PARSE), operation_fields},
    {"yaml", IN(PARSE), run_yaml},
    {"decode", IN(PARSE), run_decode},
    {"unpack", IN(PARSE), run_unpack},
    {"complete", IN(PARSE), run_complete},
    {"members", IN(PARSE), run_members},
    {"sections", IN(INGEST) | IN(PARSE), run_sections},
};

const struct operation *operation_find(struct str name)
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
        if (str_is(name, operations[i].name))
            return &operations[i];
    }
    return NULL;
}
