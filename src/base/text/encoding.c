#include "base/text/encoding.h"

#include "base/text/charset.h"

#include <string.h>

/* Which way round, when only "utf-16" or "utf-32" was said. */
#define EITHER_UTF_16 (-1)
#define EITHER_UTF_32 (-2)

#define NUL_SAMPLE_BYTES 4096u

static const struct {
    const char *name;
    int encoding;
} aliases[] = {
    {"utf-8", ENCODING_UTF_8},
    {"utf8", ENCODING_UTF_8},
    {"utf-8-sig", ENCODING_UTF_8},
    {"ascii", ENCODING_UTF_8},
    {"us-ascii", ENCODING_UTF_8},
    {"utf-16", EITHER_UTF_16},
    {"utf16", EITHER_UTF_16},
    {"utf-32", EITHER_UTF_32},
    {"utf32", EITHER_UTF_32},
    {"utf-16le", ENCODING_UTF_16LE},
    {"utf-16be", ENCODING_UTF_16BE},
    {"windows-1252", ENCODING_WINDOWS_1252},
    {"cp1252", ENCODING_WINDOWS_1252},
    {"ansi", ENCODING_WINDOWS_1252},
    {"iso-8859-1", ENCODING_ISO_8859_1},
    {"iso8859-1", ENCODING_ISO_8859_1},
    {"latin-1", ENCODING_ISO_8859_1},
    {"latin1", ENCODING_ISO_8859_1},
};

static const struct {
    const char *bytes;
    size_t n;
    enum encoding encoding;
    const char *name;
} marks[] = {
    {"\xef\xbb\xbf", 3, ENCODING_UTF_8, "utf-8"},
    {"\xff\xfe\0\0", 4, ENCODING_OTHER, "utf-32le"},
    {"\0\0\xfe\xff", 4, ENCODING_OTHER, "utf-32be"},
    {"\xff\xfe", 2, ENCODING_UTF_16LE, "utf-16le"},
    {"\xfe\xff", 2, ENCODING_UTF_16BE, "utf-16be"},
    {"\x84\x31\x95\x33", 4, ENCODING_OTHER, "gb18030"},
};

static void set(struct encoding_report *r, enum encoding encoding,
                const char *name)
{
    size_t n = strlen(name);

    BUG_ON(n >= sizeof(r->name));
    r->encoding = encoding;
    memcpy(r->name, name, n + 1);
}

static const char *name_of(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_UTF_8: return "utf-8";
    case ENCODING_UTF_16LE: return "utf-16le";
    case ENCODING_UTF_16BE: return "utf-16be";
    case ENCODING_WINDOWS_1252: return "windows-1252";
    case ENCODING_ISO_8859_1: return "iso-8859-1";
    case ENCODING_OTHER: break;
    }
    return "";
}

/* The mark at the start, if any; without one `r` stays as it was. */
static void look_for_mark(struct str bytes, struct encoding_report *r)
{
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (!str_starts(bytes, (struct str){marks[i].bytes, marks[i].n}))
            continue;
        set(r, marks[i].encoding, marks[i].name);
        r->has_bom = true;
        r->bom_bytes = marks[i].n;
        return;
    }
}

/* Enough NUL bytes in one half of the pairs, even where the script is not
   Latin, and few in the other, as of U+4E00 or a half of an emoji? */
static bool is_half(size_t nuls, size_t others, size_t quarter)
{
    return nuls > 1 && nuls * 4 > quarter && nuls > 2 * others;
}

static uint32_t unit_of(const char *p, unsigned bytes, bool big_endian)
{
    uint32_t unit = 0;

    for (unsigned i = 0; i < bytes; i++)
        unit = unit << 8 | (unsigned char)p[big_endian ? i : bytes - 1 - i];
    return unit;
}

/* Is each unit of four bytes a character? Of other text hardly one is. */
static bool is_utf_32(struct str s, bool big_endian)
{
    for (size_t i = 0; i + 4 <= s.n; i += 4) {
        uint32_t unit = unit_of(s.p + i, 4, big_endian);

        if (unit > 0x10ffff || (unit >= 0xd800 && unit <= 0xdfff))
            return false;
    }
    return s.n >= 8;
}

/* Does every half of a pair have its other? */
static bool is_utf_16(struct str s, bool big_endian)
{
    bool open = false;

    for (size_t i = 0; i + 2 <= s.n; i += 2) {
        uint32_t unit = unit_of(s.p + i, 2, big_endian);
        bool is_low = unit >= 0xdc00 && unit <= 0xdfff;

        if (is_low != open)
            return false;
        open = unit >= 0xd800 && unit <= 0xdbff;
    }
    return true;
}

/* Has a line's end a NUL beside it, if there is any? Else the NUL bytes are
   stray ones in a text of single bytes. */
