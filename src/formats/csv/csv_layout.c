/*
 * The layout, in three readings of the sample.
 *
 * The first lists its records with their widths: the first that has the usual
 * width, or nearly, begins the table; what is before it are titles. The second
 * looks at the cells below the header and tells by them whether there is one
 * (csv_header.c). The third makes the profile that padded rows are held against.
 */
#include "formats/csv/csv_layout.h"

#include "formats/csv/csv_dialect.h"
#include "formats/csv/csv_header.h"
#include "formats/csv/csv_sample.h"

#define MAX_TITLES  40u
#define MAX_LOOKED  (MAX_TITLES + 2)
#define MAX_ALIKE   64u /* cells of a record that are told apart */
#define WIDER_SHARE 20u /* of rows that are wider: then all are as wide */
#define MIN_ALIGNED 3u  /* lines with runs of spaces, and four of five */

struct record {
    size_t offset;
    struct str line;
    size_t width;  /* cells */
    size_t used;   /* cells up to the last that is not empty */
    size_t filled; /* cells that are not empty */
    size_t
        values;  /* of the first MAX_LOOKED records: those that are no words */
    bool begins; /* the first cell is not empty */
    bool distinct; /* of the first MAX_LOOKED records: no two cells are alike */
    bool damaged;
};

struct records {
    struct record *of; /* of[n] */
    size_t n;
    bool cut;
};

static const struct str comments[] = {
    {"#", 1}, {"//", 2}, {"--", 2}, {"%", 1}, {";;", 2}};

/* What the cells of a record are, which has n of them. */
static void look_at_cells(const struct csv_cell *cells, size_t n,
                          struct record *r)
{
    r->distinct = n <= MAX_ALIKE;
    for (size_t i = 0; i < n; i++) {
        const struct str text = cell_trim((struct str){cells[i].p, cells[i].n});
        struct cell_shape shape;

        if (text.n == 0)
            continue;
        cell_look(text, &shape);
        r->values += shape.family != CELL_TEXT;
        for (size_t k = 0; k < i && r->distinct; k++)
            r->distinct =
                !str_eq(text, cell_trim((struct str){cells[k].p, cells[k].n}));
    }
}

static enum err list_records(struct str text, const struct csv_dialect *d,
                             struct csv_cell *cells, struct arena *a,
                             struct records *out, struct error *e)
{
    struct csv_sample s;

    *out = (struct records){
        .of = arena_alloc_array(a, CSV_SAMPLE_RECORDS, sizeof(*out->of), e)};
    if (!out->of)
        return e->code;
    csv_sample_open(&s, text, 0, d, cells);
    while (csv_sample_next(&s)) {
        struct record *r = &out->of[out->n++];

        *r = (struct record){.offset = s.offset,
                             .line = s.line,
                             .width = s.n,
                             .damaged = s.damaged};
        for (size_t i = 0; i < s.kept; i++) {
            if (cell_trim((struct str){cells[i].p, cells[i].n}).n == 0)
                continue;
            r->used = i + 1;
            r->filled++;
            r->begins = i == 0 || (r->begins && i > 1);
        }
        if (out->n <= MAX_LOOKED)
            look_at_cells(cells, s.kept, r);
        if (s.n > s.kept)
            r->used = s.n;
    }
    out->cut = s.cut;
    return OK;
}

/* The most frequent width over 1, of two the wider that has cells there; 1 when
   there is none. */
static size_t common_width(const struct records *all)
{
    size_t best = 1;
    size_t most = 0;

    for (size_t i = 0; i < all->n; i++) {
        size_t width = all->of[i].width;
        size_t rows = 0;

        if (width == best || width < 2 || all->of[i].damaged)
            continue;
        for (size_t k = i; k < all->n && i < MAX_TITLES * 4; k++)
            rows += all->of[k].width == width && !all->of[k].damaged;
        if (rows > most ||
            (rows == most && width > best && all->of[i].used > best)) {
            best = width;
            most = rows;
        }
    }
    return best;
}

