/*
 * postgres_worker.h - the program that talks to one PostgreSQL server.
 *
 * Its assignment has the connection: {"memory_bytes","options":{"host",...},
 * "timeout_ms","allow_writable_role"}. It connects, begins the transaction, and enters
 * a sandbox in which that connection is all it has: no file can be opened, no other
 * socket made. Then {"op":"copy","known"} with a descriptor writes the bundle of
 * postgres_copy.h and answers {"server":{...},"mark","is_unchanged","is_still","copied"},
 * unless the mark that is known is the present one; {"op":"query"} runs one SELECT there
 * and gives its rows.
 */
#ifndef ENGINE_POSTGRES_POSTGRES_WORKER_H
#define ENGINE_POSTGRES_POSTGRES_WORKER_H

/* Serve the socket until it is closed; returns the exit status. */
int postgres_worker_run(int sock);

#endif
