#include "ask/reading_spec.h"

#include <stdlib.h>

#define MAX_LISTED 64 /* values of one filter */

/* A spec that is being made. */
struct maker {
    const struct grid *g;
    const struct candidate *c;
    struct arena *a;
    struct query_spec *out;
    bool possible;
};

static bool has_type(const struct maker *m, uint32_t column, const char *type)
{
    return str_is(m->g->column[column].type, type);
}

static bool is_number(const struct maker *m, uint32_t column)
{
    return has_type(m, column, "integer") || has_type(m, column, "decimal") ||
           has_type(m, column, "float");
}

static bool is_date(const struct maker *m, uint32_t column)
{
    return has_type(m, column, "date") || has_type(m, column, "timestamp");
}

static struct str name_of(const struct maker *m, uint32_t column)
{
    struct str none = {0};

    return column == CANDIDATE_NO_COLUMN ? none : m->g->column[column].name;
}

/* Texts with a number; "4:19.84" among them is a time. */
static enum spec_view number_view(const struct maker *m, uint32_t column)
{
    const struct grid_column *c = &m->g->column[column];

    if (is_number(m, column))
        return VIEW_CELL;
    for (uint32_t i = 0; i < c->n_values; i++) {
        struct str t = c->value[i].text;

        if (t.n && t.p[0] >= '0' && t.p[0] <= '9' && c->value[i].n_words > 1 &&
            str_find_char(t, ':') < t.n)
            return VIEW_SECONDS;
    }
    return VIEW_NUMBER;
}

/* How a column is seen when it is ordered or added up. */
static enum spec_view key_view(const struct maker *m, uint32_t column)
{
    if (is_number(m, column) || is_date(m, column))
        return VIEW_CELL;
    return m->g->column[column].kind == GRID_DATE ? VIEW_DAY
                                                  : number_view(m, column);
}

static enum err put_values(struct maker *m, struct spec_filter *f,
                           const struct condition *c, struct error *e)
{
    const struct grid_column *col = &m->g->column[c->column];
    struct str *list;

    if (c->link->n_values > MAX_LISTED) {
        m->possible = false;
        return OK;
    }
    list = arena_alloc_array(m->a, c->link->n_values, sizeof(*list), e);
    if (!list)
        return e->code;
    for (uint32_t i = 0; i < c->link->n_values; i++)
        list[i] = col->value[c->link->values[i]].text;
    f->values = list;
    f->n = c->link->n_values;
    f->op = m->c->rows->joined == JOINED_NOT ? FILTER_NOT_IN
            : f->n == 1                      ? FILTER_EQ
                                             : FILTER_IN;
    f->literal = is_number(m, c->column)             ? LITERAL_NUMBER
                 : has_type(m, c->column, "boolean") ? LITERAL_BOOL
                                                     : LITERAL_TEXT;
    return OK;
}

static enum err put_numbers(struct maker *m, struct spec_filter *f, double low,
                            double high, struct error *e)
{
    struct str *list = arena_alloc_array(m->a, 2, sizeof(*list), e);

    if (!list)
        return e->code;
    f->n = f->op == FILTER_BETWEEN ? 2 : 1;
    f->values = list;
    f->literal = LITERAL_NUMBER;
    if (str_printf(m->a, &list[0], e, "%.15g", low))
        return e->code;
    return str_printf(m->a, &list[1], e, "%.15g", high);
}

static enum err put_date(struct maker *m, struct str *out, int32_t day,
                         struct error *e)
{
    return str_printf(m->a, out, e, "%04d-%02d-%02d", day / 10000,
                      day / 100 % 100, day % 100 ? day % 100 : 1);
}

/* The day after, as no calendar has it but every order: the 32nd is the first
 * of the next month. */
static int32_t day_after(int32_t day)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year = day / 10000, month = day / 100 % 100;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int last = days[month - 1] + (month == 2 && leap);

    if (day % 100 && day % 100 < last)
        return day + 1;
    return month < 12 ? year * 10000 + (month + 1) * 100 + 1
                      : (year + 1) * 10000 + 101;
}

/* A condition that no operator says: by what the cells that fulfil it hold. */
static enum err put_listed(struct maker *m, struct spec_filter *f,
                           const struct condition *c, struct error *e)
{
    const struct grid_column *col = &m->g->column[c->column];
    uint32_t values[MAX_LISTED];
    struct value_link held = {.values = values};
    struct condition listed = *c;

    for (uint32_t row = rows_from(&c->rows, 0); row != ROWS_NONE;
         row = rows_from(&c->rows, row + 1)) {
        bool known = false;

        for (uint32_t i = 0; i < held.n_values; i++)
            known |= values[i] == col->cell[row];
        if (known)
            continue;
        if (held.n_values == MAX_LISTED) {
            m->possible = false;
            return OK;
        }
        values[held.n_values++] = col->cell[row];
    }
    listed.link = &held;
    return put_values(m, f, &listed, e);
}

