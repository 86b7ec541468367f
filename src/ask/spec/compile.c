/*
 * Every name and every value is quoted, whatever it holds, so that no cell
 * and no question can become SQL. Numbers are checked to be digits with one
 * point. Dates are literals: the SQL says which days it means and gives the
 * same answer tomorrow.
 *
 * The order is total. Groups are ordered by the measure, then by the group
 * keys, which are unique; rows by the asked column, then by all columns, and
 * rows equal in all columns are interchangeable. A search for the single best
 * keeps all that share the first place (rank), because naming one of two
 * winners would be a wrong answer; a longer list is cut at its length, and a
 * second query counts what was as good as the last one kept.
 */
#include "ask/spec/compile.h"

#include "ask/spec/compile_sql.h"

/* More tie breakers than this cost more than they tell. */
#define MAX_TIE_COLUMNS 64

static bool is_number(struct str s)
{
    size_t i = s.n && s.p[0] == '-';
    size_t digits = 0;
    size_t points = 0;

    for (; i < s.n; i++) {
        digits += s.p[i] >= '0' && s.p[i] <= '9';
        points += s.p[i] == '.';
        if ((s.p[i] < '0' || s.p[i] > '9') && s.p[i] != '.')
            return false;
    }
    return digits && points <= 1;
}

static void put_range(struct buf *b, const struct spec_measure *m)
{
    buf_puts(b, "max(");
    compile_view(b, m->column, m->view);
    buf_puts(b, ") - min(");
    compile_view(b, m->column, m->view);
    buf_puts(b, ")");
}

void compile_measure(struct buf *b, const struct spec_measure *m)
{
    static const char *const functions[] = {
        [AGG_NONE] = "sum",          [AGG_COUNT] = "count",
        [AGG_DISTINCT] = "count",    [AGG_SUM] = "sum",
        [AGG_AVG] = "avg",           [AGG_MEDIAN] = "median",
        [AGG_MIN] = "min",           [AGG_MAX] = "max",
        [AGG_RANGE] = "max",         [AGG_RUN] = "max",
        [AGG_STDDEV] = "stddev_samp"};
    bool round = m->agg == AGG_STDDEV || m->round;

    if (m->agg == AGG_FORMULA) {
        compile_formula(b, m->formula);
        return;
    }
    if (m->agg == AGG_RANGE) {
        put_range(b, m);
        return;
    }
    buf_puts(b, round ? "round(" : "");
    buf_puts(b, functions[m->agg]);
    buf_puts(b, m->agg == AGG_DISTINCT ? "(DISTINCT " : "(");
    if (m->column.n)
        compile_view(b, m->column, m->view);
    else
        buf_put_char(b, '*');
    buf_puts(b, round ? "), 6)" : ")");
}

void compile_measure_name(struct buf *b, const struct spec_measure *m)
{
    struct buf name;

    buf_init(&name, 4096);
    if (m->agg != AGG_FORMULA)
        buf_puts(&name, agg_name(m->agg));
    if (m->agg != AGG_FORMULA && m->column.n)
        buf_put_char(&name, '_');
    buf_put_str(&name, m->column);
    compile_name(b, buf_str(&name));
    b->overflow |= name.overflow;
    buf_release(&name);
}

void compile_group(struct buf *b, const struct spec_group *g)
{
    switch (g->grain) {
    case GRAIN_NONE: compile_view(b, g->column, g->view); return;
    case GRAIN_DAY:
        buf_puts(b, "CAST(");
        compile_view(b, g->column, g->view);
        buf_puts(b, " AS DATE)");
        return;
    case GRAIN_WEEK:
        buf_puts(b, "CAST(date_trunc('week', ");
        compile_view(b, g->column, g->view);
        buf_puts(b, ") AS DATE)");
        return;
    case GRAIN_MONTH:
        buf_puts(b, "strftime(");
        compile_view(b, g->column, g->view);
        buf_puts(b, ", '%Y-%m')");
        return;
    case GRAIN_QUARTER:
        buf_puts(b, "(year(");
        compile_view(b, g->column, g->view);
        buf_puts(b, ") || '-Q' || quarter(");
        compile_view(b, g->column, g->view);
        buf_puts(b, "))");
        return;
    case GRAIN_YEAR:
        buf_puts(b, "year(");
        compile_view(b, g->column, g->view);
        buf_put_char(b, ')');
        return;
    case GRAIN_WEEKDAY:
    case GRAIN_HOUR: compile_view(b, g->column, g->view); return;
    }
}

