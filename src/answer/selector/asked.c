#include "answer/selector/asked.h"

#include "ask/route/phrases.h"
#include "ask/vocabulary/question_words.h"
#include "base/text/distance.h"
#include "base/utf8.h"
#include "search/lexical/stop_words.h"

#include <math.h>

#define TYPE_WEIGHT  0.3 /* of a word that also tells the type of the answer */
#define NEAR_BYTES   6   /* a word so long may be misspelled by one letter */
#define LEAST_WEIGHT 0.05

struct reading {
    const struct words *w;
    const struct corpus_words *corpus;
    const struct stemmers *stemmers;
    struct arena *a;
    struct asked *out;
    bool all;       /* also the words that only ask */
    unsigned kinds; /* of values that are asked for */
};

enum err stemmers_init(struct stemmers *s, struct error *e)
{
    *s = (struct stemmers){{0}};
    for (size_t k = 0; k < STEM_LANGUAGES; k++) {
        s->of[k] = stemmer_new((enum stem_language)k, e);
        if (!s->of[k])
            return e->code;
    }
    return OK;
}

void stemmers_release(struct stemmers *s)
{
    for (size_t k = 0; k < STEM_LANGUAGES; k++)
        stemmer_free(s->of[k]);
}

bool asked_is_stop(const struct word *w)
{
    if (w->kind == WORD_CJK)
        return stop_cjk(w->raw) == 2;
    return w->kind == WORD_SYMBOL || stop_languages(w->fold) != 0;
}

static unsigned type_of_concept(const struct question_word *l)
{
    switch (l->kind) {
    case CONCEPT_MANY:
    case CONCEPT_MUCH:
    case CONCEPT_DURATION: return ASKED_NUMBER;
    case CONCEPT_WHEN: return ASKED_WHEN;
    case CONCEPT_WHO: return ASKED_WHO;
    case CONCEPT_WHERE: return ASKED_WHERE;
    case CONCEPT_YESNO: return ASKED_YESNO;
    case CONCEPT_WHICH: return ASKED_WHICH;
    default: return 0;
    }
}

static unsigned type_of_phrase(const struct phrase *p)
{
    switch (p->kind) {
    case PHRASE_RULE: return ASKED_RULE;
    case PHRASE_MEANING: return ASKED_MEANING;
    case PHRASE_FIGURE: return ASKED_NUMBER;
    default: return 0;
    }
}

/* How a word is asked with: until where words only ask, until where they tell
 * the type. */
struct asking_words {
    size_t only;
    size_t type;
};

static void read_types(struct reading *r, size_t at, struct asking_words *until)
{
    size_t n;
    size_t n_asking;
    const struct phrase *p = phrase_find(r->w, at, &n);
    const struct question_word *l;

    r->kinds |= values_asked(r->w, at, &n_asking);
    if (at + n_asking > until->type)
        until->type = at + n_asking;
    if (p && p->kind != PHRASE_UNIT) {
        r->out->types |= type_of_phrase(p);
        if (p->kind != PHRASE_FIGURE && at + n > until->only)
            until->only = at + n;
    }
    l = question_words_find(r->w, at, &n);
    if (!l || !type_of_concept(l))
        return;
    r->out->types |= type_of_concept(l);
    if (at + n > until->type)
        until->type = at + n;
}

static bool is_known(const struct asked *q, struct str text)
{
    for (size_t i = 0; i < q->n; i++) {
        if (str_eq(q->term[i].text, text))
            return true;
    }
    return false;
}

/* Upper case within a question, or letters and digits in one: a name. */
static bool is_name(const struct words *w, size_t at)
{
    const struct word *x = &w->word[at];
    const char c = x->raw.n ? x->raw.p[0] : 'a';

    return x->kind == WORD_LETTERS && at > 0 && c >= 'A' && c <= 'Z';
}

static double passages_with(const struct corpus_words *c, struct str text)
{
    double most = 0;

    for (size_t i = 0; i < c->n; i++) {
        if (str_eq(c->word[i].text, text))
            most = fmax(most, c->word[i].passages);
    }
    return most;
}

static void weigh(const struct corpus_words *c, struct asked_term *t)
{
    const double with = passages_with(c, t->text);
    const double most = log((c->passages + 1) / 0.5);

    if (c->passages <= 0) {
        t->rarity = t->weight = 1;
        return;
    }
    t->is_unknown = with <= 0;
    t->rarity = fmax(0, log((c->passages + 1) / (with + 0.5)) / most);
    t->weight *= fmax(LEAST_WEIGHT, t->rarity);
}

static enum err add_term(struct reading *r, struct asked_term t,
                         struct error *e)
{
    struct asked *q = r->out;

