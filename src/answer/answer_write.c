/* answer_write.c - the answer as one JSON object, fields in a fixed order. */
#include "answer/answer.h"

static void put_texts(struct jsonw *w, const char *key, const struct str *texts,
                      size_t n)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++)
        jsonw_str(w, texts[i]);
    jsonw_end_array(w);
}

/* A member of another object, under its name there. */
static void copy(struct jsonw *w, const struct json *from, const char *key)
{
    jsonw_key(w, key);
    json_write(json_find(from, key), w);
}

static void put_results(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "results");
    if (!an->result) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_object(w);
    copy(w, an->result, "columns");
    copy(w, an->result, "column_types");
    copy(w, an->result, "rows");
    copy(w, an->result, "row_count");
    copy(w, an->result, "total_row_count");
    jsonw_member_bool(w, "truncated", an->truncated);
    jsonw_end_object(w);
}

/* The file that was queried; of a question back, all that were looked at. */
static void put_sources(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "sources");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_sources; i++) {
        const struct answer_source *s = &an->sources[i];

        if (an->mode == ANSWER_STRUCTURED && i != an->used)
            continue;
        jsonw_begin_object(w);
        jsonw_member_u64(w, "index", i + 1);
        jsonw_member_text(w, "file", s->file);
        jsonw_member_text(w, "sha256", s->sha256);
        jsonw_member_u64(w, "rows", s->rows);
        if (s->table.n)
            jsonw_member_text(w, "table", s->table);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void put_coverage(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "coverage");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "rows_scanned", an->rows_scanned);
    jsonw_member_u64(w, "rows_total", an->rows_total);
    if (an->base.n) {
        jsonw_member_u64(w, "tables_looked_at", an->n_sources);
        jsonw_member_u64(w, "documents_left_out", an->documents_left_out);
    }
    jsonw_end_object(w);
}

static void put_candidates(struct jsonw *w, const struct answer *an)
{
    static const char *const kinds[] = {[CANDIDATE_COLUMN] = "column",
                                        [CANDIDATE_VALUE] = "value",
                                        [CANDIDATE_TABLE] = "table"};

    jsonw_key(w, "candidates");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->asked.n_candidates; i++) {
        const struct ask_candidate *c = &an->asked.candidates[i];

        jsonw_begin_object(w);
        jsonw_member_cstr(w, "kind", kinds[c->kind]);
        jsonw_member_text(w, "text", c->text);
        if (c->kind == CANDIDATE_VALUE)
            jsonw_member_text(w, "column", c->column);
        if (c->table < an->n_sources)
            jsonw_member_text(w, "file", an->sources[c->table].file);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* The picture that suits the rows. */
static const char *visualization(const struct answer *an)
{
    const struct json *rows = json_find(an->result, "rows");
    const struct json *columns = json_find(an->result, "columns");

    if (an->mode != ANSWER_STRUCTURED)
        return "none";
    if (an->chart == CHART_RANKING)
        return "bar";
    if (an->chart == CHART_SERIES)
        return "line";
    return rows && columns && rows->count == 1 && columns->count == 1 ? "number"
                                                                      : "table";
}

/* Readings have one; what the rules bind has not. */
static void put_confidence(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "confidence");
    if (an->mode == ANSWER_STRUCTURED && an->asked.confidence > 0)
        jsonw_double(w, an->asked.confidence);
    else
        jsonw_null(w);
}

void answer_write_members(const struct answer *an, struct jsonw *w)
{
    jsonw_member_text(w, "query", an->question);
    jsonw_member_cstr(w, "mode",
                      an->mode == ANSWER_STRUCTURED ? "structured_query"
                                                    : "clarification");
    jsonw_member_text(w, "answer", an->text);
    jsonw_member_text(w, "generated_sql", an->asked.sql);
    jsonw_key(w, "query_spec");
    if (an->mode == ANSWER_STRUCTURED)
        spec_write(&an->asked.spec, w);
    else
        jsonw_null(w);
    put_texts(w, "explanation", an->asked.notes, an->asked.n_notes);
    put_confidence(w, an);
    put_results(w, an);
    put_sources(w, an);
    put_coverage(w, an);
    jsonw_member_cstr(w, "visualization", visualization(an));
    put_texts(w, "warnings", an->warnings, an->n_warnings);
    put_candidates(w, an);
    jsonw_member_double(w, "response_time_ms", an->response_time_ms);
}

void answer_write(const struct answer *an, struct jsonw *w)
{
    jsonw_begin_object(w);
    answer_write_members(an, w);
    jsonw_end_object(w);
}
