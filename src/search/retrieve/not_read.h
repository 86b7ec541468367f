/* not_read.h - what of the documents of a search could not be read. Private to the
 * module. */
#ifndef SEARCH_RETRIEVE_NOT_READ_H
#define SEARCH_RETRIEVE_NOT_READ_H

#include "base/jsonw.h"
#include "search/retrieve/scope.h"
#include "search/retrieve/search_candidate.h"

#define NOT_READ_MAX_LISTED 20

struct not_read_query {
    const struct base *base;
    const struct scoped *scoped;
    const struct candidates *found; /* of their documents first */
    bool of_all; /* then of the others that might have answered */
};

/*
 * not_read_write - the member "not_read", inside a read transaction of the base.
 *
 * Pages on which nothing is are not among them, nor pictures in which OCR found no
 * text.
 *
 * out      w   [{"document","document_key","state","pages","count","reason"}], the
 *              first NOT_READ_MAX_LISTED; one for each reason of a document. The
 *              three before the last are of a document whose other pages are read,
 *              else null; names of states are those of formats/markup/sections.h,
 *              pages are "3, 5-7"
 */
MUST_CHECK enum err not_read_write(const struct not_read_query *q,
                                   struct arena *a, struct jsonw *w,
                                   struct error *e);

#endif
