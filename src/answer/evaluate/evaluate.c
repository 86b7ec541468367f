#include "answer/evaluate/evaluate.h"

#include "answer/evaluate/set_run.h"
#include "base/clock.h"
#include "store/table_cache/scratch.h"
#include "tables/target.h"

#include <math.h>

#define ARENA_BYTES  ((size_t)8 << 30)
#define RESULT_BYTES ((size_t)4 << 30) /* TREC's lines */
#define MODES        3
#define DIGITS       1e6

struct evaluating {
    const struct evaluation *q;
    struct arena a;
    struct scratch scratch;
    struct target target;
    struct beir set;
    struct corpus_index index;
    struct retrieval_weights weights;
    size_t top_k;
    struct buf lines;
    uint64_t build_ms;
    struct run run[MODES];
    size_t n;
};

/* A mode that finds nothing but by words has not run. */
static bool has_run(const struct run *r)
{
    return r->questions > 0 && !(r->mode == RETRIEVAL_VECTOR &&
                                 r->by_words + r->refused == r->questions);
}

static enum err choose_modes(struct evaluating *x, struct error *e)
{
    static const enum retrieval_mode all[MODES] = {
        RETRIEVAL_KEYWORD, RETRIEVAL_VECTOR, RETRIEVAL_HYBRID};
    const struct str name = x->q->mode;

    for (size_t i = 0; i < MODES; i++) {
        if (name.n == 0 || str_is(name, retrieval_mode_name(all[i])))
            x->run[x->n++].mode = all[i];
    }
    return x->n ? OK
                : error_set(e, ERR_VALIDATION_FAILED,
                            "a mode is vector, keyword or hybrid");
}

static enum err check(struct evaluating *x, struct error *e)
{
    x->top_k = x->q->top_k ? x->q->top_k : RUN_TOP_K;
    if (x->q->embedding.n && provider_check(x->q->embedding, e))
        return e->code;
    x->weights = x->q->weights ? *x->q->weights : retrieval_default_weights;
    if (x->top_k > RUN_MAX_TOP_K)
        return error_set(e, ERR_VALIDATION_FAILED, "top_k must be 1 to %d",
                         RUN_MAX_TOP_K);
    return choose_modes(x, e);
}

static bool has_space(struct str id)
{
    for (size_t i = 0; i < id.n; i++) {
        if ((unsigned char)id.p[i] <= ' ')
            return true;
    }
    return false;
}

/* TREC's lines have blanks between their parts. */
static enum err check_ids(const struct evaluating *x, struct error *e)
{
    bool bad = false;

    for (size_t i = 0; i < x->set.documents && !bad; i++)
        bad = has_space(x->set.document[i].id);
    for (size_t i = 0; i < x->set.questions && !bad; i++)
        bad = has_space(x->set.question[i].id);
    return bad ? error_set(e, ERR_VALIDATION_FAILED,
                           "a TREC run cannot hold ids with white space; "
                           "omit '--out'")
               : OK;
}

static enum err read_set(struct evaluating *x, struct error *e)
{
    const struct field_reader reader = {.pool = tables_pool(x->q->tables),
                                        .folder = x->scratch.path,
                                        .cancel = x->q->cancel};
    enum err rc = beir_read(&reader, x->q->folder, &x->a, &x->set, e);

    if (!rc && x->q->out.n > 0)
        rc = check_ids(x, e);
    return rc;
}

static bool by_words_alone(const struct evaluating *x)
{
    return x->n == 1 && x->run[0].mode == RETRIEVAL_KEYWORD;
}

static enum err build(struct evaluating *x, struct error *e)
{
    const uint64_t began_ms = clock_ms();
    const struct corpus_index_options o = {
        .set = &x->set,
        .folder = x->scratch.path,
        .home = tables_home(x->q->tables),
        .provider =
            x->q->embedding.n ? x->q->embedding : STR(INDEX_DEFAULT_PROVIDER),
        .without_model = by_words_alone(x),
        .cancel = x->q->cancel,
        .report = x->q->progress.report,
        .ctx = x->q->progress.ctx};
    enum err rc = corpus_index_build(&o, &x->a, &x->index, e);

    x->build_ms = clock_ms() - began_ms;
    return rc;
}

/* Is it the mode whose lines are wanted? */
static bool is_written(const struct evaluating *x, enum retrieval_mode mode)
{
    return x->q->out.n > 0 && (x->n == 1 || mode == RETRIEVAL_HYBRID);
}

static enum err run_all(struct evaluating *x, struct error *e)
{
    struct run_options o = {.set = &x->set,
                            .index = &x->index,
                            .weights = x->weights,
                            .top_k = x->top_k,
                            .unanswerable = x->q->unanswerable,
                            .cancel = x->q->cancel,
                            .report = x->q->progress.report,
                            .ctx = x->q->progress.ctx};
    enum err rc = OK;

    for (size_t i = 0; i < x->n && !rc; i++) {
        const enum retrieval_mode mode = x->run[i].mode;

        o.out = is_written(x, mode) ? &x->lines : NULL;
        rc = run_mode(&o, mode, &x->run[i], e);
    }
    return rc;
}

static enum err open_out(struct evaluating *x, struct error *e)
{
    if (x->q->out.n == 0)
        return OK;
    return target_open(NULL, x->q->out, x->q->overwrite, &x->a, &x->target, e);
}

static enum err write_out(struct evaluating *x, struct error *e)
{
    struct str lines;
    enum err rc;

    if (x->q->out.n == 0)
        return OK;
    rc = buf_finish(&x->lines, &lines, e);
    if (!rc)
        rc = fs_append(x->target.fd, x->target.shown, lines, e);
    return rc ? rc : target_commit(&x->target, e);
}

