/*
 * make_table.c - passages of tables: what each is about, so that search finds
 * the table that can answer, and the rows of those whose cells are prose.
 */
#include "base/json.h"
#include "search/chunks/table_chunk.h"
#include "search/documents/table_config.h"
#include "search/index/make.h"

#define ARENA_BYTES ((size_t)1 << 30)
#define ROWS        500 /* read at once */
#define MAX_SHEETS  1000

/* A table of the document under way. */
struct table_making {
    struct making *m;
    struct make_filters filters;
    struct table_source source; /* opened when its rows are needed */
    struct arena *a;            /* as long as that */
    uint64_t row;               /* from 1; 0: the table as a whole */
};

static enum err put_chunk(void *ctx, const struct table_chunk *c,
                          struct error *e)
{
    const struct table_making *x = ctx;
    const struct uri u = {.part = URI_ROWS,
                          .sheet = x->source.sheet,
                          .columns = c->columns,
                          .first = x->row,
                          .last = x->row};
    struct passage p = {
        .title = c->title, .overlap = c->overlap_bytes, .text = c->text};

    return make_put(x->m, &u, &p, &x->filters, e);
}

/* Once, so that everything describes the same content. */
static enum err open_source(struct table_making *x, struct error *e)
{
    return x->source.opened ? OK
                            : table_open(x->m->tables, &x->source, x->a, e);
}

/* A window of rows; *more says whether others follow. */
static enum err put_window(struct table_making *x, struct str name,
                           const struct json *schema, uint64_t start,
                           bool *more, struct error *e)
{
    const struct table_range range = {.start = start, .count = ROWS};
    const struct table_chunk_sink sink = {put_chunk, x};
    struct json *answer = NULL;
    const struct json *rows;
    struct str text;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = table_read_rows(x->m->tables, &x->source, &range, &a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, &a, &answer, e);
    rows = json_find(answer, "rows");
    x->row = start;
    for (const struct json *r = rows ? rows->first : NULL; r && !rc;
         r = r->next) {
        rc = table_chunk_row(name, schema, r, &sink, e);
        x->row++;
    }
    *more =
        rows && rows->count > 0 && json_is_true(json_find(answer, "has_more"));
    arena_release(&a);
    return rc;
}

static enum err put_rows(struct table_making *x, const struct table_about *t,
                         struct error *e)
{
    const struct json *schema =
        json_find(json_find(t->source, "structured_data"), "schema");
    bool more = schema != NULL;
    uint64_t start = 1;
    enum err rc = more ? open_source(x, e) : OK;

    while (!rc && more) {
        rc = put_window(x, t->name, schema, start, &more, e);
        start = x->row;
    }
    return rc;
}

static enum err put_table(struct table_making *x, struct str name,
                          struct str source_config, struct str chunks,
                          struct error *e)
{
    const struct table_chunk_sink sink = {put_chunk, x};
    struct table_about t = {.name = name};
    struct json *source = NULL;
    struct json *known = NULL;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = json_parse(source_config, &json_answer_limits, &a, &source, e);
    if (!rc)
        rc = json_parse(chunks, &json_answer_limits, &a, &known, e);
    t.source = source;
    t.chunks = known;
    x->row = 0;
    if (!rc)
        rc = table_chunk_describe(&t, &sink, e);
    if (!rc && table_chunk_is_text_heavy(&t))
        rc = put_rows(x, &t, e);
    arena_release(&a);
    return rc;
}

/* What stands around the rows of a table of a map. */
static enum err put_texts(struct table_making *x, struct str name,
                          const struct json *table, struct error *e)
{
    const struct table_chunk_sink sink = {put_chunk, x};

    x->row = 0;
    return table_chunk_texts(
        name, json_find(json_find(table, "fidelity"), "texts"), &sink, e);
}

static enum err put_sheet(struct table_making *x, const struct json *table,
                          struct error *e)
{
    const struct str sheet = json_text(json_find(table, "name"));
    struct table_known which;
    struct str source_config, chunks;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    x->source.sheet = sheet;
    which.source = x->source;
    rc = str_printf(&a, &which.name, e, "%.*s, %.*s",
                    STR_FMT(x->m->document->name), STR_FMT(sheet));
    if (!rc)
        rc = table_config_read(x->m->tables, &which, &a, &source_config,
                               &chunks, e);
    if (!rc)
        rc = put_table(x, which.name, source_config, chunks, e);
    if (!rc)
        rc = put_texts(x, which.name, table, e);
    arena_release(&a);
    return rc;
}

/* Each sheet of a workbook that has several; of one table what stands around it. */
static enum err put_sheets(struct table_making *x, bool *several,
                           struct error *e)
{
    struct json *map = NULL;
    const struct json *list;
    struct str text;
    struct arena a;
    size_t n = 0;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = open_source(x, e);
    if (!rc)
        rc = table_get_map(x->m->tables, &x->source, &a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, &a, &map, e);
    list = json_find(map, "tables");
    *several = !rc && list && list->count > 1;
    for (const struct json *j = *several ? list->first : NULL;
         j && !rc && n < MAX_SHEETS; j = j->next, n++)
        rc = put_sheet(x, j, e);
    if (!rc && !*several)
        rc = put_texts(x, x->m->document->name, map, e);
    arena_release(&a);
    return rc;
}

enum err make_table(struct making *m, struct error *e)
{
    const struct document *d = m->document;
    struct arena a;
    struct table_making x = {
        .m = m, .source = {.base = m->base, .cancel = m->cancel}, .a = &a};
    bool several = false;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    make_common_filters(d, &x.filters);
    rc = str_printf(&a, &x.source.path, e, "%s/%.*s", m->base->name,
                    STR_FMT(d->key));
    if (!rc)
        rc = put_sheets(&x, &several, e);
    if (!rc && !several)
        rc = put_table(&x, d->name, d->source_config, d->chunks, e);
    arena_release(&a);
    return rc;
}
