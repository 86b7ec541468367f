/*
 * union_match.c - columns that a later file calls by another name.
 *
 * A wrong match gives a wrong sum, so it takes evidence of several kinds: the names
 * (union_names.h), the place between the same neighbours, and the values: the range of
 * numbers, the words that occur. The surest pairs are taken first, since they are
 * neighbours for the next. A column that could be two others is neither.
 */
#include "answer/union_match.h"

#include "answer/union_names.h"

#include <stdlib.h>

#define MAX_LEFT     24u /* columns that are compared; more are another shape */
#define FEW_ROWS     8u  /* that say nothing of a range */
#define OVERLAP_SAME 0.5 /* share of two ranges that they have in common */
#define OVERLAP_NONE 0.1
#define KEYS_LEAST   0.95 /* values that differ, of those of a key */
#define KEYS_NEVER   0.8
#define YEARS_APART  2
#define YEAR_DIGITS  4
#define SHARED_TEXTS 2u
#define MAX_TEXTS    512u /* values of a column that are compared */

enum place { PLACE_OTHER, PLACE_BESIDE, PLACE_SAME };
enum values { VALUES_AGAINST, VALUES_WEAK, VALUES_FEW, VALUES_ALIKE };

/* How sure a pair is; 0 if it is not one. */
enum sureness { SURE_NOT, SURE_BY_PLACE, SURE_BY_RANGE, SURE_BY_NAME };

struct matching {
    const struct union_side *t;
    const struct union_side *o;
    struct union_match *m;
    size_t left[MAX_LEFT]; /* left[n_left] of `t`, which no name matched */
    size_t n_left;
    size_t other[MAX_LEFT]; /* other[n_other] of `o` */
    size_t n_other;
    uint8_t naming[MAX_LEFT][MAX_LEFT]; /* enum union_naming of these */
    uint8_t values[MAX_LEFT][MAX_LEFT]; /* enum values */
};

/* ---- classes ---- */

static int class_of(const struct schema_column *c)
{
    if (c->empty)
        return -1;
    return c->kind == COLUMN_ID                ? COLUMN_NUMBER
           : c->kind == COLUMN_DATE && c->view ? COLUMN_TEXT
                                               : (int)c->kind;
}

bool union_is_same_class(const struct schema_column *a,
                         const struct schema_column *b)
{
    return class_of(a) == class_of(b) || a->empty || b->empty;
}

/* ---- equal names ---- */

enum err union_match_new(const struct union_side *t, const struct union_side *o,
                         struct arena *a, struct union_match *m,
                         struct error *e)
{
    *m = (struct union_match){
        .to = arena_alloc_array(a, t->n + 1, sizeof(*m->to), e),
        .used = arena_alloc_array(a, o->n + 1, sizeof(*m->used), e)};
    if (!m->to || !m->used)
        return e->code;
    for (size_t i = 0; i < t->n; i++)
        m->to[i] = SIZE_MAX;
    return OK;
}

void union_match_put(const struct union_side *t, const struct union_side *o,
                     size_t i, size_t k, struct union_match *m)
{
    m->to[i] = k;
    m->used[k] = true;
    m->n++;
    m->differ += !union_is_same_class(t->column[i], o->column[k]);
}

static bool is_exact(const struct schema_column *a,
                     const struct schema_column *b)
{
    return str_eq(a->name, b->name);
}

static bool is_same_name(const struct schema_column *a,
                         const struct schema_column *b)
{
    if (a->words.n == 0 || a->words.n != b->words.n)
        return false;
    for (size_t i = 0; i < a->words.n; i++)
        if (!str_eq(a->words.word[i].fold, b->words.word[i].fold))
            return false;
    return true;
}

static void match_by(const struct union_side *t, const struct union_side *o,
                     bool (*same)(const struct schema_column *,
                                  const struct schema_column *),
                     struct union_match *m)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < o->n && m->to[i] == SIZE_MAX; k++)
            if (!m->used[k] && same(t->column[i], o->column[k]))
                union_match_put(t, o, i, k, m);
}

void union_match_names(const struct union_side *t, const struct union_side *o,
                       struct union_match *m)
{
    match_by(t, o, is_exact, m);
    match_by(t, o, is_same_name, m);
}

/* ---- where they are ---- */

/* Are the columns before i and k, or after them, one? The edges of both
 * tables are. */
static bool is_edge_shared(const struct matching *x, size_t i, size_t k,
                           bool behind)
{
    const size_t n = x->t->placed;
    const size_t j = behind ? i + 1 : i - 1; /* wraps: before the first */
    const size_t l = behind ? k + 1 : k - 1;
    const bool at_end = behind ? j >= n : i == 0;
    const bool at_other = behind ? l >= x->o->placed : k == 0;

    if (at_end || at_other)
        return at_end && at_other;
    return x->m->to[j] == l;
}

