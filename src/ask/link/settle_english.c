/*
 * English turns of phrase that their neighbours settle: what is split by what,
 * the range of what, nouns that come before the noun that
 * is meant, and verbs that are a status alone and a date beside a period.
 */
#include "ask/link/settle.h"

#include "ask/vocabulary/term_lists.h"

/* Fewer values are marks of rows, and no things: active, remote. */
#define MIN_THINGS 9

static const struct question_word by = {"", CONCEPT_BY, 0};
static const struct question_word and_entry = {"", CONCEPT_AND, 0};
static const struct question_word many = {"", CONCEPT_MANY, 2};
static const struct question_word least = {"", CONCEPT_AGG, AGG_MIN};
static const struct question_word largest = {"", CONCEPT_AGG, AGG_MAX};

static void make(struct link *l, const struct question_word *entry)
{
    l->kind = LINK_CONCEPT;
    l->entry = entry;
    l->n_hits = 0;
}

static void swap(struct link *a, struct link *b)
{
    struct link kept = *a;

    *a = *b;
    *b = kept;
}

/* Is each row another one? An order's id in its lines is a code and no row. */
static bool is_row(const struct schema_table *t, const struct schema_column *c)
{
    return c->distinct * 100 >= t->rows * 97;
}

static bool is_key(const struct schema_table *t, const struct schema_column *c)
{
    return c->kind == COLUMN_ID || is_row(t, c);
}

static bool is_words(const struct link *l)
{
    return l && l->kind == LINK_COLUMN &&
           (l->hits[0].column->kind == COLUMN_TEXT ||
            l->hits[0].column->kind == COLUMN_BOOL ||
            l->hits[0].column->kind == COLUMN_ID);
}

/* One noun of several: nothing but a space stands between the two. */
static bool touch(const struct links *out, const struct link *a,
                  const struct link *b)
{
    return a && b && a->to == b->from && out->words.word[b->from].gap == ' ';
}

/* As touch(), but a dash may be between them, too: 3-night stays. */
static bool touch_or_dash(const struct links *out, const struct link *a,
                          const struct link *b)
{
    char gap = out->words.word[b->from].gap;

    return a->to == b->from && (gap == ' ' || gap == '-');
}

static bool has(const struct links *out, enum concept_kind kind)
{
    for (size_t i = 0; i < out->n; i++) {
        if (settle_is(&out->link[i], kind))
            return true;
    }
    return false;
}

/* Is something named that is counted or added up? */
static bool is_measured(const struct links *out)
{
    for (size_t i = 0; i < out->n; i++) {
        const struct link *l = &out->link[i];

        if (settle_is_number(l) || settle_is(l, CONCEPT_MANY) ||
            settle_is(l, CONCEPT_MONEY) || settle_is(l, CONCEPT_AGG) ||
            settle_is(l, CONCEPT_SHARE))
            return true;
    }
    return false;
}

/* How many of each, where nothing else is measured. */
static void count_them(struct links *out)
{
    struct link l = {.from = 0, .to = 1};
    size_t i = 0;

    if (is_measured(out))
        return;
    while (i < out->n && (settle_is(&out->link[i], CONCEPT_LIST) ||
                          settle_is(&out->link[i], CONCEPT_WHICH)))
        i++;
    make(&l, &many);
    settle_insert(out, i, l);
}

/* "Gender split by department", "breakdown of staff by gender", "status
 * distribution": groups, and a count where nothing is measured. */
static void settle_split(const struct schema_table *t, struct links *out)
{
    size_t i;

    for (i = 0; i < out->n && !settle_is(&out->link[i], CONCEPT_SPLIT); i++)
        ;
    if (i < out->n) {
        struct link *l = &out->link[i];
        struct link *before = i ? l - 1 : NULL;
        struct link *next = settle_at(out, i + 1);
        bool grouped = has(out, CONCEPT_BY);

        if (is_words(before) && touch(out, before, l) &&
            !is_key(t, before->hits[0].column) &&
            !(i >= 2 && settle_is(l - 2, CONCEPT_BY))) {
            swap(before, l);
            make(before, &by);
            if (settle_is(next, CONCEPT_BY))
                next->entry = &and_entry;
        } else if (grouped) {
            settle_drop(out, i);
        } else if (is_words(next) && !is_key(t, next->hits[0].column)) {
            make(l, &by);
        } else {
            l->kind = LINK_UNKNOWN;
            return;
        }
        count_them(out);
    }
}

