/* library.h - shared libraries that are loaded at first use. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>

/*
 * library_find - a function of a library that dlopen() gave.
 *
 * out      function  a pointer to the pointer that gets it; NULL where the
 *                    library has none of that name
 * returns  is it there?
 */
bool library_find(void *library, const char *name, void *function);

#endif
