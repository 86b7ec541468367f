/*
 * answer.c - the way of a question:
 *
 *     request -> tables read -> route -+-> tables asked (table_part.h) -+-> joined
 *        |                             +-> pages searched (page_part.h) +-> figures
 *        +-> the text that came with it, alone
 *
 * A mixed question is split: one half goes to the tables, the other to the pages, and
 * the answer has both. If the pages have nothing, the tables get the whole question,
 * which is safe because they answer only if all of it binds. The pages get the tables'
 * half only if a word of it matches nothing in the tables, or if the table that it was
 * read over is one of a document whose text is searched; otherwise the clarifying question is the answer.
 */
#include "answer/aged_copy.h"
#include "answer/base_rules.h"
#include "answer/conversation.h"
#include "answer/figure_sources.h"
#include "answer/found_tables.h"
#include "answer/page_part.h"
#include "answer/sentence/wording.h"
#include "answer/shorten.h"
#include "answer/table_part.h"
#include "answer/table_union.h"
#include "ask/route/marks.h"
#include "base/clock.h"
#include "base/trace.h"
#include "base/utf8.h"
#include "tables/format.h"

#define MAX_TEXT_CHARACTERS 2000
#define MIN_TABLES_TEXT     200 /* characters, besides what pages say */

/* From here on a cell answers all of a question that seems to have two parts. */
#define WHOLE_CELL_CONFIDENCE 0.6

/* Below, pages are asked as well. */
#define SURE_CELL_CONFIDENCE 0.8

/* A question under way. */
struct asking {
    const struct answer_request *r;
    enum request_type type; /* that of the request, or what its bases say */
    struct arena *a;
    struct answer *out;
    struct table_part tables;
    struct page_found found;
    struct trace trace;
    struct words words;
    size_t n_warnings;    /* before the tables were asked */
    struct str of_tables; /* what each says */
    struct str of_pages;
};

static struct str say(const struct asking *x, enum wording w)
{
    return wording_text(x->out->asked.language, w);
}

static void report_stage(const struct asking *x, enum answer_stage stage)
{
    const struct answer_listener *l = &x->r->listener;

    if (l->reached)
        l->reached(l->ctx, x->out, stage);
}

static bool has_tables(const struct asking *x)
{
    return x->out->n_sources > 0;
}

static bool has_pages(const struct asking *x)
{
    return x->tables.expanded.pages.n > 0;
}

/* Of files there is nothing to choose, and of a base with one kind neither. */
static enum err find_route(struct asking *x, struct error *e)
{
    struct route_base base = {.has_tables = has_tables(x),
                              .has_prose = has_pages(x)};
    enum err rc = OK;

    if (base.has_tables && base.has_prose)
        rc = route_marks(x->tables.schema, &x->words, x->a, &base.marks,
                         &base.n_marks, e);
    return rc ? rc
              : route_question(&base, x->r->question, &x->words, x->a,
                               &x->out->route, e);
}

/* A question that goes on from one about tables is for them as well. */
static enum err find_follow_up(struct asking *x, struct error *e)
{
    const struct route_part whole = {0, x->r->question.n};
    const struct joined_tables j = {
        .t = x->tables.t, .a = x->a, .out = x->out, .schema = x->tables.schema};
    bool refined = false;

    if (x->r->n_history == 0 || !has_tables(x) || x->type == REQUEST_SEMANTIC)
        return OK;
    if (conversation_refine(&j, x->r, &refined, e))
        return e->code;
    if (!refined)
        return OK;
    x->out->route =
        (struct route){.mode = ROUTE_STRUCTURED, .structured = whole};
    x->tables.is_refined = x->out->is_follow_up = true;
    return joined_report_unfound(&j, e);
}

/* What the asker says goes; a part that is not there is an error. */
static enum err choose_route(struct asking *x, struct error *e)
{
    static const enum route_mode modes[] = {[REQUEST_STRUCTURED] =
                                                ROUTE_STRUCTURED,
                                            [REQUEST_SEMANTIC] = ROUTE_SEMANTIC,
                                            [REQUEST_HYBRID] = ROUTE_HYBRID};
    const struct route_part whole = {0, x->r->question.n};
    struct route *route = &x->out->route;
    enum err rc = x->tables.is_refined ? OK : find_route(x, e);

