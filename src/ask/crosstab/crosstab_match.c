#include "ask/crosstab/crosstab_match.h"

#include <math.h>

/* Weights of what only one side says, of the words of sections, and what another row must
 * add; tests/asking/tatqa/score.mjs chose them on the development half. */
#define ROW_MISSING     0.35
#define COLUMN_MISSING  0.1
#define SECTION_MISSING 0.1
#define IN_PARENTHESES  0.3
#define OF_SECTION      0.7
#define MORE_ROWS       0.8
#define SAME_FIT        1e-6

#define BIT(i) (UINT64_C(1) << (i))

static uint64_t hits_of(const struct crosstab *t,
                        const struct crosstab_question *q,
                        const struct crosstab_label *label)
{
    uint64_t hits = 0;

    for (size_t i = 0; i < q->n; i++)
        if (crosstab_label_has(t, label, q->word[i].id))
            hits |= BIT(i);
    return hits;
}

/* Of columns: per cent is said in words, and written as a sign; a year may stand over
 * another column. */
static uint64_t column_hits(const struct crosstab_question *q,
                            const struct crosstab_column *c)
{
    const struct crosstab_label *label = &c->label;
    uint64_t hits = 0;

    for (size_t i = 0; i < q->n; i++) {
        if (q->word[i].role == ROLE_YEAR &&
            (uint32_t)q->word[i].number == c->year)
            hits |= BIT(i);
        if (q->word[i].says_share && q->word[i].entry &&
            q->word[i].entry->kind == CONCEPT_SHARE &&
            str_find(label->text, STR("%")) < label->text.n)
            hits |= BIT(i);
    }
    return hits;
}

static bool says(const struct crosstab *t, const struct crosstab_question *q,
                 uint32_t id)
{
    for (size_t i = 0; i < q->n; i++)
        if (lexeme_alike(t->words, q->word[i].id, id))
            return true;
    return false;
}

static double missing_of(const struct crosstab *t,
                         const struct crosstab_question *q,
                         const struct crosstab_label *label)
{
    double sum = 0;

    for (uint32_t i = 0; i < label->n; i++) {
        const uint32_t id = label->word[i];

        if (!says(t, q, id))
            sum += crosstab_weight(t, id) *
                   (i < label->n_outside ? 1 : IN_PARENTHESES);
    }
    return sum;
}

void crosstab_hits_find(const struct crosstab *t,
                        const struct crosstab_question *q,
                        struct crosstab_hits *out)
{
    out->title = hits_of(t, q, &t->title);
    for (size_t i = 0; i < q->n; i++)
        if (q->word[i].role != ROLE_STOP && !crosstab_is_stop(t, q->word[i].id))
            out->told |= BIT(i);
    for (size_t i = 0; i < t->n_rows; i++) {
        const struct crosstab_row *row = &t->row[i];

        out->row[i] = hits_of(t, q, &row->label);
        out->section[i] = row->section ? hits_of(t, q, row->section) : 0;
        out->row_missing[i] = missing_of(t, q, &row->label);
        if (row->section)
            out->section_missing[i] = missing_of(t, q, row->section);
    }
    for (size_t i = 0; i < t->n_columns; i++) {
        out->column[i] =
            hits_of(t, q, &t->column[i].label) | column_hits(q, &t->column[i]);
        out->column_missing[i] = missing_of(t, q, &t->column[i].label);
    }
}

double crosstab_hits_weight(const struct crosstab_question *q, uint64_t words)
{
    double sum = 0;

    for (size_t i = 0; i < q->n; i++)
        sum += words & BIT(i) ? q->word[i].weight : 0;
    return sum;
}

double crosstab_fit(const struct crosstab_question *q,
                    const struct crosstab_hits *h, size_t row, size_t column,
                    uint64_t mask)
{
    const uint64_t own = (h->row[row] | h->column[column] | h->title) & mask;
    const uint64_t above = h->section[row] & mask & ~own;

    return crosstab_hits_weight(q, own) +
           OF_SECTION * crosstab_hits_weight(q, above) -
           ROW_MISSING * h->row_missing[row] -
           SECTION_MISSING * h->section_missing[row] -
           COLUMN_MISSING * h->column_missing[column];
}

static size_t first_bit(uint64_t bits)
{
    size_t i = 0;

    while (i < CROSSTAB_MAX_WORDS && !(bits & BIT(i)))
        i++;
    return i;
}

/* The row that adds most to those that are there; n_rows: none adds enough. */
static size_t next_row(const struct crosstab *t,
                       const struct crosstab_question *q,
                       const struct crosstab_hits *h, size_t column,
                       uint64_t covered)
{
    size_t best = t->n_rows;
    double most = MORE_ROWS;

    for (size_t i = 0; i < t->n_rows; i++) {
        const double adds = crosstab_hits_weight(q, h->row[i] & ~covered) -
                            ROW_MISSING * h->row_missing[i];

        if (isnan(crosstab_value(t, i, column)) || adds <= most)
            continue;
        best = i;
        most = adds;
    }
    return best;
}

/* In the order in which the question says what each of them alone has. */
static void sort_rows(const struct crosstab_hits *h, struct crosstab_rows *out)
{
    uint64_t all = UINT64_MAX;

    for (size_t i = 0; out->n > 1 && i < out->n; i++)
        all &= h->row[out->row[i]];
    for (size_t i = 1; i < out->n; i++)
        for (size_t k = i; k > 0; k--) {
            const size_t a = out->row[k - 1];
            const size_t b = out->row[k];

            if (first_bit(h->row[a] & h->told & ~all) <=
                first_bit(h->row[b] & h->told & ~all))
                break;
            out->row[k - 1] = b;
            out->row[k] = a;
        }
}

/* Does the question say the words of a label in its order: "deferred tax assets, net"
 * and not "net deferred tax assets"? */
static bool is_in_order(const struct crosstab *t,
                        const struct crosstab_question *q,
                        const struct crosstab_label *label)
{
    size_t from = 0;

    for (uint32_t i = 0; i < label->n; i++) {
        size_t at = from;

        while (at < q->n &&
               !lexeme_alike(t->words, q->word[at].id, label->word[i]))
            at++;
        if (at == q->n)
            return false;
        from = at + 1;
    }
    return label->n > 0;
}

void crosstab_rows_find(const struct crosstab *t,
                        const struct crosstab_question *q,
                        const struct crosstab_hits *h, size_t column,
                        size_t max, struct crosstab_rows *out)
{
    uint64_t covered;
    bool ordered = false;

    *out = (struct crosstab_rows){.fit = -INFINITY, .second = -INFINITY};
    for (size_t i = 0; i < t->n_rows; i++) {
        const double fit = crosstab_fit(q, h, i, column, UINT64_MAX);

        if (isnan(crosstab_value(t, i, column)))
            continue;
        if (fit > out->fit ||
            (!ordered && out->n > 0 && fit > out->fit - SAME_FIT &&
             is_in_order(t, q, &t->row[i].label))) {
            out->second = out->fit;
            out->fit = fit;
            out->row[0] = i;
            out->n = 1;
            ordered = is_in_order(t, q, &t->row[i].label);
        } else if (fit > out->second) {
            out->second = fit;
        }
    }
    if (out->n == 0)
        return;
    covered = h->row[out->row[0]] | h->column[column] | h->title;
    while (out->n < max) {
        const size_t next = next_row(t, q, h, column, covered);

        if (next == t->n_rows)
            break;
        covered |= h->row[next];
        out->row[out->n++] = next;
    }
    sort_rows(h, out);
}
