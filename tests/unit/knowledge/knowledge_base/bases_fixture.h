/* bases_fixture.h - each test has a home with a base 'b' in it, of a text, a
 * table and JSON, with real workers. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASES_FIXTURE_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASES_FIXTURE_H

#include "base/fs_fixture.h"
#include "base/json.h"
#include "base/log.h"
#include "base/worker_program.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "store/json_document/data.h"

#include <fcntl.h>
#include <stdio.h>

static struct tables *tables;
static struct bases *bases;
static struct jsonw writer;
static struct buf answer;

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

/* The next answer is written here. */
static inline struct jsonw *fresh(void)
{
    buf_reset(&answer);
    jsonw_init(&writer, &answer);
    return &writer;
}

/* The last answer, read. */
static inline const struct json *answered(void)
{
    struct json *root;

    assert_ok(json_parse(buf_str(&answer), &json_default_limits, &arena, &root,
                         &err));
    return root;
}

static inline struct str text_of(const char *key)
{
    const struct json *j = json_find(answered(), key);

    return j ? j->text : (struct str){0};
}

static inline void close_bases(void)
{
    bases_free(bases);
    tables_free(tables);
    bases = NULL;
    tables = NULL;
}

/* Forget all that is open, as another process would begin. */
static inline void open_bases_with(bases_opener *open_them)
{
    const struct tables_options o = {.home = str_from(in("home")),
                                     .worker_path = str_from(worker_program())};

    close_bases();
    assert_ok(tables_new(&o, &tables, &err));
    assert_ok(open_them(tables, &bases, &err));
}

static inline void open_bases(void)
{
    open_bases_with(bases_new);
}

static inline void add(const char *name)
{
    const struct str path = str_from(in(name));
    const struct bases_add r = {
        .base = STR("b"), .paths = &path, .n = 1, .author = STR("test")};
    struct bases_added counts;

    assert_ok(bases_add(bases, &r, &counts, fresh(), &err));
    assert_int_equal(counts.failed, 0);
}

static inline void open_base(struct base *b, const char *name)
{
    assert_ok(base_open(bases->home, str_from(name), &arena, b, &err));
}

static inline void edit(const char *base, const char *pointer,
                        const char *value)
{
    const struct data_edit d = {.operation = DATA_SET,
                                .pointer = str_from(pointer),
                                .value = str_from(value),
                                .author = STR("test")};
    struct data_written w;
    struct base b = BASE_NONE;

    open_base(&b, base);
    assert_ok(data_edit(&b, &d, &arena, &w, &err));
    base_close(&b);
}

static inline struct str value_of(const char *base, const char *pointer)
{
    struct data_value v;
    struct base b = BASE_NONE;

    open_base(&b, base);
    assert_ok(data_get(&b, str_from(pointer), 0, &arena, &v, &err));
    base_close(&b);
    return v.text;
}

static inline bool is_value(const char *base, const char *pointer,
                            const char *want)
{
    return str_is(value_of(base, pointer), want);
}

/* A path in a base's folder. */
static inline const char *in_base(const char *base, const char *name)
{
    struct base_entry entry;
    struct str path;

    assert_ok(
        registry_find(&bases->registry, str_from(base), &arena, &entry, &err));
    assert_ok(str_printf(&arena, &path, &err, "%s/bases/%.*s/%s",
                         bases->home->path, STR_FMT(entry.id), name));
    return path.p;
}

static inline void flip(const char *path, uint64_t at)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    unsigned char byte;

    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, (off_t)at), 1);
    byte ^= 4;
    assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
    (void)close(fd);
}

static inline uint64_t size_of(const char *path)
{
    uint64_t bytes = 0;

    assert_ok(fs_size(path, "x", &bytes, &err));
    return bytes;
}

/* Is the base whole, as a new process sees it? The answer is kept. */
static inline bool is_whole(const char *base)
{
    bool ok = false;

    open_bases_with(bases_new_to_check);
    assert_ok(bases_check(bases, str_from(base), &ok, fresh(), &err));
    assert_true(json_is_true(json_find(answered(), "ok")) == ok);
    return ok;
}

static inline int set_up_bases(void **state)
{
    if (access(worker_program(), X_OK) != 0) {
        (void)printf("skipped: no worker program is built\n");
        exit(77);
    }
    log_set_level(LOG_LEVEL_OFF);
    if (set_up(state))
        return -1;
    buf_init(&answer, 16 << 20);
    open_bases();
    write_file("setup.md", "# Setup\n\n## Install\n\nrun it\n");
    write_file("orders.csv", "id,city\n1,Lima\n2,Rome\n");
    write_file("d.json", "{\"items\":[{\"x\":1},{\"x\":2}],\"n\":3}");
    add("setup.md");
    add("orders.csv");
    add("d.json");
    edit("b", "/d.json/n", "4");
    return 0;
}

static inline int tear_down_bases(void **state)
{
    close_bases();
    buf_release(&answer);
    return tear_down(state);
}

#define BASES_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_bases, tear_down_bases)

#endif
