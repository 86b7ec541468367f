/* server.h - what the parts of a server share. Private to httpd/. */
#ifndef HTTPD_SERVER_H
#define HTTPD_SERVER_H

#include "httpd/mhd.h"
#include "httpd/pool.h"

/* Of its headers, and to read in. Over 32 KiB it is mapped, so that a connection
 * which is silent has only the pages that it has used: of 1,000 streams that are
 * 10 MB less (bench_streams). */
#define CONNECTION_BYTES ((size_t)36 * 1024)

struct httpd {
    struct httpd_options o;
    const struct mhd *lib;
    struct MHD_Daemon *daemon;
    int listening;
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
    unsigned alive;   /* exchanges between their headers and their end */
    unsigned uploads; /* of these */
    struct httpd_stream *streams; /* that have a connection */
    struct connection *connections;
};

#endif