    if (rc || x->tables.is_refined || x->type == REQUEST_AUTO ||
        route->mode == modes[x->type])
        return rc;
    route->mode = modes[x->type];
    route->n_reasons = 0;
    route->structured = route->semantic = whole;
    if (route->mode != ROUTE_STRUCTURED && !has_pages(x))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "there are no pages to search; 'quarry add BASE "
                         "FILE...' makes a base of them");
    if (route->mode != ROUTE_SEMANTIC && !has_tables(x))
        return error_set(e, ERR_VALIDATION_FAILED, "the base has no tables");
    return OK;
}

static struct str part_of(const struct asking *x, struct route_part part)
{
    return str_slice(x->r->question, part.from, part.to);
}

static enum err ask_tables(struct asking *x, struct str question,
                           struct error *e)
{
    enum err rc;

    x->n_warnings = x->out->n_warnings;
    rc = table_part_ask(&x->tables, question, e);
    x->of_tables = x->out->text;
    trace_stage(&x->trace, "tables");
    if (!rc)
        report_stage(x, ANSWER_ROWS);
    return rc;
}

/* A question of how many is counted in rows, and never in passages: does this
 * part of it ask that? */
static enum err asks_count(const struct asking *x, struct str part, bool *asks,
                           struct error *e)
{
    struct words w;

    *asks = false;
    if (words_cut(part, WORDS_TEXT, x->a, &w, e))
        return e->code;
    for (size_t i = 0; i < w.n; i++) {
        size_t n;
        const struct question_word *l = question_words_find(&w, i, &n);

        *asks |= l && l->kind == CONCEPT_MANY;
    }
    return OK;
}

/* Were rows counted for all that the passages are asked? */
static bool is_counted(const struct asking *x, struct str part)
{
    return x->out->result && part.n == x->r->question.n;
}

static struct page_part pages_of(struct asking *x)
{
    return (struct page_part){.t = x->tables.t,
                              .request = x->r,
                              .pages = &x->tables.expanded.pages,
                              .found = &x->found,
                              .a = x->a,
                              .out = x->out};
}

static enum err ask_pages(struct asking *x, struct str question,
                          struct error *e)
{
    const struct page_part part = pages_of(x);
    struct str text;
    bool counts = false;
    bool joined;
    enum err rc =
        conversation_question(x->r, question, x->a, &text, &joined, e);

    if (!rc)
        rc = page_part_ask(&part, text, 1 + answer_tables_used(x->out),
                           &x->of_pages, e);
    x->out->is_follow_up |= joined;
    trace_stage(&x->trace, "pages");
    if (!rc && joined)
        answer_note(x->out, say(x, WORDING_NOTE_JOINED));
    if (!rc)
        report_stage(x, ANSWER_FOUND);
    if (!rc && part.pages->left_out > 0)
        answer_warn(x->out, say(x, WORDING_NOTE_EIGHT));
    if (!rc && page_part_is_of_scans(x->out))
        answer_warn(x->out, say(x, WORDING_NOTE_OCR));
    if (!rc && x->of_pages.n && !is_counted(x, question))
        rc = asks_count(x, question, &counts, e);
    if (!rc && counts)
        answer_warn(x->out, say(x, WORDING_NOTE_NOT_COUNTED));
    return rc;
}

/* Do several tables have all that the question says? Then it is for them. */
static bool asks_which_table(const struct answer *out)
{
    return out->mode == ANSWER_CLARIFICATION && out->asked.n_candidates > 0 &&
           out->asked.candidates[0].kind == CANDIDATE_TABLE;
}

/* What the tables said is left out, with the first `n` warnings that came of
 * it. */
static void leave_tables_out(struct asking *x, size_t n)
{
    struct answer *out = x->out;
    const size_t from = x->n_warnings;

    memmove(&out->warnings[from], &out->warnings[from + n],
            (out->n_warnings - from - n) * sizeof(*out->warnings));
    out->n_warnings -= n;
    x->of_tables = (struct str){0};
    out->asked.n_candidates = 0;
    out->asked.n_notes = 0;
    out->n_alternatives = 0;
    out->likely = NULL;
}

/* Pages say nothing, and the question was not clearly for them. */
static enum err ask_tables_after_all(struct asking *x, struct error *e)
{
    struct answer *out = x->out;
    enum err rc;

