/* ingest_map.c - the report of how a file was read. */
#include "engine/ingest/ingest_map.h"

#include "engine/ingest/ingest_aligned.h"

#include "engine/duck/value.h"
#include "engine/ingest/ingest_blanks.h"
#include "engine/ingest/ingest_tables.h"
#include "engine/ingest/ingest_totals.h"

#include <stdio.h>
#include <string.h>

#define CHUNK_ROWS 500u

static const char *type_name(enum column_kind kind)
{
    static const enum duck_kind kinds[] = {
        [COLUMN_TEXT] = DUCK_VARCHAR,
        [COLUMN_BOOLEAN] = DUCK_BOOLEAN,
        [COLUMN_BIGINT] = DUCK_BIGINT,
        [COLUMN_HUGEINT] = DUCK_HUGEINT,
        [COLUMN_DECIMAL] = DUCK_DECIMAL,
        [COLUMN_DOUBLE] = DUCK_DOUBLE,
        [COLUMN_DATE] = DUCK_DATE,
        [COLUMN_TIME] = DUCK_TIME,
        [COLUMN_TIMESTAMP] = DUCK_TIMESTAMP,
        [COLUMN_TIMESTAMPTZ] = DUCK_TIMESTAMP_TZ,
    };

    return value_type_name(kinds[kind]);
}

