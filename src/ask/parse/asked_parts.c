#include "ask/parse/asked_parts.h"

#include "ask/parse/asked_terms.h"
#include "ask/parse/feature.h"
#include "ask/spec/formula.h"
#include "base/hash.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define RUN        2    /* words that are looked at together */
#define STEP       0.25 /* of a level */
#define PART_BYTES 96
#define NAME_WORDS 8 /* of a column's name that are looked at */
#define MANY       4 /* as many and more are alike */
#define SLOTS      1024U
#define MOST_KEPT  (SLOTS / 2)

/* What a part is of; the first letter of its name where it is a column. */
enum part_role {
    PART_PLAIN = 0,
    PART_MEASURE = 'm',
    PART_GROUP = 'g',
    PART_FILTER = 'w'
};

/* A score that has been computed. */
struct kept {
    uint64_t key; /* 0: free */
    double score;
};

struct asked_parts {
    const struct parse_weights *w;
    struct arena *a;
    uint32_t *term; /* term[n]: feature_word() of each */
    size_t n;
    double nothing; /* of answering nothing */
    struct kept kept[SLOTS];
    size_t n_kept;
};

/* A part: a text, or the words of a column's name. */
typedef enum err visit_part(enum part_role role, struct str text, void *ctx,
                            struct error *e);

struct visiting {
    visit_part *visit;
    void *ctx;
    struct error *e;
    enum err rc;
};

static void visit(struct visiting *v, enum part_role role, struct str text)
{
    if (!v->rc)
        v->rc = v->visit(role, text, v->ctx, v->e);
}

/* "agg.sum", "filters.2". */
PRINTF_LIKE(2)
static void plain(struct visiting *v, const char *format, ...)
{
    char text[PART_BYTES];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    visit(v, PART_PLAIN, str_from(text));
}

static unsigned few(size_t n)
{
    return n < MANY ? (unsigned)n : MANY;
}

/* What a formula does, outside of its names. */
static void visit_formula(struct visiting *v, struct str formula)
{
    for (size_t at = formula_next_sign(formula, 0); at < formula.n;
         at = formula_next_sign(formula, at + 1))
        plain(v, "op.%c", formula.p[at]);
    visit(v, PART_MEASURE, formula);
}

static void visit_measures(struct visiting *v, const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_measures; i++) {
        const struct spec_measure *m = &s->measures[i];

        if (m->agg == AGG_COUNT && m->column.n == 0)
            plain(v, "agg.rows");
        else
            plain(v, "agg.%s", agg_name(m->agg));
        if (m->agg == AGG_FORMULA)
            visit_formula(v, m->formula);
        else if (m->column.n)
            visit(v, PART_MEASURE, m->column);
    }
}

static void visit_groups(struct visiting *v, const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        if (s->groups[i].grain)
            plain(v, "by.%s", grain_name(s->groups[i].grain));
        else
            plain(v, "%s", s->n_measures ? "by" : "shown");
        visit(v, PART_GROUP, s->groups[i].column);
    }
}

static void visit_filters(struct visiting *v, const struct query_spec *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->totals || f->op == FILTER_NOT_NULL)
            continue;
        plain(v, "if.%u.%u", (unsigned)f->op, (unsigned)f->literal);
        visit(v, PART_FILTER, f->column);
        n++;
    }
    plain(v, "filters.%u", few(n));
}

static void visit_order(struct visiting *v, const struct query_spec *s)
{
    const char *way = s->descending ? "desc" : "asc";

    if (s->limit)
        plain(v, "limit.%s.%s", s->limit == 1 ? "1" : "n", way);
    if (s->order)
        plain(v, "order.%u.%s", (unsigned)s->order, way);
    if (s->each)
        plain(v, "each");
    if (s->place)
        plain(v, "place");
    if (s->has_having)
        plain(v, "having.%u", (unsigned)s->having.op);
}

static void visit_rest(struct visiting *v, const struct query_spec *s)
{
    if (s->share || spec_has_part(s))
        plain(v, "share");
    if (s->running)
        plain(v, "running");
    if (s->change.kind)
        plain(v, "change.%u", (unsigned)s->change.kind);
    if (s->compare.kind)
        plain(v, "compare.%u", (unsigned)s->compare.kind);
    if (s->step.kind)
        plain(v, "step.%u", (unsigned)s->step.kind);
    if (s->window.column.n)
        plain(v, "window");
}

static enum err visit_parts(const struct query_spec *s, visit_part *each,
                            void *ctx, struct error *e)
{
    struct visiting v = {each, ctx, e, OK};

    plain(&v, "kind.%u.%u.%u", (unsigned)s->kind, few(s->n_measures),
          few(s->n_groups));
    visit_measures(&v, s);
    visit_groups(&v, s);
    visit_filters(&v, s);
    visit_order(&v, s);
    visit_rest(&v, s);
    return v.rc;
}

/* Words of a column's name as parts: "m.amount"; of CJK each two that are together. */
struct name_words {
    struct words words;
    size_t at;
    size_t n; /* that were given */
    enum part_role role;
    char text[PART_BYTES];
};

static enum err name_words_cut(enum part_role role, struct str name,
                               struct arena *a, struct name_words *out,
                               struct error *e)
{
    *out = (struct name_words){.role = role};
    return words_cut(name, WORDS_NAME, a, &out->words, e);
}

