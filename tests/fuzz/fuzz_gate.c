/* module: sql_gate */
/*
 * Any bytes as SQL: gate_check() accepts or refuses with a place inside them.
 *
 * What it accepts is then planned (PREPARE) by an engine that is locked, and
 * two things must never come back: that a lock stopped it, and that a table
 * does not exist. Each would mean that the gate let a name through that is
 * neither of the catalog nor of a WITH query, and without the lock it would
 * have become a file.
 */
#include "base/buf.h"
#include "engine/duck/duck.h"
#include "engine/sql_gate/gate.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* The engine lives as long as the process, and DuckDB hides its pointers from
 * the leak checker; nothing of ours is made with C++'s new. */
const char *__lsan_default_suppressions(void)
{
    return "leak:operator new\nleak:libduckdb.so";
}

#define PLANNED_MAX_BYTES 2000u

static const struct gate_column columns[] = {
    {{"id", 2}, false}, {{"city", 4}, false}, {{"price", 5}, true}};
static const struct gate_table tables[] = {{{"data", 4}, columns, 3},
                                           {{"t 2", 3}, columns, 1}};
static const struct gate_catalog catalog = {tables, 2, {NULL, 0}};

/* Locked; the optimiser off, or planning would compute repeat('x', 1e9). */
static struct duck *open_engine(void)
{
    struct duck_options o = {(uint64_t)256 << 20, 1, NULL};
    struct duck *d = NULL;
    struct error e;

    BUG_ON(duck_open(&o, &d, &e) != OK);
    BUG_ON(
        duck_exec(d,
                  "CREATE TABLE data(id INTEGER, city VARCHAR, price DOUBLE);"
                  "CREATE TABLE \"t 2\"(id INTEGER);"
                  "INSERT INTO data VALUES (1, 'Lima', 2.5);"
                  "PRAGMA disable_optimizer",
                  &e) != OK);
    BUG_ON(duck_lock(d, &e) != OK);
    return d;
}

/* Numbers that make planning itself long: range(1e12), LIMIT and the like. */
static bool has_large_number(struct str sql)
{
    size_t digits = 0;

    for (size_t i = 0; i < sql.n; i++) {
        bool digit = (sql.p[i] >= '0' && sql.p[i] <= '9') || sql.p[i] == '_';

        digits = digit ? digits + 1 : 0;
        if (digits > 4 ||
            (digits && i + 1 < sql.n && (sql.p[i + 1] | 32) == 'e'))
            return true;
    }
    return false;
}

static bool holds(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

static void plan(struct duck *d, struct str sql)
{
    struct duck_result *r = NULL;
    struct error e = {0};
    struct buf text;
    enum err rc;

    buf_init(&text, PLANNED_MAX_BYTES + 100);
    buf_puts(&text, "PREPARE p AS ");
    for (; sql.n && sql.p[0] == ';'; sql.p++) /* before the word is none */
        sql.n--;
    buf_put_str(&text, sql);
    rc = duck_query(d, buf_str(&text), &r, &e);
    BUG_ON(rc == ERR_SANDBOX_VIOLATION);
    BUG_ON(rc == ERR_VALIDATION_FAILED && holds(e.msg, "no table '"));
    duck_result_close(r);
    buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct duck *engine;
    struct str sql = {(const char *)data, size};
    struct gate_verdict v;
    struct error e = {0};
    enum err rc;

    if (!engine)
        engine = open_engine();
    rc = gate_check(&catalog, engine, sql, &v, &e);
    if (rc == OK) {
        (void)gate_needs_one_thread(&v.facts);
        if (size <= PLANNED_MAX_BYTES && !has_large_number(sql))
            plan(engine, sql);
        return 0;
    }
    BUG_ON(rc != ERR_VALIDATION_FAILED && rc != ERR_LIMIT);
    BUG_ON(e.code != rc || e.msg[0] == '\0' || e.pos.line == 0);
    BUG_ON(e.pos.offset > size);
    return 0;
}
