/*
 * /proc/self/cgroup has a line a hierarchy, "ID:CONTROLLERS:PATH": "0::PATH" of
 * version 2, and of version 1 the one whose controllers have "memory". In a
 * container the path may be that of the host, which is not mounted; then the
 * groups above it are not there either but for the mounted root, which is the
 * container's own. A limit that cannot be read does not count.
 */
#include "base/memory_available.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CGROUPS_BYTES 16384

/* The file's first bytes as text; "" when it cannot be read. */
static void read_text(const char *path, char *to, size_t room)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, to, room - 1);

    to[n > 0 ? n : 0] = '\0';
    if (fd >= 0)
        (void)close(fd);
}

/* The number in the file of one group; "max" and anything else means no limit. */
static uint64_t limit_of(const char *path)
{
    char text[32];
    char *end;
    unsigned long long n;

    read_text(path, text, sizeof(text));
    errno = 0;
    n = strtoull(text, &end, 10);
    return end == text || errno ? UINT64_MAX : n;
}

/* The least limit of the group and of those above it. */
static uint64_t least(const char *mount, const char *group, const char *file)
{
    char path[2 * PATH_MAX];
    uint64_t found = UINT64_MAX;
    size_t n = strlen(group);

    for (;;) {
        uint64_t one;

        if ((size_t)snprintf(path, sizeof(path), "%s%.*s/%s", mount, (int)n,
                             group, file) >= sizeof(path))
            return found;
        one = limit_of(path);
        found = one < found ? one : found;
        if (n == 0)
            return found;
        do
            n--;
        while (n > 0 && group[n] != '/');
    }
}

static bool has_memory(const char *controllers)
{
    const char *at = strstr(controllers, "memory");

    return at && (at == controllers || at[-1] == ',') &&
           (at[6] == '\0' || at[6] == ',');
}

/* What a line of /proc/self/cgroup limits. */
static uint64_t limit_of_line(const char *root, char *line)
{
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    char mount[PATH_MAX];
    bool is_unified;

    if (!group)
        return UINT64_MAX;
    *group++ = '\0';
    controllers++;
    is_unified = *controllers == '\0';
    if (!is_unified && !has_memory(controllers))
        return UINT64_MAX;
    if ((size_t)snprintf(mount, sizeof(mount), "%s/sys/fs/cgroup%s", root,
                         is_unified ? "" : "/memory") >= sizeof(mount))
        return UINT64_MAX;
    return least(mount, strcmp(group, "/") == 0 ? "" : group,
                 is_unified ? "memory.max" : "memory.limit_in_bytes");
}

uint64_t memory_available_under(const char *root, uint64_t machine_bytes)
{
    char path[PATH_MAX];
    char text[CGROUPS_BYTES];
    uint64_t found = machine_bytes;
    char *rest = NULL;

    if ((size_t)snprintf(path, sizeof(path), "%s/proc/self/cgroup", root) >=
        sizeof(path))
        return found;
    read_text(path, text, sizeof(text));
    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        uint64_t one = limit_of_line(root, line);

        found = one < found ? one : found;
    }
    return found;
}

uint64_t memory_available(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page = sysconf(_SC_PAGESIZE);

    return memory_available_under("", pages > 0 && page > 0
                                          ? (uint64_t)pages * (uint64_t)page
                                          : UINT64_MAX);
}
