#include "answer/phrase_spec.h"

#include "ask/link/civil.h"
#include "ask/spec/weekdays.h"

/* Values of a list that are named; the rest is counted. */
#define MAX_LISTED 5

const char *phrase_in(enum language language, const char *en, const char *es,
                      const char *zh)
{
    if (language == LANGUAGE_ZH)
        return zh;
    return language == LANGUAGE_ES ? es : en;
}

void phrase_measure(struct buf *b, const struct spec_measure *m,
                    enum language language)
{
    static const char *const names[][3] = {
        [AGG_NONE] = {"", "", ""},
        [AGG_COUNT] = {"number of ", "número de ", "数"},
        [AGG_DISTINCT] = {"number of different values of ",
                          "número de valores distintos de ", "的不同值个数"},
        [AGG_SUM] = {"sum of ", "suma de ", "之和"},
        [AGG_AVG] = {"average of ", "media de ", "平均值"},
        [AGG_MEDIAN] = {"median of ", "mediana de ", "中位数"},
        [AGG_MIN] = {"minimum of ", "mínimo de ", "最小值"},
        [AGG_MAX] = {"maximum of ", "máximo de ", "最大值"},
        [AGG_RANGE] = {"range of ", "rango de ", "的极差"},
        [AGG_RUN] = {"longest run of ", "racha más larga de ", "的最长连续"},
        [AGG_FORMULA] = {"", "", ""}};

    if (m->agg == AGG_RUN) {
        buf_puts(b, phrase_in(language, "longest run of rows",
                              "racha más larga de filas", "最长连续行数"));
        return;
    }
    if (!m->column.n) {
        buf_puts(b, phrase_in(language, "number of rows", "número de filas",
                              "行数"));
        return;
    }
    if (language != LANGUAGE_ZH)
        buf_puts(b, names[m->agg][language]);
    buf_put_str(b, m->column);
    if (language == LANGUAGE_ZH)
        buf_puts(b, names[m->agg][LANGUAGE_ZH]);
}

void phrase_group(struct buf *b, const struct spec_group *g,
                  enum language language)
{
    static const char *const grains[][3] = {
        [GRAIN_NONE] = {"", "", ""},
        [GRAIN_DAY] = {"day", "día", "日"},
        [GRAIN_WEEK] = {"week", "semana", "周"},
        [GRAIN_MONTH] = {"month", "mes", "月"},
        [GRAIN_QUARTER] = {"quarter", "trimestre", "季度"},
        [GRAIN_YEAR] = {"year", "año", "年"},
        [GRAIN_WEEKDAY] = {"day of the week", "día de la semana", "星期"},
        [GRAIN_HOUR] = {"hour", "hora", "小时"}};

    if (g->grain == GRAIN_NONE)
        buf_put_str(b, g->column);
    else
        buf_puts(b, grains[g->grain][language]);
}

/* 1 to 7 by their names. */
static void put_weekday(struct buf *b, struct str day, enum language language)
{
    static const char *const *const names[] = {[LANGUAGE_EN] = weekdays_en,
                                               [LANGUAGE_ES] = weekdays_es,
                                               [LANGUAGE_ZH] = weekdays_zh};

    if (day.n == 1 && day.p[0] >= '1' && day.p[0] <= '7')
        buf_puts(b, names[language][day.p[0] - '1']);
    else
        buf_put_str(b, day);
}

/* Without seconds that say nothing. */
static struct str clock_shown(struct str s)
{
    return s.n == 8 && str_ends(s, STR(":00")) ? str_slice(s, 0, 5) : s;
}

static void put_values(struct buf *b, const struct spec_filter *f,
                       enum language language)
{
    size_t i;

    if (f->literal == LITERAL_AVERAGE) {
        buf_puts(b, phrase_in(language, "average of all (", "media de todos (",
                              "全体平均值（"));
        buf_put_str(b, f->values[0]);
        buf_puts(b, phrase_in(language, ")", ")", "）"));
        return;
    }
    for (i = 0; i < f->n && (i < MAX_LISTED || f->view == VIEW_WEEKDAY); i++) {
        buf_puts(b, i ? ", " : "");
        if (f->view == VIEW_WEEKDAY)
            put_weekday(b, f->values[i], language);
        else
            buf_put_str(b, f->literal == LITERAL_CLOCK
                               ? clock_shown(f->values[i])
                               : f->values[i]);
    }
    if (f->n > MAX_LISTED && f->view != VIEW_WEEKDAY)
        buf_printf(b, ", … (%zu)", f->n);
}

