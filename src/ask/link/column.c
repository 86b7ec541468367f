/*
 * A column is named by a run of the words of its name, or by a noun that
 * means the same. The score is the share of the name that was said: words
 * that say little in a name (id, total, EUR) weigh a fifth, so "importe" is
 * nearly all of IMPORTE EUR and "order" is more of order_id than of
 * order_date.
 */
#include "ask/link/link.h"
#include "ask/link/word_filter.h"
#include "ask/vocabulary/term_lists.h"
#include "base/text/spelling.h"

/* Weight in a name of a word that says little. */
#define GENERIC_WEIGHT 0.2

/* Of one that only says in what is counted: nobody asks for the EUR. */
#define UNIT_WEIGHT 0.02

/* Less of a name than this is not naming it. */
#define MIN_COVERAGE 0.49

/* The first word of a name says more: "qty" of Qty On Hand. */
#define MIN_FIRST_COVERAGE 0.3

/* Of a name that is one character and what says little: 所在区. */
#define MIN_CHARACTER 0.7

/* Nouns that only numbers are called by: no cost is a cost centre. */
#define GROUPS_OF_NUMBERS                                                     \
    (GROUP_SALES | GROUP_AMOUNT | GROUP_COST | GROUP_PRICE | GROUP_QUANTITY | \
     GROUP_PROFIT)

#define SYNONYM_SCORE 0.75
#define ENTITY_SCORE  0.98 /* a customer is called by its name */
#define FAMILY_SCORE  0.62 /* sales and amount */
#define STEM_SCORE    0.97

/* Scores nearer than this are equal. */
#define SAME_SCORE 0.04

/* Longer names are sentences. */
#define MAX_NAME_WORDS 24

/* "total" of cartera_total says nothing about the nature of a cartera. */
noun_groups link_column_groups(const struct schema_column *c)
{
    noun_groups all = 0;
    noun_groups generic = 0;
    bool others = false;
    size_t at;

    for (at = 0; at < c->words.n;
         at += c->nouns[at].words ? c->nouns[at].words : 1) {
        const struct schema_noun *n = &c->nouns[at];

        others |= !(n->groups & GROUP_GENERIC);
        if (n->groups & GROUP_GENERIC && n->words < c->words.n)
            generic |= n->groups;
        else
            all |= n->groups;
    }
    return (all || others ? all : generic) | (c->percent ? GROUP_RATE : 0);
}

/* Is the word part of a noun that says little: 编号 is two words. */
static bool is_generic(const struct schema_column *c, size_t at)
{
    const struct schema_noun *before = at ? &c->nouns[at - 1] : NULL;

    return (c->nouns[at].words && c->nouns[at].groups & GROUP_GENERIC) ||
           (before && before->words > 1 && before->groups & GROUP_GENERIC);
}

/* The groups by which a noun of the name may be called otherwise. */
static noun_groups synonyms_of(const struct schema_column *c, size_t k)
{
    noun_groups groups = c->nouns[k].groups & ~GROUP_NATURES;

    return c->kind == COLUMN_TEXT && c->words.n > 1
               ? groups & ~GROUPS_OF_NUMBERS
               : groups;
}

static double weight_of(const struct schema_column *c, size_t at)
{
    if (c->words.word[at].kind == WORD_NUMBER)
        return 0.5;
    if (c->nouns[at].groups & GROUP_UNIT && c->words.n > 1)
        return UNIT_WEIGHT;
    return is_generic(c, at) ? GENERIC_WEIGHT : 1;
}

static double weight_between(const struct schema_column *c, size_t from,
                             size_t to)
{
    double sum = 0;

    for (; from < to && from < c->words.n; from++)
        sum += weight_of(c, from);
    return sum;
}

/* What was found of one column. */
struct naming {
    size_t to; /* the word of the question where it ends */
    double score;
    bool synonym;
    bool entity;
    bool modifier;
};

/* Nameless words of the question between two of the name. */
static size_t skip_fillers(const struct linker *l, size_t at)
{
    while (at < l->words->n && l->fillers[at])
        at++;
    return at;
}

