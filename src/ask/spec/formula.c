#include "ask/spec/formula.h"

#include <string.h>

struct parsing {
    struct str text;
    size_t at;
    unsigned depth;
    bool inside; /* of an aggregate */
    bool bare;   /* a column stood outside of one */
    struct formula *f;
};

size_t formula_next_sign(struct str text, size_t from)
{
    bool quoted = false;
    size_t at = from;

    while (at < text.n &&
           (quoted || !text.p[at] || !strchr("+-*/", text.p[at]))) {
        quoted ^= text.p[at] == '"';
        at++;
    }
    return at;
}

static enum err refuse(const struct parsing *p, enum err code, const char *what,
                       struct error *e)
{
    const struct srcpos at = {1, p->at + 1, p->at};

    return error_at(e, code, at, "the formula %s", what);
}

static void skip_space(struct parsing *p)
{
    while (p->at < p->text.n && strchr(" \t\r\n", p->text.p[p->at]))
        p->at++;
}

/* Take the sign, if it is next. */
static bool take(struct parsing *p, char sign)
{
    skip_space(p);
    if (p->at == p->text.n || p->text.p[p->at] != sign)
        return false;
    p->at++;
    return true;
}

static enum err add_node(struct parsing *p, struct formula_node node,
                         size_t *out, struct error *e)
{
    if (p->f->n == FORMULA_MAX_NODES)
        return refuse(p, ERR_LIMIT, "has too many parts", e);
    *out = p->f->n;
    p->f->node[p->f->n++] = node;
    return OK;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters of any script, digits and _. */
static bool is_of_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '_' || (unsigned char)c >= 0x80;
}

static enum err parse_number(struct parsing *p, size_t *out, struct error *e)
{
    size_t from = p->at;
    size_t points = 0;

    while (p->at < p->text.n &&
           (is_digit(p->text.p[p->at]) || p->text.p[p->at] == '.'))
        points += p->text.p[p->at++] == '.';
    if (points > 1 || p->text.p[p->at - 1] == '.')
        return refuse(p, ERR_VALIDATION_FAILED, "has an invalid number", e);
    return add_node(
        p,
        (struct formula_node){.op = FORMULA_NUMBER,
                              .text = str_slice(p->text, from, p->at)},
        out, e);
}

static bool is_aggregate(struct str word)
{
    static const char *const names[] = {"sum", "avg", "median", "stddev",
                                        "min", "max", "count",  "distinct"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (str_eq_nocase(word, str_from(names[i])))
            return true;
    }
    return false;
}

static enum err parse_sum(struct parsing *p, size_t *out, struct error *e);

/* The ')' of a call whose arguments are read. */
static enum err end_call(struct parsing *p, struct formula_node node,
                         size_t *out, struct error *e)
{
    if (!take(p, ')'))
        return refuse(p, ERR_VALIDATION_FAILED, "is missing a ')' here", e);
    return add_node(p, node, out, e);
}

/* What an aggregate is of: nothing in it is another one until p->inside is false. */
static enum err begin_aggregate(struct parsing *p, size_t *out, struct error *e)
{
    if (p->inside)
        return refuse(p, ERR_VALIDATION_FAILED,
                      "has an aggregate inside of another", e);
    p->inside = true;
    p->f->aggregates = true;
    return parse_sum(p, out, e);
}

/* The argument after a ','. */
static enum err parse_second(struct parsing *p, size_t *out, struct error *e)
{
    return take(p, ',')
               ? parse_sum(p, out, e)
               : refuse(p, ERR_VALIDATION_FAILED, "is missing a ',' here", e);
}

static enum err parse_aggregate(struct parsing *p, struct str name, size_t *out,
                                struct error *e)
{
    struct formula_node node = {.op = FORMULA_AGGREGATE, .text = name};

    if (begin_aggregate(p, &node.left, e))
        return e->code;
    p->inside = false;
    return end_call(p, node, out, e);
}

/* Of digits and at most one point. */
static double number_of(struct str s)
{
    double n = 0;
    double unit = 1;
    bool behind = false;

    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '.') {
            behind = true;
            continue;
        }
        n = n * 10 + (s.p[i] - '0');
        unit *= behind ? 10 : 1;
    }
    return n / unit;
}

static bool is_percentile(struct str word)
{
    return str_eq_nocase(word, STR("percentile"));
}

