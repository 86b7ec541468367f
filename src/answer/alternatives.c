#include "answer/alternatives.h"

#include "answer/parsed.h"
#include "answer/reading.h"
#include "answer/sentence/wording.h"
#include "ask/named_table.h"

#include <math.h>
#include <string.h>

/* Answers that are surer than this have no alternatives, nor a note of how often such
 * an answer is right. */
#define SURE 0.8

/* More tables of a series are not read once more to be surer of an answer. */
#define MAX_TABLES 64

/* What is right less often is no choice of a clarifying question, and none
 * beside an answer. */
#define LEAST_CONFIDENCE 0.1
#define LEAST_BESIDE     0.5

/* Its own copy of the answer as it stands, with another reading. */
static struct answer *answer_as(const struct table_part *r,
                                const struct ask_result *asked, struct error *e)
{
    struct answer *other = arena_alloc(r->a, sizeof(*other), e);

    if (!other)
        return NULL;
    *other = *r->out;
    other->mode = ANSWER_STRUCTURED;
    other->asked = *asked;
    other->likely = NULL;
    other->n_alternatives = 0;
    if (r->out->result) /* what was said of its rows is of no other's */
        other->n_warnings = r->out->n_warned;
    return other;
}

/* Is it already the answer, or one of the alternatives? */
static bool is_there(const struct answer *out, const struct answer *other)
{
    if (out->result && (str_eq(out->asked.sql, other->asked.sql) ||
                        str_eq(out->text, other->text)))
        return true;
    for (size_t i = 0; i < out->n_alternatives; i++)
        if (str_eq(out->alternatives[i]->asked.sql, other->asked.sql) ||
            str_eq(out->alternatives[i]->text, other->text))
            return true;
    return false;
}

/* Is it likely enough to be chosen? Beside an answer only a real rival is. */
static bool is_choice(const struct answer *out, const struct ask_result *asked)
{
    return asked->confidence >= (out->result ? LEAST_BESIDE : LEAST_CONFIDENCE);
}

/* The likeliest come first. */
static void add(struct answer *out, const struct answer *other)
{
    size_t at = out->n_alternatives;

    if (other->mode != ANSWER_STRUCTURED || !other->result ||
        !is_choice(out, &other->asked) || is_there(out, other))
        return;
    if (at < ANSWER_MAX_ALTERNATIVES)
        out->n_alternatives++;
    else if (out->alternatives[--at]->asked.confidence >=
             other->asked.confidence)
        return;
    for (; at > 0 && out->alternatives[at - 1]->asked.confidence <
                         other->asked.confidence;
         at--)
        out->alternatives[at] = out->alternatives[at - 1];
    out->alternatives[at] = other;
}

/* The choices are readings: a list of columns is none beside them. Values that are
 * spelled nearly so stay. */
static void drop_columns(struct answer *out)
{
    static const char *const ends[] = {"?", "？"};

    if (out->result || !out->asked.is_unknown || out->n_alternatives == 0 ||
        out->asked.n_candidates == 0)
        return;
    for (size_t i = 0; i < out->asked.n_candidates; i++)
        if (out->asked.candidates[i].kind != CANDIDATE_COLUMN)
            return;
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        const struct str end = str_from(ends[i]);
        const size_t at = str_find(out->text, end) + end.n;
        const struct str rest = str_slice(out->text, at, out->text.n);

        if (str_find(rest, out->asked.candidates[0].text) < rest.n)
            out->text = str_slice(out->text, 0, at);
    }
}

/* Is one of a kind among what the rules ask for? */
static bool asks_for(const struct answer *out, enum candidate_kind kind)
{
    for (size_t i = 0; i < out->asked.n_candidates; i++)
        if (out->asked.candidates[i].kind == kind)
            return true;
    return false;
}

/* Is there a value that is spelled nearly as the word that was not found? Then a
 * reading without the word is no choice. */
static bool has_values(const struct answer *out)
{
    return asks_for(out, CANDIDATE_VALUE);
}

/* Run readings, each beside the answer. */
static enum err add_readings(const struct table_part *r,
                             const struct parsed_readings *all, run_asked *run,
                             struct error *e)
{
    for (size_t i = 0; i < all->n && !r->reading.labelled; i++) {
        struct table_part again = *r;

        if (all->reading[i].is_rules || /* it is there already */
            !is_choice(r->out, &all->reading[i].asked) ||
            (!all->reading[i].is_whole && has_values(r->out)))
            continue;
        again.out = answer_as(r, &all->reading[i].asked, e);
        if (!again.out || run(&again, e))
            return e->code;
        again.out->pages_from = again.out->text.n;
        add(r->out, again.out);
    }
    return OK;
}

