#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int exit_status;
    int http_status;
    int rpc_code;
    const char *meaning;
} table[ERR_COUNT] = {
    [OK] = {"OK", 0, 200, 0, "no error"},
#define ERR(name, exit, http, rpc, meaning) \
    [ERR_##name] = {#name, exit, http, rpc, meaning},
#include "base/err.def"
#undef ERR
};

PRINTF_LIKE_V(4)
static void fill(struct error *e, enum err code, struct srcpos pos,
                 const char *fmt, va_list ap)
{
    e->code = code;
    e->of_machine = false;
    e->retry_s = 0;
    e->pos = pos;
    (void)vsnprintf(e->msg, sizeof(e->msg), fmt, ap);
}

#undef error_set /* err.h defines them for the analyser */
#undef error_at

enum err error_set(struct error *e, enum err code, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    fill(e, code, (struct srcpos){0}, fmt, ap);
    va_end(ap);
    return code;
}

enum err error_at(struct error *e, enum err code, struct srcpos pos,
                  const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    fill(e, code, pos, fmt, ap);
    va_end(ap);
    return code;
}

void error_wrap(struct error *e, const char *fmt, ...)
{
    char old[sizeof(e->msg)];
    va_list ap;
    size_t n;

    memcpy(old, e->msg, sizeof(old));
    va_start(ap, fmt);
    (void)vsnprintf(e->msg, sizeof(e->msg), fmt, ap);
    va_end(ap);
    n = strlen(e->msg);
    (void)snprintf(e->msg + n, sizeof(e->msg) - n, ": %s", old);
}

static enum err known(enum err code)
{
    return (unsigned)code < ERR_COUNT ? code : ERR_INTERNAL;
}

const char *err_name(enum err code)
{
    return table[known(code)].name;
}

const char *err_meaning(enum err code)
{
    return table[known(code)].meaning;
}

int err_exit_status(enum err code)
{
    return table[known(code)].exit_status;
}

int err_http_status(enum err code)
{
    return table[known(code)].http_status;
}

int err_rpc_code(enum err code)
{
    return table[known(code)].rpc_code;
}

enum err err_from_name(const char *name)
{
    for (int i = 0; i < ERR_COUNT; i++) {
        if (strcmp(table[i].name, name) == 0)
            return (enum err)i;
    }
    return ERR_INTERNAL;
}

_Noreturn void bug_abort(const char *what, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: bug: %s\n", file, line, what);
    abort();
}
