/* kernel_avx2.c - 16 registers of 8 floats: 6 rows of 16 columns. */
#ifdef __x86_64__
#define KERNEL_NAME   kernel_avx2
#define KERNEL_TEXT   "avx2"
#define KERNEL_TARGET __attribute__((target("avx2,fma")))
#define KERNEL_LANES  8
#define KERNEL_ROWS   6
#include "models/embedding/kernel_body.h"
#endif