/* The next; empty: there is none. */
static struct str next_name_word(struct name_words *x)
{
    while (x->at < x->words.n && x->n < NAME_WORDS) {
        const struct word *w = &x->words.word[x->at++];
        const bool is_cjk = w->kind == WORD_CJK;
        const struct word *next =
            is_cjk && x->at < x->words.n && w[1].kind == WORD_CJK ? w + 1
                                                                  : NULL;
        const bool is_last_of_run =
            is_cjk && !next && x->at > 1 && w[-1].kind == WORD_CJK;
        const struct str text = w->kind == WORD_NUMBER ? STR("0") : w->stem;
        int n;

        if (w->kind == WORD_SYMBOL || is_last_of_run)
            continue;
        n = snprintf(x->text, sizeof(x->text), "%c.%.*s%.*s", (char)x->role,
                     (int)text.n, text.p, next ? (int)next->stem.n : 0,
                     next ? next->stem.p : "");
        if (n < 0 || (size_t)n >= sizeof(x->text))
            continue;
        x->n++;
        return (struct str){x->text, (size_t)n};
    }
    return (struct str){0};
}

/* Of a part and all terms. */
static double score_of(const struct asked_parts *p, struct str part)
{
    const uint32_t first = feature_word(part);
    double score = 0;

    for (size_t i = 0; i < p->n; i++) {
        const uint32_t arg[2] = {first, p->term[i]};

        score +=
            parse_weights_of(p->w, feature_mix(F_PARTS, arg, COUNT_OF(arg)));
    }
    return score;
}

/* Where a key is, or would be. */
static struct kept *slot_of(struct asked_parts *p, uint64_t key)
{
    size_t at = key & (SLOTS - 1);

    while (p->kept[at].key && p->kept[at].key != key)
        at = (at + 1) & (SLOTS - 1);
    return &p->kept[at];
}

static enum err score_part(struct asked_parts *p, enum part_role role,
                           struct str text, double *out, struct error *e)
{
    struct name_words words;

    *out = 0;
    if (role == PART_PLAIN) {
        *out = score_of(p, text);
        return OK;
    }
    if (name_words_cut(role, text, p->a, &words, e))
        return e->code;
    for (struct str w = next_name_word(&words); w.n; w = next_name_word(&words))
        *out += score_of(p, w);
    return OK;
}

struct summing {
    struct asked_parts *p;
    double score;
};

static enum err add_part(enum part_role role, struct str text, void *ctx,
                         struct error *e)
{
    struct summing *x = ctx;
    const uint64_t key =
        (hash_bytes(text.p, text.n) ^ (uint64_t)role << 56) | 1;
    struct kept *k = slot_of(x->p, key);
    double score = k->score;

    if (!k->key) {
        if (score_part(x->p, role, text, &score, e))
            return e->code;
        if (x->p->n_kept < MOST_KEPT) {
            *k = (struct kept){key, score};
            x->p->n_kept++;
        }
    }
    x->score += score;
    return OK;
}

enum err asked_parts_level(struct asked_parts *p, const struct query_spec *s,
                           uint32_t *out, struct error *e)
{
    struct summing x = {.p = p};
    double level;

    if (visit_parts(s, add_part, &x, e))
        return e->code;
    level = round((x.score - p->nothing) / STEP) + ASKED_PARTS_MIDDLE;
    *out = (uint32_t)fmin(fmax(level, 0), ASKED_PARTS_LEVELS - 1);
    return OK;
}

static void take_term(struct str term, void *ctx)
{
    struct asked_parts *p = ctx;

    p->term[p->n++] = feature_word(term);
}

enum err asked_parts_make(const struct words *w,
                          const struct parse_weights *weights, struct arena *a,
                          struct asked_parts **out, struct error *e)
{
    struct asked_parts *p = arena_alloc(a, sizeof(*p), e);

    if (!p)
        return e->code;
    p->w = weights ? weights : parse_weights_parts();
    p->a = a;
    p->term = arena_alloc_array(a, RUN * (w->n + 2), sizeof(*p->term), e);
    if (!p->term)
        return e->code;
    asked_terms_visit(w, ASKED_TERM_STEMS, RUN, take_term, p);
    p->nothing = score_of(p, STR("nothing"));
    *out = p;
    return OK;
}

void asked_parts_write_terms(const struct words *w, struct buf *out)
{
    asked_terms_visit(w, ASKED_TERM_STEMS, RUN, asked_term_write, out);
}

struct writing {
    struct arena *a;
    struct buf *out;
};

static enum err write_part(enum part_role role, struct str text, void *ctx,
                           struct error *e)
{
    struct writing *x = ctx;
    struct name_words words;

    if (role == PART_PLAIN) {
        asked_term_write(text, x->out);
        return OK;
    }
    if (name_words_cut(role, text, x->a, &words, e))
        return e->code;
    for (struct str w = next_name_word(&words); w.n; w = next_name_word(&words))
        asked_term_write(w, x->out);
    return OK;
}

enum err asked_parts_write(const struct query_spec *s, struct arena *a,
                           struct buf *out, struct error *e)
{
    struct writing x = {a, out};

    return visit_parts(s, write_part, &x, e);
}