/* Where many rows have more cells, the widest of them is the width. */
static size_t widest_width(const struct records *all, size_t common)
{
    size_t widest = common;
    size_t wider = 0;

    for (size_t i = 0; i < all->n; i++) {
        const struct record *r = &all->of[i];

        if (r->used <= common || r->damaged)
            continue;
        wider++;
        widest = r->used > widest ? r->used : widest;
    }
    return common > 1 && wider > 2 && wider * WIDER_SHARE > all->n ? widest
                                                                   : common;
}

/*
 * A sign that begins lines which are no rows; where it also begins rows (but
 * for the first, which may be a header), it is not a delimiter.
 */
static struct str find_comment(const struct records *all, size_t width)
{
    for (size_t c = 0; c < sizeof(comments) / sizeof(comments[0]); c++) {
        size_t odd = 0;
        size_t rows = 0;
        size_t first = all->n;

        for (size_t i = 0; i < all->n; i++) {
            const struct record *r = &all->of[i];

            if (r->width == width && first == all->n)
                first = i;
            if (!str_starts(r->line, comments[c]))
                continue;
            odd += r->width != width;
            rows += r->width == width && i != first;
        }
        if (odd && rows == 0 && width > 1)
            return comments[c];
    }
    return (struct str){"", 0};
}

/* A title or a comment, as long as no row has come? */
static bool is_title(const struct record *r, const struct csv_layout *l)
{
    size_t width = l->columns;

    if (l->comment.n && str_starts(r->line, l->comment) && r->width != width)
        return true;
    if (width < 2)
        return false;
    if (r->width == width)
        return width > 2 && r->filled <= 1;
    return r->used < 2 || r->used * 2 < width;
}

/* A full row of names that need nothing to be told apart, and values below them? */
static bool are_names(const struct records *all, size_t at,
                      const struct csv_layout *l)
{
    const struct record *r = &all->of[at];

    return at + 1 < all->n && r->width == l->columns &&
           r->filled * 10 >= r->width * 9 && r->distinct && !r->values &&
           all->of[at + 1].values > 0;
}

/* A title with words further on in its line, "Ledger", "Page 1", over a full row of
 * names that need nothing to be told apart, and values below them? */
static bool is_parted_title(const struct records *all, size_t at,
                            const struct csv_layout *l)
{
    const struct record *r = &all->of[at];
    size_t names = at + 1;

    if (r->filled != 2 || !r->begins || r->values || l->columns < 4)
        return false;
    while (names < all->n && all->of[names].filled <= 2)
        names++;
    if (names + 1 >= all->n || names >= MAX_TITLES)
        return false;
    return are_names(all, names, l);
}

/* Is there an empty line after the record? */
static bool is_parted(const struct record *r, const struct record *next)
{
    const struct str line = str_trim(r->line);
    const char *end = next->line.p;
    size_t feeds = 0;
    size_t returns = 0;

    for (const char *p = line.p + line.n; p < end; p++) {
        feeds += *p == '\n';
        returns += *p == '\r';
    }
    return (feeds ? feeds : returns) > 1;
}

/*
 * The end of a form, "Account", "12345", "From", "1 May", over a table of three
 * columns or more: two lines of two cells at least, or an empty line below one.
 */
static size_t find_form_end(const struct records *all, size_t at,
                            const struct csv_layout *l)
{
    size_t names = at;
    size_t lines = 0;
    bool parted = false;

    while (names < all->n && names < MAX_TITLES && all->of[names].used <= 2) {
        const struct record *r = &all->of[names++];

        lines += r->filled > 0;
        parted = parted || r->filled == 0 ||
                 (names < all->n && is_parted(r, &all->of[names]));
    }
    if (l->columns < 3 || lines < (parted ? 1 : 2) || names == MAX_TITLES ||
        names == all->n || !are_names(all, names, l))
        return at;
    return names;
}

