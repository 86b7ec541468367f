/*
 * Each test enters the sandbox in a child of its own, tries there what a
 * worker that was taken over would try, and exits with 0 when every attempt
 * failed as it must. A kernel that cannot confine fails the first test.
 */
#include "base/fs_fixture.h"

#include "engine/sandbox/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>

#define MIB ((uint64_t)1 << 20)

/* In the child: end it with the line of the attempt that went wrong. */
#define MUST(cond) ((cond) ? (void)0 : give_up(__LINE__, #cond))

_Noreturn static void give_up(int line, const char *what)
{
    (void)fprintf(stderr, "line %d: not so: %s (%s)\n", line, what,
                  strerror(errno));
    _exit(1);
}

static bool fails_with(long result, int errnum)
{
    return result == -1 && errno == errnum;
}

/* Everyday calls that must be refused as the sandbox refuses. */
static bool no_file(int fd)
{
    return fails_with(fd, EACCES);
}

static bool denied(long result)
{
    return fails_with(result, EPERM);
}

static bool opens(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC, 0600);
    int errnum = errno;

    if (fd >= 0)
        (void)close(fd);
    errno = errnum;
    return fd >= 0;
}

static int status_of(pid_t child)
{
    int status = -1;

    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Enter with the rules in a child, then do `attempts` there. */
static int run(const struct sandbox_rules *rules, void (*attempts)(void))
{
    pid_t child = fork();

    if (child == 0) {
        if (sandbox_enter(rules, &err))
            give_up(0, err.msg);
        attempts();
        _exit(0);
    }
    return status_of(child);
}

static int set_up_files(void **state)
{
    if (set_up(state))
        return -1;
    write_file("allowed", "table");
    write_file("other", "secret");
    assert_int_equal(mkdir(in("work"), 0700), 0);
    assert_int_equal(symlink(in("other"), in("work/link")), 0);
    return 0;
}

static void this_kernel_can_confine_a_worker(void **state)
{
    const struct sandbox_support has = sandbox_probe();

    (void)state;
    if (!sandbox_is_whole(&has))
        fail_msg("landlock_abi=%d seccomp=%d", has.landlock_abi, has.seccomp);
}

static void read_other_files(void)
{
    char path[64];

    MUST(no_file(open(in("other"), O_RDONLY)));
    MUST(no_file(open("/etc/passwd", O_RDONLY)));
    MUST(no_file(open("/proc/self/mem", O_RDWR)));
    MUST(no_file(open("/proc/self/environ", O_RDONLY)));
    MUST(no_file(open("/", O_RDONLY | O_DIRECTORY)));
    MUST(no_file(open(folder, O_RDONLY | O_DIRECTORY)));
    MUST(no_file(open("/dev/null", O_WRONLY)));
    MUST(no_file(open(in("new"), O_WRONLY | O_CREAT, 0600)));
    MUST(no_file(open(folder, O_TMPFILE | O_RDWR, 0600)));
    (void)snprintf(path, sizeof(path), "/proc/%ld/fd/2", (long)getppid());
    MUST(!opens(path, O_WRONLY));
}

static void no_other_file_can_be_opened(void **state)
{
    const struct sandbox_rules nothing = {0};
    const struct sandbox_rules file = {.read_files = {in("allowed")}};
    const struct sandbox_rules work = {.write_folder = in("work")};

    (void)state;
    assert_int_equal(run(&nothing, read_other_files), 0);
    assert_int_equal(run(&file, read_other_files), 0);
    assert_int_equal(run(&work, read_other_files), 0);
}

static void read_two_files(void)
{
    MUST(opens(in("allowed"), O_RDONLY));
    MUST(opens(in("second"), O_RDONLY));
    MUST(no_file(open(in("second"), O_RDWR)));
    MUST(no_file(open(in("other"), O_RDONLY)));
}

static void several_files_can_be_allowed_and_no_more(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};
    struct sandbox_rules two = rules;

    (void)state;
    write_file("second", "table");
    two.read_files[SANDBOX_MAX_FILES - 1] = in("second");
    assert_int_equal(run(&two, read_two_files), 0);
}

static void read_where_a_link_leads(void)
{
    MUST(!opens(in("work/link"), O_RDONLY));
    MUST(!opens(in("other"), O_RDONLY));
}

/* Whoever could leave a link must not choose what the next worker sees. */
static void a_link_allows_nothing_of_where_it_leads(void **state)
{
    const struct sandbox_rules link = {.read_files = {in("work/link")}};
    pid_t child;

    (void)state;
    child = fork();
    if (child == 0) {
        if (!sandbox_enter(&link, &err))
            read_where_a_link_leads();
        _exit(0); /* or it is refused at once */
    }
    assert_int_equal(status_of(child), 0);
}

