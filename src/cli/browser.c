#include "cli/browser.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

/* A session of its own, so that Ctrl-C ends the server and not the browser,
 * whose own words are for nobody. */
static int start(const char *program, const char *url)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    char *argv[] = {(char *)program, (char *)url, NULL};
    pid_t child;
    int failed = posix_spawn_file_actions_init(&files);

    if (failed)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        (void)posix_spawn_file_actions_destroy(&files);
        return failed;
    }
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && !failed; fd++)
        failed = posix_spawn_file_actions_addopen(&files, fd, "/dev/null",
                                                  O_RDWR, 0);
    if (!failed)
        failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    if (!failed)
        failed =
            posix_spawnp(&child, program, &files, &attributes, argv, environ);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&files);
    return failed;
}

enum err browser_open(const char *url, struct error *e)
{
    const char *program = getenv("BROWSER");

    if (start(program && *program ? program : "xdg-open", url) == 0)
        return OK;
    return error_set(e, ERR_NOT_FOUND,
                     "no browser can be started; open %s yourself", url);
}
