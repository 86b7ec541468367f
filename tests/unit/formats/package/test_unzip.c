#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "book.h"
#include "formats/package/unzip.h"

#include <fcntl.h>

static char piece[65536];

/* All of a part, counted; or the error. */
static enum err read_all(struct unzip *u, const char *name, size_t *n,
                         struct error *e)
{
    enum err rc = unzip_start(u, str_from(name), e);
    size_t got = 1;

    *n = 0;
    while (!rc && got) {
        rc = unzip_read(u, piece, sizeof(piece), &got, e);
        *n += got;
    }
    return rc;
}

static int open_book(const char *bytes, size_t n, struct unzip **u,
                     struct error *e)
{
    int fd = book_file((struct str){bytes, n});

    *u = NULL;
    if (unzip_open(fd, u, e) != OK)
        assert_null(*u);
    return fd;
}

static void parts_are_found_as_packages_name_them(void **state)
{
    struct book b;
    struct unzip *u = NULL;
    struct error e;
    size_t n;
    int fd;

    (void)state;
    book_init(&b);
    book_add(&b, "xl\\Workbook.XML", "hello");
    fd = book_close(&b);
    assert_int_equal(unzip_open(fd, &u, &e), OK);
    assert_true(unzip_has(u, STR("/xl/workbook.xml")));
    assert_true(unzip_has_prefix(u, STR("XL/work")));
    assert_false(unzip_has(u, STR("xl/workbook")));
    assert_int_equal(read_all(u, "xl/workbook.xml", &n, &e), OK);
    assert_int_equal(n, 5);
    assert_memory_equal(piece, "hello", 5);
    assert_int_equal(read_all(u, "other", &n, &e), ERR_NOT_FOUND);
    unzip_close(u);
    (void)close(fd);
}

static void a_part_that_is_there_twice_is_refused(void **state)
{
    struct book b;
    struct unzip *u = NULL;
    struct error e;
    size_t n;
    int fd;

    (void)state;
    book_init(&b);
    book_add(&b, "a", "1");
    book_add(&b, "A", "2");
    fd = book_close(&b);
    if (unzip_open(fd, &u, &e) == OK)
        assert_int_equal(read_all(u, "a", &n, &e), ERR_FILE_READ_FAILED);
    unzip_close(u);
    (void)close(fd);
}

static void damaged_bytes_do_not_pass_the_checksum(void **state)
{
    struct book b;
    struct unzip *u = NULL;
    struct error e;
    size_t n;
    int fd;

    (void)state;
    book_init(&b);
    book_add(&b, "a", "some text");
    fd = book_close(&b);
    assert_int_equal(pwrite(fd, "X", 1, 33), 1);
    assert_int_equal(unzip_open(fd, &u, &e), OK);
    assert_int_equal(read_all(u, "a", &n, &e), ERR_FILE_READ_FAILED);
    assert_non_null(strstr(e.msg, "checksum"));
    unzip_close(u);
    (void)close(fd);
}

static void a_package_cut_anywhere_is_refused(void **state)
{
    struct book b;

    (void)state;
    book_init(&b);
    book_add(&b, "a", "some text");
    book_end(&b);
    for (size_t n = 0; n < b.zip.n; n++) {
        struct unzip *u;
        struct error e;
        int fd = open_book(b.zip.p, n, &u, &e);

        assert_null(u);
        assert_int_equal(e.code, ERR_FILE_READ_FAILED);
        (void)close(fd);
    }
    buf_release(&b.zip);
    buf_release(&b.directory);
}

static void a_directory_that_lies_is_refused_before_it_takes_memory(
    void **state)
{
    static const unsigned char end[] = {'P',  'K',  5,    6,    0, 0, 0, 0,
                                        0xfe, 0xff, 0xfe, 0xff, 1, 0, 0, 0,
                                        0,    0,    0,    0,    0, 0};
    struct unzip *u;
    struct error e;

    (void)state;
    (void)close(open_book((const char *)end, sizeof(end), &u, &e));
    assert_null(u);
    assert_int_equal(e.code, ERR_FILE_READ_FAILED);
}

static void put_bits(struct buf *b, unsigned *at, uint32_t bits, unsigned n)
{
    for (unsigned i = 0; i < n; i++, ++*at) {
        if (*at % 8 == 0)
            buf_put_char(b, 0);
        if (bits >> i & 1)
            b->p[b->n - 1] = (char)(b->p[b->n - 1] | 1 << *at % 8);
    }
}

