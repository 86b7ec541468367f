#include "answer/selector/features.h"

#include <math.h>
#include <string.h>

static const char *const names[SELECTOR_FEATURES] = {
#define FEATURE(id, name) [FEATURE_##id] = (name),
#include "answer/selector/feature.def"
#undef FEATURE
};

#define NONE (-1.0) /* the question has no such terms */

const char *selector_feature_name(enum selector_feature f)
{
    return names[f];
}

static uint64_t sum_has(const struct cut_passage *c, size_t from, size_t to)
{
    uint64_t has = 0;

    for (size_t i = from; i < to; i++)
        has |= c->facts[i].has;
    return has;
}

static uint64_t sum_others(const struct cut_passage *c, size_t from, size_t to)
{
    uint64_t others = 0;

    for (size_t i = from; i < to; i++)
        others |= c->facts[i].others;
    return others;
}

/* The share of the terms, each counting the same. */
static double count_share(const struct asked *q, uint64_t has)
{
    size_t n = 0;

    for (size_t i = 0; i < q->n; i++)
        n += has >> i & 1;
    return q->n ? (double)n / (double)q->n : 0;
}

/* The term that is the `nth` rarest of those that the corpus has; q->n: none. */
static size_t rarest(const struct asked *q, size_t nth)
{
    uint64_t passed = 0;
    size_t at = q->n;

    for (size_t k = 0; k <= nth; k++) {
        at = q->n;
        for (size_t i = 0; i < q->n; i++) {
            if ((passed >> i & 1) || q->term[i].is_unknown)
                continue;
            if (at == q->n || q->term[i].weight > q->term[at].weight)
                at = i;
        }
        if (at < q->n)
            passed |= UINT64_C(1) << at;
    }
    return at;
}

static double has_rarest(const struct asked *q, size_t nth, uint64_t has)
{
    const size_t at = rarest(q, nth);

    return at == q->n ? NONE : (double)(has >> at & 1);
}

/* How rare the rarest is of those that are not there. */
static double lost(const struct asked *q, uint64_t has)
{
    double most = 0;

    for (size_t i = 0; i < q->n; i++) {
        if (!(has >> i & 1))
            most = fmax(most, q->term[i].rarity);
    }
    return most;
}

static double names_share(const struct asked *q, uint64_t has, bool numbers)
{
    size_t all = 0;
    size_t there = 0;

    for (size_t i = 0; i < q->n; i++) {
        const struct asked_term *t = &q->term[i];

        if (!(numbers ? t->is_number : t->is_name))
            continue;
        all++;
        there += has >> i & 1;
    }
    return all ? (double)there / (double)all : NONE;
}

static double order_share(const struct asked *q, uint64_t order)
{
    size_t n = 0;

    for (size_t i = 0; i + 1 < q->n; i++)
        n += order >> i & 1;
    return q->n > 1 ? (double)n / (double)(q->n - 1) : NONE;
}

static void put_question(const struct found *f, double *out)
{
    const struct asked *q = f->asked;
    uint64_t has = 0;
    uint64_t others = 0;
    uint64_t unknown = 0;
    const double top = f->n ? f->passage[0].keyword : 0;
    double next = 0;

    for (size_t i = 0; i < f->n; i++) {
        has |= f->cut[i].has | f->cut[i].heading;
        others |= f->cut[i].others | f->cut[i].heading_others;
        if (f->passage[i].rank == 1)
            next = f->passage[i].keyword;
    }
    for (size_t i = 0; i < q->n; i++)
        unknown |= q->term[i].is_unknown ? UINT64_C(1) << i : 0;
    out[FEATURE_TERMS] = (double)q->n;
    out[FEATURE_CHARACTERS] = (double)q->characters;
    out[FEATURE_CJK] = q->is_cjk;
    out[FEATURE_UNKNOWN] = asked_share(q, unknown & ~has);
    out[FEATURE_FOUND] = asked_share(q, has);
    out[FEATURE_FOUND_ANY] = asked_share(q, has | others);
    out[FEATURE_WANTS_NUMBER] = (q->types & ASKED_NUMBER) != 0;
    out[FEATURE_WANTS_WHEN] = (q->types & ASKED_WHEN) != 0;
    out[FEATURE_WANTS_WHO] = (q->types & ASKED_WHO) != 0;
    out[FEATURE_WANTS_WHERE] = (q->types & ASKED_WHERE) != 0;
    out[FEATURE_WANTS_YESNO] = (q->types & ASKED_YESNO) != 0;
    out[FEATURE_WANTS_RULE] = (q->types & ASKED_RULE) != 0;
    out[FEATURE_WANTS_MEANING] = (q->types & ASKED_MEANING) != 0;
    out[FEATURE_PASSAGES] = log10(1 + f->corpus->passages);
    out[FEATURE_TOP] = top;
    out[FEATURE_TOP_GAP] = top - next;
}