static size_t find_start(const struct records *all, const struct csv_layout *l)
{
    size_t i = 0;

    while (i < all->n && i < MAX_TITLES) {
        const size_t end = find_form_end(all, i, l);

        if (end == i && !is_title(&all->of[i], l) &&
            !is_parted_title(all, i, l))
            break;
        i = end > i ? end : i + 1;
    }
    return i == all->n || i == MAX_TITLES ? 0 : i;
}

/* "sep=;": how long the line is with its end, 0 where there is none. */
static size_t find_declaration(struct str text, char *delimiter)
{
    const struct str key = STR("sep=");
    size_t end = key.n + 1;

    if (!str_starts(text, key) || text.n <= end ||
        !csv_is_delimiter(text.p[key.n]) ||
        (text.p[end] != '\n' && text.p[end] != '\r'))
        return 0;
    *delimiter = text.p[key.n];
    end += text.p[end] == '\r' && end + 1 < text.n && text.p[end + 1] == '\n';
    return end + 1;
}

/* Header and width: each depends on the other. */
static void find_header(struct str text, const struct records *all,
                        const struct record *first, enum csv_header declared,
                        struct csv_cell *cells, struct csv_layout *l)
{
    if (first->used > l->usual && !first->damaged)
        l->columns = first->used;
    csv_header_find(text, declared, cells, l);
    if (l->header_rows && first->used >= l->usual)
        return;
    l->columns = widest_width(all, l->usual);
    csv_header_find(text, declared, cells, l);
}

/* Lines that end before an offset. */
static size_t count_lines(struct str text, size_t end)
{
    size_t n = 0;

    for (size_t i = 0; i < end; i++)
        n += text.p[i] == '\n' ||
             (text.p[i] == '\r' && (i + 1 == text.n || text.p[i + 1] != '\n'));
    return n;
}

/* Which cells of the record are values: a number, date or the like. */
static size_t find_values(struct csv_sample *s, bool *value, size_t max)
{
    const size_t n = csv_sample_next(s) ? s->kept : 0;

    for (size_t i = 0; i < max; i++) {
        struct cell_shape shape = {.family = CELL_TEXT};
        struct str text = {"", 0};

        if (i < n)
            text = cell_trim((struct str){s->cells[i].p, s->cells[i].n});
        if (text.n)
            cell_look(text, &shape);
        value[i] = shape.family != CELL_TEXT && shape.family != CELL_NULL_WORD;
    }
    return n < max ? n : max;
}

/* Is the record, which an empty line parts from `above`, the names of another
   table: words that differ, over a column of values that is one above, too, or
   is none of the columns there? */
static bool is_other_head(struct str text, const struct records *all,
                          size_t above, size_t at, const struct csv_layout *l,
                          struct csv_cell *cells)
{
    struct record names = {0};
    struct csv_sample s;
    bool before[MAX_ALIKE];
    bool after[MAX_ALIKE];
    size_t n;

    csv_sample_open(&s, text, all->of[above].offset, &l->dialect, cells);
    (void)find_values(&s, before, MAX_ALIKE);
    csv_sample_open(&s, text, all->of[at].offset, &l->dialect, cells);
    if (!csv_sample_next(&s) || s.damaged)
        return false;
    n = s.kept;
    look_at_cells(cells, n, &names);
    if (!names.distinct || names.values)
        return false;
    n = find_values(&s, after, MAX_ALIKE) < n ? 0 : n;
    for (size_t i = 0; i < n; i++)
        if (after[i] && (before[i] || i >= all->of[above].used))
            return true;
    return false;
}

