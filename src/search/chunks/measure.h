/*
 * measure.h - the length of a text in the units of its embedding model.
 *
 * Tokens are an estimate that no tokenizer in use goes far above: a word of
 * letters is one for each 6 characters begun, a number one for each 3 digits,
 * a CJK character one, any other visible character one.
 */
#ifndef SEARCH_CHUNKS_MEASURE_H
#define SEARCH_CHUNKS_MEASURE_H

#include "base/str.h"

struct measure {
    size_t characters; /* code points */
    size_t tokens;
};

/* Of a whole text; bytes that are not UTF-8 count one each. O(n). */
struct measure measure_text(struct str s);

/* Is it at most `limit`? O(limit). */
bool measure_fits(struct str s, struct measure limit);

/*
 * Where to cut before `limit` tokens or characters are passed: after a line,
 * else after a sentence, else after a word, else between characters. Between
 * 1 and s.n for a text that is not empty and a limit over 0.
 */
size_t measure_cut(struct str s, struct measure limit);

/* As measure_cut(), from the end: where the last part of up to `tokens` tokens begins,
 * at a sentence where there is one, else at a word; s.n: nothing fits. */
size_t measure_tail(struct str s, size_t tokens);

#endif
