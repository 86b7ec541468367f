/* tree_fixture.h - trees from texts and from dice; include after cmocka.h. */
#ifndef STORE_JSON_TREE_TREE_FIXTURE_H
#define STORE_JSON_TREE_TREE_FIXTURE_H

#include "base/arena_fixture.h"
#include "base/json.h"
#include "store/json_tree/equal.h"

static inline const struct json *tree_of_str(struct str text)
{
    struct json *root = NULL;

    if (json_parse(text, &json_default_limits, &arena, &root, &err) != OK)
        fail_msg("'%.*s' was refused: %s", STR_FMT(text), err.msg);
    return root;
}

static inline const struct json *tree_of(const char *text)
{
    return tree_of_str(str_from(text));
}

/* The text of a tree, in the arena. */
static inline struct str text_of(const struct json *j)
{
    struct buf out;
    struct str s;
    struct jsonw w;

    buf_init(&out, 256 * MIB);
    jsonw_init(&w, &out);
    json_write(j, &w);
    assert_int_equal(buf_finish(&out, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&out);
    return s;
}

static inline void assert_tree(const struct json *j, const char *text)
{
    assert_string_equal(text_of(j).p, text);
}

/* Dice that fall the same in every run. */
struct dice {
    uint64_t state;
};

static inline unsigned roll(struct dice *d, unsigned sides)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (unsigned)((d->state >> 11) % sides);
}

static const char *const dice_scalars[] = {
    "0",
    "-0",
    "1",
    "1.0",
    "1e0",
    "10E-1",
    "123456789012345678901234567890",
    "0.1000000000000000000000000001",
    "true",
    "false",
    "null",
    "\"\"",
    "\"a\"",
    "\"b\\u0000c\"",
    "\"gr\xc3\xbc\xc3\x9f\"",
    "\"\xf0\x9f\x98\x80\"",
    "\"\\ud83d\\ude00 \\/ \\\" \\\\\"",
};
#define DICE_SCALARS (sizeof(dice_scalars) / sizeof(dice_scalars[0]))

static const char *const dice_keys[] = {
    "\"\"",        "\"a\"",   "\"b\"",       "\"a/b\"",
    "\"m~n\"",     "\"~1\"",  "\"0\"",       "\"-\"",
    "\"\\u00fc\"", "\"*\"",   "\"\\u0000\"", "\"\xe4\xb8\xad\"",
    "\" \"",       "\"01\"",  "\"c%d\"",     "\"\\ud83d\\ude00\"",
    "\"%2F\"",     "\"e^f\"", "\"#\"",       "\"before_key\"",
};
#define DICE_KEYS (sizeof(dice_keys) / sizeof(dice_keys[0]))

/* The text of some value. */
static inline void dice_value(struct dice *d, unsigned depth, struct buf *out)
{
    unsigned kind = roll(d, depth ? 4 : 2);
    unsigned n = roll(d, 6) == 0 ? roll(d, 20) : roll(d, 5);
    unsigned key = roll(d, DICE_KEYS);

    if (kind < 2) {
        buf_puts(out, dice_scalars[roll(d, DICE_SCALARS)]);
        return;
    }
    buf_put_char(out, kind == 2 ? '[' : '{');
    for (unsigned i = 0; i < n; i++) {
        buf_puts(out, i ? "," : "");
        if (kind == 3)
            buf_printf(out, "%s:", dice_keys[(key + i * 7) % DICE_KEYS]);
        dice_value(d, depth - 1, out);
    }
    buf_put_char(out, kind == 2 ? ']' : '}');
}

static inline const struct json *dice_tree(struct dice *d, unsigned depth)
{
    const struct json *j;
    struct buf out;

    buf_init(&out, MIB);
    dice_value(d, depth, &out);
    assert_false(out.overflow);
    j = tree_of_str(buf_str(&out));
    buf_release(&out);
    return j;
}

#endif
