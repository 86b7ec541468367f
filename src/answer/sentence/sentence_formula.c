#include "answer/sentence/sentence_formula.h"

#include "answer/sentence/sentence_spec.h"
#include "answer/sentence/wording.h"
#include "ask/spec/formula.h"

#define TEXT_BYTES ((size_t)64 << 10)

struct saying {
    const struct phrasing *x;
    const struct formula *f;
    struct buf *b;
};

static void put_node(const struct saying *s, size_t i);

static const struct formula_node *node(const struct saying *s, size_t i)
{
    return &s->f->node[i];
}

static bool is_sum(const struct formula_node *n)
{
    return n->op == FORMULA_ADD || n->op == FORMULA_SUBTRACT;
}

/* In brackets where it is of several that are added. */
static void put_operand(const struct saying *s, size_t i, bool brackets)
{
    brackets &= is_sum(node(s, i));
    buf_puts(s->b, brackets ? "(" : "");
    put_node(s, i);
    buf_puts(s->b, brackets ? ")" : "");
}

static void put_operation(const struct saying *s, const struct formula_node *n,
                          const char *sign)
{
    put_operand(s, n->left, !is_sum(n));
    buf_puts(s->b, sign);
    put_operand(s, n->right, !is_sum(n) || n->op == FORMULA_SUBTRACT);
}

/* A wording of the texts of two nodes; of one with `right` == `left`. */
static void say(const struct saying *s, enum wording text, size_t left,
                size_t right)
{
    const size_t at[] = {left, right};
    struct buf part[2];
    struct str fill[2];

    for (size_t i = 0; i < 2; i++) {
        const struct saying one = {s->x, s->f, &part[i]};

        buf_init(&part[i], TEXT_BYTES);
        put_operand(&one, at[i], true);
        fill[i] = buf_str(&part[i]);
    }
    wording_put(s->b, s->x->language, text, fill, 2);
    buf_release(&part[0]);
    buf_release(&part[1]);
}

static bool is_named(const struct formula_node *n, const char *name)
{
    return str_eq_nocase(n->text, str_from(name));
}

static void put_division(const struct saying *s, const struct formula_node *n)
{
    const struct formula_node *left = node(s, n->left);

    if (left->op == FORMULA_MULTIPLY && is_named(node(s, left->left), "100"))
        say(s, WORDING_FORMULA_PERCENT, left->right, n->right);
    else
        put_operation(s, n, " / ");
}

static void put_span(const struct saying *s, const struct formula_node *n)
{
    say(s,
        is_named(n, "days") ? WORDING_FORMULA_DAYS
        : is_named(n, "hours") || is_named(n, "clock_hours")
            ? WORDING_FORMULA_HOURS
            : WORDING_FORMULA_MINUTES,
        n->left, n->right);
}

/* What a period is called. */
static struct str period_called(const struct saying *s,
                                const struct formula_node *n)
{
    static const struct {
        const char *name;
        enum wording text;
    } periods[] = {{"day", WORDING_DAY},
                   {"week", WORDING_WEEK},
                   {"month", WORDING_MONTH},
                   {"quarter", WORDING_QUARTER},
                   {"year", WORDING_YEAR}};
    size_t i = 0;

    while (i + 1 < COUNT_OF(periods) && !is_named(n, periods[i].name))
        i++;
    return wording_text(s->x->language, periods[i].text);
}

static enum agg aggregate_called(const struct formula_node *n)
{
    static const enum agg all[] = {AGG_SUM, AGG_AVG, AGG_MEDIAN,  AGG_STDDEV,
                                   AGG_MIN, AGG_MAX, AGG_DISTINCT};

    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (is_named(n, agg_name(all[i])))
            return all[i];
    return AGG_COUNT;
}

/* "total sales"; of what is computed of each row "highest (high - low)". */
static void put_aggregate(const struct saying *s, const struct formula_node *n)
{
    static const enum wording texts[] = {
        [AGG_SUM] = WORDING_SUM,       [AGG_AVG] = WORDING_AVERAGE,
        [AGG_MEDIAN] = WORDING_MEDIAN, [AGG_STDDEV] = WORDING_STDDEV,
        [AGG_MIN] = WORDING_MIN,       [AGG_MAX] = WORDING_MAX,
        [AGG_COUNT] = WORDING_COUNT,   [AGG_DISTINCT] = WORDING_DISTINCT};
    const struct formula_node *of = node(s, n->left);
    struct spec_measure m = {.agg = aggregate_called(n)};
    struct buf names;
    struct str fill;

    if (of->op == FORMULA_COLUMN)
        m.column = of->text;
    if (of->op == FORMULA_COLUMN ||
        (m.agg == AGG_COUNT && of->op == FORMULA_NUMBER)) {
        sentence_measure(s->b, s->x, &m);
        return;
    }
    if (of->op != FORMULA_PERIOD) {
        say(s, texts[m.agg], n->left, n->left);
        return;
    }
    buf_init(&names, TEXT_BYTES);
    sentence_names(&names, period_called(s, of), s->x->language);
    fill = buf_str(&names);
    wording_put(s->b, s->x->language, texts[m.agg], &fill, 1);
    buf_release(&names);
}

/* The depth is that of the formula. */
static void put_node(const struct saying *s, size_t i)
{
    const struct formula_node *n = node(s, i);

    switch (n->op) {
    case FORMULA_NUMBER: buf_put_str(s->b, n->text); return;
    case FORMULA_COLUMN: sentence_name(s->b, n->text); return;
    case FORMULA_ADD: put_operation(s, n, " + "); return;
    case FORMULA_SUBTRACT: put_operation(s, n, " - "); return;
    case FORMULA_MULTIPLY: put_operation(s, n, " × "); return;
    case FORMULA_DIVIDE: put_division(s, n); return;
    case FORMULA_SPAN: put_span(s, n); return;
    case FORMULA_PERIOD: buf_put_str(s->b, period_called(s, n)); return;
    case FORMULA_AGGREGATE: put_aggregate(s, n); return;
    case FORMULA_NEGATE:
        buf_puts(s->b, "-");
        put_operand(s, n->left, true);
        return;
    case FORMULA_PAIR:
        say(s,
            is_named(n, "percentile") ? WORDING_PERCENTILE
                                      : WORDING_CORRELATION,
            n->left, n->right);
        return;
    }
}

bool sentence_formula(struct buf *b, const struct phrasing *x,
                      const struct spec_measure *m)
{
    struct formula f;
    struct error ignored;
    const struct saying s = {x, &f, b};

    /* what the semantic layer defines is called so there */
    if (m->agg != AGG_FORMULA || !phrasing_column(x, m->column) ||
        formula_parse(m->formula, &f, &ignored))
        return false;
    put_node(&s, f.n - 1);
    return true;
}