static bool ends_lines_in_pairs(struct str s)
{
    bool any = false;

    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '\n' && s.p[i] != '\r')
            continue;
        any = true;
        if (s.p[i ^ 1] == '\0')
            return true;
    }
    return !any;
}

/*
 * UTF-16 and UTF-32 without a mark: line ends, delimiters, spaces and digits
 * are ASCII in every script, so that one half, or three quarters, of their
 * bytes are NUL; no other text has NUL bytes at such places alone.
 */
static void look_for_nuls(struct str bytes, struct encoding_report *r)
{
    size_t n = bytes.n < NUL_SAMPLE_BYTES ? bytes.n : NUL_SAMPLE_BYTES;
    size_t at[4] = {0};
    size_t quarter;

    n -= n % 4;
    for (size_t i = 0; i < n; i++)
        at[i % 4] += bytes.p[i] == '\0';
    quarter = n / 4;
    if (quarter == 0 || !ends_lines_in_pairs(str_slice(bytes, 0, n)))
        return;
    bytes = str_slice(bytes, 0, n);
    if (at[3] == quarter && is_utf_32(bytes, false))
        set(r, ENCODING_OTHER, "utf-32le");
    else if (at[0] == quarter && is_utf_32(bytes, true))
        set(r, ENCODING_OTHER, "utf-32be");
    else if (is_half(at[1] + at[3], at[0] + at[2], quarter) &&
             is_utf_16(bytes, false))
        set(r, ENCODING_UTF_16LE, "utf-16le");
    else if (is_half(at[0] + at[2], at[1] + at[3], quarter) &&
             is_utf_16(bytes, true))
        set(r, ENCODING_UTF_16BE, "utf-16be");
    else
        return;
    r->confidence = 0.95;
}

static enum err find_alias(struct str name, struct encoding_report *wanted,
                           int *either, struct error *e)
{
    for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++) {
        if (!str_eq_nocase(name, str_from(aliases[i].name)))
            continue;
        *either = aliases[i].encoding < 0 ? aliases[i].encoding : 0;
        if (!*either)
            set(wanted, (enum encoding)aliases[i].encoding,
                name_of((enum encoding)aliases[i].encoding));
        return OK;
    }
    wanted->encoding = ENCODING_OTHER;
    *either = 0;
    return charset_find(name, wanted->name, e);
}

/* "utf-16" is as the mark says, without one little endian. */
static void follow_mark(int either, const struct encoding_report *mark,
                        struct encoding_report *wanted)
{
    const char *family = either == EITHER_UTF_16 ? "utf-16" : "utf-32";

    if (mark->has_bom && str_starts(str_from(mark->name), str_from(family)))
        set(wanted, mark->encoding, mark->name);
    else if (either == EITHER_UTF_16)
        set(wanted, ENCODING_UTF_16LE, "utf-16le");
    else
        set(wanted, ENCODING_OTHER, "utf-32le");
}

static bool is_unicode(const struct encoding_report *r)
{
    return str_starts(str_from(r->name), STR("utf-"));
}

/* What was declared, over what the mark says, unless the two contradict. */
static enum err apply_declared(struct str declared, struct encoding_report *r,
                               struct error *e)
{
    struct encoding_report wanted = {.confidence = 1};
    int either = 0;
    enum err rc = find_alias(declared, &wanted, &either, e);

    if (rc)
        return rc;
    if (either)
        follow_mark(either, r, &wanted);
    if (r->has_bom && strcmp(r->name, wanted.name) == 0) {
        wanted.has_bom = true;
        wanted.bom_bytes = r->bom_bytes;
    } else if (r->has_bom && is_unicode(&wanted)) {
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "the byte-order mark is of %s, not of %s; leave "
                        "--encoding out",
                        r->name, wanted.name);
    } /* in any other a mark is just letters: the user's own word */
    *r = wanted;
    return OK;
}

enum err encoding_detect(struct str bytes, struct str declared,
                         struct encoding_report *report, struct error *e)
{
    *report = (struct encoding_report){.confidence = 1};
    set(report, ENCODING_UTF_8, "utf-8");
    look_for_mark(bytes, report);
    if (declared.n)
        return apply_declared(declared, report, e);
    if (!report->has_bom)
        look_for_nuls(bytes, report);
    return OK;
}

bool encoding_has_escapes(struct str bytes)
{
    bool open = false;

    for (size_t i = 0; i + 1 < bytes.n; i++) {
        char c = bytes.p[i];
        char next = bytes.p[i + 1];

        if (c == '\x1b' && (next == '$' || next == '('))
            return true;
        if (c == '~' && next == '}' && open)
            return true;
        open |= c == '~' && next == '{';
    }
    return false;
}
