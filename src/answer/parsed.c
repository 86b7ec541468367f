#include "answer/parsed.h"

#include "answer/wording.h"
#include "ask/joins/edges.h"
#include "ask/parse/result.h"

#include <math.h>
#include <string.h>

#define CANDIDATES 40 /* that are ranked */
#define RUN \
    5 /* that are run: what they give tells, and equal answers are one */
#define RUN_MORE 8 /* that are run at most, for other answers to choose from */

#define NOTE_BYTES ((size_t)64 << 10)

#define LEAST_LIKELY 0.1 /* of the first: what is less likely is no choice */

/* The candidates of a question while they are run. */
struct trial {
    const struct parsed_request *q;
    const struct parse_weights *weights;
    struct parse_result *parsed;
    struct parsed_readings *out;
    size_t candidate[PARSED_MAX_READINGS]; /* the first that gave each */
    double
        p[CANDIDATES]; /* in proportion; of those that ran with what their rows
                             tell */
    bool ran[CANDIDATES];
    double nothing; /* of answering nothing */
    double told;    /* by the rows of those that ran, together */
    size_t n_ran;
};

static void take(const struct parse_result *r, size_t i, struct ask_result *out)
{
    const struct parse_candidate *c = &r->candidate[i];

    out->outcome = ASK_ANSWERABLE;
    out->table = c->table;
    out->spec = c->spec;
    out->sql = c->sql;
    out->tie_sql = c->tie_sql;
    out->n_tables = c->n_tables;
    out->n_edges = c->n_edges;
    memcpy(out->tables, c->tables, sizeof(out->tables));
    memcpy(out->edges, c->edges, sizeof(out->edges));
    out->links = NULL;
    out->by_parser = true;
    out->n_candidates = 0;
    out->n_notes = 0;
    out->lacks_type = false;
}

/* What rows tell of their candidate. */
static void add_result(struct trial *x, size_t i, const struct json *rows)
{
    const double told =
        result_feature_of(x->weights, &x->parsed->candidate[i], rows).weight;

    x->p[i] *= exp(told);
    x->ran[i] = true;
    x->told += told;
    x->n_ran++;
}

/* Its rows as text; empty: it gives none, or its joins do not hold. */
static enum err rows_of(struct trial *x, size_t i, struct str *rows,
                        struct error *e)
{
    const struct parsed_request *q = x->q;
    struct ask_result *asked = &q->tables.out->asked;
    struct json *result;
    struct buf b;
    struct jsonw w;
    struct error why;
    bool again = false;
    enum err rc;

    *rows = (struct str){0};
    take(x->parsed, i, asked);
    rc = joined_settle(&q->tables, asked, &again, &why);
    for (size_t k = 0; k < asked->n_edges && !rc; k++)
        if (asked->edges[k]->state == JOIN_FAILS)
            return OK;
    if (!rc)
        rc = joined_query(&q->tables, asked->sql, q->max_rows, &result, &why);
    if (rc)
        return rc == ERR_TIMEOUT || rc == ERR_RATE_LIMITED || rc == ERR_LIMIT
                   ? (*e = why).code
                   : OK;
    add_result(x, i, json_find(result, "rows"));
    if (!result_has_value(json_find(result, "rows")))
        return OK;
    buf_init(&b, (size_t)64 << 20);
    jsonw_init(&w, &b);
    json_write(json_find(result, "rows"), &w);
    rc = buf_dup(&b, q->tables.a, rows, e);
    buf_release(&b);
    return rc;
}

/* Another reading, or one more that gives the rows of one. */
static void count(struct trial *x, size_t i, struct str rows)
{
    struct parsed_readings *out = x->out;
    size_t at = 0;

    for (size_t k = 0; k < out->n; k++)
        if (str_eq(out->reading[k].rows, rows)) {
            out->reading[k].probability += x->p[i];
            return;
        }
    if (out->n == PARSED_MAX_READINGS) { /* in the place of the least likely */
        for (size_t k = 1; k < out->n; k++)
            if (out->reading[k].probability < out->reading[at].probability)
                at = k;
        if (out->reading[at].probability >= x->p[i])
            return;
    } else {
        at = out->n++;
    }
    x->candidate[at] = i;
    out->reading[at] =
        (struct parsed_reading){.rows = rows,
                                .probability = x->p[i],
                                .is_whole = !x->parsed->candidate[i].left};
}

/* How likely candidates are to each other and to answering nothing. */
static void weigh(struct trial *x)
{
    const struct parse_result *r = x->parsed;
    double most = r->nothing_score;

    for (size_t i = 0; i < r->n; i++)
        most = fmax(most, r->candidate[i].score);
    x->nothing = exp(r->nothing_score - most);
    for (size_t i = 0; i < r->n; i++)
        x->p[i] = exp(r->candidate[i].score - most);
}

/* Make probabilities of it: those that did not run would have told as much as the
 * others do on average. */
static void normalise(struct trial *x)
{
    const double usual = x->n_ran ? exp(x->told / (double)x->n_ran) : 1;
    double all = x->nothing;

    for (size_t i = 0; i < x->parsed->n; i++)
        all += x->p[i] * (x->ran[i] ? 1 : usual);
    for (size_t i = 0; i < x->out->n; i++)
        x->out->reading[i].probability /= all;
}

