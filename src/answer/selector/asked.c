#include "answer/selector/asked.h"

#include "ask/route/phrases.h"
#include "ask/vocabulary/question_words.h"
#include "base/utf8.h"
#include "search/lexical/stop_words.h"

#include <math.h>

#define TYPE_WEIGHT  0.3 /* of a word that also tells the type of the answer */
#define LEAST_WEIGHT 0.05

struct reading {
    const struct words *w;
    const struct corpus_words *corpus;
    struct analyzer *z;
    struct arena *a;
    struct asked *out;
    bool all;       /* also the words that only ask */
    unsigned kinds; /* of values that are asked for */
};

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
        t->rarity = t->weight = t->full = 1;
        return;
    }
    t->is_unknown = with <= 0;
    t->rarity = fmax(0, log((c->passages + 1) / (with + 0.5)) / most);
    t->weight *= fmax(LEAST_WEIGHT, t->rarity);
    t->full *= fmax(LEAST_WEIGHT, t->rarity);
}

/* Several terms may have a key. */
static void put_key(struct asked *q, struct asked_key key)
{
    size_t at = 0;

    while (at < q->n_keys && !str_eq(q->key[at].text, key.text))
        at++;
    if (at == ASKED_MAX_KEYS)
        return;
    if (at == q->n_keys)
        q->key[q->n_keys++] = (struct asked_key){.text = key.text};
    q->key[at].terms |= key.terms;
    q->key[at].kin |= key.kin;
}

/* Of a compound the whole, of two characters both. */
static bool is_of_term(const struct token *of, const struct key *k)
{
    if (of->is_cjk)
        return k->role == (of->pair_n ? ROLE_PAIR : ROLE_CJK);
    return k->role == ROLE_WORD || k->role == ROLE_WHOLE;
}

/* The keys by which texts have a term. */
static enum err add_keys(struct reading *r, const struct token *of,
                         struct error *e)
{
    const uint64_t bit = UINT64_C(1) << r->out->n;
    struct keys keys;

    if (analyzer_keys(r->z, of, LANG_ANY, &keys, e))
        return e->code;
    for (size_t i = 0; i < keys.n; i++) {
        const struct key *k = &keys.key[i];
        const bool is_term = is_of_term(of, k);
        struct asked_key key = {.terms = is_term ? bit : 0,
                                .kin = is_term || k->stop ? 0 : bit};

        if (k->bytes.p[0] != KEY_STEM || (!is_term && k->role != ROLE_CJK))
            continue;
        if (str_dup(str_slice(k->bytes, 1, k->bytes.n), r->a, &key.text, e))
            return e->code;
        put_key(r->out, key);
    }
    return OK;
}

static enum err add_term(struct reading *r, struct asked_term t,
                         const struct token *of, struct error *e)
{
    struct asked *q = r->out;

    if (q->n == ASKED_MAX_TERMS || is_known(q, t.text))
        return OK;
    weigh(r->corpus, &t);
    if (add_keys(r, of, e))
        return e->code;
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
    struct asked_term t = {.is_cjk = true, .weight = weight, .full = 1};
    struct token of = {.raw = r->w->word[at].raw, .is_cjk = true};

    r->out->is_cjk = true;
    if (goes_on(r->w, at)) {
        t.text = pair_of(r->w, at);
        of.pair_n = t.text.n;
    } else if (is_alone) {
        t.text = of.raw;
    }
    if (t.text.n == 0 || stop_cjk(t.text) == 2)
        return OK;
    t.weight *= stop_cjk(t.text) ? 0.5 : 1;
    t.full = stop_cjk(t.text) ? 0.5 : 1;
    return add_term(r, t, &of, e);
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
                                    .weight = weight,
                                    .full = 1},
                &(struct token){.raw = w->raw}, e);
    }
    return rc;
}

static void share_out(struct asked *q)
{
    double sum = 0;
    double full = 0;

    for (size_t i = 0; i < q->n; i++) {
        sum += q->term[i].weight;
        full += q->term[i].full;
    }
    for (size_t i = 0; i < q->n; i++) {
        q->term[i].weight /= sum;
        q->term[i].full /= full;
    }
}

enum err asked_read(struct str question, const struct corpus_words *c,
                    struct analyzer *z, struct arena *a, struct asked *out,
                    struct error *e)
{
    struct words w;
    struct reading r = {.w = &w, .corpus = c, .z = z, .a = a, .out = out};
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

double asked_share(const struct asked *q, uint64_t has)
{
    double sum = 0;

    for (size_t i = 0; i < q->n; i++)
        sum += has >> i & 1 ? q->term[i].weight : 0;
    return sum;
}

double asked_full_share(const struct asked *q, uint64_t has)
{
    double sum = 0;

    for (size_t i = 0; i < q->n; i++)
        sum += has >> i & 1 ? q->term[i].full : 0;
    return sum;
}
