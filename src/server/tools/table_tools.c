#include "server/tools/table_tools.h"

#include "server/tools/access_check.h"
#include "server/tools/call_dedup.h"
#include "store/catalog/base.h"

static struct tables *tables_of(void *context)
{
    const struct tool_context *served = context;

    return served->tables;
}

/* The arguments fit the schema, so that what is absent was optional. */
static struct str text_of(const struct json *arguments, const char *key)
{
    return json_text(json_find(arguments, key));
}

static enum table_header header_of(const struct json *arguments)
{
    const struct json *header = json_find(arguments, "header");

    if (!header)
        return TABLE_HEADER_AUTO;
    return json_is_true(header) ? TABLE_HEADER_YES : TABLE_HEADER_NO;
}

/* The table that a call is about, if its caller may read it. */
static enum err source_of(void *context, const struct json *arguments,
                          const atomic_bool *cancel, struct arena *a,
                          struct table_source *s, struct error *e)
{
    *s = (struct table_source){.sheet = text_of(arguments, "table"),
                               .read.header = header_of(arguments),
                               .cancel = cancel};
    return access_source(context, text_of(arguments, "path"), a, &s->path, e);
}

/* The files of `also`, in `a`, which borrow their paths. */
static enum err also_of(struct call_dedup *x, const struct json *arguments,
                        struct arena *a, struct table_also *also,
                        struct error *e)
{
    const struct json *list = json_find(arguments, "also");
    struct table_source *sources;
    size_t n = 0;
    enum err rc = OK;

    *also = (struct table_also){0};
    if (!list || list->count == 0)
        return OK;
    sources = arena_alloc_array(a, list->count, sizeof(*sources), e);
    if (!sources)
        return e->code;
    for (const struct json *j = list->first; j && !rc; j = j->next)
        rc = access_source(x->served, j->text, a, &sources[n++].path, e);
    *also = (struct table_also){sources, n};
    x->also = sources;
    x->n_also = n;
    return rc;
}

/* The names of `columns`, borrowed from the arguments; none keeps all. */
static enum err columns_of(const struct json *arguments, struct arena *a,
                           struct table_columns *columns, struct error *e)
{
    const struct json *list = json_find(arguments, "columns");
    struct str *names;
    size_t n = 0;

    *columns = (struct table_columns){0};
    if (!list || list->count == 0)
        return OK;
    names = arena_alloc_array(a, list->count, sizeof(*names), e);
    if (!names)
        return e->code;
    for (const struct json *j = list->first; j; j = j->next)
        names[n++] = j->text;
    *columns = (struct table_columns){names, n};
    return OK;
}

enum err table_tools_get_map(void *context, const struct json *arguments,
                             const atomic_bool *cancel, struct arena *a,
                             struct str *json, struct error *e)
{
    struct table_source s;
    enum err rc = source_of(context, arguments, cancel, a, &s, e);

    s.chunk_rows =
        argument_u64(spec_table_get_map.arguments, arguments, "chunk_rows");
    return rc ? rc : table_get_map(tables_of(context), &s, a, json, e);
}

enum err table_tools_describe(void *context, const struct json *arguments,
                              const atomic_bool *cancel, struct arena *a,
                              struct str *json, struct error *e)
{
    struct table_source s;
    enum err rc = source_of(context, arguments, cancel, a, &s, e);

    return rc ? rc : table_describe(tables_of(context), &s, a, json, e);
}

enum err table_tools_stats(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    struct table_source s;
    struct table_columns columns;
    enum err rc = source_of(context, arguments, cancel, a, &s, e);

    if (!rc)
        rc = columns_of(arguments, a, &columns, e);
    return rc ? rc : table_stats(tables_of(context), &s, &columns, a, json, e);
}

static void key_of_columns(struct call_dedup *x,
                           const struct table_columns *columns)
{
    call_dedup_number(x, columns->n);
    for (size_t i = 0; i < columns->n; i++)
        call_dedup_text(x, columns->names[i]);
}

