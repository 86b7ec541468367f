/*
 * search_step.h - a transition of the beam: a state with one span more. Private to the
 * module.
 */
#ifndef ASK_PARSE_SEARCH_STEP_H
#define ASK_PARSE_SEARCH_STEP_H

#include "ask/parse/search.h"

#define ARGS(...)                  \
    (const uint32_t[FEATURE_ARGS]) \
    {                              \
        __VA_ARGS__                \
    }
#define NO FEATURE_NONE

/* Words that numbers of conditions may be away from their column. */
#define FAR_AWAY 3

/* A transition under construction. */
struct step {
    struct beam *b;
    struct state s;
    struct error *e;
    bool failed;
};

/* The state after a meaning, with nothing of it read. */
struct step step_begin(struct beam *b, const struct state *from,
                       const struct meaning *m, struct error *e);

/* One more feature. */
void step_put(struct step *x, enum feature_kind kind, const uint32_t *arg);

/* What tells the state from others. */
void step_sign(struct step *x, uint64_t what);

/* Keep it; the role and the operation are those before the next word. */
void step_end(struct step *x, uint8_t role, uint8_t op);

/* What the word after a span may be: 0 nothing but a word, else a kind + 1; the
 * end is another. */
uint32_t step_next_kind(const struct meanings *m, size_t to);

/* Does nothing but a dash stand between a word and the number before it: "18-25"? */
bool step_follows_dash(const struct meanings *m, size_t at);

/* Is the word before a span left out, of which nothing is known: 白 of 白金卡, where 金卡 is
 * a value? 1: of letters or with a gap, 2: written together with it. */
uint32_t step_follows_unknown(const struct beam *b, const struct state *from,
                              size_t at);

/* That a value stands behind such a word. */
void step_put_unknown(struct step *x, const struct state *from,
                      const struct meaning *value);

/* What a number that begins at a word is as many as: 0 nothing, 1 different values of a
 * column that the words after it mean, 2 of another column of texts, 3 the rows. */
uint32_t step_counted(const struct meanings *m, size_t at);

/* May a column take a role after what was read? */
bool step_may_take(const struct beam *b, const struct state *s,
                   const struct meaning *m, enum column_role role);

/* How many words, as a small number. */
uint32_t step_length(const struct meaning *m);

/* An adjective of a column, or of what the table has not. */
void step_super(struct beam *b, const struct state *from,
                const struct meaning *m, struct error *e);

/* The same of an operation that is an adjective: what it says is ordered by. */
void step_adjective(struct state_ops *o, int param);

/* That a value's words are a part of several, or say what a row is. */
void step_put_parts(struct step *x, const struct meaning *value);

/* A measure that columns make together. */
void step_computed(struct beam *b, const struct state *from,
                   const struct meaning *m, uint16_t index, struct error *e);

/* A state that compares two columns of a row. */
void step_pair(struct beam *b, const struct state *from,
               const struct meaning *m, uint16_t index, struct error *e);

/* A column after a comparison: against the column before, "litres equal to capacity", or
 * against those that are held against it, "over budget". */
void step_column_pairs(struct beam *b, const struct state *from,
                       const struct meaning *m, uint16_t index,
                       struct error *e);

/* A number as a condition, a limit, a count of units. */
void step_number(struct beam *b, const struct state *from,
                 const struct meaning *m, uint16_t index, struct error *e);

/* A number with a use that has no column. */
void step_number_use(struct beam *b, const struct state *from,
                     const struct meaning *m, uint16_t index,
                     enum number_use use, struct error *e);

#endif
