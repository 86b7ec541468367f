#include "answer/crosstab_part.h"

#include "answer/reading_grid.h"
#include "ask/crosstab/crosstab_ask.h"

#define MAX_TABLES 48 /* that are looked through for one question */

static bool says_year(struct str name)
{
    for (size_t i = 0; i + 4 <= name.n; i++) {
        const struct str s = str_slice(name, i, name.n);

        if ((str_starts(s, STR("19")) || str_starts(s, STR("20"))) &&
            s.p[2] >= '0' && s.p[2] <= '9' && s.p[3] >= '0' && s.p[3] <= '9')
            return true;
    }
    return false;
}

/* Is it worth reading: a small table whose columns are years, or whose labels have no
 * header of one word? */
static bool may_be(const struct answer_source *s)
{
    const struct json *profile = json_find(s->full, "profile");
    const struct json *columns =
        json_find(profile ? profile : s->full, "columns");
    size_t years = 0;
    size_t n = 0;

    if (s->united || s->rows == 0 || s->rows > CROSSTAB_MAX_ROWS || !columns)
        return false;
    for (const struct json *c = columns->first; c; c = c->next, n++) {
        const struct str name = json_text(json_find(c, "name"));

        if (n == 0 && str_eq(name, STR("column_1")))
            return columns->count > 1;
        years += n > 0 && says_year(name);
    }
    return years > 1 && n <= CROSSTAB_MAX_COLUMNS + 1;
}

/* Of a source that may be one: what the question asks of it, if anything. */
static enum err ask_one(const struct table_part *r, size_t i,
                        struct ask_result *asked, bool *found, struct error *e)
{
    const struct answer_source *s = &r->out->sources[i];
    const struct str table = r->schema->tables[i].sql;
    struct crosstab_reading *reading = arena_alloc(r->a, sizeof(*reading), e);
    struct crosstab *t = arena_alloc(r->a, sizeof(*t), e);
    struct grid g;
    bool is = false;
    double confidence;
    enum err rc;

    if (!reading || !t)
        return e->code;
    rc = reading_grid(r->t, s, r->a, &g, &is, e);
    if (rc || !is)
        return rc;
    rc = crosstab_read(&g, r->a, t, &is, e);
    if (!rc && is)
        rc = crosstab_ask(t, r->question, r->a, reading, e);
    confidence = is && reading->operation ? crosstab_confidence(reading) : 0;
    if (!rc && confidence > asked->confidence) {
        *found = true;
        asked->confidence = confidence;
        asked->table = i;
        asked->is_cell = reading->operation == CROSSTAB_LOOKUP;
        rc = crosstab_sql(t, table, reading, r->a, &asked->sql, e);
    }
    grid_release(&g);
    return rc;
}

enum err crosstab_part_find(const struct table_part *r,
                            struct ask_result *asked, bool *found,
                            struct error *e)
{
    size_t n = 0;

    *found = false;
    *asked = (struct ask_result){.outcome = ASK_ANSWERABLE,
                                 .language = r->out->asked.language,
                                 .by_parser = true,
                                 .is_bare_sql = true};
    for (size_t i = 0; i < r->out->n_sources && n < MAX_TABLES; i++) {
        if (!may_be(&r->out->sources[i]))
            continue;
        n++;
        if (ask_one(r, i, asked, found, e))
            return e->code;
    }
    return OK;
}
