/*
 * notes.h - notes on how a table was read, with the size of each effect.
 *
 * A reader says in a map's `fidelity` what it padded, repaired, set aside or
 * read as empty, and what the file does not tell. This is the one place that makes notes of it: for the map, for
 * every answer of the table tools, for answers to questions in their language,
 * and for how far such an answer is to be trusted.
 *
 * In JSON they are "table_notes", absent where nothing was done:
 *
 *     [{"table": "orders",            only beside other tables
 *       "kind": "rows_padded", "count": 20, "of": 100, "share": 0.2,
 *       "columns": ["price"], "lines": [6, 11, 16],
 *       "text": "20 of 100 rows lack price (lines 6, 11, 16, ...): read as empty"}]
 *
 * `of` is absent where the count is no part of a whole; `share` is the part of
 * the table that is touched. `columns`, and `lines` of a text, `cells` of a sheet
 * or `rows` of the table, are the first of them. A table of a PDF that was found by
 * alignment, or read by OCR, has "page", "number" (its number there) and "confidence".
 */
#ifndef TABLES_NOTES_H
#define TABLES_NOTES_H

#include "base/json.h"

#define TABLE_NOTE_LISTED 20u /* columns or places, as the maps list */
#define TABLE_NOTE_OTHERS 3u  /* encodings that it may be instead */
#define TABLE_NOTE_MORE   7u  /* notes of a kind that has one a format */

enum table_note_kind {
    TABLE_NOTE_ENCODING,  /* what the file does not tell: its encoding, */
    TABLE_NOTE_FOUND,     /* of a PDF: where cells and the table end, */
    TABLE_NOTE_OCR,       /* what its letters and figures are, */
    TABLE_NOTE_NAMES,     /* the names of all its columns, */
    TABLE_NOTE_OTHER,     /* that all lines are of one table, */
    TABLE_NOTE_ALIGNED,   /* where columns are that spaces align, */
    TABLE_NOTE_TOLD,      /* but for those that are certain, */
    TABLE_NOTE_RECORD,    /* of JSON: that one record is meant to be one row, */
    TABLE_NOTE_LIST,      /* the rows are one member of an object */
    TABLE_NOTE_DAYS,      /* day from month, */
    TABLE_NOTE_NUMBERS,   /* a decimal mark from one of thousands, */
    TABLE_NOTE_PARTED,    /* whether a table ends at an empty column */
    TABLE_NOTE_SET_ASIDE, /* lines that should be rows */
    TABLE_NOTE_PADDED,
    TABLE_NOTE_REPAIRED,
    TABLE_NOTE_UNCACHED, /* formulas without a value */
    TABLE_NOTE_ERRORS,   /* cells with an error */
    TABLE_NOTE_DATES,    /* cells under a date format that hold no date */
    TABLE_NOTE_LEFT_OUT, /* blocks of a sheet */
    TABLE_NOTE_TOTALS,   /* rows that are sums of the others */
    TABLE_NOTE_UNIT,     /* what a caption says that figures are counted in */
    TABLE_NOTE_DIFFER,   /* numbers of a sheet in another currency, or in % */
    TABLE_NOTE_POINTS, /* of OCR: numbers without a point among others with one */
    TABLE_NOTE_MERGED,   /* cells that belong to merged ones above them */
    TABLE_NOTE_TWICE,    /* columns that the file calls the same */
    TABLE_NOTE_BLANK,    /* rows that leave the name of their group out */
    TABLE_NOTE_EMPTY,    /* rows without any value, */
    TABLE_NOTE_LONE,     /* with one in the first column alone, */
    TABLE_NOTE_MEAN,     /* and one that is the mean of the others */
    TABLE_NOTE_HIDDEN,   /* rows that a sheet does not show */
    TABLE_NOTE_NO_VALUE, /* cells with a word for "no value", */
    TABLE_NOTE_LABEL,    /* and with the label of a row of totals */
    TABLE_NOTE_OUTSIDE,  /* titles, comments, footers */
    TABLE_NOTE_SAMPLED,  /* rows of a server's table that were not copied */
    TABLE_NOTE_TRACKED,  /* changes of a document that are read as accepted */
    TABLE_NOTE_KINDS
};

