#include "models/embedding/kernel.h"

#include "base/cpu.h"

size_t kernel_list(const struct kernel *out[KERNEL_MAX])
{
    size_t n = 0;

#ifdef __x86_64__
    if (cpu_can(CPU_AVX512F))
        out[n++] = &kernel_avx512;
    if (cpu_can(CPU_AVX2_FMA))
        out[n++] = &kernel_avx2;
    if (cpu_can(CPU_SSE2))
        out[n++] = &kernel_sse2;
#endif
    out[n++] = &kernel_portable;
    return n;
}

const struct kernel *kernel_best(void)
{
    const struct kernel *list[KERNEL_MAX];

    (void)kernel_list(list);
    return list[0];
}

void kernel_pack(struct kernel_source b, size_t k, size_t n, float *panels)
{
    for (size_t from = 0; from < n; from += KERNEL_PANEL) {
        size_t width = n - from < KERNEL_PANEL ? n - from : KERNEL_PANEL;

        for (size_t row = 0; row < k; row++) {
            const float *at = b.b + row * b.row + from * b.column;

            for (size_t i = 0; i < width; i++)
                panels[i] = at[i * b.column];
            for (size_t i = width; i < KERNEL_PANEL; i++)
                panels[i] = 0;
            panels += KERNEL_PANEL;
        }
    }
}
