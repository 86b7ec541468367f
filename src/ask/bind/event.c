/*
 * Columns of dates by what happened: "issue" is the column issued, "closing" is
 * closed_at, 投递 is 投递日期. Only where the words around say that a date is
 * meant; elsewhere "closed" may be a status.
 */
#include "ask/bind/event.h"
#include "ask/bind/compose.h"
#include "ask/vocabulary/term_lists.h"

bool bind_is_day(const struct schema_column *c)
{
    return c->kind == COLUMN_DATE && c->view == VIEW_CELL && !c->empty;
}

/* Words of names that do not say what happened. */
static bool is_generic(struct str fold)
{
    return term_list_has(&words_bind_date_filler, fold);
}

bool bind_is_root(struct str said, struct str name)
{
    size_t n = 0;

    if (is_generic(name) || is_generic(said))
        return false;
    while (n < said.n && n < name.n && said.p[n] == name.p[n])
        n++;
    if (n == said.n && n == name.n)
        return true;
    if (str_starts(said, STR("pay")) && str_starts(name, STR("paid")))
        return true;
    return n >= EVENT_ROOT || (n == name.n && n == 3 && said.n <= 6);
}

/* How many words from `at` begin the name of the column, as CJK: 投递 of
 * 投递日期. */
static size_t head_of(const struct words *w, size_t at,
                      const struct schema_column *c)
{
    static const char *const rests[] = {"", "日期", "时间", "日"};
    struct str rest = c->name;
    size_t n = 0;

    while (at + n < w->n && w->word[at + n].kind == WORD_CJK &&
           str_starts(rest, w->word[at + n].raw)) {
        rest = str_slice(rest, w->word[at + n].raw.n, rest.n);
        n++;
    }
    return n && STR_IN(rest, rests) ? n : 0;
}

static size_t named_at(const struct words *w, size_t at,
                       const struct schema_column *c)
{
    size_t i;

    if (w->word[at].kind == WORD_CJK)
        return head_of(w, at, c);
    for (i = 0; i < c->words.n; i++) {
        if (bind_is_root(w->word[at].fold, c->words.word[i].fold))
            return 1;
    }
    return 0;
}

/* The one column of dates whose event is said at `at`; n: its words. */
const struct schema_column *bind_event_at(const struct binder *b, size_t at,
                                          size_t *n)
{
    const struct words *w = &b->l->words;
    const struct schema_column *only = NULL;
    size_t i;

    *n = 0;
    for (i = 0; at < w->n && i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        size_t words = bind_is_day(c) ? named_at(w, at, c) : 0;

        if (!words)
            continue;
        if (only)
            return NULL;
        only = c;
        *n = words;
    }
    while (only && at + *n < w->n && w->word[at + *n].kind != WORD_CJK &&
           is_generic(w->word[at + *n].fold) && !time_is(w, at + *n, "a"))
        ++*n;
    return only;
}

bool bind_says(const struct words *w, size_t at, const struct term_list *list)
{
    return at < w->n && term_list_has(list, w->word[at].fold);
}

size_t bind_skip_articles(const struct words *w, size_t at)
{
    while (bind_says(w, at, &words_bind_event_article))
        at++;
    return at;
}

/* "Hires per year", "altas por año": rows that have the day, by when it was. On
 * one day there may be two, so days are not counted; a date in the singular is
 * no event. */
void bind_count_events(struct binder *b, const struct schema_column *day)
{
    const struct spec_group *g = &b->roles.groups[0];
    bool events = false;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        const struct word *said = &b->l->words.word[l->to - 1];

        events |= l->kind == LINK_COLUMN && l->hits[0].column == day &&
                  l->to == l->from + 1 && said->kind == WORD_LETTERS &&
                  str_ends(said->fold, STR("s")) &&
                  !str_starts(said->fold, STR("date")) &&
                  !str_starts(said->fold, STR("fecha")) &&
                  !str_starts(said->fold, STR("day"));
    }
    if (!events || b->roles.n_groups != 1 || g->grain == GRAIN_NONE ||
        (b->dates && b->dates != day && !str_eq(g->column, day->name))) {
        bind_ask(b, ASK_WHAT, (struct str){0}, (struct str){0},
                 (struct str){0});
        return;
    }
    bind_note(b, SAY_COUNT_ROWS, (struct str){0}, (struct str){0},
              (struct str){0});
    bind_add_group(&b->out->spec, day->name, g->grain);
    bind_add_measure(&b->out->spec, AGG_COUNT,
                     day->non_null < b->t->rows ? day->name : (struct str){0});
}
