/* notes_text.c - notes as sentences, as JSON, and in cautions. */
#include "tables/notes_words.h"

#define SHOWN_COLUMNS 3u
#define SHOWN_PLACES  3u
#define SHOWN_BYTES   60u /* of a name */

static const char *const kinds[TABLE_NOTE_KINDS] = {
    [TABLE_NOTE_ENCODING] = "encoding_guessed",
    [TABLE_NOTE_FOUND] = "found_by_alignment",
    [TABLE_NOTE_OCR] = "read_by_ocr",
    [TABLE_NOTE_NAMES] = "columns_without_name",
    [TABLE_NOTE_OTHER] = "another_table",
    [TABLE_NOTE_ALIGNED] = "aligned_by_spaces",
    [TABLE_NOTE_TOLD] = "columns_by_alignment",
    [TABLE_NOTE_RECORD] = "one_record",
    [TABLE_NOTE_LIST] = "list_in_object",
    [TABLE_NOTE_DAYS] = "dates_ambiguous",
    [TABLE_NOTE_NUMBERS] = "numbers_ambiguous",
    [TABLE_NOTE_PARTED] = "empty_columns",
    [TABLE_NOTE_SET_ASIDE] = "rows_set_aside",
    [TABLE_NOTE_PADDED] = "rows_padded",
    [TABLE_NOTE_REPAIRED] = "rows_repaired",
    [TABLE_NOTE_UNCACHED] = "formulas_without_value",
    [TABLE_NOTE_ERRORS] = "error_cells",
    [TABLE_NOTE_DATES] = "dates_out_of_calendar",
    [TABLE_NOTE_LEFT_OUT] = "blocks_left_out",
    [TABLE_NOTE_TOTALS] = "total_rows",
    [TABLE_NOTE_UNIT] = "unit_stated",
    [TABLE_NOTE_DIFFER] = "units_differ",
    [TABLE_NOTE_POINTS] = "points_missing",
    [TABLE_NOTE_MERGED] = "merged_rows",
    [TABLE_NOTE_TWICE] = "names_repeated",
    [TABLE_NOTE_BLANK] = "names_left_out",
    [TABLE_NOTE_EMPTY] = "rows_without_value",
    [TABLE_NOTE_LONE] = "rows_of_one_cell",
    [TABLE_NOTE_MEAN] = "average_row",
    [TABLE_NOTE_HIDDEN] = "hidden_rows",
    [TABLE_NOTE_NO_VALUE] = "cells_without_value",
    [TABLE_NOTE_LABEL] = "labels_of_totals",
    [TABLE_NOTE_OUTSIDE] = "lines_outside",
    [TABLE_NOTE_SAMPLED] = "rows_sampled",
    [TABLE_NOTE_TRACKED] = "tracked_changes",
};

static const char *const units[TABLE_NOTE_UNITS] = {
    [TABLE_NOTE_CELLS] = "cells",
    [TABLE_NOTE_LINES] = "lines",
    [TABLE_NOTE_ROWS] = "rows",
};

/* The first of a list, which may be longer than what is known of it. */
static void put_list(const struct note_words *w, const struct str *list,
                     size_t n, bool is_whole, struct buf *out)
{
    size_t shown = 0;

    for (; shown < n && shown < SHOWN_PLACES; shown++) {
        buf_puts(out, shown ? w->comma : "");
        buf_put_str(out, str_slice(list[shown], 0, SHOWN_BYTES));
    }
    if (shown < n || !is_whole) {
        buf_puts(out, w->comma);
        buf_puts(out, w->more);
    }
}

static void put_columns(const struct table_note *n, const struct note_words *w,
                        struct buf *out)
{
    if (n->n_columns == 0)
        buf_puts(out, w->cells);
    else
        put_list(w, n->columns, n->n_columns, n->n_columns < TABLE_NOTE_LISTED,
                 out);
}

static void put_quoted(const struct table_note *n, const struct note_words *w,
                       struct buf *out)
{
    for (size_t i = 0; i < n->n_columns; i++) {
        buf_puts(out, i ? w->comma : "");
        buf_printf(out, "'%.*s'", STR_FMT(n->columns[i]));
    }
    if (n->n_columns < n->count) {
        buf_puts(out, w->comma);
        buf_puts(out, w->more);
    }
}

static void put_others(const struct table_note *n, const struct note_words *w,
                       struct buf *out)
{
    for (size_t i = 0; i < n->n_others; i++) {
        buf_puts(out, i == 0 ? "" : i + 1 < n->n_others ? w->comma : w->either);
        buf_put_str(out, n->others[i]);
    }
    if (n->n_others == 0)
        buf_puts(out, w->other);
}

static void put_places(const struct table_note *n, const struct note_words *w,
                       struct buf *out)
{
    const struct note_unit *unit = &w->unit[n->unit];

    if (n->n_places == 0)
        return;
    buf_puts(out, w->open);
    buf_puts(out, n->count == 1 ? unit->one : unit->many);
    put_list(w, n->places, n->n_places, n->n_places >= n->count, out);
    buf_puts(out, unit->after);
    buf_puts(out, w->close);
}

void table_note_say(const struct table_note *n,
                    enum table_note_language language, struct buf *out)
{
    const struct note_words *w = &note_words[language];
    const struct note_sentence *s = &w->say[n->kind];