/* How many columns from i on, in a direction, are not matched. */
static size_t run_of(const struct matching *x, size_t i, bool behind)
{
    size_t n = 0;

    while (x->m->to[i] == SIZE_MAX) {
        n++;
        if (behind ? i + 1 >= x->t->placed : i == 0)
            break;
        i = behind ? i + 1 : i - 1;
    }
    return n;
}

static size_t run_of_other(const struct matching *x, size_t k, bool behind)
{
    size_t n = 0;

    while (!x->m->used[k]) {
        n++;
        if (behind ? k + 1 >= x->o->placed : k == 0)
            break;
        k = behind ? k + 1 : k - 1;
    }
    return n;
}

/* Do both runs of columns that are not matched begin, or end, at one column? */
static enum place place_of(const struct matching *x, size_t i, size_t k)
{
    size_t before;
    size_t behind;

    if (i >= x->t->placed || k >= x->o->placed)
        return PLACE_OTHER;
    before = run_of(x, i, false) - 1;
    behind = run_of(x, i, true) - 1;
    if (before == run_of_other(x, k, false) - 1 &&
        behind == run_of_other(x, k, true) - 1 &&
        is_edge_shared(x, i - before, k - before, false) &&
        is_edge_shared(x, i + behind, k + behind, true))
        return PLACE_SAME;
    return is_edge_shared(x, i, k, false) || is_edge_shared(x, i, k, true)
               ? PLACE_BESIDE
               : PLACE_OTHER;
}

/* ---- values ---- */

static double distinct_share(const struct schema_column *c)
{
    return c->non_null ? (double)c->distinct / (double)c->non_null : 0;
}

static bool is_key(const struct schema_column *c)
{
    return c->whole && c->non_null >= FEW_ROWS &&
           distinct_share(c) >= KEYS_LEAST;
}

static enum values compare_numbers(const struct schema_column *a,
                                   const struct schema_column *b)
{
    double low[2] = {strtod(a->min.p, NULL), strtod(b->min.p, NULL)};
    double high[2] = {strtod(a->max.p, NULL), strtod(b->max.p, NULL)};
    double all = (high[0] > high[1] ? high[0] : high[1]) -
                 (low[0] < low[1] ? low[0] : low[1]);
    double both = (high[0] < high[1] ? high[0] : high[1]) -
                  (low[0] > low[1] ? low[0] : low[1]);

    if (is_key(a) && is_key(b))
        return VALUES_ALIKE;
    if (a->non_null < FEW_ROWS || b->non_null < FEW_ROWS)
        return VALUES_FEW;
    if ((is_key(a) && distinct_share(b) < KEYS_NEVER) ||
        (is_key(b) && distinct_share(a) < KEYS_NEVER))
        return VALUES_AGAINST;
    if (all > 0 ? both >= all * OVERLAP_SAME : true)
        return VALUES_ALIKE;
    return both < all * OVERLAP_NONE ? VALUES_AGAINST : VALUES_WEAK;
}

static enum values compare_dates(const struct schema_column *a,
                                 const struct schema_column *b)
{
    uint64_t year[2] = {0, 0};
    struct error ignored;

    if (a->min.n < YEAR_DIGITS || b->min.n < YEAR_DIGITS ||
        str_parse_u64(str_slice(a->min, 0, YEAR_DIGITS), UINT32_MAX, &year[0],
                      &ignored) ||
        str_parse_u64(str_slice(b->min, 0, YEAR_DIGITS), UINT32_MAX, &year[1],
                      &ignored))
        return VALUES_WEAK;
    return year[0] > year[1] + YEARS_APART || year[1] > year[0] + YEARS_APART
               ? VALUES_AGAINST
               : VALUES_WEAK;
}

static size_t count_shared(const struct schema_column *a,
                           const struct schema_column *b)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n_values; i++) {
        size_t k = 0;

        while (k < b->n_values && !str_eq(a->values[i], b->values[k]))
            k++;
        n += k < b->n_values;
    }
    return n;
}

static enum values compare_texts(const struct schema_column *a,
                                 const struct schema_column *b)
{
    const size_t least = a->n_values < b->n_values ? a->n_values : b->n_values;
    size_t shared;

    if (!a->complete || !b->complete || least == 0 || least > MAX_TEXTS)
        return VALUES_WEAK;
    shared = count_shared(a, b);
    if (shared >= SHARED_TEXTS && shared * 2 >= least)
        return VALUES_ALIKE;
    return shared                                             ? VALUES_WEAK
           : a->non_null < FEW_ROWS || b->non_null < FEW_ROWS ? VALUES_FEW
                                                              : VALUES_AGAINST;
}

static enum values compare_values(const struct schema_column *a,
                                  const struct schema_column *b)
{
    if (a->empty || b->empty)
        return VALUES_FEW;
    switch (class_of(a)) {
    case COLUMN_NUMBER: return compare_numbers(a, b);
    case COLUMN_DATE: return compare_dates(a, b);
    case COLUMN_TEXT: return compare_texts(a, b);
    default: return VALUES_WEAK;
    }
}

