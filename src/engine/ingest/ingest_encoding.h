/* ingest_encoding.h - decides the encoding of a file that is not UTF-8. */
#ifndef ENGINE_INGEST_INGEST_ENCODING_H
#define ENGINE_INGEST_INGEST_ENCODING_H

#include "base/text/guess.h"
#include "engine/ingest/ingest.h"

/* From here on nothing is said of what else it may be. */
#define INGEST_SURE_ENCODING 0.8

/* What is said of an encoding that is not sure. */
struct ingest_guessed {
    bool doubted;
    char others[GUESS_OTHERS][ENCODING_NAME_BYTES]; /* what else it may be */
    size_t n_others;
    uint64_t lines; /* with bytes that are not ASCII */
};

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

/*
 * ingest_guess_doubt - what is to be said of the i-th guess.
 *
 * cost     a pass over the bytes of the file if the guess is not sure
 * errors   ERR_FILE_READ_FAILED, ERR_TIMEOUT
 */
MUST_CHECK enum err ingest_guess_doubt(const struct ingest_request *r,
                                       const struct guesses *g, size_t i,
                                       struct arena *a,
                                       struct ingest_guessed *out,
                                       struct error *e);

#endif
