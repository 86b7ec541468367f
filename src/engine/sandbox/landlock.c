/*
 * landlock.c - a ruleset that handles every right the kernel knows and grants
 * back some files for reading, or one folder for working in.
 *
 * glibc 2.36 has no wrappers, so the three system calls are made by hand. A
 * right that is not "handled" is not restricted, so the set handled must be
 * the whole set of the running kernel's version; older kernels refuse bits
 * they do not know, which is why the set is cut down by version (table in
 * landlock(7), "Landlock ABI versions"). Rights of versions newer than the
 * headers we build with cannot be named and stay unrestricted; what they cover
 * (device ioctl, abstract sockets, signals) the seccomp filter denies anyway.
 */
#include "engine/sandbox/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than the headers of Debian 12. */
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#ifndef LANDLOCK_ACCESS_FS_IOCTL_DEV
#define LANDLOCK_ACCESS_FS_IOCTL_DEV (1ULL << 15)
#endif

#define WORK_IN_FOLDER                                              \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | \
     LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |    \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_TRUNCATE)

/* `make cover` alone: where a worker may leave what it counted. */
#ifndef QUARRY_COVER
#define COUNTS_FOLDER NULL
#elif defined(__OPTIMIZE__)
#error \
    "a build that counts has a hole in its sandbox: never optimise or ship it"
#endif

int landlock_abi(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                       LANDLOCK_CREATE_RULESET_VERSION);

    return abi > 0 ? (int)abi : 0;
}

/* Every file system right that a kernel of this version knows. */
static uint64_t handled_rights(int abi)
{
    uint64_t all = LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1; /* version 1 */

    if (abi >= 2)
        all |= LANDLOCK_ACCESS_FS_REFER;
    if (abi >= 3)
        all |= LANDLOCK_ACCESS_FS_TRUNCATE;
    if (abi >= 5)
        all |= LANDLOCK_ACCESS_FS_IOCTL_DEV;
    return all;
}

static enum err landlock_error(const char *what, struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the file sandbox cannot %s: %s", what, strerror(errno));
}

static enum err grant(int ruleset, const char *path, uint64_t rights,
                      struct error *e)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    long failed;

    if (!path)
        return OK;
    rule.parent_fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return landlock_error("open what it is to allow", e);
    failed = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH,
                     &rule, 0);
    (void)close(rule.parent_fd);
    return failed ? landlock_error("add a rule", e) : OK;
}

enum err landlock_enter(const struct sandbox_rules *rules, struct error *e)
{
    uint64_t handled = handled_rights(landlock_abi());
    struct landlock_ruleset_attr attr = {.handled_access_fs = handled};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr,
                               sizeof(attr.handled_access_fs), 0);
    enum err rc = OK;

    if (ruleset < 0)
        return landlock_error("be made", e);
    for (size_t i = 0; i < SANDBOX_MAX_FILES && !rc; i++)
        rc = grant(ruleset, rules->read_files[i], LANDLOCK_ACCESS_FS_READ_FILE,
                   e);
    if (!rc)
        rc = grant(ruleset, rules->write_folder, WORK_IN_FOLDER & handled, e);
    if (!rc)
        rc = grant(ruleset, COUNTS_FOLDER, WORK_IN_FOLDER & handled, e);
    if (!rc && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
        rc = landlock_error("be entered", e);
    (void)close(ruleset);
    return rc;
}
