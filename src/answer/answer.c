/*
 * answer.c - the way of a question:
 *
 *     files -> profiles -> schema -> ask_question() -> SQL -> rows -> sentence
 *                                         |
 *                                         +-> a question back
 *
 * Only the table that the question is about is queried; the others, of other
 * files and other sheets, are known by their profiles alone. A figure is said only as a cell of the result.
 */
#include "answer/answer.h"

#include "base/clock.h"

/* Rows of an answer; over that one wants an export. */
#define MAX_ROWS 1000

/* The last part of a path: what a person calls the file. */
static struct str base_name(struct str path)
{
    for (size_t i = path.n; i > 0; i--) {
        if (path.p[i - 1] == '/')
            return str_slice(path, i, path.n);
    }
    return path;
}

/* The tables of a question, being read. */
struct reading {
    const struct answer_request *request;
    struct tables *t;
    struct arena *a;
    struct answer *out;
    struct ask_schema *schema;
};

static enum err read_table(const struct reading *r,
                           const struct table_source *s,
                           struct answer_source *out, struct error *e)
{
    struct json *full;
    struct str text;
    enum err rc = table_get_profile(r->t, s, r->a, &text, e);

    if (!rc)
        rc = json_parse(text, &json_default_limits, r->a, &full, e);
    if (rc)
        return rc;
    *out = (struct answer_source){.from = *s, .file = s->path, .full = full};
    out->map = json_find(full, "map");
    out->sha256 = json_text(json_find(json_find(out->map, "source"), "sha256"));
    return json_read_u64(json_find(out->map, "row_count"), "row_count",
                         UINT64_MAX / 2, &out->rows, e);
}

/* Is the source one of those before it? */
static bool is_repeated(const struct answer_request *r, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (str_eq(r->sources[k].path, r->sources[i].path) &&
            str_eq(r->sources[k].sheet, r->sources[i].sheet))
            return true;
    }
    return false;
}

/* The file's name, or its path where another file has the same. */
static struct str name_of(const struct answer_request *r, struct str path)
{
    struct str name = base_name(path);

    for (size_t k = 0; k < r->n; k++) {
        if (str_eq(base_name(r->sources[k].path), name) &&
            !str_eq(r->sources[k].path, path))
            return path;
    }
    return name;
}

static enum err add_table(const struct reading *r,
                          const struct answer_source *src, struct error *e)
{
    struct answer *out = r->out;
    enum err rc;

    if (out->n_sources == ANSWER_MAX_SOURCES)
        return error_set(e, ERR_LIMIT,
                         "a question takes at most %d tables; name one with "
                         "--table",
                         ANSWER_MAX_SOURCES);
    rc = src->table.n
             ? schema_add(r->schema, src->table, src->table, src->full, r->a, e)
             : schema_add(r->schema, name_of(r->request, src->file),
                          STR("data"), src->full, r->a, e);
    out->sources[out->n_sources++] = *src;
    return rc;
}

/* Each sheet, by its own name in SQL. */
static enum err read_sheets(const struct reading *r,
                            const struct answer_source *book,
                            const struct json *tables, struct error *e)
{
    enum err rc = OK;

    for (const struct json *j = tables->first; j && !rc; j = j->next) {
        struct table_source s = book->from;
        struct answer_source sheet;

        s.sheet = json_text(json_find(j, "name"));
        rc = read_table(r, &s, &sheet, e);
        sheet.from.sheet = (struct str){0};
        sheet.table = s.sheet;
        if (!rc)
            rc = add_table(r, &sheet, e);
    }
    return rc;
}

/* A file's table; of a workbook all, unless one is named. */
static enum err read_file(const struct reading *r, const struct table_source *s,
                          struct error *e)
{
    struct answer_source src;
    const struct json *tables;
    enum err rc = read_table(r, s, &src, e);

    if (rc)
        return rc;
    tables = json_find(src.map, "tables");
    if (s->sheet.n || !tables || tables->count < 2)
        return add_table(r, &src, e);
    return read_sheets(r, &src, tables, e);
}