void compile_group_name(struct buf *b, const struct spec_group *g)
{
    const char *grain = grain_name(g->grain);

    if (grain)
        compile_name(b, str_from(grain));
    else
        compile_name(b, g->column);
}

/* The filters of the part, or those of the whole, after `lead`. */
static bool put_filters(struct buf *b, const struct query_spec *s, bool part,
                        const char *lead)
{
    bool any = false;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].part != part)
            continue;
        buf_puts(b, any ? " AND " : lead);
        compile_filter(b, s, &s->filters[i]);
        any = true;
    }
    return any;
}

static void put_from(struct buf *b, const struct query_spec *s)
{
    buf_puts(b, " FROM ");
    if (!compile_is_picked(s)) {
        compile_source(b, s);
        (void)put_filters(b, s, false, " WHERE ");
        return;
    }
    buf_puts(b, "\"picked\"");
    for (size_t i = 0; s->filled && i < s->n_groups; i++) {
        buf_puts(b, i ? " AND CAST(" : " WHERE CAST(");
        compile_name(b, s->groups[i].column);
        buf_puts(b, " AS VARCHAR) <> ''"); /* so neither null */
    }
}

/* Each value of the first groups by itself. */
static void put_partition(struct buf *b, const struct query_spec *s)
{
    for (size_t i = 0; i < s->each; i++) {
        buf_puts(b, i ? ", " : "PARTITION BY ");
        compile_group(b, &s->groups[i]);
    }
}

static void put_share_column(struct buf *b, const struct query_spec *s)
{
    buf_puts(b, ", round(100.0 * ");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, " / nullif(sum(");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, ") OVER (");
    put_partition(b, s);
    buf_puts(b, "), 0), 2) AS \"percent\"");
}

/* What there was up to each period. */
static void put_running_column(struct buf *b, const struct query_spec *s)
{
    buf_puts(b, ", sum(");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, ") OVER (ORDER BY ");
    compile_group(b, &s->groups[0]);
    buf_puts(b, ") AS \"running_total\"");
}

static void put_having(struct buf *b, const struct query_spec *s)
{
    static const char *const ops[] = {[FILTER_EQ] = " = ",
                                      [FILTER_LT] = " < ",
                                      [FILTER_LE] = " <= ",
                                      [FILTER_GT] = " > ",
                                      [FILTER_GE] = " >= "};

    buf_puts(b, " HAVING ");
    compile_measure(b, &s->having.measure);
    if (s->having.part && put_filters(b, s, true, " FILTER (WHERE "))
        buf_put_char(b, ')');
    buf_puts(b, ops[s->having.op]);
    buf_put_str(b, s->having.number);
}

void compile_grouped(struct buf *b, const struct query_spec *s)
{
    size_t i;

    buf_puts(b, "SELECT ");
    for (i = 0; i < s->n_groups; i++) {
        buf_puts(b, i ? ", " : "");
        compile_group(b, &s->groups[i]);
        buf_puts(b, " AS ");
        compile_group_name(b, &s->groups[i]);
    }
    for (i = 0; i < s->n_measures; i++) {
        buf_puts(b, i || s->n_groups ? ", " : "");
        compile_measure(b, &s->measures[i]);
        buf_puts(b, " AS ");
        compile_measure_name(b, &s->measures[i]);
    }
    if (s->share)
        put_share_column(b, s);
    if (s->running)
        put_running_column(b, s);
    if (s->placed)
        compile_place_columns(b, s);
    put_from(b, s);
    for (i = 0; s->kind != SPEC_CELLS && i < s->n_groups; i++)
        buf_printf(b, i ? ", %zu" : " GROUP BY %zu", i + 1);
    if (s->has_having)
        put_having(b, s);
    if (s->placed)
        compile_placed(b, s);
}

