#include "formats/picture/leptonica.h"

#include "base/library.h"
#include "base/str.h"

#define LIBRARY "liblept.so.5"

static struct leptonica lib;
static bool is_ready;

#define FUNCTION(name, result, parameters) LIBRARY_FUNCTION(lib, name),
static const struct library_function functions[] = {
    LEPTONICA_FUNCTIONS(FUNCTION)};
#undef FUNCTION

enum err leptonica_load(const struct leptonica **out, struct error *e)
{
    *out = &lib;
    if (is_ready)
        return OK;
    if (!library_load(LIBRARY, functions, COUNT_OF(functions)))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "pictures cannot be read: " LIBRARY
                         " is not installed");
    (void)lib.setMsgSeverity(LEPTONICA_SILENT);
    is_ready = true;
    return OK;
}
