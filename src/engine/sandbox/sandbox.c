#include "engine/sandbox/sandbox.h"

#include "base/log.h"
#include "engine/sandbox/landlock.h"
#include "engine/sandbox/memory_limit.h"
#include "engine/sandbox/seccomp_filter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

struct sandbox_support sandbox_probe(void)
{
    return (struct sandbox_support){.landlock_abi = landlock_abi(),
                                    .seccomp = seccomp_filter_supported()};
}

bool sandbox_is_whole(const struct sandbox_support *s)
{
    return s->landlock_abi > 0 && s->seccomp;
}

void sandbox_offer(void)
{
    static const char most[] = "1000";
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    (void)!write(fd, most, sizeof(most) - 1);
    (void)close(fd);
}

static enum err unavailable(const char *what, struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the sandbox cannot %s: %s", what, strerror(errno));
}

/* Threads that run already would stay outside Landlock. */
static enum err require_one_thread(struct error *e)
{
    DIR *d = opendir("/proc/self/task");
    int threads = 0;

    if (!d)
        return unavailable("count the threads", e);
    for (const struct dirent *t = readdir(d); t; t = readdir(d))
        threads += t->d_name[0] != '.';
    (void)closedir(d);
    if (threads != 1)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the sandbox must be entered by the only thread, "
                         "not one of %d",
                         threads);
    return OK;
}

/* A write that passes the limit fails; its signal would end the process. */
static enum err limit_files(uint64_t bytes, struct error *e)
{
    const struct rlimit most = {bytes, bytes};

    if (bytes == 0)
        return OK;
    if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR ||
        setrlimit(RLIMIT_FSIZE, &most) != 0)
        return unavailable("limit the size of files", e);
    return OK;
}

static enum err limit_rest(struct error *e)
{
    const struct rlimit none = {0, 0};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return unavailable("give up privileges", e);
    if (setrlimit(RLIMIT_CORE, &none) != 0)
        return unavailable("switch off core files", e);
    return OK;
}

enum err sandbox_enter(const struct sandbox_rules *rules, struct error *e)
{
    const struct sandbox_support has = sandbox_probe();
    enum err rc = require_one_thread(e);

    if (!rc)
        rc = limit_rest(e);
    if (!rc)
        rc = limit_files(rules->file_bytes, e);
    if (!rc)
        rc = memory_limit_enter(rules->memory_bytes, e);
    if (!rc && has.landlock_abi > 0)
        rc = landlock_enter(rules, e);
    if (!rc && has.seccomp)
        rc = seccomp_filter_enter(rules, e);
    if (!rc && !sandbox_is_whole(&has))
        log_error(
            "sandbox",
            "this kernel cannot confine the worker: untrusted files "
            "are read without the third isolation layer landlock_abi=%d seccomp=%d",
            has.landlock_abi, has.seccomp);
    return rc;
}