static bool is_pair(struct str word)
{
    return is_percentile(word) || str_eq_nocase(word, STR("correlation"));
}

static enum err parse_pair(struct parsing *p, struct str name, size_t *out,
                           struct error *e)
{
    struct formula_node node = {.op = FORMULA_PAIR, .text = name};
    const struct formula_node *right;

    if (begin_aggregate(p, &node.left, e) || parse_second(p, &node.right, e))
        return e->code;
    p->inside = false;
    right = &p->f->node[node.right];
    if (is_percentile(name) &&
        (right->op != FORMULA_NUMBER || number_of(right->text) > 100))
        return refuse(p, ERR_VALIDATION_FAILED,
                      "needs a number from 0 to 100 after the ','", e);
    return end_call(p, node, out, e);
}

/* Of times of day: what ends before it begins ends the day after. */
static bool is_clock_span(struct str word)
{
    return str_eq_nocase(word, STR("clock_hours")) ||
           str_eq_nocase(word, STR("clock_minutes"));
}

static bool is_span(struct str word)
{
    return str_eq_nocase(word, STR("days")) ||
           str_eq_nocase(word, STR("hours")) ||
           str_eq_nocase(word, STR("minutes")) || is_clock_span(word);
}

static enum err parse_span(struct parsing *p, struct str name, size_t *out,
                           struct error *e)
{
    struct formula_node node = {.op = FORMULA_SPAN, .text = name};

    if (parse_sum(p, &node.left, e) || parse_second(p, &node.right, e))
        return e->code;
    return end_call(p, node, out, e);
}

static bool is_period(struct str word)
{
    static const char *const names[] = {"day", "week", "month", "quarter",
                                        "year"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (str_eq_nocase(word, str_from(names[i])))
            return true;
    }
    return false;
}

static enum err parse_period(struct parsing *p, struct str name, size_t *out,
                             struct error *e)
{
    struct formula_node node = {.op = FORMULA_PERIOD, .text = name};

    if (parse_sum(p, &node.left, e))
        return e->code;
    return end_call(p, node, out, e);
}

static enum err add_column(struct parsing *p, struct str name, size_t *out,
                           struct error *e)
{
    p->bare |= !p->inside;
    return add_node(
        p, (struct formula_node){.op = FORMULA_COLUMN, .text = name}, out, e);
}

static enum err parse_word(struct parsing *p, size_t *out, struct error *e)
{
    size_t from = p->at;
    struct str word;

    while (p->at < p->text.n && is_of_word(p->text.p[p->at]))
        p->at++;
    word = str_slice(p->text, from, p->at);
    if (take(p, '('))
        return is_aggregate(word) ? parse_aggregate(p, word, out, e)
               : is_pair(word)    ? parse_pair(p, word, out, e)
               : is_span(word)    ? parse_span(p, word, out, e)
               : is_period(word)
                   ? parse_period(p, word, out, e)
                   : refuse(p, ERR_VALIDATION_FAILED,
                            "has a function other than sum, avg, median, "
                            "stddev, min, max, count, distinct, percentile, "
                            "correlation, days, hours, minutes, clock_hours, "
                            "clock_minutes, day, week, "
                            "month, quarter, year",
                            e);
    return add_column(p, word, out, e);
}

static enum err parse_quoted(struct parsing *p, size_t *out, struct error *e)
{
    size_t from = p->at;
    size_t n = str_find_char(str_slice(p->text, from, p->text.n), '"');

    if (n == 0 || from + n == p->text.n)
        return refuse(p, ERR_VALIDATION_FAILED,
                      "has an unclosed quotation mark", e);
    p->at = from + n + 1;
    return add_column(p, str_slice(p->text, from, from + n), out, e);
}

static enum err parse_factor(struct parsing *p, size_t *out, struct error *e)
{
    struct formula_node negated = {.op = FORMULA_NEGATE};

    if (take(p, '-'))
        return parse_factor(p, &negated.left, e) ? e->code
                                                 : add_node(p, negated, out, e);
    if (take(p, '('))
        return parse_sum(p, out, e) ? e->code
               : take(p, ')')       ? OK
                                    : refuse(p, ERR_VALIDATION_FAILED,
                                             "is missing a ')' here", e);
    if (take(p, '"'))
        return parse_quoted(p, out, e);
    if (p->at < p->text.n && is_digit(p->text.p[p->at]))
        return parse_number(p, out, e);
    if (p->at < p->text.n && is_of_word(p->text.p[p->at]))
        return parse_word(p, out, e);
    return refuse(p, ERR_VALIDATION_FAILED,
                  "needs a column, a number or '(' here", e);
}

