/*
 * What a follow-up leaves out is what it takes from the question before. So its
 * words are asked as part of a whole question, in the words of its language:
 *
 *     "by month"         how many rows by month          groups
 *     "2023", "Spain"    how many rows in 2023           filters
 *     "average price"    average price                   measures
 *     "the average"      the average of sales            measures, their column
 *     "top 5"            top 5 customer by sales         limit and order
 *     "from 22 to 23"    growth of sales from 22 to 23   sides
 *
 * and of what that binds to, the part that is new goes into the spec of the
 * question before (spec_merge.h). Binding knows nothing of it, and none of its
 * rules is duplicated: a word that no such question has a place for makes the
 * follow-up a question of its own.
 *
 * What begins with "and", "only" and their like is tried as a refinement first;
 * anything else only when it does not stand alone.
 */
#include "ask/followup/follow.h"

#include "ask/ask_rows.h"
#include "ask/followup/spec_merge.h"
#include "ask/vocabulary/term_lists.h"

#define NOTE_BYTES 400

/* A follow-up under way. */
struct follower {
    struct ask_rows over; /* the rows that were asked before */
    const struct ask_result *last;
    struct str rest; /* the question without what marks it */
    struct arena *a;
    struct ask_result *out;
};

/* Words from the start that one of the marks covers, the most of any. */
static size_t marked_first(const struct words *w)
{
    return question_words_longest(w, 0, &words_followup_first);
}

/* The same at the end of the words from one on. */
static size_t marked_last(const struct words *w, size_t from)
{
    for (size_t at = from; at < w->n; at++) {
        if (at + question_words_longest(w, at, &words_followup_last) == w->n)
            return w->n - at;
    }
    return 0;
}

bool follow_is_marked(const struct words *w)
{
    return marked_first(w) > 0 || marked_last(w, 0) > 0;
}

enum err follow_may_go_on(const struct ask_schema *s, struct str question,
                          const struct words *w, struct arena *a, bool *may,
                          struct error *e)
{
    struct ask_result alone;

    *may = true;
    if (follow_is_marked(w))
        return OK;
    if (ask_question(s, question, a, &alone, e))
        return e->code;
    *may = alone.outcome != ASK_ANSWERABLE;
    return OK;
}

/* The question without its marks; empty when it has nothing else. */
static struct str rest_of(struct str question, const struct words *w)
{
    size_t from = marked_first(w);
    size_t to = w->n - marked_last(w, from);
    const struct word *last;

    if (from >= to)
        return (struct str){0};
    last = &w->word[to - 1];
    return str_slice(question, w->word[from].offset,
                     last->offset + last->raw.n);
}

/* Ask the words inside of others; *bound is whether all of them bind. */
static enum err ask_as(const struct follower *f, struct str question,
                       struct query_spec *got, bool *bound, struct error *e)
{
    return ask_rows_bind(&f->over, question, f->a, got, bound, e);
}

/* A pattern with a place for a text: "how many rows in %s". */
static enum err fill(const struct follower *f, const char *pattern,
                     const char *place, struct str rest, struct str *out,
                     struct error *e)
{
    const struct str p = str_from(pattern);
    const size_t at = str_find(p, str_from(place));

    return str_printf(f->a, out, e, "%.*s%.*s%.*s",
                      STR_FMT(str_slice(p, 0, at)), STR_FMT(rest),
                      STR_FMT(str_slice(p, at + 2, p.n)));
}

/* Only groups and conditions: the rows of a question that counts them. */
static bool is_plain_count(const struct query_spec *s)
{
    return s->kind == SPEC_AGGREGATE && s->n_measures == 1 &&
           s->measures[0].agg == AGG_COUNT && s->measures[0].column.n == 0 &&
           (s->n_groups > 0 || s->n_filters > 0) && !s->share &&
           !s->compare.kind && !s->step.kind && !s->limit;
}

/* Its groups and conditions. */
static enum err take_rows(const struct follower *f,
                          const struct query_spec *got, struct query_spec *spec,
                          bool *done, struct error *e)
{
    struct query_spec merged = *spec;
    struct str *both = arena_alloc_array(f->a, 4, sizeof(*both), e);

    if (!both)
        return e->code;
    if (got->n_groups == 1)
        merge_series(&merged, &got->groups[0], both);
    *done = merge_conditions(&merged, got);
    if (*done)
        *spec = merged;
    return OK;
}

