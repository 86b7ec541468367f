/* jp_sort.h - stable sorting of values; private to the module. */
#ifndef STORE_JMESPATH_JP_SORT_H
#define STORE_JMESPATH_JP_SORT_H

#include "store/jmespath/jp_eval.h"
#include "store/jmespath/jp_number.h"

/* An item and what it is ordered by. */
struct jp_entry {
    uint64_t rank; /* decides unless equal */
    struct str text;
    const struct json *item;
};

/* The order of two numbers, or of two strings by code points: <0, 0, >0. */
int jp_text_cmp(struct str a, struct str b, bool numbers);

/*
 * Order `v`, whose texts are all numbers or all strings; ranks are set here.
 * False over a limit.
 */
bool jp_sort(struct jp_eval *c, struct jp_entry *v, size_t n, bool numbers);

#endif
