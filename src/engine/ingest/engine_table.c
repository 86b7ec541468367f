#include "engine/ingest/engine_table.h"

#include "base/fs.h"
#include "engine/duck/value.h"
#include "engine/ingest/ingest_map.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define SQL_MAX_BYTES ((size_t)8 << 20)
#define COPY_BYTES    ((size_t)256 * 1024)

/* ---- the source ---- */

/* All of the source into an open file. */
static enum err copy_bytes(const struct ingest *in, int to, struct error *e)
{
    char *block = arena_alloc(in->a, COPY_BYTES, e);
    uint64_t offset = 0;
    size_t n = 1;
    enum err rc = block ? OK : e->code;

    while (!rc && n) {
        rc = ingest_source_peek(in->request->fd, offset, block, COPY_BYTES, &n,
                                e);
        if (!rc)
            rc = fs_append(to, "a working copy", (struct str){block, n}, e);
        offset += n;
    }
    return rc;
}

enum err engine_copy(const struct ingest *in, const char *suffix,
                     const char **path, struct error *e)
{
    struct str text;
    int fd;
    enum err rc = str_printf(in->a, &text, e, "%.*s.%s",
                             STR_FMT(in->request->database), suffix);

    *path = NULL;
    if (rc)
        return rc;
    fd = open(text.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "make", "a working copy", errno,
                        e);
    *path = text.p;
    rc = copy_bytes(in, fd, e);
    (void)close(fd);
    return rc;
}

/* ---- the table ---- */

/* The engine's message on an unreadable file does not help a user, who does not
 * know its copy. */
enum err engine_unreadable(const char *what, enum err rc, struct error *e)
{
    if (rc == ERR_LIMIT || rc == ERR_TIMEOUT || rc == OK)
        return rc;
    return error_set(e, ERR_FILE_READ_FAILED,
                     "%s is damaged, encrypted, or of a kind that the engine "
                     "does not read",
                     what);
}

static enum err take_columns(struct engine_table *t,
                             const struct duck_column *columns, size_t n,
                             struct error *e)
{
    struct ingest *in = t->in;
    struct str *raw = arena_alloc_array(in->a, n + 1, sizeof(*raw), e);
    enum err rc = raw ? OK : e->code;

    in->columns = n;
    in->names = arena_alloc_array(in->a, n + 1, sizeof(*in->names), e);
    t->columns = arena_alloc_array(in->a, n + 1, sizeof(*t->columns), e);
    if (!in->names || !t->columns)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++) {
        t->columns[i].is_blob =
            t->shows_size && columns[i].declared == DUCK_BLOB;
        t->columns[i].is_text = columns[i].declared == DUCK_VARCHAR ||
                                columns[i].declared == DUCK_ENUM;
        rc = str_dup(columns[i].name, in->a, &raw[i], e);
    }
    return rc ? rc : column_names_make(raw, n, in->a, in->names, e);
}

/* A result with the columns of a table and no row. */
static enum err open_columns(const struct engine_table *t, struct str from,
                             struct duck_result **r, struct error *e)
{
    struct str text;
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_printf(&sql, "SELECT * FROM %.*s LIMIT 0", STR_FMT(from));
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = duck_query(t->in->duck, text, r, e);
    buf_release(&sql);
    return rc;
}

/* The columns, before any row is read. */
static enum err read_columns(struct engine_table *t, struct error *e)
{
    struct duck_result *r = NULL;
    enum err rc =
        engine_unreadable(t->what, open_columns(t, t->from, &r, e), e);

    if (!rc) {
        size_t n = 0;
        const struct duck_column *columns = duck_result_columns(r, &n);

        rc = take_columns(t, columns, n, e);
    }
    duck_result_close(r);
    return rc;
}

static void put_column(const struct engine_table *t, size_t i, struct buf *sql)
{
    const struct column_name *name = &t->in->names[i];

    if (t->columns[i].is_blob)
        buf_puts(sql, "octet_length(");
    duck_quote(sql, name->original);
    if (t->columns[i].is_blob)
        buf_puts(sql, ") || ' bytes'");
    if (t->columns[i].is_text)
        buf_puts(sql, "::VARCHAR");
    buf_puts(sql, " AS ");
    duck_quote(sql, name->name);
}

