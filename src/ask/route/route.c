/*
 * Every word of a question speaks for the tables, for the pages, or for none:
 *
 *   for the tables   words that a table holds: a value, a column, a period; and
 *                    with them, what asks for a figure (total, most, per)
 *   for the pages    words for what is allowed or to be done, and for where it
 *                    is written; weakly, why and explain; and each word that
 *                    no table knows
 *
 * The sum decides. "What does Ada Costa earn?" begins as a question of meaning
 * does, but she and her salary occur in a table; "the total a hotel may cost"
 * has a total, but no table has hotels and `may` asks for a rule. The seed's
 * lists of verbs alone reach half of such questions.
 *
 * A question has two parts when it can be cut, at a mark of punctuation or at a
 * word that joins, so that one side speaks clearly for the tables and the other
 * for the pages; of several such cuts the one that tells them apart most. Where
 * the side of the pages speaks of what is in the tables as well ("how do
 * customers in Spain return an order"), it is one all the same, if it asks
 * something by itself, no figure, and has a word that no table knows, while
 * tables know all of the other side: as a whole it could only need clarification.
 *
 * The weights are set by hand, by what the classes mean; the set of questions
 * in tests/asking measures them, a third of it by itself.
 */
#include "ask/route/route.h"

#include "ask/route/clause.h"
#include "ask/route/phrases.h"
#include "ask/vocabulary/question_words.h"

#include <math.h>

/* For the tables. */
#define W_VALUE      1.8
#define W_PART       0.3
#define W_COLUMN     1.2
#define W_COLUMN_TOO 0.7
#define W_TABLE      0.8
#define W_PERIOD     0.7
#define W_FIGURE     0.5 /* where more than a part binds */
#define MAX_FIGURE   1.0

/* For the pages. */
#define W_RULE    1.6
#define W_MEANING 0.4
#define W_UNKNOWN 0.6 /* a word that no table knows */
#define W_CJK     0.3 /* a character */
#define W_NOTHING 0.5 /* nothing binds at all */

/* Either side of a cut speaks at least so clearly. */
#define PART_TABLES 0.6
#define PART_PAGES  0.6

/* What one run of words says. */
enum sign_kind {
    SIGN_NONE,
    SIGN_MARK,
    SIGN_FIGURE,
    SIGN_RULE,
    SIGN_MEANING,
    SIGN_JOIN,
    SIGN_UNKNOWN,
};

struct sign {
    size_t from; /* words */
    size_t to;
    enum sign_kind kind;
    enum route_mark_kind mark;
    bool cjk;
    bool wants; /* SIGN_FIGURE: the figure itself, and no bound of it */
};

struct signs {
    struct sign *sign; /* sign[n], over all words, in order */
    size_t n;
};

/* What a run of signs says in sum. */
struct tally {
    double tables;
    double pages;
    double figures;
    size_t unknown;       /* words, or characters, that no table knows */
    size_t unknown_words; /* of them those that are words */
    bool wants;           /* a total, a count, a rank */
    bool firm;            /* more than a part of a name binds */
    bool has[ROUTE_TWO_PARTS + 1]; /* reasons that it gives */
};

static const double weight_of[] = {
    [ROUTE_MARK_VALUE] = W_VALUE,   [ROUTE_MARK_PART] = W_PART,
    [ROUTE_MARK_COLUMN] = W_COLUMN, [ROUTE_MARK_COLUMN_TOO] = W_COLUMN_TOO,
    [ROUTE_MARK_TABLE] = W_TABLE,   [ROUTE_MARK_PERIOD] = W_PERIOD};

