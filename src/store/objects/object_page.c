/*
 * Of the XML a few elements are read, where they are: <Contents> with <Key>, <Size> and
 * <LastModified>, and <IsTruncated>. What is written in another way (entities in names,
 * CDATA, prefixes of namespaces) is refused rather than understood.
 */
#include "store/objects/object_page.h"

#include <string.h>

#define DAY_S    86400
#define TIME_MIN 20 /* 2026-11-29T19:05:00Z */

static enum err refuse(const char *why, struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the bucket's list of objects cannot be read: %s", why);
}

/* What is between <name> and </name>, from *at on, which moves behind it. */
static bool take(struct str xml, const char *name, size_t *at, struct str *out)
{
    const size_t n = strlen(name);
    size_t from = *at;

    for (;;) {
        const struct str rest = str_slice(xml, from, xml.n);
        const size_t open = str_find(rest, str_from(name));

        if (open == rest.n)
            return false;
        from += open + n;
        if (open > 0 && rest.p[open - 1] == '<' && from < xml.n &&
            xml.p[from] == '>')
            break;
    }
    *out = str_slice(xml, from + 1, xml.n);
    for (size_t i = 0; i + n + 3 <= out->n; i++) {
        if (out->p[i] == '<' && out->p[i + 1] == '/' &&
            memcmp(out->p + i + 2, name, n) == 0 && out->p[i + 2 + n] == '>') {
            out->n = i;
            *at = from + 1 + i + n + 3;
            return true;
        }
    }
    return false;
}

static bool take_in(struct str xml, const char *name, struct str *out)
{
    size_t at = 0;

    return take(xml, name, &at, out);
}

static bool is_name(struct str s)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789._-/";

    for (size_t i = 0; i < s.n; i++)
        if (!memchr(all, s.p[i], sizeof(all) - 1))
            return false;
    return s.n > 0 && s.n <= 1024;
}

/* Digits at a place of a time. */
static bool number(struct str s, size_t from, size_t n, int64_t *out)
{
    *out = 0;
    for (size_t i = from; i < from + n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        *out = *out * 10 + (s.p[i] - '0');
    }
    return true;
}

/* source: days_from_civil, H. Hinnant, chrono-compatible low-level date algorithms */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    const int64_t y = month <= 2 ? year - 1 : year;
    const int64_t of_era = y % 400;
    const int64_t of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;

    return y / 400 * 146097 + of_era * 365 + of_era / 4 - of_era / 100 +
           of_year - 719468;
}

static bool read_time(struct str s, int64_t *ms)
{
    int64_t year, month, day, hour, minute, second;

    if (s.n < TIME_MIN || !number(s, 0, 4, &year) || !number(s, 5, 2, &month) ||
        !number(s, 8, 2, &day) || !number(s, 11, 2, &hour) ||
        !number(s, 14, 2, &minute) || !number(s, 17, 2, &second) ||
        s.p[10] != 'T' || s.p[s.n - 1] != 'Z' || month < 1 || month > 12)
        return false;
    *ms = (days_of(year, month, day) * DAY_S + hour * 3600 + minute * 60 +
           second) *
          1000;
    return true;
}

static enum err read_one(struct str xml, struct str prefix, struct arena *a,
                         struct object_seen *out, struct error *e)
{
    struct str key, bytes, at;

    if (!take_in(xml, "Key", &key) || !take_in(xml, "Size", &bytes) ||
        !take_in(xml, "LastModified", &at))
        return refuse("a part is missing", e);
    if (!is_name(key) || !str_starts(key, prefix))
        return refuse("it has a name that no program of this kind writes; give "
                      "the bases a prefix of their own",
                      e);
    if (str_parse_u64(bytes, UINT64_MAX, &out->bytes, e) ||
        !read_time(at, &out->at_ms))
        return refuse("a number or a time in it is none", e);
    return str_dup(str_slice(key, prefix.n, key.n), a, &out->name, e);
}

static size_t count(struct str xml)
{
    struct str one;
    size_t at = 0, n = 0;

    while (take(xml, "Contents", &at, &one))
        n++;
    return n;
}

enum err object_page_read(struct str xml, struct str prefix, struct arena *a,
                          struct object_page *out, struct error *e)
{
    struct str more, one;
    size_t at = 0;
    enum err rc = OK;

    *out = (struct object_page){0};
    if (!take_in(xml, "IsTruncated", &more) ||
        str_find(xml, STR("<ListBucketResult")) == xml.n)
        return refuse("it is none", e);
    out->more = str_is(more, "true");
    out->list = arena_alloc_array(a, count(xml), sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    while (!rc && take(xml, "Contents", &at, &one)) {
        rc = read_one(one, prefix, a, &out->list[out->n], e);
        if (!rc && out->n > 0 &&
            str_cmp(out->list[out->n - 1].name, out->list[out->n].name) >= 0)
            rc = refuse("its names are in no order", e);
        out->n++;
    }
    if (!rc && out->more && out->n == 0)
        rc = refuse("it goes on, and has no name", e);
    return rc;
}
