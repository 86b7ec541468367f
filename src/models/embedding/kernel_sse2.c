/* kernel_sse2.c - 16 registers of 4 floats: 6 rows of 8 columns. */
#ifdef __x86_64__
#define KERNEL_NAME kernel_sse2
#define KERNEL_TEXT "sse2"
#define KERNEL_TARGET
#define KERNEL_LANES 4
#define KERNEL_ROWS  6
#include "models/embedding/kernel_body.h"
#endif
