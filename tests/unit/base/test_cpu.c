#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cpu.h"

static void there_is_a_core(void **state)
{
    (void)state;
    assert_true(cpu_cores() >= 1);
}

static void who_has_the_wider_instructions_has_the_others(void **state)
{
    (void)state;
    if (cpu_can(CPU_AVX512_VNNI))
        assert_true(cpu_can(CPU_AVX512BW));
    if (cpu_can(CPU_AVX512BW))
        assert_true(cpu_can(CPU_AVX512F));
    if (cpu_can(CPU_AVX512F) || cpu_can(CPU_AVX2_FMA))
        assert_true(cpu_can(CPU_SSE2));
#ifdef __x86_64__
    assert_true(cpu_can(CPU_SSE2));
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_core),
        cmocka_unit_test(who_has_the_wider_instructions_has_the_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