static enum err create_table(struct engine_table *t, struct error *e)
{
    struct buf sql;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "CREATE TABLE " INGEST_CATALOG ".main.");
    duck_quote(&sql, str_from(t->in->table));
    buf_puts(&sql, " AS SELECT ");
    for (size_t i = 0; i < t->in->columns; i++) {
        buf_puts(&sql, i ? "," : "");
        put_column(t, i, &sql);
    }
    buf_printf(&sql, " FROM %.*s", STR_FMT(t->from));
    return engine_unreadable(t->what, duck_exec_buf(t->in->duck, &sql, e), e);
}

/* ---- what came out ---- */

typedef enum err take_row(struct engine_table *t, const struct duck_chunk *c,
                          size_t row, size_t index, struct error *e);

/* Each row of `before`, the name of the table, `after`. */
static enum err for_each(struct engine_table *t, const char *before,
                         take_row *take, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    struct str text;
    struct buf sql;
    size_t index = 0;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_printf(&sql, "%s " INGEST_CATALOG ".main.", before);
    duck_quote(&sql, str_from(t->in->table));
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = duck_query(t->in->duck, text, &r, e);
    do {
        if (!rc)
            rc = duck_result_next(r, &c, e);
        for (size_t row = 0; !rc && row < c.rows; row++)
            rc = take(t, &c, row, index++, e);
    } while (!rc && c.rows);
    duck_result_close(r);
    buf_release(&sql);
    return rc;
}

static enum err take_count(struct engine_table *t, const struct duck_chunk *c,
                           size_t row, size_t index, struct error *e)
{
    (void)index;
    (void)e;
    t->in->rows = (uint64_t)duck_int(&c->vectors[0], row);
    return OK;
}

static enum err take_type(struct engine_table *t, const struct duck_chunk *c,
                          size_t row, size_t index, struct error *e)
{
    if (index >= t->in->columns)
        return OK;
    return str_dup(duck_str(&c->vectors[1], row), t->in->a,
                   &t->columns[index].sql_type, e);
}

static enum err take_kinds(struct engine_table *t, struct error *e)
{
    struct duck_result *r = NULL;
    struct str made;
    struct buf name;
    enum err rc;

    buf_init(&name, SQL_MAX_BYTES);
    buf_puts(&name, INGEST_CATALOG ".main.");
    duck_quote(&name, str_from(t->in->table));
    rc = buf_finish(&name, &made, e);
    if (!rc)
        rc = open_columns(t, made, &r, e);
    if (!rc) {
        size_t n = 0;
        const struct duck_column *columns = duck_result_columns(r, &n);

        for (size_t i = 0; i < n && i < t->in->columns; i++)
            t->columns[i].type_name = value_type_name(columns[i].declared);
    }
    duck_result_close(r);
    buf_release(&name);
    return rc;
}

enum err engine_table_make(struct engine_table *t, struct error *e)
{
    enum err rc = read_columns(t, e);

    if (!rc)
        rc = create_table(t, e);
    if (!rc)
        rc = for_each(t, "SELECT count(*) FROM", take_count, e);
    if (!rc)
        rc = for_each(t, "DESCRIBE", take_type, e);
    return rc ? rc : take_kinds(t, e);
}

static void write_columns(const struct engine_table *t, struct jsonw *w)
{
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->in->columns; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", t->in->names[i].name);
        jsonw_member_u64(w, "index", i);
        jsonw_member_cstr(w, "inferred_type", t->columns[i].type_name);
        if (t->in->names[i].renamed)
            jsonw_member_str(w, "original_name", t->in->names[i].original);
        jsonw_member_str(w, "sql_type", t->columns[i].sql_type);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void engine_table_write(const struct engine_table *t, struct jsonw *w)
{
    jsonw_member_bool(w, "has_header", true);
    jsonw_member_u64(w, "row_count", t->in->rows);
    jsonw_member_u64(w, "column_count", t->in->columns);
    write_columns(t, w);
    ingest_write_chunks(t->in->rows, w);
}
