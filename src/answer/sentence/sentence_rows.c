#include "answer/sentence/sentence_rows.h"

#include "answer/sentence/wording.h"

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

static enum err put_count(struct buf *b, const struct sentence_request *r,
                          size_t n, struct arena *a, struct sentence *out,
                          struct error *e)
{
    if (str_printf(a, &out->counts.first, e, "%zu", n))
        return e->code;
    wording_put(b, r->language, WORDING_QUERY_GIVES, &out->counts.first, 1);
    return OK;
}

enum err sentence_rows(const struct sentence_request *r, struct arena *a,
                       struct sentence *out, struct error *e)
{
    const struct json *rows = json_find(r->result, "rows");
    struct buf b;
    enum err rc = OK;

    if (!rows || rows->type != JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED, "the result has no rows");
    buf_init(&b, TEXT_BYTES);
    if (rows->count == 1)
        put_row(&b, json_find(r->result, "columns"), rows->first);
    else
        rc = put_count(&b, r, rows->count, a, out, e);
    if (!rc)
        rc = buf_dup(&b, a, &out->text, e);
    buf_release(&b);
    return rc;
}