/* Factors, or with + and - terms, as they stand from left to right. */
static enum err parse_chain(struct parsing *p, bool sums, size_t *out,
                            struct error *e);

static enum err parse_operand(struct parsing *p, bool sums, size_t *out,
                              struct error *e)
{
    return sums ? parse_chain(p, false, out, e) : parse_factor(p, out, e);
}

static enum err parse_chain(struct parsing *p, bool sums, size_t *out,
                            struct error *e)
{
    if (parse_operand(p, sums, out, e))
        return e->code;
    for (;;) {
        struct formula_node node = {.left = *out};

        if (take(p, sums ? '+' : '*'))
            node.op = sums ? FORMULA_ADD : FORMULA_MULTIPLY;
        else if (take(p, sums ? '-' : '/'))
            node.op = sums ? FORMULA_SUBTRACT : FORMULA_DIVIDE;
        else
            return OK;
        if (parse_operand(p, sums, &node.right, e) || add_node(p, node, out, e))
            return e->code;
    }
}

static enum err parse_sum(struct parsing *p, size_t *out, struct error *e)
{
    if (p->depth == FORMULA_MAX_DEPTH)
        return refuse(p, ERR_LIMIT, "is too deep", e);
    p->depth++;
    if (parse_chain(p, true, out, e))
        return e->code;
    p->depth--;
    return OK;
}

enum err formula_parse(struct str text, struct formula *f, struct error *e)
{
    struct parsing p = {.text = text, .f = f};
    size_t whole;

    *f = (struct formula){.n = 0};
    if (text.n > FORMULA_MAX_BYTES)
        return refuse(&p, ERR_LIMIT, "is too long", e);
    if (parse_sum(&p, &whole, e))
        return e->code;
    skip_space(&p);
    if (p.at < text.n)
        return refuse(&p, ERR_VALIDATION_FAILED, "has more text after its end",
                      e);
    if (f->aggregates && p.bare)
        return refuse(&p, ERR_VALIDATION_FAILED,
                      "has a column outside of its aggregates; put it into one",
                      e);
    return OK;
}

static void put_node(const struct formula *f, size_t i, struct buf *b);

static void put_pair(const struct formula *f, const struct formula_node *n,
                     const char *sign, struct buf *b)
{
    buf_put_char(b, '(');
    put_node(f, n->left, b);
    buf_puts(b, sign);
    put_node(f, n->right, b);
    buf_put_char(b, ')');
}

/* Is it a sum of many rows, or sums put together? */
static bool is_sum(const struct formula *f, const struct formula_node *n)
{
    return n->op == FORMULA_ADD
               ? is_sum(f, &f->node[n->left]) && is_sum(f, &f->node[n->right])
               : n->op == FORMULA_AGGREGATE &&
                     str_eq_nocase(n->text, STR("sum"));
}

/* A quarter without a value leaves the others as they are: NULL + 1 would be NULL. */
static void put_addition(const struct formula *f, const struct formula_node *n,
                         struct buf *b)
{
    if (!is_sum(f, n)) {
        put_pair(f, n, " + ", b);
        return;
    }
    buf_puts(b, "list_sum([");
    put_node(f, n->left, b);
    buf_puts(b, ", ");
    put_node(f, n->right, b);
    buf_puts(b, "])");
}

static void put_division(const struct formula *f, const struct formula_node *n,
                         struct buf *b)
{
    buf_put_char(b, '(');
    put_node(f, n->left, b);
    buf_puts(b, " / nullif(");
    put_node(f, n->right, b);
    buf_puts(b, ", 0))");
}

static void put_clock_span(const struct formula *f,
                           const struct formula_node *n, struct buf *b)
{
    buf_puts(b, "((date_diff('second', CAST(");
    put_node(f, n->left, b);
    buf_puts(b, " AS TIME), CAST(");
    put_node(f, n->right, b);
    buf_puts(b, str_eq_nocase(n->text, STR("clock_hours"))
                    ? " AS TIME)) + 86400) % 86400 / 3600.0)"
                    : " AS TIME)) + 86400) % 86400 / 60.0)");
}

