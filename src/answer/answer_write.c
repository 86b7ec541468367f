/* answer_write.c - the answer as one JSON object, fields in a fixed order. */
#include "answer/answer.h"

#include "answer/answer_confidence.h"
#include "answer/joined_tables.h"
#include "answer/model_answer.h"
#include "answer/model_plan.h"
#include "answer/source_notes.h"
#include "answer/table_union.h"

#include <stdio.h>

#define POINTER_BYTES 512 /* of a base, a key and a version */

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

void answer_write_results(const struct answer *an, struct jsonw *w)
{
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

/* quarry://base/key@version of a document; empty: a file has none. A table of a PDF
 * has its place and the rows after it. */
static void put_document(struct jsonw *w, const struct json *source,
                         const struct table_cells *cells,
                         const struct cells_part *rows)
{
    const struct json *version = json_find(source, "version");
    struct buf part;
    char uri[POINTER_BYTES];

    if (!version) {
        jsonw_member_null(w, "pointer");
        return;
    }
    buf_init(&part, POINTER_BYTES);
    table_cells_part(cells, rows, &part);
    (void)snprintf(uri, sizeof(uri), "quarry://%.*s/%.*s@%.*s%s%.*s",
                   STR_FMT(json_text(json_find(source, "base"))),
                   STR_FMT(json_text(json_find(source, "document"))),
                   STR_FMT(version->text), part.n ? "#" : "",
                   STR_FMT(buf_str(&part)));
    jsonw_member_cstr(w, "pointer", uri);
    buf_release(&part);
}

static void put_table(struct jsonw *w, const struct answer *an,
                      const struct answer_source *s, size_t index)
{
    const struct json *source = json_find(s->map, "source");
    const struct cells_part part = source_part(an);
    struct table_cells cells;
    const bool has_cells = table_cells_find(s->map, &cells);

    jsonw_begin_object(w);
    jsonw_member_u64(w, "index", index);
    jsonw_member_text(w, "title", str_after_last(s->file, '/'));
    jsonw_member_text(w, "kb_id", json_text(json_find(source, "base")));
    jsonw_member_text(w, "document_key",
                      json_text(json_find(source, "document")));
    jsonw_member_null(w, "chapter");
    jsonw_member_null(w, "section");
    jsonw_member_text(w, "file", s->file);
    jsonw_member_null(w, "url");
    jsonw_member_null(w, "similarity_score");
    jsonw_member_null(w, "excerpt");
    put_document(w, source, &cells, &part);
    jsonw_member_text(w, "sha256", s->sha256);
    jsonw_member_u64(w, "rows", s->rows);
    json_write_member(json_find(an->result, "server") ? an->result : source,
                      "server", "server", w);
    if (s->table.n)
        jsonw_member_text(w, "table", s->table);
    if (has_cells)
        table_cells_write(&cells, &part, w);
    jsonw_end_object(w);
}

static void put_passage(struct jsonw *w, const struct answer_passage *p,
                        size_t index)
{
    jsonw_begin_object(w);
    jsonw_member_u64(w, "index", index);
    jsonw_member_text(w, "title", p->title);
    jsonw_member_text(w, "kb_id", p->base);
    jsonw_member_text(w, "document_key", p->document_key);
    jsonw_member_text(w, "chapter", p->chapter);
    jsonw_member_text(w, "section", p->section);
    jsonw_member_text(w, "file", p->file);
    jsonw_member_text(w, "url", p->url);
    jsonw_member_double(w, "similarity_score", p->score);
    jsonw_member_text(w, "excerpt", p->excerpt);
    jsonw_member_text(w, "pointer", p->pointer);
    if (p->page_label.n > 0)
        jsonw_member_str(w, "page_label", p->page_label);
    if (p->ocr > 0)
        jsonw_member_double(w, "ocr", p->ocr);
    if (p->tracked_changes > 0)
        jsonw_member_double(w, "tracked_changes", p->tracked_changes);
    jsonw_end_object(w);
}

/* The table, or the files that are queried as one. */
static void put_source(struct jsonw *w, const struct answer *an,
                       const struct answer_source *s, size_t from, size_t *n)
{
    const struct table_union *u = s->united;

    if (!u && ++*n > from)
        put_table(w, an, s, *n);
    for (size_t i = 0; u && i < u->n; i++) {
        if (++*n > from)
            put_table(w, an, &u->members[i], *n);
    }
}

/* The table that was queried, and the passages; of a clarifying question, all
 * tables that were looked at. */
void answer_write_sources(const struct answer *an, size_t from, struct jsonw *w)
{
    size_t n = 0;

    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_sources; i++) {
        if ((an->mode == ANSWER_CLARIFICATION ||
             (an->result && joined_is_used(an, i))))
            put_source(w, an, &an->sources[i], from, &n);
    }
    for (size_t i = 0; i < an->n_passages; i++) {
        if (an->mode != ANSWER_SELECTED_TEXT && an->mode != ANSWER_NO_ANSWER &&
            ++n > from)
            put_passage(w, &an->passages[i], n);
    }
    jsonw_end_array(w);
}

