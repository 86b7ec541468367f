#include "models/http_client/key.h"

#include "endpoint_fixture.h"

#define ENV "QUARRY_OPENAI_API_KEY"

static struct api_key found;

static enum err find(const char *address)
{
    const struct key_place place = {folder, ENV, "OPENAI_API_KEY",
                                    "api.openai.com"};
    struct url url;
    enum err rc;

    assert_int_equal(url_parse(str_from(address), &url, &err), OK);
    found = (struct api_key){0};
    err = (struct error){0};
    rc = key_find(&place, &url, &arena, &found, &err);
    assert_null(strstr(err.msg, "secret"));
    assert_null(strstr(err.msg, folder));
    return rc;
}

static void assert_found(const char *address, const char *key,
                         const char *where)
{
    assert_int_equal(find(address), OK);
    assert_string_equal(found.text, key);
    assert_string_equal(found.where, where);
}

static void assert_none(const char *address)
{
    assert_int_equal(find(address), OK);
    assert_null(found.text);
}

static void assert_refused(const char *address, const char *why)
{
    assert_int_equal(find(address), ERR_UNAUTHORIZED);
    assert_non_null(strstr(err.msg, why));
}

static void no_key_anywhere_is_no_error(void **state)
{
    const struct key_place homeless = {NULL, ENV, "OPENAI_API_KEY",
                                       "api.openai.com"};
    struct url url;

    (void)state;
    assert_none("https://api.openai.com/v1");
    assert_int_equal(url_parse(STR("https://a.example"), &url, &err), OK);
    assert_int_equal(key_find(&homeless, &url, &arena, &found, &err), OK);
    assert_null(found.text);
    assert_int_equal(setenv(ENV, "", 1), 0);
    assert_none("https://api.openai.com/v1");
}

static void the_file_of_a_host_is_for_that_host(void **state)
{
    (void)state;
    write_key("api.example.com", " " KEY "\n", 0600);
    assert_found("https://API.Example.com:8443/v1", KEY,
                 "keys/api.example.com");
    assert_none("https://example.com/v1");
    write_key("::1", KEY, 0400);
    assert_found("http://[::1]:80/", KEY, "keys/::1");
}

static void a_file_goes_before_the_environment(void **state)
{
    (void)state;
    assert_int_equal(setenv(ENV, "other", 1), 0);
    assert_found("https://a.example", "other", ENV);
    write_key("a.example", KEY, 0600);
    assert_found("https://a.example", KEY, "keys/a.example");
}

static void the_key_of_other_programs_goes_to_openai_alone(void **state)
{
    (void)state;
    assert_int_equal(setenv("OPENAI_API_KEY", KEY, 1), 0);
    assert_none("https://evil.example/v1");
    assert_none("https://api.openai.com.evil.example/v1");
    assert_found("https://API.openai.com/v1", KEY, "OPENAI_API_KEY");
    assert_int_equal(setenv(ENV, "mine", 1), 0);
    assert_found("https://api.openai.com/v1", "mine", ENV);
}

static void a_file_that_others_can_read_is_refused(void **state)
{
    (void)state;
    write_key("a.example", KEY, 0640);
    assert_refused("https://a.example", "chmod 600");
    write_key("a.example", KEY, 0604);
    assert_refused("https://a.example", "chmod 600");
    write_key("a.example", KEY, 0620);
    assert_refused("https://a.example", "chmod 600");
}

static void a_link_or_a_folder_is_no_key_file(void **state)
{
    (void)state;
    write_key("real", KEY, 0600);
    assert_int_equal(symlink(in("keys/real"), in("keys/a.example")), 0);
    assert_refused("https://a.example", "symbolic link");
    assert_int_equal(fs_mkdirs(in("keys/b.example"), "b", &err), OK);
    assert_refused("https://b.example", "not a regular file");
}

static void a_file_of_another_user_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0) {
        print_message("skipped: only root can give a file away\n");
        skip();
    }
    write_key("a.example", KEY, 0600);
    assert_int_equal(chown(in("keys/a.example"), 65534, 65534), 0);
    assert_refused("https://a.example", "belongs to another user");
}

static void what_is_no_key_is_refused(void **state)
{
    static char large[5000];

    (void)state;
    write_key("a.example", "", 0600);
    assert_refused("https://a.example", "is empty");
    write_key("a.example", "secret one\nsecret two\n", 0600);
    assert_refused("https://a.example",
                   "contains characters that a key cannot have");
    write_key("a.example", "secret\xc3\xa9", 0600);
    assert_refused("https://a.example",
                   "contains characters that a key cannot have");
    memset(large, 'k', sizeof(large) - 1);
    write_key("a.example", large, 0600);
    assert_refused("https://a.example", "over 4096 bytes");
    assert_int_equal(setenv(ENV, "secret\nX-Other: 1", 1), 0);
    assert_refused("https://b.example",
                   "contains characters that a key cannot have");
}

static void a_key_leaves_the_machine_only_encrypted(void **state)
{
    (void)state;
    assert_int_equal(setenv(ENV, KEY, 1), 0);
    assert_refused("http://10.0.0.7/v1", "use https");
    assert_found("http://127.0.0.1:8080/v1", KEY, ENV);
    assert_found("http://localhost/v1", KEY, ENV);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(no_key_anywhere_is_no_error),
        ENDPOINT_TEST(the_file_of_a_host_is_for_that_host),
        ENDPOINT_TEST(a_file_goes_before_the_environment),
        ENDPOINT_TEST(the_key_of_other_programs_goes_to_openai_alone),
        ENDPOINT_TEST(a_file_that_others_can_read_is_refused),
        ENDPOINT_TEST(a_link_or_a_folder_is_no_key_file),
        ENDPOINT_TEST(a_file_of_another_user_is_refused),
        ENDPOINT_TEST(what_is_no_key_is_refused),
        ENDPOINT_TEST(a_key_leaves_the_machine_only_encrypted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
