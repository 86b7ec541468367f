#include "ask/semantic/retrieve.h"

#include "ask/vocabulary/question_words.h"

#include <math.h>

/* Only a name that was said is certain. */
#define MAX_PARTIAL 0.99

/* A word that no entry has is rarer than one that a single entry has. */
#define UNSEEN 0.5

/* SQL is not for words to be found in; and example queries are about banks and
 * years as much as about the metric. */
static bool is_searched(struct str field)
{
    static const char *const ignored[] = {
        "sql",     "example_sql", "query_spec", "result",
        "formula", "complexity",  "data_type",  "example_queries"};

    return !STR_IN(field, ignored);
}

/* An entry while it is compared. */
struct candidate {
    struct semantic_hit hit;
    double near;        /* in meaning */
    struct words words; /* all that it tells */
};

struct retrieving {
    struct arena *a;
    struct words question;
    bool *counts; /* counts[question.n]: it is no word that only joins others */
    struct candidate *list;
    size_t n;
};

static void put_texts(const struct json *v, struct buf *b)
{
    if (v->type == JSON_STRING) {
        buf_put_str(b, v->text);
        buf_put_char(b, '\n');
    }
    for (const struct json *i = v->first; i; i = i->next)
        put_texts(i, b);
}

static enum err cut_entry(struct candidate *c, struct arena *a, struct error *e)
{
    struct buf b;
    struct str text;
    enum err rc;

    buf_init(&b, (size_t)1 << 20);
    for (const struct json *m = c->hit.payload->first; m; m = m->next) {
        if (is_searched(m->key))
            put_texts(m, &b);
    }
    rc = buf_dup(&b, a, &text, e);
    if (!rc)
        rc = words_cut(text, WORDS_NAME, a, &c->words, e);
    buf_release(&b);
    return rc;
}

static bool has_word(const struct words *w, struct str stem)
{
    for (size_t i = 0; i < w->n; i++) {
        if (str_eq(w->word[i].stem, stem))
            return true;
    }
    return false;
}

/* ---- names ---- */

static bool says(const struct words *question, const struct words *name)
{
    for (size_t at = 0; name->n && at + name->n <= question->n; at++) {
        size_t i = 0;

        while (i < name->n &&
               str_eq(question->word[at + i].stem, name->word[i].stem))
            i++;
        if (i == name->n)
            return true;
    }
    return false;
}

static enum err says_text(struct retrieving *r, struct str text,
                          enum words_mode mode, bool *said, struct error *e)
{
    struct words name;
    enum err rc = words_cut(text, mode, r->a, &name, e);

    *said |= !rc && says(&r->question, &name);
    return rc;
}

/* Does the question say its name, or one of its other names? */
static enum err is_named(struct retrieving *r, const struct json *payload,
                         bool *named, struct error *e)
{
    static const char *const names[] = {"metric_name", "column_name",
                                        "natural_language"};
    static const char *const lists[] = {"aliases", "synonyms"};
    enum err rc = OK;

    *named = false;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !rc; i++)
        rc = says_text(r, json_text(json_find(payload, names[i])), WORDS_NAME,
                       named, e);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]) && !rc; i++) {
        const struct json *list = json_find(payload, lists[i]);

        for (const struct json *t = list ? list->first : NULL; t && !rc;
             t = t->next)
            rc = says_text(r, t->text, WORDS_TEXT, named, e);
    }
    return rc;
}

/* ---- shares ---- */

/* How much a word of the question tells. */
static double weight_of(const struct retrieving *r, size_t at)
{
    double having = 0;

    if (!r->counts[at])
        return 0;
    for (size_t i = 0; i < r->n; i++)
        having += has_word(&r->list[i].words, r->question.word[at].stem);
    return log(1 + (double)r->n / (having > 0 ? having : UNSEEN));
}

static enum err score_all(struct retrieving *r, struct error *e)
{
    double all = 0;