static void use_allowed_file(void)
{
    char bytes[8] = {0};
    char again[32];
    int fd = open(in("allowed"), O_RDONLY);

    (void)snprintf(again, sizeof(again), "/proc/self/fd/%d", fd);
    MUST(fd >= 0 && read(fd, bytes, 7) == 5 && strcmp(bytes, "table") == 0);
    MUST(write(fd, "x", 1) == -1);
    MUST(ftruncate(fd, 0) == -1);
    MUST(
        fails_with((long)mmap(NULL, 1, PROT_WRITE, MAP_SHARED, fd, 0), EACCES));
    MUST(no_file(open(in("allowed"), O_WRONLY)));
    MUST(no_file(open(in("allowed"), O_RDWR)));
    MUST(no_file(open(in("allowed"), O_RDONLY | O_TRUNC)));
    MUST(no_file(open(again, O_RDWR)));
    MUST(denied(truncate(in("allowed"), 0)));
    MUST(denied(chmod(in("allowed"), 0777)));
    MUST(denied(link(in("allowed"), in("link"))));
    MUST(unlink(in("allowed")) == -1);
    MUST(rename(in("allowed"), in("moved")) == -1);
    (void)close(fd);
}

static void the_allowed_file_is_read_and_not_written(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};

    (void)state;
    assert_int_equal(run(&rules, use_allowed_file), 0);
    assert_holds("allowed", "table");
    assert_int_equal(entries(folder), 3);
}

static void work_in_folder(void)
{
    char byte = 0;
    int fd = open(in("work/new"), O_RDWR | O_CREAT, 0600);

    MUST(fd >= 0 && write(fd, "x", 1) == 1 && pread(fd, &byte, 1, 0) == 1);
    MUST(rename(in("work/new"), in("work/renamed")) == 0);
    MUST(mkdir(in("work/sub"), 0700) == 0 && rmdir(in("work/sub")) == 0);
    MUST(opens(in("work/renamed"), O_WRONLY | O_TRUNC));
    MUST(unlink(in("work/renamed")) == 0);
    (void)close(fd);
}

static void leave_folder(void)
{
    MUST(opens(in("work/new"), O_RDWR | O_CREAT));
    MUST(no_file(open(in("work/../other"), O_RDONLY)));
    MUST(no_file(open(in("work/link"), O_RDONLY)));
    MUST(no_file(open(in("work/../new"), O_WRONLY | O_CREAT, 0600)));
    MUST(rename(in("work/new"), in("new")) == -1);
    MUST(rename(in("other"), in("work/other")) == -1);
    MUST(denied(link(in("other"), in("work/other"))));
    MUST(denied(symlink(in("other"), in("work/another"))));
    MUST(denied(mknod(in("work/pipe"), S_IFIFO | 0600, 0)));
    MUST(denied(chdir(in("work"))));
    MUST(denied(chroot(in("work"))));
    MUST(unlink(in("other")) == -1);
    MUST(unlink(in("work/new")) == 0);
}

static void a_worker_works_in_its_folder_and_does_not_leave_it(void **state)
{
    const struct sandbox_rules rules = {.write_folder = in("work")};

    (void)state;
    assert_int_equal(run(&rules, work_in_folder), 0);
    assert_int_equal(run(&rules, leave_folder), 0);
    assert_holds("other", "secret");
    assert_int_equal(entries(in("work")), 1);
    assert_int_equal(entries(folder), 3);
}

static void write_too_much(void)
{
    static const char bytes[4096];
    const int fd = open(in("work/new"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    MUST(fd >= 0);
    MUST(write(fd, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes));
    MUST(write(fd, bytes, 2000) == 904);
    MUST(fails_with(write(fd, bytes, 1), EFBIG));
    MUST(close(fd) == 0);
    MUST(unlink(in("work/new")) == 0);
}

static void a_file_grows_up_to_its_limit(void **state)
{
    const struct sandbox_rules rules = {.write_folder = in("work"),
                                        .file_bytes = 5000};

    (void)state;
    assert_int_equal(run(&rules, write_too_much), 0);
}

static void reach_out(void)
{
    const struct sockaddr address = {.sa_family = AF_UNIX};
    int pair[2];

    MUST(denied(socket(AF_INET, SOCK_STREAM, 0)));
    MUST(denied(socket(AF_INET6, SOCK_DGRAM, 0)));
    MUST(denied(socket(AF_UNIX, SOCK_STREAM, 0)));
    MUST(denied(socket(AF_NETLINK, SOCK_RAW, 0)));
    MUST(denied(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)));
    MUST(denied(connect(0, &address, sizeof(address))));
    MUST(denied(bind(0, &address, sizeof(address))));
    MUST(denied(listen(0, 1)));
    MUST(denied(accept(0, NULL, NULL)));
}

static void a_worker_has_no_network(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};

    (void)state;
    assert_int_equal(run(&rules, reach_out), 0);
}

