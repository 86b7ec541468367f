/*
 * table_part.c - the way of a question through tables:
 *
 *     schema (table_read.c) -> ask_question() -> SQL -> rows -> sentence
 *                                   |
 *                                   +-> likely? -> planned? -> a clarifying question
 *
 * Only the table that the question is about is queried; the others, of other
 * files and other sheets, are known by their profiles alone. A figure is said
 * only as a cell of the result.
 */
#include "answer/table_part.h"

#include "answer/alternatives.h"
#include "answer/answer_layer.h"
#include "answer/crosstab_part.h"
#include "answer/joined_tables.h"
#include "answer/model_plan.h"
#include "answer/reading.h"
#include "answer/rows_behind.h"
#include "answer/rules_confidence.h"
#include "answer/sentence/sentence_rows.h"
#include "answer/sentence/wording.h"
#include "answer/source_notes.h"
#include "answer/table_union.h"
#include "answer/whole_minutes.h"
#include "ask/candidates/ranker.h"
#include "ask/llm_planner/llm_plan.h"
#include "ask/llm_planner/metric_spec.h"
#include "search/documents/uri.h"

#include <math.h>
#include <string.h>

/* Tables of a base that a note names. */
#define TABLES_SHOWN 12
#define NOTE_BYTES   ((size_t)64 * 1024)
#define TEXT_SHOWN   3 /* columns of text that a note explains */

/* "orders (12 rows), cities (3 rows)": what a base has to ask. */
static enum err list_tables(const struct answer *out, struct arena *a,
                            struct str *text, struct error *e)
{
    const enum language language = out->asked.language;
    struct str fill[WORDING_FILLED] = {out->base};
    struct buf b;
    enum err rc;

    buf_init(&b, NOTE_BYTES);
    for (size_t i = 0; i < out->n_sources && i < TABLES_SHOWN; i++) {
        const struct answer_source *s = &out->sources[i];
        const struct str row =
            wording_text(language, s->rows == 1 ? WORDING_ROW : WORDING_ROWS);

        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_FMT(s->file));
        if (s->table.n)
            buf_printf(&b, " %.*s", STR_FMT(s->table));
        buf_printf(&b, " (%llu %.*s)", (unsigned long long)s->rows,
                   STR_FMT(row));
    }
    if (out->n_sources > TABLES_SHOWN) {
        char more[32];
        const struct str n = {more,
                              (size_t)snprintf(more, sizeof(more), "%zu",
                                               out->n_sources - TABLES_SHOWN)};

        wording_put(&b, language, WORDING_BASE_MORE, &n, 1);
    }
    fill[1] = buf_str(&b);
    rc = wording_fill(language, WORDING_BASE_HAS, fill, a, text, e);
    buf_release(&b);
    return rc;
}

static enum err left_out(const struct table_part *r, struct str *text,
                         struct error *e)
{
    const struct expanded *x = &r->expanded;
    const bool one = x->left_out == 1;
    enum wording w = one ? WORDING_BASE_LEFT_ONE : WORDING_BASE_LEFT;
    char looked[32];
    char left[32];
    struct str fill[WORDING_FILLED] = {{0}, {0}, x->base};

    if (x->base.n == 0)
        w = one ? WORDING_FOLDER_LEFT_ONE : WORDING_FOLDER_LEFT;
    (void)snprintf(looked, sizeof(looked), "%zu", r->out->n_sources);
    (void)snprintf(left, sizeof(left), "%zu", x->left_out);
    fill[0] = str_from(looked);
    fill[1] = str_from(left);
    return wording_fill(r->out->asked.language, w, fill, r->a, text, e);
}

/* Names of files that could not be read. */
static enum err unread(const struct table_part *r, struct str *text,
                       struct error *e)
{
    const struct expanded *x = &r->expanded;
    struct str names;

    if (str_printf(r->a, &names, e, "%.*s%s", STR_FMT(buf_str(&x->unread)),
                   x->n_unread > EXPAND_UNREAD_SHOWN ? ", ..." : ""))
        return e->code;
    return wording_make(r->out->asked.language, WORDING_BASE_UNREAD, names,
                        r->a, text, e);
}

