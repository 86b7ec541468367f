/* notes_words.h - the sentences of notes.h. Private to notes_text.c. */
#ifndef TABLES_NOTES_WORDS_H
#define TABLES_NOTES_WORDS_H

#include "tables/notes.h"

/*
 * In a sentence # is the count, % what it is a part of, @ the columns, & all of
 * them in quotes, $ the places in parentheses, with the blank before them, ~ how
 * it was read, ? what else it may be, and of a table of a PDF ^ its page, ! its
 * number there and * its confidence; a part that is not known is left out
 * with nothing.
 */
struct note_sentence {
    const char *one;
    const char *many;
};

/* What places are, in words. */
struct note_unit {
    const char *one;   /* before one place, */
    const char *many;  /* before several */
    const char *after; /* and after them */
};

struct note_words {
    struct note_sentence say[TABLE_NOTE_KINDS];
    struct note_unit unit[TABLE_NOTE_UNITS];
    const char *comma;
    const char *open; /* around places */
    const char *close;
    const char *more;   /* after those that are shown */
    const char *cells;  /* for columns that nobody named */
    const char *behind; /* a table's name */
    const char *either; /* between two of what it may be */
    const char *other;  /* where nothing near is known */
};

/* By enum table_note_language. */
extern const struct note_words note_words[TABLE_NOTE_LANGUAGES];

#endif
