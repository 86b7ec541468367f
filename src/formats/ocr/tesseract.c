#include "formats/ocr/tesseract.h"

#include "base/library.h"
#include "base/str.h"

#include <dlfcn.h>
#include <stdlib.h>

#define LIBRARY "libtesseract.so.5"
#define VERSION "5."

static struct tesseract lib;
static bool is_ready;

enum err tesseract_load(const struct tesseract **out, struct error *e)
{
    void *library;
    bool found;

    *out = &lib;
    if (is_ready)
        return OK;
    /* one thread, as its process may start none */
    (void)setenv("OMP_THREAD_LIMIT", "1", 1);
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    found = library != NULL;
#define FIND(name, result, parameters) \
    found = found && library_find(library, #name, &lib.name);
    TESSERACT_FUNCTIONS(FIND)
#undef FIND
    if (!found || !str_starts(str_from(lib.TessVersion()), STR(VERSION)))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "pictures cannot be read: " LIBRARY
                         " is not installed");
    is_ready = true;
    return OK;
}
