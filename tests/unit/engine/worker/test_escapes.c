/*
 * test_escapes.c - the attacks of tests/gate/escapes.sql, each against one
 * layer alone: the gate before an open engine, the locked engine without a
 * gate, the open engine inside the sandbox; and against none, to see that it
 * is an attack.
 *
 * Children run them, because a layer cannot be lifted and some attacks end the
 * process. A child reports each statement before it runs and its result after;
 * the next child continues after the one that ended it. What the list says each
 * isolation layer stops alone must be what it stops, no more and no less; the
 * table is printed at the end.
 *
 * QUARRY_ESCAPE_MS: how long a statement that wants to exhaust the machine may
 * run before it is killed, as the parent does at its deadline.
 * QUARRY_ESCAPE_OPEN: run them against no isolation layer, too.
 */
#include "base/fs_fixture.h"
#include "base/nightly.h"

#include "base/buf.h"
#include "engine/duck/value.h"
#include "engine/sandbox/sandbox.h"
#include "engine/sql_gate/gate_list.h"
#include "engine/sql_gate/gate_scan.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define MARK       "SECRET" /* in every file that must not be read */
#define MARK_HEX   "534543524554"
#define MEMORY     ((uint64_t)512 << 20)
#define SEEN_BYTES ((size_t)4 << 20) /* looked at of what a statement gives */
#define MAX_ITEMS  1000
#define WALL_MS    40

/* The limit of memory does not hold under the address sanitizer. */
#if defined(__SANITIZE_ADDRESS__)
#define HARDENED false
#else
#define HARDENED true
#endif

enum layer { NONE, GATE, LOCK, OS, LAYERS };
static const char *const layer_names[] = {"none", "gate", "lock", "os"};

enum kind { READ, WRITE, SETTINGS, LEARN, RUN, EXHAUST, KINDS };
static const char *const kind_names[] = {"read",  "write", "settings",
                                         "learn", "run",   "exhaust"};

enum outcome { NOT_RUN, REFUSED, HARMLESS, HARM, DIED };

struct item {
    struct str sql, stopped_by;
    unsigned line;
    enum kind kind;
    enum outcome came[LAYERS];
};

static struct item items[MAX_ITEMS];
static size_t n_items;

/* What a child tells of the item it begins, or has ended. */
struct report {
    size_t item;
    enum outcome outcome; /* NOT_RUN: it begins */
};

/* ---- in the child ---- */

static struct duck *duck;

static enum err open_engine(enum layer layer)
{
    const struct duck_options o = {.memory_bytes = MEMORY, .threads = 1};
    const struct sandbox_rules rules = {.read_files = {"table.duckdb"},
                                        .memory_bytes = MEMORY * 2};
    enum err rc;

    /* UPDATE EXTENSIONS fails where none was ever installed: each layer has a
     * home of its own, as the machine's or another layer's may hold some. */
    if (setenv("HOME", in(layer_names[layer]), 1))
        return error_set(&err, ERR_INTERNAL, "no home for the engine");
    rc = duck_open(&o, &duck, &err);
    if (!rc && layer == OS)
        rc = sandbox_enter(&rules, &err);
    if (!rc)
        rc = duck_attach(duck, "table.duckdb", "src", true, &err);
    if (!rc) /* no test asks the network */
        rc = duck_exec(duck,
                       "SET custom_extension_repository='none';"
                       "CREATE VIEW data AS FROM src.main.data",
                       &err);
    if (!rc && layer == LOCK)
        rc = duck_lock(duck, &err);
    if (!rc)
        rc = duck_exec(duck,
                       "CREATE TABLE memory.main.settings AS "
                       "SELECT name, value FROM duckdb_settings()",
                       &err);
    return rc;
}

/* One statement to its end; what it gives, as far as there is room. */
static enum err run_one(struct str sql, struct buf *seen, uint64_t *rows)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {1, 0, NULL};
    struct jsonw w;
    enum err rc = duck_query(duck, sql, &r, &err);

    while (!rc && c.rows) {
        rc = duck_result_next(r, &c, &err);
        for (size_t i = 0; !rc && i < c.rows * c.columns; i++) {
            jsonw_init(&w, seen);
            value_json(&w, &c.vectors[i % c.columns], i / c.columns);
            buf_put_char(seen, '\n');
        }
        *rows += rc ? 0 : c.rows;
    }
    duck_result_close(r);
    return rc;
}