/* The line where another table begins below the rows; 0: none. */
static size_t find_other(struct str text, const struct records *all,
                         const struct csv_layout *l, struct csv_cell *cells)
{
    size_t above = all->n; /* the last row that is not empty */

    for (size_t i = 0; i + 1 < all->n && l->columns > 1; i++) {
        const struct record *r = &all->of[i];
        const bool first = above == all->n;

        if (r->offset < l->rows || r->filled == 0)
            continue;
        if (!first && !r->damaged && r->filled > 1 && r->filled == r->used &&
            (above + 1 < i || is_parted(&all->of[above], r)) &&
            is_other_head(text, all, above, i, l, cells))
            return count_lines(text, r->offset) + 1;
        above = i;
    }
    return 0;
}

/* Two spaces or more inside the line? */
static bool has_gap(struct str line)
{
    line = str_trim(line);
    for (size_t i = 1; i < line.n; i++)
        if (line.p[i] == ' ' && line.p[i - 1] == ' ')
            return true;
    return false;
}

/* Lines that look like columns aligned by spaces, where nothing else, or each
   single space, parts the cells. */
static size_t count_aligned(const struct records *all,
                            const struct csv_layout *l)
{
    size_t n = 0;

    if (l->dialect.delimiter && l->dialect.delimiter != ' ')
        return 0;
    for (size_t i = 0; i < all->n; i++)
        n += all->of[i].offset >= l->start && has_gap(all->of[i].line);
    return n >= MIN_ALIGNED && n * 5 >= all->n * 4 ? n : 0;
}

/* Rows of the table's width make the profile. */
static enum err make_profile(struct str text, struct csv_layout *l,
                             struct csv_cell *cells, struct arena *a,
                             struct error *e)
{
    struct csv_sample s;
    enum err rc = csv_profile_begin(&l->profile, l->columns, a, e);

    if (rc || l->columns > CSV_SAMPLE_CELLS)
        return rc;
    csv_sample_open(&s, text, l->rows, &l->dialect, cells);
    while (csv_sample_next(&s)) {
        if ((s.n == l->columns || s.n == l->usual) && !s.damaged)
            csv_profile_add(&l->profile, cells, s.n);
    }
    return OK;
}

static enum err find_layout(struct str text, const struct csv_layout_options *o,
                            struct arena *a, struct csv_layout *l,
                            struct error *e)
{
    struct csv_cell *cells =
        arena_alloc_array(a, CSV_SAMPLE_CELLS, sizeof(*cells), e);
    struct records all;
    size_t first;
    enum err rc;

    if (!cells)
        return e->code;
    rc = csv_dialect_find(text, o->delimiter, a, &l->dialect, e);
    if (!rc)
        rc = list_records(text, &l->dialect, cells, a, &all, e);
    if (rc || all.n == 0)
        return rc;
    l->usual = common_width(&all);
    l->columns = l->usual;
    l->comment = find_comment(&all, l->columns);
    first = find_start(&all, l);
    l->start = all.of[first].offset;
    find_header(text, &all, &all.of[first], o->header, cells, l);
    if (l->columns > CSV_MAX_COLUMNS)
        return error_at(e, ERR_LIMIT, (struct srcpos){1, 1, 0},
                        "a record of more than %zu cells", CSV_MAX_COLUMNS);
    l->other_line = find_other(text, &all, l, cells);
    l->aligned_lines = count_aligned(&all, l);
    return make_profile(text, l, cells, a, e);
}

enum err csv_layout_find(struct str text, const struct csv_layout_options *o,
                         struct arena *a, struct csv_layout *l, struct error *e)
{
    struct csv_layout_options declared = *o;
    size_t begin = find_declaration(text, &declared.delimiter);
    enum err rc;

    if (o->delimiter)
        declared.delimiter = o->delimiter;
    *l = (struct csv_layout){.comment = {"", 0}};
    rc = find_layout(str_slice(text, begin, text.n), &declared, a, l, e);
    l->start += begin;
    l->again += begin;
    l->again_end += begin;
    l->rows += begin;
    l->other_line += l->other_line && begin;
    return rc;
}
