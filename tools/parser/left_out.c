#include "left_out.h"

#include <stdio.h>
#include <stdlib.h>

#define PATH_BYTES 4096

static FILE *open_new(const char *path)
{
    FILE *file = fopen(path, "w");

    if (!file)
        model_give_up("weights of sets left out cannot be written");
    return file;
}

static void close_new(FILE *file)
{
    if (fclose(file))
        model_give_up("weights of sets left out cannot be written");
}

/* Another part each way: splitmix64. */
static uint32_t part_of(uint32_t set, uint32_t way)
{
    uint64_t h = (uint64_t)(set + 1) * UINT64_C(0x9e3779b97f4a7c15) ^
                 (uint64_t)(way + 1) * UINT64_C(0xc2b2ae3d27d4eb4f);

    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    h ^= h >> 32;
    return (uint32_t)(h >> 3) % LEFT_OUT_PARTS;
}

static void write_parts(const struct model *m, const char *prefix, uint32_t way)
{
    char path[PATH_BYTES];
    FILE *file;

    (void)snprintf(path, sizeof(path), "%s.%u.folds", prefix, way);
    file = open_new(path);
    for (uint32_t i = 0; i < m->sets.n; i++)
        (void)fprintf(file, "%s %u\n", m->sets.name[i], part_of(i, way));
    close_new(file);
}

static void write_weights(const struct model *m, const char *prefix,
                          uint32_t way, uint32_t part)
{
    char path[PATH_BYTES];
    FILE *file;

    (void)snprintf(path, sizeof(path), "%s.%u.%u.w", prefix, way, part);
    file = open_new(path);
    for (size_t i = 0; i < m->n_all; i++) {
        const float w = (float)m->all[i].w;

        (void)fwrite(&m->all[i].hash, sizeof(m->all[i].hash), 1, file);
        (void)fwrite(&w, sizeof(w), 1, file);
    }
    close_new(file);
}

void left_out_write(struct model *m, int rounds, const char *prefix)
{
    uint32_t *set = malloc((m->n_questions + 1) * sizeof(*set));

    if (!set)
        model_give_up("out of memory");
    for (size_t i = 0; i < m->n_questions; i++)
        set[i] = m->question[i].set;
    for (uint32_t way = 0; way < LEFT_OUT_WAYS; way++) {
        write_parts(m, prefix, way);
        for (size_t i = 0; i < m->n_questions; i++)
            m->question[i].set = part_of(set[i], way);
        for (uint32_t part = 0; part < LEFT_OUT_PARTS; part++) {
            model_learn(m, rounds, LEFT_OUT_PARTS, part);
            write_weights(m, prefix, way, part);
        }
    }
    free(set);
}
