/*
 * spec_merge.h - replaces a part of one query spec by the same part of another.
 */
#ifndef ASK_FOLLOWUP_SPEC_MERGE_H
#define ASK_FOLLOWUP_SPEC_MERGE_H

#include "ask/spec/spec.h"

/*
 * The filters and groups of `from`. Time takes the place of time and values that
 * of values of the same column; what is not there yet comes beside.
 *
 * returns  false: there is no room, or `from` has what cannot be taken over;
 *          `into` is then as it was
 */
bool merge_conditions(struct query_spec *into, const struct query_spec *from);

/* The measures of `from`, with its filters and groups where it has some. */
bool merge_measures(struct query_spec *into, const struct query_spec *from);

/*
 * Where two periods of a column are compared, and smaller ones of it are to be
 * groups: both as one condition, and each group against the one before.
 *
 * out      both  the condition's values; lives as long as `s`
 */
void merge_series(struct query_spec *s, const struct spec_group *g,
                  struct str both[4]);

/* What is compared: the sides of `from` in the place of those of `into`, which
 * has some. */
bool merge_sides(struct query_spec *into, const struct query_spec *from);

/* How many of them, and from which end. */
bool merge_limit(struct query_spec *into, const struct query_spec *from);

#endif
