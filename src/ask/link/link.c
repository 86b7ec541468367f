/*
 * Every run of words has candidates; the reading is the sequence of candidates
 * that explains the question best, found by dynamic programming from its end.
 * A candidate weighs its words, each nearly 1 when it is surely that: all of a
 * column's name or of a value; less for concepts, parts and synonyms; half for
 * fillers; nothing for a word that is not known. A little is taken for each
 * piece, so that one long name wins over two short ones.
 */
#include "ask/link/misspelled_values.h"
#include "ask/link/row_noun.h"
#include "ask/vocabulary/term_lists.h"

#include <string.h>

#define PIECE_COST 0.1

/* All of a column's name. */
#define WHOLE 0.999

/* Less of a column's name is a part of it: run, of run_min. */
#define PART_OF_NAME 0.7

/* Weights a word. */
#define W_PERIOD       0.97
#define W_VALUE        0.98
#define W_SLIP         0.85 /* a value, nearly */
#define W_NUMBER       0.95
#define W_NUMBER_VALUE 0.6 /* "8" is a number, whatever cells hold it */
#define W_NUMERAL      0.6 /* of Chinese: part of many words */
#define W_CONCEPT      0.9
#define W_ROWS         0.99 /* "rows" is hardly ever anything else */
#define W_TABLE        0.72
#define W_TABLE_WORDS  0.97  /* of a name of several words */
#define W_TABLE_ALIAS  0.66  /* by another word of the same meaning */
#define W_ROW_NOUN     0.775 /* as half of a column's name weighs */
#define W_FILLER       0.5
#define W_FILLERS      0.85 /* several words that are one: "come from" */

static const struct question_word table_rows = {"", CONCEPT_ROWS, 0};
static const struct question_word table_alias = {"", CONCEPT_ROWS, 0};
static const struct question_word row_noun = {"", CONCEPT_ROWS, 0};
static const struct question_word negation = {"", CONCEPT_NOT, 0};

void linker_add(struct linker *l, const struct link *candidate)
{
    BUG_ON(candidate->to <= candidate->from || candidate->to > l->words->n);
    if (l->n < l->cap)
        l->candidate[l->n++] = *candidate;
}

/* Room for all that may begin at one word. */
static enum err reserve(struct linker *l, struct error *e)
{
    size_t cap = l->n * 2 + LINK_MAX_AT;
    struct link *more;

    if (l->n + LINK_MAX_AT <= l->cap)
        return OK;
    more = arena_alloc_array(l->a, cap, sizeof(*more), e);
    if (!more)
        return e->code;
    if (l->n)
        memcpy(more, l->candidate, l->n * sizeof(*more));
    l->candidate = more;
    l->cap = cap;
    return OK;
}

static double weight_of(const struct linker *l, const struct link *c)
{
    double words = (double)(c->to - c->from);

    switch (c->kind) {
    case LINK_UNKNOWN: return 0;
    case LINK_COLUMN: return words * (0.55 + 0.45 * c->score);
    case LINK_VALUE:
        if (c->to == c->from + 1 && l->words->word[c->from].kind == WORD_NUMBER)
            return W_NUMBER_VALUE;
        if (c->hits[0].slip)
            return words * W_SLIP;
        if (c->hits[0].whole)
            return words * W_VALUE;
        return words * (0.55 + 0.3 * c->score);
    case LINK_NUMBER:
        return words * (words == 1 && l->words->word[c->from].kind == WORD_CJK
                            ? W_NUMERAL
                            : W_NUMBER);
    case LINK_PERIOD: return words * W_PERIOD;
    case LINK_ORDINAL: return words * W_PERIOD;
    case LINK_CLOCK: return words * W_PERIOD;
    case LINK_CONCEPT: break;
    }
    if (c->entry == &table_rows)
        return words *
               (words > 1 && l->words->word[c->from].kind == WORD_LETTERS
                    ? W_TABLE_WORDS
                    : W_TABLE);
    if (c->entry == &table_alias)
        return words * W_TABLE_ALIAS;
    if (c->entry == &row_noun)
        return words * W_ROW_NOUN;
    if (c->entry->kind == CONCEPT_ROWS)
        return words * W_ROWS;
    if (c->entry->kind == CONCEPT_FILLER)
        return words * (words > 1 ? W_FILLERS : W_FILLER);
    return words * W_CONCEPT;
}

