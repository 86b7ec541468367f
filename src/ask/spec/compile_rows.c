/*
 * Rows by their place in the file. A table keeps the order of its file, so
 * row_number() without an order counts the rows as they stand there.
 *
 *     WITH "numbered" AS (all rows and their numbers),
 *          "kept" AS (those that the filters leave),
 *          "picked" AS (what the step takes of them)
 */
#include "ask/spec/compile_sql.h"
#include "ask/spec/weekdays.h"

/* Where a text says a date, and how it may be written there. */
#define DATE_PLACES                                                  \
    "'[0-9]{4}-[0-9]{2}-[0-9]{2}|[A-Za-z]{3,9} [0-9]{1,2} [0-9]{4}|" \
    "[0-9]{1,2} [A-Za-z]{3,9} [0-9]{4}|[A-Za-z]{3,9} [0-9]{4}|"      \
    "[A-Za-z]{3,9} [0-9]{1,2}|[0-9]{1,2} [A-Za-z]{3,9}|"             \
    "1[0-9]{3}|20[0-9]{2}'"
#define DATE_FORMATS                                                         \
    "['%Y-%m-%d', '%B %d %Y', '%d %B %Y', '%b %d %Y', '%d %b %Y', '%B %Y', " \
    "'%b %Y', '%B %d', '%d %B', '%b %d', '%d %b', '%Y']"

/* How months are written in numbers. */
#define MONTH_FORMATS \
    "['%Y-%m', '%Y/%m', '%Y.%m', '%Y年%m月', '%m-%Y', '%m/%Y', '%m.%Y']"

/* How days are written in numbers, the year first or last. */
#define DAY_FORMATS                                            \
    "['%Y-%m-%d', '%Y/%m/%d', '%Y.%m.%d', '%Y年%m月%d日', " \
    "'%d/%m/%Y', '%d-%m-%Y', '%d.%m.%Y']"

/* In the order of months, English before Spanish. */
#define MONTH_NAMES                                                    \
    "['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', " \
    "'oct', 'nov', 'dec', 'ene', 'feb', 'mar', 'abr', 'may', 'jun', "  \
    "'jul', 'ago', 'sep', 'oct', 'nov', 'dic']"

struct str compile_row_name(const struct compile_columns *columns)
{
    static const char names[] = "row______________________________";
    struct str name = {names, 3};

    for (size_t i = 0; i < columns->n; i++) {
        if (str_eq_nocase(columns->names[i], name) &&
            name.n < sizeof(names) - 1) {
            name.n++;
            i = (size_t)-1; /* look at all again */
        }
    }
    return name;
}

/* "1:02:03" in seconds. */
static void put_seconds(struct buf *b, struct str column)
{
    buf_puts(b, "CASE WHEN regexp_full_match(CAST(");
    compile_name(b, column);
    buf_puts(b, " AS VARCHAR), '[0-9]+(:[0-9]+(\\.[0-9]+)?){1,2}') THEN "
                "list_reduce(list_transform(string_split(CAST(");
    compile_name(b, column);
    buf_puts(b, " AS VARCHAR), ':'), lambda x: CAST(x AS DOUBLE)), "
                "lambda x, y: x * 60 + y) ELSE ");
    compile_view(b, column, VIEW_NUMBER);
    buf_puts(b, " END");
}

/* make_date() of the year in a text and a month that the caller ends. */
static void put_first_day(struct buf *b, struct str column, bool brief,
                          const char *month, const char *end)
{
    buf_puts(b, brief ? "make_date((try_cast(regexp_extract("
                      : "make_date(try_cast(regexp_extract(");
    compile_name(b, column);
    buf_puts(b, brief ? ", '[0-9]{2}') AS INTEGER) + 31) % 100 + 1969, "
                      : ", '[0-9]{4}') AS INTEGER), ");
    buf_puts(b, month);
    compile_name(b, column);
    buf_puts(b, end);
    buf_puts(b, ", 1)");
}

/* The day, or the first day of the month or quarter, that a text says. */
static void put_month(struct buf *b, struct str column, enum spec_view view)
{
    if (view == VIEW_NAMED_MONTH || view == VIEW_SHORT_MONTH) {
        put_first_day(b, column, view == VIEW_SHORT_MONTH,
                      "(list_position(" MONTH_NAMES ", lower(regexp_extract(",
                      ", '[A-Za-z]{3}'))) - 1) % 12 + 1");
    } else if (view == VIEW_QUARTER) {
        put_first_day(
            b, column, false,
            "3 * try_cast(regexp_extract(regexp_replace(translate(",
            ", '一二三四', '1234'), '[0-9]{4}', ''), '[1-4]') AS INTEGER) - 2");
    } else {
        buf_puts(b, "CAST(try_strptime(");
        compile_name(b, column);
        buf_puts(b, view == VIEW_MONTH ? ", " MONTH_FORMATS ") AS DATE)"
                                       : ", " DAY_FORMATS ") AS DATE)");
    }
}

