/*
 * For each run of up to three words of the question (in Chinese the longest runs of
 * characters) the lexicon's concepts are looked up, and what else these are called
 * becomes an alternative in the plan, if passages have it. A passage is worth what the
 * best of a word and its alternatives is worth in it, so that a concept counts once.
 *
 * An alternative weighs less than the word itself: less the more concepts the word may
 * mean, the further behind in its line of the lexicon either stands, and where one is a
 * noun and the other not. Two concepts that both lead to it add up.
 *
 * The weights were chosen by questions of XQuAD over the passages of another language
 * (recall@1, es-en, zh-en), by XQuAD and Cranfield as they are, and by the development
 * sets of tests/retrieval/corpora. Beside what is built in:
 *
 *                              es-en   zh-en   en     Cranfield, nDCG@10
 *     no alternatives           .645    .123   .950      .3753
 *     all alike, weight .5      .745    .378   .941      .3579
 *     built in                  .830    .535   .952      .3771
 *
 * Weights of .3 and .5 in one language, and of .5 and .9 across, are within .005 of
 * these. Without the correction of misspelt words where there are alternatives es-en is
 * .821: many words of the two languages differ in a letter.
 */
#include "search/related/related_expand.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "search/lexical/filter.h"
#include "search/lexical/term_expand.h"
#include "search/related/related_words.h"

#include <math.h>
#include <stdlib.h>

#define WEIGHT_SAME   0.4 /* in the language of the word */
#define WEIGHT_ACROSS 0.8
#define WEIGHT_ROLE   0.5 /* of a verb for a noun, of an adjective for either */
#define DECAY         0.9 /* for each place further behind in a line */
#define AMBIGUITY     (-0.25) /* power of how many concepts there are */
#define AGAIN         0.3     /* of another concept that leads there */

#define MAX_FOUND     1024 /* terms of one run */
#define MAX_TRIED     40   /* of these looked up in the index, the best */
#define MAX_TAKEN     10
#define MAX_BYTES     4096      /* of the text of a run */
#define MOST_PASSAGES (1 / 3.0) /* what more of them have says little */

struct candidate {
    struct related_term term;
    double weight;
};

/* Tokens in a row of the question. */
struct run {
    size_t from;
    size_t to;
    enum related_language language;
    struct str text;
};

struct expander {
    const struct search_view *view;
    const struct related_words *words;
    struct analyzer *z;
    struct arena *a;
    struct plan *p;
    uint64_t passages;
    bool has[RELATED_LANGUAGES]; /* some passage is in it */
    struct keys keys;
    struct candidate found[MAX_FOUND]; /* found[n], for one run */
    size_t n;
};

/* The languages of the passages; all of them where none is known. */
static enum err find_languages(struct expander *x, struct error *e)
{
    static const char *const codes[RELATED_LANGUAGES] = {"en", "es", "zh"};
    bool has_any = false;

    for (size_t s = 0; s < x->view->n; s++) {
        const struct search_segment *at = &x->view->at[s];

        x->passages += segment_docs(at->segment) - at->n_deleted;
        for (size_t l = 0; l < RELATED_LANGUAGES; l++) {
            struct posting_list list;
            uint64_t df = 0;
            bool found;

            if (filter_find(at->segment, STR("lang"), str_from(codes[l]),
                            &found, &list, e) ||
                (found && expand_live_df(at, &list, &df, e)))
                return e->code;
            x->has[l] = x->has[l] || df > 0;
            has_any = has_any || df > 0;
        }
    }
    for (size_t l = 0; l < RELATED_LANGUAGES; l++)
        x->has[l] = x->has[l] || !has_any;
    return OK;
}

/* The text that a run is looked up by. */
static enum err put_text(struct expander *x, struct run *r, struct error *e)
{
    struct buf b;
    enum err rc = OK;

