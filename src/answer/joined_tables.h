/*
 * joined_tables.h - questions over several files: joins are proposed from names
 * and profiles (ask/joins/join_edges.h), and verified on the rows before anything is
 * answered.
 */
#ifndef ANSWER_JOINED_TABLES_H
#define ANSWER_JOINED_TABLES_H

#include "answer/answer.h"

/* The tables of an answer, in the order of its sources. */
struct joined_tables {
    struct tables *t;
    struct arena *a;
    struct answer *out;
    struct ask_schema *schema;
    uint64_t max_bytes; /* of a result; 0: as the tables allow */
};

/*
 * joined_ask - ask_question() with what the tables lead to.
 *
 * A join that turns out to multiply rows, or to find hardly any, is
 * dropped: the question is read again without it.
 *
 * out      out->asked, and warnings of keys that lead nowhere
 * errors   as ask_question() and table_query()
 */
MUST_CHECK enum err joined_ask(const struct joined_tables *j,
                               struct str question, struct error *e);

/* Find what leads to what, once; joined_ask() does it, too. */
MUST_CHECK enum err joined_open(const struct joined_tables *j, struct error *e);

/*
 * joined_settle - tell whether the question must be read again, now that the
 * joins of its reading are measured.
 *
 * out      out->asked  the reading
 *          again       a join is dropped or loses rows: read the question again
 */
MUST_CHECK enum err joined_settle(const struct joined_tables *j,
                                  const struct ask_result *asked, bool *again,
                                  struct error *e);

/* Warn of keys of out->asked that lead nowhere. */
MUST_CHECK enum err joined_report_unfound(const struct joined_tables *j,
                                          struct error *e);

/* table_query() over the files that out->asked is about. */
MUST_CHECK enum err joined_query(const struct joined_tables *j, struct str sql,
                                 uint64_t rows, struct json **result,
                                 struct error *e);

/* Which rows of a result. */
struct rows_window {
    uint64_t rows;
    uint64_t offset;
};

/* As joined_query() for some of the rows. */
MUST_CHECK enum err joined_window(const struct joined_tables *j, struct str sql,
                                  const struct rows_window *w,
                                  struct json **result, struct error *e);

/* The SQL that it runs, where some of the tables are several files; else empty. */
MUST_CHECK enum err joined_whole_sql(const struct joined_tables *j,
                                     struct str sql, struct str *whole,
                                     struct error *e);

/* Is the source one of those that the answer comes from? */
bool joined_is_used(const struct answer *an, size_t source);

/* Rows of all tables that the answer comes from. */
uint64_t joined_rows(const struct answer *an);

/* The SQL that gave the rows: that of the server, where it answered. */
struct str answer_sql(const struct answer *an);

#endif
