/*
 * From the noun or verb of what is counted one goes back over the words that
 * only hold the phrase together, to "no" or a number: [who have] [no] orders,
 * [que] [no] [se han] vendido, [没有] [下过] 单. Before or, in Chinese, after it
 * is the noun of the rows that are asked for.
 */
#include "ask/related_words.h"

#include "ask/joins/join_edges.h"
#include "ask/vocabulary/term_lists.h"

/* ---- terms ---- */

size_t related_trade_at(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_ask_trade);
}

bool related_is_trade(const struct words *noun)
{
    for (size_t i = 0; i < noun->n; i++) {
        size_t n;

        if (question_words_nouns(noun, i, &n) & (GROUP_ORDER | GROUP_SALES))
            return true;
    }
    return false;
}

/* Verbs that are spelled otherwise than their nouns. */
static bool is_other_verb(struct str said, struct str noun)
{
    const struct str of = term_list_value(&words_ask_verb_of, said);

    return of.n > 0 && str_starts(noun, of);
}

/* 订单 of 外卖订单: in Chinese the last two characters say what it is. */
static size_t head_at(const struct linker *l, size_t at,
                      const struct words *noun)
{
    const struct word *head = noun->n > 2 ? &noun->word[noun->n - 2] : NULL;

    return head && head[0].kind == WORD_CJK && at + 2 <= l->words->n &&
                   str_eq(head[0].fold, l->words->word[at].fold) &&
                   str_eq(head[1].fold, l->words->word[at + 1].fold)
               ? 2
               : 0;
}

/* How many words from `at` say the noun of a table; a verb of it is one. */
static size_t said_at(const struct linker *l, size_t at,
                      const struct words *noun, bool *is_verb)
{
    size_t n = noun->n ? link_owner_at(l, at, noun) : 0;
    struct str fold = l->words->word[at].fold;

    *is_verb = false;
    if (n == 0)
        n = head_at(l, at, noun);
    for (size_t i = 0; n == 0 && i < noun->n; i++) {
        if (l->words->word[at].kind != WORD_LETTERS ||
            str_eq(l->words->word[at].stem, noun->word[i].stem) ||
            (!link_is_verb(fold, noun->word[i].stem) &&
             !link_is_spanish_verb(fold, noun->word[i].fold) &&
             !is_other_verb(fold, noun->word[i].fold)))
            continue;
        *is_verb = true;
        n = 1;
    }
    return n;
}

/* ---- how many ---- */

/* What was found on the way back from a term. */
struct way_back {
    bool none;
    bool has;      /* "have", "with" */
    bool relative; /* "who", "que", 的 */
    size_t from;
};

static struct way_back go_back(const struct words *w, size_t term)
{
    struct way_back out = {.from = term};

    while (out.from > 0) {
        struct str word = w->word[out.from - 1].fold;

        if (term_list_has(&words_ask_none, word))
            out.none = true;
        else if (term_list_has(&words_ask_having, word))
            out.has = true;
        else if (term_list_has(&words_ask_relative, word) && !out.relative &&
                 !str_is(word, "的"))
            out.relative = true;
        else if (!term_list_has(&words_ask_auxiliary, word))
            break;
        out.from--;
    }
    return out;
}

/* A whole number as one word before `at`: 2 or two. */
static bool number_before(const struct words *w, size_t at, struct arena *a,
                          struct str *out, struct error *e)
{
    size_t n;
    const struct question_word *entry;

    if (at == 0)
        return false;
    if (w->word[at - 1].kind == WORD_NUMBER) {
        *out = w->word[at - 1].fold;
        for (n = 0; n < out->n && out->p[n] >= '0' && out->p[n] <= '9';)
            n++;
        return n == out->n;
    }
    entry = question_words_find_within(w, at - 1, 1, &n);
    return entry && entry->kind == CONCEPT_NUMBER &&
           str_printf(a, out, e, "%d", entry->param) == OK;
}

/* "Fewer than 2 orders": a comparison that ends before the number. */
static bool compared_before(const struct words *w, size_t number,
                            enum filter_op *op, size_t *from)
{
    for (size_t at = number > 4 ? number - 4 : 0; at < number; at++) {
        size_t n;
        const struct question_word *entry = question_words_find(w, at, &n);

        if (!entry || entry->kind != CONCEPT_CMP || at + n != number ||
            entry->param & QUESTION_TEMPORAL)
            continue;
        *op = (enum filter_op)entry->param;
        *from = at;
        return true;
    }
    return false;
}

/* 少于2个订单: a counter stands between the number and its noun. */
static bool is_counter(const struct words *w, size_t at)
{
    return at < w->n &&
           term_list_has(&words_ask_chinese_counter, w->word[at].fold);
}

/* 订单数少于2个: the comparison follows. */
static bool compared_after(const struct words *w, struct related_phrase *p,
                           struct arena *a, struct error *e)
{
    size_t at = p->to;
    const struct question_word *entry;
    size_t n;

    while (at < w->n &&
           (str_is(w->word[at].fold, "数") || str_is(w->word[at].fold, "量")))
        at++;
    entry = at < w->n && w->word[at].kind == WORD_CJK
                ? question_words_find(w, at, &n)
                : NULL;
    if (!entry || entry->kind != CONCEPT_CMP || at + n >= w->n ||
        !number_before(w, at + n + 1, a, &p->number, e))
        return false;
    p->op = (enum filter_op)entry->param;
    p->to = at + n + 1;
    p->to += is_counter(w, p->to);
    return true;
}