static const char *direction(const struct query_spec *s)
{
    return s->descending ? " DESC NULLS LAST" : " ASC NULLS LAST";
}

/* What a group is ordered by: days of the week are, not their names. */
static void put_group_key(struct buf *b, const struct query_spec *s, size_t i)
{
    const struct spec_group *g = &s->groups[i];

    if (g->grain != GRAIN_WEEKDAY) {
        buf_printf(b, "%zu", i + 1);
        return;
    }
    buf_puts(b, "min(");
    compile_view(b, g->column, VIEW_WEEKDAY);
    buf_puts(b, ")");
}

/* The group that the order is by: the first, or the one that it names. */
static size_t first_key(const struct query_spec *s)
{
    size_t i = 0;

    while (i < s->n_groups && s->order == ORDER_COLUMN && s->order_column.n &&
           !str_eq(s->groups[i].column, s->order_column))
        i++;
    return i < s->n_groups ? i : 0;
}

/* The keys of the groups, that which the order is by first. */
static void put_group_keys(struct buf *b, const struct query_spec *s,
                           bool measured)
{
    size_t first = measured ? 0 : first_key(s);

    for (size_t k = 0; k < s->n_groups; k++) {
        size_t i = k == 0 ? first : k - (k <= first);

        buf_puts(b, k || measured ? ", " : " ORDER BY ");
        put_group_key(b, s, i);
        buf_puts(b, k == 0 && !measured && s->order == ORDER_COLUMN
                        ? direction(s)
                        : " ASC NULLS LAST");
    }
}

/* Is the order within each value of a group? */
static bool is_each_ordered(const struct query_spec *s)
{
    return s->each && s->each < s->n_groups && s->order == ORDER_MEASURE &&
           s->n_measures;
}

/* Are the first of each value of a group asked for? */
static bool is_of_each(const struct query_spec *s)
{
    return is_each_ordered(s) && s->limit;
}

/* Group by group, in each the first in its order; those that share a place
 * are all there. */
static void put_of_each(struct buf *b, const struct query_spec *s)
{
    buf_puts(b, " QUALIFY rank() OVER (");
    put_partition(b, s);
    buf_puts(b, " ORDER BY ");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, direction(s));
    buf_printf(b, ") <= %llu", (unsigned long long)s->limit);
}

static void put_each_order(struct buf *b, const struct query_spec *s)
{
    size_t i;

    for (i = 0; i < s->n_groups; i++) {
        if (i == s->each)
            buf_printf(b, ", %zu%s", s->n_groups + 1, direction(s));
        buf_puts(b, i ? ", " : " ORDER BY ");
        put_group_key(b, s, i);
        buf_puts(b, " ASC NULLS LAST");
    }
}

static void put_group_order(struct buf *b, const struct query_spec *s,
                            struct str row)
{
    bool measured = s->order == ORDER_MEASURE && s->n_measures;

    if (!s->n_groups)
        return;
    if (s->order == ORDER_FILE) {
        buf_puts(b, " ORDER BY min(");
        compile_name(b, row);
        buf_puts(b, ")");
        return;
    }
    if (is_each_ordered(s)) {
        put_each_order(b, s);
        return;
    }
    if (measured) /* of a part the percentage, after the part and the whole */
        buf_printf(b, " ORDER BY %zu%s",
                   s->n_groups + (s->share && spec_has_part(s) ? 3 : 1),
                   direction(s));
    put_group_keys(b, s, measured);
}

/* sum("x") FILTER (WHERE ...) AS "part", the whole, and the percentage. */
static void put_percent(struct buf *b, const struct query_spec *s,
                        const struct buf *part)
{
    buf_puts(b, "round(100.0 * ");
    buf_put_str(b, buf_str(part));
    buf_puts(b, " / nullif(");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, ", 0), 2)");
}

