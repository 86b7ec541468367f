/* kernel_portable.c - one float at a time, in plain C. */
#define KERNEL_NAME kernel_portable
#define KERNEL_TEXT "portable"
#define KERNEL_TARGET
#define KERNEL_LANES 1
#define KERNEL_ROWS  4
#include "models/embedding/kernel_body.h"