/* "Salary range": the smallest and the largest. */
static void settle_extent(struct links *out)
{
    size_t i;

    for (i = 0; i < out->n; i++) {
        struct link *l = &out->link[i];
        struct link *column = i ? l - 1 : NULL;

        if (!settle_is(l, CONCEPT_RANGE))
            continue;
        if (column && settle_is_number(column) && column->to == l->from) {
            swap(column, l);
            l = column;
        } else if (!(i + 1 < out->n && settle_is_number(l + 1))) {
            l->kind = LINK_UNKNOWN;
            return;
        }
        make(l, &largest);
        settle_insert(out, i - (l == column), *l);
        make(l, &least);
        return;
    }
}

static bool is_plural(const struct links *out, const struct link *l)
{
    struct str last = out->words.word[l->to - 1].fold;

    return out->words.word[l->to - 1].kind != WORD_LETTERS ||
           (str_ends(last, STR("s")) && !str_ends(last, STR("ss")));
}

/* "Stayed", "booked": what somebody did, and no noun. */
static bool is_done(const struct links *out, const struct link *l)
{
    return l->to == l->from + 1 &&
           str_ends(out->words.word[l->from].fold, STR("ed"));
}

/* "Return reason", "average invoice amount", "customer country": the last noun
 * is what is meant, where the first is a column too. "Which guest stayed" has
 * one noun. */
static void settle_heads(const struct schema_table *t, struct links *out)
{
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];
        struct link *head = l + 1;
        bool row = is_words(l) && is_row(t, l->hits[0].column);

        if (!is_words(l) || head->kind != LINK_COLUMN || !touch(out, l, head) ||
            is_done(out, head) || is_plural(out, l) ||
            head->hits[0].column == l->hits[0].column ||
            (i && settle_is(l - 1, CONCEPT_LIST)) ||
            (!row &&
             !(is_words(head) && l->hits[0].column->kind == COLUMN_TEXT &&
               l->hits[0].column->distinct >= MIN_THINGS &&
               head->hits[0].column->kind == COLUMN_TEXT)))
            continue;
        settle_drop(out, i);
    }
}

/* Does the link say a time, or by which times? */
static bool is_timed(struct links *out, size_t i)
{
    const struct link *l = settle_at(out, i);
    const struct link *next = settle_at(out, i + 1);

    if (!l)
        return false;
    if (l->kind == LINK_PERIOD || (l->kind == LINK_NUMBER && l->year) ||
        settle_is(l, CONCEPT_PERIODIC) || settle_is(l, CONCEPT_LAST))
        return true;
    if (settle_is(l, CONCEPT_CMP) || settle_is(l, CONCEPT_TO) ||
        settle_is(l, CONCEPT_BETWEEN))
        return next && (next->kind == LINK_PERIOD ||
                        (next->kind == LINK_NUMBER && next->year));
    return settle_is(l, CONCEPT_BY) && settle_is(next, CONCEPT_GRAIN);
}

/* The one column of dates that a verb names: closed of closed_at. */
static const struct schema_column *dates_of(const struct schema_table *t,
                                            const struct links *out,
                                            const struct link *l)
{
    const struct schema_column *only = NULL;
    size_t i;
    size_t k;

    for (i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];
        bool named = false;

        for (k = 0; k < c->words.n && c->kind == COLUMN_DATE; k++)
            named |=
                str_eq(c->words.word[k].stem, out->words.word[l->from].stem);
        if (!named)
            continue;
        if (only)
            return NULL;
        only = c;
    }
    return only;
}

/* "Closed in 2024" is the day of closing, "closed" alone the status. */
static void settle_events(const struct schema_table *t, struct links *out)
{
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];
        const struct schema_column *c;

        if (l->kind != LINK_VALUE || l->to != l->from + 1 ||
            !str_ends(out->words.word[l->from].fold, STR("ed")) ||
            !is_timed(out, i + 1))
            continue;
        c = dates_of(t, out, l);
        if (!c)
            continue;
        l->kind = LINK_COLUMN;
        l->n_hits = 1;
        l->hits[0] = (struct link_hit){.column = c, .score = 0.95};
        l->score = 0.95;
    }
}

static bool is_word(const struct links *out, const struct link *l,
                    const char *word)
{
    return l->to == l->from + 1 && str_is(out->words.word[l->from].fold, word);
}

