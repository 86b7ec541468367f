#include "search/retrieve/passage_search.h"

#include "base/clock.h"
#include "base/log.h"
#include "search/index/work.h"
#include "search/retrieve/not_read.h"
#include "search/retrieve/question_kept.h"
#include "search/retrieve/reorder.h"
#include "search/retrieve/search_question.h"
#include "search/retrieve/words_write.h"
#include "store/catalog/hotness.h"
#include "store/catalog/metrics.h"

#define ARENA_BYTES  ((size_t)2 << 30)
#define PER_EVIDENCE 4 /* candidates for each place, as some are folded */
#define NOTES        4

/* A query under way. */
struct querying {
    struct tables *tables;
    const struct passage_search *q;
    const struct base *base;
    struct index ix;
    struct analyzer *analyzer;
    struct arena *a;
    const struct segments_snapshot *snapshot;
    struct retrieval_config config;
    enum retrieval_mode mode;
    struct scoped scoped;
    struct question_vector vector;
    struct background background;
    struct rank_hits hits;
    struct candidates found;
    double min_score;
    struct error rerank_note;
    const char *note[NOTES];
    size_t notes;
};

static void note(struct querying *x, const char *text)
{
    if (text && x->notes < NOTES)
        x->note[x->notes++] = text;
}

static enum err check(const struct passage_search *q, struct error *e)
{
    if (str_trim(q->query).n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the question is empty");
    if (q->query.n > PASSAGE_SEARCH_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "a question has at most %d bytes; this one has %zu",
                         PASSAGE_SEARCH_MAX_BYTES, q->query.n);
    if (q->top_k > PASSAGE_SEARCH_MAX_TOP_K)
        return error_set(e, ERR_VALIDATION_FAILED, "top_k must be 1 to %d",
                         PASSAGE_SEARCH_MAX_TOP_K);
    if (q->has_min_score && !(q->min_score >= 0 && q->min_score <= 1))
        return error_set(e, ERR_VALIDATION_FAILED, "min_score is 0 to 1");
    return OK;
}

static size_t top_k(const struct passage_search *q)
{
    return q->top_k ? q->top_k : PASSAGE_SEARCH_TOP_K;
}

/* What the caller says, else the base. */
static enum err choose_mode(struct querying *x, struct error *e)
{
    struct retrieval_means means = {.vectors = true};
    struct retrieval_choice choice;
    enum err rc;

    if (x->q->mode.n > 0) {
        if (retrieval_mode_find(x->q->mode, &x->mode) &&
            x->mode != RETRIEVAL_STRUCTURED)
            return OK;
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a mode is vector, keyword or hybrid");
    }
    rc = settings_retrieval(x->base, &means, x->a, &choice, e);
    x->mode =
        choice.mode == RETRIEVAL_STRUCTURED ? RETRIEVAL_HYBRID : choice.mode;
    if (!rc)
        note(x, choice.note);
    return rc;
}

static enum err bring_up_to_date(struct querying *x,
                                 struct passage_search_after *after,
                                 struct error *e)
{
    const struct index_work w = {.base = x->base,
                                 .tables = x->tables,
                                 .cancel = x->q->cancel,
                                 .wait_ms = INDEX_WORK_WAIT_MS};
    struct index_worked done = {0};
    enum err rc = x->q->wait ? index_work(&w, &done, e) : OK;

    after->indexed = done.documents + done.failed > 0;
    return rc;
}

static enum err prepare(struct querying *x, struct passage_search_after *after,
                        struct error *e)
{
    enum err rc = bring_up_to_date(x, after, e);

    if (!rc) {
        x->analyzer = analyzer_new(e);
        rc = x->analyzer ? OK : e->code;
    }
    return rc;
}

static enum err open_index(struct querying *x, struct error *e)
{
    enum err rc =
        index_open(x->base, tables_home(x->tables), x->q->cancel, &x->ix, e);

    return rc ? rc : segments_acquire(x->ix.segments, &x->snapshot, e);
}

static void close_index(struct querying *x)
{
    segments_release(x->ix.segments, x->snapshot);
    index_close(&x->ix);
    x->snapshot = NULL;
}

static enum err embed_question(struct querying *x, struct error *e)
{
    const struct question q = {x->q->query, x->analyzer, x->q->cache};
    enum err rc;

