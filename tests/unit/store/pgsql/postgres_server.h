/*
 * postgres_server.h - a PostgreSQL server of the test program's own, on a socket in a
 * folder that goes with it; not as root, which it refuses to run as.
 */
#ifndef STORE_PGSQL_POSTGRES_SERVER_H
#define STORE_PGSQL_POSTGRES_SERVER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"

#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_ARGS 24
#define SKIPPED  77 /* what ctest takes for a skipped test */

static struct {
    char folder[64];
    char binaries[128];
    char store[128]; /* its URL */
} server;

/* Who runs the server, where this program is root: false: there is nobody. */
static inline bool find_user(struct passwd *user)
{
    static char names[1024];
    struct passwd *found = NULL;

    return getpwnam_r("postgres", user, names, sizeof(names), &found) == 0 &&
           found;
}

/* Run a program of the server in its folder; its exit status. Not system(), as the
 * runner is root in CI and the server must not be. */
static inline int run_program(const char *name, const char *const *args)
{
    const bool is_root = getuid() == 0;
    struct passwd user;
    char path[256];
    const char *argv[MAX_ARGS + 1] = {path}; /* it looks beside it for others */
    int status = -1;
    pid_t pid;

    for (size_t i = 1; args[i] && i < MAX_ARGS; i++)
        argv[i] = args[i];
    (void)snprintf(path, sizeof(path), "%s/%s", server.binaries, name);
    pid = fork();
    if (pid == 0) {
        if (is_root &&
            (!find_user(&user) || setgid(user.pw_gid) || setuid(user.pw_uid)))
            _exit(126);
        if (chdir(server.folder) || !freopen("out", "a", stdout) ||
            dup2(1, 2) < 0)
            _exit(125);
        (void)execv(path, (char *const *)argv);
        _exit(127);
    }
    (void)waitpid(pid, &status, 0);
    return status;
}
#define RUN(name, ...) \
    run_program(name, (const char *const[]){name, __VA_ARGS__, NULL})

static inline bool find_server(void)
{
    glob_t found = {0};
    const bool any =
        glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0;

    if (any) {
        (void)snprintf(server.binaries, sizeof(server.binaries), "%s",
                       found.gl_pathv[found.gl_pathc - 1]);
        *strrchr(server.binaries, '/') = 0;
    }
    globfree(&found);
    return any;
}

/* Start it; false: it cannot be, and main() returns SKIPPED. */
static inline bool server_start(void)
{
    const bool is_root = getuid() == 0;
    struct passwd user;

    if (!find_server() || (is_root && !find_user(&user))) {
        (void)puts(
            "skipped: no PostgreSQL server is installed: make deps-test");
        return false;
    }
    (void)strncpy(server.folder, "/tmp/quarry-server-XXXXXX",
                  sizeof(server.folder) - 1);
    if (!mkdtemp(server.folder) ||
        (is_root && chown(server.folder, user.pw_uid, user.pw_gid)) ||
        RUN("initdb", "-D", "data", "-U", "owner", "-A", "trust",
            "--locale=C.UTF-8", "-E", "UTF8", "--no-sync") ||
        RUN("pg_ctl", "-D", "data", "-w", "-s", "-l", "log", "-o",
            "-c listen_addresses= -c fsync=off -c max_connections=40 -k .",
            "start")) {
        (void)fprintf(stderr, "%s: the server does not start\n", server.folder);
        exit(1);
    }
    (void)snprintf(server.store, sizeof(server.store),
                   "postgres://owner@/postgres?host=%s/data", server.folder);
    return true;
}

/* As a power cut. */
static inline void server_kill(void)
{
    (void)RUN("pg_ctl", "-D", "data", "-s", "-m", "immediate", "-w", "stop");
}

static inline void server_stop(void)
{
    struct error ignored;

    server_kill();
    (void)!fs_remove_tree(server.folder, "the server", &ignored);
}

/* Statements as the owner. */
static inline void server_sql(const char *sql)
{
    char host[128];

    (void)snprintf(host, sizeof(host), "%s/data", server.folder);
    if (RUN("psql", "-h", host, "-U", "owner", "-d", "postgres", "-q", "-v",
            "ON_ERROR_STOP=1", "-c", sql))
        fail_msg("psql: %s", sql);
}

/* Forget all bases: as a new store. A test that failed may have left a transaction,
 * which would be waited for until the end of time. */
static inline void server_empty(void)
{
    server_sql(
        "SET lock_timeout = '10s'; DO $$ DECLARE n text; BEGIN FOR n IN SELECT nspname FROM"
        " pg_namespace WHERE nspname LIKE 'quarry%' LOOP EXECUTE"
        " format('DROP SCHEMA %I CASCADE', n); END LOOP; END $$");
}

#endif
