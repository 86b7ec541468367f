/* table_documents.h - the documents of a base that are, or may hold, tables. */
#ifndef STORE_CATALOG_TABLE_DOCUMENTS_H
#define STORE_CATALOG_TABLE_DOCUMENTS_H

#include "store/catalog/base.h"

/* So many tables of pages, books and mails of a base are asked without being named. Of
 * documentation, which has hundreds, none is: each would be looked at for each question,
 * and few questions are for them. */
#define TABLE_DOCUMENTS_PAGE_TABLES 32u

struct table_documents {
    struct str *references; /* references[n], by name: each is found by
                               document_find(); its name, or its key where
                               several have the name */
    size_t n;
    size_t total;     /* that there are; n is at most what was asked for */
    size_t documents; /* of any kind */
    size_t pages;     /* of text: what is said in them is searched */
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

#endif
