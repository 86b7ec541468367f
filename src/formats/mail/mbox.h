/*
 * mbox.h - a file of many mails, as mail programs and archives keep them: each
 * begins with a line "From somebody date" after a blank line (RFC 4155).
 *
 * It is read from its start or from where an earlier call ended, with one mail in
 * memory, so that one of any number of mails can be read in pieces.
 */
#ifndef FORMATS_MAIL_MBOX_H
#define FORMATS_MAIL_MBOX_H

#include "formats/mail/mail.h"

/*
 * mbox_members - mails and their attachments.
 *
 * A mail is named by its day and subject, "2024-03-05 Delivery.eml", and known by
 * its Message-ID, so that it stays the same document when mails before it are
 * deleted or its status changes. One that is no mail, or too large, is refused, and
 * so are "attachments" of one whose parts cannot be read.
 *
 * in       fd    a regular file
 *          from  0, or *next of the call before
 *          stop  set to true: ERR_TIMEOUT soon; NULL: never
 * out      next  where it goes on; 0: it is at its end
 * errors   ERR_FILE_READ_FAILED  it is no mbox; e->pos has the line
 *          ERR_TIMEOUT           stop
 *          what the sink says
 */
MUST_CHECK enum err mbox_members(int fd, uint64_t from,
                                 const struct member_sink *sink,
                                 const atomic_bool *stop, uint64_t *next,
                                 struct error *e);

/* Does a line begin a mail of an mbox? */
bool mbox_is_begin(struct str line);

#endif
