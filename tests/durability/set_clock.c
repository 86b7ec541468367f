/*
 * set_clock.c - a library for LD_PRELOAD under which the time of day runs ahead
 * of the true one by as many seconds as the file QUARRY_CLOCK_AHEAD has, as a
 * number in the machine's own bytes. The test writes another: the clock jumps.
 * What goes by the time of day without asking, as a wait until then, sees the
 * true one; so a jump ahead before such a wait is one back after its beginning.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const _Atomic int64_t *ahead_s;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("QUARRY_CLOCK_AHEAD");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *p = fd < 0
                  ? MAP_FAILED
                  : mmap(NULL, sizeof(*ahead_s), PROT_READ, MAP_SHARED, fd, 0);

    if (fd >= 0)
        (void)close(fd);
    ahead_s = p == MAP_FAILED ? NULL : p;
}

int clock_gettime(clockid_t id, struct timespec *t)
{
    long rc = syscall(SYS_clock_gettime, id, t);

    if (id == CLOCK_REALTIME && ahead_s)
        t->tv_sec += atomic_load(ahead_s);
    return (int)rc;
}

time_t time(time_t *t)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}
