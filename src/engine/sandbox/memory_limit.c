#include "engine/sandbox/memory_limit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER 1
#else
#define UNDER_SANITIZER 0
#endif

/* Bytes of address space that are mapped now. */
static uint64_t mapped_bytes(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");

    if (!f)
        return 0;
    if (fscanf(f, "%lu", &pages) != 1) // NOLINT(cert-err34-c): kernel's text
        pages = 0;
    (void)fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Sanitizers map terabytes of shadow: no address space limit under them. */
enum err memory_limit_enter(uint64_t memory_bytes, struct error *e)
{
    struct rlimit r;

    if (memory_bytes == 0 || UNDER_SANITIZER)
        return OK;
    r.rlim_cur = r.rlim_max = mapped_bytes() + memory_bytes;
    if (setrlimit(RLIMIT_AS, &r) != 0)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the sandbox cannot limit the memory: %s",
                         strerror(errno));
    return OK;
}
