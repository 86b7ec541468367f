/* "Which is larger, A or B", "how many more A than B". */
#include "ask/candidates/generator.h"

#include "base/buf.h"

#include <math.h>

#define MAX_NAME_BYTES 4096

/* Two conditions on one column, the first said first. */
struct sides {
    const struct condition *a;
    const struct condition *b;
    struct row_set *rows; /* of both */
    struct denotation name[2];
};

/* What a side is called: the value of its rows, or the question's words. */
static enum err name_of(const struct generator *x, const struct condition *side,
                        struct denotation *out, struct error *e)
{
    const uint32_t *cell = x->g->column[side->column].cell;
    const uint32_t *value = &cell[rows_from(&side->rows, 0)];
    struct buf b;
    enum err rc;

    *out = (struct denotation){.n = 1, .column = side->column, .values = value};
    for (uint32_t row = rows_from(&side->rows, 0); row != ROWS_NONE;
         row = rows_from(&side->rows, row + 1)) {
        if (cell[row] != *value)
            out->values = NULL;
    }
    if (out->values)
        return OK;
    buf_init(&b, MAX_NAME_BYTES);
    for (uint32_t i = side->link->from; i < side->link->to; i++) {
        buf_puts(&b, i > side->link->from ? " " : "");
        buf_put_str(&b, lexeme_at(x->g->words, x->q->word[i])->text);
    }
    rc = buf_dup(&b, x->a, &out->text, e);
    buf_release(&b);
    return rc;
}

static void add_choice(struct generator *x, const struct sides *s,
                       enum result result, uint32_t other, bool first)
{
    struct candidate c = {.result = result,
                          .rows = s->rows,
                          .column = s->a->column,
                          .other = other,
                          .answer = s->name[first ? 0 : 1]};

    generator_add(x, &c);
}

static double first_key(const struct grid *g, const struct rows *rows,
                        uint32_t column)
{
    for (uint32_t row = rows_from(rows, 0); row != ROWS_NONE;
         row = rows_from(rows, row + 1)) {
        double k = grid_key(g, column, row);

        if (!isnan(k))
            return k;
    }
    return NAN;
}

/* By the first number that each side has in a column. */
static void compare_column(struct generator *x, const struct sides *s,
                           uint32_t column)
{
    double a = first_key(x->g, &s->a->rows, column);
    double b = first_key(x->g, &s->b->rows, column);
    bool is_date = x->g->column[column].kind == GRID_DATE;

    if (isnan(a) || isnan(b))
        return;
    if (a != b && generator_wants(x, TRIGGER_EXTREME | TRIGGER_COMPARE)) {
        add_choice(x, s, RESULT_LARGER, column, a > b);
        add_choice(x, s, RESULT_SMALLER, column, a < b);
    }
    if (!generator_wants(x, TRIGGER_DIFFERENCE))
        return;
    if (is_date && (!grid_year((int32_t)a) || !grid_year((int32_t)b)))
        return;
    generator_add_number(
        x, RESULT_DIFFERENCE, s->rows, column,
        is_date ? fabs((double)grid_year((int32_t)a) - grid_year((int32_t)b))
                : generator_rounded(fabs(a - b)));
}

/* By how many rows each side has, and where they occur. */
static void compare_rows(struct generator *x, const struct sides *s)
{
    uint32_t a = s->a->rows.n;
    uint32_t b = s->b->rows.n;
    uint32_t first_a = rows_from(&s->a->rows, 0);
    uint32_t first_b = rows_from(&s->b->rows, 0);
    uint32_t none = CANDIDATE_NO_COLUMN;

    if (a != b) {
        add_choice(x, s, RESULT_MORE_ROWS, none, a > b);
        add_choice(x, s, RESULT_FEWER_ROWS, none, a < b);
    }
    add_choice(x, s, RESULT_EARLIER, none, first_a < first_b);
    add_choice(x, s, RESULT_LATER, none, first_a > first_b);
    if (!generator_wants(x, TRIGGER_DIFFERENCE))
        return;
    generator_add_number(x, RESULT_ROW_DIFFERENCE, s->rows, none,
                         a > b ? a - b : b - a);
    if (a == 1 && b == 1)
        generator_add_number(
            x, RESULT_ROWS_BETWEEN, s->rows, none,
            (first_a > first_b ? first_a - first_b : first_b - first_a) - 1);
}

/* Compare two conditions, where that makes sense. */
static enum err compare(struct generator *x, const struct condition *a,
                        const struct condition *b, struct error *e)
{
    struct sides s = {.a = a, .b = b};

    if (!condition_is_linked(a) || !condition_is_linked(b) ||
        a->column != b->column || word_set_meet(a->used, b->used) ||
        rows_equal(&a->rows, &b->rows))
        return OK;
    if (b->link->from < a->link->from)
        s = (struct sides){.a = b, .b = a};
    s.rows = arena_alloc(x->a, sizeof(*s.rows), e);
    if (!s.rows)
        return e->code;
    *s.rows = (struct row_set){.rows = rows_or(&a->rows, &b->rows),
                               .condition = {s.a, s.b},
                               .n = 2,
                               .joined = JOINED_OR,
                               .key = CANDIDATE_NO_COLUMN,
                               .compared = true,
                               .used = word_set_or(a->used, b->used)};
    if (name_of(x, s.a, &s.name[0], e) || name_of(x, s.b, &s.name[1], e))
        return e->code;
    s.rows->name[0] = s.name[0];
    s.rows->name[1] = s.name[1];
    compare_rows(x, &s);
    for (uint32_t i = 0; i < x->g->n_columns; i++) {
        if (grid_has_order(&x->g->column[i]))
            compare_column(x, &s, i);
    }
    return OK;
}

enum err generator_comparisons(struct generator *x, struct error *e)
{
    for (size_t i = 0; i < x->n_conditions; i++) {
        for (size_t k = i + 1; k < x->n_conditions; k++) {
            if (compare(x, &x->condition[i], &x->condition[k], e))
                return e->code;
        }
    }
    return OK;
}
