/*
 * replay.c - runs a fuzz target over every file of its corpus, without
 * libFuzzer, so that each input that ever found something stays a test.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_INPUT_BYTES = 4 << 20 };

/* One input; false when it cannot be read. */
static int replay_file(const char *path, uint8_t *buffer)
{
    FILE *f = fopen(path, "rb");
    size_t n;

    if (!f)
        return 0;
    n = fread(buffer, 1, MAX_INPUT_BYTES, f);
    if (fclose(f) != 0)
        return 0;
    /* Its own block of exactly n bytes: a read past the end is seen. */
    uint8_t *exact = malloc(n ? n : 1);
    if (!exact)
        return 0;
    for (size_t i = 0; i < n; i++)
        exact[i] = buffer[i];
    (void)LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    return 1;
}

int main(int argc, char **argv)
{
    static uint8_t buffer[MAX_INPUT_BYTES];
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    const struct dirent *entry;
    unsigned replayed = 0;
    char path[4096];

    (void)LLVMFuzzerTestOneInput(buffer, 0);
    if (!dir) {
        (void)printf("no corpus yet; the empty input passed\n");
        return argc == 2 ? 0 : 2;
    }
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", argv[1], entry->d_name);
        if (!replay_file(path, buffer)) {
            (void)fprintf(stderr, "cannot read '%s'\n", path);
            return 1;
        }
        replayed++;
    }
    (void)closedir(dir);
    (void)printf("%u inputs replayed\n", replayed);
    return 0;
}
