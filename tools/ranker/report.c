#include "report.h"

#include "calibrate.h"
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SURE 0.9
#define BINS 10
#define STEP 0.05 /* of coverage, in the table of precision */

/* A question with the value that it is ordered by. */
struct valued {
    double value;
    bool right;
};

static int by_value(const void *a, const void *b)
{
    double x = ((const struct valued *)a)->value;
    double y = ((const struct valued *)b)->value;

    return x < y ? 1 : x > y ? -1 : 0;
}

static double share(double part, double of)
{
    return of > 0 ? part / of : 0;
}

static void report_right(const struct samples *s, const struct verdict *v)
{
    size_t n = 0, could = 0, right = 0, agreed = 0;

    for (size_t i = 0; i < s->n; i++) {
        if (s->sample[i].kind != SAMPLE_REAL)
            continue;
        n++;
        could += s->sample[i].answerable;
        right += v[i].right;
        agreed += v[i].agreed_right;
    }
    printf("right: %.4f of %zu questions; %.4f could be; %.4f by the answer "
           "that is likeliest in sum\n",
           share((double)right, (double)n), n, share((double)could, (double)n),
           share((double)agreed, (double)n));
}

/* Precision when only the surest are answered. */
static void report_coverage(const struct samples *s, const double *confidence,
                            const struct verdict *v)
{
    struct valued *out = take(s->n, sizeof(*out));
    size_t n = 0, right = 0, sure = 0;
    double next = STEP;

    for (size_t i = 0; i < s->n; i++) {
        if (s->sample[i].kind == SAMPLE_REAL)
            out[n++] = (struct valued){confidence[i], v[i].right};
    }
    qsort(out, n, sizeof(*out), by_value);
    printf("\nanswered   confidence from   right\n");
    for (size_t i = 0; i < n; i++) {
        double answered = (double)(i + 1) / (double)n;

        right += out[i].right;
        if ((double)right >= SURE * (double)(i + 1))
            sure = i + 1;
        if (answered >= next) {
            printf("%7.0f %%   %15.3f   %.3f\n", 100 * answered, out[i].value,
                   share((double)right, (double)(i + 1)));
            next += answered < 0.5 ? STEP : 2 * STEP;
        }
    }
    printf("the most that can be answered with %.1f right: %.4f\n", SURE,
           share((double)sure, (double)n));
    free(out);
}

/* How often a real question whose answer is right has a larger value than one
 * that was made so that there is none. */
static double area(const struct samples *s, const struct verdict *v,
                   const double *value, enum sample_kind kind, bool only_right)
{
    struct valued *out = take(s->n, sizeof(*out));
    double below = 0, pairs = 0, made = 0;
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++) {
        bool real = s->sample[i].kind == SAMPLE_REAL;

        if (real ? !only_right || v[i].right : s->sample[i].kind == kind)
            out[n++] = (struct valued){value[i], real};
    }
    qsort(out, n, sizeof(*out), by_value);
    for (size_t i = n; i-- > 0;) {
        made += !out[i].right;
        below += out[i].right ? made : 0;
    }
    pairs = made * ((double)n - made);
    free(out);
    return share(below, pairs);
}

/* The confidence that so many of the real questions reach. */
static double reached_by(const struct samples *s, const double *confidence,
                         double part)
{
    struct valued *out = take(s->n, sizeof(*out));
    size_t n = 0;
    double value;

    for (size_t i = 0; i < s->n; i++) {
        if (s->sample[i].kind == SAMPLE_REAL)
            out[n++].value = confidence[i];
    }
    qsort(out, n, sizeof(*out), by_value);
    value = n ? out[(size_t)(part * (double)(n - 1))].value : 0;
    free(out);
    return value;
}

static double refused(const struct samples *s, const double *confidence,
                      enum sample_kind kind, double least)
{
    size_t n = 0, below = 0;

    for (size_t i = 0; i < s->n; i++) {
        if (s->sample[i].kind != kind)
            continue;
        n++;
        below += confidence[i] < least;
    }
    return share((double)below, (double)n);
}

