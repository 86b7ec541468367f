#include "base/fs_fixture.h"
#include "models/embedding/model_pack.h"

#include <sys/stat.h>

static enum err pack(void)
{
    struct arena a;
    enum err rc;

    arena_init(&a, 128 << 20);
    rc = pack_model(folder, in("out"), &a, &err);
    arena_release(&a);
    return rc;
}

static void make_package(const char *model, const char *vocabulary)
{
    assert_int_equal(mkdir(in("dist"), 0700), 0);
    write_file("package.json", "{\"name\":\"m\",\"version\":\"1\"}");
    write_file("dist/model.json", model);
    write_file("dist/vocab.json", vocabulary);
    write_file("dist/shard", "12345678");
}

static void a_package_that_is_not_there_is_not_found(void **state)
{
    (void)state;
    assert_int_equal(pack(), ERR_NOT_FOUND);
    assert_null(strstr(err.msg, folder));
}

static void a_package_of_another_model_is_refused(void **state)
{
    (void)state;
    make_package("{\"weightsManifest\":[{\"paths\":[\"shard\"],\"weights\":["
                 "{\"name\":\"x\",\"shape\":[2],\"dtype\":\"float32\"}]}]}",
                 "[[\"a\",0],[\"a\",0],[\"a\",0],[\"a\",0],[\"a\",0],[\"a\",0],"
                 "[\"b\",-1],[\"c\",null]]");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "module/Embeddings_en"));
    assert_int_equal(access(in("out"), F_OK), -1);
}

static void a_package_without_tensors_is_refused(void **state)
{
    (void)state;
    make_package("{\"weightsManifest\":[]}", "[]");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    write_file("dist/model.json", "{}");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    write_file("dist/model.json", "{\"weightsManifest\":[{}]}");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    write_file("dist/model.json", "[");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
}

static void shards_and_vocabularies_must_be_there_and_right(void **state)
{
    const char *model =
        "{\"weightsManifest\":[{\"paths\":[\"gone\"],\"weights\":[]}]}";

    (void)state;
    make_package(model, "[]");
    assert_int_equal(pack(), ERR_NOT_FOUND);
    write_file("dist/gone", "1234");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "vocabulary of 0 pieces"));
    write_file("dist/vocab.json", "[[\"a\"]]");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "list of pairs"));
}

/* The first tensor that is wanted, with sizes whose product overflows. */
static void sizes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    make_package(
        "{\"weightsManifest\":[{\"paths\":[\"shard\"],\"weights\":[{\"name\":"
        "\"module/Embeddings_en\",\"shape\":[100000000,100000000,100000000],"
        "\"dtype\":\"float32\"}]}]}",
        "[[\"a\",0],[\"a\",0],[\"a\",0],[\"a\",0],[\"a\",0],[\"a\",0],"
        "[\"b\",-1]]");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    write_file(
        "dist/model.json",
        "{\"weightsManifest\":[{\"paths\":[\"shard\"],\"weights\":[{\"name\":"
        "\"module/Embeddings_en\",\"shape\":[8002,256],"
        "\"dtype\":\"float32\"}]}]}");
    assert_int_equal(pack(), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "too short"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(a_package_that_is_not_there_is_not_found),
        FS_TEST(a_package_of_another_model_is_refused),
        FS_TEST(a_package_without_tensors_is_refused),
        FS_TEST(shards_and_vocabularies_must_be_there_and_right),
        FS_TEST(sizes_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
