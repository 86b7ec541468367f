#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/xlsx/tape.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROWS 3000u

static const char text[] = "0123456789abcdef0123456789abcdef";

/* Row i has i % 5 cells and a text of i % 32 bytes. */
static struct tape_row make_row(uint32_t i, struct tape_cell *cells)
{
    struct tape_row row = {.row = i + 1, .n = i % 5, .hidden = i % 3 == 0};

    for (uint32_t k = 0; k < row.n; k++)
        cells[k] = (struct tape_cell){.column = (uint16_t)(k + 1), .n = i};
    row.cells = cells;
    row.text = (struct str){text, i % 32};
    return row;
}

static void check_row(const struct tape *t, uint64_t at, uint32_t i)
{
    struct tape_cell cells[5];
    struct tape_row want = make_row(i, cells);
    _Alignas(8) char room[1024];
    struct tape_row row;
    struct error e;
    size_t n = 0;

    assert_int_equal(tape_size(t, at, &n, &e), OK);
    assert_true(n <= sizeof(room));
    assert_int_equal(tape_get(t, at, room, n, &row, &e), OK);
    assert_int_equal(row.row, want.row);
    assert_int_equal(row.n, want.n);
    assert_int_equal(row.hidden, want.hidden);
    assert_true(str_eq(row.text, want.text));
    for (uint32_t k = 0; k < row.n; k++)
        assert_memory_equal(&row.cells[k], &cells[k], sizeof(cells[k]));
}

static void rows_come_back_in_any_order(void **state)
{
    static uint64_t at[ROWS * 16];
    int fd = memfd_create("tape", 0);

    (void)state;
    for (size_t memory = 0; memory <= 2; memory++) {
        struct tape_cell cells[5];
        struct error e;
        struct tape t;

        tape_init(&t, memory * TAPE_BLOCK_BYTES, fd, (uint64_t)1 << 30);
        for (uint32_t i = 0; i < ROWS * 16; i++) {
            struct tape_row row = make_row(i, cells);

            assert_int_equal(tape_put(&t, &row, &at[i], &e), OK);
        }
        assert_int_equal(tape_flush(&t, &e), OK);
        assert_true(t.n > 2 * TAPE_BLOCK_BYTES);
        for (uint32_t i = ROWS * 16; i-- > 0;)
            check_row(&t, at[i], i);
        tape_release(&t);
    }
    (void)close(fd);
}

static void what_does_not_fit_is_a_limit(void **state)
{
    int fd = memfd_create("tape", 0);

    (void)state;
    for (int spill = 0; spill < 2; spill++) {
        struct tape_cell cells[5];
        struct tape_row row = make_row(4, cells);
        enum err rc = OK;
        struct error e;
        struct tape t;
        uint64_t at;

        tape_init(&t, TAPE_BLOCK_BYTES, spill ? fd : -1, 100000);
        for (uint32_t i = 0; !rc && i < 40000; i++)
            rc = tape_put(&t, &row, &at, &e);
        assert_int_equal(rc, ERR_LIMIT);
        assert_true(t.n <= TAPE_BLOCK_BYTES + 100000u);
        tape_release(&t);
    }
    (void)close(fd);
}

static void a_file_that_cannot_be_written_is_reported(void **state)
{
    struct tape_cell cells[5];
    struct tape_row row = make_row(4, cells);
    struct error e;
    struct tape t;
    uint64_t at;

    (void)state;
    tape_init(&t, 0, STDIN_FILENO + 9999, 1 << 20);
    assert_int_equal(tape_put(&t, &row, &at, &e), OK);
    assert_int_equal(tape_flush(&t, &e), ERR_FILE_WRITE_FAILED);
    tape_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back_in_any_order),
        cmocka_unit_test(what_does_not_fit_is_a_limit),
        cmocka_unit_test(a_file_that_cannot_be_written_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