static void report_refusal(const struct samples *s, const struct verdict *v,
                           const double *confidence)
{
    static const char *const names[SAMPLE_KINDS] = {"real", "of another table",
                                                    "without the column"};
    static const double parts[] = {0.15, 0.3, 0.5};
    double *something = take(s->n, sizeof(*something));

    for (size_t i = 0; i < s->n; i++)
        something[i] = 1 - v[i].nothing;
    printf("\nunanswerable questions: AUC of answering something (against all "
           "real / those answered right), of the confidence; refused when 15, "
           "30, 50 %% of the real ones are answered, and under 0.9\n");
    for (int k = SAMPLE_REAL + 1; k < SAMPLE_KINDS; k++) {
        enum sample_kind kind = (enum sample_kind)k;

        printf("%-18s  %.3f / %.3f  %.3f / %.3f ", names[k],
               area(s, v, something, kind, false),
               area(s, v, something, kind, true),
               area(s, v, confidence, kind, false),
               area(s, v, confidence, kind, true));
        for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
            printf(" %.3f", refused(s, confidence, kind,
                                    reached_by(s, confidence, parts[i])));
        printf("  %.3f\n", refused(s, confidence, kind, SURE));
    }
    free(something);
}

/* Confidence against the share that was right, in tenths. */
static void report_reliability(const struct samples *s, const struct verdict *v,
                               const double *confidence)
{
    size_t n[BINS] = {0}, right[BINS] = {0}, all = 0;
    double sum[BINS] = {0}, error = 0;

    for (size_t i = 0; i < s->n; i++) {
        size_t bin = (size_t)(confidence[i] * BINS);

        if (s->sample[i].kind != SAMPLE_REAL)
            continue;
        bin = bin < BINS ? bin : BINS - 1;
        all++;
        n[bin]++;
        right[bin] += v[i].right;
        sum[bin] += confidence[i];
    }
    printf("\nconfidence   questions   mean    right\n");
    for (size_t i = 0; i < BINS; i++) {
        double mean = share(sum[i], (double)n[i]);
        double was = share((double)right[i], (double)n[i]);

        printf("%.1f to %.1f   %9zu   %.3f   %.3f\n", (double)i / BINS,
               (double)(i + 1) / BINS, n[i], mean, was);
        error += fabs(mean - was) * (double)n[i];
    }
    printf("expected calibration error: %.4f\n", share(error, (double)all));
    printf("at confidence %.1f: %.4f answered, %.4f of them right\n", SURE,
           share((double)n[BINS - 1], (double)all),
           share((double)right[BINS - 1], (double)n[BINS - 1]));
}

/* Fitted to the real questions of the other folds. */
static void nested_confidence(const struct samples *s, const struct verdict *v,
                              double *confidence)
{
    struct candidates_confidence *c = take(1, sizeof(*c));
    uint8_t *used = take(s->n, 1);

    for (unsigned fold = 0; fold < FOLDS; fold++) {
        for (size_t i = 0; i < s->n; i++)
            used[i] =
                s->sample[i].fold != fold && s->sample[i].kind == SAMPLE_REAL;
        calibrate(v, used, s->n, c);
        for (size_t i = 0; i < s->n; i++) {
            if (s->sample[i].fold == fold && v[i].has_answer)
                confidence[i] = candidates_confidence_at(
                    c, candidates_confidence_raw(c, v[i].fact));
        }
    }
    free(used);
    free(c);
}

static void write_words(const struct samples *s, const struct verdict *v,
                        const double *confidence, FILE *out)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct sample *x = &s->sample[i];

        if (x->question && v[i].has_answer)
            (void)fprintf(out, "%.3f\t%d\t%d\t%s\t%s\n", confidence[i],
                          v[i].right, x->answerable, x->question,
                          x->said[v[i].best]);
    }
}

void report(const struct samples *s, const struct verdict *v, FILE *words)
{
    double *confidence = take(s->n, sizeof(*confidence));

    nested_confidence(s, v, confidence);
    report_right(s, v);
    report_coverage(s, confidence, v);
    report_reliability(s, v, confidence);
    report_refusal(s, v, confidence);
    if (words)
        write_words(s, v, confidence, words);
    free(confidence);
}