/* "how many movements" of a file movements.csv asks for its rows. */
static void name_at(struct linker *l, size_t at, const struct words *name)
{
    struct link c = {.kind = LINK_CONCEPT, .from = at, .entry = &table_rows};
    size_t n = 0;

    while (n < name->n && at + n < l->words->n &&
           str_eq(name->word[n].stem, l->words->word[at + n].stem))
        n++;
    if (n == 0 || n < name->n) {
        n = link_owner_at(l, at, name);
        c.entry = &table_alias;
    }
    if (n == 0)
        return;
    c.to = at + n;
    c.score = W_TABLE;
    linker_add(l, &c);
}

static void table_at(struct linker *l, size_t at)
{
    const struct schema_table *t = l->table;

    name_at(l, at, &t->words);
    for (size_t i = 0; i < t->n_also; i++)
        name_at(l, at, &t->also[i]);
}

/* Is it counted, or its first or last asked for: "how many runs", "the number
 * of runs", "the latest run"? */
static bool is_counted(const struct words *w, size_t at)
{
    if (at && term_list_has(&words_link_many_or_last, w->word[at - 1].fold))
        return true;
    return at >= 2 &&
           term_list_has(&words_link_number_of, w->word[at - 2].fold) &&
           (str_is(w->word[at - 1].fold, "of") ||
            str_is(w->word[at - 1].fold, "de"));
}

/* "How many runs" of a file runs.csv asks for its rows, and not for the sum of
 * a column run_min. */
static void drop_part_of_number(struct linker *l, size_t at, size_t from)
{
    const struct words *name = &l->table->words;
    size_t i;

    if (!name->n || !is_counted(l->words, at))
        return;
    for (i = 0; i < name->n; i++) {
        if (at + i >= l->words->n ||
            !str_eq(name->word[i].stem, l->words->word[at + i].stem))
            return;
    }
    for (i = from; i < l->n; i++) {
        struct link *c = &l->candidate[i];

        if (c->kind == LINK_COLUMN && c->to == at + name->n &&
            c->hits[0].column->kind == COLUMN_NUMBER &&
            c->score < PART_OF_NAME && !c->hits[0].entity)
            c->kind = LINK_UNKNOWN;
    }
}

/* "How many orders" of rows with an order_date asks for the rows; the column
 * stays as a hit, for periods. */
static void rows_by_noun(struct linker *l, size_t from)
{
    for (size_t i = from; i < l->n; i++) {
        struct link *c = &l->candidate[i];

        if (c->kind != LINK_COLUMN || !link_names_rows(l->table, l->words, c))
            continue;
        c->kind = LINK_CONCEPT;
        c->entry = &row_noun;
    }
}

/* A number remembers the cells that are it. */
static void numbers_as_values(struct linker *l, size_t from)
{
    struct link *number = NULL;
    const struct link *value = NULL;
    size_t i;

    for (i = from; i < l->n; i++) {
        struct link *c = &l->candidate[i];

        if (c->to != c->from + 1)
            continue;
        if (c->kind == LINK_NUMBER)
            number = c;
        if (c->kind == LINK_VALUE && c->hits[0].whole)
            value = c;
    }
    if (!number || !value)
        return;
    number->n_hits = value->n_hits;
    for (i = 0; i < value->n_hits; i++)
        number->hits[i] = value->hits[i];
}

static bool has_dates(const struct schema_table *t)
{
    size_t i;

    for (i = 0; i < t->n_columns; i++) {
        if (t->columns[i].kind == COLUMN_DATE)
            return true;
    }
    return false;
}

