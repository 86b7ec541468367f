#include "toolsets/table_tools.h"

#include "tables/tables.h"
#include "toolsets/schema.h"
#include "toolsets/served.h"

static struct tables *tables_of(void *context)
{
    const struct served *served = context;

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

static struct table_source source_of(const struct json *arguments,
                                     const atomic_bool *cancel)
{
    return (struct table_source){.path = text_of(arguments, "path"),
                                 .sheet = text_of(arguments, "table"),
                                 .read.header = header_of(arguments),
                                 .cancel = cancel};
}

/* The files of `also`, in `a`, which borrow their paths. */
static enum err also_of(const struct json *arguments, struct arena *a,
                        struct table_also *also, struct error *e)
{
    const struct json *list = json_find(arguments, "also");
    struct table_source *sources;
    size_t n = 0;

    _Static_assert(TABLE_MAX_SOURCES == 16, "maxItems of also is 15");
    *also = (struct table_also){0};
    if (!list || list->count == 0)
        return OK;
    sources = arena_alloc_array(a, list->count, sizeof(*sources), e);
    if (!sources)
        return e->code;
    for (const struct json *j = list->first; j; j = j->next)
        sources[n++] = (struct table_source){.path = j->text};
    *also = (struct table_also){sources, n};
    return OK;
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
    const struct table_source s = source_of(arguments, cancel);

    return table_get_map(tables_of(context), &s, a, json, e);
}

enum err table_tools_describe(void *context, const struct json *arguments,
                              const atomic_bool *cancel, struct arena *a,
                              struct str *json, struct error *e)
{
    const struct table_source s = source_of(arguments, cancel);

    return table_describe(tables_of(context), &s, a, json, e);
}

enum err table_tools_stats(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    const struct table_source s = source_of(arguments, cancel);
    struct table_columns columns;
    enum err err = columns_of(arguments, a, &columns, e);

    return err ? err
               : table_stats(tables_of(context), &s, &columns, a, json, e);
}

enum err table_tools_read_rows(void *context, const struct json *arguments,
                               const atomic_bool *cancel, struct arena *a,
                               struct str *json, struct error *e)
{
    const struct table_source s = source_of(arguments, cancel);
    struct table_columns columns;
    const struct table_range range = {
        .start = schema_u64(arguments, "row_start", 1),
        .count = schema_u64(arguments, "row_count", 1),
        .columns = &columns};
    enum err err = columns_of(arguments, a, &columns, e);

    if (err)
        return err;
    return table_read_rows(tables_of(context), &s, &range, a, json, e);
}

enum err table_tools_query(void *context, const struct json *arguments,
                           const atomic_bool *cancel, struct arena *a,
                           struct str *json, struct error *e)
{
    const struct table_source s = source_of(arguments, cancel);
    struct table_window w = {
        .sql = text_of(arguments, "query"),
        .rows = schema_u64(arguments, "window_rows", 0),
        .offset = schema_u64(arguments, "window_offset", 0),
    };
    enum err err = also_of(arguments, a, &w.also, e);

    return err ? err : table_query(tables_of(context), &s, &w, a, json, e);
}

enum err table_tools_export(void *context, const struct json *arguments,
                            const atomic_bool *cancel, struct arena *a,
                            struct str *json, struct error *e)
{
    const struct table_source s = source_of(arguments, cancel);
    struct table_export_target target = {
        .path = text_of(arguments, "target_path"),
        .format = text_of(arguments, "format"),
        .sheet = text_of(arguments, "sheet"),
        .sql = text_of(arguments, "query"),
    };
    enum err err = also_of(arguments, a, &target.also, e);

    return err ? err
               : table_export(tables_of(context), &s, &target, a, json, e);
}
