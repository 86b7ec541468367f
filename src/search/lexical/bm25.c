#include "search/lexical/bm25.h"

#include <math.h>

/* Over three corpora (make corpora) headings of 2 gave two facts fewer in the first
 * place than 1, as passages begin with their headings anyhow; titles of 2 or 1 gave
 * the same, but Cranfield .368 for .375. */
const uint8_t bm25_field_weight[FIELD_COUNT] = {3, 1, 1, 1};

#define EXACT  64 /* lengths below have their own code */
#define OCTAVE 24 /* codes in which the length doubles */

uint32_t bm25_length(uint8_t code)
{
    uint32_t step = code < EXACT ? 0 : (uint32_t)(code - EXACT);
    uint64_t in_octave = EXACT + (uint64_t)(step % OCTAVE) * EXACT / OCTAVE;

    return code < EXACT ? code : (uint32_t)(in_octave << (step / OCTAVE));
}

uint8_t bm25_length_code(uint64_t length)
{
    unsigned from = 0;
    unsigned to = 255;

    while (from < to) {
        unsigned middle = (from + to + 1) / 2;

        if (bm25_length((uint8_t)middle) <= length)
            from = middle;
        else
            to = middle - 1;
    }
    return (uint8_t)from;
}

void bm25_norms_init(struct bm25_norms *n, double average)
{
    double mean = average > 0 ? average : 1;

    for (unsigned i = 0; i < 256; i++) {
        double len = bm25_length((uint8_t)i);

        n->inverse[i] =
            (float)(1 / (BM25_K1 * (1 - BM25_B + BM25_B * len / mean)));
    }
}

float bm25_weight(double weight, uint64_t n, uint64_t df)
{
    double rest = n > df ? (double)(n - df) : 0;
    double idf = log(1 + (rest + 0.5) / ((double)df + 0.5));
    double w = weight * idf * (BM25_K1 + 1);

    return w < BM25_MAX_WEIGHT ? (float)w : BM25_MAX_WEIGHT;
}
