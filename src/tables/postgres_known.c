#include "tables/postgres_known.h"

#include "base/hash.h"
#include "base/jsonw.h"
#include "store/table_cache/stat_cache.h"

#include <string.h>
#include <time.h>

#define ENDING     ".server"
#define SHOWN      "what is known of a server"
#define FORM       "known2" /* of the file and of bundles */
#define FILE_BYTES ((size_t)64 * 1024)
#define HEX        (HASH_HEX_BYTES - 1)

/* The address without its password, and who asks how. */
static char *path_of(const struct postgres_known_key *k, struct arena *a)
{
    const struct postgres_url *u = k->url;
    char name[HASH_HEX_BYTES + sizeof(ENDING)];
    uint8_t digest[HASH_BYTES];
    struct hash state;
    struct error ignored;

    hash_init(&state);
    hash_update(&state, FORM, sizeof(FORM));
    hash_update(&state, &k->timeout_ms, sizeof(k->timeout_ms));
    for (size_t i = 0; i < u->n; i++) {
        if (strcmp(u->list[i].name, "password") == 0)
            continue;
        hash_update(&state, u->list[i].name, strlen(u->list[i].name) + 1);
        hash_update(&state, u->list[i].value, strlen(u->list[i].value) + 1);
    }
    hash_update(&state, u->only.p, u->only.n);
    hash_finish(&state, digest);
    hash_hex(digest, name);
    memcpy(name + HEX, ENDING, sizeof(ENDING));
    return fs_join(k->home->cache, name, a, &ignored);
}

void postgres_known_recall(const struct postgres_known_key *k, struct arena *a,
                           struct postgres_known *out)
{
    char *path = path_of(k, a);
    struct json *root = NULL;
    struct error ignored;
    struct stat st;
    struct str text;

    *out = (struct postgres_known){0};
    if (!path || stat(path, &st) != 0 ||
        fs_read_file(path, SHOWN, FILE_BYTES, a, &text, &ignored) ||
        json_parse(text, &json_default_limits, a, &root, &ignored))
        return;
    out->sha256 = json_text(json_find(root, "sha256"));
    out->copied = json_find(root, "copied");
    out->age_s =
        (uint64_t)(time(NULL) > st.st_mtime ? time(NULL) - st.st_mtime : 0);
    if (out->sha256.n == HEX)
        out->mark = json_text(json_find(root, "mark"));
}

/* The cache keeps what is made of a content as long as this file says so. */
static void keep_live(const struct home *home, const char *path,
                      struct str sha256)
{
    char hex[HASH_HEX_BYTES] = "";
    struct error ignored;
    struct stat st;
    int fd = -1;

    memcpy(hex, sha256.p, HEX);
    if (fs_open_read(path, SHOWN, &fd, &ignored) == OK && fstat(fd, &st) == 0) {
        const struct stat_cache_file file = {
            .fd = fd, .st = &st, .path = path, .shown = SHOWN};

        stat_cache_keep_live(home, &file, hex);
    }
    fs_close(&fd);
}

void postgres_known_keep(const struct postgres_known_key *k,
                         const struct postgres_known *known)
{
    struct error ignored;
    struct arena a;
    struct jsonw w;
    struct buf b;
    char *path;

    BUG_ON(known->sha256.n != HEX);
    arena_init(&a, FILE_BYTES);
    buf_init(&b, FILE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "mark", known->mark);
    jsonw_member_str(&w, "sha256", known->sha256);
    jsonw_key(&w, "copied");
    json_write(known->copied, &w);
    jsonw_end_object(&w);
    path = b.overflow ? NULL : path_of(k, &a);
    if (path &&
        fs_write_atomic(path, SHOWN, buf_str(&b), false, &ignored) == OK)
        keep_live(k->home, path, known->sha256);
    buf_release(&b);
    arena_release(&a);
}
