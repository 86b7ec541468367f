#include "server/httpd/libmicrohttpd.h"

#include "base/library.h"

#include <dlfcn.h>
#include <pthread.h>

#define LIBRARY "libmicrohttpd.so.12" /* the name holds for 0.9.x alone */

static struct libmicrohttpd lib;
static bool is_ready;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    bool found = library != NULL;

#define FIND(name) found = found && library_find(library, #name, &lib.name);
    MHD_FUNCTIONS(FIND)
#undef FIND
    is_ready = found;
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