enum alike {
    ALIKE_NOT,
    ALIKE_MEANING,
    ALIKE_VERB, /* "weighs" of weight */
    ALIKE_STEM,
    ALIKE_SAME
};

/* What was done, when it was, or whether: facturada, Fecha emisión. */
static bool is_implied_by_verbs(const struct schema_column *c)
{
    return c->kind == COLUMN_DATE || c->kind == COLUMN_BOOL ||
           (c->kind == COLUMN_TEXT && c->complete && c->n_values <= 8);
}

/* "Cert.", "Sup.": the beginning of a longer word. */
static bool is_abbreviation(const struct words *name, size_t k)
{
    const struct word *w = &name->word[k];
    size_t end = w->offset + w->raw.n;

    return w->kind == WORD_LETTERS && w->fold.n >= 3 && end < name->text.n &&
           name->text.p[end] == '.';
}

/*
 * How a word of the question is one of the name. Of dates verbs count too:
 * "hired" is the Hire Date.
 */
static enum alike alike(const struct linker *l, size_t at,
                        const struct schema_column *c, size_t k)
{
    const struct word *said = &l->words->word[at];
    const struct word *has = &c->words.word[k];

    if (str_eq(said->fold, has->fold))
        return ALIKE_SAME;
    if (str_starts(said->fold, STR("rat")) &&
        (str_is(has->fold, "rate") || str_is(has->fold, "rates")) &&
        !str_is(said->fold, "rate") && !str_is(said->fold, "rates"))
        return ALIKE_NOT; /* rated, rating: by whom, and no price */
    if (str_eq(said->stem, has->stem))
        return ALIKE_STEM;
    if (c->kind == COLUMN_DATE && str_ends(said->fold, STR("ed")) &&
        str_eq(str_slice(said->fold, 0, said->fold.n - 2), has->stem))
        return ALIKE_SAME;
    if (c->words.n > 1 && said->kind == WORD_LETTERS &&
        l->nouns[at].words == 1 && c->nouns[k].words == 1 &&
        l->nouns[at].groups & synonyms_of(c, k))
        return ALIKE_MEANING;
    if (said->fold.n == has->fold.n + 1 && str_ends(said->fold, STR("s")) &&
        str_starts(said->fold, has->fold))
        return ALIKE_STEM; /* SKUs: no plural of a word, but of a name */
    if (text_same_spelling(said->fold, has->fold) ||
        text_same_spelling(said->stem, has->stem))
        return ALIKE_STEM;
    if (said->kind == WORD_LETTERS && l->language == LANGUAGE_EN &&
        !l->fillers[at] && said->fold.p[0] == has->fold.p[0] &&
        (link_is_verb(said->fold, has->fold) ||
         link_is_event(said->stem, has->fold) ||
         (!(l->nouns[at].groups & ~(GROUP_NATURES | GROUP_DATE)) &&
          link_is_short(has->fold, said->fold)) ||
         link_is_clipped(has->fold, said->fold)))
        return ALIKE_VERB;
    if (said->kind == WORD_LETTERS && l->language == LANGUAGE_ES &&
        !l->fillers[at] && is_implied_by_verbs(c) &&
        said->fold.p[0] == has->fold.p[0] &&
        link_is_spanish_verb(said->fold, has->fold))
        return c->kind == COLUMN_DATE ? ALIKE_VERB : ALIKE_STEM;
    if (is_abbreviation(&c->words, k) && str_starts(said->fold, has->fold))
        return ALIKE_STEM;
    return ALIKE_NOT;
}

/* "c5" of the question is the words c and 5 of a name; how many it is. */
static size_t joined_words(const struct words *name, size_t k,
                           const struct words *w, size_t at)
{
    struct str rest = w->word[at].fold;
    size_t n = 0;

    while (k + n < name->n && str_starts(rest, name->word[k + n].fold) &&
           (n == 0 || name->word[k + n].gap == 0)) {
        rest = str_slice(rest, name->word[k + n].fold.n, rest.n);
        n++;
        if (rest.n == 0)
            return n;
    }
    return 0;
}