    buf_init(&b, MAX_BYTES);
    for (size_t i = r->from; i < r->to && !rc; i++) {
        const struct token *t = &x->p->token[i].token;
        struct str stem;

        rc = related_stem(x->z, t, r->language, &x->keys, &stem, e);
        if (rc)
            break;
        if (i > r->from && !t->is_cjk)
            buf_put_char(&b, ' ');
        buf_put_str(&b, stem);
    }
    if (!rc)
        rc = buf_dup(&b, x->a, &r->text, e);
    buf_release(&b);
    return rc;
}

static double weight_of(const struct related_sense *asked,
                        enum related_language language,
                        const struct related_term *t)
{
    const double places = asked->position + t->sense.position;

    return (language == t->language ? WEIGHT_SAME : WEIGHT_ACROSS) *
           (asked->role == t->sense.role ? 1 : WEIGHT_ROLE) *
           pow(DECAY, places);
}

/* "cheap" is no other word for "expensive". */
static bool is_opposite(const struct related_sense *a,
                        const struct related_sense *b)
{
    return a->role + b->role == RELATED_HIGH + RELATED_LOW &&
           a->role != b->role && a->role >= RELATED_HIGH &&
           b->role >= RELATED_HIGH;
}

/* One Chinese character is a part of other words as well. */
static bool is_one_character(const struct related_term *t)
{
    return t->language == RELATED_ZH && utf8_count(t->keys) < 2;
}

static int by_keys(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;
    int c = str_cmp(x->term.keys, y->term.keys);

    if (c == 0 && x->term.language != y->term.language)
        c = x->term.language < y->term.language ? -1 : 1;
    if (c == 0 && x->weight != y->weight)
        c = x->weight > y->weight ? -1 : 1;
    return c;
}

static int by_weight(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return by_keys(a, b);
}

/* Each term once, with what all of its concepts say. */
static void merge(struct expander *x)
{
    size_t kept = 0;

    qsort(x->found, x->n, sizeof(*x->found), by_keys);
    for (size_t i = 0; i < x->n; i++) {
        struct candidate *last = &x->found[kept > 0 ? kept - 1 : 0];
        const struct candidate *c = &x->found[i];

        if (kept > 0 && str_eq(last->term.keys, c->term.keys) &&
            last->term.language == c->term.language)
            last->weight += AGAIN * c->weight * (1 - last->weight);
        else
            x->found[kept++] = *c;
    }
    x->n = kept;
}

/* All that may stand for a run, the best first. */
static void find_terms(struct expander *x, const struct run *r)
{
    const struct related_sense *sense;
    const size_t n = related_senses(x->words, r->text, r->language, &sense);
    const double sure = n > 0 ? pow((double)n, AMBIGUITY) : 0;

    x->n = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t terms = related_terms(x->words, sense[i].concept_id);

        for (size_t k = 0; k < terms && x->n < MAX_FOUND; k++) {
            const struct related_term t =
                related_term_at(x->words, sense[i].concept_id, k);

            if (x->has[t.language] && !is_one_character(&t) &&
                !is_opposite(&sense[i], &t.sense))
                x->found[x->n++] = (struct candidate){
                    t, sure * weight_of(&sense[i], r->language, &t)};
        }
    }
    merge(x);
    qsort(x->found, x->n, sizeof(*x->found), by_weight);
}

/* Do passages have a key, and not most of them? */
static enum err is_telling(const struct expander *x, struct str key, bool *yes,
                           struct error *e)
{
    uint64_t df = 0;

    for (size_t i = 0; i < x->view->n; i++) {
        const struct search_segment *at = &x->view->at[i];
        struct posting_list list;
        uint64_t live = 0;
        bool found;

        if (segment_find(at->segment, key, &found, &list, e) ||
            (found && expand_live_df(at, &list, &live, e)))
            return e->code;
        df += live;
    }
    *yes = df > 0 && (double)df <= MOST_PASSAGES * (double)x->passages + 1;
    return OK;
}

/* The keys of a term; none if it has too many, or one that tells nothing. */
static enum err split_keys(const struct expander *x, struct str text,
                           struct str key[PLAN_ALTERNATIVE_KEYS], size_t *n,
                           struct error *e)
{
    size_t at = 0;

