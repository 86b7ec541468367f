/*
 * Each passage is cut into sentences, and of each sentence it is known which
 * words of the question stand in it, compared by their stems. A word weighs the
 * more the fewer sentences have it. The best run of up to three sentences of a
 * passage is quoted, one more sentence being worth it where it brings a word;
 * what ends with a colon takes what it announces along.
 *
 * How good a quote is, is how likely its passage answers (which knows meaning)
 * and how many of the words it has. Passages whose quotes are nearly as good as
 * the best one are quoted, too.
 *
 */
#include "answer/extract.h"

#include "ask/route/phrases.h"
#include "base/buf.h"
#include "base/text/stem.h"
#include "base/utf8.h"
#include "search/lexical/stop_words.h"

#include <math.h>

#define MAX_ASKED    64  /* words of a question, a bit each */
#define MAX_RUN      3   /* sentences of a quote, without what a colon adds */
#define SHORT_CHARS  120 /* a quote that takes the next sentence along */
#define WORTH        0.4 /* of a word, to take a sentence more */
#define NEARLY_AS    0.9 /* good as the best, to be quoted as well */
#define CJK_WEIGHT   0.5 /* of a character, beside a word */
#define WORDS_MATTER 0.5 /* how much of a quote's worth is not its words */

/* A word of the question. */
struct asked {
    struct str fold;
    struct str stem[STEM_LANGUAGES];
    bool cjk;
    double weight;
};

/* A passage, cut. */
struct cut_passage {
    struct sentences s;
    uint64_t *has; /* has[s.n]: bits of the words in each */
    size_t from, to;
    double words; /* weight of those in [from, to) */
    double worth;
};

struct extraction {
    const struct extract_request *r;
    struct arena *a;
    struct stemmer *stemmer[STEM_LANGUAGES];
    struct asked asked[MAX_ASKED];
    size_t n_asked;
    struct cut_passage *cut; /* cut[r->n] */
    double least;            /* that one more sentence must bring */
};

static bool is_stop(const struct word *w)
{
    if (w->kind == WORD_CJK)
        return stop_cjk(w->raw) == 2;
    return w->kind == WORD_SYMBOL || stop_languages(w->fold) != 0;
}

static bool is_known(const struct extraction *x, const struct word *w)
{
    for (size_t i = 0; i < x->n_asked; i++) {
        if (str_eq(x->asked[i].fold, w->fold))
            return true;
    }
    return false;
}

/* "What does the policy say about": how it is asked, not what. */
static bool is_asking(const struct words *w, size_t at, size_t *n)
{
    const struct phrase *p = phrase_find(w, at, n);

    return p && p->kind != PHRASE_FIGURE && p->kind != PHRASE_UNIT;
}

static enum err read_words(struct extraction *x, const struct words *w,
                           bool all, struct error *e)
{
    size_t covered = 0;

    for (size_t i = 0; i < w->n && x->n_asked < MAX_ASKED; i++) {
        struct asked *asked = &x->asked[x->n_asked];
        size_t n;

        if (is_asking(w, i, &n) && i + n > covered)
            covered = i + n;
        if ((i < covered && !all) || is_stop(&w->word[i]) ||
            is_known(x, &w->word[i]))
            continue;
        *asked = (struct asked){.fold = w->word[i].fold,
                                .cjk = w->word[i].kind == WORD_CJK};
        for (size_t k = 0; k < STEM_LANGUAGES; k++) {
            if (str_dup(stemmer_stem(x->stemmer[k], w->word[i].fold), x->a,
                        &asked->stem[k], e))
                return e->code;
        }
        x->n_asked++;
    }
    return OK;
}

static enum err read_question(struct extraction *x, struct error *e)
{
    struct words w;
    enum err rc = words_cut(x->r->question, WORDS_TEXT, x->a, &w, e);

    if (!rc)
        rc = read_words(x, &w, false, e);
    return rc || x->n_asked > 0 ? rc : read_words(x, &w, true, e);
}

/* Is the word of a sentence one of the question's? */
static bool is_same(struct extraction *x, const struct asked *asked,
                    const struct word *w)
{
    if (str_eq(asked->fold, w->fold))
        return true;
    if (asked->cjk || w->kind != WORD_LETTERS)
        return false;
    for (size_t k = 0; k < STEM_LANGUAGES; k++) {
        if (str_eq(asked->stem[k], stemmer_stem(x->stemmer[k], w->fold)))
            return true;
    }
    return false;
}

