#include "store/catalog/pins.h"

#define ARENA_BYTES ((size_t)64 * 1024 * 1024) /* of names; bases are many */

struct base_pin {
    struct str name;
    struct str id; /* empty: forgotten */
    bool is_found; /* here, and not only expected */
    struct base_pin *next;
};

static _Thread_local struct base_pins *current;

void base_pins_begin(struct base_pins *p)
{
    *p = (struct base_pins){0};
    arena_init(&p->arena, ARENA_BYTES);
    if (!current)
        current = p;
}

void base_pins_end(struct base_pins *p)
{
    if (current == p)
        current = NULL;
    arena_release(&p->arena);
}

static struct base_pin *find(struct str name)
{
    struct base_pin *pin = current->first;

    while (pin && !str_eq(pin->name, name))
        pin = pin->next;
    return pin;
}

static enum err add(struct str name, struct str id, bool is_found,
                    struct error *e)
{
    struct base_pin *pin = arena_alloc(&current->arena, sizeof(*pin), e);

    if (!pin || str_dup(name, &current->arena, &pin->name, e) ||
        str_dup(id, &current->arena, &pin->id, e))
        return e->code;
    pin->is_found = is_found;
    pin->next = current->first;
    current->first = pin;
    return OK;
}

/* The pin again of a name that was forgotten. */
static enum err renew(struct base_pin *pin, struct str id, bool is_found,
                      struct error *e)
{
    pin->is_found = is_found;
    return str_dup(id, &current->arena, &pin->id, e);
}

static enum err conflict(struct str name, struct error *e)
{
    return error_set(
        e, ERR_CONFLICT,
        "base '%.*s' was removed or replaced meanwhile; ask again if you mean "
        "the base that has this name now",
        STR_FMT(name));
}

enum err base_pins_expect(struct str name, struct str id, struct error *e)
{
    if (!current || id.n == 0 || find(name))
        return OK;
    return add(name, id, false, e);
}

enum err base_pins_check(struct str name, struct str id, struct error *e)
{
    struct base_pin *pin = current ? find(name) : NULL;

    if (!current)
        return OK;
    if (!pin)
        return id.n > 0 ? add(name, id, true, e) : OK;
    if (pin->id.n == 0)
        return id.n > 0 ? renew(pin, id, true, e) : OK;
    if (id.n > 0 ? !str_eq(pin->id, id) : pin->is_found)
        return conflict(name, e);
    pin->is_found |= id.n > 0;
    return OK;
}

void base_pins_forget(struct str name)
{
    struct base_pin *pin = current ? find(name) : NULL;

    if (pin)
        pin->id = (struct str){0};
}

enum err base_pins_each(enum err (*each)(void *ctx, struct str name,
                                         struct error *e),
                        void *ctx, struct error *e)
{
    enum err rc = OK;

    for (struct base_pin *pin = current ? current->first : NULL; pin && !rc;
         pin = pin->next)
        if (pin->is_found && pin->id.n > 0)
            rc = each(ctx, pin->name, e);
    return rc;
}
