/*
 * Folding is what makes "operacion" find FECHA OPERACIÓN. NFKC_Casefold of
 * ICU does case, width and compatibility forms in one pass; NFD then takes
 * accents off the letters they sit on, and the combining marks are dropped.
 *
 * Only marks of the Latin, Greek and Cyrillic ranges are dropped. General
 * category Mn would also strip vowel signs of Indic scripts, which are
 * spelling and no decoration.
 *
 * This is the one file that includes ICU.
 */
#include "base/text/fold.h"

#include "base/utf8.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#define MAX_FOLD_BYTES ((size_t)1 << 20)

/* Words are short: these fit on the stack. */
#define STACK_UNITS 1024

/* A decomposed letter with three marks is the worst that real text has;
 * NFKC_Casefold of one unit grows to at most 18 (U+FDFA). */
#define MAX_GROWTH 18

/* Text in ASCII: lower case by hand. True when all of it was ASCII. */
static bool is_ascii(struct str s, bool *has_upper)
{
    size_t i;

    *has_upper = false;
    for (i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] >= 0x80)
            return false;
        if (s.p[i] >= 'A' && s.p[i] <= 'Z')
            *has_upper = true;
    }
    return true;
}

static enum err lower_ascii(struct str s, struct arena *a, struct str *out,
                            struct error *e)
{
    char *p = arena_alloc(a, s.n, e);
    size_t i;

    if (!p)
        return e->code;
    for (i = 0; i < s.n; i++)
        p[i] = s.p[i] >= 'A' && s.p[i] <= 'Z' ? (char)(s.p[i] + 32) : s.p[i];
    *out = (struct str){p, s.n};
    return OK;
}

static bool is_dropped_mark(UChar c)
{
    return (c >= 0x0300 && c <= 0x036F) || (c >= 0x1AB0 && c <= 0x1AFF) ||
           (c >= 0x1DC0 && c <= 0x1DFF) || (c >= 0x20D0 && c <= 0x20FF) ||
           (c >= 0xFE20 && c <= 0xFE2F);
}

static int32_t drop_marks(UChar *u, int32_t n)
{
    int32_t from;
    int32_t to = 0;

    for (from = 0; from < n; from++) {
        if (!is_dropped_mark(u[from]))
            u[to++] = u[from];
    }
    return to;
}

/* `u` of n units is folded into `v` with room for `cap`; -1 on failure. */
static int32_t fold_units(UChar *u, int32_t n, UChar *v, int32_t cap,
                          bool accents)
{
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *casefold = unorm2_getNFKCCasefoldInstance(&status);
    const UNormalizer2 *nfd = unorm2_getNFDInstance(&status);
    int32_t m = unorm2_normalize(casefold, u, n, v, cap, &status);
    UChar *back = u;

    if (U_FAILURE(status))
        return -1;
    if (accents)
        return m;
    m = unorm2_normalize(nfd, v, m, back, cap, &status);
    if (U_FAILURE(status))
        return -1;
    m = drop_marks(back, m);
    memcpy(v, back, (size_t)m * sizeof(*v));
    return m;
}

/* The room in which one text is folded. */
struct workspace {
    UChar stack[2][STACK_UNITS];
    UChar *u;
    UChar *v;
    int32_t cap;
};

static enum err workspace_init(struct workspace *w, size_t bytes,
                               struct arena *a, struct error *e)
{
    w->cap = (int32_t)(bytes * MAX_GROWTH + 8);
    w->u = w->stack[0];
    w->v = w->stack[1];
    if (w->cap <= STACK_UNITS)
        return OK;
    w->u = arena_alloc_array(a, (size_t)w->cap, 2 * sizeof(UChar), e);
    if (!w->u)
        return e->code;
    w->v = w->u + w->cap;
    return OK;
}

static enum err fold_with(struct workspace *w, struct str s, bool accents,
                          struct arena *a, struct str *out, struct error *e)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;
    int32_t bytes_n = 0;
    char *bytes;

    u_strFromUTF8WithSub(w->u, w->cap, &n, s.p, (int32_t)s.n, 0xFFFD, NULL,
                         &status);
    n = U_FAILURE(status) ? -1 : fold_units(w->u, n, w->v, w->cap, accents);
    if (n < 0)
        return error_set(e, ERR_INTERNAL, "cannot fold a text");
    bytes = arena_alloc_array(a, (size_t)n + 1, 3, e);
    if (!bytes)
        return e->code;
    u_strToUTF8WithSub(bytes, (n + 1) * 3, &bytes_n, w->v, n, 0xFFFD, NULL,
                       &status);
    if (U_FAILURE(status))
        return error_set(e, ERR_INTERNAL, "cannot fold a text");
    *out = (struct str){bytes, (size_t)bytes_n};
    return OK;
}

static enum err fold(struct str s, bool accents, struct arena *a,
                     struct str *out, struct error *e)
{
    struct workspace w;
    bool has_upper;

