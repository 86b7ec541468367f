/* found_tables.h - the tables of the pages that search finds for a question, of bases whose
 * pages have too many tables to look at all of them. */
#ifndef ANSWER_FOUND_TABLES_H
#define ANSWER_FOUND_TABLES_H

#include "answer/page_part.h"
#include "answer/table_part.h"

/*
 * found_tables_add - those of the first few documents, as sources.
 *
 * out      out   what p->pages are of
 * errors   ERR_LIMIT  p->a is full. That nothing can be searched is none: pages say it
 *                     when they are asked.
 */
MUST_CHECK enum err found_tables_add(const struct page_part *p,
                                     struct expanded *out, struct error *e);

/*
 * found_tables_ask - ask these alone. They may give an answer, never a clarifying
 * question: that a page was found does not say that its tables are meant. No language
 * model is asked.
 *
 * in       p     p->out has what the pages say, in `quote`; it is not changed
 *          as    how tables are asked; its expanded, schema and out are not read
 * out      out   the answer, surer than the pages; NULL: there is none
 */
MUST_CHECK enum err found_tables_ask(const struct page_part *p,
                                     const struct table_part *as,
                                     const struct words *words,
                                     struct str quote, struct answer **out,
                                     struct error *e);

#endif