    *n = 0;
    while (text.n > 0) {
        const size_t end = str_find_char(text, ' ');
        bool is_good = at < PLAN_ALTERNATIVE_KEYS;

        if (is_good && (str_printf(x->a, &key[at], e, "%c%.*s", KEY_STEM,
                                   STR_FMT(str_slice(text, 0, end))) ||
                        is_telling(x, key[at], &is_good, e)))
            return e->code;
        if (!is_good)
            return OK;
        at++;
        text = str_slice(text, end < text.n ? end + 1 : end, text.n);
    }
    *n = at;
    return OK;
}

/* Is it a word of the question? */
static bool is_asked(const struct plan *p, struct str key)
{
    for (size_t i = 0; i < p->n_lists; i++)
        if (!p->list[i].is_alternative && str_eq(p->list[i].key, key))
            return true;
    return false;
}

/* The best of what was found become alternatives. Characters share the weight of what
 * they are together. */
static enum err put_alternatives(struct expander *x, const struct run *r,
                                 struct error *e)
{
    const bool is_cjk = x->p->token[r->from].token.is_cjk;
    const double share = is_cjk ? 1 / (double)(r->to - r->from) : 1;
    size_t taken = 0;

    for (size_t i = 0; i < x->n && i < MAX_TRIED && taken < MAX_TAKEN; i++) {
        struct str key[PLAN_ALTERNATIVE_KEYS];
        const struct plan_alternative o = {.from = (uint32_t)r->from + 1,
                                           .to = (uint32_t)r->to + 1,
                                           .share = share,
                                           .weight = x->found[i].weight};
        size_t n;

        if (split_keys(x, x->found[i].term.keys, key, &n, e))
            return e->code;
        if (n == 0 || (n == 1 && is_asked(x->p, key[0])))
            continue;
        if (!plan_add_alternative(x->p, key, n, &o))
            return OK;
        taken++;
    }
    return OK;
}

/* *known: the lexicon has the tokens [from, to). */
static enum err expand_run(struct expander *x, size_t from, size_t to,
                           bool *known, struct error *e)
{
    const bool is_cjk = x->p->token[from].token.is_cjk;

    for (size_t l = 0; l < RELATED_LANGUAGES; l++) {
        struct run r = {from, to, (enum related_language)l, {0}};

        if (is_cjk != (l == RELATED_ZH))
            continue;
        if (put_text(x, &r, e))
            return e->code;
        find_terms(x, &r);
        *known = *known || x->n > 0;
        if (put_alternatives(x, &r, e))
            return e->code;
    }
    return OK;
}

/* Are the tokens of one script, and do they say something? */
static bool is_run(const struct plan *p, size_t from, size_t to)
{
    bool says = false;

    if (to > p->n_tokens)
        return false;
    for (size_t i = from; i < to; i++) {
        if (p->token[i].token.is_cjk != p->token[from].token.is_cjk)
            return false;
        says = says || p->token[i].stop < 2;
    }
    return says;
}

/* The runs from a token on; *next is where to go on. */
static enum err expand_from(struct expander *x, size_t from, size_t *next,
                            struct error *e)
{
    const bool is_cjk = x->p->token[from].token.is_cjk;
    bool known = false;

    *next = from + 1;
    for (size_t n = is_cjk ? RELATED_MAX_CHARACTERS : RELATED_MAX_WORDS; n > 0;
         n--) {
        if (!is_run(x->p, from, from + n))
            continue;
        if (expand_run(x, from, from + n, &known, e))
            return e->code;
        if (is_cjk && known) {
            *next = from + n;
            return OK;
        }
    }
    return OK;
}

enum err related_expand(const struct search_view *v, struct analyzer *z,
                        struct arena *a, struct plan *p, struct error *e)
{
    struct expander *x = arena_alloc_array(a, 1, sizeof(*x), e);
    size_t at = 0;

    if (!x)
        return e->code;
    x->view = v;
    x->words = related_words_shared();
    x->z = z;
    x->a = a;
    x->p = p;
    if (find_languages(x, e))
        return e->code;
    while (at < p->n_tokens)
        if (expand_from(x, at, &at, e))
            return e->code;
    return OK;
}
