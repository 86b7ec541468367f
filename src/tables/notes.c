/*
 * notes.c - from a map's fidelity to notes.
 *
 * Counts are those of the whole table, places and columns the first that the
 * fidelity lists. How much of the table a note touches is a share of its rows:
 * a row with two cells that became empty is counted twice, so a share is at most
 * too large; and a table has at most all of its rows touched.
 */
#include "tables/notes.h"

#include <math.h>

struct making {
    const struct json *table;
    const struct json *fidelity;
    uint64_t rows;
    struct table_notes *notes;
};

static uint64_t number_of(const struct json *object, const char *key)
{
    return json_u64(json_find(object, key), UINT64_MAX / 4);
}

static double share_of(uint64_t count, uint64_t whole)
{
    return whole > count ? (double)count / (double)whole : 1;
}

static struct table_note *add(struct making *m, enum table_note_kind kind,
                              uint64_t count)
{
    struct table_note *n = &m->notes->list[m->notes->n++];

    *n = (struct table_note){.kind = kind, .count = count};
    return n;
}

static void add_column(struct table_note *n, struct str name)
{
    for (size_t i = 0; i < n->n_columns; i++) {
        if (str_eq(n->columns[i], name))
            return;
    }
    if (n->n_columns < TABLE_NOTE_LISTED)
        n->columns[n->n_columns++] = name;
}

static void add_place(struct table_note *n, const struct json *place)
{
    if (place && place->text.n && n->n_places < TABLE_NOTE_LISTED)
        n->places[n->n_places++] = place->text;
}

/* The first lines of a kind. */
static void add_lines(struct making *m, struct table_note *n, const char *key)
{
    const struct json *list = json_find(m->fidelity, key);

    n->unit = TABLE_NOTE_LINES;
    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        const struct json *line = json_find(j, "line");

        if (line && line->type == JSON_NUMBER)
            add_place(n, line);
    }
}

static void add_columns(struct table_note *n, const struct json *names)
{
    for (names = names ? names->first : NULL; names; names = names->next)
        add_column(n, json_text(names));
}

/* ---- what the file does not tell ---- */

/* The letters of text columns are those of an encoding that was guessed. */
static void note_encoding(struct making *m)
{
    const struct json *guessed = json_find(m->fidelity, "encoding_guessed");
    const struct json *other = json_find(guessed, "others");
    const struct json *columns = json_find(m->table, "columns");
    const struct json *sure = json_find(m->table, "encoding_confidence");
    struct table_note *note;

    if (!guessed || guessed->type != JSON_OBJECT)
        return;
    note = add(m, TABLE_NOTE_ENCODING, number_of(guessed, "lines"));
    note->share = share_of(note->count, m->rows) * (1 - json_double(sure));
    note->read_as = json_text(json_find(m->table, "encoding_detected"));
    for (other = other ? other->first : NULL;
         other && note->n_others < TABLE_NOTE_OTHERS; other = other->next)
        note->others[note->n_others++] = json_text(other);
    for (columns = columns ? columns->first : NULL; columns;
         columns = columns->next) {
        if (json_is(json_find(columns, "inferred_type"), "string"))
            add_column(note, json_text(json_find(columns, "name")));
    }
}

/* Of a table of a PDF, of which `sure` says how sure it is. */
static void note_page(struct making *m, enum table_note_kind kind,
                      const struct json *sure)
{
    struct table_note *note = add(m, kind, 1);

    note->page = number_of(m->fidelity, "page");
    note->table = number_of(m->fidelity, "table");
    note->confidence = json_double(sure);
    note->share = fmin(1, fmax(0, 1 - note->confidence));
}

/* Where only its gaps tell the cells from each other, and where OCR read it. */
static void note_found(struct making *m)
{
    const struct json *ocr = json_find(m->fidelity, "ocr");

    if (json_is(json_find(m->fidelity, "found_by"), "alignment"))
        note_page(m, TABLE_NOTE_FOUND, json_find(m->fidelity, "confidence"));
    if (ocr && ocr->type == JSON_NUMBER)
        note_page(m, TABLE_NOTE_OCR, ocr);
}

