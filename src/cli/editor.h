/* editor.h - opens a text in the user's editor. */
#ifndef CLI_EDITOR_H
#define CLI_EDITOR_H

#include "base/str.h"

/*
 * editor_run - open $VISUAL or $EDITOR on a copy of a text, and wait.
 *
 * in       name  of the copy, in a folder of its own below $TMPDIR
 * out      path  the copy, in `a`; remove it with editor_done(). Empty when it
 *                could not be made
 * errors   ERR_VALIDATION_FAILED  neither is set, or the editor failed
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err editor_run(struct str text, const char *name,
                               struct arena *a, struct str *path,
                               struct error *e);

/* Remove the copy and its folder. */
void editor_done(struct str path);

#endif
