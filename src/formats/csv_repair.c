#include "formats/csv_repair.h"

#include "formats/csv_align.h"
#include "formats/csv_split.h"

#include <string.h>

#define WAY_COST       0.5 /* quotes are not as they should be */
#define DELIMITER_COST 3.0
#define PADDING_MARGIN 3.0
#define MAX_WORDS      8u   /* cells too many where a space parts them */
#define MAX_APART      400u /* cells too many or too few, times columns */
#define SPOIL_COST     4.0
#define ROW_COST       3.0 /* the most a cell may be odd, on average */

static const char other_delimiters[] = {',', ';', '\t', '|', ' '};

/* One way to read a line, laid onto the columns. */
struct way {
    struct csv_cell *row; /* row[columns] */
    struct csv_alignment fit;
    double cost;
    const char *reason;
    bool strict;
};

enum err csv_repair_open(struct csv_repairer *rep, struct arena *a,
                         struct error *e)
{
    rep->room = rep->profile.columns * 2 + 64;
    rep->cells = arena_alloc_array(a, rep->room, sizeof(*rep->cells), e);
    return rep->cells ? OK : e->code;
}

/* Too wide to be looked at: only what is missing or empty at the end. */
static bool fit_simply(const struct csv_repairer *rep, size_t n,
                       struct way *way)
{
    size_t columns = rep->profile.columns;

    for (size_t i = columns; i < n && i < rep->room; i++) {
        if (rep->cells[i].n)
            return false;
    }
    if (n > rep->room)
        return false;
    for (size_t i = 0; i < columns; i++)
        way->row[i] = i < n ? rep->cells[i] : (struct csv_cell){.p = ""};
    way->fit = (struct csv_alignment){0};
    for (size_t i = 0; i < columns; i++)
        way->fit.cost += csv_profile_cost(&rep->profile, i, &way->row[i]);
    way->fit.used[n < columns ? CSV_STEP_NULL : CSV_STEP_DROP] = 1;
    return true;
}

static bool fit_cells(const struct csv_repairer *rep, size_t n, struct way *way)
{
    struct csv_align align = {&rep->profile, rep->dialect->quote, rep->cells,
                              n};

    size_t columns = rep->profile.columns;
    size_t apart = n > columns ? n - columns : columns - n;

    if (n > CSV_ALIGN_MAX_CELLS || columns > CSV_ALIGN_MAX_CELLS ||
        apart * columns > MAX_APART)
        return fit_simply(rep, n, way);
    return csv_align_best(&align, rep->scratch, way->row, &way->fit);
}

/* What was done, in words, where the cells of the line were well formed. */
static const char *reason_of(const struct csv_alignment *fit,
                             const char *otherwise)
{
    if (fit->used[CSV_STEP_SPLIT])
        return "a delimiter was missing";
    if (fit->used[CSV_STEP_JOIN])
        return "a delimiter was not quoted";
    if (fit->used[CSV_STEP_DROP])
        return "an empty cell too many was dropped";
    if (fit->used[CSV_STEP_NULL])
        return "cells were missing";
    return otherwise;
}

/* Cells that would make a column of numbers or dates text. */
static unsigned spoilt(const struct csv_repairer *rep,
                       const struct csv_cell *row)
{
    unsigned n = 0;

    for (size_t i = 0; i < rep->profile.columns; i++)
        n += csv_profile_spoils(&rep->profile, i, &row[i]);
    return n;
}

/* Keep the less costly of two ways. */
static void consider(struct csv_repairer *rep, size_t n, double extra,
                     const char *reason, struct way *best)
{
    struct error e;
    struct way way = {.row =
                          arena_alloc_array(rep->scratch, rep->profile.columns,
                                            sizeof(struct csv_cell), &e)};

    if (!way.row || n > rep->room || !fit_cells(rep, n, &way))
        return;
    way.cost = way.fit.cost + extra + spoilt(rep, way.row) * SPOIL_COST;
    if (best->row && best->cost <= way.cost)
        return;
    way.reason = reason_of(&way.fit, reason);
    if (extra >= DELIMITER_COST)
        way.reason = reason;
    *best = way;
}

/* The line as it is read when quotes are not taken at their word. */
static void consider_line(struct csv_repairer *rep, struct str line,
                          struct way *best)
{
    char quote = rep->dialect->quote;
    bool quotes = quote && str_find_char(line, quote) < line.n;
    size_t n;

    if (!quotes && best->row)
        return; /* all readings are the one that is known */
    n = csv_split_line(line, rep->dialect, CSV_LOOSE, rep->cells, rep->room);
    consider(rep, n, WAY_COST, "a quote inside a quoted cell was not doubled",
             best);
    if (!quotes)
        return;
    n = csv_split_line(line, rep->dialect, CSV_LITERAL, rep->cells, rep->room);
    consider(rep, n, WAY_COST,
             "a quote that is not closed was kept as a letter", best);
    n = csv_split_line(line, rep->dialect, CSV_ANYWHERE, rep->cells, rep->room);
    consider(rep, n, WAY_COST, "a quote opened inside a cell", best);
}

