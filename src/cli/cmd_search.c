/* cmd_search.c - search, and what it searches: pin, unpin, reindex, disable. */
#include "cli/base_call.h"
#include "cli/file_base.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/show_evidence.h"
#include "cli/term/clean.h"
#include "cli/tool_args.h"
#include "knowledge/knowledge_base/base_search.h"

static enum err read_scope(struct cli *c, struct passage_search *q,
                           struct error *e)
{
    struct str *documents = NULL;
    enum err rc = args_list(&c->args, OPT_DOCUMENT, &c->arena, &documents,
                            &q->scope.n, e);

    q->scope.documents = documents;
    q->scope.json_path = c->args.value[OPT_PATH];
    return rc;
}

static enum err read_options(struct cli *c, struct passage_search *q,
                             struct error *e)
{
    uint64_t top_k = 0;
    enum err rc =
        tool_args_number(&c->args, OPT_TOP_K, &spec_semantic_query, &top_k, e);

    if (!rc)
        rc = args_share(&c->args, OPT_MIN_SCORE, &q->min_score, e);
    q->top_k = (size_t)top_k;
    q->has_min_score = args_has(&c->args, OPT_MIN_SCORE);
    q->mode = c->args.value[OPT_MODE];
    q->filters = c->args.value[OPT_WHERE];
    q->rerank = args_has(&c->args, OPT_RERANK);
    q->wait = args_has(&c->args, OPT_WAIT);
    q->include =
        (struct evidence_options){.snippet = true,
                                  .pointer = true,
                                  .metadata = true,
                                  .text = args_has(&c->args, OPT_EXPAND),
                                  .parent = args_has(&c->args, OPT_EXPAND)};
    return rc ? rc : read_scope(c, q, e);
}

static enum err run_search(struct cli *c, struct base_call *k, struct error *e)
{
    struct passage_search q = {.query = c->args.operands[1],
                               .cancel = interrupt_flag()};
    struct str base = c->args.operands[0];
    struct passage_search_after after = {0};
    enum err rc = read_options(c, &q, e);

    if (!rc)
        rc = bases_search(k->bases, base, &q, &after, &k->w, e);
    if (!rc && after.lazy_index_triggered)
        k->behind = base;
    return rc;
}

static enum err show_found(struct cli *c, const struct json *answer,
                           struct error *e)
{
    (void)e;
    show_evidences(c, answer);
    return OK;
}

enum err cmd_search(struct cli *c, struct error *e)
{
    enum err rc = file_base_operand(c, e);

    return rc ? rc : base_call(c, run_search, show_found, e);
}

/* Documents are named after `skip` other operands. */
static enum err mark(struct cli *c, struct base_call *k,
                     const struct bases_marking *what, size_t skip,
                     struct error *e)
{
    const struct bases_marking m = {.base = c->args.operands[0],
                                    .mark = what->mark,
                                    .priority = what->priority,
                                    .documents = c->args.operands + skip,
                                    .n = c->args.n - skip,
                                    .progress = progress_of_files(c),
                                    .cancel = interrupt_flag()};

    return bases_mark(k->bases, &m, &k->w, e);
}

static enum err run_pin(struct cli *c, struct base_call *k, struct error *e)
{
    return mark(c, k, &(struct bases_marking){.mark = BASES_PIN}, 1, e);
}

static enum err run_unpin(struct cli *c, struct base_call *k, struct error *e)
{
    return mark(c, k, &(struct bases_marking){.mark = BASES_UNPIN}, 1, e);
}

static enum err run_prioritize(struct cli *c, struct base_call *k,
                               struct error *e)
{
    struct bases_marking m = {.mark = BASES_PRIORITIZE};
    uint64_t priority = 0;

    if (str_parse_u64(c->args.operands[1], DOCUMENT_MAX_PRIORITY, &priority, e))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a priority must be a whole number from 0 to %d",
                         DOCUMENT_MAX_PRIORITY);
    m.priority = (int64_t)priority;
    return mark(c, k, &m, 2, e);
}

static enum err run_reindex(struct cli *c, struct base_call *k, struct error *e)
{
    return mark(c, k, &(struct bases_marking){.mark = BASES_REINDEX}, 1, e);
}

static enum err run_disable(struct cli *c, struct base_call *k, struct error *e)
{
    return mark(c, k, &(struct bases_marking){.mark = BASES_DISABLE}, 1, e);
}

static enum err show_marked(struct cli *c, const struct json *answer,
                            struct error *e)
{
    const struct json *list = json_find(answer, "documents");
    const struct json *failures = json_find(answer, "failures");

    (void)e;
    for (const struct json *d = list->first; d; d = d->next) {
        term_put_clean(&c->out, base_call_member(d, "key"));
        buf_printf(&c->out, ": %.*s%s", STR_FMT(base_call_member(d, "state")),
                   json_is_true(json_find(d, "pinned")) ? ", pinned" : "");
        if (!str_is(base_call_member(d, "priority"), "0"))
            buf_printf(&c->out, ", priority %.*s",
                       STR_FMT(base_call_member(d, "priority")));
        buf_put_char(&c->out, '\n');
    }
    if (list->count == 0 ||
        !str_is(base_call_member(answer, "chunks_embedded"), "0") ||
        !str_is(base_call_member(answer, "chunks_reused"), "0"))
        buf_printf(&c->out, "passages embedded: %.*s, as they were: %.*s\n",
                   STR_FMT(base_call_member(answer, "chunks_embedded")),
                   STR_FMT(base_call_member(answer, "chunks_reused")));
    for (const struct json *f = failures->first; f; f = f->next) {
        buf_puts(&c->out, "failed    ");
        term_put_clean(&c->out, base_call_member(f, "message"));
        buf_put_char(&c->out, '\n');
    }
    return OK;
}

enum err cmd_pin(struct cli *c, struct error *e)
{
    return base_call(c, run_pin, show_marked, e);
}

enum err cmd_unpin(struct cli *c, struct error *e)
{
    return base_call(c, run_unpin, show_marked, e);
}

enum err cmd_priority(struct cli *c, struct error *e)
{
    return base_call(c, run_prioritize, show_marked, e);
}

enum err cmd_reindex(struct cli *c, struct error *e)
{
    return base_call(c, run_reindex, show_marked, e);
}

enum err cmd_disable(struct cli *c, struct error *e)
{
    return base_call(c, run_disable, show_marked, e);
}