/* Of a server's database what was not copied, so that no answer has it. */
static enum err not_copied(const struct table_part *r, struct str *text,
                           struct error *e)
{
    const struct json *list = NULL;
    size_t shown = 0;
    struct buf names;
    enum err rc;

    for (size_t i = 0; i < r->out->n_sources && !list; i++) {
        const struct json *map = r->out->sources[i].map;

        if (json_find(json_find(map, "source"), "server"))
            list = json_find(map, "left_out");
    }
    *text = (struct str){0};
    if (!list || !list->first)
        return OK;
    buf_init(&names, NOTE_BYTES);
    for (const struct json *j = list->first; j; j = j->next, shown++) {
        if (shown < EXPAND_UNREAD_SHOWN)
            buf_printf(&names, "%s%.*s", shown ? ", " : "",
                       STR_FMT(json_text(json_find(j, "name"))));
        else if (shown == EXPAND_UNREAD_SHOWN)
            buf_puts(&names, ", ...");
    }
    rc = wording_make(r->out->asked.language, WORDING_SERVER_LEFT,
                      buf_str(&names), r->a, text, e);
    buf_release(&names);
    return rc;
}

/* Say what of a base or folder was not looked at, and, asking for
 * clarification, what of a base was. */
static enum err write_base(struct table_part *r, struct error *e)
{
    const struct expanded *x = &r->expanded;
    struct answer *out = r->out;
    struct str text = {0};
    enum err rc = OK;

    if (x->base.n && out->mode == ANSWER_CLARIFICATION)
        rc = list_tables(out, r->a, &text, e);
    answer_warn(out, text);
    if (!rc && x->n_unread)
        rc = unread(r, &text, e);
    answer_warn(out, x->n_unread ? text : (struct str){0});
    if (!rc && x->left_out)
        rc = left_out(r, &text, e);
    answer_warn(out, x->left_out ? text : (struct str){0});
    if (!rc)
        rc = not_copied(r, &text, e);
    answer_warn(out, text);
    return rc;
}

/* Rows of a file that went to the server, as the smaller side of a join. */
static enum err write_sent(struct table_part *r, const struct json *result,
                           struct error *e)
{
    const struct json *sent = json_find(result, "rows_sent");
    struct str text;

    if (!sent)
        return OK;
    if (wording_make(r->out->asked.language, WORDING_SERVER_SENT, sent->text,
                     r->a, &text, e))
        return e->code;
    answer_warn(r->out, text);
    return OK;
}

/* A column that nearly has the type that a question takes: why it has not. */
static enum err write_text(struct answer *out, struct arena *a, struct error *e)
{
    const struct json *map = out->sources[out->asked.table].map;
    const struct json *columns =
        json_find(json_find(map, "fidelity"), "columns");
    size_t shown = 0;
    enum err rc = OK;

    if (!out->asked.lacks_type || !columns)
        return OK;
    for (const struct json *c = columns->first; c && !rc && shown < TEXT_SHOWN;
         c = c->next) {
        struct str why = json_text(json_find(c, "kept_as_text_because"));
        struct str text;

        if (why.n == 0)
            continue;
        rc = str_printf(a, &text, e, "column '%.*s' is text: %.*s",
                        STR_FMT(json_text(json_find(c, "name"))), STR_FMT(why));
        if (!rc)
            answer_warn(out, text);
        shown++;
    }
    return rc;
}

/* What reading did to the tables whose figures are given, or are likely. The
 * copy that a likely answer is lives where this may be written. */
static enum err write_reading(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;

    if (out->mode == ANSWER_STRUCTURED && out->result)
        return source_notes_write(out, out, r->a, e);
    return r->likely && out->likely
               ? source_notes_write(r->likely, out, r->a, e)
               : OK;
}

struct joined_tables table_part_joined(const struct table_part *r)
{
    return (struct joined_tables){.t = r->t,
                                  .a = r->a,
                                  .out = r->out,
                                  .schema = r->schema,
                                  .max_bytes = r->max_bytes};
}

