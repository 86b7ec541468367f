/* expand.h - a base's name among the files of a question: its tables. */
#ifndef ANSWER_EXPAND_H
#define ANSWER_EXPAND_H

#include "base/buf.h"
#include "tables/tables.h"

#define EXPAND_UNREAD_SHOWN 5

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
};

/*
 * expand_bases - the documents of each base that may be tables, by name.
 *
 * in       sources  sources[n], borrowed
 *          max      documents of a base to look at
 * out      out      in `a`; release with expand_release() in every case
 * errors   ERR_NOT_FOUND  a base has none
 */
MUST_CHECK enum err expand_bases(struct tables *t,
                                 const struct table_source *sources, size_t n,
                                 struct arena *a, struct expanded *out,
                                 struct error *e);
/* Free the text. */
void expand_release(struct expanded *x);

/* A source of a base turned out to be no table that can be read. */
void expand_note_unread(struct expanded *x, struct str path);

/* True for the failures of one file, which are not the whole base's. */
bool expand_may_skip(enum err rc);

#endif
