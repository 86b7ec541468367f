#include "formats/mail/transfer.h"

#include "base/utf8.h"
#include "formats/markup/source_text.h"

#include <string.h>

enum transfer transfer_of(struct str name)
{
    static const char *const plain[] = {"", "7bit", "8bit", "binary"};

    name = str_trim(name);
    for (size_t i = 0; i < COUNT_OF(plain); i++)
        if (str_eq_nocase(name, str_from(plain[i])))
            return TRANSFER_NONE;
    if (str_eq_nocase(name, STR("base64")))
        return TRANSFER_BASE64;
    return str_eq_nocase(name, STR("quoted-printable")) ? TRANSFER_QUOTED
                                                        : TRANSFER_UNKNOWN;
}

static int base64_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

void transfer_base64(struct str s, struct buf *out)
{
    char *to = buf_reserve(out, s.n / 4 * 3 + 3);
    uint32_t bits = 0;
    unsigned n_bits = 0;
    size_t n = 0;

    if (!to)
        return;
    for (size_t i = 0; i < s.n; i++) {
        const int value = base64_value(s.p[i]);

        if (s.p[i] == '=') { /* padding: what follows begins anew */
            n_bits = 0;
            continue;
        }
        if (value < 0)
            continue;
        bits = bits << 6 | (uint32_t)value;
        n_bits += 6;
        if (n_bits >= 8) {
            n_bits -= 8;
            to[n++] = (char)(bits >> n_bits & 0xff);
        }
    }
    buf_commit(out, n);
}

/* Bytes of a soft line break after '=': blanks may stand before the end. */
static size_t soft_break(struct str s)
{
    size_t n = 0;

    while (n < s.n && (s.p[n] == ' ' || s.p[n] == '\t' || s.p[n] == '\r'))
        n++;
    return n < s.n && s.p[n] == '\n' ? n + 1 : 0;
}

void transfer_quoted(struct str s, struct buf *out)
{
    char *to = buf_reserve(out, s.n);
    size_t n = 0;

    if (!to)
        return;
    for (size_t i = 0; i < s.n; i++) {
        const struct str after = str_slice(s, i + 1, s.n);
        const int high = after.n > 1 ? str_hex_value(after.p[0]) : -1;
        const int low = after.n > 1 ? str_hex_value(after.p[1]) : -1;
        const size_t soft = s.p[i] == '=' ? soft_break(after) : 0;

        if (s.p[i] != '=') {
            to[n++] = s.p[i];
        } else if (high >= 0 && low >= 0) {
            to[n++] = (char)(high * 16 + low);
            i += 2;
        } else if (soft > 0 || after.n == 0) {
            i += soft;
        } else {
            to[n++] = '=';
        }
    }
    buf_commit(out, n);
}

void transfer_decode(struct str s, enum transfer how, struct buf *out)
{
    if (how == TRANSFER_BASE64)
        transfer_base64(s, out);
    else if (how == TRANSFER_QUOTED)
        transfer_quoted(s, out);
    else
        buf_put_str(out, s);
}

/* Do these bytes say the same in whatever they are declared to be in? */
static bool is_ascii(struct str s, struct str charset)
{
    static const char *const sure[] = {"", "us-ascii", "utf-8", "iso-8859-1",
                                       "windows-1252"};
    bool is_sure = false;

    for (size_t i = 0; i < COUNT_OF(sure); i++)
        is_sure |= str_eq_nocase(charset, str_from(sure[i]));
    for (size_t i = 0; i < s.n && is_sure; i++)
        if (s.p[i] == '\0' || s.p[i] == 0x1b || (unsigned char)s.p[i] >= 0x80)
            return false;
    return is_sure;
}

/* A character for each byte: those of Latin-1, NUL is a blank. */
static enum err as_latin1(struct str bytes, struct arena *a, struct str *out,
                          struct error *e)
{
    char *p = arena_alloc(a, bytes.n * 2, e);
    size_t n = 0;

    if (!p)
        return e->code;
    for (size_t i = 0; i < bytes.n; i++) {
        const unsigned char c = (unsigned char)bytes.p[i];

        if (c == '\0')
            p[n++] = ' ';
        else
            n += utf8_encode(c, p + n);
    }
    *out = (struct str){p, n};
    return OK;
}

enum err transfer_text(struct str bytes, struct str charset, struct arena *a,
                       struct str *out, struct error *e)
{
    const struct str attempt[] = {str_trim(charset), {0}};
    struct source s;

    *out = bytes;
    if (bytes.n == 0 || is_ascii(bytes, attempt[0]))
        return OK;
    if (bytes.n > SECTIONS_MAX_BYTES)
        return error_set(e, ERR_LIMIT, "a text of more than %zu MiB",
                         SECTIONS_MAX_BYTES >> 20);
    for (size_t i = charset.n == 0; i < COUNT_OF(attempt); i++) {
        const enum err rc = source_read(bytes, attempt[i], a, &s, e);

        *out = s.text;
        if (rc == OK || rc == ERR_LIMIT)
            return rc;
    }
    return as_latin1(bytes, a, out, e);
}
