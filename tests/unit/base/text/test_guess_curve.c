/*
 * How often an encoding that was claimed with a confidence is right: names and
 * sentences in many languages, written in the encodings that programs write them
 * in, those that cannot be claimed (there is no such candidate, or no such
 * decoder) too, in tables of a few to many lines. Right is what decodes to the
 * text, whatever the name is.
 *
 *     ctest --test-dir build/dev -R unit/text/guess_curve -V     prints the curve
 *     QUARRY_GUESS_TEXTS=FILE build/dev/text_test_guess_curve    of other texts,
 *                                  lines of LANGUAGE <tab> TEXT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/text/decode.h"
#include "base/text/fold.h"
#include "base/text/guess.h"
#include "base/utf8.h"

#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS     "tests/unit/base/text/guess_texts.txt"
#define MAX_BYTES ((size_t)1 << 20)
#define MAX_TEXTS 800u
#define SURE      0.8 /* from there on no caution is given */
#define VERY_SURE 0.95

/* Which languages are written so; `known`: it can be claimed. */
static const struct {
    const char *name; /* as iconv has it */
    const char *languages;
    bool known;
} encodings[] = {
    {"CP1252", "es fr de it pt sv da nb fi nl ca is gl ga sq", true},
    {"ISO-8859-1", "es fr de it pt sv da nb fi nl ca is gl ga sq", true},
    {"ISO-8859-15", "es fr de it pt sv da nb fi nl ca is et", true},
    {"MACINTOSH", "es fr de it pt sv da nb nl ca", true},
    {"CP850", "es fr de it pt sv da nb fi nl ca", true},
    {"CP437", "es fr de it sv", true},
    {"CP1250", "pl cs sk hu sl hr ro sq", true},
    {"ISO-8859-2", "pl cs sk hu sl hr ro", true},
    {"CP852", "pl cs sk hu sl hr ro", true},
    {"ISO-8859-16", "ro hu pl hr", false},
    {"MAC-CENTRALEUROPE", "pl cs sk hu", true},
    {"CP1254", "tr", true},
    {"ISO-8859-9", "tr", true},
    {"CP857", "tr", true},
    {"CP1257", "lt lv et", true},
    {"ISO-8859-13", "lt lv et", true},
    {"ISO-8859-4", "lt lv et", true},
    {"CP775", "lt lv et", true},
    {"CP1251", "ru uk bg sr be mk", true},
    {"KOI8-R", "ru bg", true},
    {"KOI8-U", "uk be ru", true},
    {"ISO-8859-5", "ru bg sr be mk", true},
    {"CP866", "ru bg", true},
    {"CP855", "ru bg sr mk", true},
    {"MAC-CYRILLIC", "ru uk bg", true},
    {"PT154", "kk", false},
    {"KOI8-T", "tg", false},
    {"CP1253", "el", true},
    {"ISO-8859-7", "el", true},
    {"CP737", "el", true},
    {"CP869", "el", true},
    {"CP1255", "he", true},
    {"ISO-8859-8", "he", true},
    {"CP862", "he", true},
    {"CP1256", "ar fa ur", true},
    {"ISO-8859-6", "ar", true},
    {"CP1258", "vi", true},
    {"TCVN5712-1", "vi", false},
    {"VISCII", "vi", false},
    {"CP874", "th", true},
    {"TIS-620", "th", true},
    {"SJIS", "ja", true},
    {"EUC-JP", "ja", true},
    {"ISO-2022-JP", "ja", true},
    {"GB18030", "zh_CN zh_TW", true},
    {"BIG5", "zh_TW zh_HK", true},
    {"BIG5-HKSCS", "zh_HK", true},
    {"EUC-TW", "zh_TW", true},
    {"CP949", "ko", true},
    {"EUC-KR", "ko", true},
    {"ISO-2022-KR", "ko", true},
    {"JOHAB", "ko", false},
    {"ARMSCII-8", "hy", false},
    {"GEORGIAN-PS", "ka", false},
    {"GEORGIAN-ACADEMY", "ka", false},
    {"ISO-8859-3", "mt eo", true},
    {"ISO-8859-14", "cy ga", false},
    {"UTF-16LE", "es ru el he th ja zh_CN ko vi hy", true},
    {"UTF-16BE", "es ru el he th ja zh_CN ko vi hy", true},
    {"UTF-32LE", "es ru zh_CN emoji", true},
    {"UTF-32BE", "es ru zh_CN emoji", true},
};