/* Only what none can meet as well: fewer than, at most. The rest is known
 * without the rows that nothing belongs to. */
static bool takes_few(const struct words *w, size_t term, struct arena *a,
                      struct related_phrase *p, struct error *e)
{
    size_t number = term - (term && is_counter(w, term - 1));
    size_t from = 0;

    p->from = go_back(w, term).from;
    if (!compared_after(w, p, a, e)) {
        if (!number_before(w, number, a, &p->number, e) ||
            !compared_before(w, number - 1, &p->op, &from))
            return false;
        p->from = go_back(w, from).from;
    }
    return p->op == FILTER_LT || p->op == FILTER_LE;
}

/* ---- whose rows ---- */

/* The rows that are asked for: named last before the phrase, else first after
 * it. */
static bool find_root(const struct linker *l, const struct join_graph *g,
                      size_t table, struct related_phrase *p)
{
    bool found = false;

    for (size_t at = 0; at < l->words->n; at++) {
        bool is_verb;
        size_t n = said_at(l, at, &g->nouns[table], &is_verb);

        if (n == 0 || is_verb || (at + n > p->from && at < p->to) ||
            (at >= p->to && found))
            continue;
        p->root = table;
        p->root_at = at;
        p->root_end = at + n;
        found = true;
    }
    return found;
}

static bool is_cjk(const struct words *w, size_t at)
{
    return at < w->n && w->word[at].kind == WORD_CJK;
}

/* "Customers who ordered", "which customers have orders": is some meant? */
static bool says_some(const struct words *w, const struct related_phrase *p,
                      const struct way_back *back)
{
    if (is_cjk(w, p->from))
        return p->is_verb ? p->to < w->n : back->has;
    if (p->root_end > p->from)
        return false;
    return (p->is_verb || back->has) &&
           (p->root_end == p->from || back->relative ||
            (back->has && !p->is_verb &&
             str_is(w->word[p->from].fold, "with")));
}

/* ---- phrases ---- */

struct finder {
    const struct ask_schema *s;
    struct linker l;
    struct related_phrase *out;
    size_t n;
};

/* Where the conditions on what is counted end: at "by", a group, or 的. */
static size_t end_of(const struct words *w, size_t at)
{
    size_t n = 0;

    for (size_t i = at; i < w->n; i += n) {
        const struct question_word *entry = question_words_find(w, i, &n);

        if (str_is(w->word[i].fold, "的") ||
            (entry && entry->kind == CONCEPT_BY))
            return i;
        n = entry ? n : 1;
    }
    return w->n;
}

static void put_phrase(struct finder *f, struct related_phrase p,
                       const struct way_back *back)
{
    const struct join_graph *g = f->s->joins;

    for (size_t root = 0; root < f->s->n_tables; root++) {
        if (root == p.counted || f->n == RELATED_MAX_PHRASES ||
            !find_root(&f->l, g, root, &p))
            continue;
        if (p.op == FILTER_GT && !says_some(f->l.words, &p, back))
            continue;
        p.end = end_of(f->l.words, p.to);
        if (p.root_at >= p.to && p.root_at < p.end)
            p.end = p.root_at;
        f->out[f->n++] = p;
    }
}

bool related_is_only(struct str word)
{
    return term_list_has(&words_ask_only, word);
}

static void take_term(struct finder *f, size_t at, size_t n,
                      struct related_phrase p, struct error *e)
{
    const struct words *w = f->l.words;
    struct way_back back = go_back(w, at);
    struct related_phrase few = p;
    bool nothing = false;

    p.to = few.to = at + n;
    if (takes_few(w, at, f->l.a, &few, e)) {
        put_phrase(f, few, &back);
        return;
    }
    while (p.to < w->n &&
           term_list_has(&words_ask_anything, w->word[p.to].fold)) {
        nothing |= str_is(w->word[p.to].fold, "nothing");
        p.to++;
    }
    if (p.is_verb && p.to < w->n &&
        (str_is(w->word[p.to].fold, "by") || str_is(w->word[p.to].fold, "por")))
        p.to++; /* bought by customers from Spain */
    p.from = back.from;
    p.is_only =
        p.is_verb && back.from && related_is_only(w->word[back.from - 1].fold);
    if (p.is_only)
        back = go_back(w, --p.from);
    p.from = back.from;
    p.op = back.none || nothing ? FILTER_EQ : FILTER_GT;
    p.number = STR("0");
    put_phrase(f, p, &back);
}

enum err related_phrases(const struct ask_schema *s, const struct words *w,
                         struct arena *a, struct related_phrase *out, size_t *n,
                         struct error *e)
{
    struct finder f = {.s = s, .l = {.words = w, .a = a}, .out = out};

    *n = 0;
    f.l.nouns = schema_nouns(w, a, e);
    if (!f.l.nouns)
        return e->code;
    for (size_t at = 0; at < w->n; at++) {
        size_t trade = related_trade_at(w, at);

        for (size_t t = 0; t < s->n_tables; t++) {
            struct related_phrase p = {.counted = t};
            size_t words = said_at(&f.l, at, &s->joins->nouns[t], &p.is_verb);

            if (words > 0 && !(p.is_verb && trade > 0))
                take_term(&f, at, words, p, e);
        }
        if (trade > 0)
            take_term(&f, at, trade,
                      (struct related_phrase){.counted = s->n_tables,
                                              .is_verb = true},
                      e);
    }
    *n = f.n;
    return OK;
}
