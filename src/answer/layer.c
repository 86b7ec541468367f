#include "answer/layer.h"

#include "semantic/flags.h"
#include "semantic/semantic.h"

static struct str base_of(const struct answer_source *s)
{
    return json_text(json_find(json_find(s->map, "source"), "base"));
}

enum err layer_tell(struct tables *t, struct ask_schema *schema,
                    struct arena *a, struct answer *out, struct error *e)
{
    struct semantic_entries entries = {0};
    struct str of = {0};
    enum err rc = OK;

    for (size_t i = 0; i < out->n_sources && !rc; i++) {
        struct str base = base_of(&out->sources[i]);
        struct semantic_terms *terms;

        if (base.n == 0)
            continue;
        if (!str_eq(base, of))
            rc = semantic_entries_of(t, base, a, &entries, e);
        of = base;
        if (rc || entries.n == 0)
            continue;
        terms = arena_alloc(a, sizeof(*terms), e);
        if (!terms)
            return e->code;
        rc = semantic_apply(&entries, &schema->tables[i], a, terms, e);
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

static void offer_values(const struct schema_table *t, struct str column,
                         struct ask_result *out)
{
    const struct schema_column *c = semantic_find_column(t, column);

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
        return str_printf(a, out, e,
                          "¿De qué %.*s? %.*s es de uno solo: nombra uno o "
                          "pregunta por cada uno",
                          STR_FMT(of), STR_FMT(metric));
    if (language == LANGUAGE_ZH)
        return str_printf(a, out, e, "%.*s是哪个“%.*s”的？请指明，或按其分组",
                          STR_FMT(metric), STR_FMT(of));
    return str_printf(a, out, e,
                      "Of which %.*s? %.*s is of one alone: name one, or ask "
                      "for each",
                      STR_FMT(of), STR_FMT(metric));
}

enum err layer_ask(const struct ask_schema *schema, struct arena *a,
                   struct answer *out, struct error *e)
{
    struct ask_result *asked = &out->asked;
    const struct semantic_term *lack;

    if (asked->outcome != ASK_ANSWERABLE)
        return OK;
    lack = find_lack(out->sources[asked->table].terms, &asked->spec);
    if (!lack)
        return OK;
    asked->outcome = ASK_CLARIFY;
    offer_values(&schema->tables[asked->table], lack->needs, asked);
    return say_lack(lack, asked->language, a, &asked->message, e);
}

/* Only a result that has a picture gets another one. */
static void choose_chart(const struct semantic_terms *terms,
                         const struct query_spec *s, struct answer *out)
{
    const struct semantic_term *term =
        s->n_measures ? semantic_find_term(terms, s->measures[0].column) : NULL;

    if (!term || out->chart == CHART_NONE)
        return;
    if (str_is(term->chart, "line") && s->n_groups == 1 && s->groups[0].grain)
        out->chart = CHART_SERIES;
    else if (str_is(term->chart, "bar"))
        out->chart = CHART_RANKING;
    else if (str_is(term->chart, "table"))
        out->chart = CHART_NONE;
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
