/*
 * Guessing an encoding.
 *
 * uchardet (Mozilla's detector, with models of letter pairs for some thirty
 * languages) names one. It does not say how sure it is, and on a table with
 * little prose it can be far off, so that its word is weighed against the
 * alternatives: each encoding in which the whole sample decodes is scored by
 * what the text would then look like (plausible.h). uchardet's own choice has an
 * advantage that only a clear difference overcomes.
 *
 * The confidence is that score, less where the evidence is a few characters, or
 * where another encoding is nearly as plausible and gives another text. uchardet's
 * word does not count between two that have the same letter for nearly all bytes
 * of the sample, nor where the sample has only a few different bytes beyond ASCII:
 * pairs of letters need letters. With fewer than FEW_KINDS of them, and FEW_MARGIN
 * between the two texts, 1 of 328 wrong guesses of the differential test's tables
 * stays without a caution (8 before), and a caution stands on 14.8 % of 2,109 right
 * ones (10.1 % before); at 8 kinds 2 and 11.2 %, at 16 kinds 1 and 15.7 %, with
 * no regard to kinds 1 and 32.8 %. So what is in none of the encodings looked at is
 * claimed with a low confidence, as hardly anybody writes what its bytes are in
 * another. How often a confidence is right is measured in
 * tests/unit/base/text/test_guess_curve.c.
 */
#include "base/text/guess.h"

#include "base/text/decode.h"
#include "base/text/plausible.h"
#include "base/utf8.h"

#include <math.h>
#include <string.h>
#include <uchardet/uchardet.h>

#define SAMPLE_MAX        ((size_t)256 * 1024)
#define BLOCK_BYTES       ((size_t)2048)
#define DETECTOR_BONUS    0.15
#define LIKELY_BONUS      0.05
#define FEW_CHARACTERS    8u
#define MAX_CONFIDENCE    0.98
#define CLEAR_MARGIN      0.2 /* over the next that gives another text */
#define FEW_KINDS         14u /* of bytes beyond ASCII */
#define FEW_MARGIN        0.1 /* then, between the texts alone */
#define LEAST_DOUBTED     0.6
#define NEAR_SHARE        6u /* one of so many bytes differs */
#define CONTROL_SHARE     50u
#define OWN_CONTROL_SHARE 5u  /* of ASCII text, one control or foreign byte */
#define DAMAGED_UTF_8     20u /* characters of UTF-8 for one bad byte */

/* What may be meant where nobody says; the likelier, the earlier. */
static const struct candidate {
    const char *name;
    enum plausible_cjk east;
} candidates[] = {
    {"windows-1252", PLAUSIBLE_EAST_ANY},
    {"windows-1250", PLAUSIBLE_EAST_ANY},
    {"windows-1251", PLAUSIBLE_EAST_ANY},
    {"shift_jis", PLAUSIBLE_EAST_JAPANESE},
    {"gb18030", PLAUSIBLE_EAST_CHINESE},
    {"euc-jp", PLAUSIBLE_EAST_JAPANESE},
    {"windows-949", PLAUSIBLE_EAST_KOREAN},
    {"big5", PLAUSIBLE_EAST_CHINESE},
    {"koi8-u", PLAUSIBLE_EAST_ANY}, /* and koi8-r, but for its boxes */
    {"iso-8859-2", PLAUSIBLE_EAST_ANY},
    {"iso-8859-15", PLAUSIBLE_EAST_ANY},
    {"windows-1253", PLAUSIBLE_EAST_ANY},
    {"windows-1254", PLAUSIBLE_EAST_ANY},
    {"windows-1255", PLAUSIBLE_EAST_ANY},
    {"windows-1256", PLAUSIBLE_EAST_ANY},
    {"windows-1257", PLAUSIBLE_EAST_ANY},
    {"windows-1258", PLAUSIBLE_EAST_ANY},
    {"iso-8859-5", PLAUSIBLE_EAST_ANY},
    {"ibm866", PLAUSIBLE_EAST_ANY},
    {"windows-874", PLAUSIBLE_EAST_ANY},
    {"ibm855", PLAUSIBLE_EAST_ANY},
    {"x-mac-cyrillic", PLAUSIBLE_EAST_ANY},
    {"macintosh", PLAUSIBLE_EAST_ANY},
    {"ibm850", PLAUSIBLE_EAST_ANY},
    {"ibm852", PLAUSIBLE_EAST_ANY},
    {"euc-tw", PLAUSIBLE_EAST_CHINESE},
    {"iso-8859-7", PLAUSIBLE_EAST_ANY},
    {"iso-8859-6", PLAUSIBLE_EAST_ANY},
    {"iso-8859-8", PLAUSIBLE_EAST_ANY},
    {"iso-8859-13", PLAUSIBLE_EAST_ANY},
    {"iso-8859-4", PLAUSIBLE_EAST_ANY},
    {"iso-8859-3", PLAUSIBLE_EAST_ANY},
    {"ibm437", PLAUSIBLE_EAST_ANY},
    {"ibm737", PLAUSIBLE_EAST_ANY},
    {"ibm775", PLAUSIBLE_EAST_ANY},
    {"ibm857", PLAUSIBLE_EAST_ANY},
    {"ibm862", PLAUSIBLE_EAST_ANY},
    {"ibm869", PLAUSIBLE_EAST_ANY},
    {"x-mac-centraleurroman", PLAUSIBLE_EAST_ANY},
    {"big5-hkscs", PLAUSIBLE_EAST_CHINESE},
    {"utf-16le", PLAUSIBLE_EAST_ANY},
    {"utf-16be", PLAUSIBLE_EAST_ANY},
};

