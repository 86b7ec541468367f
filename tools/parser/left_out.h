/*
 * left_out.h - weights that were learned without parts of the sets, for designs that are
 * learned from their scores (designs.py).
 */
#ifndef TOOLS_PARSER_LEFT_OUT_H
#define TOOLS_PARSER_LEFT_OUT_H

#include "model.h"

#define LEFT_OUT_WAYS  3 /* of parting the sets */
#define LEFT_OUT_PARTS 4

/*
 * left_out_write - learn without each part of each way.
 *
 * PREFIX.WAY.folds has a line "SET PART" for each set, PREFIX.WAY.PART.w what was learned
 * without that part: of each feature its hash, 32 bits, and its weight, a float, both as
 * the machine has them. Sets of `m` are numbered anew.
 */
void left_out_write(struct model *m, int rounds, const char *prefix);

#endif
