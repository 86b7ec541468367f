/*
 * picture_header.c - sizes of pictures, from their headers.
 *
 * PNG      IHDR is the first chunk                         (W3C PNG, 11.2.2)
 * JPEG     segments up to the first SOF; Exif in APP1      (ITU T.81 annex B)
 * WebP     VP8, VP8L or VP8X after the RIFF header         (RFC 9649)
 * TIFF     directories, each with the place of the next    (TIFF 6.0 section 2)
 *
 * Nothing here is unpacked, and each step goes forward in the file or counts against
 * PICTURE_MAX_PAGES.
 */
#include "formats/picture/picture.h"

#define TAG_WIDTH    256u
#define TAG_HEIGHT   257u
#define TAG_TURN     274u
#define TYPE_SHORT   3u
#define TYPE_LONG    4u
#define ENTRY_BYTES  12u
#define WEBP_BITS    0x3fffu
#define WEBP_MOVES   0x02u
#define FIRST_TURNED 5u /* from here on width and height are exchanged */
#define LAST_TURN    8u

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the picture is damaged or cut off");
}

/* Bytes at a place, the lowest or the highest first; 0 behind the end. */
static uint32_t number_at(struct str s, size_t at, size_t n, bool is_little)
{
    uint32_t value = 0;

    if (at > s.n || n > s.n - at)
        return 0;
    for (size_t i = 0; i < n; i++)
        value =
            value << 8 | (unsigned char)s.p[at + (is_little ? n - 1 - i : i)];
    return value;
}

enum picture_format picture_format_of(struct str b)
{
    if (str_starts(b, STR("\x89PNG\r\n\x1a\n")))
        return PICTURE_PNG;
    if (str_starts(b, STR("\xff\xd8\xff")))
        return PICTURE_JPEG;
    if (str_starts(b, STR("RIFF")) &&
        str_starts(str_slice(b, 8, b.n), STR("WEBPVP8")))
        return PICTURE_WEBP;
    if (b.n >= 8 && (str_starts(b, (struct str){"II*\0", 4}) ||
                     str_starts(b, (struct str){"MM\0*", 4})))
        return PICTURE_TIFF;
    return PICTURE_NONE;
}

static void turn_to(struct picture_page *p, uint32_t turn)
{
    p->turn = turn >= 1 && turn <= LAST_TURN ? turn : 1;
}

/* ---- TIFF ---- */

struct directory {
    struct str bytes; /* of the file, or of what Exif has */
    bool is_little;
};

static uint32_t value_of(const struct directory *d, size_t entry)
{
    switch (number_at(d->bytes, entry + 2, 2, d->is_little)) {
    case TYPE_SHORT: return number_at(d->bytes, entry + 8, 2, d->is_little);
    case TYPE_LONG: return number_at(d->bytes, entry + 8, 4, d->is_little);
    default: return 0;
    }
}

/* One of them; false: it goes over the end of the file. */
static bool read_directory(const struct directory *d, size_t at,
                           struct picture_page *page, uint32_t *next)
{
    const uint32_t n = number_at(d->bytes, at, 2, d->is_little);
    const size_t end = at + 2 + (size_t)n * ENTRY_BYTES;

    *page = (struct picture_page){.turn = 1};
    if (at < 8 || end + 4 > d->bytes.n)
        return false;
    for (size_t entry = at + 2; entry < end; entry += ENTRY_BYTES) {
        switch (number_at(d->bytes, entry, 2, d->is_little)) {
        case TAG_WIDTH: page->width = value_of(d, entry); break;
        case TAG_HEIGHT: page->height = value_of(d, entry); break;
        case TAG_TURN: turn_to(page, value_of(d, entry)); break;
        default: break;
        }
    }
    *next = number_at(d->bytes, end, 4, d->is_little);
    return true;
}

static enum err read_tiff(struct str b, struct picture_page *page, uint32_t *n,
                          struct error *e)
{
    const struct directory d = {b, b.p[0] == 'I'};
    uint32_t at = number_at(b, 4, 4, d.is_little);

    for (; at; (*n)++) {
        if (*n == PICTURE_MAX_PAGES)
            return error_set(e, ERR_LIMIT,
                             "it has more than %u pages, or they go round in a "
                             "circle",
                             PICTURE_MAX_PAGES);
        if (!read_directory(&d, at, &page[*n], &at))
            return damaged(e);
    }
    return OK;
}

/* ---- JPEG ---- */