static bool asks_figure(enum concept_kind kind)
{
    switch (kind) {
    case CONCEPT_AGG:
    case CONCEPT_MANY:
    case CONCEPT_MUCH:
    case CONCEPT_TOP:
    case CONCEPT_SORT:
    case CONCEPT_MOST:
    case CONCEPT_LIKE:
    case CONCEPT_BY:
    case CONCEPT_PERIODIC:
    case CONCEPT_CMP:
    case CONCEPT_CMP_AFTER:
    case CONCEPT_BETWEEN:
    case CONCEPT_SHARE:
    case CONCEPT_LIST:
    case CONCEPT_COMPARE:
    case CONCEPT_TREND:
    case CONCEPT_MONEY:
    case CONCEPT_CHANGE:
    case CONCEPT_DIFFERENCE:
    case CONCEPT_MORE:
    case CONCEPT_THAN:
    case CONCEPT_ORDINAL:
    case CONCEPT_RUNNING:
    case CONCEPT_BEYOND: return true;
    default: return false;
    }
}

/* Of those, what says which figure, and not of which rows. */
static bool wants_figure(enum concept_kind kind)
{
    switch (kind) {
    case CONCEPT_CMP:
    case CONCEPT_CMP_AFTER:
    case CONCEPT_BETWEEN:
    case CONCEPT_THAN:
    case CONCEPT_MORE:
    case CONCEPT_ORDINAL:
    case CONCEPT_BY:
    case CONCEPT_LIKE:
    case CONCEPT_BEYOND:
    case CONCEPT_LIST:
    case CONCEPT_MONEY: return false;
    default: return asks_figure(kind);
    }
}

static enum sign_kind sign_of(enum phrase_kind kind)
{
    switch (kind) {
    case PHRASE_RULE: return SIGN_RULE;
    case PHRASE_MEANING: return SIGN_MEANING;
    case PHRASE_JOIN: return SIGN_JOIN;
    case PHRASE_FIGURE: return SIGN_FIGURE;
    case PHRASE_PLAIN:
    case PHRASE_UNIT: break;
    }
    return SIGN_NONE;
}

/* What begins at a word, where no mark does; `end` is where one will. */
static struct sign read_sign(const struct words *w, size_t at, size_t end)
{
    size_t n_phrase;
    size_t n_entry;
    const struct phrase *p = phrase_find(w, at, &n_phrase);
    const struct question_word *entry =
        question_words_find_within(w, at, end - at, &n_entry);
    const struct word *word = &w->word[at];
    struct sign s = {.from = at, .to = at + 1, .kind = SIGN_UNKNOWN};

    s.cjk = word->kind == WORD_CJK;
    if (p && at + n_phrase <= end && n_phrase >= n_entry) {
        s.kind = sign_of(p->kind);
        s.wants = s.kind == SIGN_FIGURE;
        s.to = at + n_phrase;
    } else if (entry) {
        s.kind = asks_figure(entry->kind) ? SIGN_FIGURE : SIGN_NONE;
        s.wants = wants_figure(entry->kind);
        s.to = at + n_entry;
    } else if (word->kind == WORD_NUMBER || word->kind == WORD_SYMBOL) {
        s.kind = SIGN_NONE;
    }
    return s;
}

/* "How many days" is said of anything, also where a column is called days. */
static struct sign mark_sign(const struct words *w, const struct route_mark *m)
{
    struct sign s = {m->from, m->to, SIGN_MARK, m->kind, false, false};
    size_t n;
    const struct phrase *p = phrase_find(w, m->from, &n);

    if (p && p->kind == PHRASE_UNIT && n == m->to - m->from &&
        m->kind != ROUTE_MARK_VALUE)
        s.mark = ROUTE_MARK_PART;
    return s;
}

/* A phrase for a rule wins over marks that it covers: "the page". */
static bool is_rule(const struct words *w, const struct route_mark *m,
                    struct sign *out)
{
    size_t n;
    const struct phrase *p = phrase_find(w, m->from, &n);

    if (!p || m->kind == ROUTE_MARK_VALUE || m->kind == ROUTE_MARK_COLUMN ||
        n < m->to - m->from || p->kind == PHRASE_FIGURE)
        return false;
    *out =
        (struct sign){m->from, m->from + n, sign_of(p->kind), 0, false, false};
    return true;
}