static void put_part_of_whole(struct buf *b, const struct query_spec *s)
{
    bool first = s->limit == 1 && s->order == ORDER_MEASURE && s->n_groups;
    struct buf part;

    buf_init(&part, COMPILE_MAX_BYTES);
    compile_measure(&part, &s->measures[0]);
    (void)put_filters(&part, s, true, " FILTER (WHERE ");
    buf_put_char(&part, ')');
    buf_puts(b, "SELECT ");
    for (size_t i = 0; i < s->n_groups; i++) {
        compile_group(b, &s->groups[i]);
        buf_puts(b, " AS ");
        compile_group_name(b, &s->groups[i]);
        buf_puts(b, ", ");
    }
    buf_put_str(b, buf_str(&part));
    buf_puts(b, " AS \"part\", ");
    compile_measure(b, &s->measures[0]);
    buf_puts(b, " AS \"total\", ");
    put_percent(b, s, &part);
    buf_puts(b, " AS \"percent\"");
    put_from(b, s);
    for (size_t i = 0; i < s->n_groups; i++)
        buf_printf(b, i ? ", %zu" : " GROUP BY %zu", i + 1);
    if (first) {
        buf_puts(b, " QUALIFY rank() OVER (ORDER BY ");
        put_percent(b, s, &part);
        buf_printf(b, "%s) = 1", direction(s));
    }
    put_group_order(b, s, (struct str){0});
    if (s->limit && !first)
        buf_printf(b, " LIMIT %llu", (unsigned long long)s->limit);
    b->overflow |= part.overflow;
    buf_release(&part);
}

/*
 * One place, which several may share. The second largest is the largest of
 * what is smaller, however many are the largest.
 */
static void put_qualify(struct buf *b, const struct query_spec *s, bool measure)
{
    uint64_t place = s->place ? s->place : 1;

    buf_puts(b, place > 1 ? " QUALIFY dense_rank() OVER (ORDER BY "
                          : " QUALIFY rank() OVER (ORDER BY ");
    if (measure)
        compile_measure(b, &s->measures[0]);
    else
        compile_name(b, s->order_column);
    buf_puts(b, direction(s));
    buf_printf(b, ") = %llu", (unsigned long long)place);
}

static void put_aggregate(struct buf *b, const struct query_spec *s,
                          struct str row)
{
    bool one = s->limit == 1 && s->order == ORDER_MEASURE && s->n_measures;
    bool each = is_of_each(s);

    if (s->kind == SPEC_COUNTED) {
        buf_puts(b, "SELECT count(*) AS \"count\" FROM (");
        compile_grouped(b, s);
        buf_puts(b, ")");
        return;
    }
    compile_grouped(b, s);
    if (s->placed) /* after all of them have their place */
        (void)put_filters(b, s, true, " QUALIFY ");
    if (each)
        put_of_each(b, s);
    else if (one)
        put_qualify(b, s, true);
    put_group_order(b, s, row);
    if (s->limit && !one && !each)
        buf_printf(b, " LIMIT %llu", (unsigned long long)s->limit);
}

static void put_rows(struct buf *b, const struct query_spec *s,
                     const struct compile_columns *columns)
{
    bool one = s->limit == 1 && s->order == ORDER_COLUMN;
    size_t i;

    buf_puts(b, "SELECT *");
    put_from(b, s);
    if (s->order == ORDER_COLUMN) {
        if (one)
            put_qualify(b, s, false);
        buf_puts(b, " ORDER BY ");
        compile_name(b, s->order_column);
        buf_puts(b, direction(s));
        for (i = 0; i < columns->n && i < MAX_TIE_COLUMNS; i++) {
            if (str_eq(columns->names[i], s->order_column))
                continue;
            buf_puts(b, ", ");
            compile_name(b, columns->names[i]);
            buf_puts(b, " ASC NULLS LAST");
        }
    }
    if (s->limit && !one)
        buf_printf(b, " LIMIT %llu", (unsigned long long)s->limit);
}

