/* base_tables.h - lists the tables of a base. */
#ifndef TABLES_BASE_TABLES_H
#define TABLES_BASE_TABLES_H

#include "tables/tables.h"

struct base_tables {
    bool is_base;      /* the name is a base's, and no file has it */
    struct str *paths; /* paths[n], BASE/DOC, by name; each may be a source */
    size_t n;
    size_t total;          /* that there are */
    size_t documents;      /* of any kind */
    size_t pages;          /* documents of text among them */
    bool leaves_pages_out; /* which have too many tables to be listed */
};

/*
 * base_tables_list - what of a base may be a source.
 *
 * A JSON document is listed whatever is in it: only reading it shows whether it
 * is a table.
 *
 * in       max   paths to list
 * out      out   in `a`
 */
MUST_CHECK enum err base_tables_list(struct tables *t, struct str name,
                                     size_t max, struct arena *a,
                                     struct base_tables *out, struct error *e);

/* Documents of a base by their keys: keys[n]. */
struct base_documents {
    struct str base;
    const struct str *keys;
    size_t n;
};

/*
 * base_tables_of_pages - the pages, books and mails among documents that have
 * tables; not those with which it would be more than TABLE_DOCUMENTS_PAGE_TABLES.
 *
 * out      out  paths in the order of the keys
 */
MUST_CHECK enum err base_tables_of_pages(struct tables *t,
                                         const struct base_documents *of,
                                         struct arena *a,
                                         struct base_tables *out,
                                         struct error *e);

/*
 * base_tables_of_json - the lists of objects in a JSON document that has
 * several.
 *
 * in       path  BASE/DOC
 * out      out   BASE/DOC#/pointer of each, up to 16; none of what is no JSON
 * errors   as source_open()
 */
MUST_CHECK enum err base_tables_of_json(struct tables *t, struct str path,
                                        struct arena *a,
                                        struct base_tables *out,
                                        struct error *e);

/*
 * base_tables_find_page - is BASE/DOC a document of text?
 *
 * out      base, document  borrow `path`; both empty: it is something else,
 *                          or nothing at all
 */
MUST_CHECK enum err base_tables_find_page(struct tables *t, struct str path,
                                          struct arena *a, struct str *base,
                                          struct str *document,
                                          struct error *e);

#endif