static void start_processes(void)
{
    char *const argv[] = {NULL};

    MUST(denied(execve("/bin/true", argv, argv)));
    MUST(denied(syscall(SYS_execveat, 0, "", argv, argv, AT_EMPTY_PATH)));
    MUST(denied(syscall(SYS_fork)));
    MUST(denied(syscall(SYS_vfork)));
    MUST(denied(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)));
    MUST(fails_with(syscall(SYS_clone3, NULL, 0), ENOSYS));
}

static void meddle_with_others(void)
{
    MUST(denied(ptrace(PTRACE_TRACEME, 0, 0, 0)));
    MUST(denied(ptrace(PTRACE_ATTACH, getppid(), 0, 0)));
    MUST(denied(syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0)));
    MUST(denied(syscall(SYS_process_vm_writev, getppid(), 0, 0, 0, 0, 0)));
    MUST(denied(kill(getppid(), SIGTERM)));
    MUST(denied(kill(-1, SIGTERM)));
    MUST(denied(syscall(SYS_tgkill, getppid(), getppid(), SIGTERM)));
    MUST(denied(syscall(SYS_tkill, getppid(), SIGTERM)));
    MUST(denied(syscall(SYS_pidfd_open, getppid(), 0)));
    MUST(denied(setpriority(PRIO_PROCESS, 0, -5)));
}

static void a_worker_starts_and_touches_no_process(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};

    (void)state;
    assert_int_equal(run(&rules, start_processes), 0);
    assert_int_equal(run(&rules, meddle_with_others), 0);
}

/* System calls with a large surface, or that would loosen the sandbox. */
static void call_the_dangerous(void)
{
    static const long calls[] = {SYS_mount,
                                 SYS_umount2,
                                 SYS_pivot_root,
                                 SYS_unshare,
                                 SYS_setns,
                                 SYS_bpf,
                                 SYS_perf_event_open,
                                 SYS_userfaultfd,
                                 SYS_io_uring_setup,
                                 SYS_io_uring_enter,
                                 SYS_keyctl,
                                 SYS_add_key,
                                 SYS_init_module,
                                 SYS_kexec_load,
                                 SYS_reboot,
                                 SYS_swapon,
                                 SYS_setuid,
                                 SYS_setrlimit,
                                 SYS_personality,
                                 SYS_seccomp,
                                 SYS_name_to_handle_at,
                                 SYS_open_by_handle_at,
                                 SYS_memfd_create,
                                 SYS_inotify_init,
                                 SYS_fanotify_init,
                                 SYS_shmget,
                                 SYS_msgget,
                                 SYS_semget,
                                 SYS_mq_open,
                                 SYS_quotactl,
                                 SYS_acct,
                                 SYS_ioctl,
                                 SYS_fchmod,
                                 SYS_fchown,
                                 SYS_utimensat,
                                 SYS_setxattr,
                                 SYS_landlock_create_ruleset,
                                 SYS_openat2,
                                 SYS_modify_ldt,
                                 SYS_iopl,
                                 SYS_pipe2,
                                 SYS_fchdir};

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (!denied(syscall(calls[i], 0, 0, 0, 0, 0)))
            give_up((int)calls[i], "the system call of this number is denied");
    }
}

static void raise_limits(void)
{
    const struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    struct rlimit core;

    MUST(getrlimit(RLIMIT_CORE, &core) == 0);
    MUST(core.rlim_cur == 0 && core.rlim_max == 0);
    MUST(denied(setrlimit(RLIMIT_CPU, &more)));
    MUST(denied(syscall(SYS_prlimit64, 0, RLIMIT_AS, &more, NULL)));
    MUST(denied(syscall(SYS_prlimit64, getppid(), RLIMIT_AS, NULL, &core)));
    MUST(denied(syscall(SYS_prctl, 4 /* PR_SET_DUMPABLE */, 1, 0, 0, 0)));
}

static void what_could_loosen_the_walls_is_denied(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};

    (void)state;
    assert_int_equal(run(&rules, call_the_dangerous), 0);
    assert_int_equal(run(&rules, raise_limits), 0);
}

#if defined(__x86_64__)
/* The same calls under the numbers of the x32 ABI. */
static void call_by_another_abi(void)
{
    (void)syscall(0x40000000 + SYS_socket, AF_INET, SOCK_STREAM, 0);
}

static void another_abi_ends_the_process(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};
    int status = run(&rules, call_by_another_abi);

    (void)state;
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSYS);
}
#endif

