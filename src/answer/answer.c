/*
 * answer.c - the way of a question:
 *
 *     files -> profiles -> schema -> ask_question() -> SQL -> rows -> sentence
 *                                         |
 *                                         +-> a question back
 *
 * Only the file that the question is about is queried; the others are known
 * by their profiles alone. A figure is said only as a cell of the result.
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

static enum err read_source(struct tables *t, const struct table_source *s,
                            struct arena *a, struct answer_source *out,
                            struct error *e)
{
    struct json *full;
    struct str text;
    enum err rc = table_get_profile(t, s, a, &text, e);

    if (!rc)
        rc = json_parse(text, &json_default_limits, a, &full, e);
    if (rc)
        return rc;
    out->full = full;
    out->map = json_find(full, "map");
    out->file = s->path;
    out->sha256 = json_text(json_find(json_find(out->map, "source"), "sha256"));
    return json_read_u64(json_find(out->map, "row_count"), "row_count",
                         UINT64_MAX / 2, &out->rows, e);
}

static enum err read_sources(struct tables *t, const struct answer_request *r,
                             struct arena *a, struct answer *out,
                             struct ask_schema *schema, struct error *e)
{
    enum err rc = OK;

    if (r->n == 0 || r->n > ANSWER_MAX_SOURCES)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a question takes 1 to %d files", ANSWER_MAX_SOURCES);
    for (size_t i = 0; i < r->n && !rc; i++) {
        struct answer_source *src = &out->sources[i];

        rc = read_source(t, &r->sources[i], a, src, e);
        if (!rc)
            rc = schema_add(schema, base_name(src->file), STR("data"),
                            src->full, a, e);
    }
    out->n_sources = r->n;
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

static enum err run(struct tables *t, const struct answer_request *r,
                    struct arena *a, struct answer *out, struct error *e)
{
    const struct table_source *s = &r->sources[out->asked.table];
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
    struct ask_schema *schema = arena_alloc(a, sizeof(*schema), e);
    enum err rc;

    if (!schema)
        return e->code;
    *out = (struct answer){.question = r->question};
    rc = read_sources(t, r, a, out, schema, e);
    if (!rc)
        rc = ask_question(schema, r->question, a, &out->asked, e);
    if (rc)
        return rc;
    if (out->asked.outcome == ASK_CLARIFY) {
        out->mode = ANSWER_CLARIFICATION;
        out->text = out->asked.message;
    } else {
        rc = run(t, r, a, out, e);
    }
    out->response_time_ms = (double)(clock_ns() - started_ns) / 1e6;
    return rc;
}
