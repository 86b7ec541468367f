/*
 * log.h - the log: one line a record, on standard error.
 *
 *     warn 2026-03-09T14:05:09.123Z pool worker died pid=812 signal=9
 *
 * QUARRY_LOG names the lowest level that is written: debug, info, warn, error
 * or off; warn without it. Never log the content of cells, questions or files.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/err.h"

#include <stdbool.h>

enum log_level {
    LOG_LEVEL_DEBUG,
    LOG_LEVEL_INFO,
    LOG_LEVEL_WARN,
    LOG_LEVEL_ERROR,
    LOG_LEVEL_OFF
};

/* Longer records are cut; a pipe keeps a write of this size in one piece. */
#define LOG_LINE_BYTES 1024

/*
 * log_write - one record.
 *
 * in       component  one word from the source: "pool", "cache"
 *          fmt        the message, then key=value pairs
 * errors   none; a record that cannot be written is lost
 * threads  any; a record is one write(2), so lines do not mix
 */
PRINTF_LIKE(3)
void log_write(enum log_level level, const char *component, const char *fmt,
               ...);

/* True when a record of this level would be written. */
bool log_enabled(enum log_level level);

/* "debug", "info", ...; false: there is no such level. */
bool log_level_parse(const char *name, enum log_level *out);

enum log_format { LOG_TEXT, LOG_JSON };

/* How records are written from now on; until then QUARRY_LOG_FORMAT decides. As
 * JSON a record is {"level","time","component","message","request"}, with the
 * pairs that `fmt` ends with as members of their own: numbers where they are. */
void log_set_format(enum log_format format);

/* What holds now, for programs that are started. */
enum log_level log_level_now(void);
enum log_format log_format_now(void);

/* "debug" */
const char *log_level_name(enum log_level level);

#define LOG_REQUEST_BYTES 40

/* The request that this thread works for, in its records as req=ID; copied.
 * NULL: none. */
void log_set_request(const char *id);

/* The level from now on, instead of what QUARRY_LOG says. */
void log_set_level(enum log_level level);

#define log_debug(...) log_write(LOG_LEVEL_DEBUG, __VA_ARGS__)
#define log_info(...)  log_write(LOG_LEVEL_INFO, __VA_ARGS__)
#define log_warn(...)  log_write(LOG_LEVEL_WARN, __VA_ARGS__)
#define log_error(...) log_write(LOG_LEVEL_ERROR, __VA_ARGS__)

#endif
