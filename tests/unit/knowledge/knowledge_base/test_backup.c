#include "bases_fixture.h"

#include <signal.h>
#include <sys/wait.h>

#define BACKUP "backup"

static void back_up(const char *name)
{
    assert_ok(bases_backup(bases, STR("b"), str_from(in(name)), fresh(), &err));
}

static enum err restore(const char *from, bool force)
{
    const struct bases_restore r = {.base = STR("b"),
                                    .from = from ? str_from(in(from))
                                                 : (struct str){0},
                                    .force = force};

    return bases_restore(bases, &r, fresh(), &err);
}

static void what_was_backed_up_comes_back(void **state)
{
    (void)state;
    back_up(BACKUP);
    assert_true(str_is(text_of("documents"), "3"));
    edit("b", "/d.json/n", "99");
    assert_ok(restore(BACKUP, false));
    assert_true(is_value("b", "/d.json/n", "4"));
    assert_true(is_whole("b"));
}

static void the_history_comes_back_as_well(void **state)
{
    struct base b = BASE_NONE;
    struct data_value v;

    (void)state;
    back_up(BACKUP);
    assert_ok(bases_drop(bases, STR("b"), true, fresh(), &err));
    assert_ok(restore(BACKUP, false));
    assert_true(json_find(answered(), "replaced")->type == JSON_FALSE);
    open_base(&b, "b");
    assert_ok(data_get(&b, STR("/d.json/n"), 1, &arena, &v, &err));
    assert_true(str_is(v.text, "3"));
    base_close(&b);
}

static void what_a_restore_replaces_is_backed_up_unless_forced(void **state)
{
    (void)state;
    back_up(BACKUP);
    edit("b", "/d.json/n", "99");
    assert_ok(restore(BACKUP, false));
    assert_true(str_starts(text_of("saved_to"), STR("backups/b/")));
    assert_int_equal(entries(in("home/backups/b")), 1);
    assert_ok(restore(NULL, true)); /* the newest is what was replaced */
    assert_true(json_find(answered(), "saved_to")->type == JSON_NULL);
    assert_true(is_value("b", "/d.json/n", "99"));
    assert_int_equal(entries(in("home/backups/b")), 1);
    assert_int_equal(entries(in("home/bases")), 1);
}

static struct document document_named(const char *name)
{
    struct document d = {0};
    struct base b = BASE_NONE;

    open_base(&b, "b");
    assert_ok(document_find(&b, str_from(name), &arena, &d, &err));
    base_close(&b);
    return d;
}

/* A pointer to what there was since the backup leads to nothing else later. */
static void a_restored_base_makes_no_version_and_no_key_again(void **state)
{
    struct document before, after;
    int64_t version;

    (void)state;
    back_up(BACKUP);
    edit("b", "/d.json/n", "98");
    edit("b", "/d.json/n", "99");
    write_file("new.md", "# New\n");
    add("new.md");
    before = document_named("new.md");
    version = document_named("d.json").version;
    assert_ok(restore(BACKUP, false));
    edit("b", "/d.json/n", "100");
    assert_int_equal(document_named("d.json").version, version + 1);
    write_file("new.md", "# Other\n");
    add("new.md");
    after = document_named("new.md");
    assert_false(str_eq(before.key, after.key));
}

static void a_backup_does_not_replace_what_is_there(void **state)
{
    (void)state;
    back_up(BACKUP);
    assert_int_equal(
        bases_backup(bases, STR("b"), str_from(in(BACKUP)), fresh(), &err),
        ERR_CONFLICT);
    assert_int_equal(entries(in(BACKUP)), 3);
}

