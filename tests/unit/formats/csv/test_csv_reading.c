/*
 * The rule of reading, tried on tables by chance: written as RFC 4180 has it,
 * in every dialect, and then damaged as programs damage them. Every cell comes
 * back as it was, in its column, or its row is among those reported.
 *
 * QUARRY_TABLES=n tries n tables of each kind; QUARRY_SEED=n begins elsewhere.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/csv_layout.h"
#include "formats/csv/csv_repair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COLUMNS 8u
#define MOST_ROWS    40u
#define CELL_BYTES   48u
#define TABLES       300u

enum kind {
    KIND_INTEGER,
    KIND_POINT,
    KIND_COMMA,
    KIND_DAY,
    KIND_SLASHED,
    KIND_TIME,
    KIND_CODE,
    KIND_WORDS,
    KIND_ANYTHING,
    KINDS
};

/* How a table is written. */
struct style {
    char delimiter, quote;
    bool all_quoted;
    bool spaced; /* a space after each delimiter */
    const char *line_end;
};

struct table {
    uint64_t seed, state;
    struct style style;
    size_t columns, rows;
    enum kind kinds[MOST_COLUMNS];
    char names[MOST_COLUMNS][CELL_BYTES];
    char cells[MOST_ROWS][MOST_COLUMNS][CELL_BYTES];
    size_t written[MOST_ROWS]; /* cells of the row as it was written */
    bool extra[MOST_ROWS];     /* and one more after them */
    size_t line[MOST_ROWS];    /* where it begins, from 1 */
    struct buf text;
    bool failed;
};

static uint64_t chance(struct table *t, uint64_t n)
{
    t->state = t->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (t->state >> 33) % n;
}

static const char *const words[] = {
    "Madrid",  "north", "Shoes",   "black hat",  "Año",   "北京", "pending",
    "Ada",     "x",     "paid",    "wool",       "Ольга", "ok",   "open",
    "a-b",     "3 pcs", "Room 12", "100% sure",  "it's",  "A/B",  "v2.1",
    "50 EUR?", "e@x",   "#5",      "key: value", "(new)", "n.a",  "1st"};

static const char *const marks[] = {",", ";", "\t", "|", "\"", "'",    ":",
                                    "/", " ", "#",  "=", "\n", "\r\n", ", "};

#define A_WORD(t) words[chance(t, sizeof(words) / sizeof(words[0]))]
#define A_MARK(t) marks[chance(t, sizeof(marks) / sizeof(marks[0]))]

static void make_cell(struct table *t, enum kind kind, char *out)
{
    unsigned a = (unsigned)chance(t, 9000) + 1;
    unsigned b = (unsigned)chance(t, 28) + 1;
    unsigned c = (unsigned)chance(t, 12) + 1;

    switch (kind) {
    case KIND_INTEGER: (void)snprintf(out, CELL_BYTES, "%u", a); return;
    case KIND_POINT: (void)snprintf(out, CELL_BYTES, "%u.%02u", a, b); return;
    case KIND_COMMA: (void)snprintf(out, CELL_BYTES, "%u,%02u", a, b); return;
    case KIND_DAY:
        (void)snprintf(out, CELL_BYTES, "2024-%02u-%02u", c, b);
        return;
    case KIND_SLASHED:
        (void)snprintf(out, CELL_BYTES, "%02u/%02u/2024", b, c);
        return;
    case KIND_TIME:
        (void)snprintf(out, CELL_BYTES, "%02u:%02u:00", c, b + 20);
        return;
    case KIND_CODE: (void)snprintf(out, CELL_BYTES, "R-%04u", a); return;
    case KIND_WORDS:
        (void)snprintf(out, CELL_BYTES, "%s %s", A_WORD(t), A_WORD(t));
        return;
    default:
        (void)snprintf(out, CELL_BYTES, "%s%s%s", A_WORD(t), A_MARK(t),
                       A_WORD(t));
        return;
    }
}

static bool needs_quotes(const struct style *s, struct str cell)
{
    if (s->all_quoted)
        return true;
    for (size_t i = 0; i < cell.n; i++) {
        char c = cell.p[i];

        if (c == s->delimiter || c == s->quote || c == '\n' || c == '\r')
            return true;
    }
    return s->spaced && cell.n && cell.p[0] == ' ';
}

