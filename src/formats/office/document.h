/*
 * document.h - what the readers of one kind each get. Private to the module.
 */
#ifndef FORMATS_OFFICE_DOCUMENT_H
#define FORMATS_OFFICE_DOCUMENT_H

#include "formats/office/flow.h"
#include "formats/xlsx/part.h"

struct office {
    struct unzip *u;
    struct arena *a;
    const struct part_tick *tick;
    struct flow flow; /* what they fill */
};

/* The package is of this kind and what it says is read to `o->flow`. */
MUST_CHECK enum err docx_read(struct office *o, struct error *e);

#endif
