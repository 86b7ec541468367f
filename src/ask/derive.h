/* derive.h - puts columns that exist only as formulas into a spec. */
#ifndef ASK_DERIVE_H
#define ASK_DERIVE_H

#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"

/*
 * derive_columns - give a spec the formulas of the columns that it uses.
 *
 * One of each row becomes a column more, one of many rows the measure itself. Conditions
 * on what has no value hold for empty texts as well (link/blank_texts.h).
 *
 * out      s       its derived columns and measures
 *          misses  the column whose formula of many rows is where only a
 *                  value of each row could; NULL: none does
 * errors   ERR_LIMIT  over SPEC_MAX_DERIVED
 */
MUST_CHECK enum err derive_columns(const struct schema_table *t,
                                   struct query_spec *s,
                                   const struct schema_column **misses,
                                   struct error *e);

/* Has the table the column of its own, or did the spec derive it? */
bool derive_is_there(const struct query_spec *s, const struct schema_column *c);

#endif