static void read_exif(struct str segment, struct picture_page *page)
{
    const struct str tiff = str_slice(segment, 6, segment.n);
    const struct directory d = {tiff, str_starts(tiff, STR("II"))};
    struct picture_page found;
    uint32_t next;

    if (str_starts(segment, (struct str){"Exif\0\0", 6}) &&
        picture_format_of(tiff) == PICTURE_TIFF &&
        read_directory(&d, number_at(tiff, 4, 4, d.is_little), &found, &next))
        page->turn = found.turn;
}

static bool is_frame(unsigned marker)
{
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 &&
           marker != 0xc8 && marker != 0xcc;
}

static enum err read_jpeg(struct str b, struct picture_page *page,
                          struct error *e)
{
    size_t at = 2;

    while (at + 4 <= b.n) {
        const unsigned marker = (unsigned char)b.p[at + 1];
        const size_t n = number_at(b, at + 2, 2, false);
        const struct str segment = str_slice(b, at + 4, at + 2 + n);

        if ((unsigned char)b.p[at] != 0xff)
            break;
        if (marker == 0xff) { /* a fill byte */
            at++;
            continue;
        }
        if (n < 2 || n > b.n - at - 2)
            break;
        if (marker == 0xe1)
            read_exif(segment, page);
        if (is_frame(marker)) {
            page->height = number_at(segment, 1, 2, false);
            page->width = number_at(segment, 3, 2, false);
            return OK;
        }
        at += 2 + n;
    }
    return damaged(e);
}

/* ---- PNG, WebP ---- */

static enum err read_png(struct str b, struct picture_page *page,
                         struct error *e)
{
    if (!str_starts(str_slice(b, 8, b.n), (struct str){"\0\0\0\rIHDR", 8}))
        return damaged(e);
    page->width = number_at(b, 16, 4, false);
    page->height = number_at(b, 20, 4, false);
    return OK;
}

static enum err read_webp(struct str b, struct picture_page *page,
                          struct error *e)
{
    const char kind = b.n > 30 ? b.p[15] : 0;
    const uint32_t packed = number_at(b, 21, 4, true);

    if (kind == ' ') {
        page->width = number_at(b, 26, 2, true) & WEBP_BITS;
        page->height = number_at(b, 28, 2, true) & WEBP_BITS;
    } else if (kind == 'L') {
        page->width = (packed & WEBP_BITS) + 1;
        page->height = (packed >> 14 & WEBP_BITS) + 1;
    } else if (kind == 'X') {
        if (number_at(b, 20, 1, true) & WEBP_MOVES)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "animated pictures are not read");
        page->width = number_at(b, 24, 3, true) + 1;
        page->height = number_at(b, 27, 3, true) + 1;
    } else {
        return damaged(e);
    }
    return OK;
}

/* ---- all ---- */

static enum err check(struct picture_page *p, struct error *e)
{
    const uint32_t width = p->width;

    if (p->width == 0 || p->height == 0)
        return damaged(e);
    if (p->width > PICTURE_MAX_SIDE || p->height > PICTURE_MAX_SIDE ||
        (uint64_t)p->width * p->height > PICTURE_MAX_PIXELS)
        return error_set(e, ERR_LIMIT,
                         "a page has %u by %u pixels; %llu million are read",
                         p->width, p->height,
                         (unsigned long long)(PICTURE_MAX_PIXELS >> 20));
    if (p->width < PICTURE_MIN_SIDE || p->height < PICTURE_MIN_SIDE)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a picture of %u by %u pixels is too small for text",
                         p->width, p->height);
    if (p->turn >= FIRST_TURNED) {
        p->width = p->height;
        p->height = width;
    }
    return OK;
}

enum err picture_read(struct str bytes, struct arena *a, struct picture *out,
                      struct error *e)
{
    struct picture_page *page =
        arena_alloc_array(a, PICTURE_MAX_PAGES, sizeof(*page), e);
    uint32_t n = 1;
    enum err rc;

    *out = (struct picture){.format = picture_format_of(bytes), .bytes = bytes};
    if (!page)
        return e->code;
    page[0] = (struct picture_page){.turn = 1};
    switch (out->format) {
    case PICTURE_PNG: rc = read_png(bytes, page, e); break;
    case PICTURE_JPEG: rc = read_jpeg(bytes, page, e); break;
    case PICTURE_WEBP: rc = read_webp(bytes, page, e); break;
    case PICTURE_TIFF:
        n = 0;
        rc = read_tiff(bytes, page, &n, e);
        break;
    default: rc = damaged(e);
    }
    if (!rc && n == 0)
        rc = damaged(e);
    for (uint32_t i = 0; i < n && !rc; i++)
        rc = check(&page[i], e);
    out->page = page;
    out->n = rc ? 0 : n;
    return rc;
}

float picture_scale(uint32_t width, uint32_t height)
{
    return (float)(width > height ? width : height) / PICTURE_POINTS;
}
