#include "ask/route/marks.h"

#include "ask/link/link.h"
#include "ask/vocabulary/term_lists.h"

/* The larger, the more it says that a table is meant. */
static const unsigned rank[] = {
    [ROUTE_MARK_VALUE] = 6,      [ROUTE_MARK_PERIOD] = 5,
    [ROUTE_MARK_COLUMN] = 4,     [ROUTE_MARK_TABLE] = 3,
    [ROUTE_MARK_COLUMN_TOO] = 2, [ROUTE_MARK_PART] = 1};

/* Names and values less sure than this are chance. */
#define SURE_SCORE  0.9
#define LEAST_SCORE 0.5

/* A value of one short word or of digits alone says little. */
static bool is_weak_value(const struct link *l, const struct words *w)
{
    const struct word *word = &w->word[l->from];

    return l->to == l->from + 1 &&
           (word->kind != WORD_LETTERS || word->fold.n < 3);
}

/* "What" asks, also where some column is called so. */
static bool asks(const struct link *l)
{
    if (!l->entry || l->to != l->from + 1)
        return false;
    switch (l->entry->kind) {
    case CONCEPT_WHICH:
    case CONCEPT_WHO:
    case CONCEPT_WHEN:
    case CONCEPT_WHERE:
    case CONCEPT_YESNO: return true;
    default: return false;
    }
}

/* Words for people of any kind: rules are about them as well. */
static bool is_people_word(const struct link *l, const struct words *w)
{
    for (size_t i = 0; i < words_link_people.n; i++) {
        if (question_words_spells(w, l->from,
                                  str_from(words_link_people.word[i]),
                                  false) == l->to - l->from)
            return true;
    }
    return false;
}

/* False when the link says nothing about the table. */
static bool mark_of(const struct link *l, const struct words *w,
                    struct route_mark *out)
{
    *out = (struct route_mark){.from = l->from, .to = l->to};
    switch (l->kind) {
    case LINK_VALUE:
        out->kind = l->hits[0].whole && !l->doubt && !is_weak_value(l, w)
                        ? ROUTE_MARK_VALUE
                        : ROUTE_MARK_PART;
        return l->to > l->from + 1 || w->word[l->from].kind == WORD_LETTERS;
    case LINK_COLUMN:
        out->kind = l->score >= SURE_SCORE && !l->hits[0].synonym
                        ? ROUTE_MARK_COLUMN
                        : ROUTE_MARK_COLUMN_TOO;
        if (is_people_word(l, w) && l->hits[0].synonym)
            out->kind = ROUTE_MARK_PART;
        return l->score >= LEAST_SCORE && !asks(l);
    case LINK_CLOCK:
    case LINK_PERIOD: out->kind = ROUTE_MARK_PERIOD; return true;
    case LINK_NUMBER: out->kind = ROUTE_MARK_PERIOD; return l->year;
    case LINK_CONCEPT:
        out->kind = ROUTE_MARK_TABLE;
        return l->entry->kind == CONCEPT_ROWS && l->entry->text[0] == 0;
    case LINK_ORDINAL:
    case LINK_UNKNOWN: break;
    }
    return false;
}

static bool overlap(const struct route_mark *a, const struct route_mark *b)
{
    return a->from < b->to && b->from < a->to;
}

/* Does `a` occur where `b` would be as well? */
static bool goes_before(const struct route_mark *a, const struct route_mark *b)
{
    const size_t a_words = a->to - a->from;
    const size_t b_words = b->to - b->from;

    if (a_words != b_words && (rank[a->kind] > 1) == (rank[b->kind] > 1))
        return a_words > b_words;
    return rank[a->kind] >= rank[b->kind];
}

/* Into mark[0..n), unless better ones are there; those it beats go. */
static size_t insert(struct route_mark *mark, size_t n,
                     const struct route_mark *m)
{
    size_t keep = 0;
    size_t at;

    for (size_t i = 0; i < n; i++) {
        if (overlap(&mark[i], m) && goes_before(&mark[i], m))
            return n;
    }
    for (size_t i = 0; i < n; i++) {
        if (!overlap(&mark[i], m))
            mark[keep++] = mark[i];
    }
    for (at = keep; at > 0 && mark[at - 1].from > m->from; at--)
        mark[at] = mark[at - 1];
    mark[at] = *m;
    return keep + 1;
}

enum err route_marks(const struct ask_schema *s, const struct words *w,
                     struct arena *a, const struct route_mark **out, size_t *n,
                     struct error *e)
{
    struct route_mark *mark = arena_alloc_array(a, w->n + 1, sizeof(*mark), e);
    enum language language = question_words_language(w);

    if (!mark)
        return e->code;
    *n = 0;
    for (size_t t = 0; t < s->n_tables; t++) {
        struct links links;

        if (link_question(&s->tables[t], w, language, a, &links, e))
            return e->code;
        for (size_t i = 0; i < links.n; i++) {
            struct route_mark m;

            if (mark_of(&links.link[i], w, &m))
                *n = insert(mark, *n, &m);
        }
    }
    *out = mark;
    return OK;
}
