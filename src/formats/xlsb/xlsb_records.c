/*
 * Records of BIFF12: a type of one or two bytes, a length of one to four, in sevens of
 * bits, and so many bytes.
 *
 * Source: [MS-XLSB] 2.1.4 (record), 2.5.169 (XLWideString).
 */
#include "formats/xlsb/xlsb_records.h"

#include "base/little_endian.h"
#include "formats/xlsx/utf16.h"

#include <string.h>

#define WINDOW_BYTES ((size_t)64 << 10)
#define NO_TEXT      0xffffffffu

enum err xlsb_records_init(struct xlsb_records *r, struct unzip *u,
                           const struct part_tick *tick, struct arena *a,
                           struct error *e)
{
    *r = (struct xlsb_records){.u = u, .tick = tick};
    buf_init(&r->record, XLSB_MAX_RECORD);
    buf_init(&r->utf8, XLSB_MAX_RECORD);
    r->window = arena_alloc(a, WINDOW_BYTES, e);
    return r->window ? OK : e->code;
}

void xlsb_records_release(struct xlsb_records *r)
{
    buf_release(&r->record);
    buf_release(&r->utf8);
}

enum err xlsb_start(struct xlsb_records *r, struct str part, struct error *e)
{
    r->name = part;
    r->window_n = r->window_next = 0;
    r->is_ended = false;
    r->at = 0;
    r->n = r->next = 0;
    return unzip_start(r->u, part, e);
}

static enum err bad(const struct xlsb_records *r, enum err code,
                    const char *what, struct error *e)
{
    (void)error_set(e, code, "'%.*s': the record before byte %llu %s",
                    STR_FMT(str_slice(r->name, 0, 60)),
                    (unsigned long long)r->at, what);
    e->pos.offset = r->at;
    return e->code;
}

enum err xlsb_bad(const struct xlsb_records *r, const char *what,
                  struct error *e)
{
    return bad(r, ERR_FILE_READ_FAILED, what, e);
}

/* More of the part into the empty window. */
static enum err fill(struct xlsb_records *r, struct error *e)
{
    r->window_next = r->window_n = 0;
    if (part_read_piece(r->u, r->window, WINDOW_BYTES, &r->window_n, r->tick,
                        e) != OK)
        return e->code;
    r->is_ended = r->window_n == 0;
    return OK;
}

/* A byte; *is_there is false at the end of the part. */
static enum err take_byte(struct xlsb_records *r, unsigned char *byte,
                          bool *is_there, struct error *e)
{
    if (r->window_next == r->window_n && !r->is_ended && fill(r, e) != OK)
        return e->code;
    *is_there = !r->is_ended;
    *byte = r->is_ended ? 0 : r->window[r->window_next++];
    r->at += !r->is_ended;
    return OK;
}

/* A number in sevens of bits, of at most `most` bytes. */
static enum err take_number(struct xlsb_records *r, unsigned most,
                            uint32_t *value, bool *is_there, struct error *e)
{
    unsigned char byte = 0x80;

    *value = 0;
    *is_there = true;
    for (unsigned i = 0; i < most && byte & 0x80 && *is_there; i++) {
        if (take_byte(r, &byte, is_there, e) != OK)
            return e->code;
        if (!*is_there && i > 0)
            return xlsb_bad(r, "is cut off", e);
        *value |= (uint32_t)(byte & 0x7f) << (7 * i);
    }
    return OK;
}

static enum err take_record(struct xlsb_records *r, size_t n, struct error *e)
{
    buf_reset(&r->record);
    while (n > 0) {
        size_t part = r->window_n - r->window_next;

        if (part == 0) {
            if (fill(r, e) != OK)
                return e->code;
            if (r->is_ended)
                return xlsb_bad(r, "is cut off", e);
            continue;
        }
        part = part < n ? part : n;
        buf_put(&r->record, r->window + r->window_next, part);
        r->window_next += part;
        r->at += part;
        n -= part;
    }
    return OK;
}

enum err xlsb_next(struct xlsb_records *r, bool *is_there, struct error *e)
{
    uint32_t type, n;
    bool is_whole;
    struct str bytes;

    if (take_number(r, 2, &type, is_there, e) != OK)
        return e->code;
    if (!*is_there)
        return OK;
    if (take_number(r, 4, &n, &is_whole, e) != OK)
        return e->code;
    if (!is_whole)
        return xlsb_bad(r, "is cut off", e);
    if (n > XLSB_MAX_RECORD)
        return bad(r, ERR_LIMIT, "is followed by one that is too long", e);
    if (take_record(r, n, e) != OK || buf_finish(&r->record, &bytes, e) != OK)
        return e->code;
    r->type = type;
    r->p = (const unsigned char *)bytes.p;
    r->n = n;
    r->next = 0;
    return OK;
}

const unsigned char *xlsb_take(struct xlsb_records *r, size_t n,
                               struct error *e)
{
    if (n > r->n - r->next) {
        (void)xlsb_bad(r, "is shorter than its kind is", e);
        return NULL;
    }
    r->next += n;
    return r->p + r->next - n;
}

enum err xlsb_text(struct xlsb_records *r, struct str *text, struct error *e)
{
    const unsigned char *p = xlsb_take(r, 4, e);
    struct utf16 units = {0};
    uint32_t n;

    if (!p)
        return e->code;
    buf_reset(&r->utf8);
    n = load32(p);
    *text = (struct str){0};
    if (n == NO_TEXT)
        return OK;
    if (n > XLSB_MAX_RECORD || !(p = xlsb_take(r, (size_t)n * 2, e)))
        return n > XLSB_MAX_RECORD
                   ? xlsb_bad(r, "has a text longer than itself", e)
                   : e->code;
    for (uint32_t i = 0; i < n; i++)
        utf16_put(&units, load16(p + 2 * (size_t)i), &r->utf8);
    utf16_end(&units, &r->utf8);
    return buf_finish(&r->utf8, text, e);
}
