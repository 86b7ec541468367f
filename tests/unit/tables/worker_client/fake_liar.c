/*
 * fake_liar.c - a worker program that was taken over: it answers as a genuine
 * one did, but for one lie, and leaves what it should not in its folder.
 *
 * tests/attack/liar.test.mjs puts it where quarry looks for its worker, as a
 * script whose first line runs `fake_liar PLAN`. PLAN is a file of six words:
 *
 *     record RECORDS WORKER 0 -     run WORKER as our child; keep for each
 *                                   operation its answer and what it leaves
 *     lie RECORDS SECRET SEED HOW   HOW: json, bytes, frames, files, none
 *
 * SECRET is a file that lies outside, which links in the folder lead to. A
 * seed makes the same lie each time.
 */
#include "base/fs.h"
#include "base/json.h"
#include "base/wire.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOCKET      3
#define ARENA_BYTES ((size_t)1 << 30)

static const struct wire_wait forever = {0};
static struct arena arena;
static struct error err;
static char mode[16], records[1024], other[1024], how[16];
static uint64_t dice;
static char folder[PATH_MAX]; /* of the assignment */

_Noreturn static void hang(void)
{
    for (;;)
        (void)pause();
}

static uint64_t roll(uint64_t n)
{
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (dice >> 33) % n;
}

static void send_on(int sock, enum wire_kind kind, uint32_t id,
                    struct str payload, int fd)
{
    const struct wire_frame f = {kind, id, payload, fd};

    if (wire_send(sock, &f, &forever, &err))
        _exit(0);
}

static void say(enum wire_kind kind, uint32_t id, struct str payload)
{
    send_on(SOCKET, kind, id, payload, -1);
}

static void receive(int sock, struct buf *in, struct wire_frame *f)
{
    if (wire_receive(sock, in, f, &forever, &err))
        _exit(0);
}

/* A member of a payload, as text; "" where there is none. */
static void member(struct str payload, const char *key, char *out, size_t size)
{
    struct json *root = NULL;

    if (json_parse(payload, &json_default_limits, &arena, &root, &err))
        root = NULL;
    (void)snprintf(out, size, "%.*s", STR_FMT(json_text(json_find(root, key))));
}

/* ---- record ---- */

static void copy_file(const char *from, const char *to)
{
    struct str bytes;

    if (!fs_read_file(from, "a record", ARENA_BYTES / 2, &arena, &bytes, &err))
        (void)!fs_write_atomic(to, "a record", bytes, false, &err);
}

static void keep(const char *op, struct str reply)
{
    char path[PATH_MAX * 2], to[PATH_MAX * 2];
    struct dirent *f;
    DIR *d;

    (void)snprintf(path, sizeof(path), "%s/%s.reply", records, op);
    (void)!fs_write_atomic(path, "a record", reply, false, &err);
    d = folder[0] ? opendir(folder) : NULL;
    while (d && (f = readdir(d))) {
        (void)snprintf(path, sizeof(path), "%s/%s", folder, f->d_name);
        (void)snprintf(to, sizeof(to), "%s/%s@%s", records, op, f->d_name);
        copy_file(path, to);
    }
    if (d)
        (void)closedir(d);
}

static int start_worker(char **argv)
{
    char *const args[] = {(char *)(uintptr_t) "quarry-worker", argv[3], argv[4],
                          NULL};
    posix_spawn_file_actions_t files;
    int pair[2];
    pid_t pid;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        _exit(1);
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawn_file_actions_adddup2(&files, pair[1], SOCKET);
    if (posix_spawn(&pid, other, &files, NULL, args, environ) != 0)
        _exit(1);
    (void)close(pair[1]);
    return pair[0];
}