static void each_flipped_bit_of_a_backup_is_found_and_nothing_changes(
    void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    back_up(BACKUP);
    edit("b", "/d.json/n", "99");
    assert_ok(fs_list_tree(in(BACKUP), "x", &arena, &list, &n, &err));
    assert_int_equal(n, 5);
    for (size_t i = 0; i < n; i++) {
        const char *path = fs_join(in(BACKUP), list[i].p, &arena, &err);
        uint64_t bytes = size_of(path);
        uint64_t step = bytes > 5000 ? 4999 : bytes > 500 ? 61 : 7;

        for (uint64_t at = 0; at < bytes; at += step) {
            flip(path, at);
            if (restore(BACKUP, false) != ERR_FILE_READ_FAILED)
                fail_msg("%s at %llu", list[i].p, (unsigned long long)at);
            flip(path, at);
        }
        flip(path, bytes - 1);
        assert_int_equal(restore(BACKUP, false), ERR_FILE_READ_FAILED);
        flip(path, bytes - 1);
    }
    assert_true(is_value("b", "/d.json/n", "99"));
    assert_int_equal(entries(in("home/bases")), 1);
    assert_int_not_equal(access(in("home/backups"), F_OK), 0);
    assert_ok(restore(BACKUP, false));
}

static void a_lost_file_of_a_backup_is_found(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    back_up(BACKUP);
    assert_ok(fs_list_tree(in(BACKUP), "x", &arena, &list, &n, &err));
    assert_int_equal(unlink(fs_join(in(BACKUP), list[1].p, &arena, &err)), 0);
    assert_int_equal(restore(BACKUP, false), ERR_FILE_READ_FAILED);
    assert_ok(fs_remove_tree(in("backup/manifest.json"), "x", &err));
    assert_int_equal(restore(BACKUP, false), ERR_NOT_FOUND);
}

/* A manifest with the right checksum, but not one of ours. */
static void write_manifest(const char *files)
{
    struct str text, body;
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    assert_ok(str_printf(&arena, &body, &err,
                         "{\"quarry_backup\":1,\"base\":\"b\",\"created_at\":"
                         "\"x\",\"documents\":1,\"originals\":1,\"bytes\":1,"
                         "\"files\":[%s]",
                         files));
    hash_init(&h);
    hash_update(&h, body.p, body.n);
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    assert_ok(str_printf(&arena, &text, &err, "%s,\"sha256\":\"%s\"}\n", body.p,
                         hex));
    write_file("backup/manifest.json", text.p);
}

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define ENTRY(path) \
    "{\"path\":\"" path "\",\"bytes\":3,\"sha256\":\"" ZEROS "\"}"

static void a_manifest_can_name_nothing_outside_of_its_folder(void **state)
{
    static const char *const bad[] = {ENTRY("base.db") "," ENTRY("../secret"),
                                      ENTRY("base.db") "," ENTRY("/etc/passwd"),
                                      ENTRY("base.db") "," ENTRY("files/x"),
                                      ENTRY("files/" ZEROS),
                                      "",
                                      "1"};

    (void)state;
    back_up(BACKUP);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        write_manifest(bad[i]);
        assert_int_equal(restore(BACKUP, false), ERR_FILE_READ_FAILED);
        assert_non_null(strstr(err.msg, "manifest"));
    }
    write_manifest(ENTRY("base.db") "," ENTRY("files/" ZEROS));
    assert_ok(fs_remove_tree(in("backup/base.db"), "x", &err));
    assert_int_equal(symlink(in("orders.csv"), in("backup/base.db")), 0);
    assert_int_equal(restore(BACKUP, false), ERR_FILE_READ_FAILED);
    assert_non_null(strstr(err.msg, "base.db"));
}

static void a_base_whose_original_is_damaged_is_not_backed_up(void **state)
{
    struct str *list;
    size_t n;
    const char *files = in_base("b", "files");

    (void)state;
    assert_ok(fs_list_tree(files, "files", &arena, &list, &n, &err));
    flip(fs_join(files, list[0].p, &arena, &err), 1);
    assert_int_equal(
        bases_backup(bases, STR("b"), str_from(in(BACKUP)), fresh(), &err),
        ERR_FILE_READ_FAILED);
    assert_int_not_equal(access(in(BACKUP), F_OK), 0);
}

