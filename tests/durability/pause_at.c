/*
 * pause_at.c - a library for LD_PRELOAD under which one thread stops where the
 * program asks for a lock of a file, as it does before each look at a database.
 *
 * While the folder QUARRY_PAUSE has a file `at`, requests for locks are counted, of
 * the thread that asked first alone; the one whose number is in the file makes
 * `paused` and waits as long as the number is there. So a test does what it likes
 * between any two looks at what the program takes for the same. What ends the wait
 * is only ever taken away: a thread that looks late cannot miss it, and hold its
 * locks while the test goes on.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_WAITS 60000 /* of a millisecond */

static const char *folder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long who;
static long count;

__attribute__((constructor)) static void begin(void)
{
    folder = getenv("QUARRY_PAUSE");
    (void)unsetenv("LD_PRELOAD"); /* of this process alone */
}

static void path_of(char *path, size_t n, const char *name)
{
    (void)snprintf(path, n, "%s/%s", folder, name);
}

/* The number in `at`; 0: there is none. */
static long wanted(void)
{
    char path[512];
    char text[16] = {0};
    int fd;
    ssize_t n;

    path_of(path, sizeof(path), "at");
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    n = read(fd, text, sizeof(text) - 1);
    (void)close(fd);
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

/* Is this the call? */
static int is_it(long at)
{
    const long me = (long)syscall(SYS_gettid);
    int yes;

    (void)pthread_mutex_lock(&lock);
    if (at == 0)
        who = count = 0;
    else if (who == 0)
        who = me;
    yes = at != 0 && who == me && ++count == at;
    (void)pthread_mutex_unlock(&lock);
    return yes;
}

static void look(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    const long at = folder ? wanted() : 0;
    char path[512];

    if (!folder || !is_it(at) || wanted() != at)
        return;
    path_of(path, sizeof(path), "paused");
    (void)close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    for (int i = 0; i < MOST_WAITS && wanted() == at; i++)
        (void)nanosleep(&moment, NULL);
}

static int is_lock(int what)
{
    return what == F_SETLK || what == F_SETLKW || what == F_OFD_SETLK ||
           what == F_OFD_SETLKW;
}

static int ask(int fd, int what, void *more)
{
    if (is_lock(what))
        look();
    return (int)syscall(SYS_fcntl, fd, what, more);
}

int fcntl(int fd, int what, ...)
{
    va_list more;
    void *p;

    va_start(more, what);
    p = va_arg(more, void *);
    va_end(more);
    return ask(fd, what, p);
}

int fcntl64(int fd, int what, ...)
{
    va_list more;
    void *p;

    va_start(more, what);
    p = va_arg(more, void *);
    va_end(more);
    return ask(fd, what, p);
}
