/*
 * kill_cut.c - the moment of a power cut: nothing of the program runs any more,
 * what was never synced is taken back, and only then is the program gone.
 *
 * Threads that went on meanwhile would read files that are half taken back, and
 * answer from them what no disk has ever held. So another process, made by
 * clone() with all that this one knows, stops this one first.
 */
#include "kill_at.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_TASKS_BYTES 65536

/* Memory is another process's copy: nothing here allocates or takes a lock. */
static ssize_t read_whole(const char *path, bool is_folder, char *p, size_t n)
{
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    ssize_t got;

    if (fd < 0)
        return -1;
    got = is_folder ? syscall(SYS_getdents64, fd, p, n)
                    : syscall(SYS_read, fd, p, n);
    (void)syscall(SYS_close, fd);
    return got;
}

static bool is_task_stopped(const char *tasks, const char *name)
{
    char path[PATH_MAX];
    char text[512];
    const char *end;
    ssize_t n;

    (void)snprintf(path, sizeof(path), "%s/%s/stat", tasks, name);
    n = read_whole(path, false, text, sizeof(text) - 1);
    if (n <= 0) /* it ended */
        return true;
    text[n] = '\0';
    end = strrchr(text, ')'); /* of the name; the state is after it */
    return end && strchr("TtZX", end[2]);
}

static bool is_stopped(pid_t pid)
{
    static char names[MAX_TASKS_BYTES];
    char path[64];
    ssize_t n;

    (void)snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
    n = read_whole(path, true, names, sizeof(names));
    for (ssize_t at = 0; at < n;) {
        const struct dirent64 *d = (const struct dirent64 *)(names + at);

        if (d->d_name[0] != '.' && !is_task_stopped(path, d->d_name))
            return false;
        at += d->d_reclen;
    }
    return true;
}

_Noreturn static void cut(pid_t pid)
{
    const struct timespec moment = {.tv_nsec = 1000000};

    (void)kill(pid, SIGSTOP);
    while (!is_stopped(pid))
        (void)nanosleep(&moment, NULL);
    kill_undo_all();
    (void)kill(pid, SIGKILL);
    _exit(0);
}

void kill_cut(void)
{
    pid_t pid = getpid();

    if (syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) == 0)
        cut(pid);
}
