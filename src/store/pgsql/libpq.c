#include "store/pgsql/libpq.h"

#include "base/library.h"
#include "base/str.h"

#include <pthread.h>

#define LIBRARY "libpq.so.5"

struct libpq pq;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static bool is_ready;

#define FUNCTION(name) LIBRARY_FUNCTION(pq, name),
static const struct library_function functions[] = {LIBPQ_FUNCTIONS(FUNCTION)};
#undef FUNCTION

static void load(void)
{
    is_ready = library_load(LIBRARY, functions, COUNT_OF(functions));
}

enum err libpq_load(struct error *e)
{
    (void)pthread_once(&loaded, load);
    return is_ready ? OK
                    : error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                                "cannot reach a store in PostgreSQL: install "
                                "libpq 14 or newer (Debian: libpq5)");
}
