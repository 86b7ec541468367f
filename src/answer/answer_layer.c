#include "answer/answer_layer.h"

#include "ask/semantic/flags.h"
#include "ask/semantic/retrieve.h"
#include "ask/semantic/semantic.h"

/* Columns of each collection that are offered where a word is not known, and
 * how much of the question they must have. */
#define OFFERED      2
#define OFFERED_FROM 0.2

static enum err read_layer(struct tables *t, struct str base, struct arena *a,
                           const struct semantic_entries **out, struct error *e)
{
    struct semantic_entries *list = arena_alloc(a, sizeof(*list), e);

    *out = list;
    return list ? semantic_entries_of(t, base, a, list, e) : e->code;
}

enum err layer_attach(struct tables *t, struct ask_schema *schema,
                      struct arena *a, struct answer *out, struct error *e)
{
    const struct semantic_entries *entries = NULL;
    struct str of = {0};
    enum err rc = OK;

    for (size_t i = 0; i < out->n_sources && !rc; i++) {
        struct str base = answer_source_base(&out->sources[i]);
        struct semantic_terms *terms;

        if (base.n == 0)
            continue;
        if (!str_eq(base, of))
            rc = read_layer(t, base, a, &entries, e);
        of = base;
        if (rc || !entries || entries->n == 0)
            continue;
        terms = arena_alloc(a, sizeof(*terms), e);
        if (!terms)
            return e->code;
        rc = semantic_apply(entries, &schema->tables[i], a, terms, e);
        out->sources[i].terms = terms;
    }
    return rc;
}

static bool is_held(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_filters; i++) {
        if (str_eq(s->filters[i].column, column))
            return true;
    }
    for (size_t i = 0; i < s->n_groups; i++) {
        if (str_eq(s->groups[i].column, column))
            return true;
    }
    return false;
}

/* The metric that lacks whose it is, or NULL. */
static const struct semantic_term *find_lack(const struct semantic_terms *terms,
                                             const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_measures + s->n_groups; i++) {
        struct str column = i < s->n_measures
                                ? s->measures[i].column
                                : s->groups[i - s->n_measures].column;
        const struct semantic_term *term = semantic_find_term(terms, column);

        if (term && term->needs.n && !is_held(s, term->needs))
            return term;
    }
    return NULL;
}

static bool is_named(const struct links *l, struct str column)
{
    for (size_t i = 0; l && i < l->n; i++) {
        for (size_t k = 0; k < l->link[i].n_hits; k++) {
            if (str_eq(l->link[i].hits[k].column->name, column))
                return true;
        }
    }
    return false;
}

/* What a clarifying question about one metric asks for: whose it is comes before whether it
 * is added up. */
static const struct semantic_term *find_asked_lack(
    const struct semantic_terms *terms, const struct ask_result *r)
{
    const struct semantic_term *term;

    if (r->outcome != ASK_CLARIFY || r->is_unknown || r->lacks_type ||
        r->n_candidates != 1 || r->candidates[0].kind != CANDIDATE_COLUMN)
        return NULL;
    term = semantic_find_term(terms, r->candidates[0].text);
    return term && term->needs.n && !is_named(r->links, term->needs) ? term
                                                                     : NULL;
}

static void offer_values(const struct schema_table *t, struct str column,
                         struct ask_result *out)
{
    const struct schema_column *c = schema_find_column(t, column);

    out->n_candidates = 0;
    for (size_t i = 0;
         c && i < c->n_values && out->n_candidates < ASK_MAX_CANDIDATES; i++)
        out->candidates[out->n_candidates++] =
            (struct ask_candidate){.kind = CANDIDATE_VALUE,
                                   .text = c->values[i],
                                   .column = column,
                                   .table = out->table};
}

static enum err say_lack(const struct semantic_term *lack,
                         enum language language, struct arena *a,
                         struct str *out, struct error *e)
{
    const struct str metric = lack->metric;
    const struct str of = lack->needs;

    if (language == LANGUAGE_ES)
        return str_printf(
            a, out, e,
            "¿De qué %.*s? %.*s corresponde a uno solo: indique uno o "
            "pregunte por cada uno",
            STR_FMT(of), STR_FMT(metric));
    if (language == LANGUAGE_ZH)
        return str_printf(a, out, e, "%.*s是哪个“%.*s”的？请指明，或按其分组",
                          STR_FMT(metric), STR_FMT(of));
    return str_printf(a, out, e,
                      "Of which %.*s? %.*s is of one alone: name one, or ask "
                      "for each",
                      STR_FMT(of), STR_FMT(metric));
}

