#include "formats/markup/slug.h"

#include "base/text/fold.h"
#include "base/utf8.h"

#include <string.h>

void slugs_init(struct slugs *s, enum sections_id_style style, struct arena *a)
{
    *s = (struct slugs){.style = style, .a = a};
    str_table_init(&s->taken, a);
}

enum err slugs_take(struct slugs *s, struct str id, struct error *e)
{
    uint64_t *ignored;

    return id.n == 0 ? OK : str_table_put(&s->taken, id, &ignored, e);
}

/* `base` itself when it is free, else with the next free number after. */
static enum err make_unique(struct slugs *s, struct str base, struct str *id,
                            struct error *e)
{
    bool mkdocs = s->style == SECTIONS_MKDOCS;
    struct str stem = base;
    uint64_t number = 0;
    uint64_t *tried;
    enum err rc = OK;

    *id = base;
    tried = base.n ? str_table_find(&s->taken, base) : &s->tried_empty;
    if (!tried)
        return OK;
    if (mkdocs) { /* "a_1" is followed by "a_2", where the others say "a-1-1" */
        size_t digits = 0;

        while (digits < 9 && digits < base.n &&
               base.p[base.n - 1 - digits] >= '0' &&
               base.p[base.n - 1 - digits] <= '9')
            digits++;
        if (digits && digits < base.n && base.p[base.n - 1 - digits] == '_') {
            stem = str_slice(base, 0, base.n - 1 - digits);
            rc = str_parse_u64(str_slice(base, stem.n + 1, base.n),
                               UINT64_MAX / 2, &number, e);
        }
    }
    if (*tried > number)
        number = *tried;
    while (!rc) {
        number++;
        rc = str_printf(s->a, id, e, "%.*s%c%llu", STR_FMT(stem),
                        mkdocs ? '_' : '-', (unsigned long long)number);
        if (!rc && !str_table_find(&s->taken, *id))
            break;
    }
    *tried = number;
    return rc;
}

/* One character of GitHub's or mdBook's id; 0: it is dropped. */
static uint32_t kept(enum sections_id_style style, uint32_t cp)
{
    bool number;

    if (cp == '-' || cp == '_')
        return cp;
    if (style == SECTIONS_GITHUB) {
        if (cp == ' ')
            return '-';
        return text_is_word(cp) ? text_lower(cp) : 0;
    }
    if (cp == ' ' || (cp >= '\t' && cp <= '\r') || cp == 0xA0 || cp == 0x3000)
        return '-';
    if (cp >= 'A' && cp <= 'Z')
        return cp + 32;
    number = (cp >= 0x2150 && cp <= 0x2189) || (cp >= 0x2460 && cp <= 0x249B) ||
             cp == 0xB2 || cp == 0xB3 || cp == 0xB9 ||
             (cp >= 0xBC && cp <= 0xBE);
    return number || (text_is_word(cp) && text_classify(cp) != TEXT_CLASS_MARK)
               ? cp
               : 0;
}

static enum err slug_any_script(struct slugs *s, struct str text,
                                struct str *out, struct error *e)
{
    /* A small letter is at most one byte longer than its capital: Ⱥ, ⱥ. */
    char *p = arena_alloc(s->a, text.n * 2 + 4, e);
    size_t n = 0;

    if (!p)
        return e->code;
    for (size_t i = 0; i < text.n;) {
        size_t len = utf8_length(str_slice(text, i, text.n));
        uint32_t cp = len ? kept(s->style, utf8_decode(text.p + i, len)) : 0;

        if (cp)
            n += utf8_encode(cp, p + n);
        i += len ? len : 1;
    }
    *out = (struct str){p, n};
    return OK;
}

/* Folding spells ß as ss; decomposing, which MkDocs does, drops it. */
static enum err without_sharp_s(struct str text, struct arena *a,
                                struct str *out, struct error *e)
{
    char *p = arena_alloc(a, text.n, e);
    size_t n = 0;

    if (!p)
        return e->code;
    for (size_t i = 0; i < text.n; i++) {
        struct str rest = str_slice(text, i, text.n);

        if (str_starts(rest, STR("\xC3\x9F")))
            i += 1;
        else if (str_starts(rest, STR("\xE1\xBA\x9E")))
            i += 2;
        else
            p[n++] = text.p[i];
    }
    *out = (struct str){p, n};
    return OK;
}

static bool is_ascii_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static enum err slug_ascii(struct slugs *s, struct str text, struct str *out,
                           struct error *e)
{
    struct str folded = {0};
    enum err rc = without_sharp_s(text, s->a, &text, e);
    bool joint = false; /* a run of - and white space */
    size_t n = 0;
    size_t kept_n = 0;
    char *p;

    if (!rc)
        rc = text_fold(text, s->a, &folded, e);
    p = rc ? NULL : arena_alloc(s->a, folded.n, e);
    if (!p)
        return e->code;
    for (size_t i = 0; i < folded.n; i++) { /* what is kept ... */
        char c = folded.p[i];

        if (is_ascii_word(c) || c == '-' || c == ' ' ||
            (c >= '\t' && c <= '\r'))
            p[kept_n++] = c;
    }
    folded = str_trim((struct str){p, kept_n});
    for (size_t i = 0; i < folded.n; i++) { /* ... and runs as one */
        bool word = is_ascii_word(folded.p[i]);

        if (word || !joint)
            p[n++] = word ? folded.p[i] : '-';
        joint = !word;
    }
    *out = (struct str){p, n};
    return OK;
}

enum err slugs_make(struct slugs *s, struct str text, struct str *id,
                    struct error *e)
{
    struct str base = {0};
    enum err rc;

    text = str_trim(text);
    rc = s->style == SECTIONS_MKDOCS ? slug_ascii(s, text, &base, e)
                                     : slug_any_script(s, text, &base, e);
    *id = base;
    if (rc || (base.n == 0 && s->style != SECTIONS_MKDOCS))
        return rc;
    rc = make_unique(s, base, id, e);
    return rc ? rc : slugs_take(s, *id, e);
}
