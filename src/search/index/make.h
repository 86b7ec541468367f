/* make.h - makes the passages of a document of any kind. */
#ifndef SEARCH_INDEX_MAKE_H
#define SEARCH_INDEX_MAKE_H

#include "search/documents/document_parser.h"
#include "search/documents/uri.h"
#include "search/index/embed.h"
#include "store/catalog/document.h"
#include "tables/tables.h"

struct making {
    const struct base *base;
    const struct document *document;
    struct document_parser *parser; /* of the base */
    struct tables *tables;
    struct embed_queue *queue;
    const struct previous *old;  /* NULL: it is new; until the flush */
    struct embed_counts *counts; /* added to, until the flush */
    bool is_hot;                 /* worth finer passages */
    const atomic_bool *cancel;
    uint64_t made; /* passages so far */
};

/*
 * make_passages - put all passages of the document's present version into the
 * queue.
 *
 * Text by its sections, JSON from the runs of the tree, tables by what is
 * known of them and, where they are mostly text, row by row. Inside a read
 * transaction, in which m->document was read.
 *
 * errors   about the document: what its reader says
 *          ERR_TIMEOUT  cancelled
 *          of the queue
 */
MUST_CHECK enum err make_passages(struct making *m, struct error *e);

/* For the files of this module: one of each kind. */
MUST_CHECK enum err make_text(struct making *m, struct error *e);
MUST_CHECK enum err make_json(struct making *m, struct error *e);
MUST_CHECK enum err make_table(struct making *m, struct error *e);

#define MAKE_MAX_FILTERS 60

/* What passages of a document are found by, gathered; texts are borrowed. */
struct make_filters {
    struct lexical_filter filter[MAKE_MAX_FILTERS];
    size_t n;
    size_t fields; /* of the document's own that are among them */
};

/* How it is cut: the document's own splitter_config, or else the base's; empty:
 * nobody says. */
MUST_CHECK enum err make_splitter(const struct making *m, struct arena *a,
                                  struct str *out, struct error *e);

/* What holds for all passages of a document. */
void make_common_filters(const struct document *d, struct make_filters *f);

/* One more, cut to what a filter may have; none for an empty value or when
 * there are too many. `key` is a literal, or lives as long as the filters. */
void make_add_filter(struct make_filters *f, struct str key, struct str value);

/* Number and put a passage that is at `at`, of which only the part after
 * the document counts; its document, version and fragment are set here. */
MUST_CHECK enum err make_put(struct making *m, const struct uri *at,
                             struct passage *p, const struct make_filters *f,
                             struct error *e);

/* May one filter by this field of the document, of its front matter or its top
 * level? `key` becomes what the filter is called: tags have one name. */
bool make_begin_field(struct make_filters *f, struct str *key);

/* The tags among the filters, a line each. */
MUST_CHECK enum err make_join_tags(const struct make_filters *f,
                                   struct arena *a, struct str *out,
                                   struct error *e);

#endif
