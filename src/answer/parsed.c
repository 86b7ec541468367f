#include "answer/parsed.h"

#include "answer/sentence/wording.h"
#include "answer/vague_periods.h"
#include "ask/bind/messages.h"
#include "ask/joins/join_edges.h"
#include "ask/parse/reading_confidence.h"

#include <math.h>
#include <string.h>

#define CANDIDATES 25 /* that are ranked */
#define RUN \
    6 /* that are run: what they give tells, and equal answers are one */
#define RUN_MORE \
    6 /* that are run beside them, for other answers to choose from */

#define SETTLED \
    0.95 /* of one reading: what the others give would not change the answer */

#define NOTE_BYTES ((size_t)64 << 10)

#define LEAST_LIKELY 0.1 /* of the first: what is less likely is no choice */

/* What rows of a candidate that did not run tell of it, on average: the mean over a
 * training set of the logarithm of what all such candidates weigh with and without. */
#define UNSEEN 0.2

#define BY_RULES \
    CANDIDATES /* in the place of a candidate: what the rules answer */

/* The candidates of a question while they are run. */
struct trial {
    const struct parsed_request *q;
    const struct parse_weights *weights;
    struct parse_result *parsed;
    struct parsed_readings *out;
    struct rules_reading rules;
    size_t candidate[PARSED_MAX_READINGS]; /* the first that gave each */
    double
        p[CANDIDATES + 1]; /* in proportion, with what their rows tell; of those
                                 that did not run what rows tell on average */
    bool ran[CANDIDATES];
    bool is_rules[CANDIDATES]; /* that ran: it gives what the rules do */
    double most;    /* the score that the others are in proportion to */
    double nothing; /* of answering nothing */
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

/* How likely a candidate is in proportion, where its rows tell so much of it. */
static double proportion(const struct trial *x, size_t i, double told)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];

    return exp(
        c->score - x->most + told +
        rules_reading_of(x->weights, c, &x->rules, x->is_rules[i]).weight);
}

/* What rows tell of their candidate. */
static void add_result(struct trial *x, size_t i, const struct json *rows)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];

    x->is_rules[i] = rules_reading_gives(&x->rules, rows);
    x->p[i] = proportion(x, i, result_feature_of(x->weights, c, rows).weight);
    x->ran[i] = true;
}

static enum err write_rows(const struct trial *x, const struct json *rows,
                           struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, (size_t)64 << 20);
    jsonw_init(&w, &b);
    json_write(rows, &w);
    rc = buf_dup(&b, x->q->tables.a, out, e);
    buf_release(&b);
    return rc;
}

/* Is it what the rules have run already? */
static bool is_ruled(const struct trial *x, size_t i)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];
    const struct ask_result *asked = x->rules.asked;

    return rules_reading_answers(&x->rules) && c->table == asked->table &&
           c->n_tables == asked->n_tables &&
           memcmp(c->tables, asked->tables, c->n_tables * sizeof(*c->tables)) ==
               0 &&
           str_eq(c->sql, asked->sql);
}

/* Its rows, and as text; empty: it gives none, or its joins do not hold. */
static enum err rows_of(struct trial *x, size_t i, struct str *text,
                        const struct json **rows, struct error *e)
{
    const struct parsed_request *q = x->q;
    struct ask_result *asked = &q->tables.out->asked;
    struct json *result;
    struct error why;
    bool again = false;
    enum err rc;

    *text = (struct str){0};
    if (is_ruled(x, i)) {
        *rows = x->rules.rows;
        add_result(x, i, *rows);
        return write_rows(x, *rows, text, e);
    }
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
    *rows = json_find(result, "rows");
    add_result(x, i, *rows);
    return result_has_value(*rows) ? write_rows(x, *rows, text, e) : OK;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    return false;
}

/* Is a word that it skips written as a name: Berlin, and not berlin or the first word;
 * 503s, v2; 北京 in a question that is not in Chinese? */
static bool leaves_name(const struct words *w, enum language language,
                        const struct parse_candidate *c)
{
    for (size_t at = 0; at < w->n; at++) {
        const struct str raw = w->word[at].raw;

        if (parse_leaves_out(c, at) && raw.n > 1 &&
            ((at > 0 && raw.p[0] >= 'A' && raw.p[0] <= 'Z') || has_digit(raw) ||
             (w->word[at].kind == WORD_CJK && language != LANGUAGE_ZH)))
            return true;
    }
    return false;
}

