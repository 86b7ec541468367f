/*
 * Names in a zip.
 *
 * The standard knows two encodings, code page 437 and, by flag 11 or the field
 * 0x7075, UTF-8. Programs for Windows write the code page of their machine all the
 * same, and programs for macOS and Java write UTF-8 without saying so. An archive is
 * made on one machine: so where all names that do not say their encoding are UTF-8
 * they are taken for that, and otherwise all of them together are the evidence for
 * one of the code pages of Windows, of which 437 needs the least.
 *
 * A short name in one of the Far East's encodings can be UTF-8 by chance. Beside at
 * least as many that are not it is read as they are. By chance hardly any name in a code
 * page of one byte a character is UTF-8, so that beside those it stays what it is.
 *
 * Source: APPNOTE.TXT 6.3 section 4.4.4 (flag 11), appendix D, and 4.6.9 (0x7075).
 */
#include "formats/archive/zip_names.h"

#include "base/text/decode.h"
#include "base/text/guess.h"
#include "base/utf8.h"

#include <string.h>

/* The likelier, the earlier: what DOS and Windows pack with, then what programs of
 * other kinds took from Windows. */
static const char *const encodings[] = {
    "ibm437",       "ibm850",       "gb18030", "shift_jis",
    "windows-949",  "big5",         "ibm866",  "ibm852",
    "ibm737",       "ibm857",       "ibm862",  "windows-1252",
    "windows-1251", "windows-1250", "euc-jp",  "windows-874"};

static const char *const of_several_bytes[] = {"gb18030", "shift_jis",
                                               "windows-949", "big5", "euc-jp"};

static bool is_utf_8(struct str name)
{
    return utf8_valid_prefix(name) == name.n;
}

static bool has_several_bytes(const char *encoding)
{
    for (size_t i = 0; i < COUNT_OF(of_several_bytes); i++)
        if (strcmp(encoding, of_several_bytes[i]) == 0)
            return true;
    return false;
}

/* Names that do not say their encoding. */
struct unsaid {
    struct buf sample; /* a line for each that is not UTF-8 */
    uint64_t utf_8, others;
};

static enum err list_unsaid(const struct unzip *u, struct unsaid *x,
                            struct error *e)
{
    const uint64_t n = unzip_count(u);
    enum err rc = OK;

    for (uint64_t i = 0; i < n && !rc && x->sample.n < GUESS_SAMPLE_BYTES;
         i++) {
        struct unzip_entry part;

        rc = unzip_entry(u, i, &part, e);
        if (rc || part.is_utf_8)
            continue;
        if (is_utf_8(part.name)) {
            x->utf_8++;
            continue;
        }
        x->others++;
        buf_put_str(&x->sample, part.name);
        buf_put_char(&x->sample, '\n');
    }
    return rc;
}

enum err zip_names_look(const struct unzip *u, struct zip_names *out,
                        struct error *e)
{
    struct unsaid x = {.utf_8 = 0};
    struct guesses g = {.n = 0};
    struct str names;
    enum err rc;

    *out = (struct zip_names){.encoding = encodings[0]};
    buf_init(&x.sample, 4 * GUESS_SAMPLE_BYTES);
    rc = list_unsaid(u, &x, e);
    if (!rc && x.others > 0)
        rc = buf_finish(&x.sample, &names, e);
    if (!rc && x.others > 0)
        encoding_guess_among(names, encodings, COUNT_OF(encodings), &g);
    for (size_t i = 0; g.n > 0 && i < COUNT_OF(encodings); i++)
        if (strcmp(g.of[0].name, encodings[i]) == 0)
            out->encoding = encodings[i];
    out->is_of_all = has_several_bytes(out->encoding) && x.others >= x.utf_8;
    buf_release(&x.sample);
    return rc;
}

/* False: it is in another encoding. */
static bool decode(const char *encoding, struct str name, char *to, size_t *n)
{
    struct decoder d;
    struct error ignored;
    enum err rc =
        decode_begin(&d, (struct str){"", 0}, str_from(encoding), &ignored);

    d.offset = 0;
    if (!rc)
        rc = decode_block(&d, name, true, to, n, &ignored);
    decode_end(&d);
    return rc == OK;
}

enum err zip_names_decode(const struct zip_names *names,
                          const struct unzip_entry *part, struct arena *a,
                          char **out, struct error *e)
{
    const bool is_as_said =
        part->is_utf_8 || (!names->is_of_all && is_utf_8(part->name));
    size_t n = 0;

    *out = is_as_said ? str_cstr(part->name, a, e)
                      : arena_alloc(a, DECODE_ROOM(part->name.n) + 1, e);
    if (!*out)
        return e->code;
    if (is_as_said)
        return OK;
    if (!decode(names->encoding, part->name, *out, &n)) {
        memcpy(*out, part->name.p, part->name.n);
        n = part->name.n;
    }
    (*out)[n] = '\0';
    return OK;
}
