/* cmd_eval.c - how good the answers are, on sets that have judgements. */
#include "answer/evaluate/evaluate.h"
#include "cli/base_call.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/term/clean.h"
#include "cli/view.h"

#include <stdlib.h>

#define COLUMNS 8

/* "keyword=.7": one of two names, and a number that is not negative. */
static bool read_weight(struct str given, struct retrieval_weights *out)
{
    const size_t is = str_find_char(given, '=');
    const struct str name = str_slice(given, 0, is);
    char *end = NULL;
    double x;

    if (is + 1 >= given.n)
        return false;
    x = strtod(given.p + is + 1, &end); /* after it is a comma or a NUL */
    if (end != given.p + given.n || !(x >= 0 && x < 1e6))
        return false;
    if (str_is(name, "keyword"))
        out->keyword = x;
    else if (str_is(name, "vector"))
        out->vector = x;
    else
        return false;
    return true;
}

/* What is asked for; w->keyword + w->vector is 1 afterwards. */
static enum err read_weights(struct cli *c, struct retrieval_weights *w,
                             struct error *e)
{
    struct str *given = NULL;
    bool good = true;
    size_t n = 0;
    double sum;
    enum err rc = args_list(&c->args, OPT_WEIGHTS, &c->arena, &given, &n, e);

    *w = (struct retrieval_weights){0};
    for (size_t i = 0; i < n && !rc; i++)
        good = good && read_weight(given[i], w);
    sum = w->keyword + w->vector;
    if (!rc && !(good && sum > 0))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "option '--weights' must be like "
                         "keyword=0.83,vector=0.17");
    *w = (struct retrieval_weights){w->keyword / sum, w->vector / sum};
    return rc;
}

static enum err run_retrieval(struct cli *c, struct base_call *k,
                              struct error *e)
{
    struct evaluation q = {.tables = k->tables,
                           .folder = c->args.operands[0],
                           .mode = c->args.value[OPT_MODE],
                           .out = c->args.value[OPT_OUT],
                           .overwrite = args_has(&c->args, OPT_FORCE),
                           .embedding = c->args.value[OPT_EMBEDDING],
                           .unanswerable = args_has(&c->args, OPT_UNANSWERABLE),
                           .progress = progress_start(c),
                           .cancel = interrupt_flag()};
    struct retrieval_weights weights;
    uint64_t top_k = 0;
    enum err rc = args_number(&c->args, OPT_TOP_K, UINT32_MAX, &top_k, e);

    if (!rc && args_has(&c->args, OPT_TOP_K) && top_k == 0)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "option '--top-k' must be 1 or more");
    q.top_k = (size_t)top_k;
    if (!rc && args_has(&c->args, OPT_WEIGHTS)) {
        rc = read_weights(c, &weights, e);
        q.weights = &weights;
    }
    return rc ? rc : evaluate_retrieval(&q, &k->w, e);
}

static enum err put_cell(const struct json *figure, const char *format,
                         struct arena *a, struct str *out, struct error *e)
{
    char text[32];

    if (!figure || figure->type != JSON_NUMBER)
        return OK;
    (void)snprintf(text, sizeof(text), *format == '1' ? "%.1f" : "%.4f",
                   json_double(figure));
    return str_dup(str_from(text), a, out, e);
}

/* One row a mode. */
static enum err put_modes(struct cli *c, const struct json *answer,
                          struct error *e)
{
    static const char *const keys[COLUMNS][3] = {
        {"mode", "mode", ""},
        {"ndcg_at_10", "nDCG@10", "4"},
        {"map", "MAP", "4"},
        {"recall_at_1", "recall@1", "4"},
        {"recall_at_10", "recall@10", "4"},
        {"recall_at_100", "recall@100", "4"},
        {"mrr", "MRR", "4"},
        {"p50_ms", "p50 ms", "1"}};
    const struct json *modes = json_find(answer, "modes");
    const struct json *time =
        json_find(json_find(answer, "timing"), "modes")->first;
    struct grid_column columns[COLUMNS];
    struct str *cells =
        arena_alloc_array(&c->arena, COLUMNS * modes->count, sizeof(*cells), e);
    const struct grid g = {
        .columns = columns, .n = COLUMNS, .cells = cells, .rows = modes->count};
    enum err rc = cells ? OK : e->code;

