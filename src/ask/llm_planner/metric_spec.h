/*
 * metric_spec.h - the short form of a query spec, as the original design of the
 * semantic layer has it, converted to a query spec (spec.h):
 *
 *     {"metric":"IMOR","bank_names":["INVEX"],
 *      "time_range":{"type":"last_n_months","n":3},
 *      "granularity":"month","visualization_type":"line"}
 *
 * metric              a column, or another name of it
 * aggregation         of it: avg, the default, sum, median, min or max
 * bank_names          values of the one column that has all of them, or other
 *                     names of these; several are groups as well
 * time_range          of the table's one column of dates: last_n_days, _weeks,
 *                     _months, _quarters, _years with n, back from the newest
 *                     date; year with year; between_dates with start_date and
 *                     end_date, both included; all
 * granularity         day, week, month, quarter or year: groups
 * visualization_type  line, bar or table
 *
 * Only `metric` is required; null is as left out.
 */
#ifndef ASK_LLM_PLANNER_METRIC_SPEC_H
#define ASK_LLM_PLANNER_METRIC_SPEC_H

#include "ask/link/table_schema.h"

/* Is it of that form? It has a metric; a query spec has none. */
bool metric_spec_is(const struct json *j);

/*
 * metric_spec_read - as the JSON of a query spec, for plan_of_spec().
 *
 * in       s    tables that the semantic layer has been applied to
 * out      out  in `a`
 * errors   ERR_VALIDATION_FAILED  a member that is not understood, a name that
 *                                 no table has or several have
 */
MUST_CHECK enum err metric_spec_read(const struct json *j,
                                     const struct ask_schema *s,
                                     struct arena *a, const struct json **out,
                                     struct error *e);

/* Its visualization_type; empty: it says none. */
struct str metric_spec_chart(const struct json *j);

#endif