/* Passages, and not sections, of the same document; and what all of it has. */
static size_t of_document(const struct found *f, size_t passage, uint64_t *has)
{
    const struct found_passage *p = &f->passage[passage];
    size_t n = 0;
    size_t last = SIZE_MAX;

    for (size_t i = 0; i < f->n; i++) {
        if (!str_eq(f->passage[i].document, p->document))
            continue;
        *has |= f->cut[i].has | f->cut[i].heading;
        n += f->passage[i].rank != last;
        last = f->passage[i].rank;
    }
    return n;
}

/* Passages of other documents that have as much of the question. */
static double rivals(const struct found *f, size_t passage)
{
    const struct asked *q = f->asked;
    const struct cut_passage *c = &f->cut[passage];
    const double share = asked_share(q, c->has | c->heading);
    double n = 0;

    for (size_t i = 0; i < f->n; i++)
        n += i != passage &&
             asked_share(q, f->cut[i].has | f->cut[i].heading) >= share - 1e-9;
    return n;
}

/* The most of the question that another heading has. */
static double best_other_heading(const struct found *f, size_t passage)
{
    double best = 0;

    for (size_t i = 0; i < f->n; i++)
        if (!str_eq(f->passage[i].headings, f->passage[passage].headings))
            best = fmax(best, asked_full_share(f->asked, f->cut[i].own));
    return best;
}

static void put_passage(const struct found *f, size_t i, double *out)
{
    const struct asked *q = f->asked;
    const struct found_passage *p = &f->passage[i];
    const struct cut_passage *c = &f->cut[i];
    const uint64_t has = c->has | c->heading;
    const double top = f->passage[0].keyword;
    uint64_t document = 0;

    out[FEATURE_RANK] = (double)p->rank;
    out[FEATURE_KEYWORD] = p->keyword;
    out[FEATURE_RELATIVE] = top > 0 ? p->keyword / top : 0;
    out[FEATURE_PASSAGE] = asked_share(q, has);
    out[FEATURE_PASSAGE_COUNT] = count_share(q, has);
    out[FEATURE_PASSAGE_RAREST] = has_rarest(q, 0, has);
    out[FEATURE_PASSAGE_LOST] = lost(q, has);
    out[FEATURE_PASSAGE_NAMES] = names_share(q, has, false);
    out[FEATURE_PASSAGE_NUMBERS] = names_share(q, has, true);
    out[FEATURE_PASSAGE_NEAR] = asked_share(q, c->near | c->heading);
    out[FEATURE_PASSAGE_ORDER] = order_share(q, c->order);
    out[FEATURE_HEADING] = asked_share(q, c->heading);
    out[FEATURE_HEADING_NAMES] = c->heading_names;
    out[FEATURE_DOCUMENT_PASSAGES] = (double)of_document(f, i, &document);
    out[FEATURE_DOCUMENT] = asked_share(q, document);
    out[FEATURE_RIVALS] = rivals(f, i);
    out[FEATURE_PASSAGE_ANY] =
        asked_share(q, has | c->others | c->heading_others);
    out[FEATURE_PASSAGE_SURE] = asked_share(q, has | c->sure | c->heading_sure);
    out[FEATURE_HEADING_ANY] = asked_share(q, c->heading | c->heading_others);
    out[FEATURE_OWN] = asked_full_share(q, c->own);
    out[FEATURE_OWN_NAMES] = c->own_names;
    out[FEATURE_OWN_LEAD] = out[FEATURE_OWN] - best_other_heading(f, i);
}

