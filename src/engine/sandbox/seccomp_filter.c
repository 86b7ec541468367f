/*
 * seccomp_filter.c - an allow-list, because a deny-list forgets.
 *
 * The list is what a worker needs after it has opened its database in memory:
 * memory, threads of its own, files (Landlock says which), its one socket,
 * clocks and random numbers. Not on it, and so denied: socket and all its
 * kin, execve, fork (clone without CLONE_THREAD), ptrace, kill of others,
 * mount, keyctl, bpf, io_uring, userfaultfd, perf, module loading, and what
 * the kernel will add tomorrow. clone3 hides its flags behind a pointer that
 * a filter cannot read; it fails with ENOSYS, and glibc falls back to clone.
 *
 * The list was made with `strace -f -c` over ingest, query and export, in
 * release and under AddressSanitizer.
 */
#include "engine/sandbox/seccomp_filter.h"

#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define CALL(name) SCMP_SYS(name)

static const int allowed[] = {
    /* memory */
    CALL(brk), CALL(mmap), CALL(munmap), CALL(mremap), CALL(mprotect),
    CALL(madvise), CALL(mincore), CALL(membarrier),
    /* signals and locks of its own */
    CALL(futex), CALL(set_robust_list), CALL(get_robust_list), CALL(rseq),
    CALL(sched_yield), CALL(sched_getaffinity), CALL(gettid), CALL(getpid),
    CALL(set_tid_address), CALL(exit), CALL(exit_group), CALL(rt_sigaction),
    CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(sigaltstack),
    CALL(restart_syscall), CALL(arch_prctl),
    /* files that it was given open */
    CALL(close), CALL(read), CALL(readv), CALL(pread64), CALL(write),
    CALL(writev), CALL(pwrite64), CALL(lseek), CALL(fstat), CALL(fsync),
    CALL(fdatasync), CALL(ftruncate), CALL(fallocate), CALL(fadvise64),
    CALL(copy_file_range), CALL(fstatfs),
    /* the socket it was born with */
    CALL(recvmsg), CALL(sendmsg), CALL(recvfrom), CALL(poll), CALL(ppoll),
    /* time, random numbers, what it is */
    CALL(clock_gettime), CALL(clock_getres), CALL(clock_nanosleep),
    CALL(nanosleep), CALL(gettimeofday), CALL(time), CALL(getrandom),
    CALL(getrusage), CALL(times), CALL(getrlimit), CALL(sysinfo), CALL(uname),
    CALL(getuid), CALL(geteuid), CALL(getgid), CALL(getegid)};

/* Files by their names; which ones, Landlock decides. */
static const int allowed_files[] = {
    CALL(openat),     CALL(open),       CALL(newfstatat), CALL(stat),
    CALL(lstat),      CALL(statx),      CALL(access),     CALL(faccessat),
    CALL(faccessat2), CALL(flock),      CALL(unlink),     CALL(unlinkat),
    CALL(rename),     CALL(renameat),   CALL(renameat2),  CALL(mkdir),
    CALL(mkdirat),    CALL(rmdir),      CALL(getdents64), CALL(getcwd),
    CALL(readlink),   CALL(readlinkat), CALL(statfs)};

bool seccomp_filter_supported(void)
{
    return prctl(PR_GET_SECCOMP) >= 0; /* EINVAL when built without */
}

static int add_all(scmp_filter_ctx f, const int *calls, size_t n)
{
    int rc = 0;

    for (size_t i = 0; !rc && i < n; i++)
        rc = seccomp_rule_add(f, SCMP_ACT_ALLOW, calls[i], 0);
    return rc;
}

static int add_threads(scmp_filter_ctx f)
{
    const uint64_t thread = CLONE_THREAD;

    return seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, thread, thread));
}

/* Calls that are allowed with certain arguments only; <0 on failure. */
static int add_conditional(scmp_filter_ctx f)
{
    const uint64_t self = (uint64_t)getpid();
    int rc;

    rc = seccomp_rule_add(f, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    /* abort() raises a signal in its own process */
    rc |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                           SCMP_A0(SCMP_CMP_EQ, self, 0));
    /* a thread names itself; nothing else of prctl */
    rc |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
                           SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME, 0));
    /* prlimit64 reads limits: no new value, own process */
    rc |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
                           SCMP_A0(SCMP_CMP_EQ, 0, 0),
                           SCMP_A2(SCMP_CMP_EQ, 0, 0));
    /* locks and flags of files, but no notification signals */
    rc |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
                           SCMP_A1(SCMP_CMP_LE, 7 /* F_SETLKW */, 0));
    rc |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
                           SCMP_A1(SCMP_CMP_EQ, 1030 /* F_DUPFD_CLOEXEC */, 0));
    return rc;
}

/* send(), which is sendto() without an address: not to whom it pleases. */
static int add_connection(scmp_filter_ctx f)
{
    return seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 1,
                            SCMP_A4(SCMP_CMP_EQ, 0, 0));
}

enum err seccomp_filter_enter(const struct sandbox_rules *rules,
                              struct error *e)
{
    const bool is_bare = rules->is_bare;
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int rc = f ? add_all(f, allowed, COUNT_OF(allowed)) : -ENOMEM;

    if (!rc && !is_bare)
        rc = add_all(f, allowed_files, COUNT_OF(allowed_files));
    if (!rc && !is_bare)
        rc = add_threads(f);
    if (!rc && rules->has_connection)
        rc = add_connection(f);
    if (!rc)
        rc = add_conditional(f);
    if (!rc)
        rc = seccomp_load(f);
    if (f)
        seccomp_release(f);
    if (rc)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the system call filter cannot be loaded: %s",
                         strerror(-rc));
    return OK;
}