/* Their names, from which the number of the day that follows chooses one. */
static void put_weekdays(struct buf *b, const char *const names[WEEKDAYS])
{
    buf_puts(b, "([");
    for (size_t i = 0; i < WEEKDAYS; i++)
        buf_printf(b, "%s'%s'", i ? ", " : "", names[i]);
    buf_puts(b, "])[");
}

/* A day of the week, or a time of day. */
static void put_time(struct buf *b, struct str column, enum spec_view view)
{
    static const char *const *const names[] = {[VIEW_WEEKDAY_EN] = weekdays_en,
                                               [VIEW_WEEKDAY_ES] = weekdays_es,
                                               [VIEW_WEEKDAY_ZH] = weekdays_zh,
                                               [VIEW_HOUR] = NULL};
    static const char *const before[] = {
        [VIEW_WEEKDAY] = "isodow(",    [VIEW_WEEKDAY_EN] = "isodow(",
        [VIEW_WEEKDAY_ES] = "isodow(", [VIEW_WEEKDAY_ZH] = "isodow(",
        [VIEW_CLOCK] = "CAST(",        [VIEW_HOUR] = "(lpad(CAST(hour("};
    static const char *const behind[] = {
        [VIEW_WEEKDAY] = ")",
        [VIEW_WEEKDAY_EN] = ")]",
        [VIEW_WEEKDAY_ES] = ")]",
        [VIEW_WEEKDAY_ZH] = ")]",
        [VIEW_CLOCK] = " AS TIME)",
        [VIEW_HOUR] = ") AS VARCHAR), 2, '0') || ':00')"};

    if (names[view])
        put_weekdays(b, names[view]);
    buf_puts(b, before[view]);
    compile_name(b, column);
    buf_puts(b, behind[view]);
}

void compile_view(struct buf *b, struct str column, enum spec_view view)
{
    static const char *const before[] = {
        [VIEW_CELL] = "",
        [VIEW_ITEM] = "",
        [VIEW_SECONDS] = "",
        [VIEW_NUMBER] = "try_cast(regexp_extract(regexp_replace(CAST(",
        [VIEW_YEAR] = "try_cast(regexp_extract(CAST(",
        [VIEW_DAY] = "try_strptime(regexp_extract(regexp_replace(CAST(",
        [VIEW_SHORT] = "regexp_extract(CAST("};
    static const char *const behind[] = {
        [VIEW_CELL] = "",
        [VIEW_ITEM] = "",
        [VIEW_SECONDS] = "",
        [VIEW_NUMBER] = " AS VARCHAR), ',([0-9]{3})', '\\1', 'g'), "
                        "'(?:^|[^\\pL\\pN.])([0-9]+(?:\\.[0-9]+)?)', 1) "
                        "AS DOUBLE)",
        [VIEW_YEAR] = " AS VARCHAR), '(?:^|[^\\pL\\pN.,])(1[0-9]{3}|20[0-9]{2})"
                      "(?:$|[^\\pL\\pN.,]|[.,](?:$|[^0-9]))', 1) AS INTEGER)",
        [VIEW_DAY] = " AS VARCHAR), '[.,]+', '', 'g'), " DATE_PLACES
                     "), " DATE_FORMATS ")",
        [VIEW_SHORT] = " AS VARCHAR), "
                       "'^\\s*(?i:(?:at|vs\\.?)\\s+|@\\s*)?([^\\n]+)', 1)"};

    if (view == VIEW_SECONDS) {
        put_seconds(b, column);
        return;
    }
    if (view >= VIEW_WEEKDAY && view != VIEW_WHOLE_DAY) {
        put_time(b, column, view);
        return;
    }
    if (view >= VIEW_MONTH) {
        put_month(b, column, view);
        return;
    }
    buf_puts(b, before[view]);
    compile_name(b, column);
    buf_puts(b, behind[view]);
}

bool compile_is_picked(const struct query_spec *s)
{
    bool sides = false;

    if (s->change.kind)
        return false;
    for (size_t i = 0; i < s->n_filters; i++)
        sides |= s->filters[i].side != 0;
    return sides || s->filled || s->step.kind || s->order == ORDER_FILE ||
           s->compare.kind || (s->n_measures && s->measures[0].agg == AGG_RUN);
}

bool compile_side(struct buf *b, const struct query_spec *s, unsigned side,
                  const char *lead)
{
    bool any = false;

    for (size_t i = 0; i < s->n_filters; i++) {
        if (s->filters[i].side != side)
            continue;
        buf_puts(b, any ? " AND " : lead);
        compile_filter(b, s, &s->filters[i]);
        any = true;
    }
    return any;
}