static void note_names(struct making *m)
{
    const struct json *named = json_find(m->fidelity, "columns_named");
    struct table_note *note;

    if (!named)
        return;
    note = add(m, TABLE_NOTE_NAMES, number_of(m->fidelity, "columns_named"));
    note->of = number_of(m->table, "column_count");
    note->share = 1;
}

/* Names of another table stand below an empty line. */
static void note_other(struct making *m)
{
    struct table_note *note;

    if (!json_find(m->fidelity, "other_tables"))
        return;
    note = add(m, TABLE_NOTE_OTHER, 1);
    add_lines(m, note, "other_tables");
    note->share = 1;
}

static void note_aligned(struct making *m)
{
    const struct json *lines = json_find(m->fidelity, "aligned_lines");

    if (lines)
        add(m, TABLE_NOTE_ALIGNED, number_of(m->fidelity, "aligned_lines"))
            ->share = 1;
    if (json_find(m->fidelity, "aligned"))
        add(m, TABLE_NOTE_TOLD,
            number_of(json_find(m->fidelity, "aligned"), "lines"))
            ->share = 1;
}

/* The rows are a list of an object that has other members, which are in none. */
static void note_list(struct making *m)
{
    const struct json *beside = json_find(m->fidelity, "records_beside");
    struct table_note *note;

    if (!beside || !beside->first)
        return;
    note = add(m, TABLE_NOTE_LIST, 0);
    add_columns(note, beside);
    note->count = note->n_columns;
}

/* All of the file is one record, with lists in it, which are no rows. */
static void note_record(struct making *m)
{
    const struct json *columns = json_find(m->fidelity, "columns");
    struct table_note *note = NULL;

    if (m->rows != 1)
        return;
    for (columns = columns ? columns->first : NULL; columns;
         columns = columns->next) {
        if (number_of(columns, "values_kept_as_json") == 0)
            continue;
        if (!note)
            note = add(m, TABLE_NOTE_RECORD, 0);
        note->count++;
        note->share = 1;
        add_column(note, json_text(json_find(columns, "name")));
    }
}

/* The note of this kind for columns that were read so. Past the most notes of a
   kind the last takes all, and no longer says how they were read. */
static struct table_note *doubt_note(struct making *m,
                                     enum table_note_kind kind,
                                     struct str read_as)
{
    struct table_note *last = NULL;
    struct table_note *note;
    size_t n = 0;

    for (size_t i = 0; i < m->notes->n; i++) {
        note = &m->notes->list[i];
        if (note->kind != kind)
            continue;
        n++;
        last = note;
        if (str_eq(note->read_as, read_as) &&
            note->n_columns < TABLE_NOTE_LISTED)
            return note;
    }
    if (n > TABLE_NOTE_MORE) {
        if (!str_eq(last->read_as, read_as))
            last->read_as = STR("...");
        return last;
    }
    note = add(m, kind, 0);
    note->read_as = read_as;
    note->share = 1;
    return note;
}

static void note_doubts(struct making *m, enum table_note_kind kind,
                        const char *doubted, const char *format)
{
    const struct json *columns = json_find(m->fidelity, "columns");

    for (const struct json *c = columns ? columns->first : NULL; c;
         c = c->next) {
        struct table_note *note;

        if (!json_is_true(json_find(c, doubted)))
            continue;
        note = doubt_note(m, kind, json_text(json_find(c, format)));
        note->count++;
        add_column(note, json_text(json_find(c, "name")));
    }
}

/* ---- texts ---- */

static void note_rows(struct making *m, enum table_note_kind kind,
                      const char *count, const char *list)
{
    uint64_t n = number_of(m->fidelity, count);
    struct table_note *note;

    if (n == 0)
        return;
    note = add(m, kind, n);
    if (kind == TABLE_NOTE_SET_ASIDE) {
        note->share = share_of(n, m->rows + n);
    } else {
        note->of = m->rows;
        note->share = share_of(n, m->rows);
    }
    add_lines(m, note, list);
    if (kind == TABLE_NOTE_PADDED)
        add_columns(note, json_find(m->fidelity, "rows_padded_missing"));
}

