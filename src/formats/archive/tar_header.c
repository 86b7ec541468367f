/*
 * Headers of tar.
 *
 *     0 name[100]  124 size[12]  148 checksum[8]  156 type  257 magic[6]
 *     345 prefix[155]           numbers are octal; GNU: binary with the top bit set
 *
 * A name that is too long for that comes before, as a file of its own: type 'L' of
 * GNU tar has the name, 'x' of POSIX has lines "LENGTH KEY=VALUE\n" with the name
 * and the size. What applies to all that follows, type 'g', names no file and is
 * passed over. The checksum is compared, which tells a header from anything else;
 * some old programs add bytes as signed numbers.
 *
 * Source: POSIX pax, "ustar Interchange Format" and "pax Header Block"; the manual
 * of GNU tar, "Basic Tar Format".
 */
#include "formats/archive/tar_header.h"

#include "base/read_at.h"
#include "formats/archive/archive.h"

#include <errno.h>
#include <string.h>

#define SPARSE_MORE      482u /* in a header: a block of a map follows */
#define SPARSE_MORE_NEXT 504u /* and in that block */

struct headers {
    int fd;
    uint64_t size, at;
    struct arena *a;
    unsigned char block[TAR_BLOCK];
    struct str name; /* of 'L' or 'x'; empty: none */
    bool has_size;   /* of 'x' */
    uint64_t bytes;
    bool is_sparse;
};

static enum err damaged(const struct headers *h, const char *what,
                        struct error *e)
{
    if (h->at == 0)
        return error_set(e, ERR_FILE_READ_FAILED, "it is no tar archive");
    return error_at(
        e, ERR_FILE_READ_FAILED, (struct srcpos){.offset = h->at},
        "the tar archive is damaged: %s at byte %llu; get another copy", what,
        (unsigned long long)h->at);
}

static enum err read_bytes(const struct headers *h, void *to, size_t n,
                           uint64_t at, struct error *e)
{
    const ssize_t got = read_at(h->fd, to, n, at);

    if (got < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read the file: %s",
                         strerrordesc_np(errno));
    return (size_t)got == n ? OK : damaged(h, "it is cut off", e);
}

/* ---- fields ---- */

/* Up to the first NUL. */
static struct str text_at(const unsigned char *p, size_t n)
{
    const struct str all = {(const char *)p, n};

    return str_slice(all, 0, str_find_char(all, '\0'));
}

static bool read_octal(const unsigned char *p, size_t n, uint64_t *out)
{
    size_t i = 0;

    *out = 0;
    while (i < n && p[i] == ' ')
        i++;
    for (; i < n && p[i] >= '0' && p[i] <= '7'; i++)
        *out = *out * 8 + (uint64_t)(p[i] - '0'); /* 12 digits fit */
    return i == n || p[i] == '\0' || p[i] == ' ';
}

static bool read_number(const unsigned char *p, size_t n, uint64_t *out)
{
    uint64_t value = p[0] & 0x7f;

    if (!(p[0] & 0x80))
        return read_octal(p, n, out);
    for (size_t i = 1; i < n; i++) {
        if (value >> 55)
            return false;
        value = value << 8 | p[i];
    }
    *out = value;
    return true;
}

static bool has_checksum(const unsigned char block[TAR_BLOCK])
{
    uint64_t told;
    uint64_t sum = 0;
    int64_t of_signed = 0;

    for (size_t i = 0; i < TAR_BLOCK; i++) {
        const unsigned char c = i >= 148 && i < 156 ? ' ' : block[i];

        sum += c;
        of_signed += (signed char)c;
    }
    return read_octal(block + 148, 8, &told) &&
           (told == sum || (int64_t)told == of_signed);
}

static bool is_zero(const unsigned char block[TAR_BLOCK])
{
    for (size_t i = 0; i < TAR_BLOCK; i++)
        if (block[i])
            return false;
    return true;
}

/* ---- properties that come before ---- */

/* A line "27 path=a/long/name\n" of the rest, which loses it. */
static bool next_line(struct str *rest, struct str *key, struct str *value)
{
    uint64_t n = 0;
    size_t digits = 0;
    size_t sign;

    while (digits < rest->n && rest->p[digits] >= '0' &&
           rest->p[digits] <= '9' && n <= ARCHIVE_HEADER_BYTES)
        n = n * 10 + (uint64_t)(rest->p[digits++] - '0');
    if (digits == 0 || digits + 2 > n || n > rest->n ||
        rest->p[digits] != ' ' || rest->p[n - 1] != '\n')
        return false;
    *value = str_slice(*rest, digits + 1, (size_t)n - 1);
    sign = str_find_char(*value, '=');
    *key = str_slice(*value, 0, sign);
    *value = str_slice(*value, sign + 1, value->n);
    *rest = str_slice(*rest, (size_t)n, rest->n);
    return true;
}

static enum err take_lines(struct headers *h, struct str text, struct error *e)
{
    struct str key, value;
    struct error ignored;
    bool has_real_name = false;

