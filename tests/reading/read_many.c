/*
 * read_many.c - files read one after another in one process, for tests that
 * read so many that two workers for each would cost more than all else.
 *
 * It calls what the workers call, without sandbox and parent. A line of JSON
 * on standard input is a request, a line on standard output its answer:
 *
 *     {"op":"read","path":P,"encoding":"","delimiter":"","database":D}
 *         {"map":{...},"tables":{"data":{"rows":[...],...},...}}
 *     {"op":"encode","path":P,"encoding":E,"text":T}
 *         {"encoded":true}: P has the text in this encoding, and iconv reads
 *         the same text back; false: E cannot carry it
 *
 * or {"error":{...}}. A request that is none, or a database that cannot be
 * attached and detached, ends the program.
 */
#include "base/json.h"
#include "base/jsonw.h"
#include "engine/ingest/ingest.h"
#include "engine/query/catalog.h"
#include "engine/query/table_rows.h"
#include "tables/map.h"
#include "tables/notes.h"

#include <fcntl.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARENA_BYTES  ((size_t)256 << 20)
#define ANSWER_BYTES ((size_t)128 << 20)
#define MEMORY_BYTES ((uint64_t)1 << 30)
#define MAX_ROWS     1000000u
#define CODE_BYTES   8u /* the most that a byte becomes in any encoding */

struct call {
    struct duck *d;
    const struct json *request;
    struct arena a;
};

static struct str text_of(const struct call *c, const char *key)
{
    return json_text(json_find(c->request, key));
}

static const char *path_of(const struct call *c, const char *key)
{
    return text_of(c, key).p; /* NUL-terminated, as all that was parsed */
}

/* ---- read ---- */

/* With its notes and cautions, which the parent adds. */
static enum err write_map(struct call *c, struct str map, struct jsonw *w,
                          struct error *e)
{
    enum err rc = map_complete(map, &c->a, &map, e);

    if (!rc)
        rc = table_notes_add(map, &c->a, &map, e);
    if (!rc) {
        jsonw_key(w, "map");
        jsonw_raw(w, map);
    }
    return rc;
}

static enum err ingest(struct call *c, struct jsonw *w, struct error *e)
{
    struct str delimiter = text_of(c, "delimiter");
    struct ingest_request r = {
        .database = text_of(c, "database"),
        .fd = open(path_of(c, "path"), O_RDONLY | O_CLOEXEC),
        .encoding = text_of(c, "encoding"),
        .delimiter = delimiter.n ? delimiter.p[0] : '\0'};
    struct jsonw writer;
    struct buf map;
    enum err rc;

    if (r.fd < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot open the file");
    buf_init(&map, ANSWER_BYTES);
    jsonw_init(&writer, &map);
    rc = ingest_run(c->d, &r, &c->a, &writer, e);
    (void)close(r.fd);
    if (!rc)
        rc = write_map(c, buf_str(&map), w, e);
    buf_release(&map);
    return rc;
}

static enum err write_table(struct call *c, struct catalog *catalog, size_t i,
                            struct jsonw *w, struct error *e)
{
    static const struct rows_request all = {.row_start = 1,
                                            .row_count = MAX_ROWS};
    const struct str *name = &catalog->tables[i].name;
    enum err rc = catalog_select(catalog, c->d, name, 1, e);

    if (rc)
        return rc;
    jsonw_key_str(w, *name);
    return rows_run(c->d, catalog, &all, &c->a, w, e);
}

static enum err write_tables(struct call *c, struct jsonw *w, struct error *e)
{
    const struct catalog_source source = {path_of(c, "database"), STR("")};
    struct catalog *catalog;
    struct error left;
    enum err rc = catalog_open(c->d, &source, 1, &c->a, &catalog, e);

    jsonw_key(w, "tables");
    jsonw_begin_object(w);
    for (size_t i = 0; !rc && i < catalog->count; i++)
        rc = write_table(c, catalog, i, w, e);
    if (!rc)
        jsonw_end_object(w);
    duck_forget(c->d);
    if (duck_exec(c->d, "DETACH src", &left))
        abort();
    return rc;
}

static enum err run_read(struct call *c, struct jsonw *w, struct error *e)
{
    enum err rc = ingest(c, w, e);

    if (!rc)
        rc = write_tables(c, w, e);
    (void)unlink(path_of(c, "database"));
    return rc;
}

/* ---- encode ---- */

static bool convert(struct call *c, const char *from, const char *to,
                    struct str in, struct str *out, struct error *e)
{
    size_t room = in.n * CODE_BYTES + CODE_BYTES, left = room, in_left = in.n;
    char *bytes = arena_alloc_array(&c->a, room, 1, e);
    char *at = bytes, *in_at = (char *)(uintptr_t)in.p;
    iconv_t cd = bytes ? iconv_open(to, from) : (iconv_t)-1;
    bool done;

    if (cd == (iconv_t)-1)
        return false;
    done = iconv(cd, &in_at, &in_left, &at, &left) == 0 &&
           iconv(cd, NULL, NULL, &at, &left) == 0;
    (void)iconv_close(cd);
    *out = (struct str){bytes, room - left};
    return done;
}

static bool write_file(const char *path, struct str text)
{
    FILE *f = fopen(path, "wbe");
    bool done = f && fwrite(text.p, 1, text.n, f) == text.n;

    return f && fclose(f) == 0 && done;
}

static enum err run_encode(struct call *c, struct jsonw *w, struct error *e)
{
    const char *encoding = path_of(c, "encoding");
    struct str text = text_of(c, "text"), bytes, back;

    jsonw_key(w, "encoded");
    jsonw_bool(w, convert(c, "UTF-8", encoding, text, &bytes, e) &&
                      convert(c, encoding, "UTF-8", bytes, &back, e) &&
                      str_eq(text, back) &&
                      write_file(path_of(c, "path"), bytes));
    return OK;
}

/* ---- requests ---- */

static enum err run(struct call *c, struct str line, struct buf *out,
                    struct error *e)
{
    struct json *request;
    struct jsonw w;
    enum err rc = json_parse(line, &json_default_limits, &c->a, &request, e);

    if (rc)
        abort();
    c->request = request;
    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    rc = json_is(json_find(request, "op"), "encode") ? run_encode(c, &w, e)
                                                     : run_read(c, &w, e);
    if (!rc)
        jsonw_end_object(&w);
    return rc;
}

static void answer(struct call *c, struct str line, struct buf *out)
{
    struct error e = {0};
    struct jsonw w;
    enum err rc;

    buf_reset(out);
    arena_init(&c->a, ARENA_BYTES);
    rc = run(c, line, out, &e);
    if (rc) {
        buf_reset(out);
        jsonw_init(&w, out);
        jsonw_begin_object(&w);
        jsonw_member_error(&w, &e);
        jsonw_end_object(&w);
    }
    arena_release(&c->a);
    if (buf_finish(out, &line, &e))
        abort();
    (void)fwrite(line.p, 1, line.n, stdout);
    (void)putchar('\n');
    (void)fflush(stdout);
}

int main(void)
{
    const struct duck_options o = {.memory_bytes = MEMORY_BYTES, .threads = 1};
    struct call c = {0};
    struct error e = {0};
    struct buf out;
    char *line = NULL;
    size_t room = 0;
    ssize_t n;

    if (duck_open(&o, &c.d, &e))
        return 1;
    buf_init(&out, ANSWER_BYTES);
    while ((n = getline(&line, &room, stdin)) > 0)
        answer(&c, (struct str){line, (size_t)n}, &out);
    buf_release(&out);
    duck_close(c.d);
    free(line);
    return 0;
}
