/*
 * train_rules - learn how sure answers by the rules are: "rules:" and "@rules"
 * of src/ask/candidates/weights.txt (answer/rules_confidence.h).
 *
 *     train_rules [OPTIONS] HOME WORKER SET ROOT [SET ROOT...]
 *
 * A SET is one of `quarry eval tables`, its tables below ROOT. The first is that
 * of which the weights in DIR were learned in folds of tables, so each of its
 * tables is asked with those that have not seen it; the others are asked with
 * those of FILE. What is learned is written after what FILE and the files of
 * DIR hold: for FILE from all answers, for fold-N.txt from those of tables of
 * other folds.
 */
#include "answer/batch/batch_line.h"
#include "answer/evaluate/table_verdict.h"
#include "answer/evaluate/table_weights.h"
#include "answer/rules_confidence.h"
#include "ask/candidates/ranker.h"
#include "base/fs.h"
#include "calibrate.h"
#include "common.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SET_BYTES      ((size_t)512 << 20)
#define QUESTION_BYTES ((size_t)512 << 20)
#define LINE_BYTES     ((size_t)64 << 20)
#define PATH_BYTES     4096
#define PER_BIN        40 /* there are some hundred answers */
#define SURE           0.9
#define PROGRESS       1000

static const char usage[] =
    "usage: train_rules --weights FILE --folds DIR HOME WORKER SET ROOT...\n";

struct example {
    double fact[RULES_TERMS];
    bool right;
    unsigned fold;
    bool is_first; /* of the first set */
};

struct learning {
    const char *weights;
    const char *folds;
    const char *home;
    const char *worker;
    struct ranker *of_fold[FOLDS + 1]; /* the last of FILE */
    struct example *example;           /* example[n] */
    size_t n;
    struct arena a;
};

static struct ranker *read_weights(struct learning *l, unsigned fold)
{
    struct error e = {0};
    struct str text;
    struct ranker *r = NULL;

    if (fold < FOLDS)
        r = table_weights_read(str_from(l->folds), fold, &l->a, &e);
    else if (fs_read_file(l->weights, l->weights, SET_BYTES, &l->a, &text,
                          &e) == OK)
        r = ranker_read(text, &e);
    if (!r)
        give_up("weights", &e);
    arena_reset(&l->a);
    return r;
}

static void keep(struct learning *l, const struct answer *an, bool right,
                 unsigned fold, bool is_first)
{
    l->example = take_more(l->example, l->n + 1, sizeof(*l->example));
    l->example[l->n] =
        (struct example){.right = right, .fold = fold, .is_first = is_first};
    memcpy(l->example[l->n++].fact, an->rules, sizeof(an->rules));
}

/* An answer that cannot be had is none by the rules. */
static void ask(struct learning *l, struct tables *t,
                const struct table_question *q, bool is_first)
{
    const struct batch_place at = {1, 0};
    const struct table_source common = {0};
    struct answer_request request = {0};
    struct answer *an;
    struct batch_line line;
    struct table_verdict verdict;
    struct error e = {0};
    struct buf b;
    struct str text;

    if (batch_line_read(q->line, &at, &common, &l->a, &line, &e) ||
        !(an = arena_alloc(&l->a, sizeof(*an), &e)))
        give_up("a question", &e);
    request.question = line.question;
    request.sources = line.sources;
    request.n = line.n;
    request.reading.ranker = l->of_fold[is_first ? q->fold : FOLDS];
    request.reading.rules_only = true;
    if (line.damage || answer_question(t, &request, &l->a, an, &e) ||
        !an->by_rules || an->mode != ANSWER_STRUCTURED)
        return;
    buf_init(&b, LINE_BYTES);
    batch_line_put_answer(&line, an, &b);
    if (buf_dup(&b, &l->a, &text, &e) ||
        table_verdict_read(text, q, &l->a, &verdict, &e))
        give_up("a verdict", &e);
    buf_release(&b);
    keep(l, an, verdict.outcome == TABLE_RIGHT, q->fold, is_first);
}

static void ask_set(struct learning *l, const char *path, const char *root,
                    bool is_first)
{
    struct tables_options o = {.home = str_from(l->home),
                               .worker_path = str_from(l->worker),
                               .root = str_from(root)};
    struct tables *t;
    struct table_set set;
    struct arena a;
    struct error e = {0};
    struct str text;

    arena_init(&a, SET_BYTES);
    if (fs_read_file(path, path, TABLE_SET_MAX_BYTES, &a, &text, &e) ||
        table_set_read(text, str_from(path), &a, &set, &e) ||
        tables_new(&o, &t, &e))
        give_up(path, &e);
    for (size_t i = 0; i < set.n; i++) {
        ask(l, t, &set.question[i], is_first);
        arena_reset(&l->a);
        if ((i + 1) % PROGRESS == 0)
            (void)fprintf(stderr, "asked %zu of %zu questions\n", i + 1, set.n);
    }
    tables_free(t);
    arena_release(&a);
}

