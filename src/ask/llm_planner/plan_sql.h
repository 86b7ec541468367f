/*
 * plan_sql.h - a SELECT that a model wrote: which of the tables it was shown the
 * statement names, and how it is run over their files.
 */
#ifndef ASK_LLM_PLANNER_PLAN_SQL_H
#define ASK_LLM_PLANNER_PLAN_SQL_H

#include "ask/ask.h"
#include "ask/joins/sql_names.h"

#define PLAN_MAX_TABLES JOIN_MAX_TABLES

/* The tables that a model is shown, and what its SQL calls them. */
struct plan_tables {
    size_t table[PLAN_MAX_TABLES]; /* of the schema */
    struct str sql[PLAN_MAX_TABLES];
    size_t n;
};

/*
 * plan_tables_name - fill in `sql`: names that one statement may use together.
 *
 * in       t    table, n
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err plan_tables_name(const struct ask_schema *s,
                                     struct arena *a, struct plan_tables *t,
                                     struct error *e);

/* A statement, and what it is held against. */
struct plan_sql {
    const struct ask_schema *schema;
    const struct plan_tables *tables;
    struct str said;
    struct str sql;
};

/*
 * plan_sql_read - a statement as what is to be run.
 *
 * Whether it may run is for the gate to decide. Nothing here needs it to be SQL.
 *
 * in       p      said: the table that the plan names beside it; may be empty
 * out      out    as it was, with sql, is_bare_sql, table, tables, n_tables; borrows
 *                 `sql` or lives in `a`
 * errors   ERR_VALIDATION_FAILED  it is empty, names none of the tables, or `data`
 *                                 where no table is called so
 *          ERR_LIMIT              `a` is full
 */
MUST_CHECK enum err plan_sql_read(const struct plan_sql *p, struct arena *a,
                                  struct ask_result *out, struct error *e);

#endif
