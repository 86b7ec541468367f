/* One column of dates against another: "paid after the due date", 完工晚于承诺日期. */
#include "ask/bind/derived_columns.h"
#include "ask/bind/event.h"

/* The event that ends right before word `to`: one or two words of it. */
static const struct schema_column *event_before(const struct binder *b,
                                                size_t to, size_t *from)
{
    size_t at;
    size_t n;

    for (at = to; at-- > 0 && to - at <= 4;) {
        const struct schema_column *c = bind_event_at(b, at, &n);

        if (c && at + n == to) {
            *from = at;
            return c;
        }
    }
    return NULL;
}

static enum err put_order(struct binder *b, const struct schema_column *of[2],
                          int op, struct error *e)
{
    struct spec_filter *f = bind_new_filter(b);

    if (!f)
        return OK;
    f->column = of[0]->name;
    f->op = (enum filter_op)op;
    f->literal = LITERAL_COLUMN;
    return bind_values(b, f, &of[1]->name, 1, e);
}

static void drop_words(struct binder *b, size_t from, size_t to)
{
    size_t i;

    for (i = b->l->n; i-- > 0;) {
        if (bind_at(b, i)->from < to && from < bind_at(b, i)->to)
            bind_drop_link(b, i);
    }
}

enum err bind_event_order(struct binder *b, struct error *e)
{
    const struct words *w = &b->l->words;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        const struct schema_column *of[2];
        size_t after = bind_skip_articles(w, l->to);
        size_t from;
        size_t n;
        int op;

        if (!bind_is(l, CONCEPT_CMP))
            continue;
        of[0] = event_before(b, l->from, &from);
        of[1] = bind_event_at(b, after, &n);
        if (!of[0] || !of[1] || of[0] == of[1])
            continue;
        op = l->entry->param & ~QUESTION_TEMPORAL;
        drop_words(b, from, after + n);
        return put_order(b, of, op, e);
    }
    return OK;
}
