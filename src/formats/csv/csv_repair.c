#include "formats/csv/csv_repair.h"

#include "formats/csv/csv_split.h"

#include <string.h>

static const char no_fit[] = "its cells do not fit the columns";

enum err csv_repair_open(struct csv_repairer *rep, struct arena *a,
                         struct error *e)
{
    rep->torn = 0;
    rep->room = rep->profile.columns * 2 + 64;
    rep->cells = arena_alloc_array(a, rep->room, sizeof(*rep->cells), e);
    return rep->cells ? OK : e->code;
}

static bool is_filled(const struct csv_cell *cell)
{
    return cell_trim((struct str){cell->p, cell->n}).n > 0;
}

/* Would the row make a column of numbers or dates text? */
static bool spoils(const struct csv_repairer *rep, const struct csv_cell *row)
{
    for (size_t i = 0; i < rep->profile.columns; i++) {
        if (csv_profile_spoils(&rep->profile, i, &row[i]))
            return true;
    }
    return false;
}

/* One cell in a table of several columns, which nothing shows to be of its
   column. */
static bool stands_alone(const struct csv_repairer *rep,
                         const struct csv_cell *row)
{
    size_t columns = rep->profile.columns;
    size_t filled = 0;
    size_t last = 0;

    for (size_t i = 0; i < columns; i++) {
        if (is_filled(&row[i])) {
            filled++;
            last = i;
        }
    }
    return columns > 2 &&
           (filled == 0 ||
            (filled == 1 &&
             (!csv_profile_is_typed(&rep->profile, last) ||
              csv_profile_spoils(&rep->profile, last, &row[last]))));
}

/* rep->cells[n], fewer than the columns. */
static enum csv_outcome pad(const struct csv_repairer *rep, size_t n,
                            struct csv_cell *row, const char **reason)
{
    for (size_t i = 0; i < rep->profile.columns; i++)
        row[i] = i < n ? rep->cells[i] : (struct csv_cell){.p = ""};
    *reason = "it is not a row: it has a single cell";
    if (stands_alone(rep, row))
        return CSV_LONE;
    *reason = no_fit;
    if (spoils(rep, row))
        return CSV_REJECTED;
    *reason = "cells are missing at its end";
    return CSV_PADDED;
}

/* Has it a cell in a column that is empty in all rows? Then what is empty after
   its last may be the column, and a cell too many comes before. */
static bool fills_empty_column(const struct csv_repairer *rep,
                               const struct csv_cell *row)
{
    for (size_t i = 0; i < rep->profile.columns; i++) {
        if (csv_profile_is_empty(&rep->profile, i) && is_filled(&row[i]))
            return true;
    }
    return false;
}

/* rep->cells[n], more than the columns. */
static enum csv_outcome leave_out(const struct csv_repairer *rep, size_t n,
                                  struct csv_cell *row, const char **reason)
{
    size_t columns = rep->profile.columns;
    bool any = n > rep->room;

    for (size_t i = columns; i < n && !any; i++)
        any = is_filled(&rep->cells[i]);
    *reason = "it has more cells than the table has columns";
    if (any)
        return CSV_REJECTED;
    memcpy(row, rep->cells, columns * sizeof(*row));
    *reason = no_fit;
    if (spoils(rep, row) || fills_empty_column(rep, row))
        return CSV_REJECTED;
    *reason = "empty cells after the last column were left out";
    return CSV_REPAIRED;
}

/* A quote at the start or end of what is else a number or a date. */
static bool drop_stray_quotes(const struct csv_repairer *rep,
                              struct csv_cell *row)
{
    char quote = rep->dialect->quote;
    bool any = false;

