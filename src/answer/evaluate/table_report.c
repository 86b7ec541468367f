#include "answer/evaluate/table_report.h"

#include <math.h>
#include <stdlib.h>

#define BINS   10
#define PLACES 1e4

struct figures {
    size_t questions, answerable, right, failed;
    size_t answered; /* of those that have an answer */
    size_t guessed;  /* of those that have none */
    size_t refused;  /* of those that have none */
};

static void count(struct figures *f, const struct table_question *q,
                  const struct table_verdict *v)
{
    bool answered = v->outcome == TABLE_RIGHT || v->outcome == TABLE_WRONG;

    f->questions++;
    f->answerable += q->answers != NULL;
    f->right += v->outcome == TABLE_RIGHT;
    f->failed += v->outcome == TABLE_FAILED;
    f->answered += answered && q->answers;
    f->guessed += answered && !q->answers;
    f->refused += v->outcome == TABLE_REFUSED && !q->answers;
}

static void put_share(struct jsonw *w, const char *key, double part, double of)
{
    jsonw_key(w, key);
    if (of > 0)
        jsonw_double(w, round(part / of * PLACES) / PLACES);
    else
        jsonw_null(w);
}

static void put_figures(struct jsonw *w, const struct figures *f)
{
    const size_t unanswerable = f->questions - f->answerable;

    jsonw_member_u64(w, "questions", f->questions);
    jsonw_member_u64(w, "answerable", f->answerable);
    jsonw_member_u64(w, "right", f->right);
    put_share(w, "accuracy", (double)f->right, (double)f->answerable);
    jsonw_member_u64(w, "answered", f->answered + f->guessed);
    put_share(w, "precision", (double)f->right,
              (double)(f->answered + f->guessed));
    put_share(w, "coverage", (double)f->answered, (double)f->answerable);
    jsonw_member_u64(w, "unanswerable", unanswerable);
    jsonw_member_u64(w, "refused", f->refused);
    put_share(w, "refusal", (double)f->refused, (double)unanswerable);
    jsonw_member_u64(w, "failed", f->failed);
}

/* What is measured, and the kinds of its questions by name. */
struct report {
    const struct table_set *set;
    struct table_verdict *verdict;
    struct str *kind; /* kind[n_kinds] */
    size_t n_kinds;
};

