/*
 * err.h - the error idiom: how a function that can fail reports it.
 *
 * It returns `enum err` (OK is 0, must be checked) and takes `struct error *e`
 * as its last parameter. On OK, *e is untouched, so calls chain. On failure
 * the function that first saw the cause fills *e once; callers may add context
 * with error_wrap() but never change the code.
 *
 * The message lives inside the struct: reporting never allocates, so it works
 * when the failure is that memory has run out.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>
#include <stdint.h>

#define MUST_CHECK       __attribute__((warn_unused_result))
#define PRINTF_LIKE(f)   __attribute__((format(printf, f, (f) + 1)))
#define PRINTF_LIKE_V(f) __attribute__((format(printf, f, 0)))

enum err {
    OK = 0,
#define ERR(name, exit, http, rpc, meaning) ERR_##name,
#include "base/err.def"
#undef ERR
    ERR_COUNT
};

/* Where in the user's input a failure was found; line 0 means "nowhere". */
struct srcpos {
    uint64_t line;   /* 1-based */
    uint64_t column; /* 1-based, in bytes */
    uint64_t offset; /* 0-based, in bytes from the start of the input */
};

struct error {
    enum err code;
    bool of_machine;  /* a disk that fails, no descriptor left, a worker that
                        cannot start: not about what was asked for */
    uint32_t retry_s; /* when it may be asked again; 0: not said */
    struct srcpos pos;
    char msg[400]; /* NUL-terminated, no trailing full stop */
};

/* Fill *e and return `code`, so that `return error_set(...)` reads as one. */
PRINTF_LIKE(3)
enum err error_set(struct error *e, enum err code, const char *fmt, ...);

/* As error_set(), for a failure that has a place in the user's input. */
PRINTF_LIKE(4)
enum err error_at(struct error *e, enum err code, struct srcpos pos,
                  const char *fmt, ...);

#ifdef __clang_analyzer__ /* which cannot see that they return `code` */
#define error_set(e, code, ...) ((void)error_set(e, code, __VA_ARGS__), code)
#define error_at(e, code, pos, ...) \
    ((void)error_at(e, code, pos, __VA_ARGS__), code)
#endif

/* Put context before the message: "reading 'x.csv': " + what was there. */
PRINTF_LIKE(2)
void error_wrap(struct error *e, const char *fmt, ...);

/* The public name, "VALIDATION_FAILED"; "OK" for OK. */
const char *err_name(enum err code);

/* One line of meaning, for documentation and `--help`. */
const char *err_meaning(enum err code);

/* The process exit status, 0 for OK. */
int err_exit_status(enum err code);

/* The HTTP status, 200 for OK. */
int err_http_status(enum err code);

/* The JSON-RPC 2.0 error code, 0 for OK. */
int err_rpc_code(enum err code);

/* The code with this public name; ERR_INTERNAL when there is none. */
enum err err_from_name(const char *name);

/*
 * A bug is not an error: print where and abort. No input can reach one; the
 * fuzzers show it.
 */
_Noreturn void bug_abort(const char *what, const char *file, int line);
#define BUG_ON(cond) ((cond) ? bug_abort(#cond, __FILE__, __LINE__) : (void)0)

#endif