enum err table_tools_read_rows(void *context, const struct json *arguments,
                               const atomic_bool *cancel, struct arena *a,
                               struct str *json, struct error *e)
{
    const struct argument *takes = spec_table_read_rows.arguments;
    struct table_source s;
    struct table_columns columns;
    const struct table_range range = {
        .start = argument_u64(takes, arguments, "row_start"),
        .count = argument_u64(takes, arguments, "row_count"),
        .columns = &columns,
        .max_bytes = ((const struct tool_context *)context)->answer_bytes};
    struct call_dedup x = {
        .served = context, .tool = spec_table_read_rows.name, .source = &s};
    enum err rc = source_of(context, arguments, cancel, a, &s, e);

    if (!rc)
        rc = columns_of(arguments, a, &columns, e);
    if (!rc)
        rc = call_dedup_begin(&x, a, e);
    if (rc)
        return rc;
    call_dedup_number(&x, range.start);
    call_dedup_number(&x, range.count);
    key_of_columns(&x, &columns);
    if (call_dedup_is_answered(&x, a, json))
        return OK;
    rc = table_read_rows(tables_of(context), &s, &range, a, json, e);
    return rc ? rc : call_dedup_end(&x, a, json, e);
}

enum err table_tools_query(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    const struct argument *takes = spec_table_query.arguments;
    struct table_source s;
    struct table_window w = {
        .sql = text_of(arguments, "query"),
        .rows = argument_u64(takes, arguments, "window_rows"),
        .offset = argument_u64(takes, arguments, "window_offset"),
        .max_bytes = ((const struct tool_context *)context)->answer_bytes,
    };
    struct call_dedup x = {
        .served = context, .tool = spec_table_query.name, .source = &s};
    enum err rc = source_of(context, arguments, cancel, a, &s, e);

    if (!rc)
        rc = also_of(&x, arguments, a, &w.also, e);
    if (!rc)
        rc = call_dedup_begin(&x, a, e);
    if (!rc)
        rc = call_dedup_sql(&x, w.sql, a, e);
    if (rc)
        return rc;
    call_dedup_number(&x, w.rows);
    call_dedup_number(&x, w.offset);
    if (call_dedup_is_answered(&x, a, json))
        return OK;
    rc = table_query(tables_of(context), &s, &w, a, json, e);
    return rc ? rc : call_dedup_end(&x, a, json, e);
}

/* Of a base: its own draft, so that who writes there may write to the base. */
static enum err find_draft(const struct tool_context *s, struct str path,
                           struct arena *a, const char **draft, struct error *e)
{
    struct str name = base_of_path(path);
    struct base b = BASE_NONE;
    enum err rc = OK;

    *draft = NULL;
    if (s->folder)
        return grant_check_right(s->grant, RIGHT_WRITE, e);
    rc = grant_check_base(s->grant, name, RIGHT_WRITE, e);
    if (!rc)
        rc = base_open(tables_home(s->tables), name, a, &b, e);
    if (!rc) {
        *draft = base_draft(&b, a, e);
        rc = *draft ? OK : e->code;
    }
    base_close(&b);
    return rc;
}

enum err table_tools_export(void *context, const struct json *arguments,
                            const atomic_bool *cancel, struct arena *a,
                            struct str *json, struct error *e)
{
    struct table_source s;
    struct table_export_target target = {
        .path = text_of(arguments, "target_path"),
        .format = text_of(arguments, "format"),
        .sheet = text_of(arguments, "sheet"),
        .sql = text_of(arguments, "query"),
        .overwrite = json_is_true(json_find(arguments, "overwrite")),
    };
    struct call_dedup x = {.served = context,
                           .tool = spec_table_export.name,
                           .source = &s,
                           .is_export = true};
    enum err rc = source_of(context, arguments, cancel, a, &s, e);

    if (!rc)
        rc = also_of(&x, arguments, a, &target.also, e);
    if (!rc)
        rc = find_draft(context, s.path, a, &target.draft, e);
    if (!rc)
        rc = call_dedup_begin(&x, a, e);
    if (!rc)
        rc = call_dedup_sql(&x, target.sql, a, e);
    if (rc)
        return rc;
    call_dedup_text(&x, target.path);
    call_dedup_text(&x, target.format);
    call_dedup_text(&x, target.sheet);
    call_dedup_number(&x, target.overwrite);
    (void)call_dedup_is_answered(&x, a, json);
    rc = table_export(tables_of(context), &s, &target, a, json, e);
    return rc ? rc : call_dedup_end(&x, a, json, e);
}