/* "No humidity reading", "a stock level under 5", "have an operator assigned":
 * the column says it all. */
static void settle_readings(struct links *out)
{
    for (size_t i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];
        bool number = settle_is_number(l);

        if (l->kind != LINK_COLUMN || l[1].kind != LINK_UNKNOWN ||
            l[1].from != l->to)
            continue;
        if ((number && l[1].to == l[1].from + 1 &&
             term_list_has(&words_link_reading,
                           out->words.word[l[1].from].fold)) ||
            (!number && i + 2 == out->n && is_word(out, l + 1, "assigned")))
            settle_drop(out, i + 1);
    }
}

/* "Branch wise": by branch. */
static void settle_wise(struct links *out)
{
    for (size_t i = 1; i < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind != LINK_UNKNOWN || !is_word(out, l, "wise") ||
            l[-1].to != l->from ||
            (!is_words(l - 1) && !settle_is(l - 1, CONCEPT_GRAIN)))
            continue;
        swap(l - 1, l);
        make(l - 1, &by);
        count_them(out);
        return;
    }
}

/* "Which agent has the most tickets, and how many?" The figure is shown. */
static void settle_how_many(struct links *out)
{
    struct link *l = out->n ? &out->link[out->n - 1] : NULL;

    if (out->n < 3 ||
        !(settle_is(l, CONCEPT_MANY) || settle_is(l, CONCEPT_MUCH)) ||
        !(settle_is(l - 1, CONCEPT_AND) ||
          out->words.word[l->from].gap == ',') ||
        !(has(out, CONCEPT_MOST) || has(out, CONCEPT_LIKE) ||
          has(out, CONCEPT_TOP)))
        return;
    out->n -= settle_is(l - 1, CONCEPT_AND) ? 2 : 1;
}

/* "Did not get a bonus": no list is asked for after a NOT. */
static void settle_get(struct links *out)
{
    for (size_t i = 1; i < out->n; i++) {
        struct link *l = &out->link[i];

        if (settle_is(l, CONCEPT_LIST) && is_word(out, l, "get") &&
            !settle_is(l - 1, CONCEPT_AND)) {
            settle_drop(out, i);
            return;
        }
    }
}

/* "How many women and how many men": of each of the two. */
static void settle_two_counts(struct links *out)
{
    static const struct question_word compare = {"", CONCEPT_COMPARE, 0};

    for (size_t i = 0; i + 4 < out->n; i++) {
        struct link *l = &out->link[i];

        if (!settle_is(l, CONCEPT_MANY) || l[1].kind != LINK_VALUE ||
            !settle_is(l + 2, CONCEPT_AND) || !settle_is(l + 3, CONCEPT_MANY) ||
            l[4].kind != LINK_VALUE ||
            l[1].hits[0].column != l[4].hits[0].column)
            continue;
        make(l + 3, &compare);
        swap(l, l + 3);
        swap(l + 1, l + 3);
        swap(l + 2, l + 3);
        return;
    }
}

/* Is the column of numbers called after many, and said of one: "night"? */
static bool is_said_of_one(const struct links *out, const struct link *l)
{
    const struct word *said = &out->words.word[l->to - 1];

    return l->to == l->from + 1 && settle_is_number(l) && l->n_hits == 1 &&
           str_eq(said->fold, said->stem) && !str_ends(said->fold, STR("s")) &&
           str_ends(l->hits[0].column->words.word[0].fold, STR("s"));
}

/* "Single night bookings", "3 night stays": of so many nights. */
static void settle_so_many(struct links *out)
{
    static const struct question_word equal = {"", CONCEPT_CMP, FILTER_EQ};

    for (size_t i = 0; i + 2 < out->n; i++) {
        struct link *l = &out->link[i];
        struct link number = *l;
        struct link is = l[1];

        if (!is_said_of_one(out, l + 1) || !touch_or_dash(out, l, l + 1) ||
            !(is_words(l + 2) || settle_is(l + 2, CONCEPT_ROWS)) ||
            !(is_word(out, l, "single") ||
              (l->kind == LINK_NUMBER && !l->percent)) ||
            (i &&
             (settle_is(l - 1, CONCEPT_CMP) ||
              settle_is(l - 1, CONCEPT_BETWEEN) ||
              settle_is(l - 1, CONCEPT_AND) || settle_is(l - 1, CONCEPT_TO))))
            continue;
        if (l->kind != LINK_NUMBER) {
            number.kind = LINK_NUMBER;
            number.number = STR("1");
            number.n_hits = 0;
            number.entry = NULL;
        }
        number.year = false;
        make(&is, &equal);
        l[0] = l[1];
        l[1] = number;
        settle_insert(out, i + 1, is);
        return;
    }
}

