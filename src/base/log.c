#include "base/log.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNKNOWN (-1)

static const char *const names[] = {"debug", "info", "warn", "error", "off"};
static atomic_int lowest = UNKNOWN; /* read from QUARRY_LOG at first use */
static atomic_int format = UNKNOWN; /* from QUARRY_LOG_FORMAT, the same */
static _Thread_local char request[LOG_REQUEST_BYTES];

static int level_from_env(void)
{
    const char *name = getenv("QUARRY_LOG");

    for (int i = 0; name && i <= LOG_LEVEL_OFF; i++) {
        if (strcmp(name, names[i]) == 0)
            return i;
    }
    return LOG_LEVEL_WARN;
}

bool log_level_of(const char *name, enum log_level *out)
{
    for (int i = 0; i <= LOG_LEVEL_OFF; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        *out = (enum log_level)i;
        return true;
    }
    return false;
}

void log_set_format(enum log_format f)
{
    atomic_store(&format, (int)f);
}

static bool is_json(void)
{
    int f = atomic_load(&format);

    if (f == UNKNOWN) {
        const char *name = getenv("QUARRY_LOG_FORMAT");

        f = name && strcmp(name, "json") == 0 ? LOG_JSON : LOG_TEXT;
        atomic_store(&format, f);
    }
    return f == LOG_JSON;
}

void log_set_request(const char *id)
{
    (void)snprintf(request, sizeof(request), "%s", id ? id : "");
}

void log_set_level(enum log_level level)
{
    atomic_store(&lowest, (int)level);
}

bool log_enabled(enum log_level level)
{
    int low = atomic_load(&lowest);

    if (low == UNKNOWN) {
        low = level_from_env();
        atomic_store(&lowest, low);
    }
    return (int)level >= low && level < LOG_LEVEL_OFF;
}

/* A record is one line whatever was formatted into it. */
static void flatten(char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)p[i] < 0x20 || p[i] == 0x7f)
            p[i] = ' ';
    }
}

static size_t clip(int wanted, size_t room)
{
    if (wanted < 0)
        return 0;
    return (size_t)wanted < room ? (size_t)wanted : room - 1;
}

/* ---- records ---- */

/* What a record begins with, and its request, as text. */
static size_t put_text(char *line, size_t room, enum log_level level,
                       const char *component, const char *message)
{
    char now[CLOCK_ISO_BYTES];
    int n;

    clock_wall_iso(now);
    n = snprintf(line, room, "%s %s %s %s%s%s", names[level], now, component,
                 message, request[0] ? " req=" : "", request);
    return clip(n, room);
}

/* Backslash before what JSON wants one before; cut where there is no room. */
static size_t put_escaped(char *to, size_t room, const char *from)
{
    size_t n = 0;

    for (; *from && n + 2 < room; from++) {
        if (*from == '"' || *from == '\\')
            to[n++] = '\\';
        to[n++] = *from;
    }
    to[n] = 0;
    return n;
}

static size_t put_json(char *line, size_t room, enum log_level level,
                       const char *component, const char *message)
{
    char now[CLOCK_ISO_BYTES];
    char escaped[LOG_LINE_BYTES - 200];
    char of[LOG_REQUEST_BYTES + 20] = "";

    clock_wall_iso(now);
    (void)put_escaped(escaped, sizeof(escaped), message);
    if (request[0])
        (void)snprintf(of, sizeof(of), ",\"request\":\"%s\"", request);
    return clip(snprintf(line, room,
                         "{\"level\":\"%s\",\"time\":\"%s\","
                         "\"component\":\"%s\",\"message\":\"%s\"%s}",
                         names[level], now, component, escaped, of),
                room);
}

void log_write(enum log_level level, const char *component, const char *fmt,
               ...)
{
    char message[LOG_LINE_BYTES];
    char line[LOG_LINE_BYTES];
    ssize_t ignored;
    va_list ap;
    size_t n;

    if (!log_enabled(level))
        return;
    va_start(ap, fmt);
    n = clip(vsnprintf(message, sizeof(message), fmt, ap), sizeof(message));
    va_end(ap);
    flatten(message, n);
    n = is_json() ? put_json(line, sizeof(line), level, component, message)
                  : put_text(line, sizeof(line), level, component, message);
    line[n++] = '\n'; /* takes the place of the NUL */
    ignored = write(STDERR_FILENO, line, n);
    (void)ignored;
}