/* The column of an entry in the table that is asked; empty: it has none. */
static struct str column_of(const struct semantic_terms *terms,
                            const struct json *payload)
{
    struct str metric = json_text(json_find(payload, "metric_name"));
    struct str column = json_text(json_find(payload, "column_name"));

    for (size_t i = 0; i < terms->n; i++) {
        const struct semantic_term *t = &terms->list[i];

        if (metric.n ? str_eq(t->metric, metric)
                     : str_eq_nocase(t->column, column))
            return t->column;
    }
    return (struct str){0};
}

/* In front of what was offered, once. */
static void offer_column(struct ask_result *out, struct str column)
{
    const struct ask_candidate c = {
        .kind = CANDIDATE_COLUMN, .text = column, .table = out->table};
    size_t n = out->n_candidates;
    size_t at = 0;

    while (at < n && !str_eq(out->candidates[at].text, column))
        at++;
    if (at == n && n < ASK_MAX_CANDIDATES)
        out->n_candidates++;
    if (at == ASK_MAX_CANDIDATES)
        at--;
    for (; at > 0; at--)
        out->candidates[at] = out->candidates[at - 1];
    out->candidates[0] = c;
}

/* A word that nothing is called by may be in what an entry says of itself:
 * "solvency" is a tag of the capital ratio. */
static enum err offer_described(const struct semantic_terms *terms,
                                struct str question, struct arena *a,
                                struct ask_result *out, struct error *e)
{
    static const enum semantic_collection order[] = {SEMANTIC_SCHEMA,
                                                     SEMANTIC_METRICS};
    enum err rc = OK;

    for (size_t i = 0; i < 2 && !rc; i++) {
        struct semantic_request request = {order[i], OFFERED, OFFERED_FROM,
                                           NULL};
        struct semantic_hits hits;

        rc = semantic_retrieve(terms->entries, question, &request, a, &hits, e);
        for (size_t k = hits.n; !rc && k-- > 0;) {
            struct str column = column_of(terms, hits.list[k].payload);

            if (column.n && hits.list[k].score < 1)
                offer_column(out, column);
        }
    }
    return rc;
}

enum err layer_ask(const struct ask_schema *schema, struct arena *a,
                   struct answer *out, struct error *e)
{
    struct ask_result *asked = &out->asked;
    const struct semantic_term *lack;

    if (asked->is_unknown && asked->outcome == ASK_CLARIFY &&
        out->sources[asked->table].terms)
        return offer_described(out->sources[asked->table].terms, out->question,
                               a, asked, e);
    lack = asked->outcome == ASK_ANSWERABLE
               ? find_lack(out->sources[asked->table].terms, &asked->spec)
               : find_asked_lack(out->sources[asked->table].terms, asked);
    if (!lack)
        return OK;
    asked->outcome = ASK_CLARIFY;
    offer_values(&schema->tables[asked->table], lack->needs, asked);
    return say_lack(lack, asked->language, a, &asked->message, e);
}

void layer_choose_chart(struct str chart, struct answer *out)
{
    const struct query_spec *s = &out->asked.spec;

    if (out->chart == CHART_NONE)
        return;
    if (str_is(chart, "line") && s->n_groups == 1 && s->groups[0].grain)
        out->chart = CHART_SERIES;
    else if (str_is(chart, "bar"))
        out->chart = CHART_RANKING;
    else if (str_is(chart, "table"))
        out->chart = CHART_NONE;
}

static void choose_chart(const struct semantic_terms *terms,
                         const struct query_spec *s, struct answer *out)
{
    const struct semantic_term *term =
        s->n_measures ? semantic_find_term(terms, s->measures[0].column) : NULL;

    if (term)
        layer_choose_chart(term->chart, out);
}

enum err layer_flag(const struct json *result, struct arena *a,
                    struct answer *out, struct error *e)
{
    const struct ask_result *asked = &out->asked;
    const struct semantic_terms *terms = out->sources[asked->table].terms;
    const struct semantic_shown shown = {.terms = terms,
                                         .spec = &asked->spec,
                                         .result = result,
                                         .language = asked->language};
    struct semantic_flags flags = {0};
    enum err rc;

    if (!terms)
        return OK;
    rc = semantic_flag(&shown, a, &flags, e);
    for (size_t i = 0; !rc && i < flags.n; i++) {
        if (out->n_warnings < ANSWER_MAX_WARNINGS)
            out->warnings[out->n_warnings++] = flags.text[i];
    }
    if (!rc)
        choose_chart(terms, &asked->spec, out);
    return rc;
}
