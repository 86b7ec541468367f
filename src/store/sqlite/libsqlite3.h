/*
 * libsqlite3.h - the one place that includes SQLite's header: for this module, which
 * keeps what must survive, and for engine/sqlite_file, which reads databases that
 * other programs made.
 */
#ifndef STORE_SQLITE_LIBSQLITE3_H
#define STORE_SQLITE_LIBSQLITE3_H

#include <sqlite3.h>

#endif
