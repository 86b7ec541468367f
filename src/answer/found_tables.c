#include "answer/found_tables.h"

#include "answer/answer_confidence.h"
#include "answer/base_rules.h"
#include "answer/conversation.h"
#include "answer/page_search.h"
#include "ask/route/marks.h"
#include "tables/base_tables.h"

#include <string.h>

/* Documents of a base whose tables are asked. */
#define FOUND_DOCUMENTS 3u

#define UNREAD_BYTES ((size_t)64 * 1024)

/* What a language model wrote of pages has no confidence: from here on a table is surer. */
#define SURER_THAN_PROSE 0.8

static bool is_known(const struct str *keys, size_t n, struct str key)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(keys[i], key))
            return true;
    return false;
}

/* The first documents that were found, each once. */
static size_t read_keys(const struct json *answer, struct str *keys)
{
    const struct json *list = json_find(answer, "evidences");
    size_t n = 0;

    for (const struct json *j = list ? list->first : NULL;
         j && n < FOUND_DOCUMENTS; j = j->next) {
        const struct str key =
            json_text(json_find(json_find(j, "pointer"), "document_key"));

        if (key.n && !is_known(keys, n, key))
            keys[n++] = key;
    }
    return n;
}

static bool leaves_out(const struct expanded_pages *pages)
{
    for (size_t i = 0; i < pages->n; i++)
        if (pages->base[i].leaves_out)
            return true;
    return false;
}

static enum err add_of_base(const struct page_part *p,
                            const struct expanded_base *of,
                            const struct json *answer, struct expanded *out,
                            struct error *e)
{
    struct str keys[FOUND_DOCUMENTS];
    const struct base_documents documents = {of->name, keys,
                                             read_keys(answer, keys)};
    struct base_tables found;
    enum err rc = base_tables_of_pages(p->t, &documents, p->a, &found, e);

    return rc ? rc : expand_add_pages(of, found.paths, found.n, p->a, out, e);
}

/* As pages are asked, so that it is searched once. */
static bool search(const struct page_part *p, struct json **answer)
{
    struct error ignored;
    struct str question;
    bool joined;

    return !conversation_question(p->request, p->request->question, p->a,
                                  &question, &joined, &ignored) &&
           !page_search(p, question, answer, &ignored);
}

enum err found_tables_add(const struct page_part *p, struct expanded *out,
                          struct error *e)
{
    struct json *answer[EXPAND_MAX_PAGE_BASES] = {0};
    enum err rc = OK;

    if (!leaves_out(p->pages) || !search(p, answer))
        return OK;
    for (size_t i = 0; i < p->pages->n && !rc; i++) {
        if (p->pages->base[i].leaves_out)
            rc = add_of_base(p, &p->pages->base[i], answer[i], out, e);
    }
    return rc;
}

/* ---- asking them ---- */

/* As the tables of bases: some say that they are not asked. */
static enum err read(struct table_part *r, bool *may_ask, struct error *e)
{
    struct base_rules rules;

    if (table_part_read(r, e) || base_rules_read(r->t, r->out, r->a, &rules, e))
        return e->code;
    if (rules.max_rows && rules.max_rows < r->max_rows)
        r->max_rows = rules.max_rows;
    *may_ask = rules.off.n == 0 && r->out->n_sources > 0;
    return OK;
}

static enum err route(const struct table_part *r, const struct words *words,
                      struct str question, struct error *e)
{
    struct route_base base = {.has_tables = true, .has_prose = true};

    if (route_marks(r->schema, words, r->a, &base.marks, &base.n_marks, e))
        return e->code;
    return route_question(&base, question, words, r->a, &r->out->route, e);
}

/* All of the question, as one for tables or as one that a cell answers. */
static enum err ask(struct table_part *r, struct str question,
                    const struct rivals *rivals, struct error *e)
{
    const struct route_part whole = {0, question.n};
    bool given = false;
    enum err rc;

    if (r->out->route.mode == ROUTE_STRUCTURED)
        return table_part_ask(r, question, e);
    rc = table_part_cell(r, question, rivals, &given, e);
    if (rc || !given)
        return rc;
    r->out->route.mode = ROUTE_STRUCTURED;
    r->out->route.structured = whole;
    return OK;
}

static bool is_surer(const struct answer *an, double pages)
{
    return an->mode == ANSWER_STRUCTURED && an->result &&
           answer_confidence(an) > pages;
}

static enum err ask_all(const struct page_part *p, struct table_part *r,
                        const struct words *words, struct str quote,
                        bool *given, struct error *e)
{
    const struct answer *pages = p->out;
    const struct rivals rivals = {
        0,
        pages->written ? SURER_THAN_PROSE : page_part_confidence(pages, quote),
        quote};
    const struct str question = p->request->question;
    bool may_ask = false;
    enum err rc = read(r, &may_ask, e);

    if (rc || !may_ask)
        return rc;
    memcpy(r->out->passages, pages->passages, sizeof(pages->passages));
    r->out->n_passages = pages->n_passages;
    rc = route(r, words, question, e);
    if (!rc)
        rc = ask(r, question, &rivals, e);
    *given = !rc && is_surer(r->out, rivals.pages) &&
             !table_part_is_quoted(r->out, quote, &r->out->asked, r->a);
    r->out->n_passages = 0;
    return rc;
}

enum err found_tables_ask(const struct page_part *p,
                          const struct table_part *as,
                          const struct words *words, struct str quote,
                          struct answer **out, struct error *e)
{
    struct table_part r = *as;
    struct error ignored;
    bool given = false;
    enum err rc;

    *out = NULL;
    if (!leaves_out(p->pages))
        return OK;
    r.expanded = (struct expanded){.base = as->expanded.base,
                                   .documents = as->expanded.documents,
                                   .pages = as->expanded.pages};
    r.n_dictionaries = 0;
    r.is_alone = true;
    buf_init(&r.expanded.unread, UNREAD_BYTES);
    r.out = arena_alloc(p->a, sizeof(*r.out), e);
    if (!r.out)
        return e->code;
    *r.out = (struct answer){.question = p->out->question,
                             .mirrors_mode = p->out->mirrors_mode,
                             .session_id = p->out->session_id,
                             .documents_searched = p->out->documents_searched,
                             .index_state = p->out->index_state,
                             .behind = p->out->behind,
                             .asked = {.language = p->out->asked.language}};
    rc = found_tables_add(p, &r.expanded, e);
    if (!rc && r.expanded.n > 0 &&
        !ask_all(p, &r, words, quote, &given, &ignored) && given)
        *out = r.out;
    table_part_release(&r);
    expand_release(&r.expanded);
    return rc;
}