static void note_outside(struct making *m)
{
    uint64_t n = number_of(m->fidelity, "title_lines") +
                 number_of(m->fidelity, "comment_lines") +
                 number_of(m->fidelity, "footer_lines");
    struct table_note *note;

    if (n == 0)
        return;
    note = add(m, TABLE_NOTE_OUTSIDE, n);
    note->share = share_of(n, m->rows + n);
    note->unit = TABLE_NOTE_LINES;
}

/* ---- sheets ---- */

/* Columns whose counter `key` says that they have such cells. */
static void add_touched(struct making *m, struct table_note *n, const char *key)
{
    const struct json *columns = json_find(m->fidelity, "columns");

    for (const struct json *c = columns ? columns->first : NULL; c; c = c->next)
        if (number_of(c, key))
            add_column(n, json_text(json_find(c, "name")));
}

static const struct place_kind {
    const char *what;
    enum table_note_kind kind;
    const char *column; /* the counter of a column; NULL if there is none */
} place_kinds[] = {
    {"formulas_without_value_read_as_null", TABLE_NOTE_UNCACHED,
     "formulas_without_value"},
    {"error_cells_read_as_null", TABLE_NOTE_ERRORS, "error_cells"},
    {"dates_of_day_zero", TABLE_NOTE_DATES, NULL},
    {"dates_of_29_february_1900", TABLE_NOTE_DATES, NULL},
    {"dates_out_of_range_read_as_numbers", TABLE_NOTE_DATES, NULL},
};

static const struct json *find_places(const struct making *m, const char *what)
{
    const struct json *places = json_find(m->fidelity, "places");

    for (const struct json *p = places ? places->first : NULL; p; p = p->next)
        if (json_is(json_find(p, "what"), what))
            return p;
    return NULL;
}

static void note_places(struct making *m, enum table_note_kind kind)
{
    struct table_note *note = NULL;

    for (size_t i = 0; i < COUNT_OF(place_kinds); i++) {
        const struct place_kind *k = &place_kinds[i];
        const struct json *places =
            k->kind == kind ? find_places(m, k->what) : NULL;
        const struct json *first = json_find(places, "first");

        if (number_of(places, "cells") == 0)
            continue;
        if (!note)
            note = add(m, kind, 0);
        note->count += number_of(places, "cells");
        for (first = first ? first->first : NULL; first; first = first->next)
            add_place(note, first);
        if (k->column)
            add_touched(m, note, k->column);
    }
    if (note)
        note->share = share_of(note->count, m->rows);
}

static void note_left_out(struct making *m)
{
    const struct json *list = json_find(m->fidelity, "left_out");
    uint64_t n = number_of(m->fidelity, "blocks_left_out");
    double cells =
        (double)m->rows * (double)number_of(m->table, "column_count");
    double outside = 0;
    struct table_note *note;

    if (n == 0)
        return;
    note = add(m, TABLE_NOTE_LEFT_OUT, n);
    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        const struct json *what = json_find(j, "what");

        if (!what || json_is(what, "other")) /* else no rows: a heading, ... */
            outside += (double)number_of(j, "cells");
        add_place(note, json_find(j, "range"));
    }
    note->share = outside > 0 ? outside / (outside + cells) : 0;
}

/* ---- both ---- */

/* Of the columns that have this counter. */
static void note_counted(struct making *m, enum table_note_kind kind,
                         const char *key, uint64_t whole)
{
    const struct json *columns = json_find(m->fidelity, "columns");
    uint64_t n = 0;
    struct table_note *note;

    for (const struct json *c = columns ? columns->first : NULL; c; c = c->next)
        n += number_of(c, key);
    if (n == 0)
        return;
    note = add(m, kind, n);
    note->share = share_of(n, whole);
    add_touched(m, note, key);
}

