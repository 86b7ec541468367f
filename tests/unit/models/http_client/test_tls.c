/* Certificates, against the server of the openssl program. */
#include "models/http_client/http_client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/fs_fixture.h"
#include "fake_time.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>

/* Start openssl with these arguments; its output can be read from *out. */
static pid_t start_openssl(const char *const *argv, int *out)
{
    posix_spawn_file_actions_t actions;
    pid_t pid = -1;
    int ends[2];
    int rc;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    (void)posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
    rc = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv,
                      environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    *out = ends[0];
    return rc == 0 ? pid : -1;
}

static bool make_certificate(void)
{
    const char *argv[] = {"openssl",
                          "req",
                          "-x509",
                          "-newkey",
                          "ec",
                          "-pkeyopt",
                          "ec_paramgen_curve:P-256",
                          "-nodes",
                          "-subj",
                          "/CN=localhost",
                          "-keyout",
                          in("key"),
                          "-out",
                          in("certificate"),
                          NULL};
    int status = 0;
    int out;
    pid_t pid = start_openssl(argv, &out);

    (void)close(out);
    if (pid < 0)
        return false;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status == 0;
}

/* The port that "ACCEPT 127.0.0.1:40000" tells; 0 when it ends before. */
static unsigned read_port(int fd)
{
    FILE *f = fdopen(dup(fd), "r");
    char line[200];
    unsigned port = 0;

    assert_non_null(f);
    while (!port && fgets(line, sizeof(line), f)) {
        const char *colon = strrchr(line, ':');

        if (!strncmp(line, "ACCEPT", 6) && colon)
            port = (unsigned)strtoul(colon + 1, NULL, 10);
    }
    (void)fclose(f);
    return port;
}

static void a_certificate_that_nobody_vouches_for_is_not_trusted(void **state)
{
    struct fake_time fake = {0};
    struct http_time time = fake_http_time(&fake);
    struct http_request r = {.timeout_ms = 60000, .max_response_bytes = 1000};
    struct http_response response;
    struct http_client *client = NULL;
    char url[60];
    int out = -1;
    enum err rc;
    pid_t pid;

    (void)state;
    if (!make_certificate()) {
        print_message("skipped: no openssl program\n");
        skip();
    }
    {
        const char *argv[] = {
            "openssl",         "s_server", "-accept", "127.0.0.1:0", "-cert",
            in("certificate"), "-key",     in("key"), "-www",        NULL};

        pid = start_openssl(argv, &out);
        assert_true(pid > 0);
    }
    (void)snprintf(url, sizeof(url), "https://127.0.0.1:%u/", read_port(out));
    r.url = url;
    rc = http_client_new(&time, &client, &err);
    if (!rc)
        rc = http_post_json(client, &r, &arena, &response, &err);
    http_client_free(client);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    (void)close(out);
    assert_int_equal(rc, ERR_TOOL_WORKER_UNAVAILABLE);
    assert_string_equal(strstr(err.msg, "': ") + 3,
                        "its certificate is not trusted");
    assert_int_equal(fake.waits, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(a_certificate_that_nobody_vouches_for_is_not_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
