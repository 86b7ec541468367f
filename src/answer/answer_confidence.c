#include "answer/answer_confidence.h"

#include "answer/model_answer.h"

#include <math.h>

/* What a model wrote of passages has none: nobody has measured how often it is
 * right. Of two parts the lower, and none where a part has none. */
double answer_confidence(const struct answer *an)
{
    const bool quotes = an->n_passages && !(an->written && an->written->n);
    const double pages = quotes ? an->pages_confidence : 0;

    switch (an->mode) {
    case ANSWER_STRUCTURED: return an->asked.confidence;
    case ANSWER_SEMANTIC: return pages;
    case ANSWER_HYBRID: return fmin(an->asked.confidence, pages);
    case ANSWER_SELECTED_TEXT:
    case ANSWER_CLARIFICATION:
    case ANSWER_NO_ANSWER: break;
    }
    return 0;
}
