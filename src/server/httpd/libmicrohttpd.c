#include "server/httpd/libmicrohttpd.h"

#include "base/library.h"
#include "base/str.h"

#include <pthread.h>

#define LIBRARY "libmicrohttpd.so.12" /* the name holds for 0.9.x alone */

static struct libmicrohttpd lib;
static bool is_ready;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

#define FUNCTION(name) LIBRARY_FUNCTION(lib, name),
static const struct library_function functions[] = {MHD_FUNCTIONS(FUNCTION)};
#undef FUNCTION

static void load(void)
{
    is_ready = library_load(LIBRARY, functions, COUNT_OF(functions));
}

enum err libmicrohttpd_load(const struct libmicrohttpd **out, struct error *e)
{
    (void)pthread_once(&loaded, load);
    *out = &lib;
    if (!is_ready)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "cannot serve HTTP: install libmicrohttpd 0.9.75 "
                         "(Debian: libmicrohttpd12)");
    return OK;
}
