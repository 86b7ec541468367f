#include "answer/examples.h"

#include "ask/llm_planner/metric_spec.h"
#include "ask/semantic/semantic.h"
#include "ask/spec/complexity.h"
#include "tables/base_tables.h"

#include <math.h>

#define QUESTION_BYTES ((size_t)256 << 20) /* of one question and its rows */
#define ENTRY_BYTES    ((size_t)1 << 20)
#define MAX_ROWS       1000
#define SAME           1e-6 /* of a figure: results are rounded so */

/* ---- one question ---- */

/* With `spec` it is run in the place of reading the question. */
static enum err ask(const struct examples_request *r, struct str question,
                    const struct json *spec, struct arena *a,
                    struct answer *out, struct error *e)
{
    const struct table_source source = {.path = r->base, .cancel = r->cancel};
    const struct answer_request q = {.question = question,
                                     .sources = &source,
                                     .n = 1,
                                     .type = REQUEST_STRUCTURED,
                                     .spec = spec,
                                     .max_rows = MAX_ROWS,
                                     .cancel = r->cancel};

    return answer_question(r->t, &q, a, out, e);
}

/* ---- what is right ---- */

static bool same_cell(const struct json *a, const struct json *b)
{
    if (a->type == JSON_NUMBER && b->type == JSON_NUMBER) {
        double x = json_double(a);
        double y = json_double(b);

        return fabs(x - y) <= SAME * fmax(1, fmax(fabs(x), fabs(y)));
    }
    return a->type == b->type && str_eq(a->text, b->text);
}

static bool same_row(const struct json *a, const struct json *b)
{
    const struct json *y = b->first;

    if (a->count != b->count)
        return false;
    for (const struct json *x = a->first; x; x = x->next, y = y->next) {
        if (!same_cell(x, y))
            return false;
    }
    return true;
}

/* The same rows, in any order; each is used once. */
static enum err same_rows(const struct json *a, const struct json *b,
                          struct arena *arena, bool *same, struct error *e)
{
    bool *used;

    *same = a && b && a->count == b->count;
    if (!*same)
        return OK;
    used = arena_alloc_array(arena, b->count, sizeof(*used), e);
    if (!used)
        return e->code;
    for (const struct json *x = a->first; x && *same; x = x->next) {
        size_t i = 0;

        *same = false;
        for (const struct json *y = b->first; y && !*same; y = y->next, i++) {
            *same = !used[i] && same_row(x, y);
            used[i] |= *same;
        }
    }
    return OK;
}

static bool asks_for_the_day(const struct json *result)
{
    return json_is_true(json_find(result, "depends_on_time"));
}

/* The rows of SQL that names tables as their files are called; NULL: they are
 * others every day. */
static enum err run_sql(const struct examples_request *r, struct str sql,
                        struct arena *a, const struct json **rows,
                        struct error *e)
{
    struct table_source sources[TABLE_MAX_SOURCES];
    struct table_window w = {.sql = sql, .rows = MAX_ROWS};
    struct base_tables list;
    struct json *result = NULL;
    struct str text;
    enum err rc =
        base_tables_list(r->t, r->base, TABLE_MAX_SOURCES, a, &list, e);

    if (rc)
        return rc;
    if (list.n == 0)
        return error_set(e, ERR_NOT_FOUND, "the base has no tables");
    for (size_t i = 0; i < list.n; i++)
        sources[i] =
            (struct table_source){.path = list.paths[i], .cancel = r->cancel};
    /* a file has its own name only where there are several: so it is two */
    w.also.sources = list.n > 1 ? &sources[1] : sources;
    w.also.n = list.n > 1 ? list.n - 1 : 1;
    rc = table_query(r->t, &sources[0], &w, a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, a, &result, e);
    *rows = asks_for_the_day(result) ? NULL : json_find(result, "rows");
    return rc;
}

/* The rows of a query_spec that says what the question means (metric_spec.h). */
static enum err run_spec(const struct examples_request *r,
                         const struct json *example, struct arena *a,
                         const struct json **rows, struct error *e)
{
    const struct json *spec = json_find(example, "query_spec");
    struct answer *an;

    if (!metric_spec_is(spec))
        return OK;
    an = arena_alloc(a, sizeof(*an), e);
    if (!an || ask(r, json_text(json_find(example, "natural_language")), spec,
                   a, an, e))
        return e->code;
    *rows = json_find(an->result, "rows");
    return OK;
}

/* The rows that an example is to give; NULL: it does not say. */
static enum err expected_of(const struct examples_request *r,
                            const struct json *example, struct arena *a,
                            const struct json **rows, struct error *e)
{
    struct str sql = json_text(json_find(example, "sql"));
    enum err rc = OK;

    *rows = json_find(json_find(example, "result"), "rows");
    if (!*rows && sql.n > 0)
        rc = run_sql(r, sql, a, rows, e);
    return rc || *rows ? rc : run_spec(r, example, a, rows, e);
}

