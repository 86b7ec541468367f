#include "text/encoding.h"

/* Which way round UTF-16 is, when only "utf-16" was said. */
#define EITHER_UTF_16 (-1)

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
} marks[] = {
    {"\xef\xbb\xbf", 3, ENCODING_UTF_8},
    {"\xff\xfe", 2, ENCODING_UTF_16LE},
    {"\xfe\xff", 2, ENCODING_UTF_16BE},
};

const char *encoding_name(enum encoding encoding)
{
    switch (encoding) {
    case ENCODING_UTF_8: return "utf-8";
    case ENCODING_UTF_16LE: return "utf-16le";
    case ENCODING_UTF_16BE: return "utf-16be";
    case ENCODING_WINDOWS_1252: return "windows-1252";
    case ENCODING_ISO_8859_1: return "iso-8859-1";
    }
    return "unknown";
}

static bool is_utf_16(int encoding)
{
    return encoding == ENCODING_UTF_16LE || encoding == ENCODING_UTF_16BE;
}

/* The mark at the start, if any; without one `r` stays as it was. */
static void look_for_mark(struct str bytes, struct encoding_report *r)
{
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (!str_starts(bytes, (struct str){marks[i].bytes, marks[i].n}))
            continue;
        r->encoding = marks[i].encoding;
        r->has_bom = true;
        r->bom_bytes = marks[i].n;
        return;
    }
}

static enum err find_alias(struct str name, int *encoding, struct error *e)
{
    for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++) {
        if (str_eq_nocase(name, str_from(aliases[i].name))) {
            *encoding = aliases[i].encoding;
            return OK;
        }
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "unknown encoding '%.*s'; known are utf-8, utf-16, "
                     "utf-16le, utf-16be, windows-1252 and iso-8859-1",
                     STR_FMT(str_slice(name, 0, 40)));
}

/* What was declared, over what the mark says, unless the two contradict. */
static enum err apply_declared(int declared, struct encoding_report *r,
                               struct error *e)
{
    bool single_byte =
        declared == ENCODING_WINDOWS_1252 || declared == ENCODING_ISO_8859_1;

    if (declared == EITHER_UTF_16)
        declared =
            is_utf_16((int)r->encoding) ? (int)r->encoding : ENCODING_UTF_16LE;
    if (r->has_bom && r->encoding != (enum encoding)declared && !single_byte)
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "the byte-order mark is of %s, not of %s; leave "
                        "--encoding out",
                        encoding_name(r->encoding),
                        encoding_name((enum encoding)declared));
    if (single_byte) /* a mark is then just letters: the user's own word */
        *r = (struct encoding_report){.confidence = 1};
    r->encoding = (enum encoding)declared;
    return OK;
}

enum err encoding_detect(struct str bytes, struct str declared,
                         struct encoding_report *report, struct error *e)
{
    int encoding = ENCODING_UTF_8;
    enum err err = OK;

    *report = (struct encoding_report){.confidence = 1};
    look_for_mark(bytes, report);
    if (declared.n) {
        err = find_alias(declared, &encoding, e);
        return err ? err : apply_declared(encoding, report, e);
    }
    if (str_starts(bytes, (struct str){"\xff\xfe\0\0", 4}) ||
        str_starts(bytes, (struct str){"\0\0\xfe\xff", 4}))
        return error_at(e, ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0},
                        "this is UTF-32, which is not read; save it as UTF-8");
    return OK;
}
