/*
 * bench_data.c - one element of a large JSON document, read and changed.
 *
 *     bench_data QUARRY HOME RUNS         JSON lines of times
 *
 * Two documents of 50 MB are made by a fixed seed: a list of records and an
 * object of as many keys. Elements are chosen by chance. `edit_*` and `get_*`
 * are data_edit() and data_read() with the base open; an edit ends when it is
 * on the disk. `disk` is what the machine takes to append 32 KiB to a file and sync it,
 * which no edit can be quicker than. `set_process` and `get_process` are the
 * command from its start to its end. Each group takes turns.
 */
#include "base/clock.h"
#include "samples.h"
#include "store/catalog/registry.h"
#include "store/json_document/data.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DOCUMENT_BYTES ((size_t)50 * 1000 * 1000)
#define BUDGET_BYTES   ((size_t)4 << 30)
#define DISK_BYTES     (32 * 1024)
#define TEXT_BYTES     200

static uint64_t below(uint64_t n)
{
    static uint64_t state = 20261122;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

static void give_up(const struct error *e)
{
    samples_give_up("bench_data", e->msg);
}

static void put_record(struct buf *b, size_t id)
{
    buf_printf(b,
               "{\"id\":%zu,\"customer\":\"Customer %u\",\"amount\":%u.%02u,"
               "\"address\":{\"city\":\"Porto\",\"zip\":\"%u\"},"
               "\"tags\":[\"t%u\",\"t%u\"]}",
               id, (unsigned)below(20000), (unsigned)below(10000),
               (unsigned)below(100), (unsigned)below(100000),
               (unsigned)below(50), (unsigned)below(50));
}

/* A list, or an object of k0, k1, ...; returns how many records. */
static size_t create(const struct base *b, const char *pointer, bool keys)
{
    struct data_edit d = {.operation = DATA_CREATE,
                          .pointer = str_from(pointer),
                          .author = STR("bench")};
    struct data_written w;
    struct arena a;
    struct error e;
    struct buf text;
    size_t n = 0;

    arena_init(&a, BUDGET_BYTES);
    buf_init(&text, 2 * DOCUMENT_BYTES);
    buf_puts(&text, keys ? "{\"items\":{" : "{\"items\":[");
    for (; text.n < DOCUMENT_BYTES; n++) {
        buf_puts(&text, n ? "," : "");
        if (keys)
            buf_printf(&text, "\"k%zu\":", n);
        put_record(&text, n);
    }
    buf_puts(&text, keys ? "}}" : "]}");
    d.value = buf_str(&text);
    if (data_edit(b, &d, &a, &w, &e) != OK)
        give_up(&e);
    buf_release(&text);
    arena_release(&a);
    return n;
}

static void edit(const struct base *b, const char *pointer, struct samples *s)
{
    char value[TEXT_BYTES];
    struct data_edit d = {.operation = DATA_SET,
                          .pointer = str_from(pointer),
                          .author = STR("bench")};
    struct data_written w;
    struct arena a;
    struct error e;
    uint64_t from;

    (void)snprintf(value, sizeof(value), "%u", (unsigned)below(1000000));
    d.value = str_from(value);
    from = clock_ns();
    arena_init(&a, BUDGET_BYTES);
    if (data_edit(b, &d, &a, &w, &e) != OK)
        give_up(&e);
    arena_release(&a);
    samples_add(s, clock_ns() - from);
}

static void get(const struct base *b, const char *pointer, struct samples *s)
{
    struct data_value v;
    struct arena a;
    struct error e;
    struct buf text;
    uint64_t from = clock_ns();

    arena_init(&a, BUDGET_BYTES);
    buf_init(&text, BUDGET_BYTES);
    if (data_read(b, &(struct data_place){str_from(pointer), 0}, &a, &text, &v,
                  &e) != OK)
        give_up(&e);
    buf_release(&text);
    arena_release(&a);
    samples_add(s, clock_ns() - from);
}

static void run(const char *const *argv, struct samples *s)
{
    uint64_t from = clock_ns();
    int status;
    pid_t pid;
    posix_spawn_file_actions_t quiet;

    if (posix_spawn_file_actions_init(&quiet) ||
        posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0) ||
        posix_spawn(&pid, argv[0], &quiet, NULL, (char *const *)(uintptr_t)argv,
                    environ))
        samples_give_up(argv[0], "cannot be started");
    (void)posix_spawn_file_actions_destroy(&quiet);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (status != 0)
        samples_give_up(argv[0], "failed");
    samples_add(s, clock_ns() - from);
}

