/*
 * Proving UTF-8 and transcoding the rest, a block at a time.
 *
 * Nearly every file is UTF-8 and nearly every byte is ASCII, so the check
 * looks at 64 bytes at once (SSE2: the high bit of each byte, or the byte is
 * NUL) and goes through the table of base/utf8.h only for the others. On
 * 124 MB of Spanish bank rows this does 4 GB/s where the table alone does 0.7.
 * The text is then copied, though it could be used where it lies: 10 GB/s are
 * not seen beside what follows, and all encodings go one way.
 *
 * Other encodings are read a character at a time by read_char(), one case an
 * encoding, after a short cut for runs of ASCII. That function is also how a
 * place is found: an error is rare, so nothing is counted on the way, and the
 * source is walked a second time up to the byte that is wanted. Encodings of
 * charset.h are one more case of it where they have a table, and go through
 * their converter as blocks where they have none.
 *
 * NUL is in no text, but in files: a field of fixed width, a page that a crash
 * left. A few are left out and counted; many mean that this is no text.
 */
#include "base/text/decode.h"

#include "base/text/bytes16.h"
#include "base/utf8.h"

#include <string.h>

#define WORD_BYTES   sizeof(uint64_t)
#define FEW_NULS     64u
#define NUL_SHARE_OF 64u /* or one of so many bytes */