static enum err read_signs(const struct route_base *b, const struct words *w,
                           struct arena *a, struct signs *out, struct error *e)
{
    struct sign *sign = arena_alloc_array(a, w->n + 1, sizeof(*sign), e);
    size_t m = 0;
    size_t at = 0;

    if (!sign)
        return e->code;
    *out = (struct signs){.sign = sign};
    while (at < w->n) {
        struct sign *s = &sign[out->n++];

        while (m < b->n_marks && b->marks[m].from < at)
            m++;
        if (m == b->n_marks || b->marks[m].from > at) {
            *s = read_sign(w, at, m < b->n_marks ? b->marks[m].from : w->n);
        } else if (!is_rule(w, &b->marks[m], s)) {
            *s = mark_sign(w, &b->marks[m]);
        }
        at = s->to;
    }
    return OK;
}

static void count_mark(struct tally *t, const struct sign *s)
{
    static const enum route_reason why[] = {
        [ROUTE_MARK_VALUE] = ROUTE_BINDS_VALUE,
        [ROUTE_MARK_PART] = ROUTE_BINDS_VALUE,
        [ROUTE_MARK_COLUMN] = ROUTE_BINDS_COLUMN,
        [ROUTE_MARK_COLUMN_TOO] = ROUTE_BINDS_COLUMN,
        [ROUTE_MARK_TABLE] = ROUTE_BINDS_TABLE,
        [ROUTE_MARK_PERIOD] = ROUTE_BINDS_VALUE};

    t->tables += weight_of[s->mark];
    t->firm |= s->mark != ROUTE_MARK_PART;
    t->has[why[s->mark]] = true;
}

static void count_sign(struct tally *t, const struct sign *s)
{
    switch (s->kind) {
    case SIGN_MARK: count_mark(t, s); break;
    case SIGN_FIGURE:
        t->figures += W_FIGURE;
        t->wants |= s->wants;
        break;
    case SIGN_RULE:
        t->pages += W_RULE;
        t->has[ROUTE_ASKS_RULE] = true;
        break;
    case SIGN_MEANING:
        t->pages += W_MEANING;
        t->has[ROUTE_ASKS_WHY] = true;
        break;
    case SIGN_UNKNOWN:
        t->pages += s->cjk ? W_CJK : W_UNKNOWN;
        t->unknown++;
        t->unknown_words += !s->cjk;
        t->has[ROUTE_NOT_IN_TABLES] = true;
        break;
    case SIGN_NONE:
    case SIGN_JOIN: break;
    }
}

/* Positive: the tables. */
static double balance(const struct signs *s, size_t from, size_t to,
                      struct tally *t)
{
    *t = (struct tally){0};
    for (size_t i = from; i < to; i++)
        count_sign(t, &s->sign[i]);
    if (t->firm && t->figures > 0) {
        t->tables += fmin(t->figures, MAX_FIGURE);
        t->has[ROUTE_ASKS_FIGURE] = true;
    }
    if (t->tables == 0) {
        t->pages += W_NOTHING;
        t->has[ROUTE_NOT_IN_TABLES] = true;
    }
    return t->tables - t->pages;
}

/* Is there punctuation that ends a part between two words? A point inside of a
 * number or a name is none, since there the words touch. */
static bool is_break(struct str question, size_t from, size_t to)
{
    static const char *const marks[] = {",",  ";",  "?",   "!",  ". ",
                                        "，", "；", "？",  "！", "。",
                                        "、", "¿",  " & ", " / "};
    const struct str between = str_slice(question, from, to);

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (str_find(between, str_from(marks[i])) < between.n)
            return true;
    }
    return false;
}

static size_t end_of(const struct word *w)
{
    return w->offset + w->raw.n;
}

struct cut {
    size_t at; /* signs [0, at) and [next, n) */
    size_t next;
    double clear; /* how clearly the sides differ; 0: no cut */
    bool tables_first;
};