static enum err run_sql(struct table_part *r, struct str sql, struct json **out,
                        struct error *e)
{
    const struct joined_tables j = table_part_joined(r);

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

struct reading_request table_part_reading(const struct table_part *r)
{
    return (struct reading_request){r->t,
                                    &r->out->sources[r->out->asked.table],
                                    r->out->n_sources == 1,
                                    r->question,
                                    &r->reading,
                                    r->a};
}

/* How sure the rules' own answer is. */
static enum err rate_rules(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;
    const struct reading_request q = table_part_reading(r);
    const struct ranker *ranker =
        r->reading.ranker ? r->reading.ranker : ranker_shared(e);
    struct agreement o = {0};

    if (!ranker)
        return e->code;
    if (!r->is_refined && agreement_of(&q, &out->asked, out->result, &o, e))
        return e->code;
    out->by_rules = true;
    rules_facts(out, &o, out->rules);
    out->asked.confidence = rules_confidence(ranker, out->rules);
    if (out->asked.n_notes && !(out->rules[RULES_PRESENTATION] > 0) &&
        out->asked.confidence > RULES_NOTED_CONFIDENCE)
        out->asked.confidence = RULES_NOTED_CONFIDENCE;
    return OK;
}

static enum err run(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;
    const struct joined_tables j = table_part_joined(r);
    struct sentence_request said = {.spec = &out->asked.spec,
                                    .table =
                                        &r->schema->tables[out->asked.table],
                                    .language = out->asked.language,
                                    .question = r->question};
    struct sentence sentence = {0};
    struct json *result;
    uint64_t ties = 0;
    bool holds = true;
    enum err rc = run_sql(r, out->asked.sql, &result, e);

    out->used = out->asked.table;
    out->n_warned = out->n_warnings;
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
    if (whole_minutes(result, r->a, e))
        return e->code;
    out->result = result;
    if (joined_whole_sql(&j, out->asked.sql, &out->whole_sql, e))
        return e->code;
    if (!out->asked.n_expected && !out->asked.by_model && !r->spec &&
        !out->asked.by_parser && rate_rules(r, e))
        return e->code;
    said.map = out->sources[out->used].map;
    said.result = result;
    said.within = ties;
    if (rows_behind_find(r, e) ||
        rows_behind_holders(r, result, &said.holders, e))
        return e->code;
    if (out->asked.is_bare_sql ? sentence_rows(&said, r->a, &sentence, e)
                               : sentence_answer(&said, r->a, &sentence, e))
        return e->code;
    out->text = sentence.text;
    out->reading = sentence.reading;
    memcpy(out->restated, sentence.restated, sizeof(out->restated));
    out->n_restated = sentence.n_restated;
    out->counts = sentence.counts;
    out->marks = sentence.marks;
    out->chart = sentence.chart;
    memcpy(out->labels, sentence.labels, sizeof(out->labels));
    out->n_labels = sentence.n_labels;
    for (size_t i = 0; i < sentence.n_notes; i++)
        answer_warn(out, sentence.notes[i]);
    if (layer_flag(result, r->a, out, e) || write_sent(r, result, e))
        return e->code;
    return read_coverage(out, result, e);
}
/* By the rules, else what is likely, else by a model, else a clarifying
 * question. */
static enum err answer_by_rules(struct table_part *r, struct str question,
                                struct error *e)
{
    struct answer *out = r->out;
    bool taken = false;
    enum err rc = layer_ask(r->schema, r->a, out, e);