static bool has_word(const struct words *in, const struct word *w)
{
    for (size_t i = 0; i < in->n; i++)
        if (in->word[i].kind == w->kind && str_eq(in->word[i].stem, w->stem))
            return true;
    return false;
}

/* Is a word of a table's name, or all of a column's? */
static bool names_part(const struct schema_table *t, const struct word *w)
{
    if (has_word(&t->words, w))
        return true;
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].words.n == 1 && has_word(&t->columns[i].words, w))
            return true;
    return false;
}

/* Is a table one of those that it asks? */
static bool asks_table(const struct parse_candidate *c, size_t table)
{
    for (size_t i = 0; i < c->n_tables; i++)
        if (c->tables[i] == table)
            return true;
    return c->table == table;
}

/* Does it skip a word that names another table, and none of those that it asks? */
static bool leaves_table(const struct trial *x, const struct parse_candidate *c)
{
    const struct ask_schema *s = x->q->tables.schema;
    const struct words *w = &x->parsed->words;

    for (size_t at = 0; at < w->n; at++) {
        bool others = false;
        bool own = false;

        for (size_t i = 0; parse_leaves_out(c, at) && i < s->n_tables; i++)
            if (names_part(&s->tables[i], &w->word[at]))
                *(asks_table(c, i) ? &own : &others) = true;
        if (others && !own)
            return true;
    }
    return false;
}

/* Does it read the word that the rules do not know? NULL: it leaves none out. */
static bool reads_unknown(const struct trial *x,
                          const struct parse_candidate *unread)
{
    const struct words *w = &x->parsed->words;
    const struct str unknown = x->rules.asked->unknown;

    for (size_t at = 0; unread && at < w->n; at++)
        if (parse_leaves_out(unread, at) &&
            str_find(unknown, w->word[at].raw) < unknown.n)
            return false;
    return unknown.n > 0;
}

/* Another reading, or one more that gives the rows of one. */
static void count(struct trial *x, size_t i, struct str text, size_t n_rows,
                  bool is_rules)
{
    const struct parse_candidate *unread =
        is_rules || !x->parsed->candidate[i].unread_class
            ? NULL
            : &x->parsed->candidate[i];
    const enum language language = x->rules.asked->language;
    struct parsed_readings *out = x->out;
    size_t at = 0;

    for (size_t k = 0; k < out->n; k++)
        if (str_eq(out->reading[k].rows, text)) {
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
    out->reading[at] = (struct parsed_reading){
        .rows = text,
        .n_rows = n_rows,
        .probability = x->p[i],
        .is_whole = !unread,
        .leaves_name =
            unread && (leaves_name(&x->parsed->words, language, unread) ||
                       leaves_table(x, unread)),
        .reads_unknown = !is_rules && reads_unknown(x, unread),
        .is_rules = is_rules};
}

/* How likely candidates are to each other and to answering nothing. */
static void weigh(struct trial *x)
{
    const struct parse_result *r = x->parsed;
    const double nothing =
        r->nothing_score + rules_reading_nothing(x->weights, &x->rules).weight;

    x->most = nothing;
    for (size_t i = 0; i < r->n; i++)
        x->most = fmax(x->most, r->candidate[i].score);
    x->nothing = exp(nothing - x->most);
    for (size_t i = 0; i < r->n; i++)
        x->p[i] = proportion(x, i, UNSEEN);
}

/* How likely all are together. */
static double all_of(const struct trial *x)
{
    double all = x->nothing + x->p[BY_RULES];

    for (size_t i = 0; i < x->parsed->n; i++)
        all += x->p[i];
    return all;
}

/* Is one reading as good as certain, whatever the others give? */
static bool is_settled(const struct trial *x)
{
    double most = 0;

    for (size_t i = 0; i < x->out->n; i++)
        most = fmax(most, x->out->reading[i].probability);
    return most >= SETTLED * all_of(x);
}

/* Make probabilities of it. */
static void normalise(struct trial *x)
{
    const double all = all_of(x);

    x->nothing /= all;
    for (size_t i = 0; i < x->out->n; i++)
        x->out->reading[i].probability /= all;
}

/* Does it skip a word that is more than a filler, or has it no part for it? */
static bool is_unread(const struct words *w, const struct parse_candidate *c,
                      size_t at)
{
    size_t n;
    const struct question_word *entry = question_words_find(w, at, &n);

    if (w->word[at].kind == WORD_SYMBOL)
        return false;
    return (c->unread_class && parse_leaves_out(c, at) &&
            !(entry && entry->kind == CONCEPT_FILLER)) ||
           (parse_does_not_use(c, at) && !entry);
}

/* Those words in quotes, one pair for what is written without a space between. */
static void put_unread(const struct words *w, const struct parse_candidate *c,
                       struct buf *b)
{
    for (size_t at = 0; at < w->n; at++) {
        const size_t from = w->word[at].offset;
        size_t to = from + w->word[at].raw.n;

        if (!is_unread(w, c, at))
            continue;
        while (at + 1 < w->n && w->word[at + 1].offset == to &&
               is_unread(w, c, at + 1))
            to += w->word[++at].raw.n;
        buf_printf(b, "%s\"%.*s\"", b->n ? ", " : "",
                   STR_FMT(str_slice(w->text, from, to)));
    }
}

static enum err note_unread(const struct trial *x, size_t i,
                            struct ask_result *out, struct error *e)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];
    struct str words;
    struct buf b;
    enum err rc = OK;

    buf_init(&b, NOTE_BYTES);
    put_unread(&x->parsed->words, c, &b);
    words = buf_str(&b);
    if (words.n)
        rc = wording_make(out->language, WORDING_UNREAD, words, x->q->tables.a,
                          &out->notes[out->n_notes++], e);
    buf_release(&b);
    return rc;
}

