/* review_marks.h - what reviewers left in a document, whose text is the final one:
 * comments, and changes that were tracked. */
#ifndef FORMATS_MARKUP_REVIEW_MARKS_H
#define FORMATS_MARKUP_REVIEW_MARKS_H

#include <stdint.h>

struct review_marks {
    uint32_t comments; /* that the text has, marked */
    uint32_t insertions, deletions;
};

#endif
