/*
 * train_ranker - learn the weights of src/readings/weights.txt, and say how well
 * they do on tables that they have not seen.
 *
 *     train_ranker FOLDER HOME WORKER [OUT [EVERY]]
 *
 * FOLDER holds questions.jsonl and its tables. Folds are of tables, never of
 * questions. With OUT a last model is trained on everything and written there.
 */
#include "train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLDS          5
#define MAX_CANDIDATES 4096
#define KEPT           0.005 /* smaller weights are not written */
#define STEPS          20

struct outcome {
    double probability;
    bool right;
};

static int by_probability(const void *a, const void *b)
{
    double x = ((const struct outcome *)a)->probability;
    double y = ((const struct outcome *)b)->probability;

    return x < y ? 1 : x > y ? -1 : 0;
}

/* Which fold a table is in: by its number, mixed. */
static unsigned fold_of(uint32_t table)
{
    return (table * 2654435761u >> 16) % FOLDS;
}

static void validate(const struct samples *s, const struct training *how,
                     struct outcome *out)
{
    double *weight = calloc(s->n_features, sizeof(*weight));
    double *score = calloc(MAX_CANDIDATES, sizeof(*score));
    uint8_t *used = calloc(s->n, 1);

    for (unsigned fold = 0; fold < FOLDS; fold++) {
        size_t n = 0, right = 0;

        for (size_t i = 0; i < s->n; i++)
            used[i] = fold_of(s->sample[i].table) != fold;
        train(s, used, how, weight);
        for (size_t i = 0; i < s->n; i++) {
            const struct sample *x = &s->sample[i];
            struct verdict v = judge(x, weight, score);

            if (used[i])
                continue;
            out[i] =
                (struct outcome){v.probability, x->n > 1 && x->right[v.best]};
            n++;
            right += out[i].right;
        }
        fprintf(stderr, "fold %u: %zu questions, %.4f right\n", fold, n,
                (double)right / (double)n);
    }
    free(weight);
    free(score);
    free(used);
}

static void report(struct outcome *out, size_t n)
{
    size_t right = 0, answered = 0, good = 0;

    qsort(out, n, sizeof(*out), by_probability);
    for (size_t i = 0; i < n; i++) {
        right += out[i].right;
        if ((double)right >= 0.9 * (double)(i + 1)) {
            answered = i + 1;
            good = right;
        }
        if ((i + 1) % (n / STEPS) == 0)
            printf("%3.0f %% answered at %.3f: %.3f right\n",
                   100.0 * (double)(i + 1) / (double)n, out[i].probability,
                   (double)right / (double)(i + 1));
    }
    printf(
        "cross-validated: %.4f of %zu right; %.4f answered with %.3f right\n",
        (double)right / (double)n, n, (double)answered / (double)n,
        answered ? (double)good / (double)answered : 0);
}

static void write_weights(const struct sample_source *from, struct samples *s,
                          const double *weight, const char *path)
{
    uint8_t *wanted = calloc(s->n_features, 1);
    FILE *file = fopen(path, "w");
    size_t n = 0;

    if (!file || !wanted)
        exit(1);
    for (uint32_t i = 0; i < s->n_features; i++)
        wanted[i] = fabs(weight[i]) >= KEPT;
    samples_name(from, s, wanted);
    for (uint32_t i = 0; i < s->n_features; i++) {
        if (!wanted[i] || !s->name[i])
            continue;
        fprintf(file, "%s %.3f\n", s->name[i], weight[i]);
        n++;
    }
    fclose(file);
    printf("%zu weights\n", n);
}

int main(int argc, char **argv)
{
    struct training how = {
        .epochs = 4, .rate = 0.1, .shrink = 1e-3, .min_samples = 8};
    struct sample_source from = {.every = 1};
    struct samples s;
    struct outcome *out;

    if (argc < 4)
        return 2;
    from.folder = argv[1];
    from.home = argv[2];
    from.worker = argv[3];
    if (argc > 5)
        from.every = (size_t)atol(argv[5]);
    if (getenv("RANKER_EPOCHS"))
        how.epochs = (unsigned)atoi(getenv("RANKER_EPOCHS"));
    if (getenv("RANKER_MIN"))
        how.min_samples = (uint32_t)atoi(getenv("RANKER_MIN"));
    if (getenv("RANKER_SHRINK"))
        how.shrink = atof(getenv("RANKER_SHRINK"));
    samples_read(&from, &s);
    printf("%zu questions, %zu tables, %.1f candidates a question, %.4f could "
           "be right, %u features\n",
           s.n, s.n_tables, (double)s.n_candidates / (double)s.n,
           (double)s.n_answerable / (double)s.n, s.n_features);
    fflush(stdout);
    out = calloc(s.n, sizeof(*out));
    validate(&s, &how, out);
    report(out, s.n);
    if (argc > 4 && argv[4][0]) {
        double *weight = calloc(s.n_features, sizeof(*weight));
        uint8_t *used = calloc(s.n, 1);

        for (size_t i = 0; i < s.n; i++)
            used[i] = 1;
        train(&s, used, &how, weight);
        write_weights(&from, &s, weight, argv[4]);
    }
    return 0;
}