static enum err find_words(struct extraction *x, struct str sentence,
                           uint64_t *has, struct error *e)
{
    struct words w;

    if (words_cut(sentence, WORDS_TEXT, x->a, &w, e))
        return e->code;
    for (size_t i = 0; i < w.n; i++) {
        for (size_t k = 0; k < x->n_asked; k++) {
            if (!(*has >> k & 1) && is_same(x, &x->asked[k], &w.word[i]))
                *has |= UINT64_C(1) << k;
        }
    }
    return OK;
}

static enum err cut_all(struct extraction *x, struct error *e)
{
    x->cut = arena_alloc_array(x->a, x->r->n, sizeof(*x->cut), e);
    if (!x->cut)
        return e->code;
    for (size_t i = 0; i < x->r->n; i++) {
        const struct extract_passage *p = &x->r->passages[i];
        struct cut_passage *c = &x->cut[i];

        if (sentences_cut(p->text, p->markup, x->a, &c->s, e))
            return e->code;
        c->has = arena_alloc_array(x->a, c->s.n, sizeof(*c->has), e);
        if (!c->has)
            return e->code;
        for (size_t k = 0; k < c->s.n; k++) {
            if (find_words(x, c->s.at[k].text, &c->has[k], e))
                return e->code;
        }
    }
    return OK;
}

/* The rarer, the more; a word that is nowhere weighs nothing. */
static void weigh(struct extraction *x)
{
    double sum = 0;
    size_t found = 0;

    for (size_t k = 0; k < x->n_asked; k++) {
        size_t with = 0;
        size_t all = 0;

        for (size_t i = 0; i < x->r->n; i++) {
            all += x->cut[i].s.n;
            for (size_t j = 0; j < x->cut[i].s.n; j++)
                with += x->cut[i].has[j] >> k & 1;
        }
        if (with == 0)
            continue;
        x->asked[k].weight = log(1 + (double)all / (double)with) *
                             (x->asked[k].cjk ? CJK_WEIGHT : 1);
        sum += x->asked[k].weight;
        found++;
    }
    x->least = found ? WORTH * sum / (double)found : 0;
}

static double weight_of(const struct extraction *x, uint64_t has)
{
    double sum = 0;

    for (size_t k = 0; k < x->n_asked; k++)
        sum += has >> k & 1 ? x->asked[k].weight : 0;
    return sum;
}

static size_t characters(const struct cut_passage *c, size_t from, size_t to)
{
    size_t n = 0;

    for (size_t i = from; i < to; i++)
        n += utf8_count(c->s.at[i].text) + 1;
    return n;
}

static bool fits(const struct cut_passage *c, size_t from, size_t to)
{
    return characters(c, from, to) <= EXTRACT_QUOTE_CHARS;
}

/* A step of a list says little without the others. */
static void take_items(struct cut_passage *c)
{
    if (!c->s.at[c->from].is_item)
        return;
    while (c->from > 0 && c->s.at[c->from - 1].is_item &&
           fits(c, c->from - 1, c->to))
        c->from--;
    while (c->to < c->s.n && c->s.at[c->to].is_item &&
           fits(c, c->from, c->to + 1))
        c->to++;
}

/* What a colon announces, and behind little a sentence of the same block. */
static void extend(struct cut_passage *c)
{
    bool announced =
        c->to > 0 && (str_ends(c->s.at[c->to - 1].text, STR(":")) ||
                      str_ends(c->s.at[c->to - 1].text, STR("：")));

    while (c->to < c->s.n) {
        bool same = c->s.at[c->to].block == c->s.at[c->to - 1].block;

        if (!fits(c, c->from, c->to + 1) ||
            !(announced ||
              (same && characters(c, c->from, c->to) < SHORT_CHARS)))
            return;
        c->to++;
    }
}

static void choose_run(const struct extraction *x, struct cut_passage *c)
{
    double best = -1;

    for (size_t from = 0; from < c->s.n; from++) {
        uint64_t has = 0;

        for (size_t to = from + 1; to <= c->s.n && to - from <= MAX_RUN; to++) {
            double worth;

            has |= c->has[to - 1];
            worth = weight_of(x, has) - x->least * (double)(to - from - 1);
            if (worth <= best + 1e-9 || (to > from + 1 && !fits(c, from, to)))
                continue;
            best = worth;
            c->from = from;
            c->to = to;
            c->words = weight_of(x, has);
        }
    }
    if (c->s.n == 0)
        return;
    take_items(c);
    extend(c);
}

