/* table_documents.h - the documents of a base that are, or may hold, tables. */
#ifndef STORE_CATALOG_TABLE_DOCUMENTS_H
#define STORE_CATALOG_TABLE_DOCUMENTS_H

#include "store/catalog/base.h"

/* So many tables of pages, books and mails of a base are asked without being named. Of
 * documentation, which has hundreds, each would be looked at for each question: there
 * those of the pages are asked that search finds. */
#define TABLE_DOCUMENTS_PAGE_TABLES 32u

struct table_documents {
    struct str *references; /* references[n], by name: each is found by
                               document_find(); its name, or its key where
                               several have the name */
    size_t n;
    size_t total;          /* that there are; n is at most what was asked for */
    size_t documents;      /* of any kind */
    size_t pages;          /* of text: what is said in them is searched */
    bool leaves_pages_out; /* pages, books and mails have too many tables */
};

/* Is it a format of pages, books or mails? */
bool table_documents_is_page(struct str format);

/*
 * table_documents_list - files that are tables, and JSON of the base's tree,
 * which is a table when it holds a list of objects. None that is disabled. Pages,
 * books and mails come last, up to TABLE_DOCUMENTS_PAGE_TABLES tables.
 *
 * in       max   references to list
 * out      out   in `a`
 */
MUST_CHECK enum err table_documents_list(const struct base *b, size_t max,
                                         struct arena *a,
                                         struct table_documents *out,
                                         struct error *e);

/*
 * table_documents_of_page - a page, book or mail by its key, if it has tables.
 *
 * out      reference   as of table_documents; empty: it is none, or has none
 *          n           its tables
 */
MUST_CHECK enum err table_documents_of_page(const struct base *b,
                                            struct str key, struct arena *a,
                                            struct str *reference, size_t *n,
                                            struct error *e);

#endif
