#include "answer/evaluate/table_verdict.h"

#include "ask/candidates/answers.h"

#include <math.h>

#define MAX_PARTS 6 /* of an expected row */

/* Rows of an answer against those that are expected. */
struct match {
    struct arena *a;
    const struct json *rows;
    size_t n_columns;
    const struct json *truth;
    size_t parts;             /* of a row of the truth */
    size_t column[MAX_PARTS]; /* chosen for each part */
    bool found;
};

static struct str text_of(const struct json *cell)
{
    if (cell->type == JSON_TRUE)
        return STR("true");
    return cell->type == JSON_FALSE ? STR("false") : cell->text;
}

static const struct json *item(const struct json *list, size_t i)
{
    const struct json *j = list->type == JSON_ARRAY ? list->first : NULL;

    if (list->type != JSON_ARRAY)
        return i == 0 ? list : NULL;
    while (j && i-- > 0)
        j = j->next;
    return j;
}

/* The set of a column's values is the truth? */
static enum err match_column(struct match *m, size_t column, struct error *e)
{
    struct answers given = {0}, expected = {0};
    struct str *cells =
        arena_alloc_array(m->a, m->rows->count, sizeof(*cells), e);
    struct str *list =
        arena_alloc_array(m->a, m->truth->count, sizeof(*list), e);

    if (!cells || !list)
        return e->code;
    given.text = cells;
    expected.text = list;
    for (const struct json *row = m->rows->first; row; row = row->next) {
        const struct json *cell = item(row, column);

        if (cell && cell->type != JSON_NULL)
            cells[given.n++] = text_of(cell);
    }
    for (const struct json *t = m->truth->first; t; t = t->next)
        list[expected.n++] = text_of(item(t, 0));
    return answers_equal(&given, &expected, m->a, &m->found, e);
}

static enum err same_cell(struct match *m, const struct json *cell,
                          const struct json *truth, bool *same, struct error *e)
{
    struct str x, y;
    struct answers given = {&x, 1}, expected = {&y, 1};

    *same = false;
    if (!cell || !truth)
        return OK;
    if (cell->type == JSON_NULL || truth->type == JSON_NULL) {
        *same = cell->type == truth->type;
        return OK;
    }
    x = text_of(cell);
    y = text_of(truth);
    return answers_equal(&given, &expected, m->a, same, e);
}

/* Is this row of the answer that one of the truth, in its first `parts`? */
static enum err same_row(struct match *m, const struct json *row,
                         const struct json *truth, size_t parts, bool *same,
                         struct error *e)
{
    enum err rc = OK;

    *same = true;
    for (size_t i = 0; i < parts && *same && !rc; i++)
        rc = same_cell(m, item(row, m->column[i]), item(truth, i), same, e);
    return rc;
}

/* Has each row of the answer one of the truth of its own? */
static enum err same_rows(struct match *m, size_t parts, bool *same,
                          struct error *e)
{
    bool *taken = arena_alloc_array(m->a, m->truth->count, sizeof(*taken), e);
    enum err rc = OK;

    if (!taken)
        return e->code;
    *same = true;
    for (const struct json *row = m->rows->first; row && *same && !rc;
         row = row->next) {
        size_t at = 0;

        *same = false;
        for (const struct json *t = m->truth->first; t && !*same && !rc;
             t = t->next, at++) {
            if (!taken[at])
                rc = same_row(m, row, t, parts, same, e);
            taken[at] |= *same;
        }
    }
    return rc;
}

/* Choose a column for each part, the next one for part `at`. */
static enum err match_rows(struct match *m, size_t at, struct error *e)
{
    enum err rc = OK;

    for (size_t c = 0; c < m->n_columns && !m->found && !rc; c++) {
        bool same = true;

        for (size_t i = 0; i < at; i++)
            same = same && m->column[i] != c;
        if (!same)
            continue;
        m->column[at] = c;
        rc = same_rows(m, at + 1, &same, e);
        if (!rc && same && at + 1 < m->parts)
            rc = match_rows(m, at + 1, e);
        else
            m->found = same;
    }
    return rc;
}

static enum err match(struct match *m, struct error *e)
{
    const struct json *first = m->truth->first;
    enum err rc = OK;

    m->parts = first->type == JSON_ARRAY ? first->count : 1;
    if (m->parts > 1)
        return m->rows->count == m->truth->count && m->parts <= MAX_PARTS
                   ? match_rows(m, 0, e)
                   : OK;
    for (size_t c = 0; c < m->n_columns && !m->found && !rc; c++)
        rc = match_column(m, c, e);
    return rc;
}

static enum err judge(const struct json *answer, const struct table_question *q,
                      struct arena *a, bool *right, struct error *e)
{
    const struct json *rows = json_find(json_find(answer, "results"), "rows");
    struct match m = {.a = a, .rows = rows};
    enum err rc = OK;

    *right = false;
    if (!rows || !rows->first)
        return OK;
    m.n_columns = rows->first->count;
    m.truth = q->answers;
    if (m.truth)
        rc = match(&m, e);
    m.truth = q->also;
    if (!rc && m.truth && !m.found)
        rc = match(&m, e);
    *right = m.found;
    return rc;
}

/* Specs of readings say which columns tell, or compare two; those of the rules
 * do neither. */
static enum table_reader reader_of(const struct json *answer)
{
    const struct json *spec = json_find(answer, "query_spec");

    return json_find(spec, "told") || json_find(spec, "compare")
               ? TABLE_BY_READING
               : TABLE_BY_RULES;
}

static bool is_answer(struct str mode)
{
    return str_is(mode, "structured_query") || str_is(mode, "hybrid") ||
           str_is(mode, "semantic");
}

enum err table_verdict_read(struct str line, const struct table_question *q,
                            struct arena *a, struct table_verdict *out,
                            struct error *e)
{
    struct json *answer;
    const struct json *confidence, *time;
    bool right = false;
    enum err rc = json_parse(line, &json_answer_limits, a, &answer, e);

    *out = (struct table_verdict){.confidence = NAN};
    if (rc)
        return rc;
    confidence = json_find(answer, "confidence");
    time = json_find(answer, "response_time_ms");
    if (confidence && confidence->type == JSON_NUMBER)
        out->confidence = json_double(confidence);
    out->time_ms = time ? json_double(time) : 0;
    out->reader = reader_of(answer);
    if (json_find(answer, "error")) {
        out->outcome = TABLE_FAILED;
    } else if (!is_answer(json_text(json_find(answer, "mode")))) {
        out->outcome = TABLE_REFUSED;
    } else {
        rc = judge(answer, q, a, &right, e);
        out->outcome = right ? TABLE_RIGHT : TABLE_WRONG;
    }
    return rc;
}