    if (x->mode == RETRIEVAL_KEYWORD)
        return OK;
    rc = index_open_model(&x->ix, e);
    if (!rc)
        rc = question_embed(&x->ix, &q, x->a, &x->vector, e);
    note(x, x->vector.note);
    if (!rc && x->vector.vector)
        rc = background_find(x->base, &x->vector.kind, &x->background, e);
    return rc;
}

#define NO_BACKEND \
    "the backend of the vectors cannot be asked; searched by words"
#define LOST_BACKEND                                                     \
    "the backend has lost the vectors of this index; searched by words " \
    "('quarry reindex' sends them again)"

/* Why words alone answered. Its address and what it says are for the log. */
static void note_backend(struct querying *x)
{
    const struct error *why =
        x->ix.backend_error.code ? &x->ix.backend_error : &x->hits.no_vectors;

    if (!why->code || x->mode == RETRIEVAL_KEYWORD)
        return;
    log_warn("search", "%s", why->msg);
    note(x, why->code == ERR_NOT_FOUND ? LOST_BACKEND : NO_BACKEND);
}

static enum err rank(struct querying *x, struct error *e)
{
    const struct rank_question r = {.text = x->q->query,
                                    .where = x->q->filters,
                                    .mode = x->mode,
                                    .k = PER_EVIDENCE * top_k(x->q),
                                    .weights = x->config.weights,
                                    .among = x->scoped.among,
                                    .vector = x->vector.vector,
                                    .kind = x->vector.kind,
                                    .background = x->background,
                                    .backend = x->ix.backend,
                                    .keys = &x->scoped.keys};
    enum err rc = rank_run(x->snapshot, &r, x->analyzer, x->a, &x->hits, e);

    if (rc)
        return rc;
    note_backend(x);
    x->min_score =
        x->q->has_min_score ? x->q->min_score : fuse_floor(x->hits.mode);
    while (x->hits.n > 0 && x->hits.hit[x->hits.n - 1].score < x->min_score)
        x->hits.n--;
    return OK;
}

static enum err rerank(struct querying *x, struct error *e)
{
    const struct endpoint_options how = {.home = tables_home(x->tables)->path,
                                         .cancel = x->q->cancel,
                                         .is_discreet = x->q->is_discreet};
    const struct reorder_request r = {x->q->query, &x->config, &how};
    enum err rc;

    if (!x->q->rerank)
        return OK;
    rc = reorder(&x->found, &r, x->a, &x->rerank_note, e);
    if (!rc && x->rerank_note.code)
        note(x, x->rerank_note.msg);
    return rc;
}

static enum err find(struct querying *x, struct error *e)
{
    struct search_scope scope = x->q->scope;
    enum err rc;

    if (scope.max_documents == 0)
        scope.max_documents = x->config.max_documents;
    rc = scope_resolve(x->base, x->snapshot, &scope, x->a, &x->scoped, e);
    if (!rc)
        rc = embed_question(x, e);
    if (!rc)
        rc = rank(x, e);
    if (!rc)
        rc =
            candidates_load(x->base, x->snapshot, &x->hits, x->a, &x->found, e);
    if (!rc)
        rc = candidates_fold(&x->found, x->a, e);
    if (!rc)
        rc = rerank(x, e);
    if (!rc)
        candidates_choose(&x->found, top_k(x->q));
    return rc;
}

static void write_debug(const struct querying *x, struct jsonw *w)
{
    jsonw_key(w, "debug");
    jsonw_begin_object(w);
    jsonw_key(w, "scope");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "table_id", x->base->name);
    jsonw_member_str(
        w, "json_path",
        str_slice(x->scoped.json_path, x->q->part.n, x->scoped.json_path.n));
    jsonw_end_object(w);
    jsonw_member_i64(w, "candidate_documents_count", x->scoped.candidates);
    jsonw_member_i64(w, "documents_behind", x->scoped.behind);
    jsonw_member_i64(w, "documents_left_out", x->scoped.left_out);
    if (x->scoped.left_out > 0)
        jsonw_member_cstr(w, "documents_chosen_by",
                          "pinned, then priority, then hotness");
    else
        jsonw_member_null(w, "documents_chosen_by");
    jsonw_key(w, "weights");
    jsonw_begin_object(w);
    jsonw_member_double(w, "keyword", x->config.weights.keyword);
    jsonw_member_double(w, "vector", x->config.weights.vector);
    jsonw_end_object(w);
    jsonw_member_double(w, "min_score", x->min_score);
    jsonw_member_bool(w, "lazy_index_triggered", x->scoped.behind > 0);
    jsonw_end_object(w);
}

static enum err write_evidences(const struct querying *x, struct jsonw *w,
                                struct error *e)
{
    struct document_parser parser;
    struct evidence_writer writer = {.base = x->base,
                                     .parser = &parser,
                                     .options = x->q->include,
                                     .plan = &x->hits.plan,
                                     .analyzer = x->analyzer};
    enum err rc =
        base_get_setting(x->base, "deep_link", x->a, &writer.deep_link, e);

    if (!rc)
        rc = pointer_parse(x->q->part, x->a, &writer.part, e);
    document_parser_init(&parser, tables_pool(x->tables), x->base, x->a);
    jsonw_key(w, "evidences");
    jsonw_begin_array(w);
    for (size_t i = 0; i < x->found.n && !rc; i++)
        rc = evidence_write(&writer, &x->found.at[i], x->a, w, e);
    jsonw_end_array(w);
    document_parser_close(&parser);
    return rc;
}

static const char *message(const struct querying *x)
{
    if (x->found.n > 0)
        return NULL;
    return x->scoped.candidates == 0 && x->scoped.behind > 0
               ? "not indexed yet"
               : "no information found";
}

