/*
 * table_part.c - the way of a question through tables:
 *
 *     files -> profiles -> schema -> ask_question() -> SQL -> rows -> sentence
 *                                         |
 *                                         +-> a question back
 *
 * Only the table that the question is about is queried; the others, of other
 * files and other sheets, are known by their profiles alone. A figure is said
 * only as a cell of the result.
 */
#include "answer/table_part.h"

#include "answer/joined_tables.h"
#include "answer/layer.h"
#include "answer/phrase_rows.h"
#include "answer/planned.h"
#include "answer/reading.h"
#include "answer/rules_confidence.h"
#include "tables/base_tables.h"

/* The last part of a path: what a person calls the file. */
static struct str base_name(struct str path)
{
    for (size_t i = path.n; i > 0; i--) {
        if (path.p[i - 1] == '/')
            return str_slice(path, i, path.n);
    }
    return path;
}

/* Tables of a base that a note names. */
#define TABLES_SHOWN 12
#define NOTE_BYTES   ((size_t)64 * 1024)
#define TEXT_SHOWN   3 /* columns of text that a note explains */

static enum err read_table(struct table_part *r, const struct table_source *s,
                           struct answer_source *out, struct error *e)
{
    struct table_source from = *s;
    struct json *full;
    struct str text;
    enum err rc = from.opened ? OK : table_open(r->t, &from, r->a, e);

    if (!rc)
        rc = table_get_profile(r->t, &from, r->a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, r->a, &full, e);
    if (rc)
        return rc;
    *out = (struct answer_source){.from = from, .file = s->path, .full = full};
    out->map = json_find(full, "map");
    out->sha256 = json_text(json_find(json_find(out->map, "source"), "sha256"));
    return json_read_u64(json_find(out->map, "row_count"), "row_count",
                         UINT64_MAX / 2, &out->rows, e);
}

/* Is the source one of those before it? */
static bool is_repeated(const struct expanded *r, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (str_eq(r->sources[k].path, r->sources[i].path) &&
            str_eq(r->sources[k].sheet, r->sources[i].sheet))
            return true;
    }
    return false;
}

/* The file's name, or its path where another file has the same. */
static struct str name_of(const struct expanded *r, struct str path)
{
    struct str name = base_name(path);

    for (size_t k = 0; k < r->n; k++) {
        if (str_eq(base_name(r->sources[k].path), name) &&
            !str_eq(r->sources[k].path, path))
            return path;
    }
    return name;
}

static enum err add_table(struct table_part *r, const struct answer_source *src,
                          struct error *e)
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
             : schema_add(r->schema, name_of(&r->expanded, src->file),
                          STR("data"), src->full, r->a, e);
    out->sources[out->n_sources++] = *src;
    return rc;
}

/* Each sheet, by its own name in SQL. */
static enum err read_sheets(struct table_part *r,
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
static enum err read_file(struct table_part *r, const struct table_source *s,
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

/* JSON that is no list of objects but holds several: each is a table. */
static enum err read_lists(struct table_part *r, const struct table_source *s,
                           size_t *n, struct error *e)
{
    struct base_tables lists;
    enum err rc = base_tables_of_json(r->t, s->path, r->a, &lists, e);

    for (size_t i = 0; i < lists.n && !rc; i++) {
        struct table_source list = *s;

        list.path = lists.paths[i];
        rc = read_file(r, &list, e);
    }
    *n = lists.n;
    return rc;
}

/* A document of a base, which is asked without those that cannot be read. */
static enum err read_of_base(struct table_part *r, const struct table_source *s,
                             struct error *e)
{
    const struct answer *out = r->out;
    size_t lists = 0;
    enum err rc;

    if (out->n_sources == ANSWER_MAX_SOURCES) {
        r->expanded.left_out++;
        return OK;
    }
    rc = read_file(r, s, e);
    if (rc == ERR_VALIDATION_FAILED) {
        struct error why;

        if (read_lists(r, s, &lists, &why) == OK && lists > 0)
            return OK;
    }
    if (!rc || !expand_may_skip(rc))
        return rc;
    if (out->n_sources == ANSWER_MAX_SOURCES)
        r->expanded.left_out++;   /* more sheets than fit */
    else if (rc != ERR_NOT_FOUND) /* JSON without a table, or gone by now */
        expand_note_unread(&r->expanded, s->path);
    return OK;
}

static enum err read_sources(struct table_part *r, struct error *e)
{
    struct expanded *x = &r->expanded;
    enum err rc = OK;

    for (size_t i = 0; i < x->n && !rc; i++) {
        if (!is_repeated(x, i))
            rc = x->of_base[i] ? read_of_base(r, &x->sources[i], e)
                               : read_file(r, &x->sources[i], e);
    }
    return rc;
}

/* "orders (12 rows), cities (3 rows)": what a base has to ask. */
static enum err list_tables(const struct answer *out, struct arena *a,
                            struct str *text, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, NOTE_BYTES);
    buf_printf(&b, "base '%.*s' has ", STR_FMT(out->base));
    for (size_t i = 0; i < out->n_sources && i < TABLES_SHOWN; i++) {
        const struct answer_source *s = &out->sources[i];

        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_FMT(s->file));
        if (s->table.n)
            buf_printf(&b, " %.*s", STR_FMT(s->table));
        buf_printf(&b, " (%llu row%s)", (unsigned long long)s->rows,
                   s->rows == 1 ? "" : "s");
    }
    if (out->n_sources > TABLES_SHOWN)
        buf_printf(&b, " and %zu more", out->n_sources - TABLES_SHOWN);
    rc = buf_dup(&b, a, text, e);
    buf_release(&b);
    return rc;
}

