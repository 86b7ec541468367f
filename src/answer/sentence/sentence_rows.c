#include "answer/sentence/sentence_rows.h"

#include "answer/sentence/wording.h"

#include <stdio.h>

#define TEXT_BYTES  ((size_t)64 * 1024)
#define CELLS_SHOWN 6

/* "total = 12.5, name = Acme."; a number in a name, "2024", is no figure. */
static void put_row(struct buf *b, const struct sentence_request *r,
                    const struct json *row, struct sentence *out)
{
    const struct json *columns = json_find(r->result, "columns");
    const struct json *name = columns ? columns->first : NULL;
    size_t n = 0;

    for (const struct json *c = row->first; c && n < CELLS_SHOWN;
         c = c->next, n++) {
        const struct str fill[] = {json_text(name),
                                   c->text.n ? c->text : STR("null")};

        if (n)
            wording_put(b, r->language, WORDING_CELLS_NEXT, NULL, 0);
        wording_put(b, r->language, WORDING_CELL, fill, 2);
        out->restated[out->n_restated++] = fill[0];
        name = name ? name->next : NULL;
    }
    if (row->count > CELLS_SHOWN) {
        wording_put(b, r->language, WORDING_CELLS_NEXT, NULL, 0);
        buf_puts(b, "…");
    }
    wording_put(b, r->language, WORDING_STOP, NULL, 0);
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
        put_row(&b, r, rows->first, out);
    else
        rc = put_count(&b, r, rows->count, a, out, e);
    if (!rc)
        rc = buf_dup(&b, a, &out->text, e);
    buf_release(&b);
    return rc;
}
