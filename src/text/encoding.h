/*
 * encoding.h - which encodings are known, and which one bytes are in.
 *
 * Looking at bytes decides only what bytes can prove: a byte-order mark, or
 * text that is UTF-8 throughout. Anything else must be declared; nothing here
 * guesses. (Guessing with a confidence below 1 comes in through
 * encoding_detect(), whose report has room for it.)
 */
#ifndef TEXT_ENCODING_H
#define TEXT_ENCODING_H

#include "base/str.h"

enum encoding {
    ENCODING_UTF_8,
    ENCODING_UTF_16LE,
    ENCODING_UTF_16BE,
    ENCODING_WINDOWS_1252,
    ENCODING_ISO_8859_1
};

/* How bytes are to be read. */
struct encoding_report {
    enum encoding encoding;
    double confidence; /* in [0,1]; 1 when declared or proven */
    bool has_bom;
    size_t bom_bytes; /* where the text begins */
};

/* The IANA name in small letters, "windows-1252"; a static string. */
const char *encoding_name(enum encoding encoding);

/*
 * encoding_detect - the encoding of a source.
 *
 * in       bytes     the whole source; only its mark is looked at here,
 *                    decode_open() proves the rest
 *          declared  a name or alias, any case; empty: decide by looking.
 *                    "utf-16" follows the mark, little endian without one
 * errors   ERR_VALIDATION_FAILED  an unknown name; the message lists the known
 *          ERR_FILE_READ_FAILED   a mark of UTF-32, or a mark that contradicts
 *                                 what is declared
 */
MUST_CHECK enum err encoding_detect(struct str bytes, struct str declared,
                                    struct encoding_report *report,
                                    struct error *e);

#endif