/* Say what of a base was not looked at, and, asking back, what was. */
static enum err tell_base(struct table_part *r, struct error *e)
{
    const struct expanded *x = &r->expanded;
    struct answer *out = r->out;
    struct str text = {0};
    enum err rc = OK;

    out->base = x->base;
    out->documents_left_out = x->left_out;
    if (x->base.n == 0)
        return OK;
    if (out->asked.outcome == ASK_CLARIFY)
        rc = list_tables(out, r->a, &text, e);
    answer_warn(out, text);
    if (!rc && x->n_unread)
        rc = str_printf(r->a, &text, e, "not read, and so not asked: %.*s%s",
                        STR_FMT(buf_str(&x->unread)),
                        x->n_unread > EXPAND_UNREAD_SHOWN ? ", ..." : "");
    answer_warn(out, x->n_unread ? text : (struct str){0});
    if (!rc && x->left_out)
        rc =
            str_printf(r->a, &text, e,
                       "the first %zu tables by name were looked at; %zu "
                       "document%s of base '%.*s' were not: name one, as "
                       "%.*s/DOCUMENT",
                       out->n_sources, x->left_out, x->left_out == 1 ? "" : "s",
                       STR_FMT(x->base), STR_FMT(x->base));
    answer_warn(out, x->left_out ? text : (struct str){0});
    return rc;
}

/* A column that nearly has the type that a question takes: why it has not. */
static enum err tell_text(struct answer *out, struct arena *a, struct error *e)
{
    const struct json *map = out->sources[out->asked.table].map;
    const struct json *columns =
        json_find(json_find(map, "fidelity"), "columns");
    size_t told = 0;
    enum err rc = OK;

    if (!out->asked.lacks_type || !columns)
        return OK;
    for (const struct json *c = columns->first; c && !rc && told < TEXT_SHOWN;
         c = c->next) {
        struct str why = json_text(json_find(c, "kept_as_text_because"));
        struct str text;

        if (why.n == 0)
            continue;
        rc = str_printf(a, &text, e, "column '%.*s' is text: %.*s",
                        STR_FMT(json_text(json_find(c, "name"))), STR_FMT(why));
        if (!rc)
            answer_warn(out, text);
        told++;
    }
    return rc;
}

static struct joined_tables joined(const struct table_part *r)
{
    return (struct joined_tables){
        .t = r->t, .a = r->a, .out = r->out, .schema = r->schema};
}

static enum err run_sql(struct table_part *r, struct str sql, struct json **out,
                        struct error *e)
{
    const struct joined_tables j = joined(r);

    return joined_query(&j, sql, r->max_rows, out, e);
}

/* The one number of the tie query; 0 when there is none. */
static enum err count_ties(struct table_part *r, struct str sql, uint64_t *out,
                           struct error *e)
{
    const struct json *row;
    struct json *result;
    enum err rc;

    *out = 0;
    if (!sql.n)
        return OK;
    rc = run_sql(r, sql, &result, e);
    if (rc)
        return rc;
    row = json_find(result, "rows");
    row = row ? row->first : NULL;
    if (!row || !row->first || row->first->type != JSON_NUMBER)
        return OK;
    return json_read_u64(row->first, "ties", UINT64_MAX / 2, out, e);
}

/* The query's own notes stay out: a cut tie was looked for and counted. */
static enum err read_coverage(struct answer *out, const struct json *result,
                              struct error *e)
{
    out->result = result;
    out->rows_total = joined_rows(out);
    out->truncated = json_is_true(json_find(result, "has_more"));
    answer_warn(out,
                json_text(json_find(out->sources[out->used].map, "caution")));
    return json_read_u64(json_find(result, "rows_scanned"), "rows_scanned",
                         UINT64_MAX / 2, &out->rows_scanned, e);
}