/* What became of an example. */
struct outcome {
    const char *word;
    struct str note; /* a clarifying question, or what failed */
    const char *complexity;
    size_t rows;
};

static enum err judge(const struct examples_request *r,
                      const struct json *example, struct arena *a,
                      struct outcome *out, struct error *e)
{
    const struct json *expected = NULL;
    const struct json *rows;
    struct answer *an = arena_alloc(a, sizeof(*an), e);
    bool same = true;
    enum err rc;

    if (!an)
        return e->code;
    rc = ask(r, json_text(json_find(example, "natural_language")), NULL, a, an,
             e);
    if (rc)
        return rc;
    *out = (struct outcome){.word = "asked_back", .note = an->text};
    if (an->mode != ANSWER_STRUCTURED)
        return OK;
    rows = json_find(an->result, "rows");
    rc = expected_of(r, example, a, &expected, e);
    if (!rc && expected)
        rc = same_rows(expected, rows, a, &same, e);
    *out = (struct outcome){.word = same ? "right" : "differs",
                            .complexity = spec_complexity(&an->asked.spec),
                            .rows = rows ? rows->count : 0};
    return rc;
}

/* A failure is one of the example unless the machine has it. */
static enum err judge_alone(const struct examples_request *r,
                            const struct json *example, struct arena *a,
                            struct outcome *out, struct error *e)
{
    struct error why = {0};
    enum err rc = judge(r, example, a, out, &why);

    if (!rc)
        return OK;
    if (why.of_machine || rc == ERR_TIMEOUT || rc == ERR_INTERNAL) {
        *e = why;
        return rc;
    }
    *out = (struct outcome){.word = "failed"};
    return str_dup(str_from(why.msg), a, &out->note, e);
}

static void write_outcome(const struct json *example, const struct outcome *o,
                          struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "question",
                     json_text(json_find(example, "natural_language")));
    jsonw_member_cstr(w, "outcome", o->word);
    jsonw_member_str(w, "note", o->note);
    jsonw_member_cstr(w, "complexity", o->complexity);
    jsonw_member_u64(w, "rows", o->rows);
    jsonw_end_object(w);
}

/* Each example in an arena of its own. */
static enum err evaluate_all(const struct examples_request *r,
                             const struct semantic_entries *list,
                             struct jsonw *w, struct examples_counts *counts,
                             struct error *e)
{
    struct arena a;
    enum err rc = OK;

    arena_init(&a, QUESTION_BYTES);
    for (size_t i = 0; i < list->n && !rc; i++) {
        struct outcome o = {0};
        struct json *example;

        if (list->list[i].collection != SEMANTIC_EXAMPLES)
            continue;
        arena_reset(&a);
        rc = json_parse(list->list[i].payload, &json_default_limits, &a,
                        &example, e);
        if (!rc)
            rc = judge_alone(r, example, &a, &o, e);
        if (rc)
            break;
        counts->examples++;
        counts->right += str_is(str_from(o.word), "right");
        if (w)
            write_outcome(example, &o, w);
    }
    arena_release(&a);
    return rc;
}

enum err examples_evaluate(const struct examples_request *r, struct jsonw *w,
                           struct examples_counts *counts, struct error *e)
{
    struct semantic_entries list = {0};
    struct arena a;
    enum err rc;

    *counts = (struct examples_counts){0};
    arena_init(&a, QUESTION_BYTES);
    rc = semantic_entries_of(r->t, r->base, &a, &list, e);
    if (!rc && w) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "base", r->base);
        jsonw_key(w, "questions");
        jsonw_begin_array(w);
    }
    if (!rc)
        rc = evaluate_all(r, &list, w, counts, e);
    if (!rc && w) {
        jsonw_end_array(w);
        jsonw_member_u64(w, "examples", counts->examples);
        jsonw_member_u64(w, "right", counts->right);
        jsonw_end_object(w);
    }
    arena_release(&a);
    return rc;
}

/* ---- one more ---- */

static void write_example(const struct answer *an, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "natural_language", str_trim(an->question));
    jsonw_key(w, "query_spec");
    spec_write(&an->asked.spec, w);
    jsonw_member_str(w, "sql", an->asked.sql);
    jsonw_key(w, "result");
    jsonw_begin_object(w);
    json_write_member(an->result, "columns", "columns", w);
    json_write_member(an->result, "rows", "rows", w);
    jsonw_end_object(w);
    jsonw_member_cstr(w, "complexity", spec_complexity(&an->asked.spec));
    jsonw_end_object(w);
}

static enum err check_answer(const struct answer *an, struct error *e)
{
    const struct json *rows = json_find(an->result, "rows");

    if (an->mode != ANSWER_STRUCTURED || !rows || an->asked.is_bare_sql)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the question is not answered from a table, so there "
                         "is nothing to learn");
    if (rows->count > EXAMPLES_MAX_ROWS || an->truncated)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an example has at most %d rows; ask for fewer",
                         EXAMPLES_MAX_ROWS);
    return OK;
}