static const size_t lines_of[] = {1, 3, 10, 40};

#define BUCKETS 6

static const double bucket_from[BUCKETS] = {0, 0.5, 0.8, 0.9, 0.95, 1};

struct tally {
    unsigned n, right, sure, sure_wrong, very, very_wrong;
};

static struct {
    struct str language;
    struct str text;
} texts[40000];
static size_t n_texts;

static struct arena arena;

static void read_texts(void)
{
    const char *path = getenv("QUARRY_GUESS_TEXTS");
    struct str all;
    struct error e;

    assert_int_equal(
        fs_read_file(path ? path : TEXTS, "texts", MAX_BYTES, &arena, &all, &e),
        OK);
    while (all.n && n_texts < COUNT_OF(texts)) {
        size_t end = str_find_char(all, '\n');
        struct str line = str_slice(all, 0, end);
        size_t tab = str_find_char(line, '\t');

        if (tab < line.n) {
            texts[n_texts].language = str_slice(line, 0, tab);
            texts[n_texts++].text = str_slice(line, tab + 1, line.n);
        }
        all = str_slice(all, end + 1, all.n);
    }
}

/* The bytes; false when the encoding has not all of its characters. */
static bool encode(iconv_t cd, struct str text, struct buf *out)
{
    static char to[1 << 16];
    char *from = (char *)text.p;
    size_t left = text.n;
    char *at = to;
    size_t room = sizeof(to);

    (void)iconv(cd, NULL, NULL, NULL, NULL);
    if (iconv(cd, &from, &left, &at, &room) != 0 ||
        iconv(cd, NULL, NULL, &at, &room) != 0)
        return false;
    buf_put(out, to, (size_t)(at - to));
    return true;
}

/* What the reader takes the bytes for. */
static void claim(struct str bytes, char name[ENCODING_NAME_BYTES],
                  double *confidence)
{
    struct encoding_report r;
    struct guesses g;
    struct buf sample;
    struct error e;

    assert_int_equal(encoding_detect(bytes, STR(""), &r, &e), OK);
    memcpy(name, r.name, ENCODING_NAME_BYTES);
    *confidence = r.confidence;
    if (strcmp(r.name, "utf-8") != 0 ||
        (utf8_valid_prefix(bytes) == bytes.n && !encoding_has_escapes(bytes)))
        return;
    buf_init(&sample, GUESS_SAMPLE_BYTES * 4);
    guess_sample(bytes, &sample);
    encoding_guess(sample.n ? buf_str(&sample) : bytes, &g);
    buf_release(&sample);
    *confidence = g.n ? g.of[0].confidence : 0;
    name[0] = '\0';
    if (g.n)
        memcpy(name, g.of[0].name, ENCODING_NAME_BYTES);
}

static bool folds_to(struct str a, struct str b)
{
    struct error e;

    return text_fold(a, &arena, &a, &e) == OK &&
           text_fold(b, &arena, &b, &e) == OK && str_eq(a, b);
}

static bool decodes_to(struct str bytes, const char *name, struct str text)
{
    static char out[DECODE_ROOM(1 << 16)];
    struct decoder d;
    struct error e;
    size_t made = 0;
    enum err rc = decode_begin(&d, bytes, str_from(name), &e);

    if (!rc)
        rc = decode_block(&d, str_slice(bytes, d.offset, bytes.n), true, out,
                          &made, &e);
    decode_end(&d);
    if (!rc && strcmp(name, "windows-1258") == 0) /* marks are apart there */
        return folds_to((struct str){out, made}, text);
    return !rc && str_eq((struct str){out, made}, text);
}

static struct tally of_encoding[COUNT_OF(encodings)];
static struct tally of_bucket[BUCKETS];

static void take(size_t encoding, double confidence, bool right)
{
    struct tally *t = &of_encoding[encoding];
    size_t b = BUCKETS - 1;

    while (bucket_from[b] > confidence)
        b--;
    of_bucket[b].n++;
    of_bucket[b].right += right;
    t->n++;
    t->right += right;
    t->sure += confidence >= SURE;
    t->sure_wrong += confidence >= SURE && !right;
    t->very += confidence >= VERY_SURE;
    t->very_wrong += confidence >= VERY_SURE && !right;
}

/* A table of so many lines from the text `first` of its language on; false when
 * there are not as many. */
