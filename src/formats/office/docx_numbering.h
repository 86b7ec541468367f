/*
 * docx_numbering.h - the labels that lists of a Word document give to their
 * paragraphs, which the text does not have: "4.2", "(b)", a bullet.
 */
#ifndef FORMATS_OFFICE_DOCX_NUMBERING_H
#define FORMATS_OFFICE_DOCX_NUMBERING_H

#include "base/str_table.h"
#include "formats/office/document.h"

#define DOCX_LIST_LEVELS 9u
#define DOCX_LABEL_BYTES 64u
#define DOCX_MAX_LISTS   10000u

struct docx_list_level {
    char form[32]; /* "%1.%2", "(%3)" */
    char kind;     /* '1', 'a', 'A', 'i', 'I', '-' a bullet, ' ' nothing */
    uint32_t start;
    uint32_t count; /* of the item before, if there is one */
    bool is_counted;
};

/* What lists with the same counters share. */
struct docx_list_form {
    uint32_t id;
    struct docx_list_level level[DOCX_LIST_LEVELS];
};

struct docx_list {
    uint32_t id, form; /* its form's id */
    /* one more than where its next item begins anew; 0: it goes on */
    uint32_t restart[DOCX_LIST_LEVELS];
};

struct docx_numbering {
    struct docx_list_form *form; /* form[n_forms] */
    struct docx_list *list;      /* list[n_lists] */
    size_t n_forms, n_lists;
    struct str_table form_of, list_of; /* id -> its number from 1 */
};

/* An absent part has no lists. */
MUST_CHECK enum err docx_numbering_read(struct office *o, struct str part,
                                        struct docx_numbering *out,
                                        struct error *e);

/* The label of the next paragraph of a list; "-" if it is a bullet, or if the
   list or its form is unknown; "" if it has none. It is cut at a character. */
void docx_numbering_next(struct docx_numbering *n, uint32_t list,
                         uint32_t level, char label[DOCX_LABEL_BYTES]);

#endif
