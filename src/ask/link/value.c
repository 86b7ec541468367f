/*
 * Values by the words in them. The keys of a column (table_schema.h) are
 * searched for the word; each place is followed as far as question and value
 * agree. All of a value beats a part of one. A part counts only when its first
 * word carries meaning: "the" is in many values and means none of them.
 */
#include "ask/link/link.h"
#include "ask/link/word_filter.h"
#include "ask/vocabulary/term_lists.h"
#include "base/buf.h"

#include <string.h>

/* A word shorter than this is no part of a value. */
#define MIN_PART_BYTES 3

/* Less of a value than this is a word of its prose. */
#define MIN_PART_COVERAGE  0.19
#define MIN_LOOSE_COVERAGE 0.08

#define MAX_NAME     3   /* words of a name that may be in another order */
#define TURNED_BYTES 256 /* of their keys */

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

/* Words from `from` that are one after another at `at` of the keys. */
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
static bool is_joint(enum concept_kind kind)
{
    switch (kind) {
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

bool link_may_be_part(const struct words *w, size_t at, size_t run)
{
    const struct word *first = &w->word[at];
    const struct word *last = &w->word[at + run - 1];
    size_t n;
    const struct question_word *entry = question_words_find(w, at, &n);

    if (entry && n >= run && entry->kind != CONCEPT_MONTH)
        return false; /* but May Smith */
    if (first->kind == WORD_CJK && run >= 2)
        return true; /* 用 of 录用 holds nothing together */
    if (entry && is_joint(entry->kind))
        return false;
    entry = question_words_find(w, at + run - 1, &n);
    if (entry && is_joint(entry->kind))
        return false;
    return run > 1 ||
           (first->kind == WORD_LETTERS && first->fold.n >= MIN_PART_BYTES &&
            last->fold.n >= MIN_PART_BYTES);
}

/* Do the words occur in the value as they were said, plural and all? */
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
            if ((whole ||
                 ((found.exact || l->loose) && link_may_be_part(w, at, run))) &&
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

/* Is the value written out, with the signs after its last word: A+, 0-? A
 * space after it is not a sign: it is in the cell by mistake, and in the question
 * after any word. */
static bool is_written(const struct words *w, size_t at, size_t run,
                       struct str value)
{
    const struct word *last = &w->word[at + run - 1];
    const size_t from = w->word[at].offset;

    value = str_trim(value);
    return value.n > last->offset + last->raw.n - from &&
           str_eq_nocase(str_slice(w->text, from, from + value.n), value);
}

/* Of values that differ in signs alone, 0- and 0+, the one that is written. */
static void keep_written(const struct linker *l, size_t at, size_t run,
                         struct found *f)
{
    struct str longest = {0};

    for (size_t i = 0; i < f->n; i++) {
        if (f->values[i].n > longest.n &&
            is_written(l->words, at, run, f->values[i]))
            longest = f->values[i];
    }
    if (longest.n == 0)
        return;
    f->values[0] = longest;
    f->n = 1;
    f->many = false;
    f->exact = true;
}

/* How sure it is that words are a value. */
enum sure { SURE_NOT, SURE_MAYBE, SURE };

/* Does an opening quotation mark come before the word? */
static bool is_quoted(const struct word *w)
{
    static const char *const marks[] = {"\"", "'", "“", "‘", "«", "「"};
    struct str before = {w->raw.p - w->offset, w->offset};
    size_t i;

    for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (str_ends(before, str_from(marks[i])))
            return w->gap != '\''; /* but don't */
    }
    return false;
}

static bool is_upper(struct str raw)
{
    return raw.n && raw.p[0] >= 'A' && raw.p[0] <= 'Z';
}

/* Is the question written in more than capitals? */
static bool has_small_letters(const struct words *w)
{
    size_t i;

    for (i = 0; i < w->n; i++) {
        struct str raw = w->word[i].raw;

        if (raw.n && raw.p[raw.n - 1] >= 'a' && raw.p[raw.n - 1] <= 'z')
            return true;
    }
    return false;
}

/* Are capitals those of the value, and not those of a sentence: IN, IT? */
static bool is_capital(const struct linker *l, size_t at, const struct found *f)
{
    struct str raw = l->words->word[at].raw;
    bool all = raw.n > 1 && is_upper(str_slice(raw, 1, raw.n));
    size_t i;

    if (!is_upper(raw) || !has_small_letters(l->words) || str_is(raw, "I") ||
        (at == 0 && !all))
        return false;
    for (i = 0; i < f->n; i++) {
        if (str_eq(str_trim(f->values[i]), raw))
            return true;
    }
    return false;
}

/* Is the column named right before the word: "dept A", "country is DE"? */
static bool follows_name(const struct linker *l, size_t at,
                         const struct schema_column *c)
{
    static const char *const joints[] = {"is", "=", "es", "为", "是"};
    size_t i;
    size_t h;

    while (at && STR_IN(l->words->word[at - 1].fold, joints))
        at--;
    for (i = 0; i < l->n; i++) {
        const struct link *name = &l->candidate[i];

        for (h = 0;
             name->kind == LINK_COLUMN && name->to == at && h < name->n_hits;
             h++) {
            if (name->hits[h].column == c)
                return true;
        }
    }
    return false;
}

/* Is nothing left that the word could belong to as a word? */
static bool ends_there(const struct linker *l, size_t to)
{
    const struct question_word *next;
    struct str raw;
    size_t n;

    if (to == l->words->n)
        return true;
    raw = l->words->word[to].raw;
    if (raw.n > 1 && is_upper(raw) && is_upper(str_slice(raw, 1, raw.n)) &&
        has_small_letters(l->words))
        return false; /* "in OR" is Oregon */
    next = question_words_find(l->words, to, &n);
    return next && (next->kind == CONCEPT_AND || next->kind == CONCEPT_OR ||
                    next->kind == CONCEPT_COMPARE || next->kind == CONCEPT_BY);
}

/* "Of Max", "for all": a word that asks for something occurs elsewhere. */
static bool follows_of(const struct linker *l, size_t at)
{
    return at && term_list_has(&words_link_of, l->words->word[at - 1].fold);
}

/*
 * A word of questions ("in", "no", "all") that a cell holds as well. Written
 * as the cell is, in quotes or after its column's name it is the value; at the
 * end of the question, where it could hold nothing together, it may be.
 */
static enum sure sure_of_word(const struct linker *l, size_t at, size_t run,
                              const struct schema_column *c,
                              const struct found *f, bool asks)
{
    bool ends = ends_there(l, at + run);

    if (is_quoted(&l->words->word[at]))
        return SURE;
    if (run == 1 && is_capital(l, at, f) && (!asks || follows_of(l, at)))
        return SURE;
    if (follows_name(l, at, c) && (ends || is_capital(l, at, f)))
        return SURE;
    if (l->words->word[at].kind == WORD_CJK || (asks && !follows_of(l, at)))
        return SURE_NOT;
    return ends ? SURE_MAYBE : SURE_NOT;
}

static enum sure sure_of(const struct linker *l, size_t at, size_t run,
                         const struct schema_column *c, const struct found *f)
{
    size_t n;
    const struct question_word *entry = question_words_find(l->words, at, &n);

    if (!entry || n < run ||
        (f->n == 1 && is_written(l->words, at, run, f->values[0])))
        return SURE;
    switch (entry->kind) {
    case CONCEPT_FILLER:
        if (entry->param == 2)
            return SURE;
        if (entry->param && sure_of_word(l, at, run, c, f, false) == SURE_NOT)
            return SURE_MAYBE; /* a noun: "table", "data" */
        return sure_of_word(l, at, run, c, f, false);
    case CONCEPT_NOT:
    case CONCEPT_AND:
    case CONCEPT_OR:
    case CONCEPT_TO:
    case CONCEPT_BY:
    case CONCEPT_CMP: return sure_of_word(l, at, run, c, f, false);
    case CONCEPT_LIST: return at ? SURE : sure_of_word(l, at, run, c, f, true);
    case CONCEPT_MOST:
    case CONCEPT_TOP:
    case CONCEPT_MANY:
    case CONCEPT_AGG:
    case CONCEPT_WHICH:
    case CONCEPT_WHO: return sure_of_word(l, at, run, c, f, true);
    default: return SURE;
    }
}

/* One more column that holds all of the words; what is sure beats doubt. */
static void put_whole(struct link *c, const struct schema_column *column,
                      const struct found *f, enum sure sure)
{
    if (sure == SURE_NOT || (c->n_hits && !c->doubt && sure == SURE_MAYBE))
        return;
    if (c->doubt && sure == SURE)
        c->n_hits = 0;
    c->doubt = sure == SURE_MAYBE;
    put_hit(c, column, f, true);
}

static bool has_column(const struct link *l, const struct schema_column *c)
{
    for (size_t i = 0; i < l->n_hits; i++) {
        if (l->hits[i].column == c)
            return true;
    }
    return false;
}

/* Another name of a value, where its own is not said. */
static enum err put_alias(struct linker *l, size_t at,
                          const struct schema_column *c, struct link *whole,
                          struct error *e)
{
    struct found *f;
    struct str value;
    size_t n = link_alias_at(l, at, c, &value);

    if (n == 0 || n > MAX_RUN || has_column(&whole[n], c))
        return OK;
    f = arena_alloc(l->a, sizeof(*f), e);
    if (!f)
        return e->code;
    *f =
        (struct found){.values = {value}, .n = 1, .exact = true, .coverage = 1};
    put_whole(&whole[n], c, f, SURE);
    return OK;
}

/* "Sales" is the team Sales and no code SAL, though their stems agree. */
static bool is_as_said(struct link *c, bool *exact, const struct found *f)
{
    if (f->exact && !*exact)
        c->n_hits = 0;
    *exact |= f->exact;
    return f->exact || !*exact;
}

static void add_value_link(struct linker *l, size_t at, size_t n,
                           struct link *c)
{
    if (!c->n_hits)
        return;
    c->kind = LINK_VALUE;
    c->from = at;
    c->to = at + n;
    linker_add(l, c);
}

/* Of each length a link: what is the whole of a value, or else a part. */
static void add_links(struct linker *l, size_t at, struct link *whole,
                      struct link *part)
{
    for (size_t n = 1; n <= MAX_RUN; n++) {
        add_value_link(l, at, n, &whole[n]);
        if (l->loose || !whole[n].n_hits)
            add_value_link(l, at, n, &part[n]);
    }
}

/* "\n hill faith \n" of the words Faith Hill, as keys have it; false: they are no name. */
static bool put_turned(const struct words *w, size_t at, size_t n,
                       struct buf *key)
{
    if (at + n > w->n)
        return false;
    buf_puts(key, "\n ");
    for (size_t i = 0; i < n; i++) {
        const struct word *word = &w->word[at + (i + n - 1) % n];

        if (word->kind != WORD_LETTERS)
            return false;
        buf_put_str(key, word->stem);
        buf_put_char(key, ' ');
    }
    buf_put_char(key, '\n');
    return !key->overflow;
}

/* Names whose last word comes first in the cell: Hill, Faith. */
static enum err add_turned(struct linker *l, size_t at, size_t n,
                           struct error *e)
{
    struct link link = {.from = at, .to = at + n};
    struct buf key;
    enum err rc = OK;

    buf_init(&key, TURNED_BYTES);
    for (size_t i = 0; i < l->table->n_columns && !rc; i++) {
        const struct schema_column *c = &l->table->columns[i];
        struct found *f;
        size_t place;

        if (!word_filter_may_have(&c->known, l->words->word[at].stem))
            continue;
        if (key.n == 0 && !put_turned(l->words, at, n, &key))
            break;
        place = str_find(c->keys, buf_str(&key));
        if (place == c->keys.n)
            continue;
        f = arena_alloc(l->a, sizeof(*f), e);
        if (!f) {
            rc = e->code;
            continue;
        }
        *f =
            (struct found){.values = {c->values[schema_value_at(c, place + 1)]},
                           .n = 1,
                           .exact = true,
                           .coverage = 1};
        put_hit(&link, c, f, true);
    }
    buf_release(&key);
    add_value_link(l, at, n, &link);
    return rc;
}

/* What the words from `at` on may be, by how many they are: whole[MAX_RUN + 1] etc. */
struct at_hits {
    struct link *whole;
    struct link *part;
    bool *exact;
};

static void put_runs(struct linker *l, size_t at, const struct schema_column *c,
                     const struct runs *runs, const struct at_hits *hits)
{
    const double least = l->loose ? MIN_LOOSE_COVERAGE : MIN_PART_COVERAGE;

    for (size_t n = 1; n <= MAX_RUN; n++) {
        struct found *whole = runs->whole[n];

        if (whole)
            keep_written(l, at, n, whole);
        if (whole && is_as_said(&hits->whole[n], &hits->exact[n], whole))
            put_whole(&hits->whole[n], c, whole, sure_of(l, at, n, c, whole));
        if (runs->part[n] && runs->part[n]->coverage >= least)
            put_hit(&hits->part[n], c, runs->part[n], false);
    }
}

enum err link_values_at(struct linker *l, size_t at, struct error *e)
{
    struct link whole[MAX_RUN + 1] = {0};
    struct link part[MAX_RUN + 1] = {0};
    bool exact[MAX_RUN + 1] = {false};
    const struct at_hits hits = {whole, part, exact};
    size_t i;
    size_t n;

    for (i = 0; i < l->table->n_columns; i++) {
        const struct schema_column *c = &l->table->columns[i];
        struct runs runs = {0};

        if (c->keys.n == 0 || l->words->word[at].stem.n == 0)
            continue;
        if (word_filter_may_have(&c->known, l->words->word[at].stem) &&
            search_column(l, c, at, &runs, e))
            return e->code;
        put_runs(l, at, c, &runs, &hits);
        if (put_alias(l, at, c, whole, e))
            return e->code;
    }
    add_links(l, at, whole, part);
    for (n = 2; l->loose && n <= MAX_NAME; n++)
        if (add_turned(l, at, n, e))
            return e->code;
    return OK;
}