/* Supersets that decode alike, so that a later byte is no surprise. */
static const char *const supersets[][2] = {
    {"iso-8859-1", "windows-1252"},
    {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"uhc", "windows-949"},
    {"euc-kr", "windows-949"},
    {"gb2312", "gb18030"},
    {"mac-cyrillic", "x-mac-cyrillic"},
    {"tis-620", "windows-874"},
    {"koi8-r", "koi8-u"},
};

static bool has_line_ends(struct str bytes)
{
    return str_find_char(bytes, '\n') < bytes.n ||
           str_find_char(bytes, '\r') < bytes.n;
}

/* Text with hardly a control; or ASCII but for a few bytes, whose controls are
   the file's own and tell nothing of its encoding. */
static bool is_text(const struct plausibility *p, size_t nuls)
{
    size_t controls = p->controls + nuls;

    if (p->c1_controls * CONTROL_SHARE > p->characters)
        return false;
    if ((p->controls + p->c1_controls) * CONTROL_SHARE <= p->characters &&
        nuls == 0)
        return true;
    return controls * OWN_CONTROL_SHARE <= p->ascii &&
           p->characters * OWN_CONTROL_SHARE <= p->ascii;
}

/*
 * Decode all of the sample; false when it is not in this encoding. Where the
 * bytes have line ends and the text would have none, pairs of bytes were taken
 * for characters that they are not: a table has lines in any encoding.
 */
static bool look(struct str sample, const char *name, struct plausibility *p)
{
    struct decoder d;
    struct error e;
    char out[DECODE_ROOM(BLOCK_BYTES)];
    size_t start = 0;
    enum err rc = decode_begin(&d, (struct str){"", 0}, str_from(name), &e);

    d.offset = 0;
    while (!rc && start < sample.n) {
        struct str in = str_slice(sample, start, start + BLOCK_BYTES);
        size_t made = 0;

        rc = decode_block(&d, in, start + in.n == sample.n, out, &made, &e);
        if (!rc)
            plausible_add(p, (struct str){out, made});
        if (!rc && d.offset == start)
            break;
        start = d.offset;
    }
    decode_end(&d);
    return !rc && is_text(p, d.nuls) &&
           (p->line_ends || !has_line_ends(sample));
}

static const char *superset_of(const char *name)
{
    for (size_t i = 0; i < sizeof(supersets) / sizeof(supersets[0]); i++) {
        if (strcasecmp(name, supersets[i][0]) == 0)
            return supersets[i][1];
    }
    return name;
}

/* The name that an encoding has here; empty: it is not known. */
static void name_encoding(const char *any, char name[ENCODING_NAME_BYTES])
{
    struct encoding_report r;
    struct error ignored;

    name[0] = '\0';
    if (!encoding_detect((struct str){"", 0}, str_from(any), &r, &ignored))
        memcpy(name, r.name, sizeof(r.name));
}

/* What uchardet says, by the name that we have for it; empty: nothing. */
static void ask_detector(struct str sample, char name[ENCODING_NAME_BYTES])
{
    uchardet_t u = uchardet_new();

    name[0] = '\0';
    if (!u)
        return;
    if (uchardet_handle_data(u, sample.p, sample.n) == 0) {
        uchardet_data_end(u);
        name_encoding(superset_of(uchardet_get_charset(u)), name);
    }
    uchardet_delete(u);
}

/* The guesses while they are ranked. */
struct ranking {
    struct guesses *g; /* their confidence is score and bonus, until the end */
    char bytes[128];   /* of the sample that are not ASCII, each once */
    size_t n_bytes;
    const struct plausible_common *common;
    const char *likeliest; /* encoding, before anything is looked at */
    size_t characters;     /* in the encoding with the most of them */
};