/* That words were read as a column which is not called so; "how much" asks for one. */
static enum err note_guessed(const struct trial *x, size_t i,
                             struct ask_result *out, struct error *e)
{
    const struct parse_candidate *c = &x->parsed->candidate[i];
    const struct words *w = &x->parsed->words;

    for (size_t k = 0; k < COUNT_OF(c->guessed); k++) {
        const struct parse_guess *g = &c->guessed[k];
        struct str said;
        size_t n;

        if (!g->column.n)
            break;
        if (question_words_find(w, g->words.from, &n))
            continue;
        said = str_slice(w->text, w->word[g->words.from].offset,
                         w->word[g->words.to - 1].offset +
                             w->word[g->words.to - 1].raw.n);
        if (bind_message_format(SAY_READ_AS_COLUMN, out->language,
                                (const struct str[3]){said, g->column, {0}},
                                x->q->tables.a, &out->notes[out->n_notes++], e))
            return e->code;
    }
    return OK;
}

/* Run a candidate. */
static enum err run_one(struct trial *x, size_t i, struct error *e)
{
    const struct json *rows = NULL;
    struct str text;

    if (rows_of(x, i, &text, &rows, e))
        return e->code;
    if (text.n)
        count(x, i, text, rows->count, x->is_rules[i]);
    return OK;
}

/* Run the best that are so many, and further ones for other readings to choose from. */
static enum err run_best(struct trial *x, size_t wanted, struct error *e)
{
    const struct parse_result *r = x->parsed;

    for (size_t i = 0; i < r->n && i < RUN + RUN_MORE; i++) {
        if ((i >= RUN && x->out->n >= wanted) || is_settled(x))
            break;
        if (run_one(x, i, e))
            return e->code;
    }
    for (size_t i = 0; i < r->n; i++) /* it has run already */
        if (!x->ran[i] && is_ruled(x, i) && run_one(x, i, e))
            return e->code;
    return OK;
}

/* What the rules answer is a reading of its own where no candidate gives it. */
static enum err add_rules(struct trial *x, struct error *e)
{
    struct result_feature parts;
    struct str text;