static enum err try_rows(const struct follower *f, struct query_spec *spec,
                         bool *done, struct error *e)
{
    static const char *const patterns[][4] = {
        [LANGUAGE_EN] = {"how many rows %s", "how many rows in %s",
                         "how many rows with %s", "how many rows by %s"},
        [LANGUAGE_ES] = {"cuántas filas %s", "cuántas filas en %s",
                         "cuántas filas de %s", "cuántas filas por %s"},
        [LANGUAGE_ZH] = {"%s有多少行", "%s的行数", "%s 有多少行",
                         "按%s统计行数"}};

    for (size_t i = 0; i < 4 && !*done; i++) {
        struct query_spec got;
        struct str question;
        bool bound;

        if (fill(f, patterns[f->last->language][i], "%s", f->rest, &question,
                 e) ||
            ask_as(f, question, &got, &bound, e))
            return e->code;
        if (bound && is_plain_count(&got) && take_rows(f, &got, spec, done, e))
            return e->code;
    }
    return OK;
}

/* The follow-up names what is measured. */
static enum err try_measures(const struct follower *f, struct query_spec *spec,
                             bool *done, struct error *e)
{
    static const char *const patterns[] = {[LANGUAGE_EN] = "%s of ",
                                           [LANGUAGE_ES] = "%s de ",
                                           [LANGUAGE_ZH] = "%s"};
    const struct query_spec *last = &f->last->spec;
    struct query_spec got;
    struct str question;
    bool bound;

    if (*done)
        return OK;
    if (ask_as(f, f->rest, &got, &bound, e))
        return e->code;
    if (bound)
        *done = merge_measures(spec, &got);
    if (*done || last->n_measures == 0 || last->measures[0].column.n == 0 ||
        last->measures[0].agg == AGG_FORMULA)
        return OK;
    if (fill(f, patterns[f->last->language], "%s", f->rest, &question, e) ||
        str_printf(f->a, &question, e,
                   f->last->language == LANGUAGE_ZH ? "%.*s %.*s" : "%.*s%.*s",
                   STR_FMT(question), STR_FMT(last->measures[0].column)) ||
        ask_as(f, question, &got, &bound, e))
        return e->code;
    if (bound)
        *done = merge_measures(spec, &got);
    return OK;
}

/* The first measure, in words of a question. */
static enum err say_measure(const struct follower *f, struct str *out,
                            struct error *e)
{
    static const char *const sums[] = {[LANGUAGE_EN] = "total %s",
                                       [LANGUAGE_ES] = "total de %s",
                                       [LANGUAGE_ZH] = "总%s"};
    static const char *const averages[] = {[LANGUAGE_EN] = "average %s",
                                           [LANGUAGE_ES] = "promedio de %s",
                                           [LANGUAGE_ZH] = "平均%s"};
    static const char *const rows[] = {[LANGUAGE_EN] = "number of rows",
                                       [LANGUAGE_ES] = "número de filas",
                                       [LANGUAGE_ZH] = "行数"};
    const struct spec_measure *m = &f->last->spec.measures[0];
    const enum language language = f->last->language;

    *out = m->column;
    if (m->agg == AGG_COUNT && m->column.n == 0)
        *out = str_from(rows[language]);
    if (m->agg != AGG_SUM && m->agg != AGG_AVG)
        return OK;
    return fill(f, (m->agg == AGG_SUM ? sums : averages)[language], "%s",
                m->column, out, e);
}

/* Other sides are compared: "and from 2022 to 2023?", "and in 2022?", "y entre
 * Lima y Quito". */
static enum err try_sides(const struct follower *f, struct query_spec *spec,
                          bool *done, struct error *e)
{
    static const char *const patterns[][2] = {
        [LANGUAGE_EN] = {"growth of %m %s", "difference in %m %s"},
        [LANGUAGE_ES] = {"crecimiento de %m %s", "diferencia de %m %s"},
        [LANGUAGE_ZH] = {"%s%m增长了多少", "%s%m相差多少"}};
    const struct query_spec *last = &f->last->spec;
    const enum language language = f->last->language;

    struct str measure;

    if (!last->change.kind || last->n_measures != 1)
        return OK;
    if (say_measure(f, &measure, e))
        return e->code;
    for (size_t i = 0; i < 2 && !*done; i++) {
        struct query_spec got;
        struct str question;
        bool bound;

        if (fill(f, patterns[language][i], "%s", f->rest, &question, e) ||
            fill(f, question.p, "%m", measure, &question, e) ||
            ask_as(f, question, &got, &bound, e))
            return e->code;
        if (bound)
            *done = merge_sides(spec, &got);
    }
    return OK;
}

