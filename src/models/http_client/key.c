#include "models/http_client/key.h"

#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum err refuse(const struct api_key *k, const char *why,
                       struct error *e)
{
    return error_set(e, ERR_UNAUTHORIZED, "the key from '%s' %s", k->where,
                     why);
}

/* What is read is what was checked: both ask the open file. */
static enum err check_file(int fd, const struct api_key *k, struct error *e)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", k->where, errno, e);
    if (!S_ISREG(st.st_mode))
        return refuse(k, "is not a regular file", e);
    if (st.st_uid != geteuid())
        return refuse(k, "belongs to another user: make a file of your own", e);
    if (st.st_mode & (S_IRWXG | S_IRWXO))
        return refuse(k, "may be read by others: chmod 600 it", e);
    return OK;
}

static enum err read_key(int fd, struct arena *a, struct api_key *k,
                         struct error *e)
{
    char *text = arena_alloc(a, API_KEY_MAX_BYTES + 2, e);
    struct str trimmed;
    size_t n = 0;
    ssize_t got;

    if (!text)
        return e->code;
    while ((got = read(fd, text + n, API_KEY_MAX_BYTES + 1 - n)) > 0)
        n += (size_t)got;
    if (got < 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", k->where, errno, e);
    if (n > API_KEY_MAX_BYTES)
        return refuse(k, "is over 4096 bytes: the file holds one key", e);
    trimmed = str_trim((struct str){text, n});
    text[trimmed.p + trimmed.n - text] = '\0';
    k->text = text + (trimmed.p - text);
    return OK;
}

/* "keys/api.openai.com": names of hosts are the same in capitals. */
static enum err file_name(struct str host, struct arena *a, const char **out,
                          struct error *e)
{
    struct str name;

    if (str_printf(a, &name, e, "keys/%.*s", STR_FMT(host)))
        return e->code;
    for (char *p = (char *)name.p; *p; p++)
        *p = (char)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p);
    *out = name.p;
    return OK;
}

static enum err from_file(const char *home, struct str host, struct arena *a,
                          struct api_key *k, struct error *e)
{
    const char *path;
    enum err rc;
    int fd;

    rc = file_name(host, a, &k->where, e);
    if (rc)
        return rc;
    path = fs_join(home, k->where, a, e);
    if (!path)
        return e->code;
    fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return OK;
    if (fd < 0 && errno == ELOOP)
        return refuse(k, "is a symbolic link: make it a file", e);
    if (fd < 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", k->where, errno, e);
    rc = check_file(fd, k, e);
    if (!rc)
        rc = read_key(fd, a, k, e);
    fs_close(&fd);
    return rc;
}

/* A copy, so that the caller can wipe the key. */
static enum err from_env(const char *name, struct arena *a, struct api_key *k,
                         struct error *e)
{
    const char *value = k->text ? NULL : getenv(name);

    if (!value || !value[0])
        return OK;
    *k = (struct api_key){str_cstr(str_from(value), a, e), name};
    return k->text ? OK : e->code;
}

static enum err check_key(const struct api_key *k, const struct url *url,
                          struct error *e)
{
    if (strlen(k->text) > API_KEY_MAX_BYTES)
        return refuse(k, "is over 4096 bytes", e);
    for (const char *p = k->text; p == k->text || *p; p++) {
        if (*p <= ' ' || *p > '~')
            return refuse(
                k, "is empty or contains characters that a key cannot have", e);
    }
    if (!url->is_tls && !url->is_loopback)
        return refuse(k,
                      "is not sent unencrypted to another machine: use https, "
                      "or take the key away if that endpoint needs none",
                      e);
    return OK;
}

enum err key_find(const struct key_place *from, const struct url *url,
                  struct arena *a, struct api_key *out, struct error *e)
{
    enum err rc = OK;

    *out = (struct api_key){0};
    if (from->home)
        rc = from_file(from->home, url->host, a, out, e);
    if (!rc)
        rc = from_env(from->env, a, out, e);
    if (!rc && from->own_env &&
        str_eq_nocase(url->host, str_from(from->own_host)))
        rc = from_env(from->own_env, a, out, e);
    return !rc && out->text ? check_key(out, url, e) : rc;
}
