/*
 * settle.h - what the steps that resolve conflicting links share: links by
 * position.
 */
#ifndef ASK_LINK_SETTLE_H
#define ASK_LINK_SETTLE_H

#include "ask/link/time.h"
#include "ask/spec/spec.h"

/* Is the link this concept and nothing else? NULL is allowed. */
static inline bool settle_is(const struct link *l, enum concept_kind kind)
{
    return l && l->kind == LINK_CONCEPT && l->entry->kind == kind;
}

/* The i-th link, or NULL. */
static inline struct link *settle_at(struct links *out, size_t i)
{
    return i < out->n ? &out->link[i] : NULL;
}

/* Does the link name a column of numbers? */
static inline bool settle_is_number(const struct link *l)
{
    return l->kind == LINK_COLUMN && l->hits[0].column->kind == COLUMN_NUMBER;
}

/* Does a comparison with what follows begin? NULL is allowed. */
static inline bool settle_compares(const struct link *l)
{
    return settle_is(l, CONCEPT_CMP) || settle_is(l, CONCEPT_BETWEEN);
}

/* Put a link before the i-th. Where there is no room for it, which a question
 * of words does not reach, it needs clarification. */
static inline void settle_insert(struct links *out, size_t i, struct link l)
{
    size_t k;

    if (out->n == out->cap) {
        out->link[i < out->n ? i : out->n - 1].kind = LINK_UNKNOWN;
        return;
    }
    for (k = out->n++; k > i; k--)
        out->link[k] = out->link[k - 1];
    out->link[i] = l;
}

/* Take the i-th link away. */
static inline void settle_drop(struct links *out, size_t i)
{
    for (out->n--; i < out->n; i++)
        out->link[i] = out->link[i + 1];
}

/* Comparisons after their number, ranges with a dash, units. */
void settle_numbers(const struct schema_table *t, struct links *out);

/* What is said in passing; link_question() leaves room for one link more. */
void settle_spoken(const struct schema_table *t, enum language language,
                   struct links *out);
/* Splits, rates, ranges, compound nouns and verbs of English. */
void settle_english(const struct schema_table *t, struct links *out);

#endif
