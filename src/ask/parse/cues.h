/*
 * cues.h - words that tell what is asked for by where they stand: in Chinese the end of a
 * question says whether a list or a count is meant, in English its begin. Private to the
 * module.
 */
#ifndef ASK_PARSE_CUES_H
#define ASK_PARSE_CUES_H

struct meanings;

/* Words that tell what is asked for by where they stand, in whichever language. */
enum cue {
    CUE_FIRST,      /* "list the members ..." */
    CUE_LAST,       /* "... tienen saldo, cuántos", "...有哪些" */
    CUE_LAST_TWO,   /* with the word before it */
    CUE_AFTER_MANY, /* what is counted: "how many tickets", 几本 */
    CUES
};

/* Set cue[] of what the words may mean. */
void cues_find(struct meanings *m);

#endif
