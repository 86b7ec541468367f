/*
 * evaluate.h - measures retrieval quality on a data set with judgements
 * (beir.h): `quarry eval retrieval`.
 *
 * The documents are indexed in a scratch folder of the home as a base would
 * index them (without vectors where only keyword is asked for), and the
 * questions are asked in each mode. The folder is gone when the call ends;
 * after a crash `quarry cache gc` removes it.
 */
#ifndef ANSWER_EVALUATE_EVALUATE_H
#define ANSWER_EVALUATE_EVALUATE_H

#include "search/settings/settings.h"
#include "tables/tables.h"

struct evaluation {
    struct tables *tables; /* their home and workers */
    struct str folder;     /* of the set */
    struct str mode;       /* empty: each */
    size_t top_k;          /* documents a question; 0: RUN_TOP_K */
    const struct retrieval_weights *weights; /* NULL: the default ones */
    struct str embedding; /* embedding model; empty: the built-in one */
    bool unanswerable;    /* questions that nothing is relevant to are asked,
                             as some that have no answer */
    struct str out;       /* a file for TREC's lines; empty: none */
    bool overwrite;       /* the file may be there */
    struct table_progress progress;
    const atomic_bool *cancel;
};

/*
 * evaluate_retrieval - measure.
 *
 * The file `out` has the lines of one mode, since it is one run: of `mode`, or
 * else of hybrid.
 *
 * out      w   {"set","documents","questions","questions_measured","judgements",
 *              "judgements_without_question","judgements_without_document",
 *              "passages","vectors","lexical_only","model",
 *              "background":{"middle","spread"},"top_k",
 *              "weights":{"keyword","vector"},"modes":[{"mode","ran",
 *              "ndcg_at_10","map","recall_at_1","recall_at_10",
 *              "recall_at_100","mrr","questions_by_words","questions_refused",
 *              "note","questions_without_answer","curve":[{"min_score",
 *              "right","wrong","without_answer"}]}],"out","timing":{"build_ms","modes":[{"mode","p50_ms",
 *              "p90_ms"}]}}; figures of a mode that did not run are null
 * errors   ERR_VALIDATION_FAILED  the mode, top_k, or the set: the file and
 *                                 where in it
 *          ERR_NOT_FOUND, ERR_LIMIT, ERR_TIMEOUT
 *          ERR_CONFLICT           `out` exists
 */
MUST_CHECK enum err evaluate_retrieval(const struct evaluation *q,
                                       struct jsonw *w, struct error *e);

#endif