    for (size_t i = 0; i < COLUMNS; i++)
        columns[i] = (struct grid_column){str_from(keys[i][1]), i > 0};
    for (const struct json *m = modes->first; m && !rc;
         m = m->next, time = time->next) {
        *cells++ = base_call_member(m, "mode");
        for (size_t i = 1; i < COLUMNS && !rc; i++)
            rc = put_cell(json_find(i + 1 < COLUMNS ? m : time, keys[i][0]),
                          keys[i][2], &c->arena, cells++, e);
    }
    return rc ? rc : view_print(c, &g, e);
}

/* What a mode's figures leave out, a line each. */
static void put_notes(struct cli *c, const struct json *answer)
{
    const struct json *modes = json_find(answer, "modes");
    struct str all = base_call_member(answer, "questions_measured");

    for (const struct json *m = modes->first; m; m = m->next) {
        struct str words = base_call_member(m, "questions_by_words");
        struct str refused = base_call_member(m, "questions_refused");
        struct str mode = base_call_member(m, "mode");

        if (!str_is(words, "0"))
            buf_printf(&c->out, "%.*s: %.*s of %.*s questions by words: %.*s\n",
                       STR_FMT(mode), STR_FMT(words), STR_FMT(all),
                       STR_FMT(base_call_member(m, "note")));
        if (!str_is(refused, "0"))
            buf_printf(&c->out,
                       "%.*s: %.*s of %.*s questions are empty or too long "
                       "and found nothing\n",
                       STR_FMT(mode), STR_FMT(refused), STR_FMT(all));
    }
}

/* What is answered from which score on, a row a mode and score. */
static void put_curves(struct cli *c, const struct json *answer)
{
    buf_puts(&c->out,
             "\nmode     score from  right  wrong  without there being "
             "an answer\n");
    for (const struct json *m = json_find(answer, "modes")->first; m;
         m = m->next) {
        for (const struct json *k = json_find(m, "curve")->first; k;
             k = k->next)
            buf_printf(
                &c->out, "%-8.*s %10.*s  %5.*s  %5.*s  %.*s of %.*s\n",
                STR_FMT(base_call_member(m, "mode")),
                STR_FMT(base_call_member(k, "min_score")),
                STR_FMT(base_call_member(k, "right")),
                STR_FMT(base_call_member(k, "wrong")),
                STR_FMT(base_call_member(k, "without_answer")),
                STR_FMT(base_call_member(m, "questions_without_answer")));
    }
}

static enum err show_retrieval(struct cli *c, const struct json *answer,
                               struct error *e)
{
    struct str out = base_call_member(answer, "out");
    enum err rc;

    if (args_has(&c->args, OPT_CSV))
        return put_modes(c, answer, e);
    term_put_clean(&c->out, base_call_member(answer, "set"));
    buf_printf(&c->out,
               ": %.*s documents, %.*s passages, %.*s of %.*s questions "
               "have a relevant document\n\n",
               STR_FMT(base_call_member(answer, "documents")),
               STR_FMT(base_call_member(answer, "passages")),
               STR_FMT(base_call_member(answer, "questions_measured")),
               STR_FMT(base_call_member(answer, "questions")));
    rc = put_modes(c, answer, e);
    put_notes(c, answer);
    if (args_has(&c->args, OPT_UNANSWERABLE))
        put_curves(c, answer);
    if (out.n > 0) {
        buf_puts(&c->out, "wrote ");
        term_put_clean(&c->out, out);
        buf_put_char(&c->out, '\n');
    }
    return rc;
}

enum err cmd_eval_retrieval(struct cli *c, struct error *e)
{
    return base_call(c, run_retrieval, show_retrieval, e);
}