struct model {
    double weight[RULES_TERMS];
    struct candidates_confidence steps;
};

/* From all that are not of the fold. */
static void learn(const struct learning *l, unsigned fold, struct model *out)
{
    struct outcome *x = take(l->n, sizeof(*x));
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++) {
        if (l->example[i].fold != fold)
            x[n++] = (struct outcome){l->example[i].fact, l->example[i].right};
    }
    calibrate_fit(x, n, RULES_TERMS, PER_BIN, out->weight, &out->steps);
    free(x);
}

static double confidence_of(const struct model *m, const struct example *x)
{
    return candidates_confidence_at(
        &m->steps, calibrate_raw(m->weight, x->fact, RULES_TERMS));
}

static void append(const char *path, const struct model *m)
{
    FILE *file = fopen(path, "a");
    char name[RULES_NAME_BYTES];

    if (!file)
        give_up("a file of weights cannot be written", NULL);
    for (size_t i = 0; i < RULES_TERMS; i++)
        (void)fprintf(file, "rules:%s %.5f\n", rules_term_name(i, name),
                      m->weight[i]);
    for (size_t i = 0; i < m->steps.n_knots; i++)
        (void)fprintf(file, "@rules %.5f %.4f\n", m->steps.knot[i].raw,
                      m->steps.knot[i].share);
    if (ferror(file) || fclose(file) != 0)
        give_up("a file of weights cannot be written", NULL);
}

/* How each set fared, with models that did not see its tables. */
static void report(const struct learning *l, const double *confidence)
{
    for (int set = 0; set < 2; set++) {
        size_t n = 0, right = 0, sure = 0, sure_right = 0;
        double sum = 0;

        for (size_t i = 0; i < l->n; i++) {
            const struct example *x = &l->example[i];

            if (x->is_first != (set == 0))
                continue;
            n++;
            right += x->right;
            sum += confidence[i];
            sure += confidence[i] >= SURE;
            sure_right += confidence[i] >= SURE && x->right;
        }
        printf("%s: %zu answers by the rules, %zu right, %.3f expected; at "
               "confidence %.1f %zu, %zu right\n",
               set == 0 ? "the first set" : "the others", n, right,
               n ? sum / (double)n : 0, SURE, sure, sure_right);
    }
}

static void learn_all(const struct learning *l)
{
    double *confidence = take(l->n, sizeof(*confidence));
    struct model *m = take(1, sizeof(*m));
    char path[PATH_BYTES];

    for (unsigned fold = 0; fold < FOLDS; fold++) {
        learn(l, fold, m);
        for (size_t i = 0; i < l->n; i++) {
            if (l->example[i].fold == fold)
                confidence[i] = confidence_of(m, &l->example[i]);
        }
        (void)snprintf(path, sizeof(path), "%s/fold-%u.txt", l->folds, fold);
        append(path, m);
    }
    learn(l, FOLDS, m);
    append(l->weights, m);
    report(l, confidence);
    free(confidence);
    free(m);
}

int main(int argc, char **argv)
{
    static const struct option known[] = {
        {"weights", 1, NULL, 'w'}, {"folds", 1, NULL, 'f'}, {NULL, 0, NULL, 0}};
    struct learning l = {0};
    int c;

    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (c == 'w')
            l.weights = optarg;
        else if (c == 'f')
            l.folds = optarg;
    }
    if (!l.weights || !l.folds || argc - optind < 4 || (argc - optind) % 2) {
        (void)fputs(usage, stderr);
        return 2;
    }
    l.home = argv[optind++];
    l.worker = argv[optind++];
    arena_init(&l.a, QUESTION_BYTES);
    for (unsigned fold = 0; fold <= FOLDS; fold++)
        l.of_fold[fold] = read_weights(&l, fold);
    for (int i = optind; i + 1 < argc; i += 2)
        ask_set(&l, argv[i], argv[i + 1], i == optind);
    if (l.n == 0)
        give_up("no answer is by the rules", NULL);
    learn_all(&l);
    for (unsigned fold = 0; fold <= FOLDS; fold++)
        ranker_free(l.of_fold[fold]);
    arena_release(&l.a);
    free(l.example);
    return 0;
}