static enum err read_sources(const struct reading *r,
                             const struct answer_request *request,
                             struct error *e)
{
    enum err rc = OK;

    if (request->n == 0 || request->n > ANSWER_MAX_SOURCES)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a question takes 1 to %d files", ANSWER_MAX_SOURCES);
    for (size_t i = 0; i < request->n && !rc; i++) {
        if (!is_repeated(request, i))
            rc = read_file(r, &request->sources[i], e);
    }
    return rc;
}

static enum err run_sql(struct tables *t, const struct table_source *s,
                        struct str sql, struct arena *a, struct json **out,
                        struct error *e)
{
    const struct table_window window = {.sql = sql, .rows = MAX_ROWS};
    struct str text;
    enum err rc = table_query(t, s, &window, a, &text, e);

    return rc ? rc : json_parse(text, &json_default_limits, a, out, e);
}

/* The one number of the tie query; 0 when there is none. */
static enum err count_ties(struct tables *t, const struct table_source *s,
                           struct str sql, struct arena *a, uint64_t *out,
                           struct error *e)
{
    const struct json *row;
    struct json *result;
    enum err rc;

    *out = 0;
    if (!sql.n)
        return OK;
    rc = run_sql(t, s, sql, a, &result, e);
    if (rc)
        return rc;
    row = json_find(result, "rows");
    row = row ? row->first : NULL;
    if (!row || !row->first || row->first->type != JSON_NUMBER)
        return OK;
    return json_read_u64(row->first, "ties", UINT64_MAX / 2, out, e);
}

static void warn(struct answer *out, struct str text)
{
    if (text.n && out->n_warnings < ANSWER_MAX_WARNINGS)
        out->warnings[out->n_warnings++] = text;
}

/* The query's own notes stay out: a cut tie was looked for and counted. */
static enum err read_coverage(struct answer *out, const struct json *result,
                              struct error *e)
{
    out->result = result;
    out->rows_total = out->sources[out->used].rows;
    out->truncated = json_is_true(json_find(result, "has_more"));
    warn(out, json_text(json_find(out->sources[out->used].map, "caution")));
    return json_read_u64(json_find(result, "rows_scanned"), "rows_scanned",
                         UINT64_MAX / 2, &out->rows_scanned, e);
}

static enum err run(struct tables *t, struct arena *a, struct answer *out,
                    struct error *e)
{
    const struct table_source *s = &out->sources[out->asked.table].from;
    struct phrase_request said = {.spec = &out->asked.spec,
                                  .language = out->asked.language};
    struct phrase phrase = {0};
    struct json *result;
    uint64_t ties = 0;
    enum err rc = run_sql(t, s, out->asked.sql, a, &result, e);

    out->used = out->asked.table;
    if (!rc)
        rc = count_ties(t, s, out->asked.tie_sql, a, &ties, e);
    if (rc)
        return rc;
    said.result = result;
    said.within = ties;
    if (phrase_answer(&said, a, &phrase, e))
        return e->code;
    out->text = phrase.text;
    out->chart = phrase.chart;
    for (size_t i = 0; i < phrase.n_notes; i++)
        warn(out, phrase.notes[i]);
    return read_coverage(out, result, e);
}

enum err answer_question(struct tables *t, const struct answer_request *r,
                         struct arena *a, struct answer *out, struct error *e)
{
    uint64_t started_ns = clock_ns();
    const struct reading reading = {
        .request = r,
        .t = t,
        .a = a,
        .out = out,
        .schema = arena_alloc(a, sizeof(struct ask_schema), e)};
    enum err rc;

    if (!reading.schema)
        return e->code;
    *out = (struct answer){.question = r->question};
    rc = read_sources(&reading, r, e);
    if (!rc)
        rc = ask_question(reading.schema, r->question, a, &out->asked, e);
    if (rc)
        return rc;
    if (out->asked.outcome == ASK_CLARIFY) {
        out->mode = ANSWER_CLARIFICATION;
        out->text = out->asked.message;
    } else {
        rc = run(t, a, out, e);
    }
    out->response_time_ms = (double)(clock_ns() - started_ns) / 1e6;
    return rc;
}
