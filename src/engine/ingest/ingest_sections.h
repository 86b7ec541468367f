/* ingest_sections.h - loads the tables of a document whose text was read; private to
 * the module. */
#ifndef ENGINE_INGEST_INGEST_SECTIONS_H
#define ENGINE_INGEST_INGEST_SECTIONS_H

#include "engine/ingest/ingest.h"
#include "formats/markup/sections.h"

/*
 * ingest_sections - make the file `r->database` with a table for each of s->tables:
 * table_2, or by its page: page_3_table_1.
 *
 * out      w   the map
 * errors   ERR_FILE_READ_FAILED   it has no table that can be queried
 *          otherwise as ingest_run()
 */
MUST_CHECK enum err ingest_sections(struct duck *d,
                                    const struct ingest_request *r,
                                    const struct sections *s, struct arena *a,
                                    struct jsonw *w, struct error *e);

#endif
