#include "answer/phrase_spec.h"

#include "ask/civil.h"

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
        [AGG_RUN] = {"longest run of ", "racha más larga de ", "的最长连续"}};

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
        [GRAIN_YEAR] = {"year", "año", "年"}};

    if (g->grain == GRAIN_NONE)
        buf_put_str(b, g->column);
    else
        buf_puts(b, grains[g->grain][language]);
}

static void put_values(struct buf *b, const struct spec_filter *f)
{
    size_t i;

    for (i = 0; i < f->n && i < MAX_LISTED; i++) {
        buf_puts(b, i ? ", " : "");
        buf_put_str(b, f->values[i]);
    }
    if (f->n > MAX_LISTED)
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

static void put_filter(struct buf *b, const struct spec_filter *f,
                       enum language language)
{
    static const char *const ops[] = {
        [FILTER_EQ] = " = ",    [FILTER_NE] = " ≠ ", [FILTER_LT] = " < ",
        [FILTER_LE] = " ≤ ",    [FILTER_GT] = " > ", [FILTER_GE] = " ≥ ",
        [FILTER_BETWEEN] = " ", [FILTER_IN] = " = "};
    size_t at;

    buf_put_str(b, f->column);
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
    put_values(b, f);
}

void phrase_filters(struct buf *b, const struct query_spec *s,
                    enum language language)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        buf_puts(b, i ? "; " : "");
        put_filter(b, &s->filters[i], language);
    }
    if (!s->has_having)
        return;
    buf_puts(b, s->n_filters ? "; " : "");
    phrase_measure(b, &s->having.measure, language);
    buf_puts(b, s->having.op == FILTER_GT   ? " > "
                : s->having.op == FILTER_GE ? " ≥ "
                : s->having.op == FILTER_LT ? " < "
                : s->having.op == FILTER_LE ? " ≤ "
                                            : " = ");
    buf_put_str(b, s->having.number);
}