/* In the order of question_words.h's, of which this module knows nothing. */
enum table_note_language {
    TABLE_NOTE_EN,
    TABLE_NOTE_ES,
    TABLE_NOTE_ZH,
    TABLE_NOTE_LANGUAGES
};

/* What places are. */
enum table_note_places {
    TABLE_NOTE_CELLS,
    TABLE_NOTE_LINES, /* of a text */
    TABLE_NOTE_ROWS,  /* of the table, from 1 */
    TABLE_NOTE_UNITS
};

struct table_note {
    enum table_note_kind kind;
    uint64_t count;
    uint64_t of;     /* rows, or columns; 0: it is no part of them */
    double share;    /* of the table that is touched, in [0,1] */
    struct str name; /* of the table; empty: there is one */
    struct str columns[TABLE_NOTE_LISTED];
    size_t n_columns;
    struct str places[TABLE_NOTE_LISTED]; /* "7", or "D4" of a sheet */
    size_t n_places;
    enum table_note_places unit;
    struct str read_as; /* where that was in doubt: "D/M/Y", "windows-1252" */
    struct str others[TABLE_NOTE_OTHERS]; /* and what else it may be */
    size_t n_others;
    uint64_t page, table; /* of those two: which it is, from 1 */
    double confidence;    /* and that it is one, and read right */
};

struct table_notes {
    struct table_note list[TABLE_NOTE_KINDS + 2 * TABLE_NOTE_MORE];
    size_t n;
};

/*
 * table_notes_make - of a table as a map describes it.
 *
 * in       table  a map, or one of its `tables`; NULL: none
 * out      notes  borrows the tree
 * cost     what a fidelity lists
 */
void table_notes_make(const struct json *table, struct table_notes *notes);

/* A note in a language, with the name of its table before it if it has one. */
void table_note_say(const struct table_note *n,
                    enum table_note_language language, struct buf *out);

/* Write one as an object. */
void table_note_write(const struct table_note *n, struct jsonw *w);

/* Write the member "table_notes", if there are any. */
void table_notes_write(const struct table_notes *notes, struct jsonw *w);

/*
 * table_notes_trust - what becomes of an answer's confidence, as a factor.
 *
 * The product over the notes of 1 - w * share: each note takes away its share of
 * the table, by how much such rows matter. Rows that are missing matter to every
 * answer (w .9), repaired ones half as much (.5), and cells that became empty as
 * much as missing rows where the answer uses their columns, and hardly (.1)
 * where it does not. Rows that are totals are the share of their column's sum
 * that is counted again. A doubt about a column's form (w .3) matters to answers
 * that use it, one about the letters by how likely it is. So it falls with every row that was touched, and never
 * to 0.
 *
 * in       uses  does the answer use the column of this name?
 */
double table_notes_trust(const struct table_notes *notes,
                         bool (*uses)(const void *ctx, struct str column),
                         const void *ctx);

/*
 * table_note_concerns - does a note matter to what this SQL reads?
 *
 * One about the form of some columns does if the SQL names one of them, or has a
 * star; every other one does.
 */
bool table_note_concerns(const struct table_note *n, struct str sql);

/*
 * table_notes_add - a map with its notes in its cautions, after what those say.
 *
 * out      out  borrows `map` where there are no notes
 * errors   ERR_VALIDATION_FAILED  it is no JSON; ERR_LIMIT
 */
MUST_CHECK enum err table_notes_add(struct str map, struct arena *a,
                                    struct str *out, struct error *e);

/* The same caution as a value, of a parsed map or one of its `tables`. */
void table_notes_write_caution(const struct json *table, struct jsonw *w);

/* May there be notes in this text of a map? Looked at without parsing it. */
bool table_notes_are_in(struct str map);

#endif
