#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "models/embedding/kernel.h"

#include <math.h>
#include <string.h>

#define GAP   5 /* floats between the rows of A and of C */
#define GUARD 12345.0F

/* The same numbers each time, in (-1, 1). */
static float number(uint32_t *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (float)((double)(*seed >> 8) / (1 << 23) - 1);
}

static float *floats(struct arena *a, size_t n, uint32_t *seed)
{
    struct error e;
    float *p = arena_alloc_array(a, n, sizeof(*p), &e);

    assert_non_null(p);
    for (size_t i = 0; i < n; i++)
        p[i] = seed ? number(seed) : GUARD;
    return p;
}

/* b[k][n] is what the panels were made of. */
static void check(const struct product *p, const float *b, const char *name)
{
    for (size_t i = 0; i < p->m; i++) {
        for (size_t j = 0; j < p->n; j++) {
            double want = p->bias ? p->bias[j] : 0;

            for (size_t k = 0; k < p->k; k++)
                want += (double)p->a[i * p->a_row + k] * b[k * p->n + j];
            if (fabs(p->c[i * p->c_row + j] - want) >
                1e-6 + 1e-7 * (double)p->k)
                fail_msg("%s, %zu x %zu x %zu at %zu, %zu: %g, not %g", name,
                         p->m, p->n, p->k, i, j, (double)p->c[i * p->c_row + j],
                         want);
        }
        for (size_t j = p->n; j < p->c_row; j++)
            assert_true(p->c[i * p->c_row + j] == GUARD);
    }
}

static void check_product(const struct kernel *kernel, size_t m, size_t n,
                          size_t k)
{
    uint32_t seed = (uint32_t)(m * 1000 + n + k);
    struct arena a;
    float *b;
    float *panels;
    struct product p = {
        .m = m, .n = n, .k = k, .a_row = k + GAP, .c_row = n + GAP};

    arena_init(&a, 64 << 20);
    b = floats(&a, k * n, &seed);
    panels = floats(&a, k * n, NULL);
    kernel_pack((struct kernel_source){b, n, 1}, k, n, panels);
    p.a = floats(&a, m * p.a_row, &seed);
    p.b = panels;
    p.bias = m % 2 ? floats(&a, n, &seed) : NULL;
    p.c = floats(&a, m * p.c_row, NULL);
    kernel->multiply(&p);
    check(&p, b, kernel->name);
    arena_release(&a);
}

static void every_kernel_multiplies_every_shape(void **state)
{
    const size_t rows[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 26};
    const size_t depths[] = {1, 7, 511, 512, 513, 1030};
    const struct kernel *list[KERNEL_MAX];
    size_t kernels = kernel_list(list);

    (void)state;
    assert_true(kernels > 0);
    for (size_t i = 0; i < kernels; i++) {
        for (size_t m = 0; m < sizeof(rows) / sizeof(*rows); m++)
            check_product(list[i], rows[m], 32, 33);
        for (size_t k = 0; k < sizeof(depths) / sizeof(*depths); k++)
            check_product(list[i], 3, 96, depths[k]);
    }
}

static void a_row_has_the_same_bits_whatever_stands_beside_it(void **state)
{
    const struct kernel *list[KERNEL_MAX];
    size_t kernels = kernel_list(list);
    float a[20 * 600];
    float panels[600 * KERNEL_PANEL];
    float all[20 * KERNEL_PANEL];
    float one[KERNEL_PANEL];
    uint32_t seed = 7;

    (void)state;
    for (size_t i = 0; i < sizeof(a) / sizeof(*a); i++)
        a[i] = number(&seed);
    for (size_t i = 0; i < sizeof(panels) / sizeof(*panels); i++)
        panels[i] = number(&seed);
    for (size_t i = 0; i < kernels; i++) {
        struct product p = {.m = 20,
                            .n = KERNEL_PANEL,
                            .k = 600,
                            .a = a,
                            .a_row = 600,
                            .b = panels,
                            .c = all,
                            .c_row = KERNEL_PANEL};

        list[i]->multiply(&p);
        p.m = 1;
        p.c = one;
        for (size_t row = 0; row < 20; row++) {
            p.a = a + row * 600;
            list[i]->multiply(&p);
            assert_memory_equal(one, all + row * KERNEL_PANEL, sizeof(one));
        }
    }
}

static void the_quickest_comes_first_and_the_portable_is_always_there(
    void **state)
{
    const struct kernel *list[KERNEL_MAX];
    size_t kernels = kernel_list(list);

    (void)state;
    assert_ptr_equal(kernel_best(), list[0]);
    assert_ptr_equal(list[kernels - 1], &kernel_portable);
    for (size_t i = 0; i < kernels; i++)
        print_message("this processor runs %s\n", list[i]->name);
}

static void the_last_panel_is_filled_up_with_zeros(void **state)
{
    const float b[] = {1, 2, 3, 4, 5, 6};
    float panels[3 * KERNEL_PANEL];

    (void)state;
    memset(panels, 0xFF, sizeof(panels));
    kernel_pack((struct kernel_source){b, 1, 3}, 3, 2, panels);
    for (size_t k = 0; k < 3; k++) {
        assert_true(panels[k * KERNEL_PANEL] == b[k]);
        assert_true(panels[k * KERNEL_PANEL + 1] == b[3 + k]);
        for (size_t i = 2; i < KERNEL_PANEL; i++)
            assert_true(panels[k * KERNEL_PANEL + i] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_multiplies_every_shape),
        cmocka_unit_test(a_row_has_the_same_bits_whatever_stands_beside_it),
        cmocka_unit_test(
            the_quickest_comes_first_and_the_portable_is_always_there),
        cmocka_unit_test(the_last_panel_is_filled_up_with_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
