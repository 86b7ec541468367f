/* ingest_packed.h - decompresses a file that is packed with gzip or zstd. */
#ifndef ENGINE_INGEST_INGEST_PACKED_H
#define ENGINE_INGEST_INGEST_PACKED_H

#include "engine/ingest/ingest.h"
#include "formats/decompress/unpack.h"

/*
 * ingest_packed - unpack the source beside the new file, and read that.
 *
 * errors   as ingest_run(), and as unpack_run(); ERR_FILE_READ_FAILED also where
 *          what comes out is packed again. Places are those of the unpacked
 *          file
 */
MUST_CHECK enum err ingest_packed(struct duck *d,
                                  const struct ingest_request *r,
                                  enum unpack_kind kind, struct arena *a,
                                  struct jsonw *w, struct error *e);

/* ERR_FILE_READ_FAILED for what came out of a packed file and is one again. */
MUST_CHECK enum err ingest_check_unpacked(int fd, struct error *e);

/* ERR_FILE_READ_FAILED for an archive or a packing that is not read. */
MUST_CHECK enum err ingest_refuse_foreign(struct str head, struct error *e);

#endif