    if (rc)
        return rc;
    out->mode = ANSWER_STRUCTURED;
    if (out->asked.outcome == ASK_ANSWERABLE) {
        rc = run(r, e);
        return rc || r->reading.rules_only || out->mode == ANSWER_CLARIFICATION
                   ? rc
                   : alternatives_of_answer(r, run, e);
    }
    ask_back(out);
    rc = r->reading.rules_only ? OK : alternatives_of_doubt(r, run, e);
    if (!rc && out->mode == ANSWER_CLARIFICATION)
        rc = model_plan_try(r, question, false, run, &taken, e);
    return rc;
}

/* Between cells, in the text of a page. */
static bool has_cells(struct str text)
{
    return str_find(text, STR(" | ")) < text.n ||
           str_find(text, STR("  ")) < text.n;
}

/* Is a table one of the page that a pointer leads to, of the same base? */
static bool is_of_page(const struct answer_source *s, const struct uri *at)
{
    return at->page > 0 && str_eq(answer_source_base(s), at->base) &&
           at->page ==
               json_u64(json_find(json_find(s->map, "fidelity"), "page"),
                        UINT32_MAX);
}

bool table_part_is_quoted(const struct answer *out, struct str quote,
                          const struct ask_result *cell, struct arena *a)
{
    const struct answer_source *s = &out->sources[cell->table];
    const struct answer_passage *p = &out->passages[0];
    struct error ignored;
    struct uri at;

    return cell->is_cell && out->n_passages > 0 && has_cells(quote) &&
           str_eq(str_after_last(s->file, '/'), p->title) &&
           uri_parse(p->pointer, a, &at, &ignored) == OK && is_of_page(s, &at);
}

/* A cell of a crosstab is the answer where nothing else is surer; pages compute nothing,
 * so that they are no rivals of what is computed. */
static enum err answer_by_crosstab(struct table_part *r,
                                   const struct rivals *rivals, bool *given,
                                   struct error *e)
{
    struct ask_result *cell = arena_alloc(r->a, sizeof(*cell), e);
    double least = fmax(rivals->tables, CROSSTAB_CONFIDENCE);

    *given = false;
    if (!cell)
        return e->code;
    if (r->reading.rules_only || r->is_refined || r->out->asked.by_model)
        return OK;
    if (crosstab_part_find(r, cell, given, e))
        return e->code;
    if (cell->is_cell &&
        !table_part_is_quoted(r->out, rivals->quote, cell, r->a))
        least = fmax(least, rivals->pages);
    *given &= cell->confidence > least;
    return *given ? alternatives_replace(r, cell, run, e) : OK;
}

/* The asker says what is to be run: nothing is bound, and nothing guessed. */
static enum err answer_by_spec(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;

    if (plan_of_spec(r->spec, r->schema, r->a, &out->asked, e))
        return e->code;
    out->mode = ANSWER_STRUCTURED;
    if (run(r, e))
        return e->code;
    layer_choose_chart(metric_spec_chart(r->spec), out);
    return OK;
}

enum err table_part_ask(struct table_part *r, struct str question,
                        struct error *e)
{
    const struct joined_tables j = table_part_joined(r);
    enum err rc = r->is_refined ? OK : joined_ask(&j, question, e);
    struct rivals rivals = {0};
    bool taken = false;
    bool is_cell = false;

    r->question = question;
    r->out->base = r->expanded.base;
    r->out->documents_left_out = r->expanded.left_out;
    if (!rc && r->spec) {
        rc = answer_by_spec(r, e);
        taken = true;
    }
    if (!rc && !taken && !r->is_refined)
        rc = model_plan_try(r, question, true, run, &taken, e);
    if (!rc && !taken)
        rc = answer_by_rules(r, question, e);
    if (r->out->mode == ANSWER_STRUCTURED)
        rivals.tables = r->out->asked.confidence;
    if (!rc && !taken)
        rc = answer_by_crosstab(r, &rivals, &is_cell, e);
    if (!rc)
        rc = alternatives_choose(r, e);
    if (!rc && r->out->mode == ANSWER_STRUCTURED && r->out->result)
        rc = union_report(r->out, r->a, e);
    if (!rc && r->out->mode == ANSWER_STRUCTURED && r->out->result)
        rc = rows_behind_place(r, e);
    if (!rc && r->out->mode == ANSWER_STRUCTURED && r->out->result)
        rc = alternatives_note(r, e);
    if (!rc)
        rc = write_reading(r, e);
    if (!rc)
        rc = write_text(r->out, r->a, e);
    return rc ? rc : write_base(r, e);
}

enum err table_part_cell(struct table_part *r, struct str question,
                         const struct rivals *rivals, bool *given,
                         struct error *e)
{
    enum err rc;

    r->question = question;
    r->out->base = r->expanded.base;
    r->out->documents_left_out = r->expanded.left_out;
    rc = answer_by_crosstab(r, rivals, given, e);
    if (rc || !*given)
        return rc;
    if (rows_behind_place(r, e) || alternatives_note(r, e) ||
        write_reading(r, e))
        return e->code;
    return write_base(r, e);
}