static void put_conditions(struct buf *b, const struct query_spec *s)
{
    bool any = compile_side(b, s, 0, " WHERE ");

    if (compile_side(b, s, 1, any ? " AND (" : " WHERE (")) {
        (void)compile_side(b, s, 2, " OR ");
        buf_puts(b, ")");
    }
}

static void put_numbered(struct buf *b, const struct query_spec *s,
                         struct str row)
{
    buf_puts(b, "WITH \"numbered\" AS (SELECT *, row_number() OVER () AS ");
    compile_name(b, row);
    buf_puts(b, " FROM ");
    compile_source(b, s);
    buf_puts(b, ")");
}

/* Rows of the file besides those that are kept. */
static void put_beside(struct buf *b, struct str row, const char *comparison,
                       const char *end, const char *shift)
{
    compile_name(b, row);
    buf_puts(b, comparison);
    buf_puts(b, "(SELECT ");
    buf_puts(b, end);
    buf_puts(b, "(");
    compile_name(b, row);
    buf_puts(b, ")");
    buf_puts(b, shift);
    buf_puts(b, " FROM \"kept\")");
}

static void put_ranked(struct buf *b, const struct spec_step *step,
                       struct str row)
{
    bool nth =
        step->kind == SPEC_STEP_NTH_MOST || step->kind == SPEC_STEP_NTH_LEAST;
    bool most =
        step->kind == SPEC_STEP_MOST || step->kind == SPEC_STEP_NTH_MOST;

    buf_puts(b, "SELECT * FROM \"kept\" WHERE ");
    compile_view(b, step->column, step->view);
    buf_puts(b, " IS NOT NULL QUALIFY ");
    buf_puts(b, nth ? "row_number()" : "rank()");
    buf_puts(b, " OVER (ORDER BY ");
    compile_view(b, step->column, step->view);
    buf_puts(b, most ? " DESC" : " ASC");
    if (nth) {
        buf_puts(b, ", ");
        compile_name(b, row);
    }
    buf_printf(b, ") = %llu", (unsigned long long)(nth ? step->n : 1));
}

static void put_same(struct buf *b, const struct spec_step *step,
                     struct str row)
{
    buf_puts(b, "SELECT * FROM \"numbered\" WHERE ");
    compile_name(b, step->column);
    buf_puts(b, " = (SELECT arg_min(");
    compile_name(b, step->column);
    buf_puts(b, ", ");
    compile_name(b, row);
    buf_puts(b, ") FROM \"kept\") AND ");
    compile_name(b, row);
    buf_puts(b, " NOT IN (SELECT ");
    compile_name(b, row);
    buf_puts(b, " FROM \"kept\")");
}

/* Rows of the file against the first that is kept. */
static void put_against(struct buf *b, const struct spec_step *step,
                        struct str row)
{
    buf_puts(b, "SELECT * FROM \"numbered\" WHERE ");
    compile_view(b, step->column, step->view);
    buf_puts(b, step->kind == SPEC_STEP_OVER ? " > " : " < ");
    buf_puts(b, "(SELECT arg_min(");
    compile_view(b, step->column, step->view);
    buf_puts(b, ", ");
    compile_name(b, row);
    buf_puts(b, ") FROM \"kept\")");
}

/* So many of the first or of the last. */
static void put_ends(struct buf *b, const struct spec_step *step,
                     struct str row)
{
    buf_puts(b, "SELECT * FROM \"kept\" QUALIFY row_number() OVER (ORDER BY ");
    compile_name(b, row);
    buf_printf(b, "%s) <= %llu", step->kind == SPEC_STEP_LAST ? " DESC" : "",
               (unsigned long long)step->n);
}

static void put_step(struct buf *b, const struct spec_step *step,
                     struct str row)
{
    static const struct {
        const char *comparison, *end, *shift;
    } places[] = {[SPEC_STEP_FIRST] = {" = ", "min", ""},
                  [SPEC_STEP_LAST] = {" = ", "max", ""},
                  [SPEC_STEP_NEXT] = {" = ", "max", " + 1"},
                  [SPEC_STEP_PREVIOUS] = {" = ", "min", " - 1"},
                  [SPEC_STEP_AFTER] = {" > ", "max", ""},
                  [SPEC_STEP_BEFORE] = {" < ", "min", ""}};