/* Nobody is sure what is asked: the choices tell what it may be. */
static enum err say_unsure(const struct table_part *r, struct answer *out,
                           struct error *e)
{
    if (wording_make(out->asked.language, WORDING_SEVERAL, (struct str){0},
                     r->a, &out->asked.message, e))
        return e->code;
    out->text = out->asked.message;
    return OK;
}

/* A word that the likeliest choice reads is not asked for, nor what is spelled nearly
 * so: what is meant is one of the choices. */
static enum err ask_which(const struct table_part *r,
                          const struct parsed_readings *all, struct error *e)
{
    struct answer *out = r->out;

    if (out->result || !out->asked.is_unknown || out->n_alternatives == 0 ||
        all->n == 0 || !all->reading[0].reads_unknown || has_values(out) ||
        !str_eq(out->alternatives[0]->asked.sql, all->reading[0].asked.sql))
        return OK;
    out->asked.n_candidates = 0;
    return say_unsure(r, out, e);
}

/* How sure the answer of the rules is; hardly, where it is none of the likely readings. */
static double rules_confidence_of(const struct parsed_readings *readings)
{
    for (size_t i = 0; i < readings->n; i++)
        if (readings->reading[i].is_rules)
            return readings->reading[i].asked.confidence;
    return LEAST_CONFIDENCE;
}

/* Does it give the number of the rows that are listed there? */
static bool counts_rows(const struct parsed_reading *r,
                        const struct answer *out)
{
    const struct json *rows = json_find(out->result, "rows");
    const struct json *count = json_find(out->result, "total_row_count");

    return rows && count && rows->count > 1 && r->n_rows == 1 &&
           r->rows.n == count->text.n + 4 &&
           str_eq(str_slice(r->rows, 2, r->rows.n - 2), count->text);
}

/* Are different values counted of which each row has its own? Those are the rows. */
static bool counts_names(const struct query_spec *s,
                         const struct schema_column *c)
{
    return s->n_measures == 1 && s->measures[0].agg == AGG_DISTINCT &&
           str_eq(s->measures[0].column, c->name) &&
           10 * c->distinct >= 9 * c->non_null;
}

/* Is a column in some part of it, or of rows that it counts? */
static bool uses(const struct query_spec *s, struct str column)
{
    bool does = spec_uses(s, column);

    for (size_t i = 0; i < s->n_joins && !does; i++)
        does = s->joins[i].counts && spec_uses(s->joins[i].counts, column);
    return does;
}

/* Does a reading leave out columns that the rules have, and has no other: rows counted
 * where they count customers? */
static bool leaves_columns(const struct table_part *r,
                           const struct ask_result *other)
{
    const struct ask_result *rules = &r->out->asked;
    bool leaves = false;

    for (size_t k = 0; k < r->schema->n_tables; k++)
        for (size_t i = 0; i < r->schema->tables[k].n_columns; i++) {
            const struct schema_column *c = &r->schema->tables[k].columns[i];
            const bool in_rules = rules->spec.kind == SPEC_ROWS
                                      ? k == rules->table
                                      : uses(&rules->spec, c->name);
            const bool in_other = uses(&other->spec, c->name);

            if (in_other && !in_rules)
                return false;
            leaves = leaves ||
                     (in_rules && !in_other && !counts_names(&rules->spec, c));
        }
    return leaves;
}

static bool counts(const struct query_spec *s)
{
    return s->n_measures == 1 && (s->measures[0].agg == AGG_COUNT ||
                                  s->measures[0].agg == AGG_DISTINCT);
}

/* From which confidence on another reading is the answer beside what the rules say. */
static double least_beside(const struct table_part *r,
                           const struct parsed_reading *one)
{
    const struct ask_result *rules = &r->out->asked;
    const struct json *rows = json_find(r->out->result, "rows");

    /* Rows that are counted need no choice of an aggregate. */
    if (rules->outcome != ASK_ANSWERABLE)
        return rules->asks_figure && !counts(&one->asked.spec)
                   ? ASKED_FIGURE_CONFIDENCE
               : rules->is_unknown ? PARSED_CONFIDENCE
                                   : KNOWN_CONFIDENCE;
    if (leaves_columns(r, &one->asked))
        return LEAVES_COLUMN_CONFIDENCE;
    return rows && result_has_value(rows) && !one->is_rules
               ? REPLACES_CONFIDENCE
               : PARSED_CONFIDENCE;
}

/* Is the likeliest reading sure enough to be the answer: as the caller says, else as is
 * enough of its kind? What it leaves out, pages beside the tables may know as a name. */
static bool is_sure(const struct table_part *r,
                    const struct parsed_readings *readings)
{
    const struct parsed_reading *one = &readings->reading[0];
    const double least =
        r->reading.has_min ? r->reading.min_confidence : least_beside(r, one);
    const bool is_name = one->leaves_name || r->expanded.pages.n > 0;
    const double left = one->is_whole ? 0
                        : is_name     ? LEAVES_NAME_CONFIDENCE
                                      : LEAVES_OUT_CONFIDENCE;

    return one->asked.confidence >= fmax(least, left);
}