_Noreturn static void record(char **argv)
{
    int worker = start_worker(argv);
    char op[32] = "";
    struct buf in;
    struct wire_frame f;

    buf_init(&in, WIRE_MAX_PAYLOAD);
    receive(worker, &in, &f);
    say(f.kind, f.id, f.payload);
    for (;;) {
        receive(SOCKET, &in, &f);
        if (f.kind == WIRE_ASSIGN)
            member(f.payload, "folder", folder, sizeof(folder));
        member(f.payload, "op", op, sizeof(op));
        send_on(worker, f.kind, f.id, f.payload, f.fd);
        do {
            receive(worker, &in, &f);
            if (f.kind == WIRE_RESULT && op[0])
                keep(op, f.payload);
            say(f.kind, f.id, f.payload);
        } while (f.kind != WIRE_RESULT && f.kind != WIRE_ERROR);
    }
}

/* ---- lies in JSON ---- */

static const char *const odd_numbers[] = {"-1",
                                          "0",
                                          "1e308",
                                          "1e999",
                                          "9007199254740993",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "-9223372036854775808",
                                          "0.5",
                                          "4294967296"};
static const struct str odd_texts[] = {{"", 0},
                                       {"\0x", 2},
                                       {"\x1b]0;owned\x07\x1b[2J", 13},
                                       {"\xc2\x9b"
                                        "31m",
                                        5},
                                       {"a\nb\r\x08\x7f", 6},
                                       {"\xe2\x80\xae", 3},
                                       {"../../../etc/passwd", 19},
                                       {"%s%n", 4},
                                       {"=cmd|'x'!A1", 11}};

static struct json *nth(struct json *j, uint64_t *n)
{
    struct json *found = NULL;

    if ((*n)-- == 0)
        return j;
    for (struct json *c = j->first; c && !found; c = c->next)
        found = nth(c, n);
    return found;
}

static uint64_t count(const struct json *j)
{
    uint64_t n = 1;

    for (const struct json *c = j->first; c; c = c->next)
        n += count(c);
    return n;
}

static struct json *node(enum json_type type)
{
    struct json *j = arena_alloc(&arena, sizeof(*j), &err);

    if (!j)
        _exit(1);
    *j = (struct json){.type = type};
    return j;
}

static void make_deep(struct json *j)
{
    for (int i = 0; i < 480; i++) {
        j->type = JSON_ARRAY;
        j->first = node(JSON_NULL);
        j->count = 1;
        j = j->first;
    }
}

static void make_long(struct json *j)
{
    size_t n = (size_t)1 << 20;
    char *p = arena_alloc(&arena, n, &err);

    if (!p)
        _exit(1);
    memset(p, 'A', n);
    *j = (struct json){
        .type = JSON_STRING, .text = {p, n}, .key = j->key, .next = j->next};
}

/* The first child many times. */
static void multiply(struct json *j)
{
    struct json *last = j->first;

    if (!last)
        return;
    for (int i = 0; i < 20000; i++) {
        struct json *again = node(JSON_NULL);

        *again = *j->first;
        again->next = last->next;
        last->next = again;
        last = again;
        j->count++;
    }
}

static void set_text(struct json *j, enum json_type type, struct str text)
{
    *j = (struct json){
        .type = type, .text = text, .key = j->key, .next = j->next};
}

static void lie_at(struct json *j)
{
    switch (roll(10)) {
    case 0: set_text(j, JSON_NULL, (struct str){0}); break;
    case 1:
    case 2:
        set_text(
            j, JSON_NUMBER,
            str_from(
                odd_numbers[roll(sizeof(odd_numbers) / sizeof(*odd_numbers))]));
        break;
    case 3:
    case 4:
        set_text(j, JSON_STRING,
                 odd_texts[roll(sizeof(odd_texts) / sizeof(*odd_texts))]);
        break;
    case 5: set_text(j, JSON_ARRAY, (struct str){0}); break;
    case 6: set_text(j, JSON_OBJECT, (struct str){0}); break;
    case 7: make_deep(j); break;
    case 8:
        roll(4) ? set_text(j, JSON_TRUE, (struct str){0}) : make_long(j);
        break;
    default: /* a member, or an element, fewer or many more */
        if (roll(2) && j->first) {
            j->first = j->first->next;
            j->count--;
        } else {
            multiply(j);
        }
    }
}

static struct str lie_in_json(struct str text)
{
    static struct buf out;
    struct json *root = NULL;
    struct jsonw w;
    struct str lied;

