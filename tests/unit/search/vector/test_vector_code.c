/* What codes say of vectors, and that every kernel says the same. */
#include "vector_fixture.h"

#define ROWS 70

static int32_t sums[VECTOR_KERNELS][ROWS];

/* Vectors whose numbers are of very different sizes. */
static float *odd_vector(size_t n)
{
    float *v = random_vector(n);
    int most = (int)(random_bits() % 60) - 30;

    for (size_t i = 0; i < n; i++)
        v[i] *= ldexpf(1, most - (int)(random_bits() % 40));
    return v;
}

static void a_number_is_off_by_half_a_step_at_most(void **state)
{
    uint8_t codes[128];

    (void)state;
    for (unsigned round = 0; round < 1000; round++) {
        size_t n = 1 + random_bits() % 100;
        const float *v = round % 2 ? odd_vector(n) : random_vector(n);
        struct vector_fit fit = vector_encode(v, n, codes);
        double square = 0;

        for (size_t i = 0; i < n; i++) {
            double left = v[i] - (double)fit.scale * (codes[i] - 128);

            assert_true(codes[i] >= 1);
            assert_true(fabs(left) <= (double)fit.scale * 0.50001);
            square += left * left;
        }
        assert_true(sqrt(square) <= (double)fit.error);
        assert_true((double)fit.error <= sqrt(square) * 1.000001 + 1e-44);
        for (size_t i = n; i < vector_align(n); i++)
            assert_int_equal(codes[i], 0);
    }
}

static void a_vector_of_zeros_has_no_error(void **state)
{
    const float zeros[3] = {0};
    const float tiny[3] = {1e-45F, -1e-45F, 0};
    uint8_t codes[64];
    struct vector_fit fit = vector_encode(zeros, 3, codes);

    (void)state;
    assert_true(fit.scale == 0 && fit.error == 0);
    assert_int_equal(codes[0], VECTOR_CODE_ZERO);
    fit = vector_encode(tiny, 3, codes);
    assert_true(fit.error > 0);
}

/* As an essay proves, and whatever the vectors are. */
static void no_score_is_above_its_bound(void **state)
{
    const struct vector_kernel *list[VECTOR_KERNELS];
    uint8_t codes[8192];

    (void)state;
    (void)vector_kernel_list(list);
    for (unsigned round = 0; round < 4000; round++) {
        size_t n = 1 + random_bits() % (round % 100 ? 200 : 8192);
        const float *q = round % 3 ? random_vector(n) : odd_vector(n);
        const float *v = round % 5 == 0 ? q
                         : round % 2    ? random_vector(n)
                                        : odd_vector(n);
        struct vector_probe p;
        struct vector_fit fit;
        int32_t sum;
        float bound;
        struct arena a;

        arena_init(&a, MIB);
        assert_int_equal(vector_probe_make(&p, q, n, &a, &err), OK);
        fit = vector_encode(v, n, codes);
        list[0]->products(&p, codes, 1, &sum);
        vector_bounds(&p, &sum, &fit.scale, &fit.error, 1, &bound);
        assert_true(bound >= vector_cosine(p.vector, v, p.n));
        arena_release(&a);
        if (round % 64 == 0)
            arena_reset(&arena);
    }
}

/* The bound is of use: of 512 dimensions it is a hundredth above. */
static void a_bound_is_near_the_score(void **state)
{
    const struct vector_kernel *list[VECTOR_KERNELS];
    uint8_t codes[512];

    (void)state;
    (void)vector_kernel_list(list);
    for (unsigned round = 0; round < 100; round++) {
        const float *v = random_vector(512);
        struct vector_probe p;
        struct vector_fit fit = vector_encode(v, 512, codes);
        int32_t sum;
        float bound;

        assert_int_equal(
            vector_probe_make(&p, random_vector(512), 512, &arena, &err), OK);
        list[0]->products(&p, codes, 1, &sum);
        vector_bounds(&p, &sum, &fit.scale, &fit.error, 1, &bound);
        assert_true(bound - vector_cosine(p.vector, v, p.n) < 0.02F);
    }
}

static void a_score_is_the_product(void **state)
{
    (void)state;
    for (size_t n = 1; n < 600; n += 1 + n / 7) {
        const float *q = random_vector(n);
        const float *v = random_vector(n);
        struct vector_probe p;
        double sum = 0;

        assert_int_equal(vector_probe_make(&p, q, n, &arena, &err), OK);
        for (size_t i = 0; i < n; i++)
            sum += (double)q[i] * v[i];
        assert_true(fabs(sum - (double)vector_cosine(p.vector, v, p.n)) < 1e-7);
        assert_true(vector_cosine(p.vector, q, p.n) <= 1);
    }
}

static void a_score_of_no_numbers_is_none(void **state)
{
    const float q[2] = {1, 0};
    const float bad[2] = {0, NAN};
    struct vector_probe p;

    (void)state;
    assert_int_equal(vector_probe_make(&p, q, 2, &arena, &err), OK);
    assert_true(isnan(vector_cosine(p.vector, bad, p.n)));
}

/* Also of codes and numbers that are as large as they can be. */
static void every_kernel_gives_the_same_numbers(void **state)
{
    const struct vector_kernel *list[VECTOR_KERNELS];
    size_t kernels = vector_kernel_list(list);
    uint8_t *codes = arena_alloc(&arena, (size_t)ROWS * 8192, &err);

    (void)state;
    assert_non_null(codes);
    assert_string_equal(list[kernels - 1]->name, "portable");
    for (unsigned round = 0; round < 60; round++) {
        size_t n = round < 6 ? 8192 : 1 + random_bits() % 700;
        float *q = random_vector(n);
        struct vector_probe p;

        for (size_t i = 0; round % 3 == 0 && i < n; i++)
            q[i] = round % 2 ? 1 : -1;
        assert_int_equal(vector_probe_make(&p, q, n, &arena, &err), OK);
        for (size_t i = 0; i < ROWS * p.stride; i++)
            codes[i] = round % 3 ? (uint8_t)random_bits() : 255;
        for (size_t k = 0; k < kernels; k++) {
            memset(sums[k], 0, sizeof(sums[k]));
            list[k]->products(&p, codes, ROWS, sums[k]);
            assert_memory_equal(sums[k], sums[0], sizeof(sums[k]));
        }
        assert_int_not_equal(sums[0][ROWS - 1], 0);
    }
}

static void two_bytes_of_the_query_make_its_number(void **state)
{
    (void)state;
    for (size_t n = 1; n < 9000; n = n * 5 / 2 + 1) {
        size_t d = n < 8192 ? n : 8192;
        struct vector_probe p;
        int64_t most = 0;

        assert_int_equal(
            vector_probe_make(&p, random_vector(d), d, &arena, &err), OK);
        for (size_t i = 0; i < p.stride; i++) {
            assert_int_equal(p.wide[i], 256 * p.high[i] + p.low[i]);
            most += 255 * (int64_t)abs(p.wide[i]);
        }
        assert_true(most <= INT32_MAX);
        for (size_t i = d; i < p.stride; i++)
            assert_int_equal(p.wide[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        VECTOR_TEST(a_number_is_off_by_half_a_step_at_most),
        VECTOR_TEST(a_vector_of_zeros_has_no_error),
        VECTOR_TEST(no_score_is_above_its_bound),
        VECTOR_TEST(a_bound_is_near_the_score),
        VECTOR_TEST(a_score_is_the_product),
        VECTOR_TEST(a_score_of_no_numbers_is_none),
        VECTOR_TEST(every_kernel_gives_the_same_numbers),
        VECTOR_TEST(two_bytes_of_the_query_make_its_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