static void *open_in_thread(void *ctx)
{
    *(bool *)ctx = no_file(open(in("other"), O_RDONLY)) &&
                   denied(socket(AF_INET, SOCK_STREAM, 0));
    return NULL;
}

static void start_a_thread(void)
{
    pthread_t thread;
    bool confined = false;

    MUST(pthread_create(&thread, NULL, open_in_thread, &confined) == 0);
    MUST(pthread_join(thread, NULL) == 0);
    MUST(confined);
}

static void threads_started_inside_are_inside(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};

    (void)state;
    assert_int_equal(run(&rules, start_a_thread), 0);
}

static void *wait_for_end(void *ctx)
{
    (void)ctx;
    for (;;)
        (void)pause();
    return NULL;
}

static void with_a_second_thread_it_is_not_entered(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("allowed")}};
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        pthread_t thread;

        MUST(pthread_create(&thread, NULL, wait_for_end, NULL) == 0);
        MUST(sandbox_enter(&rules, &err) == ERR_TOOL_WORKER_UNAVAILABLE);
        MUST(strcmp(err.msg, "the sandbox must be entered by the only thread, "
                             "not one of 2") == 0);
        _exit(0);
    }
    assert_int_equal(status_of(child), 0);
}

static int connected[2];

static void send_on_connection(void)
{
    const struct sockaddr_un other = {.sun_family = AF_UNIX, .sun_path = "x"};

    MUST(send(connected[0], "x", 1, MSG_NOSIGNAL) == 1);
    MUST(denied(
        sendto(connected[0], "x", 1, 0, (const void *)&other, sizeof(other))));
    MUST(denied(socket(AF_INET, SOCK_STREAM, 0)));
    MUST(denied(connect(connected[0], (const void *)&other, sizeof(other))));
    MUST(denied(open(in("allowed"), O_RDONLY)));
}

static void send_nothing(void)
{
    MUST(denied(send(connected[0], "x", 1, MSG_NOSIGNAL)));
}

static void a_connection_can_be_kept_and_none_made(void **state)
{
    const struct sandbox_rules kept = {.is_bare = true, .has_connection = true};
    const struct sandbox_rules bare = {.is_bare = true};

    (void)state;
    assert_int_equal(
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, connected), 0);
    assert_int_equal(run(&kept, send_on_connection), 0);
    assert_int_equal(run(&bare, send_nothing), 0);
    (void)close(connected[0]);
    (void)close(connected[1]);
}

static void what_is_allowed_must_be_there(void **state)
{
    const struct sandbox_rules rules = {.read_files = {in("none")}};
    pid_t child = fork();

    (void)state;
    if (child == 0) {
        MUST(sandbox_enter(&rules, &err) == ERR_TOOL_WORKER_UNAVAILABLE);
        MUST(!strstr(err.msg, folder));
        _exit(0);
    }
    assert_int_equal(status_of(child), 0);
}

#if !defined(__SANITIZE_ADDRESS__)
static bool maps(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        return false;
    return munmap(p, bytes) == 0;
}

static void take_memory(void)
{
    MUST(maps(32 * MIB));
    MUST(!maps(65 * MIB) && errno == ENOMEM);
}

static void memory_has_a_limit(void **state)
{
    const struct sandbox_rules rules = {.memory_bytes = 64 * MIB};

    (void)state;
    assert_int_equal(run(&rules, take_memory), 0);
}
#endif

#define SANDBOX_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_files, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SANDBOX_TEST(this_kernel_can_confine_a_worker),
        SANDBOX_TEST(no_other_file_can_be_opened),
        SANDBOX_TEST(several_files_can_be_allowed_and_no_more),
        SANDBOX_TEST(a_link_allows_nothing_of_where_it_leads),
        SANDBOX_TEST(the_allowed_file_is_read_and_not_written),
        SANDBOX_TEST(a_worker_works_in_its_folder_and_does_not_leave_it),
        SANDBOX_TEST(a_file_grows_up_to_its_limit),
        SANDBOX_TEST(a_worker_has_no_network),
        SANDBOX_TEST(a_worker_starts_and_touches_no_process),
        SANDBOX_TEST(what_could_loosen_the_walls_is_denied),
#if defined(__x86_64__)
        SANDBOX_TEST(another_abi_ends_the_process),
#endif
        SANDBOX_TEST(threads_started_inside_are_inside),
        SANDBOX_TEST(with_a_second_thread_it_is_not_entered),
        SANDBOX_TEST(a_connection_can_be_kept_and_none_made),
        SANDBOX_TEST(what_is_allowed_must_be_there),
#if !defined(__SANITIZE_ADDRESS__)
        SANDBOX_TEST(memory_has_a_limit),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
