/*
 * ingest_aside.h - the lines of a text that are not rows as written: padded,
 * repaired, rejected, titles, comments, footers. All of them go into a table of
 * their own, `irregular`, so that nothing is lost; the map shows the first.
 */
#ifndef ENGINE_INGEST_INGEST_ASIDE_H
#define ENGINE_INGEST_INGEST_ASIDE_H

#include "base/jsonw.h"
#include "engine/duck/duck_append.h"
#include "engine/ingest/caption_unit.h"
#include "formats/csv/column_name.h"

#define INGEST_IRREGULAR "irregular"

enum aside_action {
    ASIDE_PADDED,   /* it is a row, whose last cells are null */
    ASIDE_REPAIRED, /* it is a row now */
    ASIDE_REJECTED,
    ASIDE_SHOWN_ACTIONS,
    ASIDE_TITLE = ASIDE_SHOWN_ACTIONS,
    ASIDE_COMMENT,
    ASIDE_FOOTER,
    ASIDE_ACTIONS
};

struct aside_line {
    enum aside_action action;
    uint64_t line;      /* of the text, from 1 */
    uint64_t row;       /* of the table, from 1; 0: none */
    size_t cells;       /* of a padded row */
    const char *reason; /* static */
    bool is_caption;    /* it may say what the figures are counted in */
};

#define ASIDE_SHOWN 20u /* lines of an action that the map names */

#define ASIDE_TEXTS \
    40u /* titles, comments and footers whose words the map has */
#define ASIDE_TEXT_BYTES 4000u
#define ASIDE_TEXT_MOST  500u /* of one */

struct aside_text {
    enum aside_action action;
    uint64_t line;
    size_t at, n; /* in `said` */
};

struct ingest_aside {
    uint64_t count[ASIDE_ACTIONS];
    uint64_t lines;     /* all lines that are in no row */
    size_t least_cells; /* of the padded rows; 0: there are none */
    struct aside_line shown[ASIDE_SHOWN_ACTIONS][ASIDE_SHOWN];
    struct caption_unit unit; /* of the first caption that states one */
    uint64_t captions;        /* that were looked at */
    struct aside_text text[ASIDE_TEXTS];
    size_t texts;
    char said[ASIDE_TEXT_BYTES];
    size_t said_bytes;
    struct duck *duck; /* NULL: only count */
    const char *catalog;
    struct duck_append *append; /* from the first line on */
    size_t pending;
};

/*
 * ingest_aside_create - the empty table.
 *
 * in       catalog  of the new file
 */
MUST_CHECK enum err ingest_aside_create(struct duck *d, const char *catalog,
                                        struct error *e);

/* Count from nothing, and put what is counted into the table, if `d`. */
void ingest_aside_begin(struct ingest_aside *s, struct duck *d,
                        const char *catalog);

/* Add what was counted in lines that all come after those of `s`. */
void ingest_aside_merge(struct ingest_aside *s,
                        const struct ingest_aside *later);

/* Count a line, or several as one record, and put it into the table. */
MUST_CHECK enum err ingest_aside_add(struct ingest_aside *s,
                                     const struct aside_line *line,
                                     struct str text, struct error *e);

/* Write what is left, or drop it when `rc` is an error; returns it then. */
MUST_CHECK enum err ingest_aside_close(struct ingest_aside *s, enum err rc,
                                       struct error *e);

/* The members of "fidelity" that are about it; names[columns] of the table. */
void ingest_aside_write(const struct ingest_aside *s,
                        const struct column_name *names, size_t columns,
                        struct jsonw *w);

#endif
