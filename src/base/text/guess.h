/* guess.h - ranks the encodings that bytes may be in, best first. */
#ifndef BASE_TEXT_GUESS_H
#define BASE_TEXT_GUESS_H

#include "base/buf.h"
#include "base/text/encoding.h"

#define GUESS_MAX 6u

struct guess {
    char name[ENCODING_NAME_BYTES];
    double confidence; /* in [0,1], under 1 */
    double score;      /* of the text alone, without the detector's word */
    uint64_t hash;     /* of the text that it gives */
};

struct guesses {
    struct guess of[GUESS_MAX];
    size_t n;
};

#define GUESS_SAMPLE_BYTES ((size_t)64 * 1024)

/*
 * guess_sample - add the lines of a text that are not all ASCII, until the
 * sample has GUESS_SAMPLE_BYTES, which is also as much as it takes of a line.
 */
void guess_sample(struct str text, struct buf *sample);

/*
 * encoding_guess - rank the encodings in which a sample decodes.
 *
 * in       sample  whole lines with bytes that are not ASCII, up to 256 KiB
 * out      g       n is 0 when it is no text, or mostly UTF-8 that is damaged
 * cost     about 20 ms for 256 KiB
 */
void encoding_guess(struct str sample, struct guesses *g);

/*
 * encoding_guess_among - the same where one of a few encodings is meant, whose
 * order says how likely each is; what the detector says counts for them alone.
 *
 * in       names  names[n], in small letters
 */
void encoding_guess_among(struct str sample, const char *const *names, size_t n,
                          struct guesses *g);

#define GUESS_OTHERS 3u

/*
 * guess_others - what else the i-th guess may be: encodings that give another
 * text which looks nearly as likely, the likeliest first, one for each text.
 *
 * out      others  names of `g`
 * returns  how many
 */
size_t guess_others(const struct guesses *g, size_t i,
                    const char *others[GUESS_OTHERS]);

#endif
