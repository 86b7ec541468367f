/*
 * open_elements.h - the elements that are open while a part is read: what each was, so
 * that its end is known, and how deep it is in one that is left out. Private to the
 * module.
 */
#ifndef FORMATS_PACKAGE_OPEN_ELEMENTS_H
#define FORMATS_PACKAGE_OPEN_ELEMENTS_H

#include "formats/package/xml.h"

struct open_elements {
    unsigned skipped;            /* depth in what is left out */
    unsigned n;                  /* xml_read() ends before there are more */
    uint8_t kind[XML_MAX_DEPTH]; /* kind[n]: an enum of the reader */
};

/* An element begins; false: it is left out with all that it holds. */
static inline bool open_elements_begin(struct open_elements *o, int kind,
                                       bool is_left_out)
{
    if (o->skipped || is_left_out) {
        o->skipped++;
        return false;
    }
    o->kind[o->n++] = (uint8_t)kind;
    return true;
}

/* The element that began last ends; false: it was left out. */
static inline bool open_elements_end(struct open_elements *o, int *kind)
{
    if (o->skipped) {
        o->skipped--;
        return false;
    }
    *kind = o->kind[--o->n];
    return true;
}

#endif
