/*
 * peer.h - the peer: DuckDB through its C API, in process, as a program that
 * needs only one file and trusts it would be written. peer.c alone includes
 * its header.
 */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdint.h>

struct peer;

/* Open DuckDB, in memory or (`database` not NULL) in a file, and read a CSV file
   into the table `data`; gives up on error. */
struct peer *peer_open(const char *csv, const char *database);

/* Run a query and fetch every row; returns how many there were. */
uint64_t peer_query(struct peer *p, const char *sql);

/* Close and free. */
void peer_close(struct peer *p);

#endif
