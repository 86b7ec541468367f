#include "made.h"

#include <math.h>
#include <stdio.h>

#define VOCABULARY 200000u
#define MAX_WORDS  90u
#define MIN_WORDS  30u
#define FREQUENT   60u /* ranks below: frequent words */
#define RARE       2000u
#define SEED       UINT64_C(20261122)

static uint64_t next(uint64_t *state)
{
    uint64_t v = *state += UINT64_C(0x9e3779b97f4a7c15);

    v = (v ^ v >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    v = (v ^ v >> 27) * UINT64_C(0x94d049bb133111eb);
    return v ^ v >> 31;
}

/* A rank by a power law: about log-uniform, so word r has a share of 1 / r. */
static uint32_t rank_at_random(uint64_t *state)
{
    double u = (double)(next(state) >> 11) / 9007199254740992.0;

    return (uint32_t)(exp(u * log(VOCABULARY + 1.0)) - 1);
}

/* Word number `rank`: syllables by its number, and an ending. */
static size_t put_word(char *out, uint32_t rank, uint64_t ending)
{
    static const char *const on[] = {"b", "d", "f",  "g",  "k", "l", "m", "n",
                                     "p", "r", "st", "tr", "v", "w", "z", "ch"};
    static const char *const mid[] = {"a", "e",  "i",  "o",
                                      "u", "or", "an", "il"};
    static const char *const end[] = {"", "", "", "s", "ing", "ed"};
    size_t n = 0;

    do {
        n +=
            (size_t)sprintf(out + n, "%s%s", on[rank % 16], mid[rank / 16 % 8]);
        rank /= 128;
    } while (rank);
    return n + (size_t)sprintf(out + n, "t%s", end[ending % 6]);
}

const char *made_passage(uint32_t id)
{
    static char text[MAX_WORDS * 32];
    uint64_t state = id * UINT64_C(0x2545f4914f6cdd1d) + 7;
    uint32_t words =
        MIN_WORDS + (uint32_t)(next(&state) % (MAX_WORDS - MIN_WORDS + 1));
    size_t n = 0;

    for (uint32_t i = 0; i < words; i++) {
        uint32_t rank = rank_at_random(&state);

        n += put_word(text + n, rank, next(&state));
        text[n++] = i % 12 == 11 ? '.' : ' ';
        if (i % 12 == 11)
            text[n++] = ' ';
    }
    text[n] = '\0';
    return text;
}

void made_question(enum made_mix mix, unsigned words, uint64_t *state,
                   char out[MADE_QUESTION_BYTES])
{
    size_t n = 0;

    for (unsigned i = 0; i < words; i++) {
        uint32_t rank = rank_at_random(state);

        if (mix == MADE_FREQUENT)
            rank = (uint32_t)(next(state) % FREQUENT);
        if (mix == MADE_RARE)
            rank = RARE + (uint32_t)(next(state) % 50000);
        n += put_word(out + n, rank, 0);
        out[n++] = ' ';
    }
    out[n - 1] = '\0';
}

/* About normal: what is added four times. */
static float random_normal(uint64_t *state)
{
    float sum = 0;

    for (int i = 0; i < 4; i++) {
        *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407U;
        sum += (float)(*state >> 40) * 0x1p-23F - 1;
    }
    return sum;
}

void made_vector(uint64_t cluster, uint64_t *state, float v[MADE_DIMENSIONS])
{
    uint64_t middle = SEED + cluster * UINT64_C(0x9e3779b97f4a7c15);
    double square = 0;

    for (size_t i = 0; i < MADE_DIMENSIONS; i++)
        v[i] = random_normal(&middle);
    for (size_t i = 0; i < MADE_DIMENSIONS; i++)
        v[i] += random_normal(state);
    for (size_t i = 0; i < MADE_DIMENSIONS; i++)
        square += (double)v[i] * v[i];
    for (size_t i = 0; i < MADE_DIMENSIONS; i++)
        v[i] = (float)(v[i] / sqrt(square));
}
