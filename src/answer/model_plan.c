#include "answer/model_plan.h"

#include "answer/parsed.h"
#include "answer/sentence/spelled_numbers.h"
#include "answer/sentence/wording.h"
#include "ask/semantic/layer.h"
#include "ask/semantic/near_entries.h"

/* What is to be asked of whom. */
struct model {
    struct str provider; /* empty: no model */
    enum egress egress;
};

/* A plan while it is tried. */
struct trial {
    struct table_part *r;
    enum err (*run)(struct table_part *r, struct error *e);
};

/* Of several bases the strictest decides, and the first names the model. */
static enum err read_bases(struct table_part *r, struct model *m,
                           struct str *strictest, struct error *e)
{
    struct str seen = {0};

    *m = (struct model){.egress = EGRESS_PASSAGES};
    for (size_t i = 0; i < r->out->n_sources; i++) {
        struct model_setting of = {0};
        struct str base = answer_source_base(&r->out->sources[i]);

        if (base.n == 0) {
            m->egress = m->egress < EGRESS_SCHEMA ? m->egress : EGRESS_SCHEMA;
            continue;
        }
        if (str_eq(base, seen))
            continue;
        seen = base;
        if (model_choice_of_base(r->t, base, r->a, &of, e))
            return e->code;
        if (m->provider.n == 0)
            m->provider = of.planner.n ? of.planner : of.chat;
        if (of.egress < m->egress || strictest->n == 0) {
            m->egress = of.egress < m->egress ? of.egress : m->egress;
            *strictest = base;
        }
    }
    return OK;
}

/* What the request says goes for files; bases can only be narrowed. */
static enum err choose(struct table_part *r, bool first, struct model *m,
                       struct error *e)
{
    const struct model_choice *said = &r->model;
    struct str strictest = {0};
    enum err rc;

    if (first && said->provider.n == 0)
        return OK;
    rc = read_bases(r, m, &strictest, e);
    if (rc)
        return rc;
    if (m->provider.n == 0)
        m->provider = said->otherwise;
    if (strictest.n == 0 && said->egress)
        m->egress = said->egress;
    else if (said->egress && said->egress < m->egress)
        m->egress = said->egress;
    if (said->provider.n == 0 && m->egress != EGRESS_NONE)
        return OK;
    m->provider = said->provider;
    if (m->provider.n && m->egress == EGRESS_NONE)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "base '%.*s' lets nothing be sent to a language "
                         "model; 'quarry base config %.*s egress=schema' "
                         "allows names and types",
                         STR_FMT(strictest), STR_FMT(strictest));
    return OK;
}

static enum err run_plan(void *ctx, const struct ask_result *planned,
                         struct error *e)
{
    struct trial *t = ctx;
    struct ask_result before = t->r->out->asked;
    enum err rc;

    t->r->out->asked = *planned;
    t->r->out->mode = ANSWER_STRUCTURED;
    rc = t->run(t->r, e);
    if (rc)
        t->r->out->asked = before;
    return rc;
}

/* A number that the question has not is the model's, and it computes none. */
static enum err has_own_number(struct table_part *r, struct str said, bool *has,
                               struct error *e)
{
    struct spelled_numbers spelled;
    struct words asked;
    struct words w;

    if (words_cut(r->question, WORDS_TEXT, r->a, &asked, e) ||
        words_cut(said, WORDS_TEXT, r->a, &w, e) ||
        spelled_numbers_find(said, r->a, &spelled, e))
        return e->code;
    *has = spelled.n > 0;
    for (size_t i = 0; i < w.n && !*has; i++) {
        size_t k = 0;

        while (k < asked.n && !str_eq(asked.word[k].fold, w.word[i].fold))
            k++;
        *has = w.word[i].kind == WORD_NUMBER && k == asked.n;
    }
    return OK;
}

/* What the model assumed is said with the answer. */
static enum err report_caveat(struct table_part *r, const struct model_plan *p,
                              struct error *e)
{
    struct str text;
    bool has = true;

    if (p->log.caveat.n && has_own_number(r, p->log.caveat, &has, e))
        return e->code;
    if (has)
        return OK;
    if (wording_make(r->out->asked.language, WORDING_MODEL_CAVEAT,
                     p->log.caveat, r->a, &text, e))
        return e->code;
    answer_warn(r->out, text);
    return OK;
}

