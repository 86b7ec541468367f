#include "server/httpd/request_check.h"

#include "server/httpd/server.h"

#include <string.h>

#define LINE_END_BYTES 2 /* CR LF */

struct checking {
    const char *next;  /* where the next line must begin */
    const char *wrong; /* NULL: nothing so far */
    unsigned lengths, codings, hosts;
};

/* RFC 9110 section 5.6.2. */
static bool is_token(struct str s)
{
    static const char signs[] = "!#$%&'*+-.^_`|~";

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];

        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
              (c >= 'A' && c <= 'Z') || (c && strchr(signs, c))))
            return false;
    }
    return s.n > 0;
}

static bool is_printable(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (((unsigned char)s.p[i] < ' ' && s.p[i] != '\t') || s.p[i] == 0x7f)
            return false;
    return true;
}

static bool is_digits(struct str s)
{
    size_t i = 0;

    while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
        i++;
    return s.n > 0 && i == s.n;
}

static void check_value(struct checking *c, struct str name, struct str value)
{
    if (str_eq_nocase(name, STR("Content-Length"))) {
        c->lengths++;
        if (!is_digits(value))
            c->wrong = "Content-Length must be a number in digits";
    } else if (str_eq_nocase(name, STR("Host"))) {
        c->hosts++;
    } else if (str_eq_nocase(name, STR("Transfer-Encoding"))) {
        c->codings++;
        if (!str_eq_nocase(value, STR("chunked")))
            c->wrong = "chunked is the only Transfer-Encoding here";
    }
}

/*
 * libmicrohttpd reads lines where they lie, with NUL in the place of what ended
 * them. So one that ended in LF alone, went on in the next, or had a NUL inside
 * is seen by where the next begins.
 */
/* NOLINTNEXTLINE(readability-function-size) parameters: libmicrohttpd's */
static enum MHD_Result check_line(void *ctx, enum MHD_ValueKind kind,
                                  const char *name, size_t name_bytes,
                                  const char *value, size_t value_bytes)
{
    struct checking *c = ctx;

    (void)kind;
    if (!value || name != c->next)
        c->wrong = "a line of the headers does not end in CR LF alone";
    else if (!is_token((struct str){name, name_bytes}) ||
             !is_printable((struct str){value, value_bytes}))
        c->wrong = "a line of the headers has characters that it may not have";
    else
        check_value(c, (struct str){name, name_bytes},
                    (struct str){value, value_bytes});
    c->next = value ? value + value_bytes + LINE_END_BYTES : NULL;
    return c->wrong ? MHD_NO : MHD_YES;
}

/* The parts of the first line, with one blank between them. */
static bool is_first_line(const struct exchange *x, const char *version)
{
    const struct str method = x->request.method;

    return is_token(method) && !x->has_nul &&
           x->target.p == method.p + method.n + 1 &&
           version == x->target.p + x->target.n + 1;
}

enum err request_check_form(const struct exchange *x, const char *version,
                            struct error *e)
{
    struct checking c = {.next = version + strlen(version) + LINE_END_BYTES};

    if (is_first_line(x, version))
        (void)x->server->lib->MHD_get_connection_values_n(
            x->connection, MHD_HEADER_KIND, check_line, &c);
    else
        c.wrong = "the first line is not METHOD, TARGET and version";
    if (!c.wrong && (c.next[0] != '\0' || c.next[1] != '\0'))
        c.wrong = "the headers do not end in CR LF alone";
    if (!c.wrong && (c.lengths > 1 || c.codings > 1 || c.hosts > 1))
        c.wrong = "a header is there twice";
    if (!c.wrong && c.lengths && c.codings)
        c.wrong = "Content-Length and Transfer-Encoding exclude each other";
    return c.wrong ? error_set(e, ERR_VALIDATION_FAILED, "%s", c.wrong) : OK;
}
