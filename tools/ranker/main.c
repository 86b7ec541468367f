/*
 * train_ranker - learn the weights of src/ask/candidates/weights.txt, and say
 * how well they do on tables that they have not seen.
 *
 *     train_ranker [OPTIONS] FOLDER HOME WORKER
 *
 * FOLDER holds questions.jsonl and its tables. Folds are of tables, never of
 * questions. With --out a last model is trained on everything and written.
 */
#include "calibrate.h"
#include "common.h"
#include "report.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define KEPT       0.005 /* smaller weights are not written */
#define PATH_BYTES 4096

static const char usage[] =
    "usage: train_ranker [OPTIONS] FOLDER HOME WORKER\n"
    "  --out FILE       write weights that are trained on everything\n"
    "  --folds DIR      write DIR/fold-0.txt to fold-4.txt, each trained without\n"
    "                   the tables of its fold: for quarry eval tables --folds\n"
    "  --words FILE     write what each question was answered, to look at\n"
    "  --every N        take one question of N (default 1)\n"
    "  --negatives N    make two unanswerable questions of one of N, 0: none "
    "(default 4)\n"
    "  --epochs N       rounds over the questions (default 8)\n"
    "  --orders N       take the mean of weights learned in so many orders "
    "(default 3)\n"
    "  --min-samples N  learn what right candidates of N questions have "
    "(default 5)\n";

struct options {
    struct sample_source from;
    struct training how;
    const char *out;   /* NULL: write nothing */
    const char *folds; /* NULL: write none */
    FILE *words;       /* NULL: write none */
};

static size_t number(const char *text, size_t least)
{
    char *end;
    long n = strtol(text, &end, 10);

    if (end == text || *end || n < (long)least) {
        (void)fputs(usage, stderr);
        exit(2);
    }
    return (size_t)n;
}

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file)
        give_up("a file cannot be written", NULL);
    return file;
}

static void read_options(int argc, char **argv, struct options *o)
{
    static const struct option known[] = {{"out", 1, NULL, 'o'},
                                          {"folds", 1, NULL, 'f'},
                                          {"words", 1, NULL, 'w'},
                                          {"every", 1, NULL, 'e'},
                                          {"negatives", 1, NULL, 'n'},
                                          {"epochs", 1, NULL, 'p'},
                                          {"min-samples", 1, NULL, 'm'},
                                          {"orders", 1, NULL, 'r'},
                                          {NULL, 0, NULL, 0}};
    int c;

    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (c) {
        case 'o': o->out = optarg; break;
        case 'f': o->folds = optarg; break;
        case 'w':
            o->words = open_file(optarg);
            o->from.in_words = true;
            break;
        case 'e': o->from.every = number(optarg, 1); break;
        case 'n': o->from.negatives = number(optarg, 0); break;
        case 'p': o->how.epochs = (unsigned)number(optarg, 1); break;
        case 'r': o->how.orders = (uint32_t)number(optarg, 1); break;
        case 'm': o->how.min_samples = (uint32_t)number(optarg, 1); break;
        default: (void)fputs(usage, stderr); exit(2);
        }
    }
    if (argc - optind != 3) {
        (void)fputs(usage, stderr);
        exit(2);
    }
    o->from.folder = argv[optind];
    o->from.home = argv[optind + 1];
    o->from.worker = argv[optind + 2];
}

/* The verdict on each sample of the model that did not see its fold, and those
 * models: weight[FOLDS][s->n_features]. */
static void validate(const struct samples *s, const struct training *how,
                     double **weight, struct verdict *out)
{
    double *score = take(s->most, sizeof(*score));
    struct vote *vote = take(s->most, sizeof(*vote));
    uint8_t *used = take(s->n, 1);

    for (unsigned fold = 0; fold < FOLDS; fold++) {
        size_t n = 0, right = 0;

        weight[fold] = take(s->n_features, sizeof(double));
        for (size_t i = 0; i < s->n; i++)
            used[i] = s->sample[i].fold != fold;
        train(s, used, how, weight[fold]);
        for (size_t i = 0; i < s->n; i++) {
            if (used[i])
                continue;
            out[i] = judge(&s->sample[i], weight[fold], score, vote);
            n += s->sample[i].kind == SAMPLE_REAL;
            right += s->sample[i].kind == SAMPLE_REAL && out[i].right;
        }
        (void)fprintf(stderr, "fold %u: %zu questions, %.4f right\n", fold, n,
                      n ? (double)right / (double)n : 0);
    }
    free(score);
    free(vote);
    free(used);
}

