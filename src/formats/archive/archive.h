/*
 * archive.h - the files of a zip and of a tar, and those that a document embeds.
 *
 * They are untrusted. A member is called by its path in the archive, in UTF-8 and
 * without what would lead out of a folder; it is known by that path. Folders are no
 * members. Links, devices, sparse and hidden files are left out, and one that is
 * encrypted, damaged or made to fill a disk is refused: each has its reason
 * (base/members.h), and the others are read.
 *
 *             bounded by
 *     zip     formats/package/unzip.h: parts, bytes, how much larger than packed
 *     tar     its own size; a header has up to ARCHIVE_HEADER_BYTES
 */
#ifndef FORMATS_ARCHIVE_ARCHIVE_H
#define FORMATS_ARCHIVE_ARCHIVE_H

#include "base/members.h"

#include <stdatomic.h>

#define ARCHIVE_HEADER_BYTES ((size_t)1 << 20)
#define ARCHIVE_NAME_BYTES   1024u /* of a member */

/*
 * zip_members - some files of a zip: all from one on, until the sink is full.
 *
 * in       fd    a regular file
 *          from  0, or *next of the call before
 *          stop  set to true: ERR_TIMEOUT soon; NULL: never
 * out      next  where it goes on; 0: it is at its end
 * errors   ERR_FILE_READ_FAILED  no zip, cut off, damaged
 *          ERR_LIMIT             too many parts, memory
 *          ERR_TIMEOUT           stop
 *          what the sink says
 */
MUST_CHECK enum err zip_members(int fd, uint64_t from,
                                const struct member_sink *sink,
                                const atomic_bool *stop, uint64_t *next,
                                struct error *e);

/*
 * embedded_members - as zip_members(), of a Word document, a presentation or an
 * OpenDocument: the workbooks and documents that are embedded in it, of the first two also
 * those of charts, by their names alone. What other programs made of them is left out.
 */
MUST_CHECK enum err embedded_members(int fd, uint64_t from,
                                     const struct member_sink *sink,
                                     const atomic_bool *stop, uint64_t *next,
                                     struct error *e);

/*
 * tar_members - as zip_members(), of a tar that is not packed.
 *
 * What was found before a damaged place is handed over first: the call after that
 * begins there, and fails.
 */
MUST_CHECK enum err tar_members(int fd, uint64_t from,
                                const struct member_sink *sink,
                                const atomic_bool *stop, uint64_t *next,
                                struct error *e);

#endif
