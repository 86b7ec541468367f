/*
 * name_parts.h - names that two columns hold: first and last name.
 *
 * One of them alone says too little, and takes two people of one first name for the same.
 * Private to the module.
 */
#ifndef ASK_PARSE_NAME_PARTS_H
#define ASK_PARSE_NAME_PARTS_H

#include "ask/parse/meaning.h"

/*
 * name_parts_complete - show both where a spec shows or groups by one.
 *
 * Columns are of one table, and the only ones of it that are such a part. Counts of
 * different values stay what they are.
 *
 * out      s   one more group after or before each that is a part
 */
void name_parts_complete(const struct meanings *m, struct query_spec *s);

#endif
