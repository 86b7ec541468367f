/* ingest_encoding.h - decides the encoding of a file that is not UTF-8. */
#ifndef ENGINE_INGEST_INGEST_ENCODING_H
#define ENGINE_INGEST_INGEST_ENCODING_H

#include "base/text/guess.h"

/*
 * ingest_guess - rank the encodings of a file by a sample of it.
 *
 * in       fd      the file
 *          offset  of the byte where reading as UTF-8 ended
 * out      g       n is 0: nothing is likely
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err ingest_guess(int fd, uint64_t offset, struct arena *a,
                                 struct guesses *g, struct error *e);

#endif
