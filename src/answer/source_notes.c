#include "answer/source_notes.h"

#include "answer/joined_tables.h"
#include "answer/table_union.h"
#include "ask/bind/messages.h"

#define TEXT_BYTES ((size_t)8 * 1024)

_Static_assert((int)LANGUAGE_EN == (int)TABLE_NOTE_EN &&
                   (int)LANGUAGE_ES == (int)TABLE_NOTE_ES &&
                   (int)LANGUAGE_ZH == (int)TABLE_NOTE_ZH,
               "the notes have the languages of questions");

/* Does the SQL of the answer name the column? */
static bool uses(const void *ctx, struct str column)
{
    const struct answer *from = ctx;

    return str_has_word(from->asked.sql, column);
}

struct cells_part source_part(const struct answer *an)
{
    return (struct cells_part){
        .first = an->first_row, .last = an->last_row, .uses = uses, .ctx = an};
}

/* The condition that leaves rows of totals out; NULL: there is none. */
static const struct spec_filter *totals_of(const struct answer *from)
{
    const struct query_spec *s = &from->asked.spec;

    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].totals)
            return &s->filters[i];
    return NULL;
}

/* Has no row of totals the values that a column is to have? Their labels are in it. */
static bool is_apart(const struct answer *from, const struct json *map)
{
    const struct query_spec *s = &from->asked.spec;
    const struct json *j = json_find(json_find(map, "fidelity"), "columns");

    for (j = j ? j->first : NULL; j; j = j->next)
        for (size_t i = 0; i < s->n_filters; i++)
            if (json_find(j, "total_label") && !s->filters[i].part &&
                (s->filters[i].op == FILTER_EQ ||
                 s->filters[i].op == FILTER_IN ||
                 s->filters[i].op == FILTER_PERIOD) &&
                str_eq(json_text(json_find(j, "name")), s->filters[i].column))
                return true;
    return false;
}

/* Say that it does, where what made the query did not. */
static enum err note_left_out(struct answer *an, struct arena *a,
                              struct error *e)
{
    const struct spec_filter *f = totals_of(an);
    struct str text;

    if (!f || f->n != 1)
        return OK;
    if (bind_message_format(SAY_TOTALS, an->asked.language,
                            (const struct str[3]){f->column, f->values[0], {0}},
                            a, &text, e))
        return e->code;
    for (size_t i = 0; i < an->asked.n_notes; i++)
        if (str_eq(an->asked.notes[i], text))
            return OK;
    answer_note(an, text);
    return OK;
}

/* One total is nothing to tell where the answer leaves it out, as it says; nor is
   the form of a column that it does not read. */
static void drop_left_out(const struct answer *from, const struct json *map,
                          struct table_notes *notes)
{
    const bool leaves_totals = totals_of(from) || is_apart(from, map);
    size_t kept = 0;

    for (size_t i = 0; i < notes->n; i++) {
        const struct table_note *n = &notes->list[i];

        if ((n->kind != TABLE_NOTE_TOTALS || n->count > 1 || !leaves_totals) &&
            table_note_concerns(n, from->asked.sql))
            notes->list[kept++] = *n;
    }
    notes->n = kept;
}

/* Where notes are written, and what they make of the figures. */
struct noted {
    struct answer *out;
    struct arena *a;
    double trust;
};

static size_t tables_used(const struct answer *from)
{
    size_t n = 0;

    for (size_t i = 0; i < from->n_sources; i++)
        n += joined_is_used(from, i);
    return n;
}

static enum err write_note(const struct table_note *note,
                           enum language language, struct answer *out,
                           struct arena *a, struct error *e)
{
    struct buf text;
    struct str said;
    enum err rc;

    buf_init(&text, TEXT_BYTES);
    table_note_say(note, (enum table_note_language)language, &text);
    rc = buf_dup(&text, a, &said, e);
    buf_release(&text);
    if (!rc)
        answer_warn(out, said);
    return rc;
}

/* The notes of one table; how far they leave its figures to be trusted. */
static enum err write_table(const struct answer *from,
                            const struct answer_source *s, bool is_one,
                            struct noted *to, struct error *e)
{
    struct answer *out = to->out;
    struct arena *a = to->a;
    struct table_notes *made = arena_alloc(a, sizeof(*made), e);
    double trust;
    enum err rc = OK;

    if (!made)
        return e->code;
    table_notes_make(s->map, made);
    drop_left_out(from, s->map, made);
    trust = table_notes_trust(made, uses, from);
    to->trust = trust < to->trust ? trust : to->trust;
    for (size_t i = 0; i < made->n && !rc; i++) {
        if (!is_one)
            made->list[i].name =
                s->table.n ? s->table : str_after_last(s->file, '/');
        if (out->n_table_notes < ANSWER_MAX_TABLE_NOTES)
            out->table_notes[out->n_table_notes++] = &made->list[i];
        rc = write_note(&made->list[i], from->asked.language, out, a, e);
    }
    return rc;
}

/* Files that are one table are trusted as the least of them. */
static enum err write_source(struct answer *from, size_t source, bool is_one,
                             struct noted *to, struct error *e)
{
    const struct answer_source *s = &from->sources[source];
    enum err rc = OK;

    to->trust = 1;
    if (!s->united)
        rc = write_table(from, s, is_one, to, e);
    for (size_t i = 0; s->united && i < s->united->n && !rc; i++)
        rc = write_table(from, &s->united->members[i], false, to, e);
    from->asked.confidence *= to->trust;
    return rc;
}

enum err source_notes_write(struct answer *from, struct answer *out,
                            struct arena *a, struct error *e)
{
    const bool is_one = tables_used(from) == 1;
    struct noted to = {.out = out, .a = a};
    enum err rc = OK;

    for (size_t i = 0; i < from->n_sources && !rc; i++) {
        if (joined_is_used(from, i))
            rc = write_source(from, i, is_one, &to, e);
    }
    if (!rc && from == out)
        rc = note_left_out(out, a, e);
    return rc;
}