/* The answer, given twice. */
static enum err ask_twice(const struct examples_request *r, struct str question,
                          struct arena *a, struct answer *out, struct error *e)
{
    struct answer *again = arena_alloc(a, sizeof(*again), e);
    bool same = false;
    enum err rc;

    if (!again)
        return e->code;
    rc = ask(r, question, NULL, a, out, e);
    if (!rc)
        rc = check_answer(out, e);
    if (!rc)
        rc = ask(r, question, NULL, a, again, e);
    if (!rc)
        rc = same_rows(json_find(out->result, "rows"),
                       json_find(again->result, "rows"), a, &same, e);
    if (!rc && !(same && str_eq(out->asked.sql, again->asked.sql)))
        rc = error_set(
            e, ERR_CONFLICT,
            "the question got another answer when it was asked again");
    return rc;
}

static enum err keep(const struct examples_request *r, const struct answer *an,
                     struct arena *a, struct error *e)
{
    struct semantic_entry x = {.collection = SEMANTIC_EXAMPLES,
                               .name = str_trim(an->question),
                               .lines = STR("{}")};
    struct base b = BASE_NONE;
    struct jsonw w;
    struct buf text;
    enum err rc;

    buf_init(&text, ENTRY_BYTES);
    jsonw_init(&w, &text);
    write_example(an, &w);
    rc = buf_finish(&text, &x.payload, e);
    if (!rc)
        rc = base_open(tables_home(r->t), r->base, a, &b, e);
    if (!rc)
        rc = semantic_store_learn(&b, &x, e);
    base_close(&b);
    buf_release(&text);
    return rc;
}

static enum err unlearn(const struct examples_request *r, struct str question,
                        struct arena *a, bool *was, struct error *e)
{
    struct base b = BASE_NONE;
    enum err rc = base_open(tables_home(r->t), r->base, a, &b, e);

    *was = false;
    if (!rc)
        rc = semantic_store_unlearn(&b, str_trim(question), was, e);
    base_close(&b);
    return rc;
}

/* Out again, as if it had never been learned. */
static enum err drop(const struct examples_request *r, struct str question,
                     struct arena *a, struct error *e)
{
    bool was;
    enum err rc = unlearn(r, question, a, &was, e);

    return rc ? rc
              : error_set(
                    e, ERR_CONFLICT,
                    "this example makes others worse, so it was not kept");
}

static void write_learned(const struct examples_request *r,
                          const struct answer *an,
                          const struct examples_counts *after, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", r->base);
    jsonw_member_str(w, "question", str_trim(an->question));
    jsonw_member_cstr(w, "complexity", spec_complexity(&an->asked.spec));
    jsonw_member_u64(w, "rows", json_find(an->result, "rows")->count);
    jsonw_member_u64(w, "examples", after->examples);
    jsonw_member_u64(w, "right", after->right);
    jsonw_end_object(w);
}

/* Is it an example already, of a file or learned? */
static enum err find_known(const struct examples_request *r,
                           struct str question, struct arena *a, bool *known,
                           struct error *e)
{
    struct semantic_entries list = {0};
    enum err rc = semantic_entries_of(r->t, r->base, a, &list, e);

    *known = false;
    for (size_t i = 0; !rc && i < list.n; i++)
        *known |= list.list[i].collection == SEMANTIC_EXAMPLES &&
                  str_eq(list.list[i].name, str_trim(question));
    return rc;
}

static enum err learn(const struct examples_request *r, struct str question,
                      struct arena *a, struct jsonw *w, struct error *e)
{
    struct answer *an = arena_alloc(a, sizeof(*an), e);
    struct examples_counts before;
    struct examples_counts after;
    bool known = false;
    enum err rc;

    if (!an)
        return e->code;
    rc = examples_evaluate(r, NULL, &before, e);
    if (!rc)
        rc = ask_twice(r, question, a, an, e);
    if (!rc)
        rc = find_known(r, question, a, &known, e);
    if (!rc && !known)
        rc = keep(r, an, a, e);
    if (!rc)
        rc = examples_evaluate(r, NULL, &after, e);
    if (!rc && !known && after.right < before.right)
        rc = drop(r, question, a, e);
    if (!rc)
        write_learned(r, an, &after, w);
    return rc;
}

enum err examples_learn(const struct examples_request *r, struct str question,
                        struct jsonw *w, struct error *e)
{
    struct arena a;
    enum err rc;

    arena_init(&a, QUESTION_BYTES);
    rc = learn(r, question, &a, w, e);
    arena_release(&a);
    return rc;
}

enum err examples_forget(const struct examples_request *r, struct str question,
                         bool *was, struct error *e)
{
    struct arena a;
    enum err rc;

    arena_init(&a, ENTRY_BYTES);
    rc = unlearn(r, question, &a, was, e);
    arena_release(&a);
    return rc;
}