/* Do the words of the signs [from, to) ask something by themselves? */
static bool is_clause(const struct signs *s, const struct words *w, size_t from,
                      size_t to)
{
    while (from < to && s->sign[from].kind == SIGN_JOIN)
        from++;
    return from < to && clause_asks(w, s->sign[from].from, s->sign[to - 1].to);
}

/* "... and of Nortwind" is no request: one word, perhaps misspelt, and no
 * question. */
static bool is_request(const struct tally *t, bool is_clause)
{
    return t->has[ROUTE_ASKS_RULE] || t->has[ROUTE_ASKS_WHY] ||
           t->unknown > 1 || is_clause;
}

/* "Who cleans the coffee machine": coffee is in a table, and what is asked is
 * not. */
static bool only_mentions(const struct tally *t)
{
    return !t->wants && t->unknown_words > (t->has[ROUTE_BINDS_VALUE] ? 1 : 0);
}

static void try_cut(const struct signs *s, const struct words *w, size_t at,
                    size_t next, struct cut *best)
{
    struct tally tally[2];
    const double left = balance(s, 0, at, &tally[0]);
    const double right = balance(s, next, s->n, &tally[1]);
    const double high = fmax(left, right);
    const double low = fmin(left, right);

    if (high < PART_TABLES || low > -PART_PAGES || high - low <= best->clear ||
        only_mentions(&tally[right > left]) ||
        !is_request(&tally[right < left], right < left
                                              ? is_clause(s, w, next, s->n)
                                              : is_clause(s, w, 0, at)))
        return;
    *best = (struct cut){at, next, high - low, left > right};
}

/* Is it a question of its own that tables cannot answer, and the other one that
 * they can, every word of it? */
static bool decides(const struct tally *pages, const struct tally *tables)
{
    return !pages->wants &&
           (pages->unknown > 0 || pages->has[ROUTE_ASKS_RULE]) &&
           tables->unknown == 0 && tables->firm &&
           !tables->has[ROUTE_ASKS_RULE] && !tables->has[ROUTE_ASKS_WHY] &&
           tables->tables - tables->pages >= PART_TABLES;
}

static void try_clauses(const struct signs *s, const struct words *w, size_t at,
                        size_t next, struct cut *best)
{
    struct tally left;
    struct tally right;
    double clear = balance(s, 0, at, &left) - balance(s, next, s->n, &right);
    const bool first = decides(&right, &left) && is_clause(s, w, next, s->n);
    const bool second = decides(&left, &right) && is_clause(s, w, 0, at);

    clear = 1 + (clear > 0 ? clear : -clear);
    if ((first || second) && clear > best->clear)
        *best = (struct cut){at, next, clear, first};
}

/* The best cut of one of the two kinds. */
static struct cut find_cut_of(const struct signs *s, const struct words *w,
                              struct str question, bool clauses)
{
    struct cut best = {0};

    for (size_t i = 1; i < s->n; i++) {
        const struct word *before = &w->word[s->sign[i].from - 1];
        const struct word *after = &w->word[s->sign[i].from];

        const bool ends = is_break(question, end_of(before), after->offset);
        const size_t next = ends ? i : i + 1;

        if (!ends && (s->sign[i].kind != SIGN_JOIN || next == s->n))
            continue;
        if (clauses)
            try_clauses(s, w, i, next, &best);
        else
            try_cut(s, w, i, next, &best);
    }
    return best;
}

static struct cut find_cut(const struct signs *s, const struct words *w,
                           struct str question)
{
    const struct cut clear = find_cut_of(s, w, question, false);

    return clear.clear > 0 ? clear : find_cut_of(s, w, question, true);
}

static struct route_part part_of(const struct signs *s, const struct words *w,
                                 size_t from, size_t to)
{
    while (from < to && s->sign[from].kind == SIGN_JOIN)
        from++;
    if (from == to)
        return (struct route_part){0};
    return (struct route_part){w->word[s->sign[from].from].offset,
                               end_of(&w->word[s->sign[to - 1].to - 1])};
}

