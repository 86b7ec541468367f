/*
 * embed.h - embeds passages for the index, several at a time on all cores, or
 * reuses the vectors they had.
 *
 * A passage has a vector for each window of as many tokens as the model looks
 * at. What is embedded is its text after the heading that it is under.
 * Text that the model does not know has none, and says why:
 *
 *     "language"   it is in a language that the model was not made for
 *     "unknown"    too much of it is what the model has never seen
 *     "empty"      nothing in it can be embedded
 *     "no model"   the base has none
 */
#ifndef SEARCH_INDEX_EMBED_H
#define SEARCH_INDEX_EMBED_H

#include "models/embedding/embedder.h"
#include "search/index/indexed_passage.h"
#include "search/index/previous.h"

struct embed_options {
    struct segments_writer *writer;
    struct embedder *model; /* NULL: none */
    bool english_only;      /* is the model */
    unsigned threads;       /* 0: as many as there are cores */
};

/* Of one document. */
struct embed_counts {
    uint64_t passages;
    uint64_t embedded; /* whose vectors were computed */
    uint64_t reused;   /* that said the same before */
    uint64_t lexical_only;
    uint64_t vectors;
    uint64_t tokens; /* that the model looked at */
};

struct embed_queue;

/* The options are copied, what they point to is borrowed; NULL on error. */
MUST_CHECK struct embed_queue *embed_queue_new(const struct embed_options *o,
                                               struct error *e);

/* NULL is allowed; what was not flushed is dropped. */
void embed_queue_free(struct embed_queue *q);

/* What passages are found by besides their words (--where). */
struct embed_filters {
    const struct lexical_filter *filter; /* filter[0..n) */
    size_t n;
};

/* Whose a passage is; both live until the flush. */
struct embed_origin {
    const struct previous *old; /* passages of its document; NULL: none */
    struct embed_counts *counts;
};

/*
 * embed_queue_put - one more passage; its texts are copied.
 *
 * in       p    `content`, `model` and `lexical_only` are set here; `language`
 *               is that of the text where it tells, and else as given
 * errors   of the model and of the writer
 */
MUST_CHECK enum err embed_queue_put(struct embed_queue *q,
                                    const struct passage *p,
                                    const struct embed_filters *f,
                                    const struct embed_origin *origin,
                                    struct error *e);

/* language_of() a text, with what the queue has for that. */
MUST_CHECK enum err embed_queue_language(struct embed_queue *q, struct str text,
                                         struct str *out, struct error *e);

/* Everything that was put is in the writer afterwards; after an error some of
 * it is not, of whatever document. */
MUST_CHECK enum err embed_queue_flush(struct embed_queue *q, struct error *e);

/* Has a flush failed since this was asked last, also one inside a put? */
bool embed_queue_has_failed(struct embed_queue *q);

#endif
