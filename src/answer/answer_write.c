/* answer_write.c - the answer as one JSON object, fields in a fixed order. */
#include "answer/answer.h"

static void put_str(struct jsonw *w, const char *key, struct str s)
{
    jsonw_key(w, key);
    if (s.n)
        jsonw_str(w, s);
    else
        jsonw_null(w);
}

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
    const struct json *v = json_find(from, key);

    jsonw_key(w, key);
    if (v)
        json_write(v, w);
    else
        jsonw_null(w);
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
    jsonw_key(w, "truncated");
    jsonw_bool(w, an->truncated);
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
        jsonw_key(w, "index");
        jsonw_u64(w, i + 1);
        put_str(w, "file", s->file);
        put_str(w, "sha256", s->sha256);
        jsonw_key(w, "rows");
        jsonw_u64(w, s->rows);
        if (s->table.n)
            put_str(w, "table", s->table);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void put_coverage(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "coverage");
    jsonw_begin_object(w);
    jsonw_key(w, "rows_scanned");
    jsonw_u64(w, an->rows_scanned);
    jsonw_key(w, "rows_total");
    jsonw_u64(w, an->rows_total);
    if (an->base.n) {
        jsonw_key(w, "tables_looked_at");
        jsonw_u64(w, an->n_sources);
        jsonw_key(w, "documents_left_out");
        jsonw_u64(w, an->documents_left_out);
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
        jsonw_key(w, "kind");
        jsonw_cstr(w, kinds[c->kind]);
        put_str(w, "text", c->text);
        if (c->kind == CANDIDATE_VALUE)
            put_str(w, "column", c->column);
        if (c->table < an->n_sources)
            put_str(w, "file", an->sources[c->table].file);
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

void answer_write(const struct answer *an, struct jsonw *w)
{
    jsonw_begin_object(w);
    put_str(w, "query", an->question);
    jsonw_key(w, "mode");
    jsonw_cstr(w, an->mode == ANSWER_STRUCTURED ? "structured_query"
                                                : "clarification");
    put_str(w, "answer", an->text);
    put_str(w, "generated_sql", an->asked.sql);
    jsonw_key(w, "query_spec");
    if (an->mode == ANSWER_STRUCTURED)
        spec_write(&an->asked.spec, w);
    else
        jsonw_null(w);
    put_texts(w, "explanation", an->asked.notes, an->asked.n_notes);
    put_results(w, an);
    put_sources(w, an);
    put_coverage(w, an);
    jsonw_key(w, "visualization");
    jsonw_cstr(w, visualization(an));
    put_texts(w, "warnings", an->warnings, an->n_warnings);
    put_candidates(w, an);
    jsonw_key(w, "response_time_ms");
    jsonw_double(w, an->response_time_ms);
    jsonw_end_object(w);
}
