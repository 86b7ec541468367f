/* model_fixture.h - the model file of this build, and what the package's own
 * JavaScript says of 200 texts (tests/model/make_reference.mjs). */
#ifndef MODELS_EMBEDDING_MODEL_FIXTURE_H
#define MODELS_EMBEDDING_MODEL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "models/embedding/encoder.h"
#include "models/embedding/packed.h"
#include "models/embedding/use_lite.h"

#include <string.h>
#include <unistd.h>

#define MODEL_PATH     BUILD_DIR "/use-lite.model"
#define REFERENCE_PATH TESTS_DIR "/data/use_lite.ref"
#define REFERENCES     200

struct reference {
    struct str text;
    const uint16_t *id;
    size_t n;
    const float *vector; /* float[MODEL_WIDTH] */
};

struct model_fixture {
    struct arena arena;
    struct packed file;
    struct vocabulary vocabulary;
    struct encoder encoder;
    struct reference reference[REFERENCES];
};

static inline const char *take(const char **at, size_t n)
{
    const char *p = *at;

    *at += n;
    return p;
}

static inline uint32_t take_u32(const char **at)
{
    uint32_t n;

    memcpy(&n, take(at, 4), 4);
    return n;
}

static inline void read_references(struct model_fixture *f)
{
    struct error e;
    struct str all = {0};
    const char *at;

    assert_int_equal(fs_read_file(REFERENCE_PATH, "use_lite.ref", 1 << 20,
                                  &f->arena, &all, &e),
                     OK);
    at = all.p;
    assert_memory_equal(take(&at, 8), "USELREF1", 8);
    assert_int_equal(take_u32(&at), REFERENCES);
    for (size_t i = 0; i < REFERENCES; i++) {
        struct reference *r = &f->reference[i];
        void *copy;

        r->text.n = take_u32(&at);
        r->text.p = take(&at, r->text.n);
        r->n = take_u32(&at);
        copy = arena_alloc(&f->arena, 2 * r->n + 4 * MODEL_WIDTH, &e);
        assert_non_null(copy);
        memcpy(copy, take(&at, 4 * MODEL_WIDTH + 2 * r->n) + 2 * r->n,
               4 * MODEL_WIDTH);
        r->vector = copy;
        copy = (char *)copy + 4 * MODEL_WIDTH;
        memcpy(copy, at - 4 * MODEL_WIDTH - 2 * r->n, 2 * r->n);
        r->id = copy;
    }
    assert_ptr_equal(at, all.p + all.n);
}

static inline bool has_model(void)
{
    return access(MODEL_PATH, R_OK) == 0;
}

/* State of a test group; the model is absent where npm was never run. */
static inline int model_setup(void **state)
{
    static struct model_fixture f;
    struct error e;

    arena_init(&f.arena, 64 << 20);
    read_references(&f);
    *state = &f;
    if (!has_model())
        return 0;
    assert_int_equal(packed_open(MODEL_PATH, "the model", &f.file, &e), OK);
    encoder_init(&f.encoder, &f.file);
    f.vocabulary = (struct vocabulary){
        .piece = packed_at(&f.file, PACKED_PIECES),
        .n = f.file.part[PACKED_PIECES].rows,
        .slot = packed_at(&f.file, PACKED_SLOTS),
        .text = {packed_at(&f.file, PACKED_TEXT),
                 f.file.part[PACKED_TEXT].rows},
    };
    assert_int_equal(
        vocabulary_check(&f.vocabulary, VOCABULARY_SLOTS, "the model", &e), OK);
    return 0;
}

static inline int model_teardown(void **state)
{
    struct model_fixture *f = *state;

    packed_close(&f->file);
    arena_release(&f->arena);
    return 0;
}

/* The fixture, or the test is skipped and says so. */
static inline struct model_fixture *need_model(void **state)
{
    if (!has_model()) {
        print_message("no model file in this build\n");
        skip();
    }
    return *state;
}

#endif