/* Of joined tables the key is beside a name that several have, and is the
 * surer word for both. */
static bool has_one_group(const struct query_spec *s)
{
    return s->n_groups == 1 || (s->n_groups == 2 && s->n_joins > 0);
}

/* How many of them, and from which end. */
static enum err try_limit(const struct follower *f, struct query_spec *spec,
                          bool *done, struct error *e)
{
    const struct query_spec *last = &f->last->spec;
    const struct str group = last->n_groups
                                 ? last->groups[last->n_groups - 1].column
                                 : (struct str){0};
    static const char *const patterns[] = {[LANGUAGE_EN] = "%s %g by %m",
                                           [LANGUAGE_ES] = "%s %g por %m",
                                           [LANGUAGE_ZH] = "按%m排名%s的%g"};
    struct query_spec got;
    struct str question;
    struct str measure;
    bool bound;

    if (*done || !has_one_group(last) || last->n_measures != 1)
        return OK;
    if (say_measure(f, &measure, e) ||
        fill(f, patterns[f->last->language], "%m", measure, &question, e) ||
        fill(f, question.p, "%g", group, &question, e) ||
        fill(f, question.p, "%s", f->rest, &question, e))
        return e->code;
    if (ask_as(f, question, &got, &bound, e))
        return e->code;
    if (bound)
        *done = merge_limit(spec, &got);
    return OK;
}

static enum err note(const struct follower *f, struct error *e)
{
    const struct str said = str_slice(f->rest, 0, NOTE_BYTES);
    struct str *out = &f->out->notes[f->out->n_notes++];

    switch (f->last->language) {
    case LANGUAGE_ES:
        return str_printf(f->a, out, e,
                          "leído como la pregunta anterior, con «%.*s»",
                          STR_FMT(said));
    case LANGUAGE_ZH:
        return str_printf(f->a, out, e, "理解为上一个问题，改为“%.*s”",
                          STR_FMT(said));
    case LANGUAGE_EN: break;
    }
    return str_printf(f->a, out, e,
                      "read as the question before, with \"%.*s\"",
                      STR_FMT(said));
}

static enum err refine(const struct follower *f, bool *refined, struct error *e)
{
    struct query_spec spec = f->last->spec;
    bool done = false;
    enum err rc = try_rows(f, &spec, &done, e);

    if (!rc)
        rc = try_measures(f, &spec, &done, e);
    if (!rc && !done)
        rc = try_sides(f, &spec, &done, e);
    if (!rc)
        rc = try_limit(f, &spec, &done, e);
    *refined = false;
    /* what is put together may be more than SQL is made of */
    if (!rc && done)
        rc = ask_rows_compile(&f->over, &spec, f->a, f->out, refined, e);
    if (rc || !*refined)
        return rc;
    f->out->language = f->last->language;
    return note(f, e);
}

/* May something be put in the place of something in it? */
static bool may_be_refined(const struct ask_result *last)
{
    bool counts = false; /* rows of another table that belong to each */

    for (size_t i = 0; i < last->spec.n_joins; i++)
        counts |= last->spec.joins[i].counts != NULL;
    return last->outcome == ASK_ANSWERABLE && !last->is_bare_sql && !counts &&
           !last->spec.step.kind && !last->spec.compare.kind;
}

/* Over the table alone, unless it was joined; then with what it leads to. */
static enum err refine_over(const struct follow_request *r, struct follower *f,
                            bool *refined, struct error *e)
{
    enum err rc = OK;

    for (int joins = r->last->n_tables > 0; joins < 2 && !rc && !*refined;
         joins++) {
        rc = ask_rows_open(r->schema, r->last->table, joins, f->a, &f->over, e);
        if (!rc && (!joins || f->over.joins))
            rc = refine(f, refined, e);
    }
    return rc;
}

enum err follow_ask(const struct follow_request *r, struct arena *a,
                    struct ask_result *out, bool *refined, struct error *e)
{
    struct follower f = {.last = r->last, .a = a, .out = out};
    struct words w;
    bool may;
    enum err rc = words_cut(r->question, WORDS_TEXT, a, &w, e);

    *refined = false;
    if (rc || w.n == 0 || !may_be_refined(r->last))
        return rc;
    f.rest = rest_of(r->question, &w);
    if (f.rest.n == 0)
        return OK;
    rc = follow_may_go_on(r->schema, r->question, &w, a, &may, e);
    return rc || !may ? rc : refine_over(r, &f, refined, e);
}