/* windows-1252, 0x80 to 0x9f; 0 where the encoding has no character. */
static const uint16_t windows_1252_high[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
    0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

static unsigned utf_16_unit(const char *p, bool big_endian)
{
    unsigned first = (unsigned char)p[0];
    unsigned second = (unsigned char)p[1];

    return big_endian ? first << 8 | second : second << 8 | first;
}

static size_t read_utf_16(struct str s, bool big_endian, uint32_t *cp)
{
    unsigned low;

    if (s.n < 2)
        return 0;
    *cp = utf_16_unit(s.p, big_endian);
    if (*cp < 0xd800 || *cp > 0xdfff)
        return 2;
    if (*cp > 0xdbff || s.n < 4)
        return 0;
    low = utf_16_unit(s.p + 2, big_endian);
    if (low < 0xdc00 || low > 0xdfff)
        return 0;
    *cp = 0x10000 + ((*cp - 0xd800) << 10) + (low - 0xdc00);
    return 4;
}

static size_t read_from_table(const uint16_t *table, unsigned char byte,
                              uint32_t *cp)
{
    *cp = table[byte];
    return *cp || byte == 0;
}

/* The first character of `s`: bytes taken, 0 when it does not decode. */
static size_t read_char(const struct decoder *d, struct str s, uint32_t *cp)
{
    size_t n = 0;

    switch (d->report.encoding) {
    case ENCODING_UTF_8:
        n = utf8_length(s);
        if (n)
            *cp = utf8_decode(s.p, n);
        return n;
    case ENCODING_UTF_16LE: return read_utf_16(s, false, cp);
    case ENCODING_UTF_16BE: return read_utf_16(s, true, cp);
    case ENCODING_ISO_8859_1: *cp = (unsigned char)s.p[0]; return 1;
    case ENCODING_WINDOWS_1252:
        *cp = (unsigned char)s.p[0];
        if (*cp >= 0x80 && *cp <= 0x9f)
            *cp = windows_1252_high[*cp - 0x80];
        return *cp || s.p[0] == 0;
    case ENCODING_OTHER:
        return read_from_table(d->charset.table, (unsigned char)s.p[0], cp);
    }
    return 0;
}

/* One byte a character, and bytes under 0x80 are ASCII? */
static bool is_single_byte(const struct decoder *d)
{
    return d->report.encoding == ENCODING_WINDOWS_1252 ||
           d->report.encoding == ENCODING_ISO_8859_1 ||
           (d->report.encoding == ENCODING_OTHER &&
            d->charset.table['a'] == 'a' && d->charset.table['~'] == '~' &&
            d->charset.table['\\'] == '\\');
}

/* Offset of the first of 64 bytes that is NUL or not ASCII; 64 when none. */
static size_t plain_prefix_64(const char *p)
{
    uint64_t special = 0;

    for (unsigned i = 0; i < 64; i += 16) {
        bytes16 v = bytes16_load(p + i);

        special |= bytes16_mask(v | (v == 0)) << i;
    }
    return special ? (size_t)__builtin_ctzll(special) : 64;
}

/* Offset of the first byte that is NUL or not UTF-8; s.n when there is none. */
static size_t checked_prefix(struct str s)
{
    size_t i = 0;

    while (i < s.n) {
        size_t len;

        if (s.n - i >= 64) {
            size_t plain = plain_prefix_64(s.p + i);

            i += plain;
            if (plain == 64)
                continue;
        }
        do {
            len = utf8_length(str_slice(s, i, s.n));
            if (len == 0 || s.p[i] == '\0')
                return i;
            i += len;
        } while (i < s.n && s.p[i] < 0);
    }
    return s.n;
}

/* Bytes of a UTF-8 sequence that begins so; 1 where none does. */
static size_t promised_utf_8(unsigned char first)
{
    if (first < 0xc2 || first > 0xf4)
        return 1;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Does `rest`, which does not decode, lack bytes that may still come? */
static bool may_be_cut(enum encoding encoding, struct str rest)
{
    switch (encoding) {
    case ENCODING_UTF_8:
        return rest.n < promised_utf_8((unsigned char)rest.p[0]);
    case ENCODING_UTF_16LE:
    case ENCODING_UTF_16BE: return rest.n < 4;
    case ENCODING_WINDOWS_1252:
    case ENCODING_ISO_8859_1:
    case ENCODING_OTHER: return false;
    }
    return false;
}

static enum err refuse(const struct decoder *d, bool nul, struct error *e)
{
    const struct srcpos pos = {.offset = d->offset};
    unsigned long long offset = d->offset;

    if (nul)
        return error_at(
            e, ERR_FILE_READ_FAILED, pos,
            "many NUL bytes (as at offset %llu), so this is not text; for "
            "UTF-16 without a byte-order mark pass --encoding "
            "utf-16le",
            offset);
    return error_at(e, ERR_FILE_READ_FAILED, pos,
                    "the byte at offset %llu is not %s; pass the file's own "
                    "encoding with --encoding",
                    offset, d->report.name);
}

/* Leave out the NUL at `offset`; false: it is one too many. */
static bool drop_nul(struct decoder *d, uint64_t offset)
{
    if (d->nuls == 0)
        d->first_nul = offset;
    d->nuls++;
    return d->nuls <= FEW_NULS || d->nuls <= offset / NUL_SHARE_OF;
}

/* Copy ASCII but NUL eight bytes at a time; returns the bytes taken. */
static size_t copy_ascii(struct str in, char *out)
{
    size_t n = 0;
    uint64_t word;

    for (; in.n - n >= WORD_BYTES; n += WORD_BYTES) {
        memcpy(&word, in.p + n, WORD_BYTES);
        /* the second term has the high bit of each byte that is NUL */
        if ((word | (word - UINT64_C(0x0101010101010101))) &
            UINT64_C(0x8080808080808080))
            break;
        memcpy(out + n, &word, WORD_BYTES);
    }
    return n;
}

/* How far a block was read, and why not further. */
struct progress {
    size_t taken, made;
    bool nul; /* one too many is at `taken` */
};

/* Up to the first character that does not decode. */
static struct progress transcode(struct decoder *d, struct str in, char *out)
{
    bool ascii_runs = is_single_byte(d);
    struct progress p = {0, 0, false};

    while (p.taken < in.n) {
        uint32_t cp = 0;
        size_t len = 0;

        if (ascii_runs) {
            len = copy_ascii(str_slice(in, p.taken, in.n), out + p.made);
            p.taken += len;
            p.made += len;
            if (p.taken == in.n)
                break;
        }
        len = read_char(d, str_slice(in, p.taken, in.n), &cp);
        if (len == 0)
            break;
        p.nul = cp == 0 && !drop_nul(d, d->offset + p.taken);
        if (p.nul)
            break;
        p.taken += len;
        if (cp)
            p.made += utf8_encode(cp, out + p.made);
    }
    return p;
}

/* As transcode(), for UTF-8, which is copied. */
static struct progress check_utf_8(struct decoder *d, struct str in, char *out)
{
    struct progress p = {0, 0, false};

    while (p.taken < in.n) {
        struct str rest = str_slice(in, p.taken, in.n);
        size_t n = checked_prefix(rest);

        if (n)
            memcpy(out + p.made, rest.p, n);
        p.made += n;
        p.taken += n;
        if (n == rest.n || rest.p[n] != '\0')
            break;
        p.nul = !drop_nul(d, d->offset + p.taken);
        if (p.nul)
            break;
        p.taken++;
    }
    return p;
}

/* Take NUL out of text that a converter made. */
static bool drop_made_nuls(struct decoder *d, char *out, size_t *made)
{
    size_t kept = 0;
    bool few = true;

    if (!memchr(out, '\0', *made))
        return true;
    for (size_t i = 0; i < *made; i++) {
        if (out[i])
            out[kept++] = out[i];
        else
            few &= drop_nul(d, d->offset);
    }
    *made = kept;
    return few;
}

static enum err convert(struct decoder *d, struct str in, bool last, char *out,
                        size_t *made, struct error *e)
{
    bool bad = false;
    ptrdiff_t n = charset_decode(&d->charset, in, last, out, made, &bad);
    bool few = drop_made_nuls(d, out, made);

    d->offset += (uint64_t)n; /* wraps back over an earlier block's bytes */
    return bad || !few ? refuse(d, !few, e) : OK;
}

enum err decode_begin(struct decoder *d, struct str head, struct str declared,
                      struct error *e)
{
    *d = (struct decoder){.declared = declared.n > 0};
    enum err rc = encoding_detect(head, declared, &d->report, e);

    d->offset = d->report.bom_bytes;
    if (!rc && d->report.encoding == ENCODING_OTHER)
        rc = charset_open(&d->charset, d->report.name, e);
    return rc;
}

void decode_restart(struct decoder *d)
{
    charset_reset(&d->charset);
    d->offset = d->report.bom_bytes;
    d->nuls = 0;
}

void decode_end(struct decoder *d)
{
    charset_close(&d->charset);
}

enum err decode_block(struct decoder *d, struct str in, bool last, char *out,
                      size_t *made, struct error *e)
{
    struct progress p;
    struct str rest;

    if (d->charset.converter)
        return convert(d, in, last, out, made, e);
    p = d->report.encoding == ENCODING_UTF_8 ? check_utf_8(d, in, out)
                                             : transcode(d, in, out);
    *made = p.made;
    d->offset += p.taken;
    rest = str_slice(in, p.taken, in.n);
    if (rest.n == 0)
        return OK;
    if (!p.nul && !last && may_be_cut(d->report.encoding, rest))
        return OK;
    return refuse(d, p.nul, e);
}

struct decode_place decode_place_start(const struct decoder *d)
{
    return (struct decode_place){.pos = {1, 1, d->report.bom_bytes}};
}

/* The walk goes over a character of `n` bytes. */
static void walk_over(struct decode_place *p, uint32_t cp, size_t n)
{
    struct srcpos *pos = &p->pos;
    char scratch[4];

    pos->offset += n;
    p->text_offset += cp ? utf8_encode(cp, scratch) : 0;
    if (cp == '\n' && p->after_cr) {
        pos->column = 1; /* the second half of one line end */
    } else if (cp == '\n' || cp == '\r') {
        pos->line++;
        pos->column = 1;
    } else {
        pos->column++;
    }
    p->after_cr = cp == '\r';
}

/* Byte after byte, as only the converter knows where characters end. */
static size_t walk_converted(struct decoder *d, struct str in,
                             uint64_t source_limit, uint64_t text_limit,
                             struct decode_place *p)
{
    size_t taken = 0;
    bool bad = false;

    if (p->pos.offset == d->report.bom_bytes)
        charset_reset(&d->charset);
    while (taken < in.n && p->pos.offset < source_limit &&
           p->text_offset < text_limit && !bad) {
        char out[DECODE_ROOM(1)];
        size_t made = 0;
        struct str rest;

        (void)charset_decode(&d->charset, str_slice(in, taken, taken + 1),
                             false, out, &made, &bad);
        taken++;
        p->pos.offset++;
        for (rest = (struct str){out, made}; rest.n;) {
            size_t n = utf8_length(rest);

            walk_over(p, utf8_decode(rest.p, n), 0);
            rest = str_slice(rest, n, rest.n);
        }
    }
    return bad ? 0 : taken;
}

size_t decode_walk(struct decoder *d, struct str in, uint64_t source_limit,
                   uint64_t text_limit, struct decode_place *p)
{
    size_t taken = 0;

    if (d->charset.converter)
        return walk_converted(d, in, source_limit, text_limit, p);
    while (taken < in.n && p->pos.offset < source_limit &&
           p->text_offset < text_limit) {
        uint32_t cp = 0;
        size_t n = read_char(d, str_slice(in, taken, in.n), &cp);

        if (n == 0)
            break;
        taken += n;
        walk_over(p, cp, n);
    }
    return taken;
}