    if (json_parse(text, &json_default_limits, &arena, &root, &err))
        return text;
    for (uint64_t lies = 1 + roll(3); lies; lies--) {
        uint64_t n = roll(count(root));

        lie_at(nth(root, &n));
    }
    buf_init(&out, WIRE_MAX_PAYLOAD);
    jsonw_init(&w, &out);
    json_write(root, &w);
    return buf_finish(&out, &lied, &err) ? text : lied;
}

static struct str lie_in_bytes(struct str text)
{
    static const char odd[] = {0, '\xff', '\xc3', '"', '{', ']', '\x1b', '9'};
    char *p = str_cstr(text, &arena, &err);

    if (!p || text.n == 0)
        return text;
    for (uint64_t lies = 1 + roll(4); lies; lies--)
        p[roll(text.n)] = odd[roll(sizeof(odd))];
    return (struct str){p, roll(3) ? text.n : roll(text.n)};
}

/* ---- lies in frames ---- */

_Noreturn static void cut_short(uint32_t id, uint32_t claims, bool stay)
{
    const struct wire_frame f = {.kind = WIRE_RESULT, .id = id, .fd = -1};
    unsigned char header[WIRE_HEADER_BYTES];

    wire_encode_header(&f, claims, header);
    if (write(SOCKET, header, sizeof(header)) < 0 ||
        write(SOCKET, "{\"a\":", 5) < 0 || !stay)
        _exit(0);
    hang();
}

static void storm(enum wire_kind kind, uint32_t id, const char *payload)
{
    for (int i = 0; i < 3000; i++)
        say(kind, id, str_from(payload));
}

static void say_error(uint32_t id, const char *code, bool large)
{
    struct buf b;
    struct jsonw w;

    buf_init(&b, WIRE_MAX_PAYLOAD);
    buf_printf(&b,
               "{\"error\":{\"code\":\"%s\",\"line\":-1,\"column\":1e99,"
               "\"offset\":18446744073709551615,\"message\":",
               code);
    jsonw_init(&w, &b);
    jsonw_str(&w, odd_texts[roll(sizeof(odd_texts) / sizeof(*odd_texts))]);
    buf_puts(&b, large ? ",\"x\":\"" : "}}");
    for (int i = 0; large && i < 1 << 20; i++)
        buf_puts(&b, "0123456789");
    buf_puts(&b, large ? "\"}}" : "");
    say(WIRE_ERROR, id, (struct str){b.p, b.n});
}

/* Each way to break the protocol, or nearly; some go on to the answer. */
static void lie_in_frames(uint32_t id, struct str reply)
{
    static const char *const shapes[] = {"null", "[]", "0", "\"\"", "{}", ""};

    switch (roll(18)) {
    case 0: say(WIRE_RESULT, id + 1, reply); break;
    case 1: say(WIRE_ASSIGN, id, reply); break;
    case 2: cut_short(id, 4096, false);
    case 3: cut_short(id, 4096, true);
    case 4: cut_short(id, UINT32_MAX, false);
    case 5: say(WIRE_RESULT, id, reply); break; /* and once more */
    case 6: storm(WIRE_PROGRESS, id, "{\"done\":2,\"total\":0}"); break;
    case 7: storm(WIRE_PROGRESS, id, "{\"done\":-1,\"total\":[]}"); break;
    case 8: storm(WIRE_PROGRESS, id, "{\"early\":true}"); break;
    case 9: storm(WIRE_READY, id, "{}"); break;
    case 10:
        for (;;)
            storm(WIRE_PROGRESS, id,
                  "{\"done\":1,\"total\":18446744073709551615}");
    case 11: hang();
    case 12: say_error(id, "OK", false); break;
    case 13: say_error(id, "SANDBOX_VIOLATION", false); break;
    case 14: say_error(id, "FILE_READ_FAILED", false); break;
    case 15: say_error(id, "NO_SUCH_CODE", true); break;
    case 16: send_on(SOCKET, WIRE_RESULT, id, reply, 2); break;
    default: say(WIRE_RESULT, id, str_from(shapes[roll(6)]));
    }
}

/* ---- lies in files ---- */