/* Of days and of moments alike: seconds, in the unit. */
static void put_span(const struct formula *f, const struct formula_node *n,
                     struct buf *b)
{
    buf_puts(b, "(date_diff('second', CAST(");
    put_node(f, n->left, b);
    buf_puts(b, " AS TIMESTAMP), CAST(");
    put_node(f, n->right, b);
    buf_puts(
        b, str_eq_nocase(n->text, STR("days"))    ? " AS TIMESTAMP)) / 86400.0)"
           : str_eq_nocase(n->text, STR("hours")) ? " AS TIMESTAMP)) / 3600.0)"
                                                  : " AS TIMESTAMP)) / 60.0)");
}

static void put_period(const struct formula *f, const struct formula_node *n,
                       struct buf *b)
{
    buf_puts(b, "CAST(date_trunc('");
    buf_put_str(b, n->text);
    buf_puts(b, "', CAST(");
    put_node(f, n->left, b);
    buf_puts(b, " AS TIMESTAMP)) AS DATE)");
}

/* A share of 1 is what the engine takes for a percentile. */
static void put_aggregate_of_two(const struct formula *f,
                                 const struct formula_node *n, struct buf *b)
{
    const bool percentile = is_percentile(n->text);

    buf_puts(b, percentile ? "quantile_cont(" : "corr(");
    put_node(f, n->left, b);
    buf_puts(b, ", ");
    put_node(f, n->right, b);
    buf_puts(b, percentile ? " / 100)" : ")");
}

/* The depth is that of the text, and bounded as it is. */
static void put_node(const struct formula *f, size_t i, struct buf *b)
{
    const struct formula_node *n = &f->node[i];

    switch (n->op) {
    case FORMULA_NUMBER: buf_put_str(b, n->text); return;
    case FORMULA_COLUMN: buf_put_quoted(b, '"', n->text); return;
    case FORMULA_ADD: put_addition(f, n, b); return;
    case FORMULA_SUBTRACT: put_pair(f, n, " - ", b); return;
    case FORMULA_MULTIPLY: put_pair(f, n, " * ", b); return;
    case FORMULA_DIVIDE: put_division(f, n, b); return;
    case FORMULA_SPAN:
        if (is_clock_span(n->text))
            put_clock_span(f, n, b);
        else
            put_span(f, n, b);
        return;
    case FORMULA_PERIOD: put_period(f, n, b); return;
    case FORMULA_PAIR: put_aggregate_of_two(f, n, b); return;
    case FORMULA_NEGATE:
        buf_puts(b, "(- ");
        put_node(f, n->left, b);
        buf_put_char(b, ')');
        return;
    case FORMULA_AGGREGATE:
        if (str_eq_nocase(n->text, STR("distinct"))) {
            buf_puts(b, "count(DISTINCT ");
        } else {
            buf_put_str(b, str_eq_nocase(n->text, STR("stddev"))
                               ? STR("stddev_samp")
                               : n->text);
            buf_put_char(b, '(');
        }
        put_node(f, n->left, b);
        buf_put_char(b, ')');
        return;
    }
}

void formula_write_exact(const struct formula *f, struct buf *b)
{
    BUG_ON(f->n == 0);
    put_node(f, f->n - 1, b);
}

void formula_write(const struct formula *f, struct buf *b)
{
    buf_puts(b, "round(");
    formula_write_exact(f, b);
    buf_puts(b, ", " FORMULA_DECIMALS ")");
}

/* The factor that a fraction is multiplied by; 0: it is not a fraction. */
static double whole_of(const struct formula *f, size_t i)
{
    const struct formula_node *n = &f->node[i];
    const struct formula_node *l = &f->node[n->left];
    const struct formula_node *r = &f->node[n->right];

    if (n->op == FORMULA_DIVIDE)
        return l->op == FORMULA_MULTIPLY &&
                       f->node[l->left].op == FORMULA_NUMBER
                   ? number_of(f->node[l->left].text)
                   : (r->op != FORMULA_NUMBER);
    if (n->op != FORMULA_MULTIPLY)
        return 0;
    if (l->op == FORMULA_NUMBER)
        return number_of(l->text) * whole_of(f, n->right);
    return r->op == FORMULA_NUMBER ? number_of(r->text) * whole_of(f, n->left)
                                   : 0;
}

bool formula_is_fraction(const struct formula *f, double *whole)
{
    *whole = f->n ? whole_of(f, f->n - 1) : 0;
    return *whole > 0;
}
