#include "answer/page_search.h"

#include "answer/page_passages.h"
#include "knowledge/knowledge_base/base_search.h"

#include <string.h>

#define EVIDENCE_BYTES ((size_t)64 << 20)

/* Bases, and one of them that is searched. */
struct searched {
    struct bases *bases;
    const struct expanded_base *base;
};

static enum err search_in(const struct page_part *p, const struct searched *in,
                          struct str question, struct jsonw *w, struct error *e)
{
    const struct passage_search q = {
        .query = question,
        .top_k = 2 * page_passages_max(p), /* tables among them are skipped */
        .mode = p->request->retrieval_mode,
        .filters = p->request->filters,
        .scope = {.documents = in->base->documents, .n = in->base->n},
        .has_min_score = true, /* the selector says what is no answer */
        .says_all_not_read = true,
        .include = {.pointer = true,
                    .metadata = true,
                    .text = true,
                    .words = true},
        .cache = p->request->queries,
        .cancel = p->request->cancel};
    struct passage_search_after after = {0};
    enum err rc = bases_search(in->bases, in->base->name, &q, &after, w, e);

    if (!rc && after.lazy_index_triggered && p->out->behind.n == 0)
        p->out->behind = in->base->name; /* the next question does another */
    return rc;
}

static enum err search_base(const struct page_part *p,
                            const struct searched *in, struct str question,
                            struct json **answer, struct error *e)
{
    struct jsonw w;
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, EVIDENCE_BYTES);
    jsonw_init(&w, &b);
    rc = search_in(p, in, question, &w, e);
    if (!rc)
        rc = buf_finish(&b, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, p->a, answer, e);
    buf_release(&b);
    return rc;
}

/* Each base; answer[p->pages->n]. */
static enum err search_bases(const struct page_part *p, struct str question,
                             struct json **answer, struct error *e)
{
    struct bases *own = NULL;
    enum err rc = p->request->bases ? OK : bases_new(p->t, &own, e);

    for (size_t i = 0; i < p->pages->n && !rc; i++) {
        const struct searched in = {own ? own : p->request->bases,
                                    &p->pages->base[i]};

        rc = search_base(p, &in, question, &answer[i], e);
    }
    bases_free(own);
    return rc;
}

enum err page_search(const struct page_part *p, struct str question,
                     struct json **answer, struct error *e)
{
    struct page_found *f = p->found;
    const size_t bytes = p->pages->n * sizeof(struct json *);
    enum err rc;

    if (f && f->question.n && str_eq(f->question, question)) {
        memcpy(answer, f->answer, bytes);
        return OK;
    }
    rc = search_bases(p, question, answer, e);
    if (rc || !f)
        return rc;
    f->question = question;
    memcpy(f->answer, answer, bytes);
    return OK;
}
