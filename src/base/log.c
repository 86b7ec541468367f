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

static int level_from_env(void)
{
    const char *name = getenv("QUARRY_LOG");

    for (int i = 0; name && i <= LOG_LEVEL_OFF; i++) {
        if (strcmp(name, names[i]) == 0)
            return i;
    }
    return LOG_LEVEL_WARN;
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

void log_write(enum log_level level, const char *component, const char *fmt,
               ...)
{
    char line[LOG_LINE_BYTES];
    char now[CLOCK_ISO_BYTES];
    ssize_t ignored;
    va_list ap;
    size_t n;

    if (!log_enabled(level))
        return;
    clock_wall_iso(now);
    n = clip(
        snprintf(line, sizeof(line), "%s %s %s ", names[level], now, component),
        sizeof(line));
    va_start(ap, fmt);
    n += clip(vsnprintf(line + n, sizeof(line) - n, fmt, ap), sizeof(line) - n);
    va_end(ap);
    flatten(line, n);
    line[n++] = '\n'; /* takes the place of the NUL */
    ignored = write(STDERR_FILENO, line, n);
    (void)ignored;
}
