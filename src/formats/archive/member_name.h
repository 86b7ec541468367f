/* member_name.h - the path of a file in an archive; private to the readers. */
#ifndef FORMATS_ARCHIVE_MEMBER_NAME_H
#define FORMATS_ARCHIVE_MEMBER_NAME_H

#include "base/members.h"

/*
 * member_name_put - the name and the id of a member, by its path in the archive.
 *
 * What is no UTF-8 is taken for Latin-1, control characters become '_', and a slash
 * at the start, "C:", "." and empty parts go away.
 *
 * out      m       its id and name live in `a`; refusal and is_left_out are set
 *                  where the name says that it is not read: hidden, too long, one
 *                  that leads out of the archive
 * errors   ERR_LIMIT  memory
 */
MUST_CHECK enum err member_name_put(struct str path, struct arena *a,
                                    struct member *m, struct error *e);

/* Refuse it, unless it is already. */
void member_refuse(struct member *m, const char *why);

/* Leave it out, unless it is refused already. */
void member_leave_out(struct member *m, const char *why);

#endif