/* May a reading answer what the rules ask for clarification? Where they know
 * better why there is no answer (an empty column, numbers that are text, a
 * value that is spelled nearly so, several tables), that is said. */
static bool may_decide(const struct answer *out)
{
    return out->asked.is_unknown ||
           (!out->asked.lacks_type && !has_values(out) &&
            !asks_for(out, CANDIDATE_TABLE));
}

/* Does a reading count in a table that the question names less well than that in which
 * the rules count, or, where they ask, than another: order lines, where it says orders, or
 * buyers of orders, where it says customers? */
static enum err counts_other_rows(const struct table_part *r,
                                  const struct ask_result *other, bool *does,
                                  struct error *e)
{
    const struct ask_result *rules = &r->out->asked;
    const bool is_answer = rules->outcome == ASK_ANSWERABLE;
    const struct schema_table *t = r->schema->tables;
    struct words w;
    size_t named;

    *does = false;
    if (!counts(&other->spec) ||
        (is_answer ? rules->table == other->table || !counts(&rules->spec)
                   : other->spec.measures[0].column.n > 0))
        return OK;
    if (words_cut(r->question, WORDS_TEXT, r->a, &w, e))
        return e->code;
    named = named_table(&t[other->table], &w);
    for (size_t i = 0; i < r->schema->n_tables && !*does; i++)
        if (!is_answer || i == rules->table)
            *does = named < named_table(&t[i], &w);
    return OK;
}

static void drop_first(struct parsed_readings *all)
{
    all->n--;
    all->left_one = true;
    memmove(all->reading, all->reading + 1, all->n * sizeof(*all->reading));
}

/* What the parser reads, unless the rules know better and who asks does not go by the
 * confidence. */
static enum err parse(struct table_part *again, struct parsed_readings *out,
                      bool *given, struct error *e)
{
    const struct ask_result *asked = &again->out->asked;
    const bool is_answer = asked->outcome == ASK_ANSWERABLE;
    bool is_other = false;
    const struct parsed_request q = {
        .tables = table_part_joined(again),
        .question = again->question,
        .max_rows = again->max_rows,
        .rules_rows = is_answer && again->out->result
                          ? json_find(again->out->result, "rows")
                          : NULL,
        .max = again->reading.labelled ? 1 : PARSED_MAX_READINGS};

    *given = false;
    out->n = 0;
    out->left_one = false;
    if (again->is_refined || (!again->reading.has_min && asked->is_empty))
        return OK;
    if (parsed_try(&q, out, e) ||
        (out->n &&
         counts_other_rows(again, &out->reading[0].asked, &is_other, e)))
        return e->code;
    if (is_other)
        drop_first(out);
    *given = !is_other && out->n && is_sure(again, out) &&
             (again->reading.has_min || is_answer || may_decide(again->out));
    return OK;
}

/* What the question most likely asks, in likely->asked; ASK_CLARIFY: nobody knows. */
static enum err find_likely(struct table_part *again,
                            struct parsed_readings *readings, bool *given,
                            struct error *e)
{
    const struct reading_request q = table_part_reading(again);
    struct ask_result *asked = &again->out->asked;
    const struct parsed_reading *best = &readings->reading[0];
    const bool is_unknown = asked->is_unknown || again->reading.has_min;

    if (parse(again, readings, given, e))
        return e->code;
    if (*given) {
        *asked = best->asked;
        return OK;
    }
    if (reading_try(&q, asked, given, e))
        return e->code;
    if (!*given && readings->n && best->is_whole && is_unknown &&
        (asked->outcome == ASK_CLARIFY ||
         best->asked.confidence > asked->confidence))
        *asked = best->asked;
    return OK;
}

enum err alternatives_of_doubt(struct table_part *r, run_asked *run,
                               struct error *e)
{
    struct answer *out = r->out;
    struct answer *likely = answer_as(r, &out->asked, e);
    struct parsed_readings *all = arena_alloc(r->a, sizeof(*all), e);
    struct table_part again = *r;
    bool given = false;

    again.out = likely;
    if (!likely || !all || find_likely(&again, all, &given, e))
        return e->code;
    if (likely->asked.outcome != ASK_CLARIFY && run(&again, e))
        return e->code;
    if (likely->asked.outcome != ASK_CLARIFY &&
        likely->mode != ANSWER_CLARIFICATION) {
        likely->pages_from = likely->text.n;
        if (given)
            *out = *likely;
        else
            out->likely = r->likely = likely;
        if (!given)
            add(out, likely);
    }
    if (add_readings(r, all, run, e))
        return e->code;
    drop_columns(out);
    return ask_which(r, all, e);
}