/* Who is anonymous learns of no document that was not found, and conditions are of
 * passages, which what was not read has none of. */
static enum err write_not_read(const struct querying *x, struct jsonw *w,
                               struct error *e)
{
    const struct passage_search *q = x->q;
    const struct not_read_query of = {
        .base = x->base,
        .scoped = &x->scoped,
        .found = &x->found,
        .of_all = (q->says_all_not_read || x->found.n == 0) &&
                  !q->is_discreet && q->filters.n == 0 &&
                  q->scope.json_path.n == 0};

    return not_read_write(&of, x->a, w, e);
}

static enum err write_answer(struct querying *x, struct jsonw *w,
                             struct error *e)
{
    enum err rc;

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "base", x->base->name);
    jsonw_member_str(w, "query", x->q->query);
    jsonw_member_cstr(w, "mode", retrieval_mode_name(x->hits.mode));
    rc = write_evidences(x, w, e);
    if (x->q->include.words)
        words_write(&x->hits.plan, x->hits.passages, w);
    jsonw_member_cstr(w, "message", message(x));
    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < x->notes; i++)
        jsonw_cstr(w, x->note[i]);
    jsonw_end_array(w);
    if (!rc)
        rc = write_not_read(x, w, e);
    jsonw_key(w, "index_state");
    jsonw_begin_object(w);
    index_state_write(&x->scoped.state, w);
    jsonw_end_object(w);
    jsonw_member_bool(w, "lazy_index_triggered", x->scoped.behind > 0);
    write_debug(x, w);
    jsonw_end_object(w);
    return rc;
}

/* What was found is used, and counted; that it cannot be noted is no failure
 * of the answer. */
static void touch(struct querying *x, uint64_t began_ns)
{
    int64_t ids[PASSAGE_SEARCH_MAX_TOP_K];
    struct error ignored;
    int64_t now_s = clock_wall_ms() / 1000;
    int64_t hot = 0;
    int64_t all = 0;
    size_t n = 0;

    for (size_t i = 0; i < x->found.n; i++)
        ids[n++] = x->found.at[i].document->id;
    (void)!hotness_touch(x->base, ids, n, HOTNESS_SEARCH_HIT, now_s, &ignored);
    if (!hotness_count(x->base, now_s, &hot, &all, &ignored) && all > 0)
        metrics_set(METRIC_HOT_DOCUMENTS_RATIO, (double)hot / (double)all);
    if (x->vector.vector && x->vector.is_asked)
        (void)!question_kept_put(x->base, &x->vector.kind, x->q->query,
                                 x->vector.vector, &ignored);
    metrics_count(METRIC_EVIDENCE_RETURNED, n);
    metrics_count(METRIC_LAZY_INDEX_TRIGGERED, x->scoped.behind > 0);
    metrics_observe(METRIC_CANDIDATE_DOCUMENTS, (double)x->scoped.candidates);
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY,
                    (double)(clock_ns() - began_ns) / 1e9);
}

static enum err answer(struct querying *x, struct jsonw *w, struct error *e)
{
    enum err rc = db_begin_read(x->base->db, e);

    if (rc)
        return rc;
    rc = settings_retrieval_config(x->base, x->a, &x->config, e);
    if (!rc)
        rc = choose_mode(x, e);
    if (!rc)
        rc = find(x, e);
    if (!rc)
        rc = write_answer(x, w, e);
    return db_end(x->base->db, rc, e);
}

static enum err attempt(struct querying *x, struct jsonw *w, struct error *e)
{
    enum err rc = open_index(x, e);

    return rc ? rc : answer(x, w, e);
}

/* A damaged index is found out before anything is written; it goes, and every
 * document is said to be behind. */
static enum err begin_anew(struct querying *x, struct jsonw *w, struct error *e)
{
    enum err rc;

    close_index(x);
    rc = index_clear(x->base, e);
    x->notes = 0;
    return rc ? rc : attempt(x, w, e);
}

enum err passage_search(struct tables *t, const struct base *base,
                        const struct passage_search *q,
                        struct passage_search_after *after, struct jsonw *w,
                        struct error *e)
{
    const uint64_t began_ns = clock_ns();
    struct arena a;
    struct querying x = {
        .tables = t, .q = q, .base = base, .ix = INDEX_NONE, .a = &a};
    enum err rc = check(q, e);

    *after = (struct passage_search_after){0};
    if (rc)
        return rc;
    arena_init(&a, ARENA_BYTES);
    rc = prepare(&x, after, e);
    if (!rc)
        rc = attempt(&x, w, e);
    if (rc == ERR_INTERNAL && x.analyzer)
        rc = begin_anew(&x, w, e);
    if (!rc) {
        touch(&x, began_ns);
        after->lazy_index_triggered = x.scoped.behind > 0;
    }
    analyzer_free(x.analyzer);
    close_index(&x);
    arena_release(&a);
    return rc;
}