/* ---- the decision ---- */

/* Nothing is known of the names: keys and small vocabularies prove themselves. */
static bool is_proven(const struct schema_column *a,
                      const struct schema_column *b)
{
    return (class_of(a) == COLUMN_TEXT && class_of(b) == COLUMN_TEXT) ||
           (is_key(a) && is_key(b));
}

static enum sureness sureness_of(const struct matching *x, size_t i, size_t k)
{
    const struct schema_column *a = x->t->column[x->left[i]];
    const struct schema_column *b = x->o->column[x->other[k]];
    const bool is_number = class_of(a) == COLUMN_NUMBER;
    const enum values v = (enum values)x->values[i][k];
    const enum place p = place_of(x, x->left[i], x->other[k]);

    if (v == VALUES_AGAINST)
        return SURE_NOT;
    switch ((enum union_naming)x->naming[i][k]) {
    case NAMES_DIFFER: return SURE_NOT;
    case NAMES_UNKNOWN:
        return p == PLACE_SAME && v == VALUES_ALIKE && is_proven(a, b)
                   ? SURE_BY_PLACE
                   : SURE_NOT;
    case NAMES_LONGER:
        return p == PLACE_SAME && (v == VALUES_ALIKE || !is_number)
                   ? SURE_BY_RANGE
                   : SURE_NOT;
    case NAMES_NEAR:
        return v == VALUES_ALIKE || p == PLACE_SAME ||
                       (!is_number && p == PLACE_BESIDE)
                   ? SURE_BY_NAME
                   : SURE_NOT;
    case NAMES_MEAN_ONE:
        return v == VALUES_ALIKE || p != PLACE_OTHER ? SURE_BY_NAME : SURE_NOT;
    }
    return SURE_NOT;
}

/* The only k that i can be, or the only i that k can be, as surely; SIZE_MAX: there
 * is none, or several. Of several that is meant which is in the same place. */
static size_t only_pair(const struct matching *x, size_t at, bool of_other,
                        enum sureness want)
{
    const size_t all = of_other ? x->n_left : x->n_other;
    size_t found = SIZE_MAX;
    size_t n = 0;
    bool same = false;

    for (size_t c = 0; c < all; c++) {
        const size_t i = of_other ? c : at;
        const size_t k = of_other ? at : c;

        if (x->m->to[x->left[i]] != SIZE_MAX || x->m->used[x->other[k]] ||
            sureness_of(x, i, k) != want)
            continue;
        n++;
        if (same)
            continue;
        same = place_of(x, x->left[i], x->other[k]) == PLACE_SAME;
        found = c;
    }
    return n < 2 || same ? found : SIZE_MAX;
}

static bool match_next(const struct matching *x, enum sureness want)
{
    for (size_t i = 0; i < x->n_left; i++) {
        size_t k;

        if (x->m->to[x->left[i]] != SIZE_MAX)
            continue;
        k = only_pair(x, i, false, want);
        if (k == SIZE_MAX || only_pair(x, k, true, want) != i)
            continue;
        union_match_put(x->t, x->o, x->left[i], x->other[k], x->m);
        return true;
    }
    return false;
}

/* What is left of both; false: too much, or nothing. */
static bool read_left(struct matching *x)
{
    for (size_t i = 0; i < x->t->n; i++) {
        if (x->m->to[i] != SIZE_MAX)
            continue;
        if (x->n_left == MAX_LEFT)
            return false;
        x->left[x->n_left++] = i;
    }
    for (size_t k = 0; k < x->o->n; k++) {
        if (x->m->used[k])
            continue;
        if (x->n_other == MAX_LEFT)
            return false;
        x->other[x->n_other++] = k;
    }
    return x->n_left && x->n_other;
}

static void compare_left(struct matching *x)
{
    for (size_t i = 0; i < x->n_left; i++) {
        for (size_t k = 0; k < x->n_other; k++) {
            const struct schema_column *a = x->t->column[x->left[i]];
            const struct schema_column *b = x->o->column[x->other[k]];

            x->values[i][k] = union_is_same_class(a, b) ? compare_values(a, b)
                                                        : VALUES_AGAINST;
            x->naming[i][k] = x->values[i][k] == VALUES_AGAINST
                                  ? NAMES_DIFFER
                                  : union_names(a, b);
        }
    }
}

void union_match_evidence(const struct union_side *t,
                          const struct union_side *o, struct union_match *m)
{
    struct matching x = {.t = t, .o = o, .m = m};
    int want = SURE_BY_NAME;

    if (!read_left(&x))
        return;
    compare_left(&x);
    while (want > SURE_NOT)
        want = match_next(&x, (enum sureness)want) ? SURE_BY_NAME : want - 1;
}