    if (n->name.n) {
        buf_put_str(out, str_slice(n->name, 0, SHOWN_BYTES));
        buf_puts(out, w->behind);
    }
    for (const char *p = n->count == 1 ? s->one : s->many; *p; p++) {
        switch (*p) {
        case '#': buf_printf(out, "%llu", (unsigned long long)n->count); break;
        case '%': buf_printf(out, "%llu", (unsigned long long)n->of); break;
        case '@': put_columns(n, w, out); break;
        case '&': put_quoted(n, w, out); break;
        case '$': put_places(n, w, out); break;
        case '~': buf_put_str(out, n->read_as); break;
        case '^': buf_printf(out, "%llu", (unsigned long long)n->page); break;
        case '!': buf_printf(out, "%llu", (unsigned long long)n->table); break;
        case '*': buf_printf(out, "%.2f", n->confidence); break;
        case '?': put_others(n, w, out); break;
        default: buf_put_char(out, *p);
        }
    }
}

#define TEXT_BYTES 4096u

void table_note_write(const struct table_note *n, struct jsonw *w)
{
    struct buf text;

    buf_init(&text, TEXT_BYTES);
    table_note_say(n, TABLE_NOTE_EN, &text);
    jsonw_begin_object(w);
    if (n->name.n)
        jsonw_member_str(w, "table", n->name);
    jsonw_member_cstr(w, "kind", kinds[n->kind]);
    jsonw_member_u64(w, "count", n->count);
    if (n->of)
        jsonw_member_u64(w, "of", n->of);
    jsonw_member_double(w, "share", n->share);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n->n_columns; i++)
        jsonw_str(w, n->columns[i]);
    jsonw_end_array(w);
    jsonw_key(w, units[n->unit]);
    jsonw_begin_array(w);
    for (size_t i = 0; i < n->n_places; i++) {
        if (n->unit == TABLE_NOTE_CELLS)
            jsonw_str(w, n->places[i]);
        else
            jsonw_raw(w, n->places[i]);
    }
    jsonw_end_array(w);
    if (n->page) {
        jsonw_member_u64(w, "page", n->page);
        jsonw_member_u64(w, "number", n->table);
        jsonw_member_double(w, "confidence", n->confidence);
    }
    if (n->read_as.n)
        jsonw_member_str(w, "read_as", n->read_as);
    if (n->n_others) {
        jsonw_key(w, "others");
        jsonw_begin_array(w);
        for (size_t i = 0; i < n->n_others; i++)
            jsonw_str(w, n->others[i]);
        jsonw_end_array(w);
    }
    jsonw_member_str(w, "text", buf_str(&text));
    jsonw_end_object(w);
    buf_release(&text);
}

void table_notes_write(const struct table_notes *notes, struct jsonw *w)
{
    if (notes->n == 0)
        return;
    jsonw_key(w, "table_notes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < notes->n; i++)
        table_note_write(&notes->list[i], w);
    jsonw_end_array(w);
}

/* ---- cautions ---- */

#define MAP_MAX_BYTES  ((size_t)64 * 1024 * 1024)
#define TREE_MAX_BYTES ((size_t)1024 * 1024 * 1024)

void table_notes_write_caution(const struct json *table, struct jsonw *w)
{
    struct str before = json_text(json_find(table, "caution"));
    struct table_notes notes;
    struct buf text;

    table_notes_make(table, &notes);
    if (before.n == 0 && notes.n == 0) {
        jsonw_null(w);
        return;
    }
    buf_init(&text, before.n + notes.n * TEXT_BYTES);
    buf_put_str(&text, before);
    for (size_t i = 0; i < notes.n; i++) {
        buf_puts(&text, text.n ? "; " : "");
        table_note_say(&notes.list[i], TABLE_NOTE_EN, &text);
    }
    jsonw_str(w, buf_str(&text));
    buf_release(&text);
}

/* The members in their order, but for the caution. */
static void write_table(const struct json *table, struct jsonw *w)
{
    jsonw_begin_object(w);
    for (const struct json *j = table->first; j; j = j->next) {
        jsonw_key_str(w, j->key);
        if (str_is(j->key, "caution")) {
            table_notes_write_caution(table, w);
        } else if (str_is(j->key, "tables")) {
            jsonw_begin_array(w);
            for (const struct json *t = j->first; t; t = t->next)
                write_table(t, w);
            jsonw_end_array(w);
        } else {
            json_write(j, w);
        }
    }
    jsonw_end_object(w);
}

enum err table_notes_add(struct str map, struct arena *a, struct str *out,
                         struct error *e)
{
    struct json *root = NULL;
    struct arena tree;
    struct jsonw w;
    struct buf b;
    enum err rc;

    *out = map;
    if (!table_notes_are_in(map))
        return OK;
    arena_init(&tree, TREE_MAX_BYTES);
    buf_init(&b, MAP_MAX_BYTES);
    jsonw_init(&w, &b);
    rc = json_parse(map, &json_default_limits, &tree, &root, e);
    if (!rc) {
        write_table(root, &w);
        rc = buf_dup(&b, a, out, e);
    }
    buf_release(&b);
    arena_release(&tree);
    return rc;
}

/* ---- without parsing ---- */

/* Where the last occurrence begins; s.n when there is none. */
static size_t find_last(struct str s, struct str what)
{
    for (size_t i = s.n >= what.n ? s.n - what.n + 1 : 0; i-- > 0;) {
        if (s.p[i] == what.p[0] && str_starts(str_slice(s, i, s.n), what))
            return i;
    }
    return s.n;
}

bool table_notes_are_in(struct str map)
{
    size_t at = find_last(map, STR("\"fidelity\":{"));
    struct str before = str_slice(map, 0, at);

    /* the top level's fidelity is the last of a map, and short beside columns
     * and chunks; of several tables each may have notes of its own */
    if (str_ends(before, STR("\"tables\":[],")))
        map = str_slice(map, at, map.n);
    return str_find(map, STR("\"table_notes\":[")) < map.n;
}