    if (is_ascii(s, &has_upper)) {
        *out = s;
        return has_upper ? lower_ascii(s, a, out, e) : OK;
    }
    if (s.n > MAX_FOLD_BYTES)
        return error_set(e, ERR_LIMIT, "a text of over 1 MiB to compare");
    if (workspace_init(&w, s.n, a, e))
        return e->code;
    return fold_with(&w, s, accents, a, out, e);
}

enum err text_fold(struct str s, struct arena *a, struct str *out,
                   struct error *e)
{
    return fold(s, false, a, out, e);
}

enum err text_fold_case(struct str s, struct arena *a, struct str *out,
                        struct error *e)
{
    return fold(s, true, a, out, e);
}

/* `u` of n units normalised; *v borrows `u` when nothing changes. */
static enum err compose(UChar *u, int32_t n, struct arena *a, UChar **v,
                        int32_t *m, struct error *e)
{
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *nfkc = unorm2_getNFKCInstance(&status);
    int32_t cap = n + n / 2 + 64;

    *v = u;
    *m = n;
    if (U_SUCCESS(status) && unorm2_isNormalized(nfkc, u, n, &status))
        return OK;
    do { /* a second time when the guess was too small; then *m is known */
        status = U_ZERO_ERROR;
        *v = arena_alloc_array(a, (size_t)cap, sizeof(**v), e);
        if (!*v)
            return e->code;
        *m = unorm2_normalize(nfkc, u, n, *v, cap, &status);
        if (status != U_BUFFER_OVERFLOW_ERROR || *m <= cap)
            break;
        cap = *m + 1;
    } while (true);
    return U_SUCCESS(status)
               ? OK
               : error_set(e, ERR_INTERNAL, "cannot normalise a text");
}

enum err text_nfkc(struct str s, struct arena *a, struct str *out,
                   struct error *e)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;
    int32_t bytes_n = 0;
    bool has_upper;
    UChar *u;
    UChar *v;
    char *bytes;

    if (is_ascii(s, &has_upper)) {
        *out = s;
        return OK;
    }
    if (s.n > MAX_FOLD_BYTES)
        return error_set(e, ERR_LIMIT, "a text of over 1 MiB to normalise");
    u = arena_alloc_array(a, s.n + 1, sizeof(*u), e);
    if (!u)
        return e->code;
    u_strFromUTF8WithSub(u, (int32_t)s.n + 1, &n, s.p, (int32_t)s.n, 0xFFFD,
                         NULL, &status);
    if (U_FAILURE(status))
        return error_set(e, ERR_INTERNAL, "cannot normalise a text");
    if (compose(u, n, a, &v, &n, e))
        return e->code;
    bytes = arena_alloc_array(a, (size_t)n + 1, 3, e);
    if (!bytes)
        return e->code;
    u_strToUTF8WithSub(bytes, (n + 1) * 3, &bytes_n, v, n, 0xFFFD, NULL,
                       &status);
    if (U_FAILURE(status))
        return error_set(e, ERR_INTERNAL, "cannot normalise a text");
    *out = (struct str){bytes, (size_t)bytes_n};
    return OK;
}

static bool is_cjk(uint32_t cp)
{
    return (cp >= 0x3040 && cp <= 0x30FF) || (cp >= 0x3400 && cp <= 0x4DBF) ||
           (cp >= 0x4E00 && cp <= 0x9FFF) || (cp >= 0xF900 && cp <= 0xFAFF) ||
           (cp >= 0x20000 && cp <= 0x323AF) || cp == 0x3005 || cp == 0x3007;
}

enum text_class text_classify(uint32_t cp)
{
    if ((cp >= '0' && cp <= '9') || (cp >= 0xFF10 && cp <= 0xFF19))
        return TEXT_CLASS_DIGIT;
    if (cp < 0x80)
        return (cp | 32) >= 'a' && (cp | 32) <= 'z' ? TEXT_CLASS_LETTER
                                                    : TEXT_CLASS_OTHER;
    if (is_cjk(cp))
        return TEXT_CLASS_CJK;
    if (u_isalnum((UChar32)cp))
        return TEXT_CLASS_LETTER;
    switch (u_charType((UChar32)cp)) {
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
    case U_ENCLOSING_MARK: return TEXT_CLASS_MARK;
    default: return TEXT_CLASS_OTHER;
    }
}

bool text_is_upper(uint32_t cp)
{
    return u_isUUppercase((UChar32)cp);
}

uint32_t text_lower(uint32_t cp)
{
    return (uint32_t)u_tolower((UChar32)cp);
}

bool text_is_word(uint32_t cp)
{
    const uint32_t kinds = U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK;

    return u_hasBinaryProperty((UChar32)cp, UCHAR_ALPHABETIC) ||
           (U_GET_GC_MASK((UChar32)cp) & kinds);
}
