/* page_passages.h - what a search found, as the selector takes it. */
#ifndef ANSWER_PAGE_PASSAGES_H
#define ANSWER_PAGE_PASSAGES_H

#include "answer/page_part.h"

#define PAGE_MAX_PASSAGES 64 /* bits of what is cited */

/* Passages that were found, as JSON and as what is quoted of them; or, of those
 * of several sections, the sections, one after the other. */
struct page_passages {
    const struct json *evidence[PAGE_MAX_PASSAGES];
    const struct json *part[PAGE_MAX_PASSAGES]; /* NULL: all of the passage */
    struct found_passage passage[PAGE_MAX_PASSAGES];
    size_t n;
};

/* How many passages are considered. */
uint64_t page_passages_max(const struct page_part *p);

/*
 * page_passages_read - those of the answers of all bases, without tables.
 *
 * Of several bases the better head each time, of equal ones the first: what is
 * of one base stays in the order of its search.
 * in       answer  answer[p->pages->n], of passage_search()
 */
MUST_CHECK enum err page_passages_read(const struct page_part *p,
                                       struct json *const *answer,
                                       struct page_passages *out,
                                       struct error *e);

/* The `rank`-th passage, by its sections. */
MUST_CHECK enum err page_passages_add_parts(struct page_passages *out,
                                            const struct json *evidence,
                                            size_t rank, struct arena *a,
                                            struct error *e);

/* What the question's words are worth in all bases; in p->a. */
MUST_CHECK enum err page_passages_words(const struct page_part *p,
                                        struct json *const *answer,
                                        struct corpus_words *out,
                                        struct error *e);

#endif
