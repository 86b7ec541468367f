#include "cli/editor.h"

#include "base/fs.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *find_editor(void)
{
    const char *editor = getenv("VISUAL");

    if (!editor || !*editor)
        editor = getenv("EDITOR");
    return editor && *editor ? editor : NULL;
}

/* As git does: the setting is a command of the shell, the file its argument. */
static enum err run(const char *editor, const char *path, struct arena *a,
                    struct error *e)
{
    struct str command;
    pid_t child;
    int status = -1;
    enum err rc = str_printf(a, &command, e, "%s \"$@\"", editor);

    if (!rc) {
        char *argv[] = {(char *)"sh",     (char *)"-c", (char *)command.p,
                        (char *)"editor", (char *)path, NULL};
        int failed = posix_spawn(&child, "/bin/sh", NULL, NULL, argv, environ);

        if (failed)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the editor cannot be started: %s",
                             strerror(failed));
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            rc = error_set(e, ERR_VALIDATION_FAILED,
                           "the editor failed; nothing was loaded");
    }
    return rc;
}

enum err editor_run(struct str text, const char *name, struct arena *a,
                    struct str *path, struct error *e)
{
    const char *editor = find_editor();
    const char *tmp = getenv("TMPDIR");
    struct str folder;
    enum err rc;

    *path = (struct str){0};
    if (!editor)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "set EDITOR to the editor that you use");
    rc = str_printf(a, &folder, e, "%s/quarry-XXXXXX",
                    tmp && *tmp ? tmp : "/tmp");
    if (rc)
        return rc;
    if (!mkdtemp((char *)folder.p))
        return fs_error(ERR_FILE_WRITE_FAILED, "make", "a temporary folder",
                        errno, e);
    rc = str_printf(a, path, e, "%s/%s", folder.p, name);
    if (!rc)
        rc = fs_write_atomic(path->p, name, text, false, e);
    if (!rc)
        rc = run(editor, path->p, a, e);
    return rc;
}

void editor_done(struct str path)
{
    char *end = strrchr(path.p, '/');

    (void)unlink(path.p);
    if (end) {
        *end = '\0';
        (void)rmdir(path.p);
    }
}
