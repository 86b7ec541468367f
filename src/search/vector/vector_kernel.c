#include "search/vector/vector_kernel.h"

#include "base/cpu.h"

size_t vector_kernel_list(const struct vector_kernel *out[VECTOR_KERNELS])
{
    size_t n = 0;

#ifdef __x86_64__
    if (cpu_can(CPU_AVX512_VNNI))
        out[n++] = &vector_kernel_avx512_vnni;
    if (cpu_can(CPU_AVX512BW))
        out[n++] = &vector_kernel_avx512bw;
    if (cpu_can(CPU_AVX2_FMA))
        out[n++] = &vector_kernel_avx2;
    if (cpu_can(CPU_SSE2))
        out[n++] = &vector_kernel_sse2;
#endif
    out[n++] = &vector_kernel_portable;
    return n;
}

static void products(const struct vector_probe *p, const uint8_t *codes,
                     size_t n, int32_t *sums)
{
    for (size_t i = 0; i < n; i++, codes += p->stride) {
        int32_t sum = 0;

        for (size_t k = 0; k < p->stride; k += VECTOR_ALIGN) {
            for (size_t j = k; j < k + VECTOR_ALIGN; j++)
                sum += codes[j] * p->wide[j];
        }
        sums[i] = sum;
    }
}

const struct vector_kernel vector_kernel_portable = {"portable", products};
