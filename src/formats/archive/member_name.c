#include "formats/archive/member_name.h"

#include "base/utf8.h"
#include "formats/archive/archive.h"

#include <string.h>

/* A path while it is made: at most twice the bytes that it is made of. */
struct path {
    char *p;
    size_t n;
};

void member_refuse(struct member *m, const char *why)
{
    if (m->refusal.n == 0)
        m->refusal = str_from(why);
}

void member_leave_out(struct member *m, const char *why)
{
    m->is_left_out |= m->refusal.n == 0;
    member_refuse(m, why);
}

static bool is_control(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7f && cp < 0xa0);
}

static void put_part(struct path *to, struct str part)
{
    if (to->n > 0)
        to->p[to->n++] = '/';
    for (size_t i = 0; i < part.n;) {
        const struct str rest = str_slice(part, i, part.n);
        const size_t bytes = utf8_length(rest);
        const uint32_t cp =
            bytes ? utf8_decode(rest.p, bytes) : (unsigned char)*rest.p;

        to->n += utf8_encode(is_control(cp) ? '_' : cp, to->p + to->n);
        i += bytes ? bytes : 1;
    }
}

static bool is_drive(struct str part)
{
    return part.n == 2 && part.p[1] == ':';
}

static void put_path(struct path *to, struct str path, struct member *m)
{
    for (size_t at = 0, end; at < path.n; at = end + 1) {
        struct str part;

        end = at + str_find_char(str_slice(path, at, path.n), '/');
        part = str_slice(path, at, end);
        if (str_is(part, "..")) {
            member_refuse(m, "its name leads out of the archive");
            continue;
        }
        if (part.n == 0 || str_is(part, ".") || (to->n == 0 && is_drive(part)))
            continue;
        if (part.p[0] == '.')
            member_leave_out(m, "hidden: its name begins with a dot");
        put_part(to, part);
    }
}

/* The longest start that ends with a character. */
static size_t cut(struct str text, size_t max)
{
    return text.n <= max ? text.n : utf8_valid_prefix(str_slice(text, 0, max));
}

enum err member_name_put(struct str path, struct arena *a, struct member *m,
                         struct error *e)
{
    struct path to = {.p = arena_alloc(a, 2 * path.n + 1, e)};

    if (!to.p)
        return e->code;
    put_path(&to, path, m);
    m->name = (struct str){to.p, to.n};
    if (to.n == 0) {
        m->name = STR("a file without a name");
        member_refuse(m, "it has no name");
    }
    if (to.n > ARCHIVE_NAME_BYTES) {
        m->name.n = cut(m->name, ARCHIVE_NAME_BYTES);
        member_refuse(m, "its name is too long");
    }
    m->id = m->name;
    return OK;
}
