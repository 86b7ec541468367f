#include "server/query_log/query_row.h"

void query_row_write(const struct db_rows *rows, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "id", db_column_text(rows, 0));
    jsonw_member_str(w, "session_id", db_column_text(rows, 1));
    jsonw_member_str(w, "query_text", db_column_text(rows, 2));
    jsonw_member_str(w, "query_mode", db_column_text(rows, 3));
    jsonw_member_text(w, "selected_text", db_column_text(rows, 4));
    jsonw_member_str(w, "answer_text", db_column_text(rows, 5));
    jsonw_member_raw(w, "source_chunks", db_column_text(rows, 6));
    jsonw_member_i64(w, "response_time_ms", db_column_int(rows, 7));
    jsonw_member_str(w, "created_at", db_column_text(rows, 8));
    jsonw_member_text(w, "base", db_column_text(rows, 9));
    jsonw_member_text(w, "caller", db_column_text(rows, 10));
    jsonw_member_text(w, "answer_mode", db_column_text(rows, 11));
    jsonw_member_text(w, "error_code", db_column_text(rows, 12));
    jsonw_end_object(w);
}
