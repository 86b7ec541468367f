#include "engine/pdf_worker/pages_report.h"

#define LIST_BYTES   200 /* more ranges are an ellipsis */
#define RANGE_ROOM   32
#define MAX_PICTURES 20000u /* that OCR is asked for */

static uint32_t count(const struct sections *s, enum sections_page_state state)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n_pages; i++)
        n += s->pages[i].state == state;
    return n;
}

static void put_ranges(const struct sections *s, enum sections_page_state state,
                       struct buf *out)
{
    for (uint32_t i = 0; i < s->n_pages; i++) {
        uint32_t end = i;

        while (end < s->n_pages && s->pages[end].state == state)
            end++;
        if (end == i)
            continue;
        if (out->n > 0)
            buf_puts(out, ", ");
        if (out->n + RANGE_ROOM > LIST_BYTES) {
            buf_puts(out, "\u2026");
            return;
        }
        buf_printf(out, end - i > 1 ? "%u-%u" : "%u", i + 1, end);
        i = end;
    }
}

static void put_state(const struct sections *s, enum sections_page_state state,
                      uint32_t n, struct jsonw *w)
{
    struct buf ranges;

    buf_init(&ranges, (size_t)2 * LIST_BYTES);
    put_ranges(s, state, &ranges);
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "state", sections_page_state_name(state));
    jsonw_member_u64(w, "count", n);
    jsonw_member_str(w, "pages", buf_str(&ranges));
    jsonw_end_object(w);
    buf_release(&ranges);
}

/* Is it one that OCR may read? */
static bool is_picture(const struct sections_page *p)
{
    return p->state == SECTIONS_PAGE_PICTURE ||
           p->state == SECTIONS_PAGE_UNDECODABLE;
}

static void put_pictures(const struct sections *s, struct jsonw *w)
{
    uint32_t n = 0;

    jsonw_key(w, "pictures");
    jsonw_begin_array(w);
    for (uint32_t i = 0; i < s->n_pages && n < MAX_PICTURES; i++)
        if (is_picture(&s->pages[i])) {
            jsonw_u64(w, i + 1);
            n++;
        }
    jsonw_end_array(w);
}

static uint32_t count_by_ocr(const struct sections *s)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n_pages; i++)
        n += s->pages[i].ocr > 0;
    return n;
}

void pages_report_write(const struct sections *s, struct jsonw *w)
{
    jsonw_member_u64(w, "pages", s->n_pages);
    jsonw_member_u64(
        w, "read", count(s, SECTIONS_PAGE_READ) + count(s, SECTIONS_PAGE_PART));
    jsonw_member_u64(w, "by_ocr", count_by_ocr(s));
    jsonw_key(w, "not_read");
    jsonw_begin_array(w);
    for (int i = SECTIONS_PAGE_EMPTY; i < SECTIONS_PAGE_STATES; i++) {
        const uint32_t n = count(s, (enum sections_page_state)i);

        if (n > 0)
            put_state(s, (enum sections_page_state)i, n, w);
    }
    jsonw_end_array(w);
    put_pictures(s, w);
}
