/* odf_objects.h - what an OpenDocument embeds. Private to the module. */
#ifndef FORMATS_ARCHIVE_ODF_OBJECTS_H
#define FORMATS_ARCHIVE_ODF_OBJECTS_H

#include "base/members.h"
#include "formats/package/unzip.h"

/* Is the package one? */
bool odf_objects_fit(struct unzip *u);

/*
 * odf_objects_put - the spreadsheets, texts and presentations that are embedded, as files
 * of their own, from `from` on until the sink is full.
 *
 * out      next  as zip_members()
 * errors   likewise; ERR_FILE_READ_FAILED  its list of parts is damaged
 */
MUST_CHECK enum err odf_objects_put(struct unzip *u, uint64_t from,
                                    const struct member_sink *sink,
                                    uint64_t *next, struct error *e);

#endif
