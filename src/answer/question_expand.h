/*
 * question_expand.h - replaces a base's name among the files of a question by
 * the base's tables.
 */
#ifndef ANSWER_QUESTION_EXPAND_H
#define ANSWER_QUESTION_EXPAND_H

#include "base/buf.h"
#include "tables/tables.h"

#define EXPAND_UNREAD_SHOWN 5

#define EXPAND_MAX_PAGE_BASES 8

/* A base whose pages may answer. */
struct expanded_base {
    struct str name;
    struct str *documents; /* documents[n] of it that were named; none: all */
    size_t n;
    bool is_whole; /* it was named itself */
    const struct table_source
        *leaves_out; /* as which it was named, if tables of its
                                              pages are too many to be listed */
};

struct expanded_pages {
    struct expanded_base base[EXPAND_MAX_PAGE_BASES];
    size_t n;
    size_t left_out; /* more that have some, or documents of them */
};

/* The sources of a question, bases made their tables. */
struct expanded {
    struct table_source *sources; /* sources[n] */
    bool *of_base;                /* of_base[n]: nobody named it itself */
    size_t n;
    struct str base;   /* the last one; empty: none was named */
    size_t left_out;   /* tables of bases that are not looked at */
    struct buf unread; /* of bases, that are no tables or cannot be read:
                          "a.json, b.csv" */
    size_t n_unread;
    size_t documents; /* of any kind in `base` */
    struct expanded_pages pages;
};

/*
 * expand_bases - the documents of each base that may be tables, by name, and
 * whose pages may answer; BASE/DOC is a table, or a page.
 *
 * in       sources  sources[n], borrowed
 * out      out      in `a`; release with expand_release() in every case
 */
MUST_CHECK enum err expand_bases(struct tables *t,
                                 const struct table_source *sources, size_t n,
                                 struct arena *a, struct expanded *out,
                                 struct error *e);
/* The base among those whose pages may answer; NULL: there are too many, and one
 * more is counted in left_out. */
struct expanded_base *expand_note_pages(struct str base,
                                        struct expanded_pages *p);

/* Tables of pages that were left out are asked after all: paths[n]. */
MUST_CHECK enum err expand_add_pages(const struct expanded_base *of,
                                     const struct str *paths, size_t n,
                                     struct arena *a, struct expanded *out,
                                     struct error *e);

/* Free the text. */
void expand_release(struct expanded *x);

/* A source of a base turned out to be no table that can be read; of a server it is said
 * why not, as nothing else tells. */
void expand_note_unread(struct expanded *x, struct str path,
                        const struct error *why);

/* A base has neither tables nor pages: what its JSON says is searched. */
void expand_search_data(struct expanded *x);

/* True for the failures of one file, which are not the whole base's. */
bool expand_may_skip(enum err rc);

#endif