static bool try_table(size_t encoding, iconv_t cd, struct str language,
                      size_t *first, size_t lines)
{
    struct buf text;
    struct buf bytes;
    char name[ENCODING_NAME_BYTES];
    double confidence;
    size_t n = 0;
    bool foreign = false;

    buf_init(&text, MAX_BYTES);
    buf_init(&bytes, MAX_BYTES);
    buf_puts(&text, "id,name\n");
    for (; n < lines && *first < n_texts; ++*first) {
        struct str t = texts[*first].text;

        if (!str_eq(texts[*first].language, language) || !encode(cd, t, &bytes))
            continue;
        buf_printf(&text, "%zu,%.*s\n", n + 1, STR_FMT(t));
        n++;
    }
    buf_reset(&bytes);
    if (n == lines && encode(cd, buf_str(&text), &bytes)) {
        for (size_t i = 0; i < bytes.n; i++)
            foreign |= bytes.p[i] < 0 || bytes.p[i] == '\x1b';
        if (foreign || strstr(encodings[encoding].name, "UTF-")) {
            claim(buf_str(&bytes), name, &confidence);
            foreign = decodes_to(buf_str(&bytes), name, buf_str(&text));
            take(encoding, confidence, foreign);
            if (getenv("QUARRY_GUESS_MISSES") && confidence >= SURE && !foreign)
                printf("%s %.*s %zu lines: %s %.2f\n", encodings[encoding].name,
                       STR_FMT(language), lines, name, confidence);
        }
    }
    buf_release(&text);
    buf_release(&bytes);
    return n == lines;
}

static void try_language(size_t encoding, iconv_t cd, struct str language)
{
    for (size_t i = 0; i < COUNT_OF(lines_of); i++) {
        size_t first = 0;

        for (unsigned k = 0; k < 12; k++)
            if (!try_table(encoding, cd, language, &first, lines_of[i]))
                break;
    }
}

static void try_encoding(size_t encoding)
{
    iconv_t cd = iconv_open(encodings[encoding].name, "UTF-8");
    struct str rest = str_from(encodings[encoding].languages);

    if (cd == (iconv_t)-1) /* a system without its table says nothing of it */
        return;
    while (rest.n) {
        size_t space = str_find_char(rest, ' ');

        try_language(encoding, cd, str_slice(rest, 0, space));
        rest = str_slice(rest, space + 1, rest.n);
    }
    iconv_close(cd);
}

static void print_curve(void)
{
    printf("encoding            tables  right   sure  sure and wrong\n");
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        const struct tally *t = &of_encoding[i];

        if (t->n)
            printf("%-18s %7u %5.0f%% %5.0f%% %6u %s\n", encodings[i].name,
                   t->n, 100.0 * t->right / t->n, 100.0 * t->sure / t->n,
                   t->sure_wrong, encodings[i].known ? "" : "(no candidate)");
    }
    printf("confidence from  tables  right\n");
    for (size_t b = 0; b < BUCKETS; b++)
        if (of_bucket[b].n)
            printf("%15.2f %7u %5.1f%%\n", bucket_from[b], of_bucket[b].n,
                   100.0 * of_bucket[b].right / of_bucket[b].n);
}

static void what_is_claimed_surely_is_right(void **state)
{
    struct tally known = {0};
    struct tally other = {0};

    (void)state;
    read_texts();
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct tally *sum = encodings[i].known ? &known : &other;

        try_encoding(i);
        sum->n += of_encoding[i].n;
        sum->right += of_encoding[i].right;
        sum->sure += of_encoding[i].sure;
        sum->sure_wrong += of_encoding[i].sure_wrong;
        sum->very += of_encoding[i].very;
        sum->very_wrong += of_encoding[i].very_wrong;
    }
    print_curve();
    printf("known: %u tables, %u right, %u sure of which %u wrong\n", known.n,
           known.right, known.sure, known.sure_wrong);
    printf("no candidate: %u tables, %u sure of which %u wrong\n", other.n,
           other.sure, other.sure_wrong);
    /* of what is said without a caution hardly anything is wrong; of encodings
     * that cannot be claimed, little is said so */
    assert_true(known.n > 200 && other.n > 30);
    assert_true(known.right * 100 >= known.n * 80);
    assert_true(known.sure * 100 >= known.n * 50);
    assert_true(known.sure_wrong * 100 <= known.sure);
    assert_true(known.very_wrong * 100 <= known.very);
    assert_true(other.sure_wrong * 100 <= other.n * 10);
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 4 * MAX_BYTES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_claimed_surely_is_right),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