    for (size_t at = 0; at < r->question.n; at++) {
        double weight = weight_of(r, at);

        all += weight;
        for (size_t i = 0; i < r->n && weight > 0; i++) {
            struct candidate *c = &r->list[i];

            if (has_word(&c->words, r->question.word[at].stem))
                c->hit.score += weight;
        }
    }
    for (size_t i = 0; i < r->n; i++) {
        struct semantic_hit *hit = &r->list[i].hit;
        bool named;

        if (is_named(r, hit->payload, &named, e))
            return e->code;
        hit->score = named ? 1 : all > 0 ? hit->score / all : 0;
        if (!named)
            hit->score = 1 - (1 - hit->score) * (1 - r->list[i].near);
        if (!named && hit->score > MAX_PARTIAL)
            hit->score = MAX_PARTIAL;
    }
    return OK;
}

/* ---- all of it ---- */

static enum err cut_question(struct retrieving *r, struct str question,
                             struct error *e)
{
    if (words_cut(question, WORDS_TEXT, r->a, &r->question, e))
        return e->code;
    r->counts = arena_alloc_array(r->a, r->question.n, sizeof(bool), e);
    if (!r->counts)
        return e->code;
    for (size_t at = 0; at < r->question.n; at++) {
        size_t n;
        const struct question_word *entry =
            question_words_find(&r->question, at, &n);

        r->counts[at] = !entry && r->question.word[at].kind != WORD_SYMBOL &&
                        r->question.word[at].kind != WORD_NUMBER;
    }
    return OK;
}

static enum err collect(struct retrieving *r,
                        const struct semantic_entries *entries,
                        const struct semantic_request *request, struct error *e)
{
    r->list = arena_alloc_array(r->a, entries->n, sizeof(*r->list), e);
    if (!r->list)
        return e->code;
    for (size_t i = 0; i < entries->n; i++) {
        struct candidate *c = &r->list[r->n];
        struct json *payload;

        if (entries->list[i].collection != request->collection)
            continue;
        if (json_parse(entries->list[i].payload, &json_default_limits, r->a,
                       &payload, e))
            return e->code;
        c->hit = (struct semantic_hit){&entries->list[i], payload, 0};
        c->near = request->near ? request->near[i] : 0;
        if (cut_entry(c, r->a, e))
            return e->code;
        r->n++;
    }
    return OK;
}

/* Those from the floor on; each goes in front of what is worse. */
static enum err take_best(const struct retrieving *r,
                          const struct semantic_request *request,
                          struct semantic_hits *out, struct error *e)
{
    out->list =
        arena_alloc_array(r->a, request->top_k + 1, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    for (size_t i = 0; i < r->n; i++) {
        size_t at = out->n;

        if (r->list[i].hit.score < request->floor)
            continue;
        for (; at > 0 && out->list[at - 1].score < r->list[i].hit.score; at--)
            out->list[at] = out->list[at - 1];
        out->list[at] = r->list[i].hit;
        out->n += out->n < request->top_k;
    }
    return OK;
}

struct semantic_request semantic_usual(enum semantic_collection c)
{
    switch (c) {
    case SEMANTIC_SCHEMA:
        return (struct semantic_request){c, SEMANTIC_TOP_SCHEMA, SEMANTIC_FLOOR,
                                         NULL};
    case SEMANTIC_METRICS:
        return (struct semantic_request){c, SEMANTIC_TOP_METRICS,
                                         SEMANTIC_FLOOR, NULL};
    default:
        return (struct semantic_request){c, SEMANTIC_TOP_EXAMPLES,
                                         SEMANTIC_FLOOR_EXAMPLES, NULL};
    }
}

enum err semantic_retrieve(const struct semantic_entries *entries,
                           struct str question,
                           const struct semantic_request *request,
                           struct arena *a, struct semantic_hits *out,
                           struct error *e)
{
    struct retrieving r = {.a = a};

    *out = (struct semantic_hits){0};
    if (collect(&r, entries, request, e) || cut_question(&r, question, e) ||
        score_all(&r, e))
        return e->code;
    return take_best(&r, request, out, e);
}