    if (x->of_pages.n || !has_tables(x) || x->type != REQUEST_AUTO ||
        out->route.mode != ROUTE_SEMANTIC)
        return OK;
    rc = ask_tables(x, x->r->question, e);
    if (rc || out->mode == ANSWER_STRUCTURED || asks_which_table(out)) {
        answer_note(out, say(x, WORDING_NOTE_AFTER_ALL));
        return rc;
    }
    leave_tables_out(x, out->n_warnings - x->n_warnings);
    return OK;
}

/* What pages say gives way to a cell of a table that is surer to answer all of the
 * question. */
static enum err ask_cell(struct asking *x, const struct rivals *rivals,
                         bool *given, struct error *e)
{
    const struct route_part whole = {0, x->r->question.n};
    struct answer *out = x->out;
    const size_t n_warnings = out->n_warnings;
    enum err rc;

    *given = false;
    if (x->type != REQUEST_AUTO || !has_tables(x) || !has_pages(x))
        return OK;
    rc = table_part_cell(&x->tables, x->r->question, rivals, given, e);
    if (rc || !*given)
        return rc;
    x->of_tables = out->text;
    x->of_pages = (struct str){0};
    out->n_passages = 0;
    out->route.mode = ROUTE_STRUCTURED;
    out->route.structured = whole;
    x->n_warnings = n_warnings;
    report_stage(x, ANSWER_ROWS);
    return OK;
}

/* A cell that is less than sure gives way to what pages say more surely. */
static enum err ask_surer_pages(struct asking *x, struct error *e)
{
    struct answer *out = x->out;
    struct answer *cell;
    enum err rc;

    if (x->type != REQUEST_AUTO || out->route.mode != ROUTE_STRUCTURED ||
        out->mode != ANSWER_STRUCTURED || !out->asked.is_cell ||
        out->asked.confidence >= SURE_CELL_CONFIDENCE || !has_pages(x))
        return OK;
    cell = arena_alloc(x->a, sizeof(*cell), e);
    if (!cell)
        return e->code;
    *cell = *out;
    leave_tables_out(x, out->n_warnings - x->n_warnings);
    out->result = NULL;
    rc = ask_pages(x, x->r->question, e);
    if (!rc && !table_part_is_quoted(out, x->of_pages, &cell->asked, x->a) &&
        page_part_confidence(out, x->of_pages) > cell->asked.confidence) {
        out->route.mode = ROUTE_SEMANTIC;
        out->route.semantic = out->route.structured;
        return OK;
    }
    *out = *cell;
    x->of_tables = out->text;
    x->of_pages = (struct str){0};
    return rc;
}

/* Is the table that the question was read over one of a document whose text is searched,
 * too? */
static bool is_of_page(const struct answer *out)
{
    const size_t i = out->asked.table;

    return i < out->n_sources &&
           format_has_text(json_text(json_find(out->sources[i].map, "format")));
}

/* May the text of a base say what its tables do not? That of a document that the
 * table is of may say anything; other pages only what is no word of a table. */
static bool may_be_of_pages(const struct answer *out)
{
    return out->asked.is_unknown || is_of_page(out);
}

/* The tables have no column for what the question says: pages may say it. */
static enum err ask_pages_after_all(struct asking *x, struct error *e)
{
    struct answer *out = x->out;
    const size_t n = out->n_warnings - x->n_warnings;
    enum err rc;

    if (x->type != REQUEST_AUTO || out->route.mode != ROUTE_STRUCTURED ||
        out->mode != ANSWER_CLARIFICATION || asks_which_table(out) ||
        !has_pages(x) || !may_be_of_pages(out))
        return OK;
    rc = ask_pages(x, x->r->question, e);
    if (rc || x->of_pages.n == 0)
        return rc;
    out->route.mode = ROUTE_SEMANTIC;
    out->route.semantic = out->route.structured;
    leave_tables_out(x, n);
    return OK;
}

/* Nor have the tables that were asked, if any, answered: those of the pages that were
 * found, of bases with too many. */
static enum err ask_found(struct asking *x, struct error *e)
{
    const struct page_part part = pages_of(x);
    struct answer *found;
    enum err rc;

    if (x->type != REQUEST_AUTO || x->out->result || x->r->n_history > 0)
        return OK;
    rc = found_tables_ask(&part, &x->tables, &x->words, x->of_pages, &found, e);
    if (rc || !found)
        return rc;
    *x->out = *found;
    x->of_tables = found->text;
    x->of_pages = (struct str){0};
    report_stage(x, ANSWER_ROWS);
    return OK;
}