    for (size_t i = 0; i < rep->profile.columns; i++) {
        struct csv_cell bare = row[i];

        if (bare.n < 2 || !csv_profile_spoils(&rep->profile, i, &bare))
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

/* A line whose quotes are broken, by one reading of them. */
static bool read_broken(struct csv_repairer *rep, struct str line,
                        enum csv_reading reading, struct csv_cell *row,
                        struct csv_repair *out)
{
    size_t columns = rep->profile.columns;

    out->cells =
        csv_split_line(line, rep->dialect, reading, rep->cells, rep->room);
    if (out->cells != columns)
        return false;
    memcpy(row, rep->cells, columns * sizeof(*row));
    out->reason = reading == CSV_LOOSE
                      ? "a quote inside a quoted cell was not doubled"
                      : "a quote that is not closed was kept as a letter";
    if (drop_stray_quotes(rep, row))
        out->reason = "a stray quote was dropped";
    return !spoils(rep, row);
}

static bool has_odd_quotes(const struct csv_cell *cell, char quote)
{
    bool odd = false;

    for (size_t i = 0; i < cell->n; i++)
        odd ^= cell->p[i] == quote;
    return odd;
}

/* Does a cell begin with a quote that the line does not close? In `"Anton" Ltd`
 * it is closed, too early. */
static bool is_open(const struct csv_repairer *rep, const struct csv_cell *row)
{
    char quote = rep->dialect->quote;

    for (size_t i = 0; i < rep->profile.columns; i++) {
        if (!row[i].quoted && row[i].n && row[i].p[0] == quote &&
            has_odd_quotes(&row[i], quote))
            return true;
    }
    return false;
}

/* out: may a quote of the line still be open? */
static bool repair_broken(struct csv_repairer *rep, struct csv_cell *row,
                          struct csv_repair *out)
{
    out->outcome = CSV_REPAIRED;
    if (read_broken(rep, out->text, CSV_LOOSE, row, out) ||
        read_broken(rep, out->text, CSV_LITERAL, row, out))
        return is_open(rep, row);
    out->outcome = CSV_REJECTED;
    out->reason = out->cells == rep->profile.columns
                      ? no_fit
                      : "a quote is not closed where a cell ends";
    return true;
}

static bool is_comment(const struct csv_repairer *rep, struct csv_repair *out)
{
    if (rep->comment.n == 0 || !str_starts(out->text, rep->comment))
        return false;
    out->outcome = CSV_COMMENT;
    out->reason = "a comment";
    return true;
}

/* The record at r->pos if its quotes are well formed; else r stays there. */
static bool take_well_formed(struct csv_repairer *rep, struct csv_reader *r,
                             struct csv_repair *out)
{
    struct csv_reader strict = *r;
    struct error e;

    if (csv_read_record(&strict, rep->cells, rep->room, &out->cells, &e) ||
        out->cells == 0)
        return false;
    out->text = str_slice(r->text, r->pos, strict.pos);
    while (out->text.n && (out->text.p[out->text.n - 1] == '\n' ||
                           out->text.p[out->text.n - 1] == '\r'))
        out->text.n--;
    *r = strict;
    return true;
}

/* After a line whose quote may still be open? */
static void keep_torn(struct csv_repairer *rep, bool well_formed, bool open,
                      const struct csv_reader *r, struct csv_repair *out)
{
    bool follows = rep->torn && rep->torn + 1 == r->counts.records;
    bool guessed = out->outcome == CSV_PADDED || out->outcome == CSV_LONE ||
                   (out->outcome == CSV_REPAIRED && !well_formed);

    if (follows && guessed) {
        out->outcome = CSV_REJECTED;
        out->reason = "it may be inside the quote of the line before it";
    }
    if (open || (out->outcome == CSV_REJECTED && follows))
        rep->torn = r->counts.records;
}

void csv_repair_next(struct csv_repairer *rep, struct csv_reader *r,
                     struct csv_cell *row, struct csv_repair *out)
{
    const bool header = csv_is_header(r);
    bool well_formed;
    bool open = false;

    *out = (struct csv_repair){.outcome = CSV_STARVED};
    r->damaged = false;
    well_formed = take_well_formed(rep, r, out);
    if (!well_formed && !csv_take_line(r, &out->text))
        return;
    if (header) {
        out->outcome = CSV_HEADER;
        out->reason = "it says the header again";
    }
    if (header || is_comment(rep, out))
        return;
    if (!well_formed)
        open = repair_broken(rep, row, out);
    else if (out->cells < rep->profile.columns)
        out->outcome = pad(rep, out->cells, row, &out->reason);
    else
        out->outcome = leave_out(rep, out->cells, row, &out->reason);
    keep_torn(rep, well_formed, open, r, out);
}
