/*
 * strings.h - the shared strings of a workbook.
 *
 * They are needed in any order, so all are in memory, packed: 12 bytes a text
 * and its own.
 */
#ifndef FORMATS_XLSX_STRINGS_H
#define FORMATS_XLSX_STRINGS_H

#include "formats/package/part.h"

#define STRINGS_A_CHUNK 65536u
#define STRINGS_CHUNKS  512u
#define STRINGS_MAX     (STRINGS_A_CHUNK * STRINGS_CHUNKS)

struct strings {
    struct arena a;
    char **chunk[STRINGS_CHUNKS]; /* of STRINGS_A_CHUNK; each its length, 4
                                     bytes, and its bytes */
    size_t n;
    char *block; /* where the next ones go */
    size_t block_left;
};

/* None; strings_release() it. */
void strings_init(struct strings *s, size_t budget_bytes);

/* Give the memory back. */
void strings_release(struct strings *s);

/*
 * strings_read - the part that holds them.
 *
 * errors   ERR_FILE_READ_FAILED  damaged
 *          ERR_LIMIT             over the budget, STRINGS_MAX texts
 */
MUST_CHECK enum err strings_read(struct strings *s, struct unzip *u,
                                 struct str part, const struct part_tick *tick,
                                 struct error *e);

/* One more; ERR_LIMIT as strings_read(). */
MUST_CHECK enum err strings_add(struct strings *s, struct str text,
                                struct error *e);

/* The text at `i`, from 0, i < s->n; borrows `s`. */
struct str strings_get(const struct strings *s, size_t i);

#endif
