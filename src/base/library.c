#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *file, const struct library_function *functions,
                  size_t n)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    bool found = library != NULL;

    for (size_t i = 0; i < n && found; i++) {
        void *symbol = dlsym(library, functions[i].name);

        /* POSIX: they have one size */
        memcpy(functions[i].pointer, &symbol, sizeof(symbol));
        found = symbol != NULL;
    }
    return found;
}
