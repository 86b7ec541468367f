/* sections_limits.h - the most that is read of a document. */
#ifndef FORMATS_MARKUP_SECTIONS_LIMITS_H
#define FORMATS_MARKUP_SECTIONS_LIMITS_H

/* Limits; over one is ERR_LIMIT and a message that names it. */
#define SECTIONS_MAX_BYTES    ((size_t)64 << 20) /* of the source, the text */
#define SECTIONS_MAX_LINES    1000000u
#define SECTIONS_MAX_SECTIONS 100000u
#define SECTIONS_MAX_BLOCKS   1000000u
#define SECTIONS_MAX_LINKS    1000000u /* links; anchors the same */
#define SECTIONS_MAX_DEPTH    1000u    /* quotes, lists, elements */
#define SECTIONS_MAX_FIELDS   1000u    /* of the front matter; their values */
#define SECTIONS_TITLE_BYTES  1000u    /* a longer title is cut */

#endif
