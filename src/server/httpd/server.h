/* server.h - the state of a server. Private to server/httpd/. */
#ifndef SERVER_HTTPD_SERVER_H
#define SERVER_HTTPD_SERVER_H

#include "server/httpd/libmicrohttpd.h"
#include "server/httpd/pool.h"

/* Of its headers, and to read in. libmicrohttpd writes on most of it for each
 * reply, so it is most of what an idle stream has resident: 1,000 of them are
 * 21 MB with 20 KiB, 37 MB with 36 KiB (bench/http.mjs). */
#define CONNECTION_BYTES ((size_t)20 * 1024)

#define HTTPD_MAX_OLD 4 /* daemons with another certificate */

/* A daemon that accepts no more connections (daemon.h). */
struct old_daemon {
    struct MHD_Daemon *daemon;
    int listening;
    unsigned idle; /* looks in a row that saw no connection */
};

struct httpd {
    struct httpd_options o;
    const struct libmicrohttpd *lib;
    /* held by callers of a daemon, except httpd_wake(); guards what follows;
     * `lock` comes after it */
    pthread_mutex_t driving;
    _Atomic(struct MHD_Daemon *) daemon;  /* the one that accepts */
    struct old_daemon old[HTTPD_MAX_OLD]; /* old[n_old] */
    unsigned n_old;

    int listening;        /* of which each daemon has a dup */
    int accepting;        /* the daemon's, when it ends */
    int wake_fd;          /* readable: httpd_wake() was called */
    struct leader leader; /* to read, and to run the daemons */
    pthread_t reader;     /* the first of its threads */
    bool has_reader;
    struct httpd_pool pool;
    bool has_pool;
    struct httpd_pool disk; /* writes what is uploaded, so that no client waits
                               for the disk but those who upload */
    bool has_disk;
    int upload_folder;
    pthread_t sweeper;
    bool has_sweeper;
    int stop_fd;          /* readable: the sweeper ends */
    atomic_bool stopping; /* replies end their connections */

    pthread_mutex_t lock; /* guards what follows; a stream's comes after it */
    pthread_cond_t ended;
    unsigned alive; /* exchanges between their headers and their end */
    struct exchange *uploads;     /* of these */
    struct httpd_stream *streams; /* that have a connection */
    struct connection *connections;
};

/* Resume a suspended connection and notify its reader; any thread. */
void httpd_wake(struct httpd *h, struct MHD_Connection *connection);

#endif
