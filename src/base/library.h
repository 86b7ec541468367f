/* library.h - shared libraries that are loaded at first use. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function of a library. */
struct library_function {
    const char *name;
    void *pointer; /* to the pointer that gets it */
};

/* One of a list that X macros make; `of` is a structure of such pointers. */
#define LIBRARY_FUNCTION(of, name) \
    {                              \
#name, &(of).name          \
    }

/*
 * library_load - load a library, never to be unloaded, and find functions of it.
 *
 * in       file       its name, without a folder where the system has it
 * returns  is it there, and has it all of them? If not, some may be NULL
 */
bool library_load(const char *file, const struct library_function *functions,
                  size_t n);

#endif