enum err alternatives_replace(struct table_part *r,
                              const struct ask_result *better, run_asked *run,
                              struct error *e)
{
    struct answer *rules = arena_alloc(r->a, sizeof(*rules), e);
    struct table_part again = *r;

    again.out = answer_as(r, better, e);
    if (!rules || !again.out)
        return e->code;
    again.out->by_rules = false;
    if (run(&again, e))
        return e->code;
    *rules = *r->out;
    *r->out = *again.out;
    add(r->out, rules);
    return OK;
}

/* It is hardly right: it becomes a clarifying question. */
static enum err ask_back(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;

    out->mode = ANSWER_CLARIFICATION;
    out->asked.outcome = ASK_CLARIFY;
    out->asked.n_notes = 0;
    out->result = NULL;
    out->by_rules = false;
    out->n_warnings = 0;
    return say_unsure(r, out, e);
}

/* All readings are choices, that of the rules the last. */
static enum err doubt(struct table_part *r, const struct parsed_readings *all,
                      run_asked *run, struct error *e)
{
    struct answer *out = r->out;
    struct answer *rules = arena_alloc(r->a, sizeof(*rules), e);

    if (!rules)
        return e->code;
    *rules = *out;
    if (ask_back(r, e) || add_readings(r, all, run, e))
        return e->code;
    out->likely = r->likely = rules;
    if (out->n_alternatives == ANSWER_MAX_ALTERNATIVES)
        out->n_alternatives--;
    out->alternatives[out->n_alternatives++] = rules;
    return OK;
}

/* Does it count rows where the rules have a column that it leaves out, as rows of orders
 * where they count customers? That is no reason to doubt them. */
static bool counts_instead(const struct table_part *r,
                           const struct parsed_reading *one)
{
    const struct query_spec *s = &one->asked.spec;

    return !one->is_rules && counts(s) && !s->measures[0].column.n &&
           leaves_columns(r, &one->asked);
}

/* Is there anything to choose from but what the rules answer? */
static bool has_rival(const struct parsed_readings *all)
{
    for (size_t i = 0; i < all->n; i++)
        if (!all->reading[i].is_rules &&
            all->reading[i].asked.confidence >= LEAST_CONFIDENCE)
            return true;
    return false;
}

enum err alternatives_of_answer(struct table_part *r, run_asked *run,
                                struct error *e)
{
    struct answer *out = r->out;
    struct parsed_readings *all = arena_alloc(r->a, sizeof(*all), e);
    struct table_part again = *r;
    bool given;
    bool counted;

    if (!all || !out->by_rules || r->reading.labelled || r->is_refined ||
        out->sources[out->asked.table].terms || out->n_sources > MAX_TABLES)
        return all ? OK : e->code;
    again.out = answer_as(r, &out->asked, e);
    if (!again.out || parse(&again, all, &given, e))
        return e->code;
    counted = all->n && counts_rows(&all->reading[0], out);
    out->asked.confidence =
        counted
            ? fmax(rules_confidence_of(all), /* a list says its number, too */
                   all->reading[0].asked.confidence)
            : rules_confidence_of(all);
    if (given && !all->reading[0].is_rules &&
        alternatives_replace(r, &all->reading[0].asked, run, e))
        return e->code;
    if (!given && out->asked.confidence < RULES_MIN_CONFIDENCE &&
        !all->left_one && has_rival(all) && !counted &&
        !counts_instead(r, &all->reading[0]))
        return doubt(r, all, run, e);
    return out->asked.confidence < SURE ? add_readings(r, all, run, e) : OK;
}

enum err alternatives_note(const struct table_part *r, struct error *e)
{
    const struct ask_result *asked = &r->out->asked;
    struct answer *out = r->out;
    struct str share;

    if (r->reading.labelled || r->is_refined || r->spec || asked->by_model ||
        !(asked->confidence > 0) || asked->confidence >= SURE ||
        out->n_notes == ANSWER_MAX_NOTES)
        return OK;
    if (str_printf(r->a, &share, e, "%.0f", 100 * asked->confidence))
        return e->code;
    return wording_make(asked->language, WORDING_UNSURE, share, r->a,
                        &out->notes[out->n_notes++], e);
}

enum err alternatives_choose(struct table_part *r, struct error *e)
{
    struct answer *out = r->out;
    const size_t n = out->n_alternatives;

    if (r->chosen == 0)
        return OK;
    if (r->chosen > n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         n ? "this question has %zu other readings to choose "
                             "from, not %zu"
                           : "this question has no other readings to choose "
                             "from",
                         n, r->chosen);
    *out = *out->alternatives[r->chosen - 1];
    return OK;
}
