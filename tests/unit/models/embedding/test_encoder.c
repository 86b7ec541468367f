#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/nightly.h"
#include "model_fixture.h"

#include <math.h>

#define TOLERANCE 2e-6
#define FEW       12 /* texts for the slower kernels */

static struct tokens tokens_of(const struct reference *r)
{
    return (struct tokens){.id = r->id, .n = r->n};
}

static void encode(const struct encoder *m, const struct tokens *t, size_t n,
                   float *out)
{
    struct error e;
    struct arena a;

    arena_init(&a, 16 << 20);
    assert_int_equal(encoder_run(m, t, n, &a, out, &e), OK);
    arena_release(&a);
}

static double distance(const float *a, const float *b)
{
    double most = 0;

    for (size_t i = 0; i < MODEL_WIDTH; i++) {
        double d = fabs((double)a[i] - b[i]);

        assert_true(isfinite(d));
        most = d > most ? d : most;
    }
    return most;
}

static void every_component_is_that_of_the_package(void **state)
{
    struct model_fixture *f = need_model(state);
    float out[MODEL_WIDTH];
    double worst = 0;
    size_t compared = 0;
    const size_t every = nightly() ? 1 : 3;

    /* test_use_lite.c has all of them in one call */
    for (size_t i = 0; i < REFERENCES; i += every) {
        struct tokens t = tokens_of(&f->reference[i]);
        double d;

        if (t.n == 0)
            continue;
        encode(&f->encoder, &t, 1, out);
        d = distance(out, f->reference[i].vector);
        if (d > TOLERANCE)
            fail_msg("text %zu differs by %g", i, d);
        worst = d > worst ? d : worst;
        compared++;
    }
    assert_true(compared > 190 / every);
    print_message("%zu texts, largest difference %.3g\n", compared, worst);
}

static void every_kernel_gives_the_same_vectors(void **state)
{
    struct model_fixture *f = need_model(state);
    const struct kernel *list[KERNEL_MAX];
    size_t kernels = kernel_list(list);

    for (size_t k = 0; k < kernels; k++) {
        struct encoder m = f->encoder;
        float out[MODEL_WIDTH];

        m.kernel = list[k];
        for (size_t i = 0; i < FEW; i++) {
            /* 7 texts apart: written ones, and short ones of the made */
            const struct reference *r = &f->reference[4 + 7 * i];
            struct tokens t = tokens_of(r);

            encode(&m, &t, 1, out);
            if (distance(out, r->vector) > TOLERANCE)
                fail_msg("%s: text %zu differs by %g", list[k]->name, 4 + 7 * i,
                         distance(out, r->vector));
        }
    }
}

static void a_text_has_the_same_bits_alone_and_in_a_batch(void **state)
{
    struct model_fixture *f = need_model(state);
    static float together[ENCODER_ROWS][MODEL_WIDTH];
    float alone[MODEL_WIDTH];
    struct tokens t[ENCODER_ROWS];
    size_t rows = 0;
    size_t n = 0;

    for (size_t i = 0; i < REFERENCES; i++) {
        t[n] = tokens_of(&f->reference[i]);
        if (t[n].n && rows + t[n].n <= ENCODER_ROWS)
            rows += t[n++].n;
    }
    assert_true(n > 10);
    encode(&f->encoder, t, n, together[0]);
    for (size_t i = 0; i < n; i++) {
        encode(&f->encoder, &t[i], 1, alone);
        assert_memory_equal(alone, together[i], sizeof(alone));
    }
}

static void tokens_past_the_last_place_change_nothing(void **state)
{
    struct model_fixture *f = need_model(state);
    const struct reference *r = &f->reference[REFERENCES - 1];
    struct tokens t = tokens_of(r);
    float all[MODEL_WIDTH];
    float cut[MODEL_WIDTH];

    assert_true(t.n > MODEL_TOKENS);
    encode(&f->encoder, &t, 1, all);
    t.n = MODEL_TOKENS;
    encode(&f->encoder, &t, 1, cut);
    assert_memory_equal(all, cut, sizeof(all));
    t.n--;
    encode(&f->encoder, &t, 1, cut);
    assert_memory_not_equal(all, cut, sizeof(all));
}

static void no_memory_is_a_limit(void **state)
{
    struct model_fixture *f = need_model(state);
    struct tokens t = tokens_of(&f->reference[10]);
    float out[MODEL_WIDTH];
    struct error e;
    struct arena a;

    arena_init(&a, 1000);
    assert_int_equal(encoder_run(&f->encoder, &t, 1, &a, out, &e), ERR_LIMIT);
    assert_int_equal(encoder_run(&f->encoder, &t, 0, &a, out, &e), OK);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_component_is_that_of_the_package),
        cmocka_unit_test(every_kernel_gives_the_same_vectors),
        cmocka_unit_test(a_text_has_the_same_bits_alone_and_in_a_batch),
        cmocka_unit_test(tokens_past_the_last_place_change_nothing),
        cmocka_unit_test(no_memory_is_a_limit),
    };
    return cmocka_run_group_tests(tests, model_setup, model_teardown);
}