/* Each statement of the text: that the engine's interface takes one only is
 * not to hide what the second would do. */
static enum err run_all(struct str sql, struct buf *seen, uint64_t *rows)
{
    enum err rc = OK;

    while (sql.n && !rc) {
        size_t next = gate_second_statement(sql);

        *rows = 0;
        rc = run_one(str_slice(sql, 0, next), seen, rows);
        sql = str_slice(sql, next, sql.n);
    }
    return rc;
}

static bool settings_changed(void)
{
    struct buf ignored;
    uint64_t rows = 0;
    enum err rc;

    buf_init(&ignored, 0);
    rc = run_one(STR("SELECT name, value FROM duckdb_settings() "
                     "EXCEPT FROM memory.main.settings"),
                 &ignored, &rows);
    buf_release(&ignored);
    return rc != OK || rows > 0;
}

static bool holds_mark(const struct buf *seen)
{
    const struct str s = {seen->p, seen->n};

    return str_find(s, STR(MARK)) < s.n || str_find(s, STR(MARK_HEX)) < s.n ||
           str_find(s, STR("root:")) < s.n;
}

/* The settings count even where the statement failed after the first. */
static enum outcome judge(enum kind kind, enum err rc, uint64_t rows,
                          const struct buf *seen)
{
    const bool harm[] = {
        [READ] = holds_mark(seen), [LEARN] = !rc && rows > 0, [RUN] = !rc};

    if (kind == SETTINGS)
        return settings_changed() ? HARM : rc ? REFUSED : HARMLESS;
    if (kind < sizeof(harm) / sizeof(*harm) && harm[kind])
        return HARM;
    return rc ? REFUSED : HARMLESS;
}

static enum outcome attack(const struct item *it, enum layer layer)
{
    static const struct gate_column columns[] = {{{"id", 2}, false},
                                                 {{"city", 4}, false}};
    static const struct gate_table table = {{"data", 4}, columns, 2};
    static const struct gate_catalog catalog = {&table, 1, {NULL, 0}};
    struct gate_verdict v;
    struct buf seen;
    uint64_t rows = 0;
    enum outcome o;
    enum err rc;

    if (layer == GATE && gate_check(&catalog, duck, it->sql, &v, &err))
        return REFUSED;
    if (it->kind == EXHAUST && layer != OS)
        return HARM; /* with no isolation layer around it, it is not run */
    buf_init(&seen, SEEN_BYTES);
    rc = run_all(it->sql, &seen, &rows);
    o = judge(it->kind, rc, rows, &seen);
    buf_release(&seen);
    return o;
}

/* Must the next statement have another engine? Who was refused changed none,
 * and what a file's writer left is looked at when he is gone. */
static bool is_last(const struct item *it, enum layer layer, enum outcome o)
{
    static const char *const reads[] = {"SELECT", "(SELECT", "FROM",
                                        "WITH",   "VALUES",  NULL};

    if (o == REFUSED && layer == GATE)
        return false;
    if (it->kind == WRITE || gate_second_statement(it->sql) < it->sql.n)
        return true;
    for (size_t i = 0; reads[i]; i++)
        if (str_starts(it->sql, str_from(reads[i])))
            return false;
    return o != REFUSED;
}

/* Of the layers the gate alone is our code: the sanitizers see the others by
 * night. */
static bool is_run(const struct item *it, enum layer layer)
{
    if (layer != GATE && !HARDENED && !nightly())
        return false;
    if (layer == NONE && (!getenv("QUARRY_ESCAPE_OPEN") ||
                          str_find(it->sql, STR("community")) < it->sql.n))
        return false;
    if (it->kind != EXHAUST)
        return true;
    return layer == GATE || (layer == OS && HARDENED);
}

_Noreturn static void child(enum layer layer, size_t from, int to)
{
    if (open_engine(layer)) {
        (void)fprintf(stderr, "%s\n", err.msg);
        _exit(1);
    }
    for (size_t i = from; i < n_items; i++) {
        struct report t = {i, NOT_RUN};

        if (!is_run(&items[i], layer))
            continue;
        if (write(to, &t, sizeof(t)) != sizeof(t))
            _exit(1);
        t.outcome = attack(&items[i], layer);
        if (write(to, &t, sizeof(t)) != sizeof(t))
            _exit(1);
        if (is_last(&items[i], layer, t.outcome))
            _exit(0);
    }
    _exit(0);
}