/* An answer says who planned it, or why it was not planned. */
static enum err report(struct table_part *r, const struct model_plan *p,
                       const struct error *why, bool taken, struct error *e)
{
    struct str text;

    if (taken && p->asked.n == 0) {
        answer_note(r->out, wording_text(r->out->asked.language,
                                         WORDING_MODEL_PLANNED));
        return OK;
    }
    if (taken) {
        if (wording_make(r->out->asked.language, WORDING_MODEL_PLANNED_AT,
                         p->asked, r->a, &text, e))
            return e->code;
        answer_note(r->out, text);
        return OK;
    }
    if (wording_make(r->out->asked.language, WORDING_MODEL_NO_HELP,
                     why->code ? str_from(why->msg) : p->log.reason, r->a,
                     &text, e))
        return e->code;
    answer_warn(r->out, text);
    return OK;
}

/* What the first base with a semantic layer says of its tables, and how near
 * that is to the question. */
static enum err find_entries(struct table_part *r, struct planner_question *q,
                             struct error *e)
{
    const struct answer *an = r->out;
    struct semantic_near_request near = {
        .tables = r->t, .question = q->question, .cancel = r->cancel};
    struct semantic_near found = {0};

    for (size_t i = 0; i < an->n_sources && !q->entries; i++) {
        if (!an->sources[i].terms)
            continue;
        q->entries = an->sources[i].terms->entries;
        near.base = answer_source_base(&an->sources[i]);
    }
    near.entries = q->entries;
    if (q->entries && semantic_near_find(&near, r->a, &found, e))
        return e->code;
    q->near = found.of;
    return OK;
}

/* What the rules and the parser read in the question, for the model to choose
 * from: their SQL has values of cells that the question may spell otherwise. */
static enum err find_readings(struct table_part *r, const struct planner *p,
                              struct planner_question *q, struct error *e)
{
    const struct parsed_request request = {.tables = table_part_joined(r),
                                           .question = q->question,
                                           .max_rows = r->max_rows,
                                           .max = PARSED_MAX_READINGS};
    struct parsed_readings *parsed = arena_alloc(r->a, sizeof(*parsed), e);
    struct ask_result *list =
        arena_alloc_array(r->a, PARSED_MAX_READINGS + 1, sizeof(*list), e);

    if (!parsed || !list)
        return e->code;
    if (!p->values || r->is_refined)
        return OK;
    if (r->out->asked.outcome == ASK_ANSWERABLE)
        list[q->n_readings++] = r->out->asked;
    if (parsed_try(&request, parsed, e))
        return e->code;
    for (size_t i = 0; i < parsed->n; i++) {
        if (q->n_readings == 0 ||
            !str_eq(list[0].sql, parsed->reading[i].asked.sql))
            list[q->n_readings++] = parsed->reading[i].asked;
    }
    q->readings = list;
    return OK;
}

static enum err ask(struct table_part *r, struct str question,
                    const struct planner *planner, struct trial *trial,
                    bool *taken, struct error *e)
{
    struct planner_question q = {.schema = r->schema,
                                 .question = question,
                                 .run = run_plan,
                                 .ctx = trial};
    struct ask_result result = r->out->asked;
    struct model_plan *p = arena_alloc(r->a, sizeof(*p), e);
    struct error why = {0};
    enum answer_mode mode = r->out->mode;

    if (!p)
        return e->code;
    if (!r->model.is_discreet &&
        str_dup(chat_shown(planner->chat), r->a, &p->asked, e))
        return e->code;
    if (find_entries(r, &q, e) || find_readings(r, planner, &q, e))
        return e->code;
    if (planner_ask(planner, &q, r->a, &result, &p->log, &why) == OK)
        *taken = p->log.reason.n == 0;
    if (!*taken)
        r->out->mode = mode;
    r->out->planned = p;
    if (*taken && report_caveat(r, p, e))
        return e->code;
    return report(r, p, &why, *taken, e);
}

enum err model_plan_try(struct table_part *r, struct str question, bool first,
                        enum err (*run)(struct table_part *r, struct error *e),
                        bool *taken, struct error *e)
{
    const struct endpoint_options how = {.home = tables_home(r->t)->path,
                                         .cancel = r->cancel,
                                         .is_discreet = r->model.is_discreet};
    struct trial trial = {r, run};
    struct planner planner = {0};
    struct model m = {0};
    struct chat *chat = NULL;
    enum err rc = r->is_alone ? OK : choose(r, first, &m, e);

    *taken = false;
    if (rc || m.provider.n == 0 || r->out->planned)
        return rc;
    rc = chat_open(m.provider, &how, &chat, e);
    if (rc)
        return rc;
    planner.chat = chat;
    planner.values = m.egress >= EGRESS_VALUES;
    rc = ask(r, question, &planner, &trial, taken, e);
    chat_close(chat);
    return rc;
}
