/*
 * Values by the words in them. The keys of a column (schema.h) are searched
 * for the word; each place is followed as far as question and value agree.
 * All of a value beats a part of one. A part counts only when its first word
 * carries meaning: "the" is in many values and means none of them.
 */
#include "ask/link.h"

#include <string.h>

/* A word shorter than this is no part of a value. */
#define MIN_PART_BYTES 3

/* Less of a value than this is a word of its prose. */
#define MIN_PART_COVERAGE 0.19

/* The longest run of words of a question that can be a value. */
#define MAX_RUN 16

/* What one column has for a run of words. */
struct found {
    struct str values[LINK_MAX_VALUES];
    size_t n;
    bool many;
    bool exact; /* not only the stems agree */
    double coverage;
};

/* Found in one column, by the length of the run. */
struct runs {
    struct found *whole[MAX_RUN + 1];
    struct found *part[MAX_RUN + 1];
};

/* Words from `from` that stand one after another at `at` of the keys. */
static size_t agree(const struct words *w, size_t from, struct str keys,
                    size_t at, size_t *end)
{
    size_t n = 0;

    while (from + n < w->n && n < MAX_RUN) {
        struct str stem = w->word[from + n].stem;

        if (at + stem.n + 1 >= keys.n || keys.p[at] != ' ' ||
            memcmp(keys.p + at + 1, stem.p, stem.n) != 0 ||
            keys.p[at + 1 + stem.n] != ' ')
            break;
        at += stem.n + 1;
        n++;
    }
    *end = at;
    return n;
}

/* Words of the value whose keys are around `at`. */
static size_t words_of_value(struct str keys, size_t at)
{
    size_t n = 0;

    while (at > 0 && keys.p[at] != '\n')
        at--;
    for (at++; at < keys.n && keys.p[at] != '\n'; at++)
        n += keys.p[at] == ' ';
    return n ? n - 1 : 0;
}

static enum err put_value(struct found **slot, struct found hit,
                          struct arena *a, struct error *e)
{
    struct found *f = *slot;
    struct str value = hit.values[0];
    double coverage = hit.coverage;

    if (!f) {
        f = *slot = arena_alloc(a, sizeof(*f), e);
        if (!f)
            return e->code;
    }
    if (f->exact && !hit.exact)
        return OK;
    if (hit.exact && !f->exact)
        f->n = 0;
    f->exact = hit.exact;
    if (coverage > f->coverage)
        f->coverage = coverage;
    if (f->n && str_eq(f->values[f->n - 1], value))
        return OK;
    if (f->n == LINK_MAX_VALUES)
        f->many = true;
    else
        f->values[f->n++] = value;
    return OK;
}

/* A word that only holds others together. */
static bool is_joint(enum concept concept)
{
    switch (concept) {
    case CONCEPT_FILLER:
    case CONCEPT_AND:
    case CONCEPT_OR:
    case CONCEPT_NOT:
    case CONCEPT_TO:
    case CONCEPT_BY:
    case CONCEPT_CMP:
    case CONCEPT_BETWEEN: return true;
    default: return false;
    }
}

/* May the run be a part of a value? */
static bool may_be_part(const struct linker *l, size_t at, size_t run)
{
    const struct word *first = &l->words->word[at];
    const struct word *last = &l->words->word[at + run - 1];
    size_t n;
    const struct lexicon_entry *entry = lexicon_find(l->words, at, &n);

    if (entry && n >= run)
        return false;
    if (entry && is_joint(entry->concept))
        return false;
    entry = lexicon_find(l->words, at + run - 1, &n);
    if (entry && is_joint(entry->concept))
        return false;
    if (first->kind == WORD_CJK)
        return run >= 2;
    return run > 1 ||
           (first->kind == WORD_LETTERS && first->fold.n >= MIN_PART_BYTES &&
            last->fold.n >= MIN_PART_BYTES);
}

/* Do the words stand in the value as they were said, plural and all? */
static enum err has_words(const struct linker *l, size_t at, size_t run,
                          struct str value, bool *exact, struct error *e)
{
    struct words v;
    size_t i;
    size_t k;