/* Both texts as one. */
static enum err join(struct asking *x, struct error *e)
{
    const size_t pages = utf8_count(x->of_pages);
    const size_t room = pages + MIN_TABLES_TEXT < MAX_TEXT_CHARACTERS
                            ? MAX_TEXT_CHARACTERS - pages - 2
                            : MIN_TABLES_TEXT;

    if (shorten_text(&x->of_tables, room, x->a, e))
        return e->code;
    x->out->pages_from = x->of_tables.n;
    return str_printf(
        x->a, &x->out->text, e, "%.*s%s%.*s", STR_FMT(x->of_tables),
        x->of_tables.n && x->of_pages.n ? "\n\n" : "", STR_FMT(x->of_pages));
}

static struct str nothing_found(const struct asking *x)
{
    if (x->out->documents_searched == 0 && x->out->behind.n)
        return say(x, WORDING_NOT_INDEXED);
    return say(x, WORDING_NOTHING_FOUND);
}

/* Of two parts one may have nothing to say, and says that. */
static void report_nothing(struct asking *x)
{
    struct answer *out = x->out;

    if (out->route.mode == ROUTE_SEMANTIC && x->of_tables.n) {
        out->mode = ANSWER_STRUCTURED;
        return;
    }
    if (out->route.mode == ROUTE_SEMANTIC) {
        out->mode = x->of_pages.n ? ANSWER_SEMANTIC : ANSWER_NO_ANSWER;
    } else if (out->route.mode == ROUTE_HYBRID) {
        if (out->result || x->of_pages.n)
            out->mode = ANSWER_HYBRID;
        else
            return; /* a clarifying question */
    } else {
        return;
    }
    if (x->of_pages.n == 0)
        x->of_pages = nothing_found(x);
}

static enum err ask_both(struct asking *x, struct error *e)
{
    const struct route *route = &x->out->route;
    struct rivals rivals = {.tables = WHOLE_CELL_CONFIDENCE};
    bool is_cell = false;
    enum err rc = OK;

    if (route->mode != ROUTE_SEMANTIC && x->r->filters.n)
        answer_note(x->out, say(x, WORDING_NOTE_PASSAGES_ONLY));
    if (route->mode == ROUTE_HYBRID)
        rc = ask_cell(x, &rivals, &is_cell, e);
    if (!rc && route->mode != ROUTE_SEMANTIC && !is_cell)
        rc = ask_tables(x, part_of(x, route->structured), e);
    if (!rc && route->mode != ROUTE_STRUCTURED)
        rc = ask_pages(x, part_of(x, route->semantic), e);
    rivals = (struct rivals){0, page_part_confidence(x->out, x->of_pages),
                             x->of_pages};
    if (!rc && (route->mode == ROUTE_SEMANTIC ||
                (route->mode == ROUTE_HYBRID && !x->out->result)))
        rc = ask_cell(x, &rivals, &is_cell, e);
    if (!rc)
        rc = ask_tables_after_all(x, e);
    if (!rc && !is_cell)
        rc = ask_surer_pages(x, e);
    if (!rc)
        rc = ask_pages_after_all(x, e);
    if (!rc)
        rc = ask_found(x, e);
    if (rc)
        return rc;
    report_nothing(x);
    return join(x, e);
}

/* A base may say that its tables are not asked, or nothing else. */
static enum err obey_bases(struct asking *x, struct error *e)
{
    struct base_rules rules;

    if (base_rules_read(x->tables.t, x->out, x->a, &rules, e))
        return e->code;
    if (rules.max_rows && rules.max_rows < x->tables.max_rows)
        x->tables.max_rows = rules.max_rows;
    if (rules.is_structured && x->type == REQUEST_AUTO)
        x->type = REQUEST_STRUCTURED;
    if (rules.off.n == 0)
        return OK;
    if (x->type == REQUEST_STRUCTURED || !has_pages(x))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the tables of base '%.*s' are not used: its "
                         "structured_query_config is not enabled",
                         STR_FMT(rules.off));
    x->type = REQUEST_SEMANTIC;
    answer_note(x->out, say(x, WORDING_NOTE_TABLES_OFF));
    return OK;
}

