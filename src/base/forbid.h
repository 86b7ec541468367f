/*
 * forbid.h - functions that do not compile outside base/.
 *
 * The build includes this file before every source of the other folders. It
 * declares the functions again as unavailable, which is checked where one is
 * used, so that a foreign header may mention the name; poisoning the word
 * would break those.
 */
#ifndef BASE_FORBID_H
#define BASE_FORBID_H

#ifdef __x86_64__
#include <mm_malloc.h> /* its inline functions call malloc */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __clang__ /* when optimising, glibc defines some of them inline */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wignored-attributes"
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): `name` is declared */
#define FORBID(name, instead) \
    extern __typeof__(name) name __attribute__((unavailable(instead)))
/* NOLINTEND(bugprone-macro-parentheses) */

FORBID(malloc, "use an arena or mem_new()");
FORBID(calloc, "use an arena or mem_new()");
FORBID(realloc, "use a struct buf");
FORBID(free, "use mem_free()");
FORBID(strdup, "use str_dup()");
FORBID(strcpy, "use str_dup() or a struct buf");
FORBID(strcat, "use a struct buf");
FORBID(sprintf, "use buf_printf() or snprintf()");
FORBID(vsprintf, "use buf_printf() or vsnprintf()");
FORBID(atoi, "use str_parse_u64()");
FORBID(atol, "use str_parse_u64()");
FORBID(strtok, "use str_find_char() and str_slice()");
FORBID(localtime, "use clock_wall_iso() or gmtime_r()");

#undef FORBID

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif
