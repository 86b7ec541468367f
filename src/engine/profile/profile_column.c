/* profile_column.c - asking the engine, keeping cells. */
#include "engine/profile/profile_column.h"

#include "base/utf8.h"
#include "engine/duck/value.h"

size_t profile_batch_end(size_t from, size_t n)
{
    return n - from > PROFILE_BATCH ? from + PROFILE_BATCH : n;
}

enum err profile_query(struct profile *p, struct duck_result **r,
                       struct error *e)
{
    struct str sql;
    enum err rc = buf_finish(&p->sql, &sql, e);

    if (!rc)
        rc = duck_query(p->d, sql, r, e);
    buf_reset(&p->sql);
    return rc;
}

enum err profile_query_row(struct profile *p, struct duck_result **r,
                           struct duck_chunk *c, struct error *e)
{
    enum err rc = profile_query(p, r, e);

    if (!rc)
        rc = duck_result_next(*r, c, e);
    if (!rc && c->rows != 1)
        rc = error_set(e, ERR_INTERNAL,
                       "BUG: a profile query returned %zu rows", c->rows);
    return rc;
}

void profile_write_text(const struct profile *p, struct str text,
                        struct jsonw *w)
{
    struct buf shown;
    struct str head = str_slice(text, 0, p->text_bytes);

    if (head.n == text.n) {
        jsonw_str(w, text);
        return;
    }
    head.n = utf8_valid_prefix(head);
    buf_init(&shown, p->text_bytes + 8);
    buf_put_str(&shown, head);
    buf_puts(&shown, "\xe2\x80\xa6"); /* an ellipsis */
    jsonw_str(w, buf_str(&shown));
    buf_release(&shown);
}

enum err profile_show(struct profile *p, const struct duck_vector *v,
                      size_t row, struct str *json, struct error *e)
{
    struct jsonw w;

    buf_reset(&p->cell);
    jsonw_init(&w, &p->cell);
    if (v->type->kind == DUCK_VARCHAR && !duck_is_null(v, row))
        profile_write_text(p, duck_str(v, row), &w);
    else
        value_json(&w, v, row);
    return buf_finish(&p->cell, json, e);
}

enum err profile_keep(struct profile *p, const struct duck_vector *v,
                      size_t row, struct str *out, struct error *e)
{
    struct str json;

    *out = (struct str){0};
    if (duck_is_null(v, row))
        return OK;
    if (profile_show(p, v, row, &json, e))
        return e->code;
    return str_dup(json, p->a, out, e);
}