    *exact = false;
    if (words_cut(value, WORDS_TEXT, l->a, &v, e))
        return e->code;
    for (i = 0; i + run <= v.n && !*exact; i++) {
        for (k = 0; k < run &&
                    str_eq(v.word[i + k].fold, l->words->word[at + k].fold);)
            k++;
        *exact = k == run;
    }
    return OK;
}

static enum err search_column(struct linker *l, const struct schema_column *c,
                              size_t at, struct runs *runs, struct error *e)
{
    const struct words *w = l->words;
    struct str stem = w->word[at].stem;
    struct str rest = c->keys;
    size_t offset = 0;

    for (;;) {
        size_t hit = str_find(rest, stem);
        size_t place = offset + hit;
        size_t end;
        size_t run;
        bool whole;

        if (hit == rest.n)
            return OK;
        run = place ? agree(w, at, c->keys, place - 1, &end) : 0;
        if (run) {
            struct str value = c->values[schema_value_at(c, place)];
            double of = (double)words_of_value(c->keys, place);

            struct found found = {.values = {value},
                                  .coverage = (double)run / of};

            whole = place >= 2 && c->keys.p[place - 2] == '\n' &&
                    end + 1 < c->keys.n && c->keys.p[end + 1] == '\n';
            if (!whole && runs->part[run] && runs->part[run]->many &&
                runs->part[run]->exact) {
                offset = place + stem.n;
                rest = str_slice(c->keys, offset, c->keys.n);
                continue;
            }
            if (has_words(l, at, run, value, &found.exact, e))
                return e->code;
            if ((whole || (found.exact && may_be_part(l, at, run))) &&
                put_value(whole ? &runs->whole[run] : &runs->part[run], found,
                          l->a, e))
                return e->code;
        }
        offset = place + stem.n;
        rest = str_slice(c->keys, offset, c->keys.n);
    }
}

static void put_hit(struct link *c, const struct schema_column *column,
                    const struct found *f, bool whole)
{
    if (c->n_hits == LINK_MAX_HITS)
        return;
    c->hits[c->n_hits++] = (struct link_hit){.column = column,
                                             .score = whole ? 1 : f->coverage,
                                             .values = f->values,
                                             .n_values = f->n,
                                             .whole = whole,
                                             .many = f->many};
    if (c->hits[c->n_hits - 1].score > c->score)
        c->score = c->hits[c->n_hits - 1].score;
}

/* "a", "no" and "by" are values only in the company of other words. */
static bool may_be_value(const struct linker *l, size_t at, size_t run)
{
    size_t n;
    const struct lexicon_entry *entry = lexicon_find(l->words, at, &n);

    if (!entry || n < run)
        return true;
    switch (entry->concept) {
    case CONCEPT_FILLER:
    case CONCEPT_NOT:
    case CONCEPT_AND:
    case CONCEPT_OR:
    case CONCEPT_TO:
    case CONCEPT_CMP:
    case CONCEPT_MOST:
    case CONCEPT_TOP:
    case CONCEPT_MANY:
    case CONCEPT_AGG:
    case CONCEPT_WHICH:
    case CONCEPT_WHO:
    case CONCEPT_BY: return false;
    default: return true;
    }
}

enum err link_values_at(struct linker *l, size_t at, struct error *e)
{
    struct link whole[MAX_RUN + 1] = {0};
    struct link part[MAX_RUN + 1] = {0};
    size_t i;
    size_t n;

    for (i = 0; i < l->table->n_columns; i++) {
        const struct schema_column *c = &l->table->columns[i];
        struct runs runs = {0};

        if (c->keys.n == 0 || l->words->word[at].stem.n == 0)
            continue;
        if (search_column(l, c, at, &runs, e))
            return e->code;
        for (n = 1; n <= MAX_RUN; n++) {
            if (runs.whole[n] && may_be_value(l, at, n))
                put_hit(&whole[n], c, runs.whole[n], true);
            if (runs.part[n] && runs.part[n]->coverage >= MIN_PART_COVERAGE)
                put_hit(&part[n], c, runs.part[n], false);
        }
    }
    for (n = 1; n <= MAX_RUN; n++) {
        struct link *c = whole[n].n_hits ? &whole[n] : &part[n];

        if (!c->n_hits)
            continue;
        c->kind = LINK_VALUE;
        c->from = at;
        c->to = at + n;
        linker_add(l, c);
    }
    return OK;
}