/* A month without a year remembers who is called so: May Smith. */
static void months_as_values(struct linker *l, size_t from)
{
    struct link *month = NULL;
    struct link *value = NULL;
    size_t i;

    for (i = from; i < l->n; i++) {
        struct link *c = &l->candidate[i];

        if (c->to != c->from + 1)
            continue;
        if (c->kind == LINK_PERIOD && !c->period.day.year &&
            c->period.day.month)
            month = c;
        if (c->kind == LINK_VALUE)
            value = c;
    }
    if (!month || !value || !has_dates(l->table))
        return;
    month->n_hits = value->n_hits;
    for (i = 0; i < value->n_hits; i++)
        month->hits[i] = value->hits[i];
    value->kind = LINK_UNKNOWN;
}

/* Is a column of numbers called by the word? */
static bool is_number_called(const struct schema_table *t, struct str stem)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (size_t k = 0; k < c->words.n && c->kind == COLUMN_NUMBER; k++) {
            if (str_eq(c->words.word[k].stem, stem))
                return true;
        }
    }
    return false;
}

/* "The amount of Spain" counts nothing where a column is called amount, and the
 * "total amount of orders" is of that column. */
static bool counts_a_column(const struct linker *l, const struct link *c)
{
    size_t noun = c->to - 2; /* before "of" */

    return (c->entry->kind == CONCEPT_MANY || c->entry->kind == CONCEPT_AGG) &&
           c->to >= c->from + 2 && l->words->word[noun].kind == WORD_LETTERS &&
           l->nouns[noun].groups & (GROUP_AMOUNT | GROUP_QUANTITY) &&
           !(l->nouns[noun].groups & GROUP_GENERIC) &&
           is_number_called(l->table, l->words->word[noun].stem);
}

/* Does a run that begins at `at` cut a whole name of several words in two and go
 * on after it? Of a column cartera total, "cartera total of INVEX" has no
 * "total of". */
static bool cuts_a_name(const struct linker *l, size_t at, size_t to)
{
    for (size_t i = 0; i < l->n; i++) {
        const struct link *c = &l->candidate[i];

        if (c->kind == LINK_COLUMN && c->score >= WHOLE && c->from < at &&
            c->to > at && c->to < to)
            return true;
    }
    return false;
}

/* Every candidate that begins at `at`; the first of them is at l->n before. */
static enum err candidates_at(struct linker *l, size_t at, struct error *e)
{
    struct link none = {.kind = LINK_UNKNOWN, .from = at, .to = at + 1};
    size_t n = l->words->n;
    size_t from = l->n;
    size_t to;
    size_t i;

    if (reserve(l, e))
        return e->code;
    linker_add(l, &none);
    if (link_columns_at(l, at, e) || link_values_at(l, at, e) ||
        link_codes_at(l, at, from, e) || link_times_at(l, at, e) ||
        link_ordinals_at(l, at, e) || link_clocks_at(l, at, e))
        return e->code;
    link_people_at(l, at, from);
    link_derived_at(l, at, from);
    rows_by_noun(l, from);
    numbers_as_values(l, from);
    months_as_values(l, from);
    drop_part_of_number(l, at, from);
    link_misspelled_values_at(l, at);
    to = l->n;
    while (n > 0) {
        struct link c = {.kind = LINK_CONCEPT, .from = at, .score = 1};

        c.entry = question_words_find_within(l->words, at, n, &n);
        c.to = at + n;
        if (c.entry && (counts_a_column(l, &c) || cuts_a_name(l, at, c.to))) {
            n--;
            continue;
        }
        for (i = from; c.entry && i < to; i++) {
            if (l->candidate[i].to == c.to)
                l->candidate[i].entry = c.entry;
        }
        if (c.entry)
            linker_add(l, &c);
        if (n)
            n--;
    }
    table_at(l, at);
    return OK;
}

/* The chosen candidate at each word, and the weight from there to the end. */
struct path {
    double weight;
    size_t candidate;
};