/* Days without a year are in no period: they are found by what says them. */
static enum err put_day(struct maker *m, struct spec_filter *f,
                        const struct condition *c, struct error *e)
{
    int32_t day = (int32_t)c->low;
    struct str *list = arena_alloc_array(m->a, 2, sizeof(*list), e);

    if (!list)
        return e->code;
    if (day < 10000)
        return put_listed(m, f, c, e);
    f->op = FILTER_PERIOD;
    f->view = is_date(m, c->column) ? VIEW_CELL : VIEW_DAY;
    f->values = list;
    f->n = 2;
    if (c->kind != CONDITION_DAY_BEFORE &&
        put_date(m, &list[0], c->kind == CONDITION_DAY ? day : day_after(day),
                 e))
        return e->code;
    if (c->kind == CONDITION_DAY_AFTER)
        return OK;
    return put_date(m, &list[1],
                    c->kind == CONDITION_DAY ? day_after(day) : day, e);
}

/* The operator of a condition on a number or a year. */
static enum filter_op op_of(enum condition_kind k)
{
    switch (k) {
    case CONDITION_MORE:
    case CONDITION_YEAR_AFTER: return FILTER_GT;
    case CONDITION_LESS:
    case CONDITION_YEAR_BEFORE: return FILTER_LT;
    case CONDITION_AT_LEAST:
    case CONDITION_YEAR_FROM: return FILTER_GE;
    case CONDITION_AT_MOST:
    case CONDITION_YEAR_UNTIL: return FILTER_LE;
    case CONDITION_BETWEEN:
    case CONDITION_YEARS_BETWEEN:
    case CONDITION_DECADE: return FILTER_BETWEEN;
    default: return FILTER_EQ;
    }
}

static bool is_of_year(enum condition_kind k)
{
    return k >= CONDITION_YEAR && k <= CONDITION_DECADE
               ? true
               : k == CONDITION_YEARS_BETWEEN;
}

static enum err put_filter(struct maker *m, size_t i, struct error *e)
{
    const struct row_set *s = m->c->rows;
    const struct condition *c = s->condition[i];
    struct spec_filter *f = &m->out->filters[m->out->n_filters++];

    f->column = name_of(m, c->column);
    if (s->compared || s->joined == JOINED_OR)
        f->side = (unsigned)i + 1;
    if (c->link)
        return put_values(m, f, c, e);
    if (c->kind == CONDITION_EMPTY || c->kind == CONDITION_FILLED) {
        f->op = c->kind == CONDITION_EMPTY ? FILTER_NULL : FILTER_NOT_NULL;
        return OK;
    }
    if (c->kind >= CONDITION_DAY && c->kind <= CONDITION_DAY_BEFORE)
        return put_day(m, f, c, e);
    f->op = op_of(c->kind);
    if (is_of_year(c->kind))
        f->view = is_number(m, c->column) ? VIEW_CELL : VIEW_YEAR;
    else
        f->view = number_view(m, c->column);
    return put_numbers(m, f, c->low, c->high, e);
}

static void put_step(struct maker *m)
{
    static const enum spec_step_kind kinds[STEP_KINDS] = {
        [STEP_NONE] = SPEC_STEP_NONE,
        [STEP_FIRST] = SPEC_STEP_FIRST,
        [STEP_LAST] = SPEC_STEP_LAST,
        [STEP_NTH] = SPEC_STEP_NTH,
        [STEP_MOST] = SPEC_STEP_MOST,
        [STEP_LEAST] = SPEC_STEP_LEAST,
        [STEP_NTH_MOST] = SPEC_STEP_NTH_MOST,
        [STEP_NTH_LEAST] = SPEC_STEP_NTH_LEAST,
        [STEP_NEXT] = SPEC_STEP_NEXT,
        [STEP_PREVIOUS] = SPEC_STEP_PREVIOUS,
        [STEP_AFTER] = SPEC_STEP_AFTER,
        [STEP_BEFORE] = SPEC_STEP_BEFORE,
        [STEP_BETWEEN] = SPEC_STEP_BETWEEN,
        [STEP_SAME] = SPEC_STEP_SAME,
        [STEP_OVER] = SPEC_STEP_OVER,
        [STEP_UNDER] = SPEC_STEP_UNDER};
    const struct row_set *s = m->c->rows;
    struct spec_step *out = &m->out->step;

    out->kind = kinds[s->step];
    out->n = s->nth;
    if (s->key == CANDIDATE_NO_COLUMN || s->step == STEP_NONE)
        return;
    out->column = name_of(m, s->key);
    out->view = s->step == STEP_SAME ? VIEW_CELL : key_view(m, s->key);
}

static void put_measure(struct maker *m, enum agg agg, uint32_t column,
                        enum spec_view view)
{
    m->out->measures[m->out->n_measures++] = (struct spec_measure){
        .agg = agg, .column = name_of(m, column), .view = view};
    m->out->output = OUTPUT_MEASURES;
}

static void put_group(struct maker *m, uint32_t column)
{
    m->out->groups[m->out->n_groups++] =
        (struct spec_group){.column = name_of(m, column)};
    m->out->output = OUTPUT_GROUPS;
    m->out->filled = true;
}

