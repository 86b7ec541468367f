/*
 * Numbers and what is next to them: a comparison may follow its
 * number, "hasta 500" is at most, a dash makes a range, and a unit belongs to
 * the column that is counted in it.
 */
#include "ask/link/settle.h"

#include "ask/vocabulary/term_lists.h"
#include "ask/vocabulary/unit.h"

/* A number, or one with the noun that it counts: what may come before "at
 * least" that follows. */
static bool ends_number(struct links *out, size_t i)
{
    const struct link *l = settle_at(out, i);

    if (!l)
        return false;
    if (l->kind == LINK_NUMBER)
        return true;
    return i && (l->kind == LINK_COLUMN || settle_is(l, CONCEPT_ROWS)) &&
           settle_at(out, i - 1)->kind == LINK_NUMBER;
}

/* "Tres noches como mínimo", "100 at most": the comparison follows. */
static void settle_behind(struct links *out)
{
    static const struct question_word behind[] = {
        [FILTER_LT] = {"", CONCEPT_CMP_AFTER, FILTER_LT},
        [FILTER_LE] = {"", CONCEPT_CMP_AFTER, FILTER_LE},
        [FILTER_GT] = {"", CONCEPT_CMP_AFTER, FILTER_GT},
        [FILTER_GE] = {"", CONCEPT_CMP_AFTER, FILTER_GE}};
    size_t i;

    for (i = 1; i < out->n; i++) {
        struct link *l = settle_at(out, i);
        const struct link *next = settle_at(out, i + 1);
        int op = settle_is(l, CONCEPT_CMP) ? l->entry->param : FILTER_EQ;

        if (op >= FILTER_LT && op <= FILTER_GE && ends_number(out, i - 1) &&
            !(next && (next->kind == LINK_NUMBER || next->kind == LINK_PERIOD ||
                       settle_is(next, CONCEPT_AGG))))
            l->entry = &behind[op];
    }
}

/* "Hasta 500 euros" is at most, where no range begins before it. */
static void settle_up_to(struct links *out)
{
    static const struct question_word at_most = {"", CONCEPT_CMP, FILTER_LE};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = settle_at(out, i);
        const struct link *before = i ? settle_at(out, i - 1) : NULL;

        if (settle_is(l, CONCEPT_TO) && l->entry->param &&
            l[1].kind == LINK_NUMBER && !l[1].year &&
            !(before &&
              (before->kind == LINK_NUMBER || before->kind == LINK_PERIOD)))
            l->entry = &at_most;
    }
}

/* The number column right before the comparison whose number is link `i`. */
static const struct schema_column *compared_before(struct links *out, size_t i)
{
    while (i > 0) {
        const struct link *l = settle_at(out, i);

        if (l->kind != LINK_NUMBER && !settle_compares(l) &&
            !settle_is(l, CONCEPT_AND) && !settle_is(l, CONCEPT_TO))
            break;
        i--;
    }
    return settle_is_number(settle_at(out, i))
               ? settle_at(out, i)->hits[0].column
               : NULL;
}

/* Does the column's name have the word, by its stem, or its unit? */
static bool has_word(const struct schema_column *c, const struct word *w,
                     const struct unit *unit)
{
    for (size_t i = 0; i < c->words.n; i++) {
        struct unit own;

        if (str_eq(c->words.word[i].stem, w->stem) ||
            (unit_find(&c->words, i, &own) && unit_eq(&own, unit)))
            return true;
    }
    return false;
}

/* The only number column that is counted in a word, the first of a unit or of none. */
static const struct schema_column *counted_in(const struct schema_table *t,
                                              const struct word *w,
                                              const struct unit *unit)
{
    const struct schema_column *only = NULL;
    size_t i;

    for (i = 0; i < t->n_columns; i++) {
        if (t->columns[i].kind != COLUMN_NUMBER ||
            !has_word(&t->columns[i], w, unit))
            continue;
        if (only)
            return NULL;
        only = &t->columns[i];
    }
    return only;
}

/* "Hold over 50 m3", "weigh more than 2 kg": the unit says it all. */
static bool is_measuring(const struct words *w, const struct link *l)
{
    return l->kind == LINK_UNKNOWN &&
           term_list_has(&words_link_measuring, w->word[l->from].fold);
}

