/*
 * bind.h - from linked words to a query spec.
 *
 * Each link must find its place in the spec. One that does not, or that has
 * two equal places, stops the binding with a question to the asker.
 */
#ifndef ASK_BIND_BIND_H
#define ASK_BIND_BIND_H

#include "ask/bind/messages.h"
#include "ask/link/link.h"
#include "ask/spec/spec.h"

#define BIND_MAX_NOTES      8
#define BIND_MAX_CANDIDATES 8

/* A sentence before it is in a language. */
struct bind_note {
    enum bind_message what;
    struct str args[3];
};

struct bind_candidate {
    const struct schema_column *column;
    struct str value; /* empty: the column itself */
};

#define BIND_MAX_DERIVED 2

/* A column that the question makes of two others. */
struct bind_derived {
    struct schema_column column; /* with its formula */
    struct str of[2];
};

struct bound {
    bool asks; /* `question` instead of `spec` */
    struct query_spec spec;
    struct bind_note notes[BIND_MAX_NOTES];
    size_t n_notes;
    struct bind_note question;
    struct bind_candidate candidates[BIND_MAX_CANDIDATES];
    size_t n_candidates;
    struct bind_derived *derived; /* derived[n_derived] */
    size_t n_derived;
};

/* A name or value where it is only mentioned: its first 80 bytes or less. */
struct str bind_shown(struct str s);

/*
 * bind_question - the spec that uses all links of a question.
 *
 * in       l     its links are marked as used
 * out      out   texts live in `a` or borrow table and question
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err bind_question(const struct schema_table *t, struct links *l,
                                  enum language language, struct arena *a,
                                  struct bound *out, struct error *e);

#endif
