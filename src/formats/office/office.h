/*
 * office.h - documents that are packages of XML: .docx, .pptx, .odt,
 * .odp, .epub.
 *
 * They are untrusted: a package is opened within the bounds of
 * formats/package/unzip.h, its XML within those of formats/package/xml.h.
 */
#ifndef FORMATS_OFFICE_OFFICE_H
#define FORMATS_OFFICE_OFFICE_H

#include "formats/markup/sections.h"

#include <stdatomic.h>

#define OFFICE_MAX_BYTES ((uint64_t)1 << 30) /* unpacked, of all parts read */

/* Does office_read() read it? */
bool office_reads(enum sections_format format);

/* Which of them is it, by what is in it? */
bool office_format_of(int fd, enum sections_format *out);

/*
 * office_read - a document as sections.
 *
 * in       fd      a regular file
 *          format  office_reads() it
 *          stop    set to true: ERR_TIMEOUT soon; NULL: never
 * out      out     lives in `a`
 * errors   ERR_FILE_READ_FAILED  damaged, encrypted, something else; says what
 *                                to do
 *          ERR_LIMIT             a bomb; a limit of sections.h, memory
 *          ERR_TIMEOUT           stop
 */
MUST_CHECK enum err office_read(int fd, enum sections_format format,
                                const atomic_bool *stop, struct arena *a,
                                struct sections *out, struct error *e);

#endif