static void consider_delimiters(struct csv_repairer *rep, struct str line,
                                struct way *best)
{
    for (size_t i = 0; i < sizeof(other_delimiters); i++) {
        struct csv_dialect d = *rep->dialect;
        size_t n;

        if (d.delimiter == other_delimiters[i] || d.delimiter == '\0')
            continue;
        d.delimiter = other_delimiters[i];
        n = csv_split_line(line, &d, CSV_LOOSE, rep->cells, rep->room);
        if (n >= rep->profile.columns && n < rep->profile.columns + MAX_WORDS)
            consider(rep, n, DELIMITER_COST, "another delimiter was used",
                     best);
    }
}

/* Is this way good enough to be the row? */
static bool is_sound(const struct csv_repairer *rep, const struct way *way,
                     const char **reason)
{
    size_t columns = rep->profile.columns;
    size_t filled = 0;

    if (!way->row) {
        *reason = "it does not have the table's columns";
        return false;
    }
    for (size_t i = 0; i < columns; i++)
        filled += way->row[i].n > 0;
    if (columns > 2 && filled <= 1 && way->fit.used[CSV_STEP_NULL]) {
        *reason = "it is no row: one cell stands alone";
        return false;
    }
    if (spoilt(rep, way->row)) {
        *reason = "its cells do not fit the columns";
        return false;
    }
    if (way->fit.ambiguous) {
        *reason = "it can be read in more than one way";
        return false;
    }
    if (way->cost > ROW_COST * (double)columns + WAY_COST) {
        *reason = "it does not have the table's columns";
        return false;
    }
    *reason = way->reason;
    return true;
}

/* Cells missing at the end, where that is about as good as any other way. */
static void consider_padding(struct csv_repairer *rep, struct str line,
                             struct way *best)
{
    size_t columns = rep->profile.columns;
    size_t n =
        csv_split_line(line, rep->dialect, CSV_LOOSE, rep->cells, rep->room);
    struct error e;
    struct csv_cell *row;
    double cost = (double)(columns - n) * CSV_NULL_COST;

    if (n >= columns || !best->row || !best->fit.ambiguous)
        return;
    row = arena_alloc_array(rep->scratch, columns, sizeof(*row), &e);
    if (!row)
        return;
    for (size_t i = 0; i < columns; i++) {
        row[i] = i < n ? rep->cells[i] : (struct csv_cell){.p = ""};
        cost += csv_profile_cost(&rep->profile, i, &row[i]);
    }
    if (cost > best->cost + PADDING_MARGIN)
        return;
    best->row = row;
    best->fit.ambiguous = false;
    best->reason = "cells were missing";
}

/* A quote at the start or end of what is else a number or a date. */
static bool drop_stray_quotes(const struct csv_repairer *rep,
                              struct csv_cell *row)
{
    char quote = rep->dialect->quote;
    bool any = false;

    for (size_t i = 0; i < rep->profile.columns; i++) {
        struct csv_cell bare = row[i];

        if (!quote || bare.n < 2 ||
            !csv_profile_spoils(&rep->profile, i, &bare))
            continue;
        bare.p += bare.p[0] == quote;
        bare.n -= row[i].p[0] == quote;
        bare.n -= bare.p[bare.n - 1] == quote;
        if (bare.n == row[i].n || csv_profile_spoils(&rep->profile, i, &bare))
            continue;
        row[i] = bare;
        any = true;
    }
    return any;
}

static bool settle(struct csv_repairer *rep, struct str line, struct way *best,
                   struct csv_cell *row, const char **reason)
{
    consider_line(rep, line, best);
    if (!best->row || best->cost > (double)rep->profile.columns)
        consider_delimiters(rep, line, best);
    consider_padding(rep, line, best);
    if (best->row && drop_stray_quotes(rep, best->row))
        best->reason = "a stray quote was dropped";
    if (!is_sound(rep, best, reason))
        return false;
    BUG_ON(!best->row); /* then it is not sound */
    memcpy(row, best->row, rep->profile.columns * sizeof(*row));
    return true;
}

bool csv_repair_line(struct csv_repairer *rep, struct str line,
                     struct csv_cell *row, const char **reason)
{
    struct way best = {0};
    bool sound = settle(rep, line, &best, row, reason);

    arena_reset(rep->scratch);
    return sound;
}

void csv_repair_next(struct csv_repairer *rep, struct csv_reader *r,
                     struct csv_cell *row, struct csv_repair *out)
{
    struct csv_reader strict = *r;
    struct way best = {0};
    struct error e;
    size_t n = 0;
    enum err rc;

    *out = (struct csv_repair){.fate = CSV_STARVED};
    r->damaged = false;
    if (!csv_take_line(r, &out->text))
        return;
    out->fate = CSV_COMMENT;
    out->reason = "a comment";
    if (rep->comment.n && str_starts(out->text, rep->comment))
        return;
    strict.tolerant = false;
    rc = csv_read_record(&strict, rep->cells, rep->room, &n, &e);
    if (!rc && n && !strict.starved) {
        consider(rep, n, 0, "", &best);
        best.strict = best.row != NULL;
    }
    out->fate = settle(rep, out->text, &best, row, &out->reason) ? CSV_REPAIRED
                                                                 : CSV_REJECTED;
    if (best.strict && strict.pos > r->pos && out->fate == CSV_REPAIRED) {
        out->text.n = strict.pos - (size_t)(out->text.p - r->text.p);
        *r = strict;
        r->tolerant = true;
    }
    arena_reset(rep->scratch);
}