static void append(int fd, struct samples *s)
{
    static const char bytes[DISK_BYTES];
    uint64_t from = clock_ns();

    if (write(fd, bytes, sizeof(bytes)) != (ssize_t)sizeof(bytes) ||
        fdatasync(fd) != 0)
        samples_give_up("disk", strerror(errno));
    samples_add(s, clock_ns() - from);
}

static int open_disk(const char *folder)
{
    char path[4096];
    int fd;

    (void)snprintf(path, sizeof(path), "%s/disk", folder);
    fd = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        samples_give_up("disk", strerror(errno));
    return fd;
}

/* What the elements to read or change are chosen from. */
struct sizes {
    size_t items;
    size_t keys;
};

static void choose(const struct sizes *z, char item[TEXT_BYTES],
                   char key[TEXT_BYTES])
{
    (void)snprintf(item, TEXT_BYTES, "/list/items/%u/amount",
                   (unsigned)below(z->items));
    (void)snprintf(key, TEXT_BYTES, "/map/items/k%u/amount",
                   (unsigned)below(z->keys));
}

/* With the base open, as a server has it. */
static void measure_open(const struct base *b, const struct sizes *z,
                         size_t runs, int disk)
{
    static struct samples s[] = {{.name = "edit_item"},
                                 {.name = "edit_key"},
                                 {.name = "get_item"},
                                 {.name = "get_key"},
                                 {.name = "disk"}};

    for (size_t i = 0; i < runs; i++) {
        char item[TEXT_BYTES];
        char key[TEXT_BYTES];

        choose(z, item, key);
        edit(b, item, &s[0]);
        edit(b, key, &s[1]);
        get(b, item, &s[2]);
        get(b, key, &s[3]);
        append(disk, &s[4]);
    }
    for (size_t i = 0; i < sizeof(s) / sizeof(s[0]); i++)
        samples_print(&s[i]);
}

/* Whole commands; nobody else has the base open, so each also closes it. */
static void measure_commands(const char *quarry, const char *home,
                             const struct sizes *z, size_t runs)
{
    static struct samples s[] = {{.name = "set_process"},
                                 {.name = "get_process"}};

    for (size_t i = 0; i < runs; i++) {
        char item[TEXT_BYTES];
        char key[TEXT_BYTES];
        const char *set[] = {quarry, "data",   "set", "bench", item,
                             "12.5", "--home", home,  NULL};
        const char *read[] = {quarry, "data",   "get", "bench",
                              item,   "--home", home,  NULL};

        choose(z, item, key);
        run(set, &s[0]);
        run(read, &s[1]);
    }
    for (size_t i = 0; i < sizeof(s) / sizeof(s[0]); i++)
        samples_print(&s[i]);
}

int main(int argc, char **argv)
{
    struct registry r = REGISTRY_NONE;
    struct base b = BASE_NONE;
    struct sizes z;
    struct error e;
    struct home h;
    struct arena a;
    size_t runs;
    int disk;

    if (argc != 4)
        samples_give_up("usage", "bench_data QUARRY HOME RUNS");
    runs = strtoul(argv[3], NULL, 10);
    arena_init(&a, BUDGET_BYTES);
    if (home_open(argv[2], &a, &h, &e) != OK ||
        registry_open(&h, &a, &r, &e) != OK ||
        registry_create(&r, STR("bench"), &a, NULL, &e) != OK ||
        base_open(&h, STR("bench"), &a, &b, &e) != OK)
        give_up(&e);
    registry_close(&r);
    z = (struct sizes){create(&b, "/list", false), create(&b, "/map", true)};
    disk = open_disk(argv[2]);
    measure_open(&b, &z, runs, disk);
    (void)close(disk);
    base_close(&b);
    measure_commands(argv[1], argv[2], &z, runs);
    arena_release(&a);
    return 0;
}
