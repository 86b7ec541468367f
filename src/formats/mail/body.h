/* body.h - the text of a mail as blocks. Private to the module. */
#ifndef FORMATS_MAIL_BODY_H
#define FORMATS_MAIL_BODY_H

#include "formats/mail/entity.h"
#include "formats/markup/block_writer.h"

#include <stdatomic.h>

struct mail_body {
    struct arena *a;
    struct block_writer *writer; /* that it is put to */
    const atomic_bool *stop;
    const struct str *person; /* person[n]: reply.h */
    size_t n_persons;
};

/*
 * body_put - a piece of the text, without what its sender did not write.
 *
 * errors   ERR_LIMIT  as sections_parse(), memory
 *          ERR_TIMEOUT
 */
MUST_CHECK enum err body_put(const struct mail_body *b,
                             const struct mail_text *t, struct error *e);

#endif
