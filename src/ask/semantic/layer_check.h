/*
 * layer_check.h - checks a semantic layer against the tables of its base:
 * entries that name no column, wrong ranges, columns that are new.
 */
#ifndef ASK_SEMANTIC_LAYER_CHECK_H
#define ASK_SEMANTIC_LAYER_CHECK_H

#include "ask/semantic/semantic.h"

/*
 * semantic_check - look at every entry.
 *
 * out      w         {"base","entries","tables","problems":[{"file","line",
 *                    "collection","name","problem"}],"new_columns":[{"table",
 *                    "column"}]}; a new column is one without a note in a table
 *                    that has notes
 *          problems  how many
 * errors   ERR_NOT_FOUND  no such base
 *          as table_get_profile(), of the machine
 */
MUST_CHECK enum err semantic_check(struct tables *t, struct str base,
                                   struct jsonw *w, size_t *problems,
                                   struct error *e);

#endif