static void write_cell(struct table *t, const char *text)
{
    struct str cell = str_from(text);
    bool quotes = needs_quotes(&t->style, cell);

    if (quotes)
        buf_put_char(&t->text, t->style.quote);
    for (size_t i = 0; i < cell.n; i++) {
        if (quotes && cell.p[i] == t->style.quote)
            buf_put_char(&t->text, cell.p[i]);
        buf_put_char(&t->text, cell.p[i]);
    }
    if (quotes)
        buf_put_char(&t->text, t->style.quote);
}

static void write_delimiter(struct table *t)
{
    buf_put_char(&t->text, t->style.delimiter);
    if (t->style.spaced)
        buf_put_char(&t->text, ' ');
}

static void write_table(struct table *t)
{
    buf_reset(&t->text);
    for (size_t i = 0; i < t->columns; i++) {
        if (i)
            write_delimiter(t);
        write_cell(t, t->names[i]);
    }
    buf_puts(&t->text, t->style.line_end);
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t i = 0; i < t->written[row]; i++) {
            if (i)
                write_delimiter(t);
            write_cell(t, t->cells[row][i]);
        }
        if (t->extra[row]) {
            write_delimiter(t);
            write_cell(t, "more");
        }
        buf_puts(&t->text, t->style.line_end);
    }
}

static void make_table(struct table *t, uint64_t seed)
{
    static const char delimiters[] = {',', ';', '\t', '|', ',', ';'};
    static const char *const ends[] = {"\n", "\r\n", "\n", "\r"};

    t->seed = seed;
    t->state = seed * 2654435761u + 1;
    (void)chance(t, 2);
    t->style =
        (struct style){.delimiter = delimiters[chance(t, sizeof(delimiters))],
                       .quote = chance(t, 8) ? '"' : '\'',
                       .all_quoted = chance(t, 5) == 0,
                       .spaced = chance(t, 6) == 0,
                       .line_end = ends[chance(t, 4)]};
    if (t->style.quote == '\'')
        t->style.all_quoted = true; /* else nothing tells it from letters */
    t->columns = 2 + chance(t, MOST_COLUMNS - 1);
    t->rows = 4 + chance(t, MOST_ROWS - 3);
    for (size_t i = 0; i < t->columns; i++) {
        t->kinds[i] = (enum kind)chance(t, KINDS);
        (void)snprintf(t->names[i], CELL_BYTES, "%s%zu",
                       i % 2 ? "amount " : "name", i);
    }
    for (size_t row = 0; row < t->rows; row++) {
        t->written[row] = t->columns;
        t->extra[row] = false;
        for (size_t i = 0; i < t->columns; i++) {
            t->cells[row][i][0] = '\0';
            if (chance(t, 12))
                make_cell(t, t->kinds[i], t->cells[row][i]);
        }
    }
}

/* Every table needs a column that shows what a row is. */
static bool has_number(const struct table *t)
{
    for (size_t i = 0; i < t->columns; i++) {
        if (t->kinds[i] < KIND_CODE)
            return true;
    }
    return false;
}

static bool same_cell(const struct table *t, const struct csv_cell *cell,
                      const char *wanted)
{
    struct buf b;
    struct str s;
    bool same;

    buf_init(&b, 4096);
    s = csv_cell_text(cell, &b);
    if (t->style.spaced && !cell->quoted && s.n && s.p[0] == ' ')
        s = str_slice(s, 1, s.n); /* the writer's, and kept in text */
    same = str_is(s, wanted);
    buf_release(&b);
    return same;
}

static size_t failures;

static void show(struct table *t, const struct csv_layout *l, const char *what,
                 size_t row)
{
    failures += !t->failed;
    if (t->failed || failures > 3) {
        t->failed = true;
        return;
    }
    t->failed = true;
    print_error(
        "seed %llu: %s, row %zu; cut at '%c' quoted by %c%s, %zu columns, "
        "%zu header rows\n%.*s\n",
        (unsigned long long)t->seed, what, row, l->dialect.delimiter,
        l->dialect.quote,
        l->dialect.escape   ? " with escapes"
        : l->dialect.spaced ? " with spaces"
                            : "",
        l->columns, l->header_rows, STR_FMT(buf_str(&t->text)));
}

static void check_names(struct table *t, const struct csv_layout *l,
                        struct arena *a)
{
    struct str whole[MOST_COLUMNS];
    struct str names[MOST_COLUMNS];
    struct error e;

    if (l->columns != t->columns)
        show(t, l, "another width", 0);
    if (l->header_rows != 1)
        show(t, l, "no header of one row", 0);
    if (t->failed)
        return;
    assert_int_equal(
        csv_layout_names(buf_str(&t->text), l, a, whole, names, &e), OK);
    for (size_t i = 0; i < t->columns; i++) {
        if (!str_is(str_trim(whole[i]), t->names[i]))
            show(t, l, "another name", i);
    }
}

