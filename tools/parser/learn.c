/*
 * parse_learn - weights of the parser from samples that label.mjs wrote.
 *
 *     parse_learn [--from WEIGHTS] [--rounds N] [--l2 X] [--rate X] [--folds N] [--unseen X]
 *                 [--public X] [--with-development] [--test SAMPLES]
 *                 [--without PREFIX] [--no-rules] [--made X] [--left-out PREFIX]
 *                 --names FILE --out FILE SAMPLES...
 *
 * A log-linear model over the candidates of a question and over answering nothing: the
 * likelihood of all that are right together is raised (the reading that gave a right
 * answer is not known), by AdaGrad over shuffled questions, and the mean of the weights
 * of the second half is kept. A question without an answer has nothing as what is
 * right; one that no candidate answers teaches that a little (--unseen).
 *
 * With --folds sets are left out in turn, and what is answered there says how sure the
 * likeliest answer is by how it was read: lines "sure:..." and, fitted to each language,
 * "@LANGUAGE RAW SHARE".
 * Development sets are only measured, as those of --test; features whose name begins with
 * PREFIX count nothing. --no-rules leaves out what the rules say and answer; --made lets
 * plain questions count so much in how sure readings are. --left-out writes what is
 * learned without parts of the sets, and nothing else (left_out.h).
 */
#include "learn_confidence.h"
#include "left_out.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 20

/* Outcomes of questions for which `wanted` holds, by the weights as they are. */
static size_t measure(const struct model *m, uint32_t folds, uint32_t fold,
                      bool development, struct outcome *out)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_questions; i++) {
        const struct question *q = &m->question[i];

        if ((!q->is_public || (q->is_made && m->made > 0)) &&
            (development ? q->is_development : q->weight > 0) &&
            (!folds || q->set % folds == fold))
            out[n++] = outcome_of(m, q);
    }
    return n;
}

/* Of blind sets and of plain questions. */
static void report_left_out(struct outcome *x, size_t n,
                            const struct calibration *by)
{
    size_t blind = 0;

    for (size_t i = 0; i < n; i++)
        if (!x[i].is_made) {
            const struct outcome one = x[blind];

            x[blind++] = x[i];
            x[i] = one;
        }
    calibrate_report("sets left out", x, blind, by);
    calibrate_report("plain questions left out", x + blind, n - blind, by);
}

/* Learn without each fold and see what is answered there. */
static void calibrate_folds(struct model *m, int rounds, uint32_t folds,
                            struct outcome *x, struct learned_confidence *sure,
                            struct calibration *by)
{
    size_t n = 0;

    for (uint32_t fold = 0; fold < folds; fold++) {
        model_learn(m, rounds, folds, fold);
        n += measure(m, folds, fold, false, x + n);
    }
    learn_confidence(x, n, sure);
    learned_confidence_apply(sure, x, n);
    for (uint32_t i = 0; i < m->languages.n; i++)
        calibrate(x, n, i, m->languages.n, &by[i]);
    if (folds)
        report_left_out(x, n, by);
}

static void write_all(const struct model *m,
                      const struct learned_confidence *sure,
                      const struct calibration *by, const char *path)
{
    FILE *file = fopen(path, "w");
    size_t n;

    if (!file)
        model_give_up("the weights cannot be written");
    (void)fprintf(file, "# Learned; make parser makes it anew.\n");
    for (uint32_t i = 0; i < m->languages.n; i++)
        for (size_t k = 0; k < by[i].n; k++)
            (void)fprintf(file, "@%s %.4f %.3f\n", m->languages.name[i],
                          by[i].knot[k].raw, by[i].knot[k].share);
    learned_confidence_write(sure, file);
    n = model_write(m, file);
    if (fclose(file))
        model_give_up("the weights cannot be written");
    (void)printf("%zu features, %zu weights\n", m->n_all, n);
}

static void learn(struct model *m, int rounds, uint32_t folds, const char *out)
{
    struct calibration by[MODEL_SETS] = {{.n = 0}};
    struct outcome *x = malloc((m->n_questions + 1) * sizeof(*x));
    struct learned_confidence sure;
    size_t n;

    if (!x)
        model_give_up("out of memory");
    calibrate_folds(m, rounds, folds, x, &sure, by);
    model_learn(m, rounds, 0, 0);
    n = measure(m, 0, 0, true, x);
    learned_confidence_apply(&sure, x, n);
    calibrate_report("development", x, n, by);
    write_all(m, &sure, by, out);
    free(x);
}

/* All samples have been read. */
static void prepare(struct model *m, const char *from, const char *names,
                    const char *without)
{
    model_read_weights(m, from);
    model_read_names(m, names);
    if (without)
        model_drop(m, without);
    if (m->no_rules)
        model_drop(m, "rules:");
    model_prepare(m);
}

int main(int argc, char **argv)
{
    static const struct option known[] = {{"from", 1, NULL, 'f'},
                                          {"rounds", 1, NULL, 'r'},
                                          {"names", 1, NULL, 'n'},
                                          {"out", 1, NULL, 'o'},
                                          {"l2", 1, NULL, 'l'},
                                          {"folds", 1, NULL, 'k'},
                                          {"public", 1, NULL, 'p'},
                                          {"unseen", 1, NULL, 'u'},
                                          {"with-development", 0, NULL, 'd'},
                                          {"rate", 1, NULL, 'a'},
                                          {"test", 1, NULL, 't'},
                                          {"without", 1, NULL, 'w'},
                                          {"made", 1, NULL, 'm'},
                                          {"no-rules", 0, NULL, 'x'},
                                          {"left-out", 1, NULL, 'L'},
                                          {NULL, 0, NULL, 0}};
    struct model m = {
        .l2 = 0.003, .rate = 0.02, .unseen = 0.3, .public_weight = 0.3};
    const char *from = NULL;
    const char *names = NULL;
    const char *out = NULL;
    const char *tested = NULL;
    const char *without = NULL;
    const char *left_out = NULL;
    int rounds = ROUNDS;
    uint32_t folds = 0;
    int c;

    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (c == 'f')
            from = optarg;
        else if (c == 'n')
            names = optarg;
        else if (c == 'o')
            out = optarg;
        else if (c == 'r')
            rounds = atoi(optarg);
        else if (c == 'l')
            m.l2 = atof(optarg);
        else if (c == 'k')
            folds = (uint32_t)atoi(optarg);
        else if (c == 'p')
            m.public_weight = atof(optarg);
        else if (c == 'u')
            m.unseen = atof(optarg);
        else if (c == 'a')
            m.rate = atof(optarg);
        else if (c == 't')
            tested = optarg;
        else if (c == 'w')
            without = optarg;
        else if (c == 'm')
            m.made = atof(optarg);
        else if (c == 'x')
            m.no_rules = true;
        else if (c == 'L')
            left_out = optarg;
        else if (c == 'd')
            m.with_development = true;
    }
    if ((!out && !left_out) || !names || optind == argc)
        model_give_up("--names FILE --out FILE SAMPLES are missing");
    model_init(&m);
    for (int i = optind; i < argc; i++)
        model_read_samples(&m, argv[i], false);
    if (tested)
        model_read_samples(&m, tested, true);
    prepare(&m, from, names, without);
    if (left_out)
        left_out_write(&m, rounds, left_out);
    else
        learn(&m, rounds, folds, out);
    return 0;
}