/* Does the rest of a name say which attribute it is: date, status, minutes? The
 * "on" of returned_on says none: that is what happened to the rows. */
static bool is_attribute(const struct schema_column *c, size_t from, size_t to)
{
    for (size_t k = from; k < to; k++) {
        size_t n;
        const struct question_word *entry =
            question_words_find(&c->words, k, &n);
        enum concept_kind kind = entry ? entry->kind : CONCEPT_FILLER;

        if (c->nouns[k].words
                ? !(c->nouns[k].groups & (GROUP_GENERIC | GROUP_NAME))
                : kind == CONCEPT_SPAN || kind == CONCEPT_GRAIN ||
                      (kind == CONCEPT_CMP && c->kind == COLUMN_DATE))
            return true;
    }
    return false;
}

/* Is the word of the question that of the name, maybe in the plural? */
static bool is_same_noun(const struct word *said, const struct word *has)
{
    struct str rest = str_slice(said->fold, has->fold.n, said->fold.n);

    return str_eq(said->stem, has->stem) ||
           (str_starts(said->fold, has->fold) &&
            (!rest.n || str_is(rest, "s") || str_is(rest, "es")));
}

/*
 * Are words [from, to) of a name a modifier, and the rest its head, where the
 * question says the noun at `at`? The head of order_date and of 订单日期 is the
 * last noun, that of fecha_pedido the first; a synonym in Spanish is of a name
 * in another language. A measure is no modifier: units_sold are units.
 */
static bool is_modifier(const struct linker *l, size_t at,
                        const struct schema_column *c, size_t from, size_t to)
{
    const noun_groups heads = GROUP_DATE | GROUP_YEAR | GROUP_NAME |
                              (c->kind == COLUMN_DATE ? 0 : GROUPS_OF_NUMBERS);
    bool same = is_same_noun(&l->words->word[at], &c->words.word[to - 1]);
    size_t n = c->words.n;

    if (c->owner || c->nouns[from].groups & heads ||
        (!same &&
         !(l->nouns[at].groups & c->nouns[from].groups & ~GROUP_NATURES)))
        return false;
    if (l->language == LANGUAGE_ES && same)
        return from > 0 && to == n && is_attribute(c, 0, from);
    return from == 0 && to < n && is_attribute(c, to, n);
}

/* The name from word k on, as far as the question says it from `at` on. */
static struct naming run_of_name(const struct linker *l, size_t at,
                                 const struct schema_column *c, size_t k)
{
    static const double scores[] = {[ALIKE_MEANING] = SYNONYM_SCORE,
                                    [ALIKE_VERB] = SYNONYM_SCORE,
                                    [ALIKE_STEM] = STEM_SCORE,
                                    [ALIKE_SAME] = 1};
    const struct words *name = &c->words;
    const struct words *w = l->words;
    struct naming found = {.to = at};
    size_t from = k;
    double score = 1;

    while (k < name->n && at < w->n) {
        enum alike how = alike(l, at, c, k);
        size_t joined = how == ALIKE_NOT ? joined_words(name, k, w, at) : 0;

        if (joined) {
            how = ALIKE_SAME;
            k += joined - 1;
        } else if (how == ALIKE_NOT) {
            size_t next = k > from ? skip_fillers(l, at) : at;

            how = next == at || next == w->n ? ALIKE_NOT : alike(l, next, c, k);
            if (how == ALIKE_NOT)
                break;
            at = next;
        }
        score = scores[how] < score ? scores[how] : score;
        found.synonym |= how == ALIKE_MEANING || how == ALIKE_VERB;
        at++;
        k++;
        found.to = at;
    }
    if (k == from)
        return found;
    found.score =
        weight_between(c, from, k) / weight_between(c, 0, name->n) * score;
    found.modifier = is_modifier(l, at - 1, c, from, k);
    return found;
}

static void keep_better(struct naming *best, struct naming found)
{
    if (found.to > best->to ||
        (found.to == best->to && found.score > best->score))
        *best = found;
}

