#include "calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN     6    /* candidates whose rows are compared */
#define PER_BIN 20   /* outcomes */
#define SUREST  0.99 /* some answers of any kind are wrong */
#define NEAREST 1e-3 /* of two raw values: what is written must rise */
#define BINS    10

struct ranked {
    double score;
    uint32_t answer;
    bool right;
    const struct candidate *c;
};

static int by_score(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;

    return x->score > y->score ? -1 : x->score < y->score;
}

/* Scores of the candidates, the best first; their sum as probabilities. */
static struct ranked *rank(const struct model *m, const struct question *q,
                           double *most, double *all)
{
    size_t n = q->last - q->first;
    struct ranked *r = malloc((n + 1) * sizeof(*r));

    if (!r)
        model_give_up("out of memory");
    *most = -INFINITY;
    *all = 0;
    for (size_t i = 0; i < n; i++) {
        const struct candidate *c = &m->candidate[q->first + i];

        r[i] = (struct ranked){model_score(m, c), c->answer, c->accepted, c};
        *most = fmax(*most, r[i].score);
    }
    for (size_t i = 0; i < n; i++)
        *all += exp(r[i].score - *most);
    if (n > 1)
        qsort(r + 1, n - 1, sizeof(*r), by_score);
    return r;
}

/* What speaks for it, but for what is known of its rows and of the rules alone. */
static struct reading_evidence evidence_of(const struct model *m,
                                           const struct candidate *c)
{
    struct reading_evidence out = {{0}, {0}};

    for (size_t i = c->first; i < c->last; i++) {
        const struct model_feature *f = &m->all[m->feature[i]];

        reading_evidence_add(&out, f->kind, f->w);
    }
    return out;
}

struct outcome outcome_of(const struct model *m, const struct question *q)
{
    struct outcome out = {.language = q->language,
                          .answerable = q->answerable,
                          .is_made = q->is_made,
                          .set = q->set,
                          .weight = q->is_made ? m->made : 1};
    size_t n = q->last - q->first;
    uint32_t best = 0;
    const struct candidate *first = NULL;
    double most, all;
    struct ranked *r = rank(m, q, &most, &all);

    for (size_t i = 1; i < n && i <= RUN; i++) {
        double p = 0;

        for (size_t k = 1; k < n && k <= RUN && r[i].answer; k++)
            if (r[k].answer == r[i].answer)
                p += exp(r[k].score - most) / all;
        if (p > out.raw) {
            if (r[i].answer != best)
                out.facts.second = out.raw;
            best = r[i].answer;
            first = r[i].c;
            out.raw = p;
            out.right = r[i].right;
            for (size_t k = 0; k < READING_CONFIDENCE_KINDS; k++)
                out.facts.kind[k] = r[i].c->kind[k];
            out.answered = true;
        } else if (r[i].answer != best) {
            out.facts.second = fmax(out.facts.second, p);
        }
    }
    out.facts.p = out.raw;
    if (first)
        out.facts.evidence = evidence_of(m, first);
    out.facts.nothing = n ? exp(r[0].score - most) / all : 0;
    free(r);
    return out;
}

static int by_raw(const void *a, const void *b)
{
    const struct outcome *x = a;
    const struct outcome *y = b;

    return x->raw < y->raw ? -1 : x->raw > y->raw;
}

/* Outcomes of neighbouring raw values: sums over `n`. */
struct pool {
    double raw;
    double right;
    double n;
};

static double mean(const struct pool *p)
{
    return p->right / p->n;
}

static void add_knot(struct calibration *out, const struct pool *p)
{
    struct knot k = {p->raw / p->n, fmin(mean(p), SUREST)};

    if (out->n > 0 && k.raw - out->knot[out->n - 1].raw < NEAREST)
        return;
    if (out->n < CALIBRATE_KNOTS)
        out->knot[out->n++] = k;
}

static void pool_violators(const struct outcome *x, size_t n,
                           struct calibration *out)
{
    size_t per_bin = n / CALIBRATE_KNOTS + 1;
    struct pool *p = malloc((n + 1) * sizeof(*p));
    size_t kept = 0;