/* "The number of adults on average": no number of them is asked for. */
static void settle_mean(struct links *out)
{
    size_t last = out->n - 1;

    for (size_t i = 0; i + 2 < out->n; i++) {
        if (settle_is(&out->link[i], CONCEPT_MANY) &&
            settle_is_number(&out->link[i + 1]) &&
            settle_is(&out->link[last], CONCEPT_AGG) &&
            out->link[last].entry->param == AGG_AVG) {
            struct link average = out->link[last];

            out->link[i] = average;
            out->n--;
            return;
        }
    }
}

static bool is_payroll(const struct links *out, const struct link *l)
{
    struct str last = out->words.word[l->to - 1].fold;

    return str_is(last, "payroll") || str_is(last, "bill");
}

/* "Payroll by department": all salaries together. */
static void settle_payroll(struct links *out)
{
    static const struct question_word sum = {"", CONCEPT_AGG, AGG_SUM};

    for (size_t i = 0; i < out->n; i++) {
        struct link l = out->link[i];

        if (!settle_is_number(&l) || !is_payroll(out, &l) ||
            has(out, CONCEPT_AGG) || l.score > 0.9)
            continue;
        make(&l, &sum);
        settle_insert(out, i, l);
        return;
    }
}

/* "How many orders did Acme place": what is placed is counted, and the verb
 * after says nothing more. */
static void settle_light_verb(struct links *out)
{
    size_t helper = 0;

    while (helper < out->words.n &&
           !term_list_has(&words_link_did, out->words.word[helper].fold))
        helper++;
    for (size_t i = 1; i < out->n; i++) {
        const struct link *l = &out->link[i];
        struct str fold = out->words.word[l->from].fold;

        if (l->kind == LINK_UNKNOWN && l->to == l->from + 1 &&
            ((l->from > helper && term_list_has(&words_link_handle, fold)) ||
             term_list_has(&words_link_handled, fold)) &&
            (has(out, CONCEPT_MANY) || has(out, CONCEPT_MUCH) ||
             has(out, CONCEPT_MOST))) {
            settle_drop(out, i);
            return;
        }
    }
}

/* "Tax collected in 2023": all of it together. */
static void settle_collected(struct links *out)
{
    static const struct question_word sum = {"", CONCEPT_AGG, AGG_SUM};

    for (size_t i = 1; i < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind != LINK_UNKNOWN || !is_word(out, l, "collected") ||
            !settle_is_number(l - 1) || has(out, CONCEPT_AGG))
            continue;
        swap(l - 1, l);
        make(l - 1, &sum);
        return;
    }
}

/* "Payment method" of Payment, "new hires" of hire_date: words that a column
 * needs no more. */
static void settle_said_twice(struct links *out)
{
    for (size_t i = 0; i < out->n; i++) {
        struct link *l = &out->link[i];
        bool one = l->kind == LINK_UNKNOWN && l->to == l->from + 1;
        const struct link *next = i + 1 < out->n ? l + 1 : NULL;

        if (one && i > 0 && l[-1].kind == LINK_COLUMN && l[-1].to == l->from &&
            l[-1].hits[0].column->kind == COLUMN_TEXT &&
            term_list_has(&words_link_method, out->words.word[l->from].fold)) {
            l[-1].to = l->to;
            settle_drop(out, i);
            return;
        }
        if (one && is_word(out, l, "new") && next &&
            next->kind == LINK_COLUMN && next->from == l->to &&
            next->hits[0].column->kind == COLUMN_DATE) {
            settle_drop(out, i);
            return;
        }
    }
}

void settle_english(const struct schema_table *t, struct links *out)
{
    settle_said_twice(out);
    settle_collected(out);
    settle_light_verb(out);
    settle_payroll(out);
    settle_mean(out);
    settle_readings(out);
    settle_so_many(out);
    settle_get(out);
    settle_two_counts(out);
    settle_wise(out);
    settle_how_many(out);
    settle_split(t, out);
    settle_extent(out);
    settle_heads(t, out);
    settle_events(t, out);
}
