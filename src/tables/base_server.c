#include "tables/base_server.h"

#include "base/read_at.h"
#include "store/catalog/originals.h"
#include "tables/postgres_url.h"
#include "tables/source_postgres.h"

#include <unistd.h>

#define FOLDER        "servers" /* of the home */
#define SHOWN         "what is known of a server"
#define ADDRESS_BYTES ((size_t)8 * 1024)

/* ---- which may be connected to ---- */

static char *mark_of(const struct home *home, struct str address,
                     struct arena *a, struct error *e)
{
    char name[sizeof(FOLDER) + HASH_HEX_BYTES] = FOLDER "/";
    uint8_t digest[HASH_BYTES];
    struct hash state;

    hash_init(&state);
    hash_update(&state, address.p, address.n);
    hash_finish(&state, digest);
    hash_hex(digest, name + sizeof(FOLDER));
    return fs_join(home->path, name, a, e);
}

static enum err allow(const struct home *home, struct str address,
                      struct arena *a, struct error *e)
{
    const char *folder = fs_join(home->path, FOLDER, a, e);
    const char *mark = folder ? mark_of(home, address, a, e) : NULL;
    enum err rc = mark ? fs_mkdirs(folder, SHOWN, e) : e->code;

    return rc ? rc : fs_write_atomic(mark, SHOWN, STR(""), true, e);
}

static enum err check_allowed(const struct home *home, struct str address,
                              struct str shown, struct arena *a,
                              struct error *e)
{
    const char *mark = mark_of(home, address, a, e);

    if (!mark)
        return e->code;
    if (access(mark, F_OK) == 0)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the base came from elsewhere with the address '%.*s'; "
                     "'quarry add' it to the base to connect to it from here",
                     STR_FMT(shown));
}

/* ---- into a base ---- */

/* "shop", or "shop.sales" where only tables of a schema are meant. */
static enum err name_it(const struct postgres_url *u, struct arena *a,
                        struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, ADDRESS_BYTES);
    buf_put_str(&b, u->database);
    buf_puts(&b, u->only.n ? "." : "");
    for (size_t i = 0; i < u->only.n; i++) {
        const char c = u->only.p[i];

        if (c != '*')
            buf_put_char(&b, (char)(c == '/' ? '_' : c == ',' ? '+' : c));
    }
    while (b.n > 0 && b.p[b.n - 1] == '.')
        b.n--;
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

static bool has_password(const struct tables *t, struct str url)
{
    for (size_t i = 0; i < t->o.n_passwords; i++)
        if (str_eq(t->o.passwords[i].url, url))
            return true;
    return false;
}

/* What nobody may say, or nobody may keep. */
static enum err check(const struct tables *t, struct str path, struct error *e)
{
    if (!t->o.may_connect || t->root)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a database of a server is added from the command "
                         "line only: quarry add BASE ADDRESS");
    if (has_password(t, path))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a base keeps no password; put it into ~/.pgpass, or "
                         "into PGPASSWORD, and leave it out of the address");
    return OK;
}

enum err base_server_accept(struct tables *t, struct str path, struct arena *a,
                            struct base_server *out, struct error *e)
{
    struct postgres_url u;
    enum err rc = check(t, path, e);

    *out = (struct base_server){0};
    if (!rc)
        rc = postgres_url_keep(path, t->o.allow_writable_role, a, &out->address,
                               e);
    if (!rc)
        rc = postgres_url_parse(out->address, a, &u, e);
    if (!rc)
        rc = name_it(&u, a, &out->name, e);
    if (!rc)
        rc = str_printf(a, &out->source, e, "server:%.*s#%.*s",
                        STR_FMT(u.shown), STR_FMT(u.only));
    return rc ? rc : allow(&t->home, out->address, a, e);
}

/* The original of such a document is its address, whose hash names the mark. */
static enum err carry(const struct home *from, const struct home *to,
                      struct str sha256, struct arena *a, struct error *e)
{
    const char *folder = fs_join(to->path, FOLDER, a, e);
    const char *name = str_cstr(sha256, a, e);
    const char *marks = fs_join(from->path, FOLDER, a, e);
    const char *mark = marks && name ? fs_join(marks, name, a, e) : NULL;
    const char *other = folder && name ? fs_join(folder, name, a, e) : NULL;
    enum err rc = OK;

    if (!mark || !other)
        return e->code;
    if (access(mark, F_OK) != 0)
        return OK;
    rc = fs_mkdirs(folder, SHOWN, e);
    return rc ? rc : fs_write_atomic(other, SHOWN, STR(""), true, e);
}

enum err base_server_carry(const struct base *b, const struct home *from,
                           const struct home *to, struct error *e)
{
    struct arena a;
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        "SELECT sha256 FROM document d JOIN document_version v"
        " ON v.document = d.id AND v.version = d.version"
        " WHERE d.format = '" BASE_SERVER_FORMAT "' AND sha256 IS NOT NULL",
        DB_NO_ARGS, &r, e);

    arena_init(&a, 2 * ADDRESS_BYTES);
    while (!rc && db_next(&r)) {
        arena_reset(&a);
        rc = carry(from, to, db_column_text(&r, 0), &a, e);
    }
    rc = db_finish(&r, rc, e);
    arena_release(&a);
    return rc;
}

/* ---- out of a base ---- */

bool base_server_is(const struct document *d)
{
    return str_is(d->format, BASE_SERVER_FORMAT);
}

static enum err read_address(const struct source *src, struct arena *a,
                             struct str *out, struct error *e)
{
    char *text = arena_alloc(a, ADDRESS_BYTES, e);
    ssize_t n;
    int fd = -1;
    enum err rc = text
                      ? originals_open(&src->base, src->document.sha256, &fd, e)
                      : e->code;

    if (rc)
        return rc;
    n = read_at(fd, text, ADDRESS_BYTES, 0);
    fs_close(&fd);
    if (n < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "'%s' cannot be read",
                         src->shown);
    *out = (struct str){text, (size_t)n};
    return OK;
}

/* What is wrong with a server is wrong with this document, neither with who asks nor
 * with this machine. */
static enum err name_failure(enum err rc, struct error *e)
{
    if (rc == ERR_UNAUTHORIZED || rc == ERR_FORBIDDEN)
        rc = e->code = ERR_TOOL_WORKER_UNAVAILABLE;
    if (rc == ERR_TOOL_WORKER_UNAVAILABLE)
        e->of_machine = false;
    return rc;
}

enum err base_server_open(struct tables *t, const struct table_source *s,
                          struct arena *a, struct source *src, struct error *e)
{
    struct postgres_url u;
    struct str address;
    enum err rc = read_address(src, a, &address, e);

    if (!rc)
        rc = postgres_url_parse(address, a, &u, e);
    if (!rc)
        rc = check_allowed(&t->home, address, u.shown, a, e);
    if (rc)
        return rc;
    src->address = address;
    src->home = &t->home; /* the copy is one of the server, as of any base */
    return name_failure(source_postgres_open(t, s, false, a, src, e), e);
}