    if (!rules_reading_answers(&x->rules))
        return OK;
    for (size_t i = 0; i < x->out->n; i++)
        if (x->out->reading[i].is_rules)
            return OK;
    if (write_rows(x, x->rules.rows, &text, e) ||
        result_parts_of(x->weights, x->parsed, &x->rules.asked->spec, &parts,
                        e))
        return e->code;
    x->p[BY_RULES] = exp(rules_reading_alone(x->weights, &x->rules).weight +
                         parts.weight - x->most);
    count(x, BY_RULES, text, x->rules.rows->count, true);
    return OK;
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

/* What is hardly possible is no choice. */
static void drop_unlikely(struct parsed_readings *out)
{
    while (out->n > 1 && out->reading[out->n - 1].probability <
                             LEAST_LIKELY * out->reading[0].probability)
        out->n--;
}

/* The best to the front. */
static void sort(struct trial *x)
{
    struct parsed_readings *out = x->out;

    for (size_t i = 0; i < out->n; i++)
        for (size_t k = i + 1; k < out->n; k++)
            if (out->reading[k].probability > out->reading[i].probability)
                swap(x, k, i);
}

static enum err run_all(struct trial *x, struct error *e)
{
    const size_t max =
        x->q->max < PARSED_MAX_READINGS ? x->q->max : PARSED_MAX_READINGS;

    weigh(x);
    if (run_best(x, max, e) || add_rules(x, e))
        return e->code;
    normalise(x);
    sort(x);
    return OK;
}

/* How often such a reading is right. */
static double reading_confidence_of(const struct trial *x, size_t i)
{
    const struct parsed_reading *r = &x->out->reading[i];
    const bool is_alone = x->candidate[i] == BY_RULES;
    const struct parse_candidate none = {0};
    const struct parse_candidate *c =
        is_alone ? &none : &x->parsed->candidate[x->candidate[i]];
    struct reading_confidence_facts facts = {
        .p = r->probability,
        .nothing = x->nothing,
        .kind = {[READING_CONFIDENCE_UNREAD] =
                     reading_confidence_unread(c->unread_class),
                 [READING_CONFIDENCE_DROPS] = c->drops_operation,
                 [READING_CONFIDENCE_FORM] = c->form,
                 [READING_CONFIDENCE_RULES] =
                     rules_reading_kind(&x->rules, r->is_rules, is_alone),
                 [READING_CONFIDENCE_ROWS] =
                     reading_confidence_rows(result_rows(c, r->n_rows))},
        .evidence = c->evidence};

    for (size_t k = 0; k < x->out->n; k++)
        if (k != i)
            facts.second = fmax(facts.second, x->out->reading[k].probability);
    return parse_weights_confidence(x->weights, x->rules.asked->language,
                                    reading_confidence(x->weights, &facts));
}

/* The surest to the front. */
static void sort_by_confidence(struct parsed_readings *out)
{
    for (size_t i = 1; i < out->n; i++) {
        const struct parsed_reading one = out->reading[i];
        size_t at = i;

        for (; at > 0 &&
               out->reading[at - 1].asked.confidence < one.asked.confidence;
             at--)
            out->reading[at] = out->reading[at - 1];
        out->reading[at] = one;
    }
}

enum err parsed_try(const struct parsed_request *q, struct parsed_readings *out,
                    struct error *e)
{
    const struct parse_weights *weights = parse_weights_shared();
    const struct parse_request request = {.schema = q->tables.schema,
                                          .question = q->question,
                                          .weights = weights,
                                          .max = CANDIDATES};
    struct ask_result *asked = &q->tables.out->asked;
    struct ask_result *kept = arena_alloc(q->tables.a, sizeof(*kept), e);
    struct trial x = {.q = q, .weights = weights, .out = out};
    enum err rc;

    out->n = 0;
    x.parsed = arena_alloc(q->tables.a, sizeof(*x.parsed), e);
    if (!kept || !x.parsed)
        return e->code;
    *kept = *asked;
    x.rules = (struct rules_reading){kept, q->rules_rows};
    rc = parse_question(&request, q->tables.a, x.parsed, e);
    if (!rc)
        rc = run_all(&x, e);
    *asked = *kept;
    if (rc)
        return rc;
    for (size_t i = 0; i < out->n; i++) {
        struct parsed_reading *r = &out->reading[i];

        r->asked = *kept;
        if (!r->is_rules) {
            take(x.parsed, x.candidate[i], &r->asked);
            if (note_unread(&x, x.candidate[i], &r->asked, e) ||
                note_guessed(&x, x.candidate[i], &r->asked, e) ||
                vague_periods_of_candidate(&x.parsed->candidate[x.candidate[i]],
                                           &x.parsed->words, q->tables.a,
                                           &r->asked, e))
                return e->code;
        }
        r->asked.confidence = reading_confidence_of(&x, i);
    }
    drop_unlikely(out);
    sort_by_confidence(out);
    return OK;
}