static void add_reason(struct route *out, enum route_reason r)
{
    if (out->n_reasons < ROUTE_MAX_REASONS)
        out->reasons[out->n_reasons++] = r;
}

/* What spoke for the side that won. */
static void add_reasons(struct route *out, const struct tally *t,
                        enum route_mode mode)
{
    const enum route_reason from =
        mode == ROUTE_STRUCTURED ? ROUTE_BINDS_VALUE : ROUTE_ASKS_RULE;
    const enum route_reason to =
        mode == ROUTE_STRUCTURED ? ROUTE_ASKS_FIGURE : ROUTE_NOT_IN_TABLES;

    for (unsigned r = from; r <= to; r++) {
        if (t->has[r])
            add_reason(out, (enum route_reason)r);
    }
}

static void split(const struct signs *s, const struct words *w,
                  const struct cut *c, struct route *out)
{
    const struct route_part first = part_of(s, w, 0, c->at);
    const struct route_part second = part_of(s, w, c->next, s->n);
    struct tally t;

    out->mode = ROUTE_HYBRID;
    out->structured = c->tables_first ? first : second;
    out->semantic = c->tables_first ? second : first;
    add_reason(out, ROUTE_TWO_PARTS);
    (void)balance(s, c->tables_first ? 0 : c->next,
                  c->tables_first ? c->at : s->n, &t);
    add_reasons(out, &t, ROUTE_STRUCTURED);
    (void)balance(s, c->tables_first ? c->next : 0,
                  c->tables_first ? s->n : c->at, &t);
    add_reasons(out, &t, ROUTE_SEMANTIC);
}

static void route_whole(struct str question, enum route_mode mode,
                        struct route *out)
{
    const struct route_part all = {0, question.n};

    out->mode = mode;
    if (mode == ROUTE_STRUCTURED)
        out->structured = all;
    else
        out->semantic = all;
}

enum err route_question(const struct route_base *b, struct str question,
                        const struct words *w, struct arena *a,
                        struct route *out, struct error *e)
{
    struct signs s = {0};
    struct tally t;
    struct cut cut;
    enum route_mode mode;

    *out = (struct route){0};
    if (!b->has_tables || !b->has_prose) {
        route_whole(question, b->has_tables ? ROUTE_STRUCTURED : ROUTE_SEMANTIC,
                    out);
        add_reason(out, b->has_tables ? ROUTE_NO_PROSE : ROUTE_NO_TABLES);
        return OK;
    }
    if (read_signs(b, w, a, &s, e))
        return e->code;
    cut = find_cut(&s, w, question);
    if (cut.clear > 0) {
        split(&s, w, &cut, out);
        return OK;
    }
    mode = balance(&s, 0, s.n, &t) > 0 ? ROUTE_STRUCTURED : ROUTE_SEMANTIC;
    route_whole(question, mode, out);
    add_reasons(out, &t, mode);
    return OK;
}

const char *route_mode_name(enum route_mode mode)
{
    static const char *const names[] = {"structured", "semantic", "hybrid"};

    return names[mode];
}

const char *route_reason_text(enum route_reason reason)
{
    static const char *const texts[] = {
        [ROUTE_NO_TABLES] = "the base has no tables",
        [ROUTE_NO_PROSE] = "the base has no pages",
        [ROUTE_BINDS_VALUE] = "the question names a value of a table",
        [ROUTE_BINDS_COLUMN] = "the question names a column",
        [ROUTE_BINDS_TABLE] = "the question names a table",
        [ROUTE_ASKS_FIGURE] =
            "the question asks for a figure, a ranking or a list",
        [ROUTE_ASKS_RULE] =
            "the question asks for a rule, a procedure or a text",
        [ROUTE_ASKS_WHY] = "the question asks for an explanation",
        [ROUTE_NOT_IN_TABLES] = "the question has words that occur in no table",
        [ROUTE_TWO_PARTS] = "the question asks for two things",
    };

    return texts[reason];
}
