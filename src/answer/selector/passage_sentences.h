/*
 * passage_sentences.h - splits a passage into its sentences, verbatim.
 *
 * Of Markdown the headings, rules and front matter fall away, and lines that only
 * wrap are joined; what is inside of a line stays as it is. A row of a
 * table, a line of code and an item of a list are sentences of their own.
 */
#ifndef ANSWER_SELECTOR_PASSAGE_SENTENCES_H
#define ANSWER_SELECTOR_PASSAGE_SENTENCES_H

#include "base/str.h"

#define SENTENCES_MAX 256 /* of a passage; what follows is skipped */

enum markup {
    MARKUP_MARKDOWN, /* also the clean text of HTML, plain text */
    MARKUP_LINES,    /* each line is one: records of JSON */
};

struct passage_sentence {
    struct str text;
    size_t block; /* paragraph, item or line, counted from 0 */
    bool is_item; /* of a list or a table, whose other items go with it */
    bool is_step; /* of a numbered list */
};

struct passage_sentences {
    struct passage_sentence *at; /* at[0..n), in their order */
    size_t n;
};

/*
 * sentences_cut
 *
 * in       text  UTF-8
 * out      out   lives in `a`, or borrows `text`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(bytes)
 */
MUST_CHECK enum err sentences_cut(struct str text, enum markup markup,
                                  struct arena *a,
                                  struct passage_sentences *out,
                                  struct error *e);

/* Sentences one after the other. */
struct sentence_run {
    const struct passage_sentences *s;
    size_t from;
    size_t to;
};

/* As one text in `a`, a block a line; ERR_LIMIT: it is full. */
MUST_CHECK enum err sentences_join(struct sentence_run run, struct arena *a,
                                   struct str *out, struct error *e);

#endif