static void a_damaged_base_is_only_replaced_by_force(void **state)
{
    (void)state;
    back_up(BACKUP);
    flip(in_base("b", "base.db"), 5000);
    assert_int_equal(restore(BACKUP, false), ERR_FILE_READ_FAILED);
    assert_ok(restore(BACKUP, true));
    assert_true(is_whole("b"));
}

/* Another process that writes until it is killed: 1, 2, 3, ... */
static pid_t start_writer(void)
{
    int ready[2];
    char byte;
    pid_t child;

    close_bases();
    assert_int_equal(pipe(ready), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        open_bases();
        for (int i = 5;; i++) {
            char text[16];

            (void)snprintf(text, sizeof(text), "%d", i);
            edit("b", "/d.json/n", text);
            if (i == 10)
                (void)!write(ready[1], "x", 1);
        }
    }
    (void)close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    (void)close(ready[0]);
    open_bases();
    return child;
}

static void stop(pid_t child)
{
    int status;

    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
}

static int number_of(struct str text)
{
    uint64_t n = 0;

    assert_ok(str_parse_u64(text, 1000000000, &n, &err));
    return (int)n;
}

static void a_backup_while_another_process_writes_is_one_moment(void **state)
{
    pid_t child = start_writer();
    int before, saved[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        char name[24];

        (void)snprintf(name, sizeof(name), "backup%d", i);
        back_up(name);
    }
    stop(child);
    before = number_of(value_of("b", "/d.json/n"));
    for (int i = 0; i < 3; i++) {
        char name[24];

        (void)snprintf(name, sizeof(name), "backup%d", i);
        assert_ok(restore(name, true));
        assert_true(is_whole("b"));
        saved[i] = number_of(value_of("b", "/d.json/n"));
    }
    assert_true(10 <= saved[0] && saved[0] <= saved[1]);
    assert_true(saved[1] <= saved[2] && saved[2] <= before);
}

static void a_writer_of_a_base_that_was_replaced_is_reported(void **state)
{
    const struct data_edit d = {.operation = DATA_SET,
                                .pointer = STR("/d.json/n"),
                                .value = STR("7"),
                                .author = STR("test")};
    struct data_written w;
    struct base old = BASE_NONE;

    (void)state;
    back_up(BACKUP);
    open_base(&old, "b");
    assert_ok(restore(BACKUP, false));
    assert_int_not_equal(data_edit(&old, &d, &arena, &w, &err), OK);
    base_close(&old);
    assert_true(is_value("b", "/d.json/n", "4"));
}

static void a_dead_backup_leaves_a_hidden_folder_that_the_next_removes(
    void **state)
{
    (void)state;
    assert_ok(fs_mkdirs(in(".quarry-backup-abcdef/files"), "x", &err));
    back_up(BACKUP);
    assert_int_not_equal(access(in(".quarry-backup-abcdef"), F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(what_was_backed_up_comes_back),
        BASES_TEST(the_history_comes_back_as_well),
        BASES_TEST(what_a_restore_replaces_is_backed_up_unless_forced),
        BASES_TEST(a_restored_base_makes_no_version_and_no_key_again),
        BASES_TEST(a_backup_does_not_replace_what_is_there),
        BASES_TEST(each_flipped_bit_of_a_backup_is_found_and_nothing_changes),
        BASES_TEST(a_lost_file_of_a_backup_is_found),
        BASES_TEST(a_manifest_can_name_nothing_outside_of_its_folder),
        BASES_TEST(a_base_whose_original_is_damaged_is_not_backed_up),
        BASES_TEST(a_damaged_base_is_only_replaced_by_force),
        BASES_TEST(a_backup_while_another_process_writes_is_one_moment),
        BASES_TEST(a_writer_of_a_base_that_was_replaced_is_reported),
        BASES_TEST(a_dead_backup_leaves_a_hidden_folder_that_the_next_removes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