/* Are the cells of a column that have no value those of the rows of totals? */
static bool labels_totals(const struct making *m, const struct json *column)
{
    const uint64_t totals = number_of(m->fidelity, "total_rows_count");
    const struct str label = json_text(json_find(column, "total_label"));

    return label.n && number_of(column, "null_words") == totals &&
           str_eq(label, json_text(json_find(column, "null_mark")));
}

static void note_no_value(struct making *m, enum table_note_kind kind)
{
    const struct json *columns = json_find(m->fidelity, "columns");
    struct table_note *note = NULL;

    for (const struct json *c = columns ? columns->first : NULL; c;
         c = c->next) {
        const uint64_t n = number_of(c, "null_words");

        if (n == 0 || labels_totals(m, c) != (kind == TABLE_NOTE_LABEL))
            continue;
        if (!note)
            note = add(m, kind, 0);
        note->count += n;
        add_column(note, json_text(json_find(c, "name")));
    }
    if (note)
        note->share = share_of(note->count, m->rows);
}

static void note_totals(struct making *m)
{
    const struct json *cells = json_find(m->fidelity, "total_rows_cells");
    const struct json *rows = json_find(m->fidelity, "total_rows");
    uint64_t n = number_of(m->fidelity, "total_rows_count");
    struct table_note *note;

    if (n == 0)
        return;
    note = add(m, TABLE_NOTE_TOTALS, n);
    note->of = m->rows;
    note->unit = cells ? TABLE_NOTE_CELLS : TABLE_NOTE_ROWS;
    note->share = json_double(json_find(m->fidelity, "total_rows_share"));
    add_columns(note, json_find(m->fidelity, "total_rows_columns"));
    rows = cells ? cells : rows;
    for (rows = rows ? rows->first : NULL; rows; rows = rows->next)
        add_place(note, rows);
}

/* Figures are as they stand: what a caption says of them is for the reader. */
static void note_unit(struct making *m)
{
    const struct str unit = json_text(json_find(m->fidelity, "unit_stated"));
    struct table_note *note;

    if (unit.n == 0)
        return;
    note = add(m, TABLE_NOTE_UNIT, 1);
    note->read_as = unit;
    note->unit = TABLE_NOTE_LINES;
    add_place(note, json_find(m->fidelity, "unit_stated_line"));
}

/* Is there a note of this kind on a column? */
static bool has_note(const struct making *m, enum table_note_kind kind,
                     struct str column)
{
    for (size_t i = 0; i < m->notes->n; i++)
        for (size_t k = 0;
             m->notes->list[i].kind == kind && k < m->notes->list[i].n_columns;
             k++)
            if (str_eq(m->notes->list[i].columns[k], column))
                return true;
    return false;
}

static bool is_column(const struct making *m, struct str name)
{
    const struct json *c = json_find(m->table, "columns");

    for (c = c ? c->first : NULL; c; c = c->next)
        if (str_eq_nocase(json_text(json_find(c, "name")), name))
            return true;
    return false;
}

/* A second "sales" is sales_2, and a question that says sales may mean either. */
static void note_twice(struct making *m)
{
    const struct json *c = json_find(m->fidelity, "columns_renamed");
    struct table_note *note = NULL;

    for (c = c ? c->first : NULL; c; c = c->next) {
        const struct str original = json_text(json_find(c, "original_name"));

        if (original.n == 0 || !is_column(m, original))
            continue;
        if (!note)
            note = add(m, TABLE_NOTE_TWICE, 0);
        note->count++;
        add_column(note, original);
        add_column(note, json_text(json_find(c, "name")));
    }
}

/* A group is named once, and no merged cells say that the name goes on. */
static void note_blank(struct making *m)
{
    const uint64_t n = number_of(m->fidelity, "left_blank_rows");
    const struct str column =
        json_text(json_find(m->fidelity, "left_blank_column"));
    struct table_note *note;

    if (n == 0 || has_note(m, TABLE_NOTE_MERGED, column))
        return;
    note = add(m, TABLE_NOTE_BLANK, n);
    note->of = m->rows;
    note->share = share_of(n, m->rows);
    add_column(note, column);
}