/* May it be the answer? */
static bool may_be_given(const struct trial *x, size_t i)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];

    return !c->drops && (!c->left || x->q->may_leave_out);
}

/* Words that it skips and that are more than fillers, in quotes. */
static void put_unread(const struct words *w, const struct parse_candidate *c,
                       struct buf *b)
{
    size_t n;

    for (size_t at = 0; at < w->n && at < 64; at++) {
        const struct word *word = &w->word[at];
        const struct lexicon_entry *entry = lexicon_find(w, at, &n);

        if (!(c->skipped >> at & 1) || word->kind == WORD_SYMBOL ||
            (entry && entry->kind == CONCEPT_FILLER))
            continue;
        buf_printf(b, "%s\"%.*s\"", b->n ? ", " : "", STR_FMT(word->raw));
    }
}

static enum err note_unread(const struct trial *x, size_t i,
                            struct ask_result *out, struct error *e)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];
    struct str words;
    struct buf b[2];
    enum err rc = OK;

    buf_init(&b[0], NOTE_BYTES);
    buf_init(&b[1], NOTE_BYTES);
    if (c->left)
        put_unread(&x->parsed->words, c, &b[0]);
    words = buf_str(&b[0]);
    wording_put(&b[1], out->language, WORDING_UNREAD, &words, 1);
    if (words.n)
        rc = buf_dup(&b[1], x->q->tables.a, &out->notes[out->n_notes++], e);
    buf_release(&b[0]);
    buf_release(&b[1]);
    return rc;
}

/* Run those that may be given, or those that may only be chosen. */
static enum err run_some(struct trial *x, bool given, size_t runs,
                         size_t enough, struct error *e)
{
    const struct parse_result *r = x->parsed;

    for (size_t i = 0; i < r->n && runs > 0 && x->out->n < enough; i++) {
        struct str rows;

        if (r->candidate[i].drops || may_be_given(x, i) != given)
            continue;
        runs--;
        if (rows_of(x, i, &rows, e))
            return e->code;
        if (rows.n)
            count(x, i, rows);
    }
    return OK;
}

/* Is a better choice than b? */
static bool is_before(const struct trial *x, size_t a, size_t b)
{
    const bool given = may_be_given(x, x->candidate[a]);

    if (b == 0 && given != may_be_given(x, x->candidate[b]))
        return given;
    return x->out->reading[a].probability > x->out->reading[b].probability;
}

static void swap(struct trial *x, size_t a, size_t b)
{
    const struct parsed_reading reading = x->out->reading[a];
    const size_t candidate = x->candidate[a];

    x->out->reading[a] = x->out->reading[b];
    x->candidate[a] = x->candidate[b];
    x->out->reading[b] = reading;
    x->candidate[b] = candidate;
}

/* The best to the front, and what is hardly possible away. */
static void sort(struct trial *x)
{
    struct parsed_readings *out = x->out;
    double most = 0;

    for (size_t i = 0; i < out->n; i++) {
        for (size_t k = i + 1; k < out->n; k++)
            if (is_before(x, k, i))
                swap(x, k, i);
        most = fmax(most, out->reading[i].probability);
    }
    while (out->n > 1 &&
           out->reading[out->n - 1].probability < LEAST_LIKELY * most)
        out->n--;
}

static enum err run_all(struct trial *x, struct error *e)
{
    const size_t max =
        x->q->max < PARSED_MAX_READINGS ? x->q->max : PARSED_MAX_READINGS;

    weigh(x);
    if (run_some(x, true, RUN, CANDIDATES, e) ||
        run_some(x, false, max > x->out->n ? RUN_MORE : 0, max, e))
        return e->code;
    normalise(x);
    sort(x);
    return OK;
}

enum err parsed_try(const struct parsed_request *q, struct parsed_readings *out,
                    bool *given, struct error *e)
{
    const struct parse_weights *weights = parse_weights_shared(e);
    const struct parse_request request = {.schema = q->tables.schema,
                                          .question = q->question,
                                          .weights = weights,
                                          .max = CANDIDATES};
    struct ask_result *asked = &q->tables.out->asked;
    struct ask_result *kept = arena_alloc(q->tables.a, sizeof(*kept), e);
    struct trial x = {.q = q, .weights = weights, .out = out};

    *given = false;
    out->n = 0;
    x.parsed = arena_alloc(q->tables.a, sizeof(*x.parsed), e);
    if (!weights || !kept || !x.parsed)
        return e->code;
    *kept = *asked;
    if (parse_question(&request, q->tables.a, x.parsed, e) || run_all(&x, e))
        return e->code;
    *asked = *kept;
    for (size_t i = 0; i < out->n; i++) {
        struct parsed_reading *r = &out->reading[i];

        r->asked = *kept;
        take(x.parsed, x.candidate[i], &r->asked);
        if (note_unread(&x, x.candidate[i], &r->asked, e))
            return e->code;
        r->asked.confidence = parse_weights_confidence(
            weights, (unsigned)kept->language, r->probability);
    }
    *given = out->n && may_be_given(&x, x.candidate[0]) &&
             out->reading[0].asked.confidence >= q->min_confidence;
    return OK;
}