static enum err ask_sources(struct asking *x, struct error *e)
{
    const struct page_part part = pages_of(x);
    enum err rc = expand_bases(x->tables.t, x->r->sources, x->r->n, x->a,
                               &x->tables.expanded, e);

    if (rc)
        return rc;
    if (conversation_heard(x->r, x->a, &x->tables.heard, e))
        return e->code;
    x->out->base = x->tables.expanded.base;
    if (x->out->base.n == 0)
        x->out->base = x->tables.expanded.pages.base[0].name;
    trace_stage(&x->trace, "sources");
    if (!rc && x->type == REQUEST_STRUCTURED)
        rc = found_tables_add(&part, &x->tables.expanded, e);
    if (!rc)
        rc = table_part_read(&x->tables, e);
    trace_stage(&x->trace, "maps");
    if (!rc)
        rc = obey_bases(x, e);
    if (!rc)
        rc = find_follow_up(x, e);
    if (!rc)
        rc = choose_route(x, e);
    trace_stage(&x->trace, "route");
    if (!rc)
        report_stage(x, ANSWER_ROUTED);
    if (!rc)
        rc = ask_both(x, e);
    if (rc || x->out->mode == ANSWER_CLARIFICATION)
        return rc;
    rc = figure_sources_find(x->out, x->a, e);
    trace_stage(&x->trace, "figures");
    return rc;
}

/* Bases that are named with a selected text say which model may have it: each
 * must be asked, so none is left out. */
static enum err note_bases(const struct answer_request *r,
                           struct expanded_pages *out, struct error *e)
{
    for (size_t i = 0; i < r->n; i++) {
        if (!expand_note_pages(base_of_path(r->sources[i].path), out))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "with a selected text at most %d bases are named",
                             EXPAND_MAX_PAGE_BASES);
    }
    return OK;
}

static enum err ask_selected(struct asking *x, struct error *e)
{
    struct answer *out = x->out;
    const struct page_part part = pages_of(x);
    enum err rc;

    rc = note_bases(x->r, &x->tables.expanded.pages, e);
    if (!rc)
        rc = page_part_selected(&part, &out->text, e);
    if (rc)
        return rc;
    answer_warn(out, say(x, WORDING_NOTE_SELECTED));
    out->mode = out->text.n ? ANSWER_SELECTED_TEXT : ANSWER_NO_ANSWER;
    if (out->text.n == 0)
        out->text = nothing_found(x);
    return figure_sources_find(out, x->a, e);
}

static enum err check(const struct answer_request *r, struct error *e)
{
    enum err rc = request_check(r, e);

    if (!rc && !r->is_selected && (r->n == 0 || r->n > ANSWER_MAX_SOURCES))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "a question takes 1 to %d files or bases, not %zu",
                       ANSWER_MAX_SOURCES, r->n);
    return rc;
}

enum err answer_once(struct tables *t, const struct answer_request *r,
                     struct arena *a, struct answer *out, struct error *e)
{
    const uint64_t started_ns = clock_ns();
    struct asking x = {.r = r,
                       .type = r->choose ? REQUEST_STRUCTURED : r->type,
                       .a = a,
                       .out = out};
    enum err rc = check(r, e);

    if (rc)
        return rc;
    trace_begin(&x.trace, "answer");
    *out = (struct answer){.question = r->question,
                           .mirrors_mode = r->names_mode,
                           .is_selected = r->is_selected,
                           .session_id = r->session_id};
    x.tables = (struct table_part){.t = t,
                                   .a = a,
                                   .out = out,
                                   .reading = r->reading,
                                   .model = r->model,
                                   .spec = r->spec,
                                   .cancel = r->cancel,
                                   .behind = r->behind,
                                   .chosen = r->choose,
                                   .max_bytes = r->max_bytes,
                                   .max_rows = r->max_rows ? r->max_rows
                                                           : REQUEST_ROWS};
    rc = words_cut(r->question, WORDS_TEXT, a, &x.words, e);
    if (rc)
        return rc;
    out->asked.language = question_words_language(&x.words);
    rc = r->is_selected ? ask_selected(&x, e) : ask_sources(&x, e);
    expand_release(&x.tables.expanded);
    table_part_release(&x.tables);
    out->response_time_ms = (double)(clock_ns() - started_ns) / 1e6;
    return rc;
}