static void ask_back(struct answer *out)
{
    out->mode = ANSWER_CLARIFICATION;
    out->text = out->asked.message;
}

static enum err run(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;
    struct phrase_request said = {.spec = &out->asked.spec,
                                  .language = out->asked.language};
    struct phrase phrase = {0};
    struct json *result;
    uint64_t ties = 0;
    bool holds = true;
    enum err rc = run_sql(r, out->asked.sql, &result, e);

    out->used = out->asked.table;
    if (!rc)
        rc = count_ties(r, out->asked.tie_sql, &ties, e);
    if (rc)
        return rc;
    if (out->asked.n_expected &&
        reading_holds(&out->asked, result, r->a, &holds, e))
        return e->code;
    if (!holds) {
        ask_back(out);
        return OK;
    }
    if (out->asked.confidence == 0 && !out->asked.by_model)
        out->asked.confidence = rules_confidence(out);
    said.result = result;
    said.within = ties;
    if (out->asked.is_bare_sql ? phrase_rows(&said, r->a, &phrase, e)
                               : phrase_answer(&said, r->a, &phrase, e))
        return e->code;
    out->text = phrase.text;
    out->chart = phrase.chart;
    for (size_t i = 0; i < phrase.n_notes; i++)
        answer_warn(out, phrase.notes[i]);
    if (layer_flag(result, r->a, out, e))
        return e->code;
    return read_coverage(out, result, e);
}

static enum err no_tables(const struct expanded *x, struct error *e)
{
    const struct str unread = buf_str(&x->unread);

    return error_set(e, ERR_NOT_FOUND, "base '%.*s' has no %s%s%.*s",
                     STR_FMT(x->base),
                     x->n_unread ? "table that can be read" : "documents",
                     x->n_unread ? "; not these: " : "", STR_FMT(unread));
}

enum err table_part_read(struct table_part *r, struct error *e)
{
    enum err rc = OK;

    r->schema = arena_alloc(r->a, sizeof(*r->schema), e);
    if (!r->schema)
        return e->code;
    rc = read_sources(r, e);
    if (!rc)
        rc = layer_tell(r->t, r->schema, r->a, r->out, e);
    if (rc || r->out->n_sources > 0 || r->expanded.pages.n_bases > 0)
        return rc;
    if (r->expanded.documents == 0 || r->expanded.n_unread > 0)
        return no_tables(&r->expanded, e);
    expand_search_data(&r->expanded);
    return OK;
}

/* Asked back: what the question most likely asks is the answer where that is
 * likely enough, and else stands beside it. */
static enum err read_likely(struct table_part *r, struct str question,
                            struct error *e)
{
    struct answer *out = r->out;
    struct answer *likely = arena_alloc(r->a, sizeof(*likely), e);
    struct table_part again = *r;
    const struct reading_request q = {r->t,
                                      &out->sources[out->asked.table],
                                      out->n_sources == 1,
                                      question,
                                      &r->reading,
                                      r->a};
    bool given = false;

    if (!likely)
        return e->code;
    *likely = *out;
    likely->mode = ANSWER_STRUCTURED;
    again.out = likely;
    if (reading_try(&q, &likely->asked, &given, e))
        return e->code;
    if (likely->asked.outcome == ASK_CLARIFY)
        return OK;
    if (run(&again, e))
        return e->code;
    if (likely->mode == ANSWER_CLARIFICATION)
        return OK;
    if (given)
        *out = *likely;
    else
        out->likely = likely;
    return OK;
}

enum err table_part_ask(struct table_part *r, struct str question,
                        struct error *e)
{
    struct answer *out = r->out;
    const struct joined_tables j = joined(r);
    enum err rc = r->is_refined ? OK : joined_ask(&j, question, e);
    bool taken = false;

    if (!rc && !r->is_refined)
        rc = planned_try(r, question, true, run, &taken, e);
    if (rc || taken)
        return rc;
    if (!rc)
        rc = layer_ask(r->schema, r->a, out, e);
    if (!rc)
        rc = tell_text(out, r->a, e);
    if (!rc)
        rc = tell_base(r, e);
    if (rc)
        return rc;
    out->mode = ANSWER_STRUCTURED;
    if (out->asked.outcome == ASK_ANSWERABLE)
        return run(r, e);
    ask_back(out);
    rc = read_likely(r, question, e);
    if (!rc && out->mode == ANSWER_CLARIFICATION)
        rc = planned_try(r, question, false, run, &taken, e);
    return rc;
}