/* A noun of the question against the nouns of the name. */
static struct naming synonym_of_name(const struct linker *l, size_t at,
                                     const struct schema_column *c)
{
    const noun_groups family = GROUP_SALES | GROUP_AMOUNT;
    struct naming best = {.to = at, .synonym = true};
    noun_groups said = l->nouns[at].groups & ~GROUP_NATURES;
    size_t k;
    size_t n;

    for (k = 0; said && k < c->words.n; k += n ? n : 1) {
        noun_groups has = synonyms_of(c, k);
        double score = said & has ? SYNONYM_SCORE : 0;

        n = c->nouns[k].words;
        if (!score && (said & family) && (has & family))
            score = FAMILY_SCORE;
        score *= weight_between(c, k, k + n) / weight_between(c, 0, c->words.n);
        if (score > best.score) {
            best.score = score;
            best.to = at + l->nouns[at].words;
            best.modifier = is_modifier(l, at, c, k, k + n);
        }
    }
    return best;
}

static struct naming naming_of(const struct linker *l, size_t at,
                               const struct schema_column *c)
{
    const struct words *name = &c->words;
    const struct words *w = l->words;
    struct naming best = {.to = at};
    size_t k;

    for (k = 0; k < name->n; k++) {
        struct naming found = run_of_name(l, at, c, k);

        /* One character of Chinese is no name unless it is nearly all of it. */
        if (w->word[at].kind == WORD_CJK && found.to == at + 1 && name->n > 1 &&
            found.score < MIN_CHARACTER)
            continue;
        if (found.score >= (k ? MIN_COVERAGE : MIN_FIRST_COVERAGE) *
                               (found.synonym ? SYNONYM_SCORE : 1))
            keep_better(&best, found);
    }
    if (best.to == at) {
        best = synonym_of_name(l, at, c);
        if (best.score < MIN_COVERAGE * SYNONYM_SCORE)
            best.to = at;
    }
    return best;
}

bool link_is_listed(const struct words *w, size_t at)
{
    const struct word *before = at ? &w->word[at - 1] : NULL;
    struct str gap;

    if (!before || at >= w->n)
        return false;
    gap =
        str_slice(w->text, before->offset + before->raw.n, w->word[at].offset);
    return str_find_char(gap, ',') < gap.n ||
           str_find(gap, STR("、")) < gap.n || str_find(gap, STR("，")) < gap.n;
}

/* The name, as it counts from word `from` of what began at `at`. */
static void try_name(const struct linker *l, size_t from,
                     const struct schema_column *c, struct naming *best)
{
    struct naming found;

    if (from >= l->words->n)
        return;
    found = naming_of(l, from, c);
    if (found.to > from && (!c->key || found.score >= STEM_SCORE))
        keep_better(best, found);
}

/* What the column belongs to, after its name: "city of the customer". */
static void try_behind(const struct linker *l, const struct schema_column *c,
                       struct naming *best)
{
    size_t next = skip_fillers(l, best->to);
    size_t path = c->path ? link_owner_at(l, next, c->path) : 0;
    size_t owner = link_owner_at(l, skip_fillers(l, next + path), c->owner);

    if (owner)
        best->to = skip_fillers(l, next + path) + owner;
    else if (path)
        best->to = next + path;
}

/*
 * A column of joined tables, whose table may be said too: "customer city",
 * "the city of the customer", "客户的城市"; "billing customer" alone is the
 * customer's name.
 */
static struct naming naming_in_view(const struct linker *l, size_t at,
                                    const struct schema_column *c)
{
    struct naming best = {.to = at};
    size_t path = c->path ? link_owner_at(l, at, c->path) : 0;
    size_t begin = path ? skip_fillers(l, at + path) : at;
    size_t owner = link_owner_at(l, begin, c->owner);

    if (owner && c->label)
        best = (struct naming){
            .to = begin + owner, .score = ENTITY_SCORE, .entity = true};
    try_name(l, at, c, &best);
    if (path)
        try_name(l, begin, c, &best);
    if (owner && !link_is_listed(l->words, begin + owner))
        try_name(l, skip_fillers(l, begin + owner), c, &best);
    if (best.to > at && !best.entity && !owner &&
        l->words->word[at].kind != WORD_CJK) /* whose it is comes before it */
        try_behind(l, c, &best);
    return best;
}

