#include "search/chunks/json_place.h"

#include "store/json_tree/pointer.h"

enum err json_place_init(struct json_place *p,
                         const struct json_chunk_config *config,
                         struct error *e)
{
    *p =
        (struct json_place){.config = config, .weight = config->default_weight};
    buf_init(&p->pointer, JSON_PLACE_BYTES);
    buf_init(&p->keys, JSON_PLACE_BYTES);
    if (buf_reserve(&p->pointer, JSON_PLACE_BYTES) &&
        buf_reserve(&p->keys, JSON_PLACE_BYTES))
        return OK; /* from now on no put fails */
    json_place_release(p);
    return error_set(e, ERR_LIMIT,
                     "out of memory: cannot hold a place in a document");
}

void json_place_release(struct json_place *p)
{
    buf_release(&p->pointer);
    buf_release(&p->keys);
}

/* Do the keys end with this name, from a key's beginning? */
static bool ends_with(struct str keys, struct str name)
{
    return keys.n > name.n && keys.p[keys.n - name.n - 1] == '.' &&
           str_ends(keys, name);
}

/* The weight that the longest name gives here; none: as it was. */
static void find_weight(struct json_place *p)
{
    struct str keys = buf_str(&p->keys);
    size_t longest = 0;

    for (size_t i = 0; i < p->config->n_fields; i++) {
        const struct json_chunk_field *f = &p->config->field[i];

        if (f->name.n <= longest || !ends_with(keys, f->name))
            continue;
        longest = f->name.n;
        p->weight = f->weight;
    }
}

struct json_step json_place_here(const struct json_place *p)
{
    return (struct json_step){p->pointer.n, p->keys.n, p->weight, false};
}

struct json_step json_place_key(struct json_place *p, struct str key)
{
    struct json_step step = json_place_here(p);

    if (p->beyond > 0 || key.n >= JSON_PLACE_BYTES ||
        p->pointer.n + 2 * key.n + 1 > JSON_PLACE_BYTES ||
        p->keys.n + key.n + 1 > JSON_PLACE_BYTES) {
        p->beyond++;
        step.was_beyond = true;
        return step;
    }
    pointer_write_token(key, &p->pointer);
    buf_put_char(&p->keys, '.');
    buf_put_str(&p->keys, key);
    find_weight(p);
    return step;
}

struct json_step json_place_index(struct json_place *p, size_t index)
{
    struct json_step step = json_place_here(p);
    char digits[24];
    size_t at = sizeof(digits);

    if (p->beyond > 0 || p->pointer.n + sizeof(digits) > JSON_PLACE_BYTES) {
        p->beyond++;
        step.was_beyond = true;
        return step;
    }
    do {
        digits[--at] = (char)('0' + index % 10);
        index /= 10;
    } while (index > 0);
    digits[--at] = '/';
    buf_put(&p->pointer, digits + at, sizeof(digits) - at);
    return step;
}

void json_place_back(struct json_place *p, const struct json_step *step)
{
    p->beyond -= step->was_beyond;
    p->pointer.n = step->pointer_n;
    p->keys.n = step->keys_n;
    p->weight = step->weight;
}

bool json_place_is_excluded(const struct json_place *p)
{
    if (p->beyond > 0)
        return false;
    for (size_t i = 0; i < p->config->n_exclude; i++) {
        if (str_eq(buf_str(&p->pointer), p->config->exclude[i]))
            return true;
    }
    return false;
}