/*
 * "50 kg" says in what the number counts, "5 days" of a delay too: it is the
 * unit of the column that is compared, or names the only one that has it.
 */
static void settle_units(const struct schema_table *t, struct links *out)
{
    static const struct question_word unit_entry = {"", CONCEPT_FILLER, 0};
    size_t i;

    for (i = 1; i < out->n; i++) {
        struct link *l = settle_at(out, i);
        const struct schema_column *only;
        const struct schema_column *compared;
        struct unit unit = {0};
        size_t n;

        if (l[-1].kind != LINK_NUMBER ||
            (l->kind != LINK_UNKNOWN && !settle_is(l, CONCEPT_GRAIN)))
            continue;
        n = unit_find(&out->words, l->from, &unit);
        only = counted_in(t, &out->words.word[l->from], &unit);
        if (!only)
            continue;
        while (l->to < l->from + n && i + 1 < out->n &&
               l[1].kind == LINK_UNKNOWN && l[1].from == l->to) {
            l->to = l[1].to;
            settle_drop(out, i + 1);
        }
        compared = compared_before(out, i - 1);
        if (compared) {
            l->used = compared == only;
            l->kind = l->used ? LINK_CONCEPT : l->kind;
            l->entry = l->used ? &unit_entry : l->entry;
        } else if (i > 1 && settle_compares(&l[-2])) {
            l->kind = LINK_COLUMN;
            l->n_hits = 1;
            l->hits[0] = (struct link_hit){
                .column = only, .score = 0.75, .synonym = true};
            if (i > 2 && is_measuring(&out->words, &l[-3]))
                settle_drop(out, i - 3);
        }
    }
}

/* Is the first number the lower end of a range: 500-1000? */
static bool is_range(const struct words *w, const struct link *first,
                     const struct link *last)
{
    struct json low = {.type = JSON_NUMBER, .text = first->number};
    struct json high = {.type = JSON_NUMBER, .text = last->number};

    return first->kind == LINK_NUMBER && last->kind == LINK_NUMBER &&
           first->to == last->from && time_dash_before(w, last->from) &&
           json_double(&low) < json_double(&high);
}

/* 500-1000: the dash is a word; there is room for one more link. */
static void settle_dashes(struct links *out)
{
    static const struct question_word to = {"", CONCEPT_TO, 0};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = settle_at(out, i);

        if (!is_range(&out->words, l, l + 1))
            continue;
        settle_insert(out, i + 1,
                      (struct link){.kind = LINK_CONCEPT,
                                    .from = l->to - 1,
                                    .to = l->to,
                                    .entry = &to});
        return;
    }
}

/* "Negative net income", "saldo negativo": below 0; there is room for one more
 * link, which the word itself makes way for. */
static void settle_signs(struct links *out)
{
    static const struct question_word below = {"", CONCEPT_CMP, FILTER_LT};
    static const struct question_word above = {"", CONCEPT_CMP, FILTER_GT};
    for (size_t i = 0; i < out->n; i++) {
        struct link *l = settle_at(out, i);
        struct link *next = settle_at(out, i + 1);
        struct str fold = out->words.word[l->from].fold;
        struct link sign = *l;

        if (l->kind != LINK_UNKNOWN || l->to != l->from + 1 ||
            !(term_list_has(&words_link_negative, fold) ||
              term_list_has(&words_link_positive, fold)))
            continue;
        sign.kind = LINK_CONCEPT;
        sign.entry =
            term_list_has(&words_link_negative, fold) ? &below : &above;
        if (next && settle_is_number(next)) {
            *l = *next;
            *next = sign;
            i++;
        } else if (i > 0 && settle_is_number(l - 1)) {
            *l = sign;
        } else {
            continue;
        }
        sign.kind = LINK_NUMBER;
        sign.entry = NULL;
        sign.number = STR("0");
        settle_insert(out, i + 1, sign);
        return;
    }
}

void settle_numbers(const struct schema_table *t, struct links *out)
{
    settle_signs(out);
    settle_up_to(out);
    settle_behind(out);
    settle_dashes(out);
    settle_units(t, out);
}
