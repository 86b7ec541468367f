/* What every engine does, with SQLite; test_db.c has what is SQLite's own. */
#include "store/database/db_contract.h"

#include "store/sqlite/db_file.h"

static struct db *open_db(enum db_mode mode)
{
    struct db *d = NULL;

    assert_ok(
        db_file_open(in("base.db"), "the test's database", mode, &d, &err));
    return d;
}

int main(void)
{
    const struct CMUnitTest tests[] = {CONTRACT_TESTS};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