static void describe(const struct samples *s)
{
    static const char *const kinds[SAMPLE_KINDS] = {"real", "of another table",
                                                    "without the column"};
    size_t count[SAMPLE_KINDS] = {0};
    double candidates = 0;

    for (size_t i = 0; i < s->n; i++) {
        count[s->sample[i].kind]++;
        candidates += s->sample[i].n - 1;
    }
    printf("%zu tables, %u features, %.1f candidates a question; questions:",
           s->n_tables, s->n_features, candidates / (double)s->n);
    for (int k = 0; k < SAMPLE_KINDS; k++)
        printf(" %zu %s", count[k], kinds[k]);
    printf("\n");
    (void)fflush(stdout);
}

/* Fitted to the real questions that are not of the fold; FOLDS: to all. */
static void write_confidence(FILE *file, const struct samples *s,
                             const struct verdict *v, unsigned fold)
{
    struct candidates_confidence *c = take(1, sizeof(*c));
    uint8_t *used = take(s->n, 1);
    char name[CANDIDATES_CONFIDENCE_NAME_BYTES];

    for (size_t i = 0; i < s->n; i++)
        used[i] = s->sample[i].kind == SAMPLE_REAL && s->sample[i].fold != fold;
    calibrate(v, used, s->n, c);
    for (size_t i = 0; i < CANDIDATES_CONFIDENCE_TERMS; i++)
        (void)fprintf(file, "@fact %s %.5f\n",
                      candidates_confidence_term_name(i, name), c->weight[i]);
    for (size_t i = 0; i < c->n_knots; i++)
        (void)fprintf(file, "@confidence %.5f %.4f\n", c->knot[i].raw,
                      c->knot[i].share);
    free(used);
    free(c);
}

/* What a model says, and how sure it is; `fold` as write_confidence(). */
static void write_model(const char *path, const struct samples *s,
                        const double *weight, const struct verdict *v,
                        unsigned fold)
{
    FILE *file = open_file(path);
    size_t n = 0;

    write_confidence(file, s, v, fold);
    for (uint32_t i = 0; i < s->n_features; i++) {
        if (fabs(weight[i]) < KEPT)
            continue;
        (void)fprintf(file, "%s %.3f\n", s->name[i], weight[i]);
        n++;
    }
    if (ferror(file) || fclose(file) != 0)
        give_up("a file of weights cannot be written", NULL);
    printf("\n%s: %zu weights\n", path, n);
}

static void write_folds(const struct options *o, const struct samples *s,
                        double *const *weight, const struct verdict *v)
{
    char path[PATH_BYTES];

    for (unsigned fold = 0; fold < FOLDS; fold++) {
        (void)snprintf(path, sizeof(path), "%s/fold-%u.txt", o->folds, fold);
        write_model(path, s, weight[fold], v, fold);
    }
}

static void write_all(const struct options *o, const struct samples *s,
                      const struct verdict *v)
{
    double *weight = take(s->n_features, sizeof(*weight));
    uint8_t *used = take(s->n, 1);

    for (size_t i = 0; i < s->n; i++)
        used[i] = 1;
    train(s, used, &o->how, weight);
    write_model(o->out, s, weight, v, FOLDS);
    free(weight);
    free(used);
}

int main(int argc, char **argv)
{
    struct options o = {.how = {.epochs = 8,
                                .orders = 3,
                                .rate = 0.1,
                                .shrink = 4e-3,
                                .min_samples = 5},
                        .from = {.every = 1, .negatives = 4}};
    double *weight[FOLDS];
    struct verdict *v;
    struct samples s;

    read_options(argc, argv, &o);
    samples_read(&o.from, &s);
    describe(&s);
    v = take(s.n, sizeof(*v));
    validate(&s, &o.how, weight, v);
    report(&s, v, o.words);
    if (o.folds)
        write_folds(&o, &s, weight, v);
    if (o.out)
        write_all(&o, &s, v);
    if (o.words && fclose(o.words) != 0)
        give_up("a file cannot be written", NULL);
    return 0;
}
