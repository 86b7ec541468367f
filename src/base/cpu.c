#include "base/cpu.h"

#include <sched.h>

bool cpu_can(enum cpu_feature f)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    switch (f) {
    case CPU_SSE2: return true;
    case CPU_AVX2_FMA:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case CPU_AVX512F: return __builtin_cpu_supports("avx512f");
    case CPU_AVX512BW:
        return __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw");
    case CPU_AVX512_VNNI:
        return __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vnni");
    }
#else
    (void)f;
#endif
    return false;
}

unsigned cpu_cores(void)
{
    cpu_set_t set;

    /* Over 1024 processors the set is too small; then one is enough. */
    if (sched_getaffinity(0, sizeof(set), &set))
        return 1;
    return CPU_COUNT(&set) > 0 ? (unsigned)CPU_COUNT(&set) : 1;
}
