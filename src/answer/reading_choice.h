/* reading_choice.h - which likely readings a caller accepts as answers. */
#ifndef ANSWER_READING_CHOICE_H
#define ANSWER_READING_CHOICE_H

#include <stdbool.h>

struct ranker;

struct reading_choice {
    const struct ranker *ranker; /* NULL: the weights of the program */
    double min_confidence;       /* with `has_min`: what is surer is given */
    bool rules_only; /* none, nor as likely: what the rules say is all */
    bool has_min;    /* false: as reading_try() says */
    bool labelled;   /* its consumer decides by its confidence: of
                        presentation tables also from
                        READING_PRESENTATION_CONFIDENCE on */
};

#endif
