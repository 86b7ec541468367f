/* kernel_avx512.c - 32 registers of 16 floats: 12 rows of 32 columns. */
#ifdef __x86_64__
#define KERNEL_NAME   kernel_avx512
#define KERNEL_TEXT   "avx512"
#define KERNEL_TARGET __attribute__((target("avx512f,fma")))
#define KERNEL_LANES  16
#define KERNEL_ROWS   12
#include "models/embedding/kernel_body.h"
#endif