static int by_name(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static enum err find_kinds(struct report *r, struct arena *a, struct error *e)
{
    size_t n = 0;

    r->kind = arena_alloc_array(a, r->set->n + 1, sizeof(*r->kind), e);
    if (!r->kind)
        return e->code;
    for (size_t i = 0; i < r->set->n; i++)
        r->kind[i] = r->set->question[i].kind;
    qsort(r->kind, r->set->n, sizeof(*r->kind), by_name);
    for (size_t i = 0; i < r->set->n; i++) {
        if (n == 0 || !str_eq(r->kind[n - 1], r->kind[i]))
            r->kind[n++] = r->kind[i];
    }
    r->n_kinds = n;
    return OK;
}

static void put_kinds(const struct report *r, struct jsonw *w)
{
    jsonw_key(w, "kinds");
    jsonw_begin_array(w);
    for (size_t k = 0; k < r->n_kinds; k++) {
        struct figures f = {0};

        for (size_t i = 0; i < r->set->n; i++) {
            if (str_eq(r->set->question[i].kind, r->kind[k]))
                count(&f, &r->set->question[i], &r->verdict[i]);
        }
        jsonw_begin_object(w);
        jsonw_member_str(w, "kind", r->kind[k]);
        put_figures(w, &f);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static bool has_confidence(const struct table_verdict *v)
{
    return v->outcome <= TABLE_WRONG && !isnan(v->confidence);
}

/* Precision and coverage when only answers of some confidence count. */
static void put_floors(const struct report *r, struct jsonw *w)
{
    static const double floors[] = {0.9, 0.8, 0.7, 0.5};

    jsonw_key(w, "at_confidence");
    jsonw_begin_array(w);
    for (size_t k = 0; k < sizeof(floors) / sizeof(*floors); k++) {
        size_t answered = 0, right = 0;

        for (size_t i = 0; i < r->set->n; i++) {
            const struct table_verdict *v = &r->verdict[i];

            if (!has_confidence(v) || v->confidence < floors[k])
                continue;
            answered++;
            right += v->outcome == TABLE_RIGHT;
        }
        jsonw_begin_object(w);
        jsonw_member_double(w, "from", floors[k]);
        jsonw_member_u64(w, "answered", answered);
        put_share(w, "precision", (double)right, (double)answered);
        put_share(w, "coverage", (double)answered, (double)r->set->n);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* Answers of one tenth of confidence. */
struct bin {
    size_t n, right;
    double sum;
};

static void put_bin(struct jsonw *w, size_t at, const struct bin *b)
{
    jsonw_begin_object(w);
    jsonw_member_double(w, "from", (double)at / BINS);
    jsonw_member_double(w, "to", (double)(at + 1) / BINS);
    jsonw_member_u64(w, "answers", b->n);
    put_share(w, "mean", b->sum, (double)b->n);
    put_share(w, "right", (double)b->right, (double)b->n);
    jsonw_end_object(w);
}

/* Confidence against the share that was right; TABLE_READERS: of all. */
static void put_reliability(const struct report *r, enum table_reader reader,
                            struct jsonw *w)
{
    struct bin bin[BINS] = {{0}};
    double off = 0;
    size_t n = 0;

    for (size_t i = 0; i < r->set->n; i++) {
        const struct table_verdict *v = &r->verdict[i];
        size_t at = has_confidence(v) ? (size_t)(v->confidence * BINS) : BINS;

        if (!has_confidence(v) ||
            (reader != TABLE_READERS && v->reader != reader))
            continue;
        at = at < BINS ? at : BINS - 1;
        bin[at].n++;
        bin[at].right += v->outcome == TABLE_RIGHT;
        bin[at].sum += v->confidence;
        n++;
    }
    jsonw_key(w, "reliability");
    jsonw_begin_array(w);
    for (size_t i = 0; i < BINS; i++) {
        put_bin(w, i, &bin[i]);
        off += fabs(bin[i].sum - (double)bin[i].right);
    }
    jsonw_end_array(w);
    put_share(w, "calibration_error", off, (double)n);
}

/* As put_reliability() for each reader apart. */
static void put_readers(const struct report *r, struct jsonw *w)
{
    static const char *const names[TABLE_READERS] = {"rules", "readings"};

    jsonw_key(w, "readers");
    jsonw_begin_array(w);
    for (int reader = 0; reader < TABLE_READERS; reader++) {
        size_t answers = 0, right = 0;

        for (size_t i = 0; i < r->set->n; i++) {
            const struct table_verdict *v = &r->verdict[i];

            if (v->outcome > TABLE_WRONG || (int)v->reader != reader)
                continue;
            answers++;
            right += v->outcome == TABLE_RIGHT;
        }
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "reader", names[reader]);
        jsonw_member_u64(w, "answers", answers);
        put_share(w, "right", (double)right, (double)answers);
        put_reliability(r, (enum table_reader)reader, w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static int by_time(const void *a, const void *b)
{
    double x = ((const struct table_verdict *)a)->time_ms;
    double y = ((const struct table_verdict *)b)->time_ms;

    return (x > y) - (x < y);
}

/* Last, since it sorts the verdicts. */
static void put_timing(struct report *r, struct jsonw *w)
{
    const size_t n = r->set->n;

    jsonw_key(w, "timing");
    jsonw_begin_object(w);
    if (n > 0) {
        qsort(r->verdict, n, sizeof(*r->verdict), by_time);
        jsonw_member_double(w, "p50_ms", r->verdict[n / 2].time_ms);
        jsonw_member_double(w, "p99_ms", r->verdict[n * 99 / 100].time_ms);
    }
    jsonw_end_object(w);
}

enum err table_report(const struct table_set *set,
                      struct table_verdict *verdict, struct str shown,
                      struct arena *a, struct jsonw *w, struct error *e)
{
    struct report r = {.set = set, .verdict = verdict};
    struct figures all = {0};

    if (find_kinds(&r, a, e))
        return e->code;
    for (size_t i = 0; i < set->n; i++)
        count(&all, &set->question[i], &verdict[i]);
    jsonw_begin_object(w);
    jsonw_member_str(w, "set", shown);
    jsonw_member_u64(w, "questions", set->n);
    jsonw_member_u64(w, "tables", set->tables);
    jsonw_key(w, "all");
    jsonw_begin_object(w);
    put_figures(w, &all);
    jsonw_end_object(w);
    put_kinds(&r, w);
    put_floors(&r, w);
    put_reliability(&r, TABLE_READERS, w);
    put_readers(&r, w);
    put_timing(&r, w);
    jsonw_end_object(w);
    return OK;
}
