/* postgres_still.h - can what was copied change without a transaction that writes? */
#ifndef ENGINE_POSTGRES_POSTGRES_STILL_H
#define ENGINE_POSTGRES_POSTGRES_STILL_H

#include "engine/postgres/postgres_session.h"

/*
 * postgres_still_ask - is all that the role sees of the database the same as long as the
 * mark of the session is?
 *
 * out      is      false where views call functions that tell the time or read what no
 *                  table has, where policies of rows may do so, and where parts of a table
 *                  are on other servers
 * errors   as postgres_link_query()
 */
MUST_CHECK enum err postgres_still_ask(const struct postgres_session *s,
                                       bool *is, struct error *e);

#endif
