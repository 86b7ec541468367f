/*
 * related_marks.h - which words of a question describe the rows that are
 * counted, and which the rows that are asked for. Private to ask/.
 */
#ifndef ASK_RELATED_MARKS_H
#define ASK_RELATED_MARKS_H

#include "ask/joins/related_counts.h"
#include "ask/related_words.h"

/* Words of the question, out of their places. */
struct part {
    struct word *word;
    size_t *at; /* where they stood */
    size_t n;
};

/* One way to read one phrase. */
struct attempt {
    const struct ask_schema *s;
    const struct words *w;
    enum language language;
    struct arena *a;
    const struct related_phrase *p;
    struct related_way way;
    bool *counted; /* counted[w->n]: a condition on what is counted */
    bool *other;   /* other[w->n]: of the rest */
    struct query_spec inner;
    bool has_values; /* `inner` has conditions on values */
    bool asks;       /* what is there is no condition, but what is asked */
};

/* Is the link this concept? */
static inline bool related_is(const struct link *l, enum concept_kind kind)
{
    return l->kind == LINK_CONCEPT && l->entry->kind == kind;
}

/* The words that are marked, after those of `lead`; in t->a. */
MUST_CHECK enum err related_part(const struct attempt *t, const char *lead,
                                 const bool *marked, struct part *out,
                                 struct error *e);

/* They as those of a question; borrows the part. */
struct words related_words_of(const struct attempt *t, const struct part *part);

/* Unmark the words of a concept among the rest, wherever it is; is there
 * any? */
bool related_take_out(const struct attempt *t, enum concept_kind kind);

/* Mark what the words apply to; `conditions_counted` decides for conditions
 * after the phrase. */
MUST_CHECK enum err related_mark(struct attempt *t, bool conditions_counted,
                                 struct error *e);

#endif
