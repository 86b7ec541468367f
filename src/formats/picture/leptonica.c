#include "formats/picture/leptonica.h"

#include "base/library.h"

#include <dlfcn.h>
#include <stdbool.h>

#define LIBRARY "liblept.so.5"

static struct leptonica lib;
static bool is_ready;

enum err leptonica_load(const struct leptonica **out, struct error *e)
{
    void *library;
    bool found;

    *out = &lib;
    if (is_ready)
        return OK;
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    found = library != NULL;
#define FIND(name, result, parameters) \
    found = found && library_find(library, #name, &lib.name);
    LEPTONICA_FUNCTIONS(FIND)
#undef FIND
    if (!found)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "pictures cannot be read: " LIBRARY
                         " is not installed");
    (void)lib.setMsgSeverity(LEPTONICA_SILENT);
    is_ready = true;
    return OK;
}