/* Rows that count as rows, and are perhaps none. */
static void note_odd_rows(struct making *m)
{
    static const struct {
        enum table_note_kind kind;
        const char *count, *column;
    } kinds[] = {
        {TABLE_NOTE_EMPTY, "rows_without_value", "-"},
        {TABLE_NOTE_LONE, "rows_of_one_cell", "rows_of_one_cell_column"}};

    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const uint64_t n = number_of(m->fidelity, kinds[i].count);
        const struct str column =
            json_text(json_find(m->fidelity, kinds[i].column));
        struct table_note *note = n ? add(m, kinds[i].kind, n) : NULL;

        if (!note)
            continue;
        note->of = m->rows;
        note->share = share_of(n, m->rows);
        if (column.n)
            add_column(note, column);
    }
}

/* It is in every sum, and in the mean only where it is not left out. */
static void note_mean(struct making *m)
{
    const struct json *row = json_find(m->fidelity, "average_row");
    struct table_note *note;

    if (!row)
        return;
    note = add(m, TABLE_NOTE_MEAN, 1);
    note->of = m->rows;
    note->share = 1;
    note->unit = TABLE_NOTE_ROWS;
    add_place(note, row);
}

/* Who sees the sheet does not see hidden rows; tracked changes are yet to be accepted. */
static void note_unseen(struct making *m, enum table_note_kind kind,
                        const char *count)
{
    const uint64_t n = number_of(m->fidelity, count);

    if (n)
        add(m, kind, n)->of = kind == TABLE_NOTE_HIDDEN ? m->rows : 0;
}

/* What of a server's table is here is a sample. */
static void note_sampled(struct making *m)
{
    const uint64_t of = number_of(m->fidelity, "sampled_of");

    if (of)
        add(m, TABLE_NOTE_SAMPLED, m->rows)->of = of;
}

void table_notes_make(const struct json *table, struct table_notes *notes)
{
    struct making m = {.table = table,
                       .fidelity = json_find(table, "fidelity"),
                       .rows = number_of(table, "row_count"),
                       .notes = notes};

    notes->n = 0;
    note_encoding(&m);
    note_found(&m);
    note_names(&m);
    note_other(&m);
    note_aligned(&m);
    note_list(&m);
    note_record(&m);
    note_doubts(&m, TABLE_NOTE_DAYS, "date_order_ambiguous", "date_format");
    note_doubts(&m, TABLE_NOTE_NUMBERS, "number_format_ambiguous",
                "number_format");
    note_counted(&m, TABLE_NOTE_PARTED, "parts_the_table", 1);
    note_rows(&m, TABLE_NOTE_SET_ASIDE, "rows_rejected_count", "rows_rejected");
    note_rows(&m, TABLE_NOTE_PADDED, "rows_padded_count", "rows_padded");
    note_rows(&m, TABLE_NOTE_REPAIRED, "rows_repaired_count", "rows_repaired");
    note_places(&m, TABLE_NOTE_UNCACHED);
    note_places(&m, TABLE_NOTE_ERRORS);
    note_places(&m, TABLE_NOTE_DATES);
    note_left_out(&m);
    note_totals(&m);
    note_unit(&m);
    note_counted(&m, TABLE_NOTE_DIFFER, "other_unit_cells", m.rows);
    note_counted(&m, TABLE_NOTE_POINTS, "points_missing", m.rows);
    note_counted(&m, TABLE_NOTE_MERGED, "merged_cells", m.rows);
    note_twice(&m);
    note_blank(&m);
    note_odd_rows(&m);
    note_mean(&m);
    note_unseen(&m, TABLE_NOTE_HIDDEN, "hidden_rows");
    note_no_value(&m, TABLE_NOTE_NO_VALUE);
    note_no_value(&m, TABLE_NOTE_LABEL);
    note_outside(&m);
    note_sampled(&m);
    note_unseen(&m, TABLE_NOTE_TRACKED, "tracked_changes");
}