/* "2024-01-01 to 2024-12-31": the last day, not the first after it. */
static void put_period(struct buf *b, const struct str *values, size_t n,
                       enum language language)
{
    struct civil last = {0};
    bool has_last = n > 1 && civil_read(values[1], &last);

    if (has_last)
        last = civil_add_days(last, -1);
    if (n && values[0].n) {
        buf_puts(b, has_last
                        ? " "
                        : phrase_in(language, " from ", " desde ", " 自 "));
        buf_put_str(b, values[0]);
    }
    if (!has_last)
        return;
    buf_puts(b, values[0].n
                    ? phrase_in(language, " to ", " a ", " 至 ")
                    : phrase_in(language, " until ", " hasta ", " 截至 "));
    buf_printf(b, "%04d-%02d-%02d", last.year, last.month, last.day);
}

/*
 * "no orders", "with orders", "number of orders < 2": rows of another table
 * that belong to a row, with the conditions on them.
 */
static void put_count(struct buf *b, const struct spec_join *join,
                      const struct spec_filter *f, enum language language)
{
    static const char *const ops[] = {
        [FILTER_EQ] = " = ", [FILTER_NE] = " ≠ ", [FILTER_LT] = " < ",
        [FILTER_LE] = " ≤ ", [FILTER_GT] = " > ", [FILTER_GE] = " ≥ "};
    bool zero = f->n == 1 && str_is(f->values[0], "0");

    if (zero && f->op == FILTER_EQ)
        buf_puts(b, phrase_in(language, "no ", "sin ", "没有 "));
    else if (zero && f->op == FILTER_GT)
        buf_puts(b, phrase_in(language, "with ", "con ", "有 "));
    else
        buf_puts(b, phrase_in(language, "number of ", "número de ", "数量："));
    buf_put_str(b, f->column);
    if (join->counts->n_filters || join->counts->n_joins) {
        buf_puts(b, phrase_in(language, " (", " (", "（"));
        phrase_filters(b, join->counts, language);
        buf_puts(b, phrase_in(language, ")", ")", "）"));
    }
    if (zero && (f->op == FILTER_EQ || f->op == FILTER_GT))
        return;
    buf_puts(b, ops[f->op]);
    buf_put_str(b, f->values[0]);
}

static void put_filter(struct buf *b, const struct spec_filter *f,
                       enum language language)
{
    static const char *const ops[] = {
        [FILTER_EQ] = " = ",    [FILTER_NE] = " ≠ ", [FILTER_LT] = " < ",
        [FILTER_LE] = " ≤ ",    [FILTER_GT] = " > ", [FILTER_GE] = " ≥ ",
        [FILTER_BETWEEN] = " ", [FILTER_IN] = " = "};
    size_t at;

    buf_put_str(b, f->column);
    if (f->view == VIEW_YEAR)
        buf_puts(b, phrase_in(language, " (year)", " (año)", "（年）"));
    switch (f->op) {
    case FILTER_PERIOD:
        for (at = 0; at < f->n; at += 2) {
            buf_puts(b, at ? "," : "");
            put_period(b, &f->values[at], f->n - at, language);
        }
        return;
    case FILTER_BETWEEN:
        buf_put_char(b, ' ');
        buf_put_str(b, f->values[0]);
        buf_puts(b, phrase_in(language, " to ", " a ", " 至 "));
        buf_put_str(b, f->values[1]);
        return;
    case FILTER_NOT_IN:
        buf_puts(b, phrase_in(language, " none of ", " ninguno de ", " 不为 "));
        break;
    case FILTER_CONTAINS:
        buf_puts(b, phrase_in(language, " contains ", " contiene ", " 包含 "));
        break;
    case FILTER_MONTH:
        buf_puts(b, phrase_in(language, " in month ", " en el mes ", " 月份 "));
        break;
    case FILTER_NULL:
        buf_puts(b, phrase_in(language, " empty", " sin valor", " 为空"));
        return;
    case FILTER_NOT_NULL:
        buf_puts(b, phrase_in(language, " not empty", " con valor", " 非空"));
        return;
    default: buf_puts(b, ops[f->op]); break;
    }
    put_values(b, f, language);
}