/* ---- the folder that is attacked ---- */

static uint64_t sum;

static int add_entry(const char *path, const struct stat *st, int type,
                     struct FTW *at)
{
    (void)type;
    (void)at;
    for (const char *p = path; *p; p++)
        sum = (sum ^ (unsigned char)*p) * 1099511628211u;
    if (S_ISREG(st->st_mode))
        sum ^= (uint64_t)st->st_size << 32 ^ (uint64_t)st->st_mtim.tv_nsec;
    return 0;
}

/* Names, sizes and times of all that lies there, as one number. */
static uint64_t look_at_folder(void)
{
    sum = 1469598103934665603u;
    assert_int_equal(nftw(folder, add_entry, 8, FTW_PHYS), 0);
    return sum;
}

#define SECRET_CSV "id,city,SECRET\n1,SECRET,SECRET\n"

static void make_databases(void)
{
    pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        const struct duck_options o = {.memory_bytes = MEMORY, .threads = 1};

        if (duck_open(&o, &duck, &err) ||
            duck_exec(duck,
                      "ATTACH 'table.duckdb' AS t; CREATE TABLE t.data AS "
                      "SELECT 1 AS id, 'Lima' AS city; DETACH t;"
                      "ATTACH 'other.db' AS o; CREATE TABLE o.data AS "
                      "SELECT 1 AS id, 'SECRET' AS city; DETACH o;"
                      "COPY (SELECT 1 AS id, 'SECRET' AS city)"
                      " TO 'secret.parquet'; COPY (SELECT 1 AS id,"
                      " 'SECRET' AS city) TO 'secret.csv.gz'",
                      &err))
            _exit(1);
        _exit(0);
    }
    assert_true(pid > 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void make_folder(void)
{
    assert_int_equal(fs_mkdirs(in("files/sub"), "files", &err), OK);
    assert_int_equal(chdir(in("files")), 0);
    write_file("files/secret.csv", SECRET_CSV);
    write_file("files/secret.tsv", "id\tcity\n1\tSECRET\n");
    write_file("files/secret.txt", "SECRET\n");
    write_file("files/secret.json", "[{\"id\":1,\"city\":\"SECRET\"}]");
    write_file("files/secret.jsonl", "{\"id\":1,\"city\":\"SECRET\"}\n");
    write_file("files/sub/deep.csv", SECRET_CSV);
    write_file("files/sub/evil.duckdb_extension", "\x7f"
                                                  "ELF");
    make_databases();
}

static void make_folder_again(void)
{
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(fs_remove_tree("files", "files", &err), OK);
    (void)unlink("beside.csv");
    make_folder();
}

/* ---- the parent ---- */

static struct str next_word(struct str *rest)
{
    struct str all = str_trim(*rest);
    size_t end = str_find_char(all, ' ');

    *rest = str_slice(all, end, all.n);
    return str_slice(all, 0, end);
}

static void keep_item(struct fixture *fixture, const struct gate_item *from)
{
    struct item *it = &items[n_items++];
    struct str rest = from->expected;
    struct str kind = next_word(&rest);

    (void)fixture;
    assert_true(n_items < MAX_ITEMS);
    *it = (struct item){.sql = from->sql, .line = from->line, .kind = KINDS};
    for (enum kind k = READ; k < KINDS; k++)
        if (str_is(kind, kind_names[k]))
            it->kind = k;
    if (it->kind == KINDS)
        fail_msg("escapes.sql:%u: no such kind", from->line);
    it->stopped_by = str_trim(rest);
    if (it->kind == EXHAUST) /* the lock knows no costs: not run there */
        it->came[LOCK] = HARM;
}

/* Does the list say that this layer stops it? */
static bool is_said(const struct item *it, enum layer layer)
{
    struct str rest = it->stopped_by;

    while (rest.n)
        if (str_is(next_word(&rest), layer_names[layer]))
            return true;
    return false;
}

/* What the gate refuses does not run: on a busy machine it may take its time. */
static int limit_ms(const struct item *it, enum layer layer)
{
    const char *asked = getenv("QUARRY_ESCAPE_MS");

    if (it->kind != EXHAUST || (layer == GATE && is_said(it, GATE)))
        return -1;
    return asked ? (int)strtol(asked, NULL, 10) : WALL_MS;
}

/* Read a child's reports to its end; the item after the last it reported. */
static size_t read_reports(enum layer layer, int from, pid_t pid)
{
    struct report t = {0};
    struct pollfd p = {.fd = from, .events = POLLIN};
    size_t next = n_items;

    for (;;) {
        bool running = next < n_items && items[next].came[layer] == NOT_RUN;

        if (poll(&p, 1, running ? limit_ms(&items[next], layer) : -1) == 0)
            assert_int_equal(kill(pid, SIGKILL), 0);
        if (read(from, &t, sizeof(t)) != sizeof(t))
            break;
        next = t.item;
        items[next].came[layer] = t.outcome;
    }
    if (next == n_items)
        return next;
    if (items[next].came[layer] == NOT_RUN)
        items[next].came[layer] = DIED;
    return next + 1;
}

static void check_memory(const struct rusage *use, enum layer layer)
{
    if (layer == OS && HARDENED && (uint64_t)use->ru_maxrss * 1024 > MEMORY * 3)
        fail_msg("a child used %ld KiB inside the sandbox", use->ru_maxrss);
}

/* Run from item `from` in a new child; the item to go on with. */
static size_t run_some(enum layer layer, size_t from)
{
    uint64_t before = look_at_folder();
    struct rusage use;
    int ends[2], status;
    pid_t pid;
    size_t next;

    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid = fork();
    if (pid == 0)
        child(layer, from, ends[1]);
    assert_true(pid > 0);
    (void)close(ends[1]);
    next = read_reports(layer, ends[0], pid);
    (void)close(ends[0]);
    assert_int_equal(wait4(pid, &status, 0, &use), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        fail_msg("a child could not begin");
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        print_message("escapes.sql:%u: ended by signal %d\n",
                      items[next - 1].line, WTERMSIG(status));
    check_memory(&use, layer);
    if (look_at_folder() != before) {
        items[next - 1].came[layer] = HARM;
        make_folder_again();
    }
    return next;
}

static bool stopped(const struct item *it, enum layer layer)
{
    enum outcome o = it->came[layer];

    return o == REFUSED || o == HARMLESS || (o == DIED && layer == OS);
}

static unsigned check_item(const struct item *it)
{
    bool same = true;
    char got[32] = "";

    for (enum layer w = GATE; w < LAYERS; w++) {
        same &= it->came[w] == NOT_RUN || is_said(it, w) == stopped(it, w);
        if (stopped(it, w))
            (void)snprintf(got + strlen(got), sizeof(got) - strlen(got), " %s",
                           layer_names[w]);
    }
    if (!same)
        print_message("escapes.sql:%u: stopped by%s, not by %.*s\n", it->line,
                      got, STR_FMT(it->stopped_by));
    return !same;
}

static void print_table(void)
{
    print_message("%-9s %8s %9s %9s %9s %9s\n", "wants to", "attacks", "open",
                  "gate", "lock", "os");
    for (enum kind k = READ; k < KINDS; k++) {
        unsigned n = 0, harms = 0, by[LAYERS] = {0};

        for (size_t i = 0; i < n_items; i++) {
            const struct item *it = &items[i];

            if (it->kind != k)
                continue;
            n++;
            harms += it->came[NONE] == HARM || it->came[NONE] == DIED;
            for (enum layer w = GATE; w < LAYERS; w++)
                by[w] += stopped(it, w);
        }
        print_message("%-9s %8u %9u %9u %9u %9u\n", kind_names[k], n, harms,
                      by[GATE], by[LOCK], by[OS]);
    }
}

static void each_layer_alone_stops_what_the_list_says(void **state)
{
    unsigned wrong = 0, harms = 0;

    (void)state;
    (void)gate_list_each(NULL, "escapes.sql", keep_item);
    assert_true(n_items >= 450);
    for (enum layer w = NONE; w < LAYERS; w++)
        for (size_t next = 0; next < n_items;)
            next = run_some(w, next);
    for (size_t i = 0; i < n_items; i++) {
        wrong += check_item(&items[i]);
        harms += items[i].came[NONE] >= HARM;
    }
    print_table();
    assert_int_equal(wrong, 0);
    assert_true(!getenv("QUARRY_ESCAPE_OPEN") ||
                harms >= 280); /* attacks, not errors */
}

static int set_up_folder(void **state)
{
    if (set_up(state))
        return -1;
    make_folder();
    return 0;
}

static int leave_folder(void **state)
{
    return chdir("/") || tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        each_layer_alone_stops_what_the_list_says, set_up_folder,
        leave_folder)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
