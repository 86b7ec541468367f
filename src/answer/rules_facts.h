/*
 * rules_facts.h - the features of an answer by the rules (rules_confidence.h).
 */
#ifndef ANSWER_RULES_FACTS_H
#define ANSWER_RULES_FACTS_H

enum rules_fact {
    RULES_ONE,          /* always 1 */
    RULES_PRESENTATION, /* as presentation_table.h decides */
    RULES_NOTES,        /* words that were read as another thing */
    RULES_UNREAD,       /* no reading was made */
    RULES_AGREES,       /* the likeliest reading answers the same, */
    RULES_SURELY,       /* and so sure it is: log-odds */
    RULES_DIFFERS,      /* it answers something else, */
    RULES_AGAINST,      /* and so sure it is */
    RULES_AMONG,        /* something else, but another reading the same */
    RULES_SAME,         /* log-odds of the probability of this answer */
    RULES_NOTHING,      /* log-odds that no reading is right */
    RULES_LEFT,         /* words that the likeliest reading leaves out */
    RULES_NULL,         /* a cell of the result is null */
    RULES_ROWS,         /* log of the rows of the result */
    RULES_FILTERS,      /* conditions */
    RULES_WHOLE,        /* none at all */
    RULES_COUNTED,      /* rows are counted */
    RULES_COMPUTED,     /* another figure is computed */
    RULES_FACTS
};

/* The facts, then each of them times RULES_PRESENTATION: tables that systems
 * keep are asked differently, and there the same fact means something else. */
#define RULES_TERMS      (2 * RULES_FACTS)
#define RULES_NAME_BYTES 32

#endif
