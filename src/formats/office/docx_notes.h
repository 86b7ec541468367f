/*
 * docx_notes.h - footnotes, endnotes and comments of a Word document. Private to the
 * module.
 *
 * They are read before the text that refers to them: each comes behind the paragraph
 * or the table that refers to it first.
 */
#ifndef FORMATS_OFFICE_DOCX_NOTES_H
#define FORMATS_OFFICE_DOCX_NOTES_H

#include "base/str_table.h"
#include "formats/office/document.h"

enum docx_note_kind {
    DOCX_FOOTNOTE,
    DOCX_ENDNOTE,
    DOCX_COMMENT,
    DOCX_NOTE_KINDS
};

struct docx_note {
    enum docx_note_kind kind;
    struct str id, text;
    struct str author; /* of a comment; empty: unknown */
    bool is_put;       /* where it is referred to first */
};

struct docx_notes {
    struct office *o;
    struct buf list;                         /* of struct docx_note */
    struct str_table by_id[DOCX_NOTE_KINDS]; /* number in `list` from 1 */
    struct buf
        refers; /* of struct docx_note: those that the open paragraph has */
    struct buf text;       /* of the note that is being read */
    struct docx_note open; /* the same */
    bool is_open;
};

/* It borrows the document. */
void docx_notes_init(struct docx_notes *n, struct office *o);

/* Free what it holds; in every case. */
void docx_notes_release(struct docx_notes *n);

/* What is put from here on is of this note. */
MUST_CHECK enum err docx_notes_begin(struct docx_notes *n,
                                     const struct xml_element *el,
                                     struct error *e);

/* A paragraph of the note that is open. */
void docx_notes_put(struct docx_notes *n, struct str text);

/* Of two notes of one id the first counts. */
MUST_CHECK enum err docx_notes_end(struct docx_notes *n, struct error *e);

/* The open paragraph refers to a note. */
MUST_CHECK enum err docx_notes_refer(struct docx_notes *n,
                                     const struct xml_element *el,
                                     struct error *e);

/* The notes that were referred to, unless the text has them. */
void docx_notes_write(struct docx_notes *n);

/* Was there more than is kept? */
bool docx_notes_overflow(const struct docx_notes *n);

#endif
