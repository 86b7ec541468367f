#include "models/llm/events.h"

#include <string.h>

static const struct str byte_order_mark = {"\xef\xbb\xbf", 3};

void events_init(struct events *x, events_take take, void *ctx)
{
    *x = (struct events){.take = take, .ctx = ctx};
    buf_init(&x->line, EVENTS_MAX_BYTES);
    buf_init(&x->data, EVENTS_MAX_BYTES);
}

void events_release(struct events *x)
{
    buf_release(&x->line);
    buf_release(&x->data);
}

static void take_field(struct events *x, struct str line)
{
    const size_t colon = str_find_char(line, ':');
    const struct str field = str_slice(line, 0, colon);
    struct str value = str_slice(line, colon + 1, line.n);

    if (str_starts(value, STR(" ")))
        value = str_slice(value, 1, value.n);
    if (str_is(field, "event")) {
        x->name_n = value.n < sizeof(x->name) ? value.n : sizeof(x->name);
        memcpy(x->name, str_bytes(value), x->name_n);
    } else if (str_is(field, "data")) {
        if (x->has_data)
            buf_put_char(&x->data, '\n');
        buf_put_str(&x->data, value);
        x->has_data = true;
    }
}

/* An empty line: what came before is an event. */
static enum err dispatch(struct events *x, struct error *e)
{
    const struct str name = {x->name, x->name_n};
    struct str data;
    enum err rc = buf_finish(&x->data, &data, e);

    if (!rc && data.n > 0)
        rc = x->take(x->ctx, name, data, e);
    buf_reset(&x->data);
    x->name_n = 0;
    x->has_data = false;
    return rc;
}

static enum err end_line(struct events *x, struct error *e)
{
    struct str line;
    enum err rc = buf_finish(&x->line, &line, e);

    if (rc)
        return rc;
    if (!x->begun && str_starts(line, byte_order_mark))
        line = str_slice(line, byte_order_mark.n, line.n);
    x->begun = true;
    if (line.n == 0)
        rc = dispatch(x, e);
    else if (line.p[0] != ':')
        take_field(x, line);
    buf_reset(&x->line);
    return rc;
}

enum err events_feed(struct events *x, struct str bytes, struct error *e)
{
    struct str so_far;
    size_t from = 0;
    enum err rc = OK;

    for (size_t i = 0; i < bytes.n && !rc; i++) {
        const char c = bytes.p[i];
        const bool is_rest = c == '\n' && x->after_cr;

        x->after_cr = c == '\r';
        if (c != '\n' && c != '\r')
            continue;
        if (!is_rest) {
            buf_put_str(&x->line, str_slice(bytes, from, i));
            rc = end_line(x, e);
        }
        from = i + 1;
    }
    if (rc)
        return rc;
    buf_put_str(&x->line, str_slice(bytes, from, bytes.n));
    return buf_finish(&x->line, &so_far, e);
}