/*
 * The head of the last block of deflate, RFC 1951 section 3.2.7, with codes of
 * one bit for a length of 258 and for a distance of 1, so that 2 bits unpack to
 * 258 bytes, which is as much as deflate can.
 */
static void put_codes(struct buf *b, unsigned *at)
{
    put_bits(b, at, 1 | 2 << 1, 3);
    put_bits(b, at, 29, 5); /* 286 literals and lengths */
    put_bits(b, at, 0, 5);  /* 1 distance */
    put_bits(b, at, 14, 4); /* 18 lengths of codes of lengths */
    for (int i = 0; i < 18; i++)
        put_bits(b, at, i == 2 ? 1 : i == 15 || i == 17 ? 2 : 0, 3);
    put_bits(b, at, 3, 2); /* literal 0: 2 bits */
    put_bits(b, at, 127 << 1, 8);
    put_bits(b, at, 106 << 1, 8);
    put_bits(b, at, 3, 2); /* end of block: 2 bits */
    put_bits(b, at, 17 << 1, 8);
    put_bits(b, at, 1, 2); /* length 258: 1 bit */
    put_bits(b, at, 1, 2); /* distance 1: 1 bit */
}

/* A hundred megabytes of zeros. */
static void a_bomb_is_a_limit(void **state)
{
    const uint32_t size = 1 + 258 * 400000;
    struct buf packed, zip;
    struct unzip *u = NULL;
    struct error e;
    unsigned at = 0;
    size_t n;
    int fd;

    (void)state;
    buf_init(&packed, MAX_ZIP);
    buf_init(&zip, MAX_ZIP);
    put_codes(&packed, &at);
    put_bits(&packed, &at, 1, 2); /* one zero */
    for (int i = 0; i < 400000; i++)
        put_bits(&packed, &at, 0, 2); /* 258 times what was one back */
    put_bits(&packed, &at, 3, 2);     /* the end */
    for (int i = 0; i < 2; i++) {     /* local header, then the directory */
        put_le(&zip, i ? 0x02014b50 : 0x04034b50, 4);
        if (i)
            put_le(&zip, 20, 2);
        put_le(&zip, 20, 2);
        put_le(&zip, 0, 2);
        put_le(&zip, 8, 2);
        put_le(&zip, 0x00210000, 4);
        put_le(&zip, 0, 4);
        put_le(&zip, (uint32_t)packed.n, 4);
        put_le(&zip, size, 4);
        put_le(&zip, 1, 2);
        put_le(&zip, 0, 2);
        for (int k = 0; i && k < 7; k++)
            put_le(&zip, 0, 2);
        buf_put_char(&zip, 'a');
        if (!i)
            buf_put_str(&zip, buf_str(&packed));
    }
    put_le(&zip, 0x06054b50, 4);
    put_le(&zip, 0, 4);
    put_le(&zip, 1, 2);
    put_le(&zip, 1, 2);
    put_le(&zip, 47, 4);
    put_le(&zip, (uint32_t)(zip.n - 16 - 47), 4);
    put_le(&zip, 0, 2);
    fd = open_book(zip.p, zip.n, &u, &e);
    assert_non_null(u);
    assert_int_equal(read_all(u, "a", &n, &e), ERR_LIMIT);
    assert_true(n <= UNZIP_RATIO_FREE + 2 * sizeof(piece));
    unzip_close(u);
    (void)close(fd);
    buf_release(&packed);
    buf_release(&zip);
}

static void only_regular_files_are_read(void **state)
{
    struct unzip *u = NULL;
    struct error e;
    int fd = open("/dev/null", O_RDONLY);

    (void)state;
    assert_int_equal(unzip_open(fd, &u, &e), ERR_FILE_READ_FAILED);
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_found_as_packages_name_them),
        cmocka_unit_test(a_part_that_is_there_twice_is_refused),
        cmocka_unit_test(damaged_bytes_do_not_pass_the_checksum),
        cmocka_unit_test(a_package_cut_anywhere_is_refused),
        cmocka_unit_test(
            a_directory_that_lies_is_refused_before_it_takes_memory),
        cmocka_unit_test(a_bomb_is_a_limit),
        cmocka_unit_test(only_regular_files_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