    if (!p)
        model_give_up("out of memory");
    if (per_bin < PER_BIN)
        per_bin = PER_BIN;
    for (size_t i = 0; i < n; i += per_bin) {
        struct pool bin = {0};

        for (size_t k = i; k < n && k < i + per_bin; k++) {
            bin.raw += x[k].raw * x[k].weight;
            bin.right += x[k].right * x[k].weight;
            bin.n += x[k].weight;
        }
        while (kept > 0 && mean(&p[kept - 1]) >= mean(&bin)) {
            kept--;
            bin.raw += p[kept].raw;
            bin.right += p[kept].right;
            bin.n += p[kept].n;
        }
        p[kept++] = bin;
    }
    for (size_t i = 0; i < kept; i++)
        add_knot(out, &p[i]);
    free(p);
}

void calibrate(const struct outcome *x, size_t n, uint32_t language,
               uint32_t n_languages, struct calibration *out)
{
    struct outcome *mine = malloc((n + 1) * sizeof(*mine));
    size_t n_mine = 0;

    if (!mine)
        model_give_up("out of memory");
    out->n = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i].answered &&
            (language == n_languages || x[i].language == language))
            mine[n_mine++] = x[i];
    qsort(mine, n_mine, sizeof(*mine), by_raw);
    pool_violators(mine, n_mine, out);
    free(mine);
}

double calibrate_at(const struct calibration *c, double raw)
{
    const struct knot *k = c->knot;
    size_t i = 0;

    if (c->n == 0)
        return raw;
    while (i < c->n && k[i].raw < raw)
        i++;
    if (i == 0 || i == c->n)
        return k[i == 0 ? 0 : i - 1].share;
    return k[i - 1].share + (k[i].share - k[i - 1].share) *
                                (raw - k[i - 1].raw) /
                                (k[i].raw - k[i - 1].raw);
}

/* What is answered from a confidence on. */
static void report_edge(const struct outcome *x, size_t n,
                        const struct calibration *by, double edge)
{
    double answerable = 0, answered = 0, right = 0, given = 0, refused = 0;

    for (size_t i = 0; i < n; i++) {
        const bool is_given =
            x[i].answered && calibrate_at(&by[x[i].language], x[i].raw) >= edge;

        answerable += x[i].answerable;
        given += is_given;
        answered += is_given && x[i].answerable;
        right += is_given && x[i].right;
        refused += !is_given && !x[i].answerable;
    }
    (void)printf(
        "  at %.2f: answered %5.1f %%, right %5.1f %%, precision %5.1f "
        "%%, refused %5.1f %%\n",
        edge, 100 * answered / answerable, 100 * right / answerable,
        100 * right / fmax(1, given),
        100 * refused / fmax(1, (double)n - answerable));
}

/* How many are right of the surest that are 5, 10, ... % of the answerable. */
static void report_surest(const struct outcome *x, size_t n)
{
    struct outcome *sorted = malloc((n + 1) * sizeof(*sorted));
    size_t answerable = 0, right = 0, given = 0;
    size_t next = 5;

    if (!sorted)
        model_give_up("out of memory");
    memcpy(sorted, x, n * sizeof(*x));
    qsort(sorted, n, sizeof(*sorted), by_raw);
    for (size_t i = 0; i < n; i++)
        answerable += x[i].answerable;
    (void)printf("  precision of the surest");
    for (size_t i = n; i-- > 0 && next <= 40;) {
        right += sorted[i].right;
        given++;
        if (given * 100 >= answerable * next) {
            (void)printf("  %zu %%: %.1f", next,
                         100 * (double)right / (double)given);
            next += 5;
        }
    }
    (void)printf("\n");
    free(sorted);
}

void calibrate_report(const char *title, const struct outcome *x, size_t n,
                      const struct calibration *by)
{
    static const double edges[] = {0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9};
    struct pool bin[BINS] = {{0}};
    double error = 0;
    double all = 0;

    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        const double c = calibrate_at(&by[x[i].language], x[i].raw);
        struct pool *p = &bin[(size_t)fmin(BINS - 1, floor(c * BINS))];

        if (!x[i].answered)
            continue;
        p->raw += c;
        p->right += x[i].right;
        p->n += 1;
        all += 1;
    }
    for (size_t i = 0; i < BINS; i++)
        error += fabs(bin[i].raw - bin[i].right);
    (void)printf("%s: %zu questions, mean error of confidence %.1f %%\n", title,
                 n, 100 * error / fmax(1, all));
    for (size_t i = 0; i < sizeof(edges) / sizeof(*edges); i++)
        report_edge(x, n, by, edges[i]);
    report_surest(x, n);
}
