#include "engine/sql_gate/gate_function_list.h"

#include "base/text/distance.h"

#include <string.h>

static const char *const reasons[] = {
    [GATE_WHY_NONE] = "it does not stand in this place",
    [GATE_WHY_FILES] = "it reads files",
    [GATE_WHY_SQL] = "it runs or reads SQL out of a text",
    [GATE_WHY_SETTINGS] = "it reads or changes settings",
    [GATE_WHY_CATALOG] = "it tells about the engine, not about the data",
    [GATE_WHY_SLEEP] = "it only waits",
    [GATE_WHY_CRASHES] = "the engine ends on some of its arguments",
    [GATE_WHY_INTERNAL] = "it is an internal part of the engine",
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Order of a name in any case against a lower-case one, by bytes. */
static int compare(struct str name, const char *entry)
{
    size_t i = 0;

    while (i < name.n && entry[i] && lower(name.p[i]) == entry[i])
        i++;
    if (i == name.n)
        return entry[i] ? -1 : 0;
    return (unsigned char)lower(name.p[i]) < (unsigned char)entry[i] ? -1 : 1;
}

const struct gate_function *gate_function_find(struct str name)
{
    size_t low = 0, high = gate_function_count;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int c = compare(name, gate_function_list[mid].name);

        if (c == 0)
            return &gate_function_list[mid];
        if (c < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

const char *gate_function_reason(const struct gate_function *f)
{
    return reasons[f->why];
}

#define NEAR_MAX       2
#define NAME_MAX_BYTES 40

const struct gate_function *gate_function_nearest(struct str name,
                                                  enum gate_flag flag)
{
    const struct gate_function *best = NULL;
    /* a third of a short name may differ, else any name is near */
    unsigned least = name.n / 3 < NEAR_MAX ? (unsigned)name.n / 3 : NEAR_MAX;
    char folded[NAME_MAX_BYTES];

    if (name.n > NAME_MAX_BYTES)
        return NULL;
    for (size_t i = 0; i < name.n; i++)
        folded[i] = lower(name.p[i]);
    name.p = folded;
    for (size_t i = 0; i < gate_function_count; i++) {
        const struct gate_function *f = &gate_function_list[i];
        struct str other = str_from(f->name);
        unsigned d;

        if (!(f->flags & flag))
            continue;
        d = text_distance(name, other, NEAR_MAX);
        if (d < least || (d == least && !best)) {
            least = d;
            best = f;
        }
    }
    return best;
}
