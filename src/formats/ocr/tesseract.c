#include "formats/ocr/tesseract.h"

#include "base/library.h"
#include "base/str.h"

#include <stdlib.h>

#define LIBRARY "libtesseract.so.5"
#define VERSION "5."

static struct tesseract lib;
static bool is_ready;

#define FUNCTION(name, result, parameters) LIBRARY_FUNCTION(lib, name),
static const struct library_function functions[] = {
    TESSERACT_FUNCTIONS(FUNCTION)};
#undef FUNCTION

enum err tesseract_load(const struct tesseract **out, struct error *e)
{
    *out = &lib;
    if (is_ready)
        return OK;
    /* one thread, as its process may start none */
    (void)setenv("OMP_THREAD_LIMIT", "1", 1);
    if (!library_load(LIBRARY, functions, COUNT_OF(functions)) ||
        !str_starts(str_from(lib.TessVersion()), STR(VERSION)))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "pictures cannot be read: " LIBRARY
                         " is not installed");
    is_ready = true;
    return OK;
}