/* What comes closest where nothing answers. Absent else. */
static void put_closest(struct jsonw *w, const struct answer *an)
{
    if (an->mode != ANSWER_NO_ANSWER || an->n_passages == 0)
        return;
    jsonw_key(w, "closest");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_passages; i++)
        put_passage(w, &an->passages[i], i + 1);
    jsonw_end_array(w);
}

/* What of the selected text a language model cites, which has no source. Absent
 * where none wrote. */
static void put_quotes(struct jsonw *w, const struct answer *an)
{
    if (an->mode != ANSWER_SELECTED_TEXT || an->n_passages == 0)
        return;
    jsonw_key(w, "quotes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_passages; i++) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "index", i + 1);
        jsonw_member_str(w, "text", an->passages[i].excerpt);
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
    jsonw_member_u64(w, "documents_searched", an->documents_searched);
    jsonw_key(w, "index_state");
    json_write(an->index_state, w);
    if (an->base.n) {
        jsonw_member_u64(w, "tables_looked_at", answer_tables_read(an));
        jsonw_member_u64(w, "documents_left_out", an->documents_left_out);
    }
    jsonw_end_object(w);
}

void answer_write_figure(const struct answer_figure *f, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "text", f->text);
    jsonw_member_raw(w, "value", f->value);
    jsonw_member_text(w, "cell", f->cell);
    jsonw_end_object(w);
}

static void put_figures(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "figures");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_figures; i++)
        answer_write_figure(&an->figures[i], w);
    jsonw_end_array(w);
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

/* The chart type that suits the rows. */
const char *answer_visualization(const struct answer *an)
{
    const struct json *rows = json_find(an->result, "rows");
    const struct json *columns = json_find(an->result, "columns");

    if (!an->result)
        return "none";
    if (an->chart == CHART_RANKING)
        return "bar";
    if (an->chart == CHART_SERIES)
        return "line";
    return rows && columns && rows->count == 1 && columns->count == 1 ? "number"
                                                                      : "table";
}

static void put_confidence(struct jsonw *w, const struct answer *an)
{
    const double confidence = answer_confidence(an);

    jsonw_key(w, "confidence");
    if (confidence > 0)
        jsonw_double(w, confidence);
    else
        jsonw_null(w);
}

/* Whom it was for and why; the halves of a question that was cut. */
void answer_write_routing(const struct answer *an, struct jsonw *w)
{
    const struct route *r = &an->route;

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "mode", route_mode_name(r->mode));
    jsonw_key(w, "reasons");
    jsonw_begin_array(w);
    for (size_t i = 0; i < r->n_reasons; i++)
        jsonw_cstr(w, route_reason_text(r->reasons[i]));
    jsonw_end_array(w);
    jsonw_member_text(
        w, "structured",
        str_slice(an->question, r->structured.from, r->structured.to));
    jsonw_member_text(
        w, "semantic",
        str_slice(an->question, r->semantic.from, r->semantic.to));
    jsonw_end_object(w);
}

static void put_routing(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "routing");
    if (an->route.n_reasons)
        answer_write_routing(an, w);
    else
        jsonw_null(w);
}

static void put_round(struct jsonw *w, struct str sent, struct str wrong)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "sent", sent);
    jsonw_member_text(w, "wrong", wrong);
    jsonw_end_object(w);
}

/* Whom the question was sent to, and what was sent, byte for byte. */
static void put_model(struct jsonw *w, const struct answer *an)
{
    const struct model_plan *p = an->planned;
    const struct model_answer *x = an->written;
    const struct str asked = p ? p->asked : x ? x->asked : (struct str){0};

    if (asked.n == 0) /* no model, or the caller may not see it */
        return;
    jsonw_key(w, "model");
    jsonw_begin_object(w);
    jsonw_member_str(w, "asked", asked);
    jsonw_key(w, "rounds");
    jsonw_begin_array(w);
    for (size_t i = 0; p && i < p->log.n; i++)
        put_round(w, p->log.round[i].sent, p->log.round[i].wrong);
    if (x)
        put_round(w, x->prose.sent, (struct str){0});
    jsonw_end_array(w);
    jsonw_member_text(w, "reason",
                      p && p->log.reason.n ? p->log.reason
                      : x                  ? x->reason
                                           : (struct str){0});
    jsonw_end_object(w);
}

/* How words were read, then what else was decided. */
static void put_explanation(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "explanation");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->asked.n_notes; i++)
        jsonw_str(w, an->asked.notes[i]);
    for (size_t i = 0; i < an->n_notes; i++)
        jsonw_str(w, an->notes[i]);
    jsonw_end_array(w);
}

