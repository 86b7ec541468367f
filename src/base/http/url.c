#include "base/http/url.h"

#include <arpa/inet.h>
#include <string.h>

#define HOST_MAX_BYTES  253
#define PORT_MAX        65535
#define SHOWN_MAX_BYTES 200

static bool is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

/* Letters, digits and what `more` lists. */
static bool has_only(struct str s, const char *more)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!is_alnum(s.p[i]) && (s.p[i] == 0 || !strchr(more, s.p[i])))
            return false;
    }
    return true;
}

static enum err refuse(const char *why, struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED, "the URL %s", why);
}

static bool take_prefix(struct str *text, struct str prefix)
{
    if (!str_eq_nocase(str_slice(*text, 0, prefix.n), prefix))
        return false;
    *text = str_slice(*text, prefix.n, text->n);
    return true;
}

static enum err read_port(struct str text, struct error *e)
{
    struct error detail;
    uint64_t port = 0;

    if (text.n == 0)
        return OK;
    if (text.p[0] != ':' ||
        str_parse_u64(str_slice(text, 1, text.n), PORT_MAX, &port, &detail) ||
        port == 0)
        return refuse("has no port from 1 to 65535 after its host", e);
    return OK;
}

/* "[::1]:8080", "localhost:8080", "api.example.com" */
static enum err read_authority(struct str text, struct url *out,
                               struct error *e)
{
    bool is_v6 = text.n > 0 && text.p[0] == '[';
    size_t end = str_find_char(text, is_v6 ? ']' : ':');

    out->host = str_slice(text, is_v6, end);
    if (is_v6 && end < text.n)
        end++;
    if (out->host.n == 0 || out->host.n > HOST_MAX_BYTES ||
        !has_only(out->host, is_v6 ? ":." : "-._") || out->host.p[0] == '.')
        return refuse("names no host", e);
    return read_port(str_slice(text, end, text.n), e);
}

/* Only four numbers: "127.1" and the like are a matter of the resolver. */
static bool is_loopback(struct str host)
{
    char text[INET_ADDRSTRLEN] = "";
    struct in_addr address;

    if (str_eq_nocase(host, STR("localhost")) || str_is(host, "::1"))
        return true;
    if (host.n >= sizeof(text) || !str_starts(host, STR("127.")))
        return false;
    memcpy(text, host.p, host.n);
    return inet_pton(AF_INET, text, &address) == 1;
}

enum err url_parse(struct str text, struct url *out, struct error *e)
{
    struct str rest = text;
    size_t end;
    enum err rc;

    *out = (struct url){0};
    if (text.n > URL_MAX_BYTES)
        return refuse("is longer than 2048 bytes", e);
    out->is_tls = take_prefix(&rest, STR("https://"));
    if (!out->is_tls && !take_prefix(&rest, STR("http://")))
        return refuse("must begin with https:// or http://", e);
    for (end = 0; end < rest.n && !strchr("/?#", rest.p[end]);)
        end++;
    if (str_find_char(str_slice(rest, 0, end), '@') < end)
        return refuse("must not contain a user name or password", e);
    rc = read_authority(str_slice(rest, 0, end), out, e);
    if (rc)
        return rc;
    if (str_find_char(rest, '#') < rest.n)
        return refuse("must not contain '#'", e);
    rest = str_slice(rest, end, rest.n);
    if (!has_only(rest, "/-._~%!$&'()*+,;=:@?"))
        return refuse("holds a character that must be percent-encoded", e);
    out->is_loopback = is_loopback(out->host);
    out->shown = str_slice(str_slice(text, 0, str_find_char(text, '?')), 0,
                           SHOWN_MAX_BYTES);
    return OK;
}
