/*
 * The figure that a table is mostly about, for questions that name none: the
 * biggest customers, the best month, the smallest orders. It is the one column
 * of sales, of amounts or of money that is not a cost. What qualifies an amount
 * (tax, discount, shipping, deposit) is not what a customer is big by where a
 * plain amount is beside it. Two that are as likely, or none, need
 * clarification; so is everything where several tables may be meant, of which
 * each has its own figure. What was taken is always said.
 */
#include "ask/bind/main_measure.h"
#include "ask/bind/binder.h"
#include "ask/bind/column_name.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

bool bind_is_minor(const struct schema_column *c)
{
    return bind_is_called(c, &words_bind_minor_money) ||
           bind_name_has(c, &words_bind_minor_money_chinese);
}

static bool is_money_column(const struct schema_column *c)
{
    noun_groups groups = link_column_groups(c);

    if (c->kind != COLUMN_NUMBER || c->empty || link_is_flag(c) ||
        !bind_is_added(c) || groups & (GROUP_COST | GROUP_QUANTITY))
        return false;
    return (groups & (GROUP_SALES | GROUP_AMOUNT)) || bind_is_money(c);
}

const struct schema_column *bind_main_measure(const struct binder *b)
{
    const struct schema_column *plain = NULL;
    const struct schema_column *any = NULL;
    size_t n_plain = 0;
    size_t n = 0;

    if (b->t->among || bind_is_joined(b))
        return NULL;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!is_money_column(c))
            continue;
        any = c;
        n++;
        if (!bind_is_minor(c)) {
            plain = c;
            n_plain++;
        }
    }
    if (n_plain == 1)
        return plain;
    return n == 1 ? any : NULL;
}

const struct schema_column *bind_take_main_measure(struct binder *b)
{
    const struct schema_column *c = bind_main_measure(b);

    if (c)
        bind_note(b, SAY_MAIN_MEASURE, c->name, no_text, no_text);
    return c;
}

bool bind_is_size(const struct binder *b, const struct link *l)
{
    struct str last = b->l->words.word[l->to - 1].fold;

    return term_list_has(&words_bind_size, last) ||
           term_list_has(&words_bind_size_chinese, bind_words(b, l));
}