static void choose_all(struct extraction *x)
{
    double most = 0;

    for (size_t i = 0; i < x->r->n; i++) {
        choose_run(x, &x->cut[i]);
        most = fmax(most, x->cut[i].words);
    }
    for (size_t i = 0; i < x->r->n; i++) {
        struct cut_passage *c = &x->cut[i];

        c->worth = x->r->passages[i].score *
                   (WORDS_MATTER +
                    (1 - WORDS_MATTER) * (most > 0 ? c->words / most : 0));
        if (c->s.n == 0 || (x->r->needs_words && c->words == 0))
            c->worth = 0;
    }
}

/* At most `max` characters, whole words, and a sign that more follows. */
static enum err put_cut(struct str text, size_t max, struct arena *a,
                        struct str *out, struct error *e)
{
    size_t at = 0;
    size_t word = 0;

    if (utf8_count(text) <= max) {
        *out = text;
        return OK;
    }
    for (size_t n = 0; n + 1 < max && at < text.n; n++) {
        size_t len = utf8_length(str_slice(text, at, text.n));

        if (text.p[at] == ' ')
            word = at;
        at += len ? len : 1;
    }
    word = word > at / 2 ? word : at;
    return str_printf(a, out, e, "%.*s…", STR_FMT(str_slice(text, 0, word)));
}

/* As one text of at most `max` characters. */
static enum err join(struct sentence_run run, size_t max, struct arena *a,
                     struct str *out, struct error *e)
{
    struct str text;

    if (sentences_join(run, a, &text, e))
        return e->code;
    return put_cut(text, max, a, out, e);
}

/* As many sentences as an excerpt takes, from `from` on. */
static enum err make_excerpt(const struct cut_passage *c, size_t from,
                             struct arena *a, struct str *out, struct error *e)
{
    size_t to = from + (from < c->s.n);

    while (to < c->s.n && characters(c, from, to + 1) <= EXTRACT_EXCERPT_CHARS)
        to++;
    return join((struct sentence_run){&c->s, from, to}, EXTRACT_EXCERPT_CHARS,
                a, out, e);
}

static enum err quote(const struct extraction *x, size_t i,
                      struct extracted *out, struct error *e)
{
    const struct cut_passage *c = &x->cut[i];
    struct extract_quote *q = &out->quote[out->n];

    q->passage = i;
    if (join((struct sentence_run){&c->s, c->from, c->to}, EXTRACT_QUOTE_CHARS,
             x->a, &q->text, e) ||
        make_excerpt(c, c->from, x->a, &q->excerpt, e))
        return e->code;
    for (size_t k = 0; k < out->n; k++) {
        if (str_eq(out->quote[k].text, q->text))
            return OK; /* said twice */
    }
    out->n++;
    return OK;
}

/* The best first; of equals the one that came first. */
static enum err quote_best(const struct extraction *x, struct extracted *out,
                           struct error *e)
{
    double best = 0;

    for (size_t n = 0; n < x->r->n && out->n < EXTRACT_CITED; n++) {
        size_t at = 0;

        for (size_t i = 1; i < x->r->n; i++) {
            if (x->cut[i].worth > x->cut[at].worth)
                at = i;
        }
        if (n == 0)
            best = x->cut[at].worth;
        if (best <= 0 || x->cut[at].worth < NEARLY_AS * best)
            return OK;
        if (quote(x, at, out, e))
            return e->code;
        x->cut[at].worth = -1;
    }
    return OK;
}

static enum err extract(struct extraction *x, struct extracted *out,
                        struct error *e)
{
    enum err rc = read_question(x, e);

    if (!rc)
        rc = cut_all(x, e);
    if (rc)
        return rc;
    weigh(x);
    choose_all(x);
    return quote_best(x, out, e);
}

enum err extract_answer(const struct extract_request *r, struct arena *a,
                        struct extracted *out, struct error *e)
{
    struct extraction *x = arena_alloc(a, sizeof(*x), e);
    enum err rc = OK;

    *out = (struct extracted){0};
    if (!x)
        return e->code;
    if (r->n == 0)
        return OK;
    x->r = r;
    x->a = a;
    for (size_t k = 0; k < STEM_LANGUAGES && !rc; k++) {
        x->stemmer[k] = stemmer_new((enum stem_language)k, e);
        rc = x->stemmer[k] ? OK : e->code;
    }
    if (!rc)
        rc = extract(x, out, e);
    for (size_t k = 0; k < STEM_LANGUAGES; k++)
        stemmer_free(x->stemmer[k]);
    return rc;
}

enum err extract_excerpt(const struct extract_passage *p, struct arena *a,
                         struct str *out, struct error *e)
{
    struct cut_passage c = {0};
    enum err rc = sentences_cut(p->text, p->markup, a, &c.s, e);

    return rc ? rc : make_excerpt(&c, 0, a, out, e);
}
