/*
 * mail.h - mails: .eml files and the messages of an mbox.
 *
 * The text of a mail has a heading of its subject, who wrote it and when, so that
 * each passage and quote has them; then the lines From, To, Cc, Attachments, then
 * what its sender wrote (reply.h). The date is in no line: an answer to "when"
 * would quote it. Headings of a page come below.
 *
 * They are untrusted: the limits are those of header.h, entity.h and of
 * sections.h. What is damaged is read as far as it goes.
 */
#ifndef FORMATS_MAIL_MAIL_H
#define FORMATS_MAIL_MAIL_H

#include "base/members.h"
#include "formats/markup/sections.h"

#include <stdatomic.h>

#define MAIL_MAX_BYTES ((size_t)128 << 20) /* of one mail */

/*
 * mail_sections - a mail as sections. Its fields are from, to, cc, date, subject,
 * attachment.
 *
 * in       mail  its bytes; `out` does not borrow them
 *          stop  set to true: ERR_TIMEOUT soon; NULL: never
 * out      out   lives in `a`
 * errors   ERR_FILE_READ_FAILED  it is no mail; e->pos has the line
 *          ERR_LIMIT             one of the limits, memory
 *          ERR_TIMEOUT           stop
 */
MUST_CHECK enum err mail_sections(struct str mail, const atomic_bool *stop,
                                  struct arena *a, struct sections *out,
                                  struct error *e);

/*
 * mail_members - the attachments of a mail. Parts over a limit are refused as one
 * that is called "attachments".
 *
 * in       lead  is put before their ids and names
 * errors   as mail_sections(), and what the sink says
 */
MUST_CHECK enum err mail_members(struct str mail, struct str lead_id,
                                 struct str lead_name,
                                 const struct member_sink *sink,
                                 struct error *e);

#endif