    if (step->n > 1 &&
        (step->kind == SPEC_STEP_FIRST || step->kind == SPEC_STEP_LAST)) {
        put_ends(b, step, row);
        return;
    }
    switch (step->kind) {
    case SPEC_STEP_NONE: buf_puts(b, "SELECT * FROM \"kept\""); return;
    case SPEC_STEP_NTH:
        buf_puts(b, "SELECT * FROM \"kept\" QUALIFY row_number() OVER (ORDER "
                    "BY ");
        compile_name(b, row);
        buf_printf(b, ") = %llu", (unsigned long long)step->n);
        return;
    case SPEC_STEP_MOST:
    case SPEC_STEP_LEAST:
    case SPEC_STEP_NTH_MOST:
    case SPEC_STEP_NTH_LEAST: put_ranked(b, step, row); return;
    case SPEC_STEP_SAME: put_same(b, step, row); return;
    case SPEC_STEP_OVER:
    case SPEC_STEP_UNDER: put_against(b, step, row); return;
    case SPEC_STEP_BETWEEN:
        buf_puts(b, "SELECT * FROM \"numbered\" WHERE ");
        put_beside(b, row, " > ", "min", "");
        buf_puts(b, " AND ");
        put_beside(b, row, " < ", "max", "");
        return;
    default:
        buf_puts(b, "SELECT * FROM \"numbered\" WHERE ");
        put_beside(b, row, places[step->kind].comparison,
                   places[step->kind].end, places[step->kind].shift);
    }
}

void compile_picked(struct buf *b, const struct query_spec *s, struct str row)
{
    put_numbered(b, s, row);
    buf_puts(b, ", \"kept\" AS (SELECT * FROM \"numbered\"");
    put_conditions(b, s);
    buf_puts(b, "), \"picked\" AS (");
    put_step(b, &s->step, row);
    buf_puts(b, ") ");
}

/* Rows of one run are as far from their place among the picked ones. */
void compile_run(struct buf *b, struct str row)
{
    buf_puts(b, "SELECT max(\"n\") AS \"run\" FROM (SELECT count(*) AS \"n\" "
                "FROM (SELECT ");
    compile_name(b, row);
    buf_puts(b, " - row_number() OVER (ORDER BY ");
    compile_name(b, row);
    buf_puts(b, ") AS \"island\" FROM \"picked\") GROUP BY \"island\")");
}

/* What is compared of one side: a number, a count or a place. */
static void put_compared_value(struct buf *b, const struct query_spec *s,
                               struct str row)
{
    switch (s->compare.kind) {
    case SPEC_COMPARE_MORE_ROWS:
    case SPEC_COMPARE_FEWER_ROWS:
    case SPEC_COMPARE_ROW_DIFFERENCE: buf_puts(b, "count(*)"); return;
    case SPEC_COMPARE_EARLIER:
    case SPEC_COMPARE_LATER:
    case SPEC_COMPARE_ROWS_BETWEEN:
        buf_puts(b, "min(");
        compile_name(b, row);
        buf_puts(b, ")");
        return;
    default:
        buf_puts(b, "arg_min(");
        compile_view(b, s->compare.column, s->compare.view);
        buf_puts(b, ", ");
        compile_name(b, row);
        buf_puts(b, ") FILTER (WHERE ");
        compile_view(b, s->compare.column, s->compare.view);
        buf_puts(b, " IS NOT NULL)");
    }
}

static void put_compared_side(struct buf *b, const struct query_spec *s,
                              struct str row, unsigned side)
{
    buf_puts(b, "SELECT ");
    compile_literal(b, LITERAL_TEXT, s->compare.names[side - 1]);
    buf_puts(b, " AS \"which\", ");
    put_compared_value(b, s, row);
    buf_puts(b, " AS \"value\" FROM \"numbered\"");
    (void)compile_side(b, s, side, " WHERE ");
}

void compile_compared(struct buf *b, const struct query_spec *s, struct str row)
{
    bool between = s->compare.kind == SPEC_COMPARE_ROWS_BETWEEN;
    bool difference = between || s->compare.kind == SPEC_COMPARE_DIFFERENCE ||
                      s->compare.kind == SPEC_COMPARE_ROW_DIFFERENCE;
    bool most = s->compare.kind == SPEC_COMPARE_LARGER ||
                s->compare.kind == SPEC_COMPARE_MORE_ROWS ||
                s->compare.kind == SPEC_COMPARE_LATER;

    put_numbered(b, s, row);
    buf_puts(b, difference ? " SELECT max(\"value\") - min(\"value\")"
                           : " SELECT \"which\", \"value\"");
    buf_puts(b, between      ? " - 1 AS \"rows\" FROM ("
                : difference ? " AS \"difference\" FROM ("
                             : " FROM (");
    put_compared_side(b, s, row, 1);
    buf_puts(b, " UNION ALL ");
    put_compared_side(b, s, row, 2);
    buf_puts(b, ")");
    if (!difference)
        buf_printf(b,
                   " QUALIFY rank() OVER (ORDER BY \"value\" %s NULLS LAST) = "
                   "1 ORDER BY 1",
                   most ? "DESC" : "ASC");
}