/* The values of a column, ordered by a measure; those of the first place. */
static void put_best(struct maker *m, enum agg agg, uint32_t measured,
                     bool most)
{
    put_measure(m, agg, measured,
                measured == CANDIDATE_NO_COLUMN ? VIEW_CELL
                                                : key_view(m, measured));
    put_group(m, m->c->column);
    m->out->order = ORDER_MEASURE;
    m->out->descending = most;
    m->out->limit = 1;
}

static enum err put_compare(struct maker *m, enum spec_compare_kind kind,
                            struct error *e)
{
    const struct row_set *s = m->c->rows;
    struct spec_compare *out = &m->out->compare;
    bool difference = kind == SPEC_COMPARE_DIFFERENCE;
    uint32_t column = difference ? m->c->column : m->c->other;

    out->kind = kind;
    out->column = name_of(m, column);
    if (column != CANDIDATE_NO_COLUMN)
        out->view = difference && m->g->column[column].kind == GRID_DATE
                        ? VIEW_YEAR
                        : key_view(m, column);
    if (column != CANDIDATE_NO_COLUMN && difference && is_number(m, column))
        out->view = VIEW_CELL;
    for (size_t i = 0; i < 2; i++) {
        if (denotation_text(m->g, &s->name[i], 0, m->a, &out->names[i], e))
            return e->code;
    }
    return OK;
}

static void put_numbers_of(struct maker *m, enum agg agg)
{
    put_measure(m, agg, m->c->column, key_view(m, m->c->column));
}

static void put_years(struct maker *m)
{
    put_measure(m, AGG_RANGE, m->c->column,
                is_number(m, m->c->column) ? VIEW_CELL : VIEW_YEAR);
}

static enum err put_result(struct maker *m, struct error *e)
{
    uint32_t none = CANDIDATE_NO_COLUMN;

    switch (m->c->result) {
    case RESULT_VALUES:
        put_group(m, m->c->column);
        if (m->c->answer.is_short)
            m->out->groups[0].view = VIEW_SHORT;
        m->out->order = ORDER_FILE;
        return OK;
    case RESULT_COUNT: put_measure(m, AGG_COUNT, none, VIEW_CELL); return OK;
    case RESULT_DISTINCT:
        put_measure(m, AGG_DISTINCT, m->c->column, VIEW_CELL);
        return OK;
    case RESULT_SUM: put_numbers_of(m, AGG_SUM); return OK;
    case RESULT_AVERAGE:
        put_numbers_of(m, AGG_AVG);
        m->out->measures[0].round = true;
        return OK;
    case RESULT_MAX: put_numbers_of(m, AGG_MAX); return OK;
    case RESULT_MIN: put_numbers_of(m, AGG_MIN); return OK;
    case RESULT_RANGE: put_numbers_of(m, AGG_RANGE); return OK;
    case RESULT_YEARS: put_years(m); return OK;
    case RESULT_RUN: put_measure(m, AGG_RUN, none, VIEW_CELL); return OK;
    case RESULT_FREQUENT: put_best(m, AGG_COUNT, none, true); return OK;
    case RESULT_RARE: put_best(m, AGG_COUNT, none, false); return OK;
    case RESULT_MOST_ROWS:
        put_best(m, AGG_COUNT, none, true);
        m->out->output = OUTPUT_MEASURES;
        return OK;
    case RESULT_GROUP_MOST: put_best(m, AGG_SUM, m->c->other, true); return OK;
    case RESULT_DIFFERENCE:
        if (!m->c->rows->compared) {
            put_numbers_of(m, AGG_RANGE);
            return OK;
        }
        return put_compare(m, SPEC_COMPARE_DIFFERENCE, e);
    case RESULT_LARGER: return put_compare(m, SPEC_COMPARE_LARGER, e);
    case RESULT_SMALLER: return put_compare(m, SPEC_COMPARE_SMALLER, e);
    case RESULT_MORE_ROWS: return put_compare(m, SPEC_COMPARE_MORE_ROWS, e);
    case RESULT_FEWER_ROWS: return put_compare(m, SPEC_COMPARE_FEWER_ROWS, e);
    case RESULT_EARLIER: return put_compare(m, SPEC_COMPARE_EARLIER, e);
    case RESULT_LATER: return put_compare(m, SPEC_COMPARE_LATER, e);
    case RESULT_ROW_DIFFERENCE:
        return put_compare(m, SPEC_COMPARE_ROW_DIFFERENCE, e);
    case RESULT_ROWS_BETWEEN:
        return put_compare(m, SPEC_COMPARE_ROWS_BETWEEN, e);
    case RESULT_KINDS: break;
    }
    BUG_ON("a result without a spec");
    return OK;
}

enum err reading_spec(const struct grid *g, const struct candidate *c,
                      struct arena *a, struct query_spec *out, bool *possible,
                      struct error *e)
{
    struct maker m = {.g = g, .c = c, .a = a, .out = out, .possible = true};

    *out = (struct query_spec){.kind = SPEC_AGGREGATE, .table = out->table};
    for (size_t i = 0; i < c->rows->n; i++) {
        if (put_filter(&m, i, e))
            return e->code;
    }
    put_step(&m);
    if (put_result(&m, e))
        return e->code;
    *possible = m.possible;
    return OK;
}
