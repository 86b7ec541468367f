/*
 * model_answer.h - an answer that a language model writes from the pages found:
 * which model is asked, whether it may be, and its sentences with their
 * citations.
 */
#ifndef ANSWER_MODEL_ANSWER_H
#define ANSWER_MODEL_ANSWER_H

#include "answer/model_prose.h"
#include "answer/page_part.h"

struct model_answer {
    struct str asked; /* the endpoint */
    struct model_prose prose;
    struct str reason; /* why nothing is taken from it; empty: something is */
    struct str text;   /* a sentence a line, each with its [n] */
    size_t n;          /* passages that are cited */
    size_t passage[EXTRACT_MAX_PASSAGES]; /* [n], in the order of citation */
    struct str excerpt[EXTRACT_MAX_PASSAGES]; /* the same: what it is about */
};

/* What there is to write of. */
struct model_answer_from {
    struct str question;
    const struct model_prose_passage *prose; /* prose[n] */
    const struct found_passage *passage;     /* the same */
    size_t n;
    size_t first_index; /* of the citation of the first source */
};

/*
 * model_answer_try - let a model write, if one is to be asked and may be.
 *
 * Each sentence goes to the request's listener as soon as it is whole. That the
 * model cannot be reached, refuses or says nothing that cites is a warning.
 *
 * out      p->out  written (NULL: none was asked), warnings, notes
 * errors   ERR_VALIDATION_FAILED  no such provider; those of endpoint_open()
 */
MUST_CHECK enum err model_answer_try(const struct page_part *p,
                                     const struct model_answer_from *from,
                                     struct error *e);

#endif
