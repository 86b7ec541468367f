#include "base/log.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNKNOWN (-1)

/* Of a record as JSON, so that what it begins with fits as well. */
#define MAX_PAIRS   8
#define MAX_VALUE   80
#define MAX_MORE    400
#define MAX_MESSAGE (LOG_LINE_BYTES - MAX_MORE - 120)

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

bool log_level_parse(const char *name, enum log_level *out)
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

enum log_format log_format_now(void)
{
    int f = atomic_load(&format);

    if (f == UNKNOWN) {
        const char *name = getenv("QUARRY_LOG_FORMAT");

        f = name && strcmp(name, "json") == 0 ? LOG_JSON : LOG_TEXT;
        atomic_store(&format, f);
    }
    return (enum log_format)f;
}

void log_set_request(const char *id)
{
    (void)snprintf(request, sizeof(request), "%s", id ? id : "");
}

void log_set_level(enum log_level level)
{
    atomic_store(&lowest, (int)level);
}

enum log_level log_level_now(void)
{
    int low = atomic_load(&lowest);

    if (low == UNKNOWN) {
        low = level_from_env();
        atomic_store(&lowest, low);
    }
    return (enum log_level)low;
}

const char *log_level_name(enum log_level level)
{
    return names[level];
}

bool log_enabled(enum log_level level)
{
    return level >= log_level_now() && level < LOG_LEVEL_OFF;
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

/* ---- the pairs that a record ends with ---- */

static int count_pairs(const char *fmt)
{
    int n = 0;

    for (const char *at = fmt; (at = strstr(at, "=%")); at++)
        n++;
    return n < MAX_PAIRS ? n : MAX_PAIRS;
}

static bool is_pair(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz_");

    return n > 0 && text[n] == '=';
}

/* As many words from the end of the message as the format has pairs, the last
 * one first; what comes before them is somebody's text, whatever it says. */
static int cut_pairs(char *message, int most, char *pairs[MAX_PAIRS])
{
    int n = 0;

    while (n < most) {
        char *blank = strrchr(message, ' ');

        if (!blank || !is_pair(blank + 1))
            break;
        *blank = 0;
        pairs[n++] = blank + 1;
    }
    return n;
}

/* One that every reader of JSON holds exactly. */
static bool is_number(const char *text)
{
    size_t whole = strspn(text, "0123456789");
    size_t n = whole;

    if (whole == 0 || (text[0] == '0' && whole > 1))
        return false;
    if (text[n] == '.' && text[n + 1])
        n += 1 + strspn(text + n + 1, "0123456789");
    return !text[n] && n <= 15;
}

static size_t put_pair(char *to, size_t room, const char *pair)
{
    const size_t key = strcspn(pair, "=");
    const char *value = pair + key + 1;
    const char *quote = is_number(value) ? "" : "\"";
    char escaped[MAX_VALUE];

    (void)put_escaped(escaped, sizeof(escaped), value);
    return clip(snprintf(to, room, ",\"%.*s\":%s%s%s", (int)key, pair, quote,
                         escaped, quote),
                room);
}

static size_t put_json(char *line, size_t room, enum log_level level,
                       const char *component, const char *fmt, char *message)
{
    char now[CLOCK_ISO_BYTES];
    char escaped[MAX_MESSAGE];
    char more[MAX_MORE] = "";
    char *pairs[MAX_PAIRS];
    int n = cut_pairs(message, count_pairs(fmt), pairs);
    size_t at = 0;

    clock_wall_iso(now);
    (void)put_escaped(escaped, sizeof(escaped), message);
    while (n > 0) {
        char one[MAX_VALUE + 40];
        size_t bytes = put_pair(one, sizeof(one), pairs[--n]);

        if (at + bytes >= sizeof(more) - LOG_REQUEST_BYTES - 20)
            break;
        memcpy(more + at, one, bytes + 1);
        at += bytes;
    }
    if (request[0])
        (void)snprintf(more + at, sizeof(more) - at, ",\"request\":\"%s\"",
                       request);
    return clip(snprintf(line, room,
                         "{\"level\":\"%s\",\"time\":\"%s\","
                         "\"component\":\"%s\",\"message\":\"%s\"%s}",
                         names[level], now, component, escaped, more),
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
    n = log_format_now() == LOG_JSON
            ? put_json(line, sizeof(line), level, component, fmt, message)
            : put_text(line, sizeof(line), level, component, message);
    line[n++] = '\n'; /* takes the place of the NUL */
    ignored = write(STDERR_FILENO, line, n);
    (void)ignored;
}
