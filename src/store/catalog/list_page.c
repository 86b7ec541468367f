#include "store/catalog/list_page.h"

#include "base/buf.h"

#define CURSOR_BYTES 16384

enum err list_page_split(const struct list_page *page, struct str *first,
                         struct str *rest, struct error *e)
{
    const size_t at = str_find_char(page->after, '/');

    *first = str_slice(page->after, 0, at);
    *rest = str_slice(page->after, at + 1, page->after.n);
    if (page->after.n > 0 && (at == 0 || at == page->after.n))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'cursor' must be the 'next_cursor' of a reply, unchanged");
    return OK;
}

uint64_t list_page_wanted(const struct list_page *page)
{
    return page->limit ? page->limit + 1 : INT64_MAX;
}

bool list_page_is_over(const struct list_page *page, uint64_t n)
{
    return page->limit && n > page->limit;
}

void list_page_put_next(const struct list_page *page, bool follows,
                        struct str first, struct str rest, struct jsonw *w)
{
    struct buf b;

    if (page->limit == 0)
        return;
    buf_init(&b, CURSOR_BYTES);
    if (follows) {
        buf_put_str(&b, first);
        buf_put_char(&b, '/');
        buf_put_str(&b, rest);
    }
    jsonw_member_text(w, "next_cursor", buf_str(&b));
    buf_release(&b);
}
