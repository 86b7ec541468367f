/*
 * encoding.h - the known encodings, and detecting the one that bytes are in.
 *
 * Looking at the first bytes decides what they can prove: a byte-order mark,
 * the NUL bytes of UTF-16 and UTF-32 without one. Anything else is taken for
 * UTF-8, which the decoder proves over the whole source; where that fails,
 * guess.h ranks what else it can be.
 */
#ifndef BASE_TEXT_ENCODING_H
#define BASE_TEXT_ENCODING_H

#include "base/str.h"

#define ENCODING_NAME_BYTES 40u

enum encoding {
    ENCODING_UTF_8,
    ENCODING_UTF_16LE,
    ENCODING_UTF_16BE,
    ENCODING_WINDOWS_1252,
    ENCODING_ISO_8859_1,
    ENCODING_OTHER /* by its name: charset.h */
};

/* How bytes are to be read. */
struct encoding_report {
    enum encoding encoding;
    char name[ENCODING_NAME_BYTES]; /* in small letters, "windows-1252" */
    double confidence;              /* in [0,1]; 1 when declared or proven */
    bool has_bom;
    size_t bom_bytes; /* where the text begins */
};

/*
 * encoding_detect - the encoding of a source.
 *
 * in       bytes     its first bytes, 4 KiB or all of it
 *          declared  a name or alias, any case; empty: decide by looking.
 *                    "utf-16" and "utf-32" follow the mark, little endian
 *                    without one
 * errors   ERR_VALIDATION_FAILED  an unknown name
 *          ERR_FILE_READ_FAILED   a mark that contradicts what is declared
 */
MUST_CHECK enum err encoding_detect(struct str bytes, struct str declared,
                                    struct encoding_report *report,
                                    struct error *e);

/*
 * encoding_has_escapes - do these bytes switch alphabets by escapes, as
 * ISO-2022 and HZ do? They are ASCII all the same, so that UTF-8 is no proof.
 */
bool encoding_has_escapes(struct str bytes);

#endif