/* Absent where reading did nothing to the tables. */
static void put_table_notes(struct jsonw *w, const struct answer *an)
{
    if (an->n_table_notes == 0)
        return;
    jsonw_key(w, "table_notes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_table_notes; i++)
        table_note_write(an->table_notes[i], w);
    jsonw_end_array(w);
}

const char *answer_mode_name(enum answer_mode mode)
{
    static const char *const names[] = {
        [ANSWER_STRUCTURED] = "structured_query",
        [ANSWER_SEMANTIC] = "semantic",
        [ANSWER_HYBRID] = "hybrid",
        [ANSWER_SELECTED_TEXT] = "selected_text",
        [ANSWER_CLARIFICATION] = "clarification",
        [ANSWER_NO_ANSWER] = "no_answer"};

    return names[mode];
}

/* For a clarifying question: the most likely meaning, which the caller may
 * choose. */
static void put_likely(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "likely");
    if (!an->likely) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_object(w);
    jsonw_member_text(w, "answer", an->likely->text);
    jsonw_member_text(w, "generated_sql", an->likely->asked.sql);
    put_explanation(w, an->likely);
    put_confidence(w, an->likely);
    jsonw_key(w, "results");
    answer_write_results(an->likely, w);
    jsonw_end_object(w);
}

/* Other readings to choose from, by the number that `choose` takes. */
static void put_alternatives(struct jsonw *w, const struct answer *an)
{
    jsonw_key(w, "alternatives");
    jsonw_begin_array(w);
    for (size_t i = 0; i < an->n_alternatives; i++) {
        const struct answer *other = an->alternatives[i];

        jsonw_begin_object(w);
        jsonw_member_u64(w, "choose", i + 1);
        jsonw_member_text(w, "reading", other->reading);
        jsonw_member_text(w, "answer", other->text);
        answer_write_reading(other, w);
        put_confidence(w, other);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void answer_write_reading(const struct answer *an, struct jsonw *w)
{
    struct str sql = {0};

    if (an->result)
        sql = an->whole_sql.n ? an->whole_sql : answer_sql(an);
    jsonw_member_text(w, "generated_sql", sql);
    jsonw_key(w, "query_spec");
    if (an->result && !an->asked.is_bare_sql)
        spec_write(&an->asked.spec, w);
    else
        jsonw_null(w);
    put_explanation(w, an);
}

/* What selects the rows that the figures are made of, for table_query(), and
 * those that were wanted. Absent where no figure was made. */
static void put_rows_behind(struct jsonw *w, const struct answer *an)
{
    if (an->behind_sql.n == 0)
        return;
    jsonw_key(w, "rows_behind");
    jsonw_begin_object(w);
    jsonw_member_str(w, "query", an->behind_sql);
    if (an->rows_behind) {
        copy(w, an->rows_behind, "columns");
        copy(w, an->rows_behind, "column_types");
        copy(w, an->rows_behind, "rows");
        copy(w, an->rows_behind, "row_count");
        copy(w, an->rows_behind, "total_row_count");
        copy(w, an->rows_behind, "has_more");
    }
    jsonw_end_object(w);
}

void answer_write_members(const struct answer *an, struct jsonw *w)
{
    jsonw_member_text(w, "query", an->question);
    jsonw_member_cstr(w, "mode",
                      !an->mirrors_mode ? answer_mode_name(an->mode)
                      : an->is_selected ? "selected_text"
                                        : "full_book");
    jsonw_member_text(w, "answer", an->text);
    answer_write_reading(an, w);
    put_confidence(w, an);
    jsonw_key(w, "results");
    answer_write_results(an, w);
    jsonw_key(w, "sources");
    answer_write_sources(an, 0, w);
    put_coverage(w, an);
    put_figures(w, an);
    jsonw_member_cstr(w, "visualization", answer_visualization(an));
    put_texts(w, "warnings", an->warnings, an->n_warnings);
    put_candidates(w, an);
    put_likely(w, an);
    put_alternatives(w, an);
    put_routing(w, an);
    put_model(w, an);
    jsonw_member_text(w, "session_id", an->session_id);
    jsonw_member_u64(w, "response_time_ms",
                     (uint64_t)(an->response_time_ms + 0.5));
    jsonw_member_cstr(w, "answer_mode", answer_mode_name(an->mode));
    put_table_notes(w, an);
    put_rows_behind(w, an);
    if (an->result && an->n_labels)
        put_texts(w, "labels", an->labels, an->n_labels);
    put_quotes(w, an);
    put_closest(w, an);
}

void answer_write(const struct answer *an, struct jsonw *w)
{
    jsonw_begin_object(w);
    answer_write_members(an, w);
    jsonw_end_object(w);
}
