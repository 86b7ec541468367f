#include "answer/evaluate/measures.h"

#include <math.h>

#define TOP 10 /* of nDCG */

static int grade_of(const struct judgements *j, struct str document)
{
    size_t from = 0;
    size_t to = j->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_cmp(document, j->at[middle].document);

        if (order == 0)
            return j->at[middle].grade;
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return 0;
}

static double discounted(int grade, size_t rank)
{
    return grade > 0 ? grade / log2((double)rank + 1) : 0;
}

/* The gain of the best ten grades, in their order. */
static double ideal_gain(const struct judgements *j)
{
    int best[TOP] = {0};
    double sum = 0;

    for (size_t i = 0; i < j->n; i++) {
        int grade = j->at[i].grade;

        for (size_t at = 0; at < TOP && grade > 0; at++) {
            int other = best[at];

            if (grade > other) {
                best[at] = grade;
                grade = other;
            }
        }
    }
    for (size_t i = 0; i < TOP; i++)
        sum += discounted(best[i], i + 1);
    return sum;
}

size_t measures_relevant(const struct judgements *j)
{
    size_t n = 0;

    for (size_t i = 0; i < j->n; i++)
        n += j->at[i].grade > 0;
    return n;
}

void measures_of(const struct str *ranked, size_t n, const struct judgements *j,
                 struct measures *out)
{
    const double relevant = (double)measures_relevant(j);
    double gain = 0;
    double found = 0;

    *out = (struct measures){0};
    if (relevant == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        const size_t rank = i + 1;
        int grade = grade_of(j, ranked[i]);

        if (grade <= 0)
            continue;
        found++;
        if (rank <= TOP)
            gain += discounted(grade, rank);
        if (found == 1)
            out->mrr = 1 / (double)rank;
        out->map += found / (double)rank / relevant;
        out->recall_at_1 += rank <= 1 ? 1 / relevant : 0;
        out->recall_at_10 += rank <= 10 ? 1 / relevant : 0;
        out->recall_at_100 += rank <= 100 ? 1 / relevant : 0;
    }
    out->ndcg_at_10 = gain / ideal_gain(j);
}

void measures_add(struct measures *sum, const struct measures *m)
{
    sum->ndcg_at_10 += m->ndcg_at_10;
    sum->map += m->map;
    sum->recall_at_1 += m->recall_at_1;
    sum->recall_at_10 += m->recall_at_10;
    sum->recall_at_100 += m->recall_at_100;
    sum->mrr += m->mrr;
}

void measures_mean(const struct measures *sum, size_t n, struct measures *out)
{
    const double by = n ? (double)n : 1;

    *out = (struct measures){.ndcg_at_10 = sum->ndcg_at_10 / by,
                             .map = sum->map / by,
                             .recall_at_1 = sum->recall_at_1 / by,
                             .recall_at_10 = sum->recall_at_10 / by,
                             .recall_at_100 = sum->recall_at_100 / by,
                             .mrr = sum->mrr / by};
}