void ingest_write_columns(const struct ingest *in, struct jsonw *w)
{
    char sql[32];

    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < in->columns; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", in->names[i].name);
        jsonw_member_u64(w, "index", i);
        jsonw_member_cstr(w, "inferred_type", type_name(in->types[i].kind));
        if (in->names[i].renamed)
            jsonw_member_str(w, "original_name", in->names[i].original);
        ingest_sql_type(&in->types[i], sql);
        jsonw_member_cstr(w, "sql_type", sql);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void ingest_write_chunks(uint64_t rows, struct jsonw *w)
{
    char range[48];

    jsonw_key(w, "chunks");
    jsonw_begin_array(w);
    for (uint64_t from = 0; from < rows; from += CHUNK_ROWS) {
        uint64_t to = rows - from < CHUNK_ROWS ? rows : from + CHUNK_ROWS;

        (void)snprintf(range, sizeof(range), "%llu-%llu",
                       (unsigned long long)from + 1, (unsigned long long)to);
        jsonw_begin_object(w);
        jsonw_member_u64(w, "index", from / CHUNK_ROWS);
        jsonw_member_cstr(w, "rows", range);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* "lf", "crlf", "cr", "mixed"; NULL where no line ends. */
static const char *line_ending(const struct csv_counts *c)
{
    unsigned kinds = (c->lf > 0) + (c->crlf > 0) + (c->cr > 0);

    if (kinds > 1)
        return "mixed";
    if (kinds == 0)
        return NULL;
    return c->lf ? "lf" : c->crlf ? "crlf" : "cr";
}

static bool has_date(const struct column_type *t)
{
    return t->kind == COLUMN_DATE || t->kind == COLUMN_TIMESTAMP ||
           t->kind == COLUMN_TIMESTAMPTZ;
}

/* How the column's numbers are written, by example. */
static const char *number_format(const struct column_type *t)
{
    static const char *const formats[2][2][2] = {
        {{"1234", "1234.56"}, {"1,234", "1,234.56"}},
        {{"1234", "1234,56"}, {"1.234", "1.234,56"}}};
    bool fraction = t->kind == COLUMN_DECIMAL || t->kind == COLUMN_DOUBLE;

    return formats[t->convention == NUMBER_COMMA][t->grouped][fraction];
}

void ingest_write_reason(const struct column_type *t, struct jsonw *w)
{
    char why[120];

    if (!t->kept_as_text)
        return;
    if (t->kept_row)
        (void)snprintf(why, sizeof(why), "row %llu %s",
                       (unsigned long long)t->kept_row, t->kept_as_text);
    jsonw_member_cstr(w, "kept_as_text_because",
                      t->kept_row ? why : t->kept_as_text);
}

/* OCR loses a point now and then: 77.1 becomes 771. Numbers without one, where four of
 * five have one, may be such; 0: there is no reason to think so. */
static uint64_t points_missing(const struct ingest *in, size_t i)
{
    const struct column_evidence *ev;

    if (!in->place || in->place->ocr <= 0 ||
        in->types[i].kind != COLUMN_DECIMAL)
        return 0;
    ev = &in->seen[i];
    return ev->unmarked * 5 <= ev->values ? ev->unmarked : 0;
}

static void write_convention(const struct ingest *in, size_t i, struct jsonw *w)
{
    const struct column_type *t = &in->types[i];
    char date[DATE_NAME_BYTES];

    jsonw_begin_object(w);
    jsonw_member_str(w, "name", in->names[i].name);
    if (column_is_number(t)) {
        jsonw_member_cstr(w, "number_format", number_format(t));
        if (t->convention_ambiguous)
            jsonw_member_bool(w, "number_format_ambiguous", true);
        if (t->percent)
            jsonw_member_bool(w, "percent", true);
        if (t->spaced)
            jsonw_member_bool(w, "spaces_between_thousands", true);
        if (t->unit[0])
            jsonw_member_cstr(w, "currency", t->unit);
        if (points_missing(in, i))
            jsonw_member_u64(w, "points_missing", points_missing(in, i));
    }
    if (has_date(t)) {
        date_format_name(t->order, t->separator, date);
        jsonw_member_cstr(w, "date_format", date);
        jsonw_member_bool(w, "date_order_ambiguous", t->order_ambiguous);
        if (t->short_year)
            jsonw_member_bool(w, "two_digit_years", true);
        if (t->month_name)
            jsonw_member_bool(w, "month_names", true);
    }
    ingest_write_null_words(t, w);
    ingest_write_reason(t, w);
    jsonw_end_object(w);
}

void ingest_write_nothing_rejected(struct jsonw *w)
{
    jsonw_key(w, "rows_rejected");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    jsonw_end_array(w);
}

void ingest_write_null_words(const struct column_type *t, struct jsonw *w)
{
    if (t->null_words)
        jsonw_member_u64(w, "null_words", t->null_words);
    if (t->null_words && t->mark.n)
        jsonw_member_str(w, "null_mark", (struct str){t->mark.word, t->mark.n});
    if (t->total_label.n)
        jsonw_member_str(w, "total_label", t->total_label);
    if (t->total_alone)
        jsonw_member_bool(w, "total_label_alone", true);
}

void ingest_write_compression(const struct ingest_request *r, struct jsonw *w)
{
    if (r->compression)
        jsonw_member_cstr(w, "compression", r->compression);
}

void ingest_write_renamed(const struct ingest *in, struct jsonw *w)
{
    jsonw_key(w, "columns_renamed");
    jsonw_begin_array(w);
    for (size_t i = 0; i < in->columns; i++) {
        if (!in->names[i].renamed)
            continue;
        jsonw_begin_object(w);
        jsonw_member_u64(w, "index", i);
        jsonw_member_str(w, "original_name", in->names[i].original);
        jsonw_member_str(w, "name", in->names[i].name);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* What a person should know and no other field says. */
static void write_notes(const struct ingest *in, struct jsonw *w)
{
    char text[512];

    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    if (in->layout.header_assumed) {
        size_t rows = in->layout.header_rows - in->layout.again_rows;

        (void)snprintf(text, sizeof(text),
                       rows == 1 ? "the first line was taken as the header, "
                                   "though the cells below it are text as well"
                                 : "the first %zu lines were taken as the "
                                   "header, though the cells below them are "
                                   "text as well",
                       rows);
        jsonw_cstr(w, text);
    }
    if (in->columns_dropped) {
        (void)snprintf(text, sizeof(text),
                       "%zu columns at the end, without name or value, were "
                       "left out",
                       in->columns_dropped);
        jsonw_cstr(w, text);
    }
    if (in->source.decoder.nuls) {
        (void)snprintf(text, sizeof(text),
                       "%llu NUL bytes were left out, the first at offset %llu",
                       (unsigned long long)in->source.decoder.nuls,
                       (unsigned long long)in->source.decoder.first_nul);
        jsonw_cstr(w, text);
    }
    for (size_t i = 0; i < in->columns; i++) {
        if (in->types[i].kind != COLUMN_DOUBLE)
            continue;
        (void)snprintf(text, sizeof(text),
                       "column '%.*s' is float and not decimal because row "
                       "%llu has an exponent or is not finite",
                       STR_FMT(in->names[i].name),
                       (unsigned long long)in->types[i].odd_row);
        jsonw_cstr(w, text);
    }
    jsonw_end_array(w);
}

/* How many columns the header has a name for; all, where it is as wide as they
   are, or there is none. */
static size_t named_columns(const struct ingest *in)
{
    size_t n = in->columns;

    while (in->layout.header_rows && in->layout.header_cells < n &&
           in->whole_names[n - 1].n == 0)
        n--;
    return n;
}

/* What the bytes alone do not tell, beside the forms of columns; tables/notes.h
   makes sentences of it. */
static void write_doubts(const struct ingest *in, struct jsonw *w)
{
    if (in->guessed.doubted) {
        jsonw_key(w, "encoding_guessed");
        jsonw_begin_object(w);
        jsonw_key(w, "others");
        jsonw_begin_array(w);
        for (size_t i = 0; i < in->guessed.n_others; i++)
            jsonw_cstr(w, in->guessed.others[i]);
        jsonw_end_array(w);
        jsonw_member_u64(w, "lines", in->guessed.lines);
        jsonw_end_object(w);
    }
    if (named_columns(in) < in->columns)
        jsonw_member_u64(w, "columns_named", named_columns(in));
    if (in->request->aligned)
        ingest_write_aligned(in->request->aligned, w);
    if (in->layout.aligned_lines)
        jsonw_member_u64(w, "aligned_lines", in->layout.aligned_lines);
    if (in->layout.other_line) {
        jsonw_key(w, "other_tables");
        jsonw_begin_array(w);
        jsonw_begin_object(w);
        jsonw_member_u64(w, "line", in->layout.other_line);
        jsonw_end_object(w);
        jsonw_end_array(w);
    }
}

/* What tables/cells.h makes pointers of. */
static void write_parts(const struct ingest_place *p, struct jsonw *w)
{
    jsonw_key(w, "parts");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n_parts; i++) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "page", p->part[i].page);
        jsonw_member_u64(w, "table", p->part[i].table);
        jsonw_member_u64(w, "first_row", p->part[i].first_row);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_place(const struct ingest_place *p, struct jsonw *w)
{
    if (p->page)
        jsonw_member_u64(w, "page", p->page);
    jsonw_member_u64(w, "table", p->table);
    if (p->tracked_changes)
        jsonw_member_u64(w, "tracked_changes", p->tracked_changes);
    if (p->n_parts > 0)
        write_parts(p, w);
    if (p->found_by.n == 0)
        return;
    jsonw_member_str(w, "found_by", p->found_by);
    jsonw_member_double(w, "confidence", p->confidence);
    if (p->ocr > 0)
        jsonw_member_double(w, "ocr", p->ocr);
}

/* "(in thousands)" above the names of rows is of all columns beside it. */
static bool find_named_unit(const struct ingest *in, struct caption_unit *out)
{
    for (size_t i = 0; i < in->columns && in->types; i++)
        if (in->types[i].kind == COLUMN_TEXT &&
            caption_unit_find(in->names[i].name, out))
            return true;
    return false;
}

void ingest_write_unit(const struct ingest *in, const struct caption_unit *unit,
                       struct jsonw *w)
{
    struct caption_unit named = {0};

    if (!unit->text[0] && find_named_unit(in, &named))
        unit = &named;
    if (!unit->text[0])
        return;
    jsonw_member_cstr(w, "unit_stated", unit->text);
    if (unit->line)
        jsonw_member_u64(w, "unit_stated_line", unit->line);
}

void ingest_write_fidelity(const struct ingest *in, struct jsonw *w)
{
    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    if (in->place)
        write_place(in->place, w);
    ingest_write_compression(in->request, w);
    jsonw_member_cstr(w, "line_ending", line_ending(&in->counts));
    jsonw_member_bool(w, "has_bom", in->source.begin.report.has_bom);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < in->columns; i++)
        write_convention(in, i, w);
    jsonw_end_array(w);
    ingest_write_renamed(in, w);
    jsonw_member_u64(w, "blank_lines_skipped",
                     in->counts.blank_lines + in->blank_before);
    jsonw_member_cstr(w, "escape", in->layout.dialect.escape ? "\\" : NULL);
    if (in->layout.dialect.spaced)
        jsonw_member_bool(w, "spaces_around_quotes", true);
    jsonw_member_u64(w, "header_rows",
                     in->layout.header_rows - in->layout.again_rows);
    jsonw_member_u64(w, "columns_dropped", in->columns_dropped);
    write_doubts(in, w);
    ingest_aside_write(&in->aside, in->names, in->columns, w);
    ingest_write_unit(in, &in->aside.unit, w);
    ingest_blanks_write(in, w);
    ingest_totals_write(in, NULL, NULL, w);
    write_notes(in, w);
    jsonw_end_object(w);
}

static void put_or_null(struct jsonw *w, const char *key, struct str s)
{
    if (s.n)
        jsonw_member_str(w, key, s);
    else
        jsonw_member_null(w, key);
}

void ingest_write_head(const struct ingest_head *h, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "format", h->format);
    put_or_null(w, "delimiter", h->delimiter);
    put_or_null(w, "quote_char", h->quote);
    jsonw_member_cstr(w, "encoding_detected",
                      h->encoding ? h->encoding->name : NULL);
    if (h->encoding)
        jsonw_member_double(w, "encoding_confidence", h->encoding->confidence);
    else
        jsonw_member_null(w, "encoding_confidence");
}

static const char *format_of_delimiter(char delimiter)
{
    return delimiter == '\t' ? "tsv" : delimiter == '|' ? "psv" : "csv";
}

void ingest_write_map(const struct ingest *in, struct jsonw *w)
{
    const struct csv_dialect *d = &in->layout.dialect;
    const struct ingest_aligned *aligned = in->request->aligned;
    const struct ingest_head head = {
        .format = aligned ? "csv" : format_of_delimiter(d->delimiter),
        .delimiter = {aligned ? " " : &d->delimiter,
                      d->delimiter != '\0'}, /* one column */
        .quote = {&d->quote, aligned ? 0 : 1},
        .encoding = aligned ? &aligned->encoding : &in->source.begin.report};

    ingest_write_head(&head, w);
    jsonw_member_bool(w, "has_header", in->layout.header_rows > 0);
    jsonw_member_u64(w, "row_count", in->rows);
    jsonw_member_u64(w, "column_count", in->columns);
    ingest_write_columns(in, w);
    ingest_write_chunks(in->rows, w);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    ingest_write_fidelity(in, w);
    jsonw_member_null(w, "caution"); /* tables/notes.h says what fidelity has */
    jsonw_end_object(w);
}

bool ingest_has_doubts(const struct ingest *in)
{
    for (size_t i = 0; i < in->columns; i++) {
        const struct column_type *t = &in->types[i];

        if ((has_date(t) && t->order_ambiguous) || t->null_words ||
            (column_is_number(t) && t->convention_ambiguous))
            return true;
    }
    return in->guessed.doubted || named_columns(in) < in->columns;
}

/* ---- of files with several tables ---- */

enum err ingest_keep_report(struct buf *text, struct arena *a,
                            const struct json **report, struct error *e)
{
    struct json *root = NULL;
    struct str json;
    enum err rc = buf_finish(text, &json, e);

    if (!rc)
        rc = json_parse(json, &json_default_limits, a, &root, e);
    *report = root;
    buf_release(text);
    return rc;
}

static void copy(const struct json *from, const char *key, struct jsonw *w)
{
    jsonw_key(w, key);
    json_write(json_find(from, key), w);
}

void ingest_write_tables(const char *format, const struct json *const *reports,
                         size_t n, struct jsonw *w)
{
    static const char *const table[] = {
        "has_header", "row_count", "column_count", "columns", "chunks", NULL};

    ingest_write_head(&(struct ingest_head){.format = format}, w);
    for (const char *const *key = table; *key; key++)
        copy(reports[0], *key, w);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++)
        json_write(reports[i], w);
    jsonw_end_array(w);
}

void ingest_write_first(const struct json *report, struct jsonw *w)
{
    copy(report, "fidelity", w);
    copy(report, "caution", w);
    jsonw_end_object(w);
}