/* A figure; null for one of nothing. Digits beyond the sixth mean nothing. */
static void put_figure(struct jsonw *w, const char *key, double value, bool is)
{
    jsonw_key(w, key);
    if (is)
        jsonw_double(w, round(value * DIGITS) / DIGITS);
    else
        jsonw_null(w);
}

/* Null of the model that comes with Quarry, whose scale it is. */
static void write_background(const struct background *b, struct jsonw *w)
{
    jsonw_key(w, "background");
    if (b->spread <= 0) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_object(w);
    put_figure(w, "middle", b->middle, true);
    put_figure(w, "spread", b->spread, true);
    jsonw_end_object(w);
}

static void write_curve(const struct run *r, struct jsonw *w)
{
    jsonw_member_u64(w, "questions_without_answer", r->without_answer);
    jsonw_key(w, "curve");
    jsonw_begin_array(w);
    for (size_t i = 0; i < RUN_CURVE; i++) {
        const struct run_curve *c = &r->curve[i];

        jsonw_begin_object(w);
        put_figure(w, "min_score", c->min_score, true);
        jsonw_member_u64(w, "right", c->right);
        jsonw_member_u64(w, "wrong", c->wrong);
        jsonw_member_u64(w, "without_answer", c->without_answer);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_set(const struct evaluating *x, struct jsonw *w)
{
    const struct index *ix = &x->index.ix;
    const struct embed_counts *c = &x->index.counts;

    jsonw_member_str(w, "set", x->q->folder);
    jsonw_member_u64(w, "documents", x->set.documents);
    jsonw_member_u64(w, "questions", x->set.questions);
    jsonw_member_u64(w, "questions_measured", x->run[0].questions);
    jsonw_member_u64(w, "judgements", x->set.judgements);
    jsonw_member_u64(w, "judgements_without_question", x->set.without_question);
    jsonw_member_u64(w, "judgements_without_document", x->set.without_document);
    jsonw_member_u64(w, "passages", c->passages);
    jsonw_member_u64(w, "vectors", c->vectors);
    jsonw_member_u64(w, "lexical_only", c->lexical_only);
    jsonw_member_cstr(w, "model", ix->model ? ix->model->model : NULL);
    write_background(&x->index.background, w);
    jsonw_member_u64(w, "top_k", x->top_k);
    jsonw_key(w, "weights");
    jsonw_begin_object(w);
    put_figure(w, "keyword", x->weights.keyword, true);
    put_figure(w, "vector", x->weights.vector, true);
    jsonw_end_object(w);
}

static void write_run(const struct evaluating *x, const struct run *r,
                      struct jsonw *w)
{
    const struct measures *m = &r->mean;
    const bool ran = has_run(r);

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "mode", retrieval_mode_name(r->mode));
    jsonw_member_bool(w, "ran", ran);
    put_figure(w, "ndcg_at_10", m->ndcg_at_10, ran && x->top_k >= 10);
    put_figure(w, "map", m->map, ran);
    put_figure(w, "recall_at_1", m->recall_at_1, ran);
    put_figure(w, "recall_at_10", m->recall_at_10, ran && x->top_k >= 10);
    put_figure(w, "recall_at_100", m->recall_at_100, ran && x->top_k >= 100);
    put_figure(w, "mrr", m->mrr, ran);
    jsonw_member_u64(w, "questions_by_words", r->by_words);
    jsonw_member_u64(w, "questions_refused", r->refused);
    jsonw_member_cstr(w, "note", r->note);
    write_curve(r, w);
    jsonw_end_object(w);
}

static void write_timing(const struct evaluating *x, struct jsonw *w)
{
    jsonw_key(w, "timing");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "build_ms", x->build_ms);
    jsonw_key(w, "modes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < x->n; i++) {
        const struct run *r = &x->run[i];

        jsonw_begin_object(w);
        jsonw_member_cstr(w, "mode", retrieval_mode_name(r->mode));
        put_figure(w, "p50_ms", r->p50_ms, has_run(r));
        put_figure(w, "p90_ms", r->p90_ms, has_run(r));
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static void write_answer(const struct evaluating *x, struct jsonw *w)
{
    jsonw_begin_object(w);
    write_set(x, w);
    jsonw_key(w, "modes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < x->n; i++)
        write_run(x, &x->run[i], w);
    jsonw_end_array(w);
    jsonw_member_text(w, "out", x->q->out);
    write_timing(x, w);
    jsonw_end_object(w);
}

static enum err carry_out(struct evaluating *x, struct error *e)
{
    enum err rc = open_out(x, e);

    if (!rc)
        rc = scratch_open(tables_home(x->q->tables), &x->a, &x->scratch, e);
    if (!rc)
        rc = read_set(x, e);
    if (!rc)
        rc = build(x, e);
    if (!rc)
        rc = run_all(x, e);
    return rc ? rc : write_out(x, e);
}

enum err evaluate_retrieval(const struct evaluation *q, struct jsonw *w,
                            struct error *e)
{
    struct evaluating x = {.q = q,
                           .scratch = SCRATCH_NONE,
                           .target = TARGET_NONE,
                           .index = CORPUS_INDEX_NONE};
    enum err rc = check(&x, e);

    if (rc)
        return rc;
    arena_init(&x.a, ARENA_BYTES);
    buf_init(&x.lines, RESULT_BYTES);
    rc = carry_out(&x, e);
    if (!rc)
        write_answer(&x, w);
    corpus_index_close(&x.index);
    target_close(&x.target);
    scratch_close(&x.scratch);
    buf_release(&x.lines);
    arena_release(&x.a);
    return rc;
}