static bool is_listed(const struct guesses *g, const char *name)
{
    for (size_t i = 0; i < g->n; i++) {
        if (strcmp(g->of[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Keep the best, in order. */
static void insert(struct ranking *r, const char *name,
                   const struct plausibility *p, double bonus)
{
    struct guesses *g = r->g;
    double score = plausible_score(p);
    size_t at = g->n;

    while (at > 0 && g->of[at - 1].confidence < score + bonus)
        at--;
    if (at == GUESS_MAX)
        return;
    if (g->n < GUESS_MAX)
        g->n++;
    memmove(&g->of[at + 1], &g->of[at], (g->n - at - 1) * sizeof(g->of[0]));
    g->of[at] = (struct guess){
        .confidence = score + bonus, .score = score, .hash = p->hash};
    memcpy(g->of[at].name, name, strlen(name) + 1);
}

static enum plausible_cjk east_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(candidates); i++) {
        if (strcmp(name, candidates[i].name) == 0)
            return candidates[i].east;
    }
    return PLAUSIBLE_EAST_ANY;
}

static void consider(struct ranking *r, struct str sample, const char *name,
                     double bonus)
{
    struct plausibility p = {.east = east_of(name), .common = r->common};

    if (is_listed(r->g, name) || !look(sample, name, &p))
        return;
    if (p.characters > r->characters)
        r->characters = p.characters;
    if (strcmp(name, r->likeliest) == 0)
        bonus += LIKELY_BONUS;
    insert(r, name, &p, bonus);
}

/* What each of the sample's bytes is by itself; false: they are no characters
   one by one. */
static bool decode_bytes(const struct ranking *r, const char *name,
                         uint32_t cps[sizeof(r->bytes)])
{
    struct decoder d;
    struct error e;
    char out[DECODE_ROOM(sizeof(r->bytes))];
    struct str text = {.p = out};
    enum err rc = decode_begin(&d, (struct str){"", 0}, str_from(name), &e);
    size_t n = 0;

    d.offset = 0;
    if (!rc)
        rc = decode_block(&d, (struct str){r->bytes, r->n_bytes}, true, out,
                          &text.n, &e);
    decode_end(&d);
    for (; !rc && text.n && n < r->n_bytes; n++) {
        size_t length = utf8_length(text);

        cps[n] = utf8_decode(text.p, length);
        text = str_slice(text, length, text.n);
    }
    return !rc && n == r->n_bytes && text.n == 0;
}

/* Do two encodings differ in a byte or two of many? */
static bool are_near(const struct ranking *r, size_t i, size_t k)
{
    uint32_t one[sizeof(r->bytes)] = {0};
    uint32_t other[sizeof(r->bytes)] = {0};
    size_t differ = 0;

    if (!decode_bytes(r, r->g->of[i].name, one) ||
        !decode_bytes(r, r->g->of[k].name, other))
        return false;
    for (size_t b = 0; b < r->n_bytes; b++)
        differ += one[b] != other[b];
    return differ * NEAR_SHARE <= r->n_bytes;
}

static double by_margin(double margin, double clear)
{
    if (margin >= clear)
        return 1;
    if (margin < 0)
        return LEAST_DOUBTED;
    return LEAST_DOUBTED + (1 - LEAST_DOUBTED) * margin / clear;
}

/* How far the i-th is from the next that gives another text. Of two that are
   near the detector cannot say which: its models know letters, not which byte
   one of them is. */
static double doubt_of(const struct ranking *r, size_t i)
{
    const struct guess *one = &r->g->of[i];
    double margin = CLEAR_MARGIN;

    for (size_t k = i + 1; k < r->g->n; k++) {
        const struct guess *other = &r->g->of[k];

        if (other->hash == one->hash)
            continue;
        margin = one->confidence - other->confidence;
        if (margin < CLEAR_MARGIN && are_near(r, i, k))
            margin = one->score - other->score;
        break;
    }
    return by_margin(margin, CLEAR_MARGIN);
}

/* As doubt_of(), by the texts alone, where the bytes are too few for the detector. */
static double few_doubt_of(const struct ranking *r, size_t i)
{
    const struct guess *one = &r->g->of[i];
    double margin = FEW_MARGIN;

    for (size_t k = 0; k < r->g->n && r->n_bytes < FEW_KINDS; k++) {
        const struct guess *other = &r->g->of[k];

        if (other->hash != one->hash && one->score - other->score < margin)
            margin = one->score - other->score;
    }
    return by_margin(margin, FEW_MARGIN);
}

/* UTF-8 with a few bad bytes is damaged, and not of another encoding. */
static bool is_damaged_utf_8(struct str s)
{
    size_t good = 0;
    size_t bad = 0;

    while (s.n) {
        size_t n = utf8_length(s);

        good += n > 1;
        bad += n == 0;
        s = str_slice(s, n ? n : 1, s.n);
    }
    return bad == 0 ? false : good / bad >= DAMAGED_UTF_8;
}

/* Models of letter pairs say little about a few letters. */
static double detector_bonus(struct str sample)
{
    size_t n = 0;

    for (size_t i = 0; i < sample.n; i++)
        n += sample.p[i] < 0;
    return n < FEW_CHARACTERS ? LIKELY_BONUS / 2 : DETECTOR_BONUS;
}

static bool is_ascii(struct str line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] < 0)
            return false;
    }
    return true;
}

