/* query_row.h - a row of the query log, as all interfaces show it. */
#ifndef SERVER_QUERY_LOG_QUERY_ROW_H
#define SERVER_QUERY_LOG_QUERY_ROW_H

#include "base/jsonw.h"
#include "store/database/db.h"

/* What is selected of query_log, and where in it is what is looked at. */
#define QUERY_ROW_COLUMNS                                                 \
    "id, session_id, query_text, query_mode, selected_text, answer_text," \
    " source_chunks, response_time_ms, created_at, base, caller,"         \
    " answer_mode, error_code, base_id"
enum { QUERY_ROW_ID = 0, QUERY_ROW_CREATED_AT = 8, QUERY_ROW_BASE_ID = 13 };

/* As one object, whose members query_log_write() names. */
void query_row_write(const struct db_rows *rows, struct jsonw *w);

#endif
