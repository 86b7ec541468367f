/*
 * pins.h - pins each base name to one base, for one request or command.
 *
 *     base_pins_begin --> name found --> the same name found again --> ..._end
 *                         id is kept     of another id: ERR_CONFLICT
 *
 * A name is looked up more than once on the way from who is let in to what is
 * written, and meanwhile the base can be removed and another made under its name,
 * perhaps by another tenant. registry_find() looks here each time, so that what
 * began with one base is never carried out on the next.
 *
 * threads  a scope is of the thread that began it; others have none and are not
 *          checked
 */
#ifndef STORE_CATALOG_PINS_H
#define STORE_CATALOG_PINS_H

#include "base/arena.h"
#include "base/str.h"

struct base_pin;

struct base_pins {
    struct base_pin *first;
    struct arena arena;
};

/* Begin a scope of this thread, or go on with the one that there is. */
void base_pins_begin(struct base_pins *p);
void base_pins_end(struct base_pins *p);

/*
 * base_pins_expect - what a name was when the caller was let in: another base of
 * that name is refused from now on, and a base that does not exist is not a conflict yet.
 * Without a scope nothing happens.
 *
 * errors   ERR_LIMIT  no memory
 */
MUST_CHECK enum err base_pins_expect(struct str name, struct str id,
                                     struct error *e);

/*
 * base_pins_check - a name was looked up just now.
 *
 * in       id  of the base that has it; empty: none has
 * errors   ERR_CONFLICT  it was of another base in this scope, or of one
 *          ERR_LIMIT     no memory
 */
MUST_CHECK enum err base_pins_check(struct str name, struct str id,
                                    struct error *e);

/* This thread takes the name away itself, or gives it to another base. */
void base_pins_forget(struct str name);

/* Each name of this scope that was found, until `each` says otherwise. */
MUST_CHECK enum err base_pins_each(enum err (*each)(void *ctx, struct str name,
                                                    struct error *e),
                                   void *ctx, struct error *e);

#endif
