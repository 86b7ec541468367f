#include "formats/csv/column_name.h"

#include "base/utf8.h"

/* One name that is taken, and where its suffixes have got to. */
struct slot {
    struct str name; /* p == NULL: free */
    uint64_t next;   /* suffix to try next */
};

/* Open addressing; at most half full, because there are n + 1 names. */
struct name_set {
    struct slot *slots;
    size_t mask;
};

static enum err set_init(struct name_set *s, size_t n, struct arena *a,
                         struct error *e)
{
    size_t size = 4;

    while (size < n * 2 + 2)
        size *= 2;
    s->mask = size - 1;
    s->slots = arena_alloc_array(a, size, sizeof(*s->slots), e);
    return s->slots ? OK : e->code;
}

static size_t hash_nocase(struct str s)
{
    uint64_t h = UINT64_C(14695981039346656037); /* FNV-1a */

    for (size_t i = 0; i < s.n; i++) {
        unsigned c = (unsigned char)s.p[i];

        h = (h ^ (c - 'A' < 26 ? c + 32 : c)) * UINT64_C(1099511628211);
    }
    return (size_t)(h ^ h >> 32);
}

/* The slot that holds the name, or the free one where it belongs. */
static struct slot *set_find(const struct name_set *s, struct str name)
{
    size_t i = hash_nocase(name) & s->mask;

    while (s->slots[i].name.p && !str_eq_nocase(s->slots[i].name, name))
        i = (i + 1) & s->mask;
    return &s->slots[i];
}

static void set_take(struct slot *slot, struct str name)
{
    *slot = (struct slot){name, 2};
}

/* At most the allowed bytes, not inside a character. */
static struct str cut(struct str s, size_t most)
{
    return s.n <= most
               ? s
               : str_slice(s, 0, utf8_valid_prefix(str_slice(s, 0, most)));
}

static enum err add_suffix(struct name_set *set, struct slot *taken,
                           struct arena *a, struct str *name, struct error *e)
{
    struct str stem = cut(*name, COLUMN_NAME_MAX_BYTES - 8);
    struct slot *slot;

    do {
        enum err err = str_printf(a, name, e, "%.*s_%llu", STR_FMT(stem),
                                  (unsigned long long)taken->next++);

        if (err)
            return err;
        slot = set_find(set, *name);
    } while (slot->name.p);
    set_take(slot, *name);
    return OK;
}

static enum err make_one(struct str raw, size_t index, struct name_set *set,
                         struct arena *a, struct str *name, struct error *e)
{
    struct str wanted = cut(str_trim(raw), COLUMN_NAME_MAX_BYTES);
    struct slot *slot;
    enum err err = wanted.n ? str_dup(wanted, a, name, e)
                            : str_printf(a, name, e, "column_%zu", index + 1);

    if (err)
        return err;
    slot = set_find(set, *name);
    if (slot->name.p)
        return add_suffix(set, slot, a, name, e);
    set_take(slot, *name);
    return OK;
}

enum err column_names_make(const struct str *raw, size_t n, struct arena *a,
                           struct column_name *names, struct error *e)
{
    struct name_set set;
    enum err err = set_init(&set, n, a, e);

    if (err)
        return err;
    set_take(set_find(&set, STR("rowid")), STR("rowid"));
    for (size_t i = 0; i < n && !err; i++) {
        struct str original = raw ? raw[i] : (struct str){"", 0};
        struct str name = {0};

        err = make_one(original, i, &set, a, &name, e);
        names[i] = (struct column_name){name, original,
                                        raw && !str_eq(name, original)};
    }
    return err;
}
