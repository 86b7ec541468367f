#include "answer/phrase_rows.h"

#include "answer/wording.h"

#include <stdio.h>

#define TEXT_BYTES  ((size_t)64 * 1024)
#define CELLS_SHOWN 6

/* "total = 12.5, name = Acme." */
static void put_row(struct buf *b, const struct json *columns,
                    const struct json *row)
{
    const struct json *name = columns ? columns->first : NULL;
    size_t n = 0;

    for (const struct json *c = row->first; c && n < CELLS_SHOWN;
         c = c->next, n++) {
        buf_puts(b, n ? ", " : "");
        buf_put_str(b, json_text(name));
        buf_puts(b, " = ");
        buf_put_str(b, c->text.n ? c->text : STR("null"));
        name = name ? name->next : NULL;
    }
    buf_puts(b, row->count > CELLS_SHOWN ? ", …." : ".");
}

static void put_count(struct buf *b, size_t n, enum language language)
{
    char number[32];
    struct str fill;

    (void)snprintf(number, sizeof(number), "%zu", n);
    fill = str_from(number);
    wording_put(b, language, WORDING_QUERY_GIVES, &fill, 1);
}

enum err phrase_rows(const struct phrase_request *r, struct arena *a,
                     struct phrase *out, struct error *e)
{
    const struct json *rows = json_find(r->result, "rows");
    struct buf b;
    enum err rc;

    if (!rows || rows->type != JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED, "the result has no rows");
    buf_init(&b, TEXT_BYTES);
    if (rows->count == 1)
        put_row(&b, json_find(r->result, "columns"), rows->first);
    else
        put_count(&b, rows->count, r->language);
    rc = buf_dup(&b, a, &out->text, e);
    buf_release(&b);
    return rc;
}