/* Is what the column holds called by the word: a date, a time? */
static bool is_kind_word(const struct schema_column *c, const struct word *w)
{
    if (c->kind == COLUMN_DATE)
        return term_list_has(&words_link_date_word, w->fold) ||
               term_list_has(&words_link_time_word, w->fold);
    for (size_t i = 0; c->kind == COLUMN_NUMBER && i < c->words.n; i++) {
        if (term_list_has(&words_link_time_unit, c->words.word[i].fold))
            return term_list_has(&words_link_time_word, w->fold);
    }
    return false;
}

/* "Cancellation date" of cancelled_on, "waiting time" of wait_mins: the word
 * that says what the column holds belongs to its name. */
static void try_kind(const struct linker *l, size_t at,
                     const struct schema_column *c, struct naming *found)
{
    if (found->to > at && !found->entity && found->to < l->words->n &&
        l->words->word[found->to].kind == WORD_LETTERS &&
        is_kind_word(c, &l->words->word[found->to])) {
        found->to++;
        found->modifier = false;
    }
}

/* Keep the hit when it is as good as those kept, drop those that are worse. */
static void put_hit(struct link *c, struct link_hit hit)
{
    if (c->n_hits && hit.score > c->hits[0].score + SAME_SCORE)
        c->n_hits = 0;
    if (c->n_hits && hit.score < c->hits[0].score - SAME_SCORE)
        return;
    if (c->n_hits < LINK_MAX_HITS)
        c->hits[c->n_hits++] = hit;
    if (hit.score > c->score)
        c->score = hit.score;
}

/* Words like "a" and "no" are columns only in the company of others. */
static bool may_be_name(const struct words *w, size_t at, size_t to)
{
    size_t n;
    const struct question_word *entry = question_words_find(w, at, &n);

    if (!entry || n < to - at)
        return true;
    switch (entry->kind) {
    case CONCEPT_FILLER:
    case CONCEPT_NOT:
    case CONCEPT_AND:
    case CONCEPT_OR:
    case CONCEPT_TO:
    case CONCEPT_CMP:
    case CONCEPT_BY: return false;
    default: return true;
    }
}

/* A name that somebody gave it, unless more words are its own. */
static void keep_alias(const struct linker *l, size_t at,
                       const struct schema_column *c, struct naming *found)
{
    size_t n = link_alias_at(l, at, c, NULL);

    if (n > 0 && at + n >= found->to)
        *found = (struct naming){.to = at + n, .score = 1};
}

enum err link_columns_at(struct linker *l, size_t at, struct error *e)
{
    struct link by_length[MAX_NAME_WORDS + 1] = {0};
    size_t i;

    (void)e;
    for (i = 0; i < l->table->n_columns; i++) {
        const struct schema_column *c = &l->table->columns[i];
        struct naming found;
        size_t length;

        if (c->words.n == 0 || c->words.n > MAX_NAME_WORDS ||
            (!c->owner && c->n_aliases == 0 &&
             !word_filter_may_name(c, &l->words->word[at],
                                   l->nouns[at].groups)))
            continue;
        found = c->owner ? naming_in_view(l, at, c) : naming_of(l, at, c);
        try_kind(l, at, c, &found);
        keep_alias(l, at, c, &found);
        length = found.to - at;
        if (length == 0 || length > MAX_NAME_WORDS ||
            !may_be_name(l->words, at, found.to))
            continue;
        put_hit(&by_length[length],
                (struct link_hit){.column = c,
                                  .score = found.score,
                                  .synonym = found.synonym,
                                  .entity = found.entity,
                                  .modifier = found.modifier});
    }
    for (i = 1; i <= MAX_NAME_WORDS; i++) {
        if (!by_length[i].n_hits)
            continue;
        by_length[i].kind = LINK_COLUMN;
        by_length[i].from = at;
        by_length[i].to = at + i;
        linker_add(l, &by_length[i]);
    }
    return OK;
}