/* The sum of a span's sentences. */
static struct sentence_facts sum(const struct cut_passage *c,
                                 const struct span *s)
{
    struct sentence_facts all = {0};

    for (size_t i = s->from; i < s->to; i++) {
        const struct sentence_facts *f = &c->facts[i];

        all.has |= f->has;
        all.others |= f->others;
        all.sure |= f->sure;
        all.kin |= f->kin;
        all.order |= f->order;
        all.characters += f->characters + 1;
        all.words += f->words;
        all.new_words += f->new_words;
        all.new_numbers += f->new_numbers;
        all.units += f->units;
        all.dates += f->dates;
        all.new_names += f->new_names;
        all.known += f->known;
        all.content += f->content;
        all.behind = f->known ? f->behind : all.behind + f->words;
    }
    if (s->to > s->from) {
        all.leading = c->facts[s->from].leading;
        all.label = c->facts[s->from].label;
        all.label_share = c->facts[s->from].label_share;
        all.is_question = c->facts[s->to - 1].is_question;
        all.is_open = c->facts[s->to - 1].is_open;
    }
    return all;
}

static size_t bits(uint64_t x)
{
    size_t n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

static void put_cover(const struct found *f, const struct span *s,
                      const struct sentence_facts *x, double *out)
{
    const struct asked *q = f->asked;
    const struct cut_passage *c = &f->cut[s->passage];
    const size_t before = s->from > 0 ? s->from - 1 : 0;
    const size_t behind = s->to < c->s.n ? s->to + 1 : s->to;
    const uint64_t has = x->has | c->heading;
    const uint64_t any = has | x->others | c->heading_others;
    const uint64_t around = sum_has(c, before, behind);

    out[FEATURE_SPAN] = asked_share(q, x->has);
    out[FEATURE_SPAN_COUNT] = count_share(q, x->has);
    out[FEATURE_SPAN_HEADING] = asked_share(q, has);
    out[FEATURE_AROUND] = asked_share(q, around | c->heading);
    out[FEATURE_BEFORE] = asked_share(q, sum_has(c, before, s->from));
    out[FEATURE_SPAN_RAREST] = has_rarest(q, 0, has);
    out[FEATURE_SPAN_SECOND] = has_rarest(q, 1, has);
    out[FEATURE_SPAN_LOST] = lost(q, has);
    out[FEATURE_SPAN_NAMES] = names_share(q, has, false);
    out[FEATURE_SPAN_NUMBERS] = names_share(q, has, true);
    out[FEATURE_SPAN_ORDER] = order_share(q, x->order);
    out[FEATURE_DENSITY] = (double)bits(x->has) / (double)(x->words + 4);
    out[FEATURE_SPAN_OWN_ANY] = asked_share(q, x->has | x->others);
    out[FEATURE_SPAN_ANY] = asked_share(q, any);
    out[FEATURE_SPAN_SURE] = asked_share(q, has | x->sure | c->heading_sure);
    out[FEATURE_SPAN_COUNT_ANY] = count_share(q, any);
    out[FEATURE_SPAN_LOST_ANY] = lost(q, any);
    out[FEATURE_AROUND_ANY] =
        asked_share(q, any | around | sum_others(c, before, behind));
    out[FEATURE_BEHIND_BEST] = f->best - out[FEATURE_SPAN_HEADING];
    out[FEATURE_TERM_FIRST] = asked_share(q, x->leading);
}

/* The share by how few of the sentences found have a term. */
static double rare_share(const struct found *f, uint64_t has)
{
    double sum = 0;

    for (; has; has &= has - 1)
        sum += f->rare[__builtin_ctzll(has)];
    return sum;
}

/* Terms that no sentence outside of the span has. */
static uint64_t only_here(const struct found *f, const struct span *s)
{
    const struct cut_passage *c = &f->cut[s->passage];
    uint64_t only = 0;

    for (size_t i = 0; i < f->asked->n; i++) {
        size_t here = 0;

        for (size_t k = s->from; k < s->to; k++)
            here += found_terms(&c->facts[k]) >> i & 1;
        only |= here && here == f->with[i] ? UINT64_C(1) << i : 0;
    }
    return only;
}

/* Compared with the other sentences that were found. */
static void put_compared(const struct found *f, const struct span *s,
                         const struct sentence_facts *x, double *out)
{
    const struct asked *q = f->asked;
    const struct cut_passage *c = &f->cut[s->passage];
    const uint64_t own = found_terms(x);
    const uint64_t headed = own | found_heading(c);

    out[FEATURE_SPAN_FULL] = asked_full_share(q, own);
    out[FEATURE_SPAN_FULL_HEADING] = asked_full_share(q, headed);
    out[FEATURE_SPAN_RARE] = rare_share(f, own);
    out[FEATURE_SPAN_RARE_HEADING] = rare_share(f, headed);
    out[FEATURE_SPAN_ONLY] = asked_full_share(q, only_here(f, s));
    out[FEATURE_SPAN_LEAD] =
        leaders_lead(&f->own, s, out[FEATURE_SPAN_OWN_ANY]);
    out[FEATURE_SPAN_LEAD_HEADING] =
        leaders_lead(&f->headed, s, out[FEATURE_SPAN_ANY]);
    out[FEATURE_SPAN_KIN] = asked_full_share(q, own | x->kin);
    out[FEATURE_SPAN_KIN_HEADING] =
        asked_full_share(q, headed | x->kin | c->heading_kin);
    out[FEATURE_LABEL] = asked_full_share(q, x->label);
    out[FEATURE_LABEL_NAMES] = x->label_share;
    out[FEATURE_FIRST] = s->from == 0;
}

static double sign(bool fits)
{
    return fits ? 1 : -1;
}

/* Does it have what the question wants? 0: that cannot be told. */
static double type_fits(const struct asked *q, const struct sentence_facts *x)
{
    if (q->types & ASKED_WHEN)
        return sign(x->dates > 0);
    if (q->types & ASKED_NUMBER)
        return sign(x->new_numbers > 0);
    if (q->types & ASKED_WHO)
        return sign(x->new_names > 0 || q->is_cjk);
    return 0;
}

static void put_shape(const struct found *f, const struct span *s,
                      const struct sentence_facts *x, double *out)
{
    const struct cut_passage *c = &f->cut[s->passage];

    out[FEATURE_LENGTH] = (double)x->characters;
    out[FEATURE_SENTENCES] = (double)(s->to - s->from);
    out[FEATURE_PLACE] = c->s.n ? (double)s->from / (double)c->s.n : 0;
    out[FEATURE_LIST] = s->kind == SPAN_LIST;
    out[FEATURE_ITEM] = s->kind == SPAN_ITEM;
    out[FEATURE_WHOLE] = s->kind == SPAN_WHOLE;
    out[FEATURE_NEW_WORDS] = (double)x->new_words;
    out[FEATURE_NEW_NUMBERS] = (double)x->new_numbers;
    out[FEATURE_UNITS] = (double)x->units;
    out[FEATURE_DATES] = (double)x->dates;
    out[FEATURE_NEW_NAMES] = (double)x->new_names;
    out[FEATURE_QUESTION] = x->is_question;
    out[FEATURE_OPEN] = x->is_open;
    out[FEATURE_FITS] = type_fits(f->asked, x);
}

/* The most of the question that a sentence has; of those with the value that is asked
 * for, or of all. */
static double most_share(const struct found *f, const struct span *s,
                         uint64_t beside, bool with_value)
{
    const struct cut_passage *c = &f->cut[s->passage];
    double most = 0;

    for (size_t i = s->from; i < s->to; i++)
        if (c->facts[i].has_value || !with_value)
            most = fmax(most,
                        asked_share(f->asked, c->facts[i].has |
                                                  c->facts[i].others | beside));
    return most;
}

/* Of a passage: does another of its sentences have the value? */
static void put_value_elsewhere(const struct found *f, size_t passage,
                                double *out)
{
    const struct span whole = {passage, 0, f->cut[passage].s.n, SPAN_WHOLE};

    if (f->asked->value)
        out[FEATURE_VALUE_ELSEWHERE] =
            most_share(f, &whole, 0, true) - most_share(f, &whole, 0, false);
}

static void put_value(const struct found *f, const struct span *s, double *out)
{
    const struct cut_passage *c = &f->cut[s->passage];
    const uint64_t heading = c->heading | c->heading_others;
    bool has = false;

    if (!f->asked->value)
        return;
    for (size_t i = s->from; i < s->to; i++)
        has |= c->facts[i].has_value;
    out[FEATURE_WANTS_VALUE] = 1;
    out[FEATURE_HAS_VALUE] = has ? 1 : -1;
    out[FEATURE_VALUE_SHARE] = most_share(f, s, 0, true);
    out[FEATURE_VALUE_GAP] =
        out[FEATURE_VALUE_SHARE] - most_share(f, s, 0, false);
    out[FEATURE_VALUE_GAP_HEADING] =
        (has ? most_share(f, s, heading, true) : 0) -
        most_share(f, s, heading, false);
}

/* What stands close together in one sentence. */
static void put_close(const struct found *f, const struct span *s, double *out)
{
    const struct asked *q = f->asked;
    const struct cut_passage *c = &f->cut[s->passage];

    for (size_t i = s->from; i < s->to; i++) {
        const struct sentence_facts *x = &c->facts[i];
        const uint64_t any = found_terms(x) | x->kin;
        const double headed = asked_full_share(q, x->near_value | c->own);

        out[FEATURE_VALUE_CLOSE] =
            fmax(out[FEATURE_VALUE_CLOSE], asked_full_share(q, x->near_value));
        out[FEATURE_VALUE_CLOSE_HEADING] =
            fmax(out[FEATURE_VALUE_CLOSE_HEADING], x->has_value ? headed : 0);
        out[FEATURE_SPAN_CLOSE] =
            fmax(out[FEATURE_SPAN_CLOSE], asked_full_share(q, x->close));
        out[FEATURE_SPAN_CLOSE_HEADING] =
            fmax(out[FEATURE_SPAN_CLOSE_HEADING],
                 asked_full_share(q, x->close | c->own));
        out[FEATURE_SPAN_ONE] =
            fmax(out[FEATURE_SPAN_ONE], asked_full_share(q, any));
    }
}

/* How much of the span the question has told already, and how much stands behind. */
static void put_told(const struct sentence_facts *x, double *out)
{
    out[FEATURE_TOLD] = (double)x->known / (double)(x->content + 1);
    out[FEATURE_BEHIND] = (double)x->behind / (double)(x->words + 1);
}

void features_of_found(const struct found *f, double (*out)[SELECTOR_FEATURES])
{
    if (f->n == 0)
        return;
    put_question(f, out[0]);
    for (size_t i = 1; i < f->n; i++)
        memcpy(out[i], out[0], sizeof(*out));
    for (size_t i = 0; i < f->n; i++) {
        put_passage(f, i, out[i]);
        put_value_elsewhere(f, i, out[i]);
    }
}

void features_of_span(const struct found *f, const struct span *s, double *out)
{
    const struct sentence_facts x = sum(&f->cut[s->passage], s);

    put_cover(f, s, &x, out);
    put_compared(f, s, &x, out);
    put_shape(f, s, &x, out);
    put_value(f, s, out);
    put_close(f, s, out);
    put_told(&x, out);
}
