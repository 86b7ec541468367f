/*
 * str.h - a borrowed piece of text: a pointer and a length.
 *
 * A str never owns. The function that makes one says whose memory it borrows;
 * it is valid as long as that. It need not be NUL-terminated and may hold any
 * bytes.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct str {
    const char *p; /* may be NULL when n == 0 */
    size_t n;      /* bytes */
};

/* A str over a string literal. */
#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})

/* The bytes; never NULL. */
static inline const char *str_bytes(struct str s)
{
    return s.p ? s.p : "";
}

/* Arguments for a "%.*s" of printf. */
#define STR_FMT(s) (int)(s).n, str_bytes(s)

/* A str over a NUL-terminated string; NULL gives the empty str. */
struct str str_from(const char *cstr);

/* Equal bytes. */
bool str_eq(struct str a, struct str b);

/* Equal to a NUL-terminated string. */
bool str_is(struct str a, const char *cstr);

/* Equal bytes when A-Z and a-z are the same; other bytes exactly. */
bool str_eq_nocase(struct str a, struct str b);

/* Is the word in the text, as str_eq_nocase() says, with no letter, digit, "_" or byte
 * that is not ASCII beside it? An empty one is not. */
bool str_has_word(struct str text, struct str word);

/* Put `mark` into set[256] at a byte, and of A-Z and a-z at its other case. */
void str_mark_nocase(uint8_t *set, char c, uint8_t mark);

/* Order by bytes as unsigned, the shorter first: <0, 0, >0. */
int str_cmp(struct str a, struct str b);

/* True when `a` begins with `prefix`. */
bool str_starts(struct str a, struct str prefix);

/* True when `a` ends with `suffix`. */
bool str_ends(struct str a, struct str suffix);

/* The part [from, to) of `a`, clipped to its length. */
struct str str_slice(struct str a, size_t from, size_t to);

/* Without ASCII white space at both ends. */
struct str str_trim(struct str a);

/* Index of the first `c`, or a.n when there is none. */
size_t str_find_char(struct str a, char c);

/* Index of the first `needle`, or a.n when there is none. */
size_t str_find(struct str a, struct str needle);

/* The part of `a` after its last `c`; all of it when it has none. */
struct str str_after_last(struct str a, char c);

/* True when `a` is one of the `n` strings of `list`. */
bool str_in(struct str a, const char *const *list, size_t n);

/* Elements of an array. */
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* As str_in() for an array of strings. */
#define STR_IN(a, array) str_in(a, array, COUNT_OF(array))

/* The value of a hexadecimal digit; -1 of anything else. */
int str_hex_value(char c);

/*
 * str_parse_u64 - decimal digits to a number, nothing else allowed.
 *
 * errors   ERR_VALIDATION_FAILED  empty, another character, or over `max`
 */
MUST_CHECK enum err str_parse_u64(struct str a, uint64_t max, uint64_t *out,
                                  struct error *e);

/* A copy in `a`, NUL-terminated; NULL when over budget, with *e filled. */
MUST_CHECK char *str_cstr(struct str s, struct arena *a, struct error *e);

/* A copy in `a`; *out borrows it. */
MUST_CHECK enum err str_dup(struct str s, struct arena *a, struct str *out,
                            struct error *e);

/* printf into `a`; *out borrows it and is NUL-terminated. */
PRINTF_LIKE(4)
MUST_CHECK enum err str_printf(struct arena *a, struct str *out,
                               struct error *e, const char *fmt, ...);

#endif
