/* grid_value.h - numbers and days in the words of a cell. */
#ifndef ASK_CANDIDATES_GRID_VALUE_H
#define ASK_CANDIDATES_GRID_VALUE_H

#include "ask/candidates/grid.h"

/* The first number in the words, or the seconds of a time; NAN: none. */
double grid_read_number(const struct lexemes *l, const struct words *words,
                        const uint32_t *ids);

#endif
