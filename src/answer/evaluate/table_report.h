/*
 * table_report.h - the figures of an evaluation of questions about tables.
 *
 *     accuracy    right of those that have an answer
 *     precision   right of all that were answered, the unanswerable included
 *     coverage    answered of those that have an answer
 *     refusal     asked for clarification of those that have none
 */
#ifndef ANSWER_EVALUATE_TABLE_REPORT_H
#define ANSWER_EVALUATE_TABLE_REPORT_H

#include "answer/evaluate/table_verdict.h"
#include "base/jsonw.h"

/*
 * table_report - write them.
 *
 * in       verdict   verdict[set->n]; overwritten
 *          shown     the name of the set
 * out      w   {"set","questions","tables","all":FIGURES,
 *              "kinds":[{"kind",FIGURES}],
 *              "at_confidence":[{"from","answered","precision","coverage"}],
 *              "reliability":[{"from","to","answers","mean","right"}],
 *              "calibration_error","readers":[{"reader","answers","right",
 *              "reliability","calibration_error"}],
 *              "timing":{"p50_ms","p99_ms"}}, a reader being "rules" or
 *              "readings", FIGURES
 *              being "questions","answerable","right","accuracy","answered",
 *              "precision","coverage","unanswerable","refused","refusal",
 *              "failed"; a share of nothing is null
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err table_report(const struct table_set *set,
                                 struct table_verdict *verdict,
                                 struct str shown, struct arena *a,
                                 struct jsonw *w, struct error *e);

#endif