static void leave_more(void)
{
    char path[PATH_MAX * 2];

    (void)snprintf(path, sizeof(path), "%s/-rf \x1b[31m\n", folder);
    (void)close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    (void)snprintf(path, sizeof(path), "%s/closed", folder);
    (void)mkdir(path, 0);
    if (chdir(folder) != 0)
        _exit(1);
    for (int i = 0; i < 100 && mkdir("deep", 0700) == 0; i++)
        if (chdir("deep") != 0)
            _exit(1);
    (void)!chdir("/");
}

static void leave(const char *name, struct str bytes)
{
    char path[PATH_MAX * 2];
    int fd = -1;

    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    (void)unlink(path);
    switch (strcmp(how, "files") == 0 ? roll(11) : 100) {
    case 0: (void)mkdir(path, 0700); return;
    case 1: (void)!symlink(other, path); return;
    case 2: (void)mkfifo(path, 0600); return;
    case 3: (void)!link(other, path); return;
    case 4: return; /* none */
    case 5: bytes.n = roll(bytes.n + 1); break;
    case 6: bytes.n = 0; break;
    case 7: bytes = lie_in_bytes(bytes); break;
    case 8: bytes = lie_in_json(bytes); break;
    case 9: leave_more(); break;
    case 10: fd = 0; break; /* 1 TiB, nearly all of it a hole */
    default: break;
    }
    (void)!fs_write_atomic(path, "a record", bytes, false, &err);
    if (fd == 0)
        (void)!truncate(path, (off_t)1 << 40);
}

static void leave_files(const char *op)
{
    struct dirent *f;
    char path[PATH_MAX * 2];
    DIR *d = folder[0] ? opendir(records) : NULL;
    size_t n = strlen(op);

    while (d && (f = readdir(d))) {
        struct str bytes;

        (void)snprintf(path, sizeof(path), "%s/%s", records, f->d_name);
        if (strncmp(f->d_name, op, n) == 0 && f->d_name[n] == '@' &&
            !fs_read_file(path, "a record", ARENA_BYTES / 2, &arena, &bytes,
                          &err))
            leave(f->d_name + n + 1, bytes);
    }
    if (d)
        (void)closedir(d);
}

/* ---- the life of a liar ---- */

static void answer(const struct wire_frame *f)
{
    char path[PATH_MAX * 2], op[32];
    struct str reply = STR("{}");

    member(f->payload, "op", op, sizeof(op));
    (void)snprintf(path, sizeof(path), "%s/%s.reply", records, op);
    if (fs_read_file(path, "a record", ARENA_BYTES / 2, &arena, &reply, &err))
        reply = STR("{}");
    leave_files(op);
    if (strcmp(how, "json") == 0)
        reply = lie_in_json(reply);
    else if (strcmp(how, "bytes") == 0)
        reply = lie_in_bytes(reply);
    else if (strcmp(how, "frames") == 0)
        lie_in_frames(f->id, reply);
    say(WIRE_RESULT, f->id, reply);
}

static void read_plan(const char *path)
{
    FILE *f = fopen(path, "re");
    char seed[24];

    if (!f || fscanf(f, "%15s %1023s %1023s %23s %15s", mode, records, other,
                     seed, how) != 5)
        _exit(1);
    (void)fclose(f);
    dice = strtoull(seed, NULL, 10);
    (void)roll(1);
}

int main(int argc, char **argv)
{
    struct buf in;
    struct wire_frame f;

    if (argc != 5)
        return 2;
    read_plan(argv[1]);
    arena_init(&arena, ARENA_BYTES);
    if (strcmp(mode, "record") == 0)
        record(argv);
    buf_init(&in, WIRE_MAX_PAYLOAD);
    say(WIRE_READY, 0, STR("{\"version\":\"lie\"}"));
    receive(SOCKET, &in, &f);
    member(f.payload, "folder", folder, sizeof(folder));
    say(WIRE_RESULT, f.id, STR("{}"));
    for (;;) {
        receive(SOCKET, &in, &f);
        if (f.kind == WIRE_REQUEST)
            answer(&f);
        if (f.fd >= 0)
            (void)close(f.fd);
    }
}
