/*
 * document.h - the state that the readers of all formats share. Private to the module.
 */
#ifndef FORMATS_OFFICE_DOCUMENT_H
#define FORMATS_OFFICE_DOCUMENT_H

#include "formats/markup/block_writer.h"
#include "formats/package/part.h"

#include <stdatomic.h>

struct office {
    struct unzip *u;
    struct arena *a;
    const struct part_tick *tick;
    const atomic_bool *stop;
    struct block_writer writer; /* what they fill */
};

/* The package is of this kind and what it says is read to `o->writer`. */
MUST_CHECK enum err docx_read(struct office *o, struct error *e);

/* As docx_read(), of PPTX. */
MUST_CHECK enum err pptx_read(struct office *o, struct error *e);

/* As docx_read(), of ODT. */
MUST_CHECK enum err odt_read(struct office *o, struct error *e);

/* As docx_read(), of ODP. */
MUST_CHECK enum err odp_read(struct office *o, struct error *e);

/* As docx_read(), of EPUB. */
MUST_CHECK enum err epub_read(struct office *o, struct error *e);

#endif
