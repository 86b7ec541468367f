#include "answer/answer.h"
#include "answer/joined_tables.h"
#include "answer/table_union.h"

void answer_warn(struct answer *an, struct str text)
{
    if (text.n && an->n_warnings < ANSWER_MAX_WARNINGS)
        an->warnings[an->n_warnings++] = text;
}

struct str answer_sql(const struct answer *an)
{
    const struct str there = json_text(json_find(an->result, "server_sql"));

    return there.n > 0 ? there : an->asked.sql;
}

void answer_note(struct answer *an, struct str text)
{
    if (text.n && an->n_notes < ANSWER_MAX_NOTES)
        an->notes[an->n_notes++] = text;
}

struct str answer_source_base(const struct answer_source *s)
{
    return json_text(json_find(json_find(s->map, "source"), "base"));
}

const struct answer *answer_chosen(const struct answer *an, struct str number)
{
    const size_t n =
        number.n == 1 && number.p[0] > '0' ? (size_t)(number.p[0] - '0') : 0;

    return n > 0 && n <= an->n_alternatives ? an->alternatives[n - 1] : NULL;
}

static size_t tables_in(const struct answer_source *s)
{
    return s->united ? s->united->n : 1;
}

size_t answer_tables_used(const struct answer *an)
{
    size_t n = 0;

    for (size_t i = 0; an->result && i < an->n_sources; i++)
        n += joined_is_used(an, i) ? tables_in(&an->sources[i]) : 0;
    return n;
}

size_t answer_tables_read(const struct answer *an)
{
    size_t n = 0;

    for (size_t i = 0; i < an->n_sources; i++)
        n += tables_in(&an->sources[i]);
    return n;
}