/* How many are as good as the last one kept, or better. */
static void put_tie_check(struct buf *b, const struct query_spec *s)
{
    bool grouped = s->kind == SPEC_AGGREGATE;

    buf_puts(b, "SELECT count(*) AS \"within\" FROM (SELECT rank() OVER "
                "(ORDER BY ");
    if (grouped)
        compile_measure_name(b, &s->measures[0]);
    else
        compile_name(b, s->order_column);
    buf_puts(b, direction(s));
    buf_puts(b, ") AS \"place\" FROM (");
    if (grouped) {
        compile_grouped(b, s);
    } else {
        buf_puts(b, "SELECT *");
        put_from(b, s);
    }
    buf_printf(b, ")) WHERE \"place\" <= %llu", (unsigned long long)s->limit);
}

static enum err check_numbers(const struct query_spec *s, struct error *e)
{
    size_t i;
    size_t k;

    for (i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op == FILTER_BETWEEN && f->n != 2)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'between' needs two values");
        if (f->op <= FILTER_GE && f->n != 1)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a comparison needs one value");
        for (k = 0; k < f->n && f->literal == LITERAL_NUMBER; k++) {
            if (!is_number(f->values[k]))
                return error_set(e, ERR_VALIDATION_FAILED,
                                 "a number in the query spec is not a number");
        }
    }
    if (s->has_having &&
        (!is_number(s->having.number) || s->having.op > FILTER_GE ||
         s->having.op == FILTER_NE))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a condition on groups needs a number");
    return OK;
}

enum err compile_check(const struct query_spec *s, struct error *e)
{
    if (check_numbers(s, e) || compile_check_joins(s, e) ||
        compile_check_placed(s, e))
        return e->code;
    return compile_check_formulas(s, e);
}

/* A spec that knows the order of the file. */
static void put_picked(struct buf *b, const struct query_spec *s,
                       struct str row)
{
    if (s->compare.kind) {
        compile_compared(b, s, row);
        return;
    }
    compile_picked(b, s, row);
    if (s->kind == SPEC_ROWS) { /* without the number that was added */
        buf_puts(b, "SELECT * EXCLUDE (");
        compile_name(b, row);
        buf_puts(b, ") FROM \"picked\" ORDER BY ");
        compile_name(b, row);
        return;
    }
    if (s->n_measures && s->measures[0].agg == AGG_RUN)
        compile_run(b, row);
    else
        put_aggregate(b, s, row);
}

enum err spec_compile(const struct query_spec *s,
                      const struct compile_columns *columns, struct arena *a,
                      struct str sql[2], struct error *e)
{
    bool ranked =
        s->limit > 1 && !is_of_each(s) && !(s->share && spec_has_part(s)) &&
        (s->kind == SPEC_ROWS
             ? s->order == ORDER_COLUMN
             : s->order == ORDER_MEASURE && s->n_measures && s->n_groups);
    struct buf b;
    enum err err;

    if (compile_check(s, e))
        return e->code;
    if (s->share && s->n_measures == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a share needs something to measure");
    if (compile_check_change(s, e))
        return e->code;
    buf_init(&b, COMPILE_MAX_BYTES);
    if (s->change.kind)
        compile_change(&b, s);
    else if (compile_is_picked(s))
        put_picked(&b, s, compile_row_name(columns));
    else if (s->share && spec_has_part(s))
        put_part_of_whole(&b, s);
    else if (s->kind == SPEC_ROWS)
        put_rows(&b, s, columns);
    else
        put_aggregate(&b, s, (struct str){0});
    err = buf_dup(&b, a, &sql[0], e);
    sql[1] = (struct str){0};
    if (!err && ranked) {
        buf_reset(&b);
        put_tie_check(&b, s);
        err = buf_dup(&b, a, &sql[1], e);
    }
    buf_release(&b);
    return err;
}
