/*
 * libpq.h - PostgreSQL's client library, loaded at first use, for this module.
 *
 * It brings 20 libraries along (Kerberos, LDAP, SASL, OpenSSL), which no command needs
 * that keeps bases in files. The header's own functions give the pointers their types,
 * so a wrong call does not compile. engine/postgres, whose program is linked with it,
 * takes only these from here.
 */
#ifndef STORE_PGSQL_LIBPQ_H
#define STORE_PGSQL_LIBPQ_H

#include "base/err.h"

#include <libpq-fe.h>

#define LIBPQ_FUNCTIONS(X)       \
    X(PQcancel)                  \
    X(PQclear)                   \
    X(PQcmdStatus)               \
    X(PQcmdTuples)               \
    X(PQconnectdbParams)         \
    X(PQconnectionNeedsPassword) \
    X(PQconnectionUsedPassword)  \
    X(PQconninfoFree)            \
    X(PQconninfoParse)           \
    X(PQconsumeInput)            \
    X(PQdescribePrepared)        \
    X(PQerrorMessage)            \
    X(PQexec)                    \
    X(PQfinish)                  \
    X(PQfreeCancel)              \
    X(PQfreemem)                 \
    X(PQftype)                   \
    X(PQgetCancel)               \
    X(PQgetResult)               \
    X(PQgetisnull)               \
    X(PQgetlength)               \
    X(PQgetvalue)                \
    X(PQisBusy)                  \
    X(PQnfields)                 \
    X(PQnotifies)                \
    X(PQntuples)                 \
    X(PQprepare)                 \
    X(PQreset)                   \
    X(PQresultErrorField)        \
    X(PQresultStatus)            \
    X(PQsendQueryPrepared)       \
    X(PQserverVersion)           \
    X(PQsetNoticeReceiver)       \
    X(PQsocket)                  \
    X(PQstatus)                  \
    X(PQtransactionStatus)

#define LIBPQ_FUNCTION(name) \
    __typeof__(name) *name; /* NOLINT(bugprone-macro-parentheses) */
struct libpq {
    LIBPQ_FUNCTIONS(LIBPQ_FUNCTION)
};
#undef LIBPQ_FUNCTION

/* Filled by libpq_load(). */
extern struct libpq pq;

/* Load it, once; ERR_TOOL_WORKER_UNAVAILABLE: it is not installed. */
MUST_CHECK enum err libpq_load(struct error *e);

#endif