    while (text.n > 0 && text.p[0] != '\0') {
        if (!next_line(&text, &key, &value))
            return damaged(h, "there is no property", e);
        if (str_is(key, "path") && !has_real_name)
            h->name = text_at((const unsigned char *)value.p, value.n);
        if (str_is(key, "GNU.sparse.name")) {
            h->name = value;
            has_real_name = true;
        }
        h->is_sparse |= str_starts(key, STR("GNU.sparse."));
        if (str_is(key, "size"))
            h->has_size =
                str_parse_u64(value, INT64_MAX, &h->bytes, &ignored) == OK;
    }
    return OK;
}

/* What follows a header of type 'L' or 'x'. */
static enum err take_properties(struct headers *h, char type, uint64_t bytes,
                                struct error *e)
{
    char *text;
    enum err rc;

    if (bytes > ARCHIVE_HEADER_BYTES)
        return error_set(e, ERR_LIMIT,
                         "a header of the tar archive has more than %zu bytes",
                         ARCHIVE_HEADER_BYTES);
    text = arena_alloc(h->a, (size_t)bytes + 1, e);
    if (!text)
        return e->code;
    rc = read_bytes(h, text, (size_t)bytes, h->at + TAR_BLOCK, e);
    if (rc)
        return rc;
    if (type != 'L')
        return take_lines(h, (struct str){text, (size_t)bytes}, e);
    h->name = str_from(text);
    return OK;
}

/* ---- headers ---- */

/* The bytes that `bytes` take in whole blocks; beyond any file if they are. */
static uint64_t in_blocks(uint64_t bytes)
{
    return (bytes + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
}

/* Links, devices and folders have no bytes, whatever they say. */
static bool has_bytes(char type)
{
    return type < '1' || type > '6';
}

static enum err skip_sparse_map(struct headers *h, uint64_t *at,
                                struct error *e)
{
    bool more = h->block[SPARSE_MORE] != 0;
    enum err rc = OK;

    for (; more && !rc; *at += TAR_BLOCK) {
        rc = read_bytes(h, h->block, TAR_BLOCK, *at, e);
        more = h->block[SPARSE_MORE_NEXT] != 0;
    }
    return rc;
}

static enum err name_entry(const struct headers *h, struct str *out,
                           struct error *e)
{
    const struct str name = text_at(h->block, 100);
    const struct str prefix = text_at(h->block + 345, 155);

    if (h->name.n > 0) {
        *out = h->name;
        return OK;
    }
    if (memcmp(h->block + 257, "ustar", 6) == 0 && prefix.n > 0)
        return str_printf(h->a, out, e, "%.*s/%.*s", STR_FMT(prefix),
                          STR_FMT(name));
    return str_dup(name, h->a, out, e);
}

static enum err take_entry(struct headers *h, char type, uint64_t bytes,
                           struct tar_entry *out, struct error *e)
{
    enum err rc = name_entry(h, &out->name, e);

    if (rc)
        return rc;
    out->at = h->at + TAR_BLOCK;
    out->is_sparse = h->is_sparse || type == 'S';
    out->bytes = h->has_size ? h->bytes : bytes;
    out->type = type == '\0' || type == '7' ? '0' : type;
    if (out->type == '0' && str_ends(out->name, STR("/")))
        out->type = '5';
    if (!has_bytes(type))
        out->bytes = 0;
    return type == 'S' ? skip_sparse_map(h, &out->at, e) : OK;
}

static enum err read_block(struct headers *h, bool *is_end, struct error *e)
{
    enum err rc;

    *is_end = h->at >= h->size;
    if (*is_end)
        return OK;
    rc = read_bytes(h, h->block, TAR_BLOCK, h->at, e);
    *is_end = !rc && is_zero(h->block);
    if (rc || *is_end || has_checksum(h->block))
        return rc;
    return damaged(h, "there is no header", e);
}

enum err tar_entry_read(int fd, uint64_t size, uint64_t at, struct arena *a,
                        struct tar_entry *out, struct error *e)
{
    struct headers h = {.fd = fd, .size = size, .at = at, .a = a};
    enum err rc;

    *out = (struct tar_entry){0};
    while ((rc = read_block(&h, &out->is_end, e)) == OK && !out->is_end) {
        const char type = (char)h.block[156];
        uint64_t bytes = 0;

        if (!read_number(h.block + 124, 12, &bytes) || bytes > INT64_MAX / 2)
            return damaged(&h, "there is no size", e);
        if (!strchr("LKxXg", type) || type == '\0') {
            rc = take_entry(&h, type, bytes, out, e);
            out->next = out->at + in_blocks(out->bytes);
            return rc;
        }
        if (type == 'L' || type == 'x' || type == 'X')
            rc = take_properties(&h, type, bytes, e);
        if (rc)
            return rc;
        h.at += TAR_BLOCK + in_blocks(bytes);
    }
    return rc;
}
