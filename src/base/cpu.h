/* cpu.h - the processor's features and the number of cores. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>

enum cpu_feature {
    CPU_SSE2, /* every x86-64 has it */
    CPU_AVX2_FMA,
    CPU_AVX512F,
    CPU_AVX512BW,    /* and AVX512F */
    CPU_AVX512_VNNI, /* and AVX512BW */
};

/* Can the processor and the system run these instructions? False where they
   are those of another architecture. */
bool cpu_can(enum cpu_feature f);

/* How many threads of this process can run at the same time; at least 1. */
unsigned cpu_cores(void);

#endif
