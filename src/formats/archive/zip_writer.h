/* zip_writer.h - a zip of parts that are not packed, into a member of a sink. Private to
 * the module. */
#ifndef FORMATS_ARCHIVE_ZIP_WRITER_H
#define FORMATS_ARCHIVE_ZIP_WRITER_H

#include "base/buf.h"
#include "base/members.h"

struct zip_writer {
    const struct member_sink *sink;
    struct buf list; /* the directory, which comes at the end */
    uint64_t at;     /* bytes that were written */
    uint64_t begin;  /* of the part that is open */
    uint64_t n;      /* of its bytes */
    uint32_t crc;
    uint16_t parts;
    struct str name;
};

/* Begin; zip_writer_release() in every case. */
void zip_writer_init(struct zip_writer *z, const struct member_sink *sink);
void zip_writer_release(struct zip_writer *z);

/* A part: begun, written as often as one likes, ended; `name` is borrowed meanwhile.
 * Errors are the sink's, and ERR_LIMIT: 4 GiB of all parts. */
MUST_CHECK enum err zip_writer_begin(struct zip_writer *z, struct str name,
                                     struct error *e);
MUST_CHECK enum err zip_writer_put(struct zip_writer *z, struct str bytes,
                                   struct error *e);
MUST_CHECK enum err zip_writer_end(struct zip_writer *z, struct error *e);

/* The directory; the member is whole then, and still to be ended. */
MUST_CHECK enum err zip_writer_finish(struct zip_writer *z, struct error *e);

#endif
