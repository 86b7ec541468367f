/* module: lexical */
/*
 * The first byte chooses: a query and its conditions, in two lines, are parsed,
 * planned and asked of a small segment; or the bytes are laid over that
 * segment from a place they say, with sums that fit, and it is opened, asked
 * and read to its end.
 */
#include "base/fs.h"
#include "search/lexical/reseal.h"
#include "search/lexical/search.h"
#include "search/lexical/segment_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)
#define MAX_FILE     65536

static struct analyzer *analyzer;
static unsigned char whole[MAX_FILE]; /* the segment as it was written */
static size_t whole_n;
static unsigned char lie[MAX_FILE];

static void make_segment(void)
{
    const struct lexical_filter f[] = {{STR("lang"), STR("en"), false}};
    struct lexical_doc d = {.body = STR("rotate the old keys of door E1234"),
                            .stored = STR("kept"),
                            .filter = f,
                            .n_filters = 1};
    char path[] = "/tmp/quarry-fuzz-XXXXXX";
    struct segment_builder *b;
    struct error e;
    struct arena a;
    struct str s;

    arena_init(&a, BUDGET_BYTES);
    analyzer = analyzer_new(&e);
    b = segment_builder_new((size_t)1 << 20, &e);
    BUG_ON(!analyzer || !b || close(mkstemp(path)) != 0);
    for (d.id = 1; d.id < 140; d.id++)
        BUG_ON(segment_builder_add(b, &d, &e) != OK);
    BUG_ON(segment_builder_write(b, path, "fuzz", &e) != OK);
    BUG_ON(fs_read_file(path, "fuzz", MAX_FILE, &a, &s, &e) != OK);
    memcpy(whole, s.p, s.n);
    whole_n = s.n;
    BUG_ON(unlink(path) != 0);
    segment_builder_free(b);
    arena_release(&a);
}

/* Open these bytes as a segment; NULL when they are refused. */
static struct segment *open_bytes(const unsigned char *p, size_t n)
{
    int fd = memfd_create("segment", MFD_CLOEXEC);
    struct segment *s = NULL;
    struct error e;
    char path[64];

    BUG_ON(fd < 0 || write(fd, p, n) != (ssize_t)n);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (segment_open(path, "fuzz", &s, &e) != OK)
        s = NULL;
    (void)close(fd);
    return s;
}

static void ask(const struct segment *s, struct str text, struct str where)
{
    const struct search_segment one = {.segment = s};
    const struct search_view v = {&one, 1};
    struct search_hits hits;
    struct error e;
    struct arena a;
    struct query q;
    struct plan p;

    arena_init(&a, BUDGET_BYTES);
    if (query_parse(text, &a, &q, &e) == OK &&
        (query_parse_filters(where, &a, &q, &e) == OK ||
         e.code == ERR_VALIDATION_FAILED) &&
        plan_make(&q, 0, analyzer, &a, &p, &e) == OK &&
        search_run(&v, &p, 10, &a, &hits, &e) == OK) {
        for (size_t i = 0; i < hits.n; i++)
            BUG_ON(i && hits.hit[i].score > hits.hit[i - 1].score);
    }
    arena_release(&a);
}

static void lay_over(const uint8_t *data, size_t size)
{
    size_t at = size >= 2 ? (size_t)(data[0] | data[1] << 8) % whole_n : 0;
    struct dict_cursor c;
    struct segment *s;
    struct error e;
    bool found;

    if (size < 3)
        return;
    memcpy(lie, whole, whole_n);
    for (size_t i = 2; i < size && at + i - 2 < whole_n; i++)
        lie[at + i - 2] = data[i];
    reseal(lie, whole_n);
    s = open_bytes(lie, whole_n);
    if (!s)
        return;
    ask(s, STR("rotating keys \"old key\" -door k*"), STR("lang~e"));
    if (dict_seek(&c, s, (struct str){0}, &found, &e) == OK) {
        while (found && dict_next(&c, &found, &e) == OK)
            BUG_ON(c.key_n > MAX_KEY_BYTES);
    }
    segment_close(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct segment *good;
    struct str text = {(const char *)data, size};
    size_t line;

    if (!whole_n) {
        make_segment();
        good = open_bytes(whole, whole_n);
        BUG_ON(!good);
    }
    if (size && data[0] == 0xff) {
        lay_over(data + 1, size - 1);
        return 0;
    }
    line = str_find_char(text, '\n');
    ask(good, str_slice(text, 0, line), str_slice(text, line + 1, text.n));
    return 0;
}