void guess_sample(struct str text, struct buf *sample)
{
    for (size_t at = 0; at < text.n && sample->n < GUESS_SAMPLE_BYTES;) {
        struct str rest = str_slice(text, at, text.n);
        struct str line = str_slice(rest, 0, str_find_char(rest, '\n') + 1);

        if (!is_ascii(line))
            buf_put_str(sample, str_slice(line, 0, GUESS_SAMPLE_BYTES));
        at += line.n;
    }
}

static void list_bytes(struct ranking *r, struct str sample)
{
    bool seen[256] = {false};

    for (size_t i = 0; i < sample.n; i++) {
        if (sample.p[i] < 0 && !seen[(unsigned char)sample.p[i]])
            r->bytes[r->n_bytes++] = sample.p[i];
        seen[(unsigned char)sample.p[i]] = true;
    }
}

static struct ranking begin_ranking(struct guesses *g, struct str sample)
{
    struct ranking r = {.g = g, .common = plausible_common()};

    g->n = 0;
    list_bytes(&r, sample);
    return r;
}

/* Scores become confidences. */
static void end_ranking(const struct ranking *r)
{
    struct guesses *g = r->g;
    double confidence[GUESS_MAX];

    for (size_t i = 0; i < g->n; i++) {
        double score = g->of[i].confidence;

        score = (score < MAX_CONFIDENCE ? score : MAX_CONFIDENCE) *
                fmin(doubt_of(r, i), few_doubt_of(r, i)) *
                (r->characters < FEW_CHARACTERS ? 0.6 : 1);
        confidence[i] = score > 0 ? score : 0;
    }
    for (size_t i = 0; i < g->n; i++)
        g->of[i].confidence = confidence[i];
}

void encoding_guess(struct str sample, struct guesses *g)
{
    char detected[ENCODING_NAME_BYTES];
    struct ranking r;

    sample = str_slice(sample, 0, SAMPLE_MAX);
    r = begin_ranking(g, sample);
    r.likeliest = candidates[0].name;
    if (is_damaged_utf_8(sample))
        return;
    ask_detector(sample, detected);
    if (detected[0] && strcmp(detected, "utf-8") != 0)
        consider(&r, sample, detected, detector_bonus(sample));
    for (size_t i = 0; i < COUNT_OF(candidates); i++)
        consider(&r, sample, candidates[i].name, 0);
    end_ranking(&r);
}

void encoding_guess_among(struct str sample, const char *const *names, size_t n,
                          struct guesses *g)
{
    char detected[ENCODING_NAME_BYTES];
    struct ranking r;

    sample = str_slice(sample, 0, SAMPLE_MAX);
    r = begin_ranking(g, sample);
    r.likeliest = n ? names[0] : "";
    ask_detector(sample, detected);
    for (size_t i = 0; i < n; i++) {
        char name[ENCODING_NAME_BYTES];

        name_encoding(names[i], name);
        consider(&r, sample, names[i],
                 strcmp(name, detected) == 0 ? detector_bonus(sample) : 0);
    }
    end_ranking(&r);
}

static bool is_among_texts(const struct guesses *g, const char *const *names,
                           size_t n, uint64_t hash)
{
    for (size_t i = 0; i < g->n; i++) {
        for (size_t k = 0; k < n; k++) {
            if (g->of[i].name == names[k] && g->of[i].hash == hash)
                return true;
        }
    }
    return false;
}

size_t guess_others(const struct guesses *g, size_t i,
                    const char *others[GUESS_OTHERS])
{
    size_t n = 0;

    while (n < GUESS_OTHERS) {
        const struct guess *best = NULL;

        for (size_t k = 0; k < g->n; k++) {
            const struct guess *other = &g->of[k];

            if (other->hash != g->of[i].hash &&
                other->score > g->of[i].score - CLEAR_MARGIN &&
                (!best || other->score > best->score) &&
                !is_among_texts(g, others, n, other->hash))
                best = other;
        }
        if (!best)
            break;
        others[n++] = best->name;
    }
    return n;
}
