/*
 * bm25.h - BM25: the score of one posting.
 *
 *     idf = ln(1 + (N - df + 0.5) / (df + 0.5))
 *     score = weight * idf * (k1 + 1) * tf / (tf + k1 * (1 - b + b * len / avg))
 *
 * tf is the sum over the fields of their weight times the occurrences, len the
 * same sum over their lengths (the simple BM25F: a word in a title counts as
 * if it stood there several times). len is kept in one byte, tf too; N, df and
 * avg are those of all segments and without deleted documents, so scores do
 * not depend on how documents are spread over segments.
 *
 * Scores are whole numbers, BM25_ONE for 1: their sum does not depend on the
 * order of addition, so answers repeat, and bounds are exact. bm25_score() does
 * not decrease when tf grows or len shrinks, rounding included: every step of
 * it is monotone. The bounds of blocks stand on that.
 *
 * source   Robertson, Zaragoza: The Probabilistic Relevance Framework (2009)
 */
#ifndef SEARCH_LEXICAL_BM25_H
#define SEARCH_LEXICAL_BM25_H

#include <stdint.h>

#define BM25_ONE        65536.0f
#define BM25_K1         1.2 /* by the evaluation: test_quality.c */
#define BM25_B          0.6
#define BM25_MAX_TF     255
#define BM25_MAX_LISTS  256   /* in one query, so that no sum overflows */
#define BM25_MAX_WEIGHT 64.0f /* of one list, idf and all */

/* How often a word counts that is in a field. */
enum bm25_field {
    FIELD_TITLE,
    FIELD_HEADING,
    FIELD_BODY,
    FIELD_ANCHOR, /* no part of the length: a passage is not longer for it */
    FIELD_COUNT
};
extern const uint8_t bm25_field_weight[FIELD_COUNT];

/* A length as one byte: exact to 63, then in steps of at most 4 %. */
uint8_t bm25_length_code(uint64_t length);

/* The least length with that code; bm25_length_code() of it is `code`. */
uint32_t bm25_length(uint8_t code);

/* 1 / (k1 * (1 - b + b * len / avg)) for every code. */
struct bm25_norms {
    float inverse[256];
};

/* For documents whose mean length is `average`. */
void bm25_norms_init(struct bm25_norms *n, double average);

/* weight * idf * (k1 + 1), bounded; `df` of `n` documents hold it. */
float bm25_weight(double weight, uint64_t n, uint64_t df);

/* The score of one posting. */
static inline uint32_t bm25_score(float weight, uint32_t tf, float inverse)
{
    /* int32_t, for which there are vector instructions everywhere */
    float part = 1.0f - 1.0f / (1.0f + (float)(int32_t)tf * inverse);

    return 1 + (uint32_t)(int32_t)(weight * part * BM25_ONE); /* never 0 */
}

#endif