    if (q->n == ASKED_MAX_TERMS || is_known(q, t.text))
        return OK;
    weigh(r->corpus, &t);
    for (size_t k = 0; k < STEM_LANGUAGES && !t.is_cjk; k++) {
        if (str_dup(stemmer_stem(r->stemmers->of[k], t.text), r->a, &t.stem[k],
                    e))
            return e->code;
    }
    q->term[q->n++] = t;
    return OK;
}

/* The text of two words one right after the other. */
static struct str pair_of(const struct words *w, size_t at)
{
    const struct word *x = &w->word[at];
    const struct word *y = &w->word[at + 1];

    return str_slice(w->text, x->offset, y->offset + y->raw.n);
}

static bool goes_on(const struct words *w, size_t at)
{
    return at + 1 < w->n && w->word[at].kind == WORD_CJK &&
           w->word[at + 1].kind == WORD_CJK && w->word[at + 1].gap == 0;
}

static enum err add_cjk(struct reading *r, size_t at, double weight,
                        struct error *e)
{
    const bool is_alone =
        !goes_on(r->w, at) && (at == 0 || !goes_on(r->w, at - 1));
    struct asked_term t = {.is_cjk = true, .weight = weight};

    r->out->is_cjk = true;
    if (goes_on(r->w, at))
        t.text = pair_of(r->w, at);
    else if (is_alone)
        t.text = r->w->word[at].raw;
    if (t.text.n == 0 || stop_cjk(t.text) == 2)
        return OK;
    t.weight *= stop_cjk(t.text) ? 0.5 : 1;
    return add_term(r, t, e);
}

static enum err read_words(struct reading *r, struct error *e)
{
    struct asking_words until = {0, 0};
    enum err rc = OK;

    for (size_t i = 0; i < r->w->n && !rc; i++) {
        const struct word *w = &r->w->word[i];
        double weight;

        read_types(r, i, &until);
        weight = i < until.type ? TYPE_WEIGHT : 1;
        if ((i < until.only || asked_is_stop(w)) && !r->all &&
            w->kind != WORD_CJK)
            continue;
        if (w->kind == WORD_CJK)
            rc = i < until.only && !r->all ? OK : add_cjk(r, i, weight, e);
        else
            rc = add_term(
                r,
                (struct asked_term){.text = w->fold,
                                    .is_name = is_name(r->w, i),
                                    .is_number = w->kind == WORD_NUMBER,
                                    .weight = weight},
                e);
    }
    return rc;
}

static void share_out(struct asked *q)
{
    double sum = 0;

    for (size_t i = 0; i < q->n; i++)
        sum += q->term[i].weight;
    for (size_t i = 0; i < q->n; i++)
        q->term[i].weight /= sum;
}

enum err asked_read(struct str question, const struct corpus_words *c,
                    const struct stemmers *s, struct arena *a,
                    struct asked *out, struct error *e)
{
    struct words w;
    struct reading r = {
        .w = &w, .corpus = c, .stemmers = s, .a = a, .out = out};
    enum err rc = words_cut(question, WORDS_TEXT, a, &w, e);

    *out = (struct asked){.characters = utf8_count(question)};
    if (!rc)
        rc = read_words(&r, e);
    if (!rc && out->n == 0) {
        r.all = true;
        rc = read_words(&r, e);
    }
    share_out(out);
    out->value = values_meant(r.kinds);
    if (!rc)
        asked_read_others(c, out);
    return rc;
}

/* One letter more, less or another, in long words alone. */
static bool is_near(struct str a, struct str b)
{
    return a.n >= NEAR_BYTES && b.n >= NEAR_BYTES && a.p[0] == b.p[0] &&
           text_distance(a, b, 1) <= 1;
}

uint64_t asked_match(const struct asked *q, const struct stemmers *s,
                     const struct asked_word *at)
{
    const struct word *w = at->word;
    const struct str pair = at->pair;
    struct str stem[STEM_LANGUAGES] = {{0}};
    uint64_t has = 0;

    for (size_t k = 0; k < STEM_LANGUAGES && w->kind == WORD_LETTERS; k++)
        stem[k] = stemmer_stem(s->of[k], w->fold);
    for (size_t i = 0; i < q->n; i++) {
        const struct asked_term *t = &q->term[i];
        bool is_same = t->is_cjk ? str_eq(t->text, w->raw) ||
                                       (pair.n && str_eq(t->text, pair))
                                 : str_eq(t->text, w->fold);

        if (!t->is_cjk && !t->is_number && w->kind == WORD_LETTERS)
            is_same |= str_eq(t->stem[0], stem[0]) ||
                       str_eq(t->stem[1], stem[1]) || is_near(t->text, w->fold);
        has |= is_same ? UINT64_C(1) << i : 0;
    }
    return has;
}

double asked_share(const struct asked *q, uint64_t has)
{
    double sum = 0;

    for (size_t i = 0; i < q->n; i++)
        sum += has >> i & 1 ? q->term[i].weight : 0;
    return sum;
}