/* What is taken of the rows: "the last row", "the largest sales". */
static void phrase_step(struct buf *b, const struct query_spec *s,
                        enum language language)
{
    static const char *const steps[][3] = {
        [SPEC_STEP_FIRST] = {"the first row", "la primera fila", "第一行"},
        [SPEC_STEP_LAST] = {"the last row", "la última fila", "最后一行"},
        [SPEC_STEP_NTH] = {"row number ", "la fila número ", "第几行："},
        [SPEC_STEP_MOST] = {"the largest ", "el mayor ", "最大的 "},
        [SPEC_STEP_LEAST] = {"the smallest ", "el menor ", "最小的 "},
        [SPEC_STEP_NTH_MOST] = {"from the largest ", "desde el mayor ",
                                "从最大的 "},
        [SPEC_STEP_NTH_LEAST] = {"from the smallest ", "desde el menor ",
                                 "从最小的 "},
        [SPEC_STEP_NEXT] = {"the row below", "la fila siguiente", "下一行"},
        [SPEC_STEP_PREVIOUS] = {"the row above", "la fila anterior", "上一行"},
        [SPEC_STEP_AFTER] = {"the rows below", "las filas siguientes",
                             "之后的行"},
        [SPEC_STEP_BEFORE] = {"the rows above", "las filas anteriores",
                              "之前的行"},
        [SPEC_STEP_BETWEEN] = {"the rows between", "las filas entre ellas",
                               "之间的行"},
        [SPEC_STEP_SAME] = {"others with the same ", "otras con el mismo ",
                            "其他相同的 "},
        [SPEC_STEP_OVER] = {"those with a larger ", "las de mayor ",
                            "比它更大的 "},
        [SPEC_STEP_UNDER] = {"those with a smaller ", "las de menor ",
                             "比它更小的 "}};
    bool counted = s->step.kind == SPEC_STEP_NTH ||
                   s->step.kind == SPEC_STEP_NTH_MOST ||
                   s->step.kind == SPEC_STEP_NTH_LEAST;

    if (!s->step.kind)
        return;
    buf_puts(b, s->n_filters ? "; " : "");
    if (counted && s->step.column.n)
        buf_printf(b, "%llu ", (unsigned long long)s->step.n);
    buf_puts(b, steps[s->step.kind][language]);
    if (counted && !s->step.column.n)
        buf_printf(b, "%llu", (unsigned long long)s->step.n);
    buf_put_str(b, s->step.column);
}

/* "orders with customers by customer_id" */
static void phrase_joins(struct buf *b, const struct query_spec *s,
                         enum language language)
{
    size_t i;

    if (s->n_joins == 0)
        return;
    buf_puts(b, s->n_filters || s->step.kind || s->has_having ? "; " : "");
    buf_put_str(b, s->table);
    for (i = 0; i < s->n_joins; i++) {
        const struct spec_join *join = &s->joins[i];

        if (join->counts)
            buf_puts(b, phrase_in(language, ", counting ", ", contando ",
                                  "，计数 "));
        else
            buf_puts(b,
                     i ? ", " : phrase_in(language, " with ", " con ", " 与 "));
        buf_put_str(b, join->table);
        buf_puts(b, phrase_in(language, " by ", " por ", " 按 "));
        buf_put_str(b, join->counts ? join->column : join->left_column);
    }
    buf_puts(b, phrase_in(language, "", "", " 关联"));
}

static void phrase_having(struct buf *b, const struct query_spec *s,
                          enum language language)
{
    if (!s->has_having)
        return;
    buf_puts(b, s->n_filters || s->step.kind ? "; " : "");
    phrase_measure(b, &s->having.measure, language);
    buf_puts(b, s->having.op == FILTER_GT   ? " > "
                : s->having.op == FILTER_GE ? " ≥ "
                : s->having.op == FILTER_LT ? " < "
                : s->having.op == FILTER_LE ? " ≤ "
                                            : " = ");
    buf_put_str(b, s->having.number);
}

void phrase_filters(struct buf *b, const struct query_spec *s,
                    enum language language)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        bool either = s->filters[i].side == 2 && !s->compare.kind;
        const struct spec_join *counting =
            spec_join_counting(s, s->filters[i].column);

        buf_puts(b, i == 0   ? ""
                    : either ? phrase_in(language, " or ", " o ", " 或 ")
                             : "; ");
        if (counting && s->filters[i].op <= FILTER_GE)
            put_count(b, counting, &s->filters[i], language);
        else
            put_filter(b, &s->filters[i], language);
    }
    phrase_step(b, s, language);
    phrase_having(b, s, language);
    phrase_joins(b, s, language);
}
