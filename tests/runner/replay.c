/* replay.c - a fuzz target over every file of its corpus, without libFuzzer. */
#include "parts.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_INPUT_BYTES = 4 << 20 };

/* One input; false when it cannot be read. */
static int replay_file(fuzz_input *input, const char *path, uint8_t *buffer)
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
    (void)input(exact, n);
    free(exact);
    return 1;
}

int replay_corpus(fuzz_input *input, const char *folder)
{
    static uint8_t buffer[MAX_INPUT_BYTES];
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    unsigned replayed = 0;
    char path[4096];

    (void)input(buffer, 0);
    if (!dir) {
        (void)printf("no corpus yet; the empty input passed\n");
        return 0;
    }
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (!replay_file(input, path, buffer)) {
            (void)fprintf(stderr, "cannot read '%s'\n", path);
            return 1;
        }
        replayed++;
    }
    (void)closedir(dir);
    (void)printf("%u inputs replayed\n", replayed);
    return 0;
}
