/*
 * principal.h - the principal that the current thread works for, so that code
 * far below authentication can share scarce resources fairly.
 */
#ifndef BASE_PRINCIPAL_H
#define BASE_PRINCIPAL_H

#include <stdbool.h>
#include <stdint.h>

struct principal {
    uint64_t key; /* the same of all that one caller asks; 0: nobody, as of
                           a program that serves one user */
    bool in_background; /* nobody waits for the answer */
    bool is_anonymous;  /* anybody may be it, and be many: without a token, or
                           with one that pages hold */
};
#define PRINCIPAL_NONE ((struct principal){0})

/* Set the principal of this thread. */
void principal_set(struct principal p);

/* The principal of this thread. */
struct principal principal_now(void);

#endif
