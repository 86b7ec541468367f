#include "knowledge/knowledge_base/derived.h"

#include "base/hash.h"
#include "search/documents/derived_text.h"
#include "store/catalog/document_reader.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEX_DIGITS (HASH_HEX_BYTES - 1)
#define SHOWN      "derived files"

#define FINGERPRINT_BYTES ((size_t)1 << 30) /* of 16 million versions */

/* Fingerprints of all versions, sorted: they are looked up for each file, and the
 * catalog has no index of them. */
struct fingerprints {
    char (*hex)[HEX_DIGITS]; /* hex[n] */
    size_t n;
};

static enum err read_fingerprints(const struct base *b, struct arena *a,
                                  struct fingerprints *out, struct error *e)
{
    struct db_rows r;
    int64_t most = 0;
    enum err rc = db_get_int(b->db, "SELECT count(*) FROM document_version",
                             DB_NO_ARGS, &most, e);

    *out = (struct fingerprints){0};
    if (rc)
        return rc;
    out->hex = arena_alloc_array(a, (size_t)most + 1, HEX_DIGITS, e);
    if (!out->hex)
        return e->code;
    rc = db_query(b->db,
                  "SELECT DISTINCT source_fingerprint FROM document_version"
                  " WHERE length(source_fingerprint) = ?1 ORDER BY 1 LIMIT ?2",
                  DB_ARGS(db_int(HEX_DIGITS), db_int(most)), &r, e);
    while (!rc && db_next(&r))
        memcpy(out->hex[out->n++], db_column_text(&r, 0).p, HEX_DIGITS);
    return db_finish(&r, rc, e);
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, HEX_DIGITS);
}

/* Names begin with the fingerprint of what the file was made of. */
static bool is_wanted(const struct fingerprints *f, struct str name)
{
    return f->n && name.n >= HEX_DIGITS &&
           bsearch(name.p, f->hex, f->n, HEX_DIGITS, compare);
}

/* The reader of "<hash>-<reader>.json" and of what is beside it; of other files empty. */
static struct str reader_of(struct str name)
{
    struct str reader = {0};

    if (name.n > HEX_DIGITS && name.p[HEX_DIGITS] == '-')
        reader = str_slice(name, HEX_DIGITS + 1, name.n);
    reader = str_slice(reader, 0, str_find_char(reader, '.'));
    return str_starts(reader, STR(DERIVED_TEXT_READERS)) ? reader
                                                         : (struct str){0};
}

/* What another reader made cannot be made again, and stays while a version is of it. */
static enum err is_to_stay(const struct base *b,
                           const struct fingerprints *kept, struct str name,
                           bool *is, struct error *e)
{
    const struct str reader = reader_of(name);

    if (reader.n > 0 && !str_is(reader, DOCUMENT_PARSER_READER))
        return document_is_read_by(b, str_slice(name, 0, HEX_DIGITS), reader,
                                   is, e);
    *is = is_wanted(kept, name);
    return OK;
}

/* Under the base's lock: no version comes meanwhile. */
static enum err sweep(const struct base *b, const struct fingerprints *kept,
                      struct error *e)
{
    DIR *d = opendir(b->derived.cache);
    const char *name;
    enum err rc;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "list", SHOWN, errno, e);
    rc = fs_next_name(d, SHOWN, &name, e);
    while (!rc && name) {
        bool stays = false;

        rc = is_to_stay(b, kept, str_from(name), &stays, e);
        if (!rc && !stays && unlinkat(dirfd(d), name, 0) != 0 &&
            errno != ENOENT)
            rc = fs_error(ERR_FILE_WRITE_FAILED, "remove", SHOWN, errno, e);
        if (!rc)
            rc = fs_next_name(d, SHOWN, &name, e);
    }
    (void)closedir(d);
    return rc;
}

enum err derived_sweep(const struct base *b, struct error *e)
{
    struct fingerprints kept;
    struct arena a;
    enum err rc;

    arena_init(&a, FINGERPRINT_BYTES);
    rc = read_fingerprints(b, &a, &kept, e);
    if (!rc)
        rc = sweep(b, &kept, e);
    arena_release(&a);
    return rc;
}

enum err derived_clear(const struct base *b, struct error *e)
{
    return sweep(b, &(struct fingerprints){0}, e);
}
