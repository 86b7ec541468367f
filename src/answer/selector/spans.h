/*
 * spans.h - passages cut into what may answer: sentences, runs of them, whole
 * lists with what announces them, items, rows, lines of code, paragraphs and
 * short sections.
 */
#ifndef ANSWER_SELECTOR_SPANS_H
#define ANSWER_SELECTOR_SPANS_H

#include "answer/selector/asked_match.h"
#include "answer/selector/passage_sentences.h"

#define SPAN_MAX_CHARS 480

/* What was found, a passage or a section of one. */
struct found_passage {
    struct str text;
    enum markup markup;
    struct str headings; /* above it, with the name of its file */
    struct str document;
    size_t rank;    /* of the passage that it is of, from 0 */
    double keyword; /* of that passage: rank.h */
};

/* What is known of one sentence. */
struct sentence_facts {
    uint64_t has;       /* bits of the question's terms */
    uint64_t others;    /* of those that other words stand for */
    uint64_t sure;      /* the same, of words that mean the same */
    uint64_t kin;       /* of those that a word is like */
    uint64_t order;     /* of those that the next one follows closely */
    uint64_t label;     /* of all these, before a colon or a bar */
    double label_share; /* of the words there; below 0: there is none */
    size_t characters;
    size_t words;
    size_t new_words; /* that say something and are not the question's */
    size_t new_numbers;
    size_t units; /* numbers with a unit */
    size_t dates;
    size_t new_names;
    size_t known;        /* that are the question's in any way */
    size_t content;      /* these and the new ones */
    size_t behind;       /* the last of the question's */
    uint64_t near_value; /* terms close to a value that is asked for */
    uint64_t close;      /* terms that stand close together */
    bool has_value; /* of the kind that is asked for, and not the question's */
    bool is_question;
    bool is_open;     /* announces what follows */
    uint64_t leading; /* terms among its first words */
};

struct cut_passage {
    struct passage_sentences s;
    struct sentence_facts *facts; /* facts[s.n] */
    uint64_t has;                 /* of all sentences */
    uint64_t others;
    uint64_t sure;
    uint64_t heading;
    uint64_t heading_others;
    uint64_t heading_sure;
    uint64_t heading_kin;
    uint64_t own;         /* in any of these ways, of its own heading alone */
    double heading_names; /* share of its own heading that the question names */
    double own_names;     /* the same, in any way */
    uint64_t near;        /* of the three sentences in a row that have most */
    uint64_t order;
};

enum span_kind { SPAN_RUN, SPAN_LIST, SPAN_ITEM, SPAN_WHOLE };

struct span {
    size_t passage;
    size_t from;
    size_t to;
    enum span_kind kind;
};

struct spans {
    struct span *at;
    size_t n;
};

/* passage_cut - the sentences of a passage and what is known of each; in `a`. */
MUST_CHECK enum err passage_cut(const struct found_passage *p,
                                struct asked_matcher *m, struct arena *a,
                                struct cut_passage *out, struct error *e);

/* spans_of - candidate spans of the passages, in order, without duplicates. */
MUST_CHECK enum err spans_of(const struct cut_passage *c, size_t n,
                             struct arena *a, struct spans *out,
                             struct error *e);

/* A span without the sentences before one that has half of the question: of these
 * none has anything of it, nor the value that it asks for. */
struct span span_without_lead(const struct cut_passage *c,
                              const struct asked *q, struct span s);

/* A span with all steps of a numbered list that it has one of: a step says little
 * without the others. */
struct span span_with_steps(const struct cut_passage *c, struct span s);

/* Characters of sentences of a passage, with what stands between them. */
size_t span_characters(const struct cut_passage *c, size_t from, size_t to);

#endif
