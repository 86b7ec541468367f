/*
 * search_tools.c - search and fetch as tools.
 *
 * A question finds passages with pointers (semantic_query); a pointer is
 * fetched when its content is needed (fetch_evidence). The index is brought up
 * to date before a search that asks to wait for it, else after the answer.
 */
#include "server/tools/search_tools.h"

#include "knowledge/knowledge_base/base_search.h"
#include "server/tools/access_check.h"
#include "server/tools/answer_window.h"
#include "server/tools/call_state.h"
#include "server/tools/reply.h"

#define ANSWER_BYTES ((size_t)8 << 20)

/* An option that is true or false, or what it is where it is absent. */
static bool is_on(const struct json *options, const char *name)
{
    return argument_is_on(
        argument_find(spec_semantic_query.arguments, STR("options"))->members,
        options, name);
}

/* What a call is bound to a part for begins there in its answers, too. */
static enum err read_scope(const struct tool_context *s, struct str base,
                           const struct json *scope, struct arena *a,
                           struct passage_search *q, struct error *e)
{
    struct access_scope x = {
        .base = base, .json_path = json_text(json_find(scope, "json_path"))};
    enum err rc =
        json_texts(json_find(scope, "document_keys"), a, &x.documents, &x.n, e);

    if (!rc)
        rc = access_scope(s, &x, a, e);
    q->scope.json_path = x.json_path;
    q->scope.documents = x.documents;
    q->scope.n = x.n;
    return rc ? rc : pointer_text(&x.part, a, &q->part, e);
}

static enum err read_query(const struct tool_context *s, struct str base,
                           const struct json *arguments, struct arena *a,
                           struct passage_search *q, struct error *e)
{
    const struct json *options = json_find(arguments, "options");
    const struct json *min_score = json_find(options, "min_score");

    q->query = json_text(json_find(arguments, "query"));
    q->top_k =
        (size_t)argument_u64(spec_semantic_query.arguments, arguments, "top_k");
    q->mode = json_text(json_find(arguments, "mode"));
    q->filters = json_text(json_find(arguments, "filters"));
    q->has_min_score = min_score != NULL;
    q->min_score = json_double(min_score);
    q->rerank = is_on(options, "rerank");
    q->wait = is_on(options, "wait");
    q->include = (struct evidence_options){
        .snippet = is_on(options, "include_snippet"),
        .pointer = is_on(options, "include_pointer"),
        .metadata = is_on(options, "include_metadata"),
        .text = is_on(options, "include_text"),
        /* it may be more than what the call is bound to */
        .parent = !access_is_partial(s) && is_on(options, "include_parent")};
    return read_scope(s, base, json_find(arguments, "scope"), a, q, e);
}

enum err search_tools_query(void *context, const struct json *arguments,
                            const atomic_bool *cancel, struct arena *a,
                            struct str *json, struct error *e)
{
    const struct tool_context *s = context;
    struct passage_search q = {.cancel = cancel,
                               .is_discreet = grant_is_public(s->grant),
                               .cache = s->call_state ? s->call_state->queries
                                                      : NULL};
    const struct window w = {s, arguments, &spec_semantic_query, "evidences"};
    struct passage_search_after after = {0};
    struct bases *bases = NULL;
    struct str whole;
    struct str base;
    struct reply r;
    enum err rc;

    if (window_is_next(&w))
        return window_next(&w, a, json, e);
    rc = access_base(s, json_text(json_find(arguments, "base")), RIGHT_READ,
                     &base, e);
    if (!rc)
        rc = read_query(s, base, arguments, a, &q, e);
    if (!rc)
        rc = bases_new(s->tables, &bases, e);
    reply_init(&r, window_max(&w, ANSWER_BYTES));
    if (!rc)
        rc = bases_search(bases, base, &q, &after, &r.w, e);
    bases_free(bases);
    if (!rc && after.lazy_index_triggered && s->call_state)
        catch_up_ask(s->call_state->catch_up, base);
    rc = reply_finish(&r, rc, a, &whole, e);
    return rc ? rc : window_fit(&w, base, whole, a, json, e);
}

#define POINTER_BYTES ((size_t)128 << 10) /* of one as JSON */

/* Each as text, or as the JSON that it came as. */
static enum err read_pointers(const struct json *list, struct arena *a,
                              struct bases_pointers *p, struct error *e)
{
    const size_t n = list ? list->count : 0;
    struct str *given;
    enum err rc = OK;

    if (n == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'pointers' is empty; semantic_query finds some");
    given = arena_alloc_array(a, n, sizeof(*given), e);
    if (!given)
        return e->code;
    for (const struct json *j = list->first; j && !rc; j = j->next) {
        struct jsonw w;
        struct buf b;

        given[p->n] = j->text;
        if (j->type == JSON_OBJECT) {
            buf_init(&b, POINTER_BYTES);
            jsonw_init(&w, &b);
            json_write(j, &w);
            rc = buf_dup(&b, a, &given[p->n], e);
            buf_release(&b);
        }
        p->n++;
    }
    p->given = given;
    return rc;
}

/* All belong to one base, which the first accessible one names; the others are
 * checked against it when they are fetched. Those out of reach fail alone.
 * Pointers relative to a part are made relative to the base. */
static enum err check_pointers(const struct tool_context *s,
                               struct bases_pointers *p, struct arena *a,
                               struct str *base, struct error *e)
{
    struct error *refused = arena_alloc_array(a, p->n, sizeof(*refused), e);
    struct str *uris =
        refused ? arena_alloc_array(a, p->n, sizeof(*uris), e) : NULL;
    bool any = false;

    if (!uris)
        return e->code;
    for (size_t i = 0; i < p->n; i++) {
        struct reached found = {0};

        refused[i] = (struct error){0};
        uris[i] = p->given[i];
        if (access_uri(s, p->given[i], a, &found, &refused[i]))
            continue;
        uris[i] = found.uri;
        if (!any)
            *base = found.base;
        any = true;
    }
    p->refused = refused;
    p->given = uris;
    if (any)
        return OK;
    *e = refused[0];
    if (p->n > 1)
        error_wrap(e, "pointer 1");
    return e->code;
}

enum err search_tools_fetch(void *context, const struct json *arguments,
                            const atomic_bool *cancel, struct arena *a,
                            struct str *json, struct error *e)
{
    const struct tool_context *s = context;
    const struct window w = {s, arguments, &spec_fetch_evidence, "items"};
    struct bases_pointers p = {.n = 0};
    struct bases *bases = NULL;
    struct str base = {0};
    struct str whole;
    struct reply r;
    enum err rc;

    (void)cancel;
    if (window_is_next(&w))
        return window_next(&w, a, json, e);
    p.draws = json_is_true(json_find(arguments, "image"));
    rc = read_pointers(json_find(arguments, "pointers"), a, &p, e);
    if (!rc)
        rc = check_pointers(s, &p, a, &base, e);
    if (!rc)
        rc = bases_new(s->tables, &bases, e);
    reply_init(&r, window_max(&w, ANSWER_BYTES));
    if (!rc)
        rc = bases_fetch(bases, base, &p, &r.w, e);
    bases_free(bases);
    rc = reply_finish(&r, rc, a, &whole, e);
    return rc ? rc : window_fit(&w, base, whole, a, json, e);
}
