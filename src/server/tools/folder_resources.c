#include "server/tools/folder_resources.h"

#include "base/buf.h"
#include "base/percent.h"
#include "server/tools/draft_resources.h"
#include "server/tools/folder_sources.h"
#include "server/tools/tool_context.h"
#include "tables/name.h"

#define PREFIX    "quarry:///"
#define URI_BYTES ((size_t)16 * 1024)
#define ROWS_MAX  10000

static const struct resource_template templates[] = {
    {PREFIX "{+path}", "table", "A table",
     "What a file of the served folder holds: columns with types, row count, "
     "sheets, and how faithfully it was read; as table_get_map answers.",
     "application/json"},
    {PREFIX "{+path}#rows={first}-{last}", "rows", "Rows of a table",
     "Rows by position, counted from 1, at most 10,000; as table_read_rows "
     "answers. Of a sheet: #sheet=NAME&rows=1-100.",
     "application/json"},
};

/* ---- the list ---- */

static enum err describe(struct str path, struct arena *a, struct resource *out,
                         struct error *e)
{
    struct buf uri;
    enum err rc;

    buf_init(&uri, URI_BYTES);
    buf_puts(&uri, PREFIX);
    percent_put(path, "/", &uri);
    *out = (struct resource){.name = path,
                             .title = name_of_path(path),
                             .mime_type = STR("application/json")};
    rc = buf_dup(&uri, a, &out->uri, e);
    buf_release(&uri);
    return rc;
}

static enum err list(void *context, struct resource_page *page, struct arena *a,
                     struct error *e)
{
    const struct tool_context *served = context;
    struct folder_sources found = {0};
    size_t at = (size_t)page->offset;
    enum err rc = OK;

    if (!served->folder)
        return OK;
    rc = folder_sources_find(served->folder, a, &found, e);
    if (rc || at >= found.n)
        return rc;
    if (resource_page_begin(page, a, e))
        return e->code;
    for (; at < found.n && page->n < RESOURCE_PAGE && !rc; at++)
        rc = describe(found.paths[at], a, &page->list[page->n++], e);
    page->more = at < found.n;
    return rc;
}

/* ---- one of them ---- */

struct asked {
    struct str path;
    struct str sheet;
    uint64_t first; /* 0: the map */
    uint64_t last;
};

static enum err decode(struct str text, struct arena *a, struct str *out,
                       struct error *e)
{
    char *to = arena_alloc(a, text.n + 1, e);
    size_t n = 0;

    if (!to)
        return e->code;
    if (percent_decode(text, to, &n) != text.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a '%%' in the URI is not followed by two digits");
    to[n] = '\0';
    *out = (struct str){to, n};
    return OK;
}

static enum err read_rows(struct str text, struct asked *out, struct error *e)
{
    size_t dash = str_find_char(text, '-');
    struct error ignored;

    if (str_parse_u64(str_slice(text, 0, dash), INT64_MAX, &out->first,
                      &ignored) ||
        dash == text.n ||
        str_parse_u64(str_slice(text, dash + 1, text.n), INT64_MAX, &out->last,
                      &ignored) ||
        out->first == 0 || out->last < out->first)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "rows of a URI are FIRST-LAST, counted from 1, such as rows=1-100");
    if (out->last - out->first >= ROWS_MAX)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a URI names at most %d rows; ask for the next ones "
                         "with another",
                         ROWS_MAX);
    return OK;
}

/* "sheet=S&rows=1-2". */
static enum err read_fragment(struct str text, struct arena *a,
                              struct asked *out, struct error *e)
{
    while (text.n) {
        size_t end = str_find_char(text, '&');
        struct str part = str_slice(text, 0, end);
        enum err rc;

        if (str_starts(part, STR("sheet=")))
            rc = decode(str_slice(part, 6, part.n), a, &out->sheet, e);
        else if (str_starts(part, STR("rows=")))
            rc = read_rows(str_slice(part, 5, part.n), out, e);
        else
            rc = error_set(
                e, ERR_VALIDATION_FAILED,
                "after the '#' of a URI only sheet= and rows= are allowed");
        if (rc)
            return rc;
        text = str_slice(text, end == text.n ? end : end + 1, text.n);
    }
    return OK;
}

static enum err read_uri(struct str uri, struct arena *a, struct asked *out,
                         struct error *e)
{
    struct str rest = str_slice(uri, sizeof(PREFIX) - 1, uri.n);
    size_t hash = str_find_char(rest, '#');

    if (decode(str_slice(rest, 0, hash), a, &out->path, e))
        return e->code;
    if (hash == rest.n)
        return OK;
    return read_fragment(str_slice(rest, hash + 1, rest.n), a, out, e);
}

static enum err read(void *context, struct str uri, const atomic_bool *cancel,
                     struct arena *a, struct resource_content *out,
                     struct error *e)
{
    const struct tool_context *served = context;
    struct asked asked = {0};
    struct table_source s = {.cancel = cancel};
    struct table_range range;

    if (!served->folder || !str_starts(uri, STR(PREFIX)))
        return error_set(e, ERR_NOT_FOUND, "no such resource");
    if (read_uri(uri, a, &asked, e))
        return e->code;
    s.path = asked.path;
    s.sheet = asked.sheet;
    out->mime_type = STR("application/json");
    if (!asked.first)
        return table_get_map(served->tables, &s, a, &out->text, e);
    range = (struct table_range){.start = asked.first,
                                 .count = asked.last - asked.first + 1,
                                 .max_bytes = served->answer_bytes};
    return table_read_rows(served->tables, &s, &range, a, &out->text, e);
}

/* ---- names ---- */

static enum err complete(void *context, const struct resource_typing *t,
                         struct arena *a, struct resource_names *names,
                         struct error *e)
{
    const struct tool_context *served = context;
    struct folder_sources found = {0};
    enum err rc;

    if (!served->folder || !str_is(t->argument, "path"))
        return OK;
    rc = folder_sources_find(served->folder, a, &found, e);
    for (size_t i = 0; i < found.n && !rc; i++)
        rc = resource_name_add(names, found.paths[i], t->typed, a, e);
    return rc;
}

const struct resource_set folder_resources = {
    .templates = templates,
    .n_templates = COUNT_OF(templates),
    .list = list,
    .read = read,
    .complete = complete,
    .next = &draft_resources,
};
