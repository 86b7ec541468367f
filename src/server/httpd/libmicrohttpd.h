/*
 * libmicrohttpd.h - libmicrohttpd, loaded when a server starts.
 *
 * It is loaded by dlopen(), not linked, as libcurl is
 * (base/http/transfer.c): it brings GnuTLS, and of all commands one
 * serves. Private to server/httpd/.
 */
#ifndef SERVER_HTTPD_LIBMICROHTTPD_H
#define SERVER_HTTPD_LIBMICROHTTPD_H

#include "base/err.h"

#include <microhttpd.h>
#include <stddef.h>

#define MHD_FUNCTIONS(X)                 \
    X(MHD_is_feature_supported)          \
    X(MHD_start_daemon)                  \
    X(MHD_run)                           \
    X(MHD_get_timeout)                   \
    X(MHD_quiesce_daemon)                \
    X(MHD_stop_daemon)                   \
    X(MHD_suspend_connection)            \
    X(MHD_resume_connection)             \
    X(MHD_lookup_connection_value_n)     \
    X(MHD_get_connection_values_n)       \
    X(MHD_get_connection_info)           \
    X(MHD_get_daemon_info)               \
    X(MHD_create_response_from_buffer)   \
    X(MHD_create_response_from_callback) \
    X(MHD_add_response_header)           \
    X(MHD_queue_response)                \
    X(MHD_destroy_response)

#define MHD_POINTER(name) \
    __typeof__(name) *name; /* NOLINT(bugprone-macro-parentheses) */

struct libmicrohttpd {
    MHD_FUNCTIONS(MHD_POINTER)
};

/*
 * libmicrohttpd_load - the library; the same one each time, never unloaded.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is not here, or too old
 */
MUST_CHECK enum err libmicrohttpd_load(const struct libmicrohttpd **out,
                                       struct error *e);

#endif
