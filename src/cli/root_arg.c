#include "cli/root_arg.h"

#include "base/fs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

enum err root_arg_find(struct cli *c, struct str dir, const char *verb,
                       const char **root, struct error *e)
{
    char *shown = str_cstr(dir, &c->arena, e);
    char real[PATH_MAX];
    struct stat st;

    if (!shown)
        return e->code;
    if (!realpath(shown, real) || stat(real, &st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, verb, shown, errno, e);
    if (!S_ISDIR(st.st_mode))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' is not a folder; name the folder it is in",
                         shown);
    *root = str_cstr(str_from(real), &c->arena, e);
    return *root ? OK : e->code;
}