static void choose(const struct linker *l, const size_t *begin,
                   struct path *path)
{
    size_t at = l->words->n;

    path[at].weight = 0;
    while (at-- > 0) {
        size_t i;

        path[at].weight = -1;
        for (i = begin[at]; i < begin[at + 1]; i++) {
            double weight = weight_of(l, &l->candidate[i]) - PIECE_COST +
                            path[l->candidate[i].to].weight;

            if (weight > path[at].weight + 1e-9 || i == begin[at]) {
                path[at].weight = weight;
                path[at].candidate = i;
            }
        }
    }
}

static bool is_filler(const struct link *c)
{
    return c->kind == LINK_CONCEPT && c->entry->kind == CONCEPT_FILLER;
}

static enum err collect(const struct linker *l, const struct path *path,
                        struct links *out, struct error *e)
{
    size_t at;

    /* a word is two links at most; as many again is what settling may put in */
    out->cap = 4 * l->words->n + 8;
    out->link = arena_alloc_array(l->a, out->cap, sizeof(*out->link), e);
    if (!out->link)
        return e->code;
    for (at = 0; at < l->words->n;) {
        const struct link *c = &l->candidate[path[at].candidate];

        if (!is_filler(c) && c->negated)
            out->link[out->n++] = (struct link){.kind = LINK_CONCEPT,
                                                .from = c->from,
                                                .to = c->to,
                                                .entry = &negation};
        if (!is_filler(c))
            out->link[out->n++] = *c;
        BUG_ON(c->from != at || out->n + 2 > out->cap);
        at = c->to;
    }
    out->score = path[0].weight;
    return OK;
}

/* "Books have no" is not the name Book No: verbs do not hold names together. */
static bool is_verb(const struct word *w)
{
    return term_list_has(&words_link_light_verb, w->fold);
}

/* Which words are fillers by themselves and may be in a name; NULL when `a`
 * is full. */
static bool *find_fillers(const struct words *w, struct arena *a,
                          struct error *e)
{
    bool *fillers = arena_alloc_array(a, w->n, sizeof(*fillers), e);
    size_t at;
    size_t n;

    for (at = 0; fillers && at < w->n; at++) {
        const struct question_word *entry = question_words_find(w, at, &n);

        fillers[at] = entry && n == 1 && entry->kind == CONCEPT_FILLER &&
                      !is_verb(&w->word[at]);
    }
    return fillers;
}

enum err link_gather(struct linker *l, size_t **begin, struct error *e)
{
    const struct words *w = l->words;

    if (w->n > LINK_MAX_WORDS)
        return error_set(e, ERR_LIMIT,
                         "the question has too many words: the limit is %d",
                         LINK_MAX_WORDS);
    l->nouns = schema_nouns(w, l->a, e);
    l->fillers = find_fillers(w, l->a, e);
    if (!l->nouns || !l->fillers)
        return e->code;
    *begin = arena_alloc_array(l->a, w->n + 1, sizeof(**begin), e);
    if (!*begin || link_misspelled_values(l, e))
        return e->code;
    for (size_t at = 0; at < w->n; at++) {
        (*begin)[at] = l->n;
        if (candidates_at(l, at, e))
            return e->code;
    }
    (*begin)[w->n] = l->n;
    return OK;
}

enum err link_question(const struct schema_table *t, const struct words *w,
                       enum language language, struct arena *a,
                       struct links *out, struct error *e)
{
    struct linker l = {.table = t, .words = w, .language = language, .a = a};
    struct path *path;
    size_t *begin = NULL;

    *out = (struct links){.words = *w};
    if (link_gather(&l, &begin, e))
        return e->code;
    BUG_ON(!begin);
    path = arena_alloc_array(a, w->n + 1, sizeof(*path), e);
    if (!path)
        return e->code;
    choose(&l, begin, path);
    if (w->n && collect(&l, path, out, e))
        return e->code;
    link_settle(t, language, out);
    return OK;
}