static void check_row(struct table *t, const struct csv_layout *l, size_t row,
                      const struct csv_cell *cells)
{
    for (size_t i = 0; i < t->columns; i++) {
        const char *wanted = i < t->written[row] ? t->cells[row][i] : "";

        if (!same_cell(t, &cells[i], wanted))
            show(t, l, "another cell", row);
    }
}

/* What is reported of a row is what was done to it when it was written. */
static void check_fate(struct table *t, const struct csv_layout *l, size_t row,
                       const struct csv_repair *repair)
{
    bool is_short = t->written[row] < t->columns;

    if (repair->outcome == CSV_PADDED && !is_short)
        show(t, l, "a whole row was padded", row);
    if (repair->outcome == CSV_REPAIRED && !t->extra[row])
        show(t, l, "a row was repaired", row);
    if (repair->outcome > CSV_REPAIRED && !is_short && !t->extra[row])
        show(t, l, repair->reason, row);
}

/* All rows of the text against those that were written. */
static void check_rows(struct table *t, const struct csv_layout *l,
                       struct arena *a)
{
    struct csv_repairer rep = {
        .dialect = &l->dialect, .comment = l->comment, .profile = l->profile};
    struct csv_cell cells[MOST_COLUMNS];
    struct csv_reader r;
    struct error e;
    size_t row = 0;
    size_t n = 0;

    assert_int_equal(csv_repair_open(&rep, a, &e), OK);
    csv_open(&r, buf_str(&t->text), &l->dialect);
    csv_seek(&r, l->rows);
    r.columns = l->columns;
    r.tolerant = true;
    for (; !csv_read_rows(&r, cells, 1, &n, &e) && (n || r.damaged); row++) {
        struct csv_repair repair = {.outcome = CSV_REPAIRED};

        if (row == t->rows) {
            show(t, l, "a row too many", row);
            return;
        }
        if (r.damaged) {
            csv_repair_next(&rep, &r, cells, &repair);
            check_fate(t, l, row, &repair);
        }
        if (repair.outcome <= CSV_REPAIRED)
            check_row(t, l, row, cells);
    }
    if (row != t->rows)
        show(t, l, "rows are missing", row);
}

static void check_table(struct table *t)
{
    static const struct csv_layout_options any;
    struct csv_layout l;
    struct arena a;
    struct error e;

    write_table(t);
    arena_init(&a, (size_t)16 << 20);
    assert_int_equal(csv_layout_find(buf_str(&t->text), &any, &a, &l, &e), OK);
    check_names(t, &l, &a);
    if (!t->failed)
        check_rows(t, &l, &a);
    arena_release(&a);
}

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* `damage` is done to each of the tables. */
static void try_tables(void (*damage)(struct table *t))
{
    uint64_t tables = number_of("QUARRY_TABLES", TABLES);
    uint64_t seed = number_of("QUARRY_SEED", 1);
    struct table *t = calloc(1, sizeof(*t));

    assert_non_null(t);
    failures = 0;
    buf_init(&t->text, (size_t)1 << 20);
    for (uint64_t i = 0; i < tables; i++) {
        make_table(t, seed + i);
        if (!has_number(t))
            continue;
        damage(t);
        check_table(t);
        t->failed = false;
    }
    buf_release(&t->text);
    free(t);
    assert_int_equal(failures, 0);
}

static void leave_whole(struct table *t)
{
    (void)t;
}

static void cut_short(struct table *t)
{
    size_t every = 2 + chance(t, 8);

    for (size_t row = 0; row < t->rows; row++) {
        if (row % every != every - 1)
            continue;
        t->written[row] = 1 + chance(t, t->columns - 1);
        if (t->cells[row][0][0] == '\0') /* else a blank line */
            make_cell(t, t->kinds[0], t->cells[row][0]);
    }
}

static void make_long(struct table *t)
{
    for (size_t row = 5; row < t->rows; row += 6)
        t->extra[row] = true;
}

static void a_well_formed_table_has_every_cell(void **state)
{
    (void)state;
    try_tables(leave_whole);
}

static void a_short_row_has_every_cell_in_its_column(void **state)
{
    (void)state;
    try_tables(cut_short);
}

static void a_long_row_is_set_aside(void **state)
{
    (void)state;
    try_tables(make_long);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_well_formed_table_has_every_cell),
        cmocka_unit_test(a_short_row_has_every_cell_in_its_column),
        cmocka_unit_test(a_long_row_is_set_aside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
