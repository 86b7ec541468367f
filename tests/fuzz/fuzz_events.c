/* module: llm */
/* fuzz_events.c - events are the same wherever their bytes are cut. */
#include "models/llm/events.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum err take(void *ctx, struct str name, struct str data,
                     struct error *e)
{
    struct buf *seen = ctx;

    BUG_ON(name.n > EVENTS_NAME_BYTES || data.n > EVENTS_MAX_BYTES);
    buf_put_str(seen, name);
    buf_put_char(seen, '\0');
    buf_put_str(seen, data);
    buf_put_char(seen, '\0');
    return str_is(data, "[DONE]") ? error_set(e, ERR_CONFLICT, "done") : OK;
}

static enum err feed(struct str all, size_t step, struct buf *seen)
{
    struct events x;
    struct error e;
    enum err rc = OK;

    events_init(&x, take, seen);
    for (size_t at = 0; at < all.n && !rc; at += step)
        rc = events_feed(&x, str_slice(all, at, at + step), &e);
    events_release(&x);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str all = {(const char *)data, size};
    struct buf whole;
    struct buf cut;

    buf_init(&whole, (size_t)16 << 20);
    buf_init(&cut, (size_t)16 << 20);
    BUG_ON(feed(all, size + 1, &whole) !=
           feed(all, size ? 1 + data[0] % 7 : 1, &cut));
    BUG_ON(!str_eq(buf_str(&whole), buf_str(&cut)));
    buf_release(&whole);
    buf_release(&cut);
    return 0;
}
