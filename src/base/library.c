#include "base/library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

bool library_find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof(symbol)); /* POSIX: they have one size */
    return symbol != NULL;
}
