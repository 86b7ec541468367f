/* page_part.h - the part of an answer that comes from pages. */
#ifndef ANSWER_PAGE_PART_H
#define ANSWER_PAGE_PART_H

#include "answer/answer.h"
#include "answer/extract.h"
#include "answer/question_expand.h"

/* What was searched last, and the answer of each base. */
struct page_found {
    struct str question; /* empty: nothing was searched yet */
    struct json *answer[EXPAND_MAX_PAGE_BASES];
};

/* Where sentences are looked for. */
struct page_part {
    struct tables *t;
    const struct answer_request *request;
    const struct expanded_pages *pages;
    struct page_found *found; /* NULL: nothing is kept */
    struct arena *a;
    struct answer *out;
};

/*
 * page_part_ask - search, quote, cite.
 *
 * A quote is followed by [n], the index that its passage has among the sources.
 * out      out   passages, documents_searched, index_state, behind
 *          text  quotes with their citations; empty: nothing answers
 * errors   as passage_search()
 */
MUST_CHECK enum err page_part_ask(const struct page_part *p,
                                  struct str question, size_t first_index,
                                  struct str *text, struct error *e);

/*
 * page_part_selected - from the text alone that came with the question: written
 * by a language model where one may be asked, else its own sentences.
 *
 * in       p     its pages are those of the bases that were named, for their
 *                model and what may be sent to it; nothing of them is read
 * out      out   passages: what of the text a model's sentences cite
 *          text  as above; without citations where no model wrote it
 * errors   as model_answer_try()
 */
MUST_CHECK enum err page_part_selected(const struct page_part *p,
                                       struct str *text, struct error *e);

/*
 * page_part_confidence - how sure it is that pages answer.
 *
 * in       text  of page_part_ask(): what only leads over to a table or a list, "as
 *                follows:", does not
 */
double page_part_confidence(const struct answer *an, struct str text);

/* Is anything of what is cited read by OCR? */
bool page_part_is_of_scans(const struct answer *out);

#endif
